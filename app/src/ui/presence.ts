import { useEffect, useState } from 'react'

/** The phase of a layer: opening or open, closing, or absent. */
export type Presence = 'in' | 'out' | undefined

/** Keeps a layer rendered while it closes, for this many milliseconds after `open` became false. */
export function usePresence(open: boolean, leaveMs: number): Presence {
  const [leaving, setLeaving] = useState(false)
  const [wasOpen, setWasOpen] = useState(open)
  if (wasOpen !== open) {
    setWasOpen(open)
    setLeaving(!open)
  }
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => setLeaving(false), leaveMs)
    return () => clearTimeout(timer)
  }, [leaving, leaveMs])
  return open ? 'in' : leaving ? 'out' : undefined
}
