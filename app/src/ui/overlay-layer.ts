import { createContext, type ReactNode, useEffect, useState } from 'react'

export type OverlayProps = {
  open: boolean
  /** Called by the scrim, Esc, the back button, or a drag downwards. */
  onClose: () => void
  /**
   * sheet: from below, a dialog on a desktop; menu: from below, at its button on a desktop; dialog: centred; whole:
   * full screen.
   */
  kind: 'sheet' | 'menu' | 'dialog' | 'whole'
  /** The name of the layer for screen readers. */
  label: string
  /** Whether it asks before an irreversible action. */
  alert?: boolean
  children: ReactNode
}

/** How long a layer takes to close. Source: design "Motion". */
export const LEAVE_MS = 160
/** A drag this far down closes a sheet. */
export const DRAG_ENOUGH_PX = 80

/** Whether the content is in a layer over the page, which makes room for the keyboard by itself. */
export const IsOverPage = createContext(false)

/** The phase of a layer: opening or open, closing, or absent. */
type Presence = 'in' | 'out' | undefined

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
