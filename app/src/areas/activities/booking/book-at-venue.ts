import type { CoachRecord } from '@paidang/api/areas/relations'
import { bookingClassPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { currentSession } from '../../../platform/session'
import { EMPTY_COACH_DRAFT } from './coach-draft'
import { draftOf, EMPTY_DRAFT, type SlotDraft, withCoach, withStadium } from './draft'
import { coachDraft, currentDraft, type DraftStore, playerDraft, saveDraft } from './draft-store'
import { endEditing } from './editing-store'

/**
 * Says why a player cannot book at a venue: none of the player's coaches teaches there. Undefined while the coaches are
 * not known.
 */
export function whyNotBookAt(stadiumId: string, coaches: readonly CoachRecord[] | undefined): string | undefined {
  if (!coaches || coachesAt(stadiumId, coaches).length > 0) return undefined
  return '你的教练还不在这里授课'
}

/**
 * 在这里约课: opens the booking tab with this venue chosen, on the side that the person last used. For a player it also
 * chooses one of the player's coaches who teaches there. Day and contract stay where that is possible.
 */
export function bookAtVenue(stadiumId: string, coaches: readonly CoachRecord[]): Promise<void> {
  endEditing()
  own(playerDraft, EMPTY_DRAFT)
  own(coachDraft, EMPTY_COACH_DRAFT)
  const here = coachesAt(stadiumId, coaches)
  const record = here.find(({ coach }) => coach.id === currentDraft().coachId) ?? here[0]
  if (record) {
    const { coach, stadiums } = record
    saveDraft(withCoach(currentDraft(), { coachId: coach.id, stadiumIds: stadiums.map(({ id }) => id) }).draft)
  }
  saveDraft(withStadium(currentDraft(), stadiumId).draft)
  coachDraft.keep(withStadium(coachDraft.current(), stadiumId).draft)
  return goTo(bookingClassPath())
}

/** Empties a draft that another person began on this device. */
function own<D extends SlotDraft>(store: DraftStore<D>, empty: D): void {
  const { userId } = currentSession()
  if (userId !== null) store.keep(draftOf(store.current(), userId, empty))
}

/** Returns those of these coaches who teach at a venue. */
function coachesAt(stadiumId: string, coaches: readonly CoachRecord[]): CoachRecord[] {
  return coaches.filter(({ stadiums }) => stadiums.some(({ id }) => id === stadiumId))
}
