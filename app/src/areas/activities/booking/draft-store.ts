import { useEffect } from 'react'
import { create } from 'zustand'
import { bookingViewPath } from '../../../paths'
import { back, returnTo } from '../../../platform/navigate'
import { readStored, store } from '../../../platform/storage'
import { useIdentity, useIsCoach } from '../../people/auth/identity'
import { type CoachDraft, EMPTY_COACH_DRAFT } from './coach-draft'
import { type Draft, draftOf, EMPTY_DRAFT, type SlotDraft } from './draft'

/** A draft on this device. It is kept outside of the page, so it survives a change of tab, a log-in and a failure. */
export type DraftStore<D extends SlotDraft> = {
  /** Returns the draft, or part of it, inside a component. */
  use: <Part>(select: (draft: D) => Part) => Part
  /** Returns the current draft outside of a component. */
  current: () => D
  /** Replaces the draft. */
  keep: (draft: D) => void
  /** The draft with nothing chosen. */
  empty: D
}

function createDraftStore<D extends SlotDraft>(empty: D): DraftStore<D> {
  const useStore = create<D>(() => empty)
  return { use: useStore, current: useStore.getState, keep: (draft) => useStore.setState(draft, true), empty }
}

/** The draft of a class that a player books. */
export const playerDraft = createDraftStore<Draft>(EMPTY_DRAFT)

/** The draft of a class that a coach makes for students. */
export const coachDraft = createDraftStore<CoachDraft>(EMPTY_COACH_DRAFT)

/** Returns the player's current draft outside of a component. */
export function currentDraft(): Draft {
  return playerDraft.current()
}

/** Replaces the player's draft. */
export function saveDraft(draft: Draft): void {
  playerDraft.keep(draft)
}

/** Empties a draft that another person began on this device. */
export function useOwnDraft<D extends SlotDraft>(store: DraftStore<D>, userId: string): void {
  useEffect(() => {
    if (userId !== '') store.keep(draftOf(store.current(), userId, store.empty))
  }, [store, userId])
}

/** For whom a class is booked. A coach also books for themselves. */
export type BookingSide = 'self' | 'students'

type Sides = { side: BookingSide | undefined; visited?: BookingSide | undefined }

const useChosenSide = create<Sides>(() => ({ side: readStored<BookingSide>('bookingFor') }))

/**
 * Returns for whom the booking tab books: the side that it was opened for, else the last choice on this device, at first
 * by the identity. A player always books for themselves.
 */
export function useBookingSide(): BookingSide {
  const chosen = useChosenSide(({ side, visited }) => visited ?? side)
  const identity = useIdentity()
  const isCoach = useIsCoach()
  if (!isCoach) return 'self'
  return chosen ?? (identity === 'coach' ? 'students' : 'self')
}

/** Chooses the side and saves the choice on the device. */
export function chooseBookingSide(side: BookingSide): void {
  store('bookingFor', side)
  useChosenSide.setState({ side, visited: undefined })
}

/** Shows a side until the booking tab is left; the choice on the device stays. Without a side it shows that choice. */
export function visitBookingSide(visited?: BookingSide): void {
  useChosenSide.setState({ visited })
}

/** The invitation that is being edited on this device, and its user; null while none is. */
type Editing = { invitationId: string; ownerId: string | null }

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
