import { createContext, type ReactNode } from 'react'

export type OverlayProps = {
  open: boolean
  /** Scrim, Esc, the back button, or a drag downwards asks for it. */
  onClose: () => void
  /** sheet: from below, a dialog on a desk; menu: from below, at its button on a desk; dialog: in the middle; whole: all over. */
  kind: 'sheet' | 'menu' | 'dialog' | 'whole'
  /** What it is about, for screen readers. */
  label: string
  /** Asks before something that cannot be undone. */
  alert?: boolean
  children: ReactNode
}

/** How long a layer takes to go. Source: design "Motion". */
export const LEAVE_MS = 160
/** A drag this far down closes a sheet. */
export const DRAG_ENOUGH_PX = 80

/** Whether something stands in a layer over the page, which makes room for the keyboard by itself. */
export const IsOverPage = createContext(false)
