import { create } from 'zustand'
import { bookingViewPath } from '../../paths'
import { back, returnTo } from '../../platform/navigate'
import type { SlotDraft } from './draft'
import { coachDraft, type DraftStore, playerDraft } from './draft-store'

/** Which invitation is being edited on this device, and by whom; null while none is. */
export type Editing = { invitationId: string; ownerId: string | null }

/** The one edit of this device. What it changes stands in the draft, beside the facts of the class. */
export const useEditing = create<{ editing: Editing | null }>(() => ({ editing: null }))

/** Puts back what was being put together before the edit took its place. */
let unpark: (() => void) | undefined

/** Begins to edit: the class is still to be fetched. An edit that was under way is given up. */
export function beginEditing(editing: Editing): void {
  endEditing()
  useEditing.setState({ editing })
}

/** The class is there: its draft takes the place of the one under way, which is put aside. */
export function editDraft<D extends SlotDraft>(store: DraftStore<D>, draft: D): void {
  if (!unpark) {
    const before = store.current()
    unpark = () => store.keep(before)
  }
  store.keep(draft)
}

/** Leaves edit mode: what was being put together before it stands there again. */
export function endEditing(): void {
  useEditing.setState({ editing: null })
  unpark?.()
  unpark = undefined
  dropEdit(playerDraft)
  dropEdit(coachDraft)
}

/** The class is changed: edit mode is over, and its booking view takes the tab's place; without an id, one goes back. */
export function leaveAfterEdit(saved: { id: string } | null): void {
  endEditing()
  if (saved?.id) returnTo(bookingViewPath(saved.id))
  else back()
}

function dropEdit<D extends SlotDraft>(store: DraftStore<D>): void {
  if (store.current().edited) store.keep(store.empty)
}
