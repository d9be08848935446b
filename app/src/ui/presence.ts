import { useEffect, useState } from 'react'

/** Where a layer is on its way: coming or there, going, or not there at all. */
export type Presence = 'in' | 'out' | undefined

/** Keeps a layer drawn while it goes, for so many milliseconds after `open` became false. */
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
