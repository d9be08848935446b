import type { Student } from '@paidang/api/areas/activities/students'
import type { CoachRecord } from '@paidang/api/areas/places/relations'
import type { Day } from '@paidang/domain/kernel/day'
import { HALF_HOURS_PER_DAY, type HalfHour } from '@paidang/domain/kernel/half-hour'
import { bookingClassPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { currentSession } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { chosenStudent, withStudents } from './coach-draft'
import { choiceOf, draftOf, type SlotDraft, withCoach, withDate, withPendingRange, withStadium } from './draft'
import {
  beginEditing,
  coachDraft,
  type DraftStore,
  editDraft,
  endEditing,
  playerDraft,
  saveDraft,
  visitBookingSide,
} from './draft-store'

/** Returns the draft on this device; an empty one where another person began it. */
function ownDraft<D extends SlotDraft>(store: DraftStore<D>): D {
  const { userId } = currentSession()
  return userId === null ? store.current() : draftOf(store.current(), userId, store.empty)
}

/**
 * 约课 on the card of one of the player's coaches: opens the booking tab with this coach, to book for oneself. Venue and
 * day stay where that is possible, unless `at` names others: then an hour from there is chosen on the first free court.
 * Choices made with another coach before are removed.
 */
export function bookWithCoach(
  record: CoachRecord,
  at?: { stadiumId: string; date: Day; beginTimeSlot: HalfHour },
): Promise<void> {
  endEditing()
  visitBookingSide('self')
  const begun = withCoach(ownDraft(playerDraft), choiceOf(record)).draft
  if (at) {
    const { date: courseDate, beginTimeSlot } = at
    const endTimeSlot = Math.min(beginTimeSlot + 2, HALF_HOURS_PER_DAY)
    const range = { courtCode: null, courseDate, beginTimeSlot, endTimeSlot }
    saveDraft(withPendingRange(withStadium(begun, at.stadiumId).draft, range))
  } else saveDraft(begun)
  return goTo(bookingClassPath())
}

/** Whether none of the player's coaches teaches at a venue. False while the coaches are not known. */
export function isWithoutCoachAt(stadiumId: string, coaches: readonly CoachRecord[] | undefined): boolean {
  return coaches !== undefined && coachesAt(stadiumId, coaches).length === 0
}

/**
 * 在这里约课: opens the booking tab with this venue chosen, on the side that the person last used. For a player it also
 * chooses one of the player's coaches who teaches there. Day and contract stay where that is possible.
 */
export function bookAtVenue(stadiumId: string, coaches: readonly CoachRecord[]): Promise<void> {
  endEditing()
  const draft = ownDraft(playerDraft)
  const here = coachesAt(stadiumId, coaches)
  const record = here.find(({ coach }) => coach.id === draft.coachId) ?? here[0]
  const begun = record ? withCoach(draft, choiceOf(record)).draft : draft
  saveDraft(withStadium(begun, stadiumId).draft)
  coachDraft.keep(withStadium(ownDraft(coachDraft), stadiumId).draft)
  return goTo(bookingClassPath())
}

/** Returns those of these coaches who teach at a venue. */
function coachesAt(stadiumId: string, coaches: readonly CoachRecord[]): CoachRecord[] {
  return coaches.filter(({ stadiums }) => stadiums.some(({ id }) => id === stadiumId))
}

/**
 * 替学员约课: opens the booking tab on the coach's side, on that day. The coach's draft stays, except for slots of another
 * day. Leaving the tab brings back side and draft from before.
 */
export function bookForStudents(day: Day): Promise<void> {
  endEditing()
  visitBookingSide('students')
  editDraft(coachDraft, withDate(ownDraft(coachDraft), day))
  return goTo(bookingClassPath())
}

/**
 * 约课 beside a student's name: opens the booking tab on the coach's side. Only this student is chosen, with the course
 * that the student's hours are for. The venue, day and half-hours of the draft stay.
 */
export function bookWithStudent(student: Student, courseId: string | undefined): Promise<void> {
  endEditing()
  visitBookingSide('students')
  const invited = withStudents(ownDraft(coachDraft), [chosenStudent(student)])
  editDraft(coachDraft, courseId === undefined ? invited : { ...invited, courseId })
  return goTo(bookingClassPath())
}

/** Shown when an edit is started without an invitation. Source: specification §5. */
const EDIT_NEEDS_ID = '缺少约课ID'

/**
 * Opens the booking tab to edit this invitation. The tab fetches the invitation and chooses everything of it in order.
 * Without an id it only shows a message.
 *
 * Source: specification §4 "Edit mode", §5
 */
export function startEditing(invitationId: string): void {
  if (invitationId === '') {
    showToast(EDIT_NEEDS_ID, { tone: 'failed' })
    return
  }
  beginEditing({ invitationId, ownerId: currentSession().userId })
  goTo(bookingClassPath())
}
