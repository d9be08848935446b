import { create } from 'zustand'
import { bookingViewPath } from '../../../paths'
import { back, returnTo } from '../../../platform/navigate'
import { visitBookingSide } from './booking-side'
import type { SlotDraft } from './draft'
import { coachDraft, type DraftStore, playerDraft } from './draft-store'

/** The invitation that is being edited on this device, and its user; null while none is. */
export type Editing = { invitationId: string; ownerId: string | null }

/** The one edit on this device. The draft contains its changes, beside the facts of the class. */
export const useEditing = create<{ editing: Editing | null }>(() => ({ editing: null }))

/** Restores the draft from before the edit, or before a booking that another page began. */
let unpark: (() => void) | undefined

/** Begins an edit whose class still has to be fetched. It ends any other edit. */
export function beginEditing(editing: Editing): void {
  endEditing()
  useEditing.setState({ editing })
}

/** Puts another draft in place of the current one, which returns when the booking tab is left. */
export function editDraft<D extends SlotDraft>(store: DraftStore<D>, draft: D): void {
  if (!unpark) {
    const before = store.current()
    unpark = () => store.keep(before)
  }
  store.keep(draft)
}

/** Leaves edit mode, or a booking that another page began. Restores the draft and the side from before. */
export function endEditing(): void {
  useEditing.setState({ editing: null })
  visitBookingSide()
  unpark?.()
  unpark = undefined
  dropEdit(playerDraft)
  dropEdit(coachDraft)
}

/**
 * Ends edit mode after the class was changed. The booking view of the class replaces the tab; without an id it goes
 * back.
 */
export function leaveAfterEdit(saved: { id: string } | null): void {
  endEditing()
  if (saved?.id) returnTo(bookingViewPath(saved.id))
  else back()
}

function dropEdit<D extends SlotDraft>(store: DraftStore<D>): void {
  if (store.current().edited) store.keep(store.empty)
}
