import { create } from 'zustand'
import { type CoachDraft, EMPTY_COACH_DRAFT } from './coach-draft'
import { type Draft, EMPTY_DRAFT, type SlotDraft } from './draft'

/** A draft of this device. It lives outside of the page, so that tabs, log-ins and failures leave it alone. */
export type DraftStore<D extends SlotDraft> = {
  /** The draft, or part of it, as a component sees it. */
  use: <Part>(select: (draft: D) => Part) => Part
  /** The draft as it stands now, outside of a component. */
  current: () => D
  /** Puts a changed draft in place of the one before. */
  keep: (draft: D) => void
  /** Nothing chosen yet. */
  empty: D
}

function createDraftStore<D extends SlotDraft>(empty: D): DraftStore<D> {
  const useStore = create<D>(() => empty)
  return { use: useStore, current: useStore.getState, keep: (draft) => useStore.setState(draft, true), empty }
}

/** What a player puts together for himself. */
export const playerDraft = createDraftStore<Draft>(EMPTY_DRAFT)

/** What a coach puts together for his students. */
export const coachDraft = createDraftStore<CoachDraft>(EMPTY_COACH_DRAFT)

/** The player's draft as it stands now, outside of a component. */
export function currentDraft(): Draft {
  return playerDraft.current()
}

/** Puts a changed draft of the player in place of the one before. */
export function keepDraft(draft: Draft): void {
  playerDraft.keep(draft)
}
