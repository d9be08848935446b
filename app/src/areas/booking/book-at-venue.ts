import type { CoachRecord } from '@paidang/api/areas/relations'
import { bookingClassPath } from '../../paths'
import { goTo } from '../../platform/navigate'
import { currentSession } from '../../platform/session'
import { EMPTY_COACH_DRAFT } from './coach-draft'
import { draftOf, EMPTY_DRAFT, type SlotDraft, withCoach, withStadium } from './draft'
import { coachDraft, currentDraft, type DraftStore, keepDraft, playerDraft } from './draft-store'
import { endEditing } from './editing-store'

/** Why a player cannot book at a venue: none of his coaches teaches there. Nothing while nobody knows who they are. */
export function whyNotBookAt(stadiumId: string, coaches: readonly CoachRecord[] | undefined): string | undefined {
  if (!coaches || coachesAt(stadiumId, coaches).length > 0) return undefined
  return '你的教练还不在这里授课'
}

/**
 * 在这里约课: the booking tab with this venue chosen, on whichever side a coach books, and for a player with a coach of his who
 * teaches there; day and contract stay where they can.
 */
export function bookAtVenue(stadiumId: string, coaches: readonly CoachRecord[]): Promise<void> {
  endEditing()
  own(playerDraft, EMPTY_DRAFT)
  own(coachDraft, EMPTY_COACH_DRAFT)
  const here = coachesAt(stadiumId, coaches)
  const record = here.find(({ coach }) => coach.id === currentDraft().coachId) ?? here[0]
  if (record) {
    const { coach, stadiums } = record
    keepDraft(withCoach(currentDraft(), { coachId: coach.id, stadiumIds: stadiums.map(({ id }) => id) }).draft)
  }
  keepDraft(withStadium(currentDraft(), stadiumId).draft)
  coachDraft.keep(withStadium(coachDraft.current(), stadiumId).draft)
  return goTo(bookingClassPath())
}

/** What another person on this device had begun is not his. */
function own<D extends SlotDraft>(store: DraftStore<D>, empty: D): void {
  const { userId } = currentSession()
  if (userId !== null) store.keep(draftOf(store.current(), userId, empty))
}

/** Those of these coaches who teach at a venue. */
function coachesAt(stadiumId: string, coaches: readonly CoachRecord[]): CoachRecord[] {
  return coaches.filter(({ stadiums }) => stadiums.some(({ id }) => id === stadiumId))
}
