import { create } from 'zustand'
import { type CoachDraft, EMPTY_COACH_DRAFT } from './coach-draft'
import { type Draft, EMPTY_DRAFT, type SlotDraft } from './draft'

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
