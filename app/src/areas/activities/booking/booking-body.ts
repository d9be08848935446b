import type { CreateByCoach, CreateInvitation } from '@paidang/api/areas/class-actions'
import type { CompanyCourse } from '@paidang/api/areas/companies'
import type { Contract } from '@paidang/api/areas/contracts'
import { collisionsOf, rangeOf, type SelectedSlot } from '@paidang/domain/areas/schedule/selection'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { toIsoDay, weekdayOf } from '@paidang/domain/kernel/day'
import type { SlotDraft } from './draft'
import type { EditedClass } from './edited-class'

/** The place and time of a booking. `courts` has the venue's own order. */
type PlaceParts = {
  stadiumId: string
  courts: readonly { courtCode: string }[]
  slots: readonly SelectedSlot[]
  /** The values of the draft. */
  chosen: Pick<SlotDraft, 'allowConflict' | 'edited'>
  participantsCount: number
  consumedSessions: number
}

type PlayerParts = PlaceParts & {
  userId: string
  coachId: string
  contract: Contract
  messageToCoach: string
  messageToPlayers: string
}

type CoachParts = PlaceParts & {
  userId: string
  course: CompanyCourse['companyCourse']
  studentIds: readonly string[]
  messageToPlayers: string
}

/**
 * Returns the request body with which a player books or changes a class. Undefined while nothing is chosen. Source:
 * specification §3.
 */
export function bookingBody(parts: PlayerParts): CreateInvitation | undefined {
  const place = placeBody(parts)
  if (!place) return undefined
  const { courseDesign } = parts.contract
  return {
    ...place,
    coachId: parts.coachId,
    courseDesignId: courseDesign.id,
    courseDesignName: courseDesign.courseName,
    courseDesignPrice: courseDesign.pricePerSession,
    initiatorId: parts.userId,
    initiatorRole: USER_TYPES.PLAYER,
    messageToCoach: parts.messageToCoach.trim(),
    messageToPlayers: parts.messageToPlayers.trim(),
  }
}

/**
 * Returns the request body with which a coach makes or changes a class for students. Undefined while nothing is chosen.
 */
export function coachBookingBody(parts: CoachParts): (CreateByCoach & { coachId: string }) | undefined {
  const place = placeBody(parts)
  if (!place) return undefined
  const { course } = parts
  return {
    ...place,
    coachId: parts.userId,
    courseDesignId: course.id,
    courseDesignName: course.courseName,
    courseDesignPrice: course.pricePerSession,
    initiatorId: parts.userId,
    initiatorRole: USER_TYPES.COACH,
    studentIds: [...parts.studentIds],
    messageToPlayers: parts.messageToPlayers.trim(),
  }
}

/**
 * Whether the booking asks for half-hours that collide. It does so only where the slots collide: the switch alone must
 * not turn a booking into a request. A class that already is such a request covers its collisions with its own
 * half-hours. While those are chosen it stays a request, until the switch is turned off.
 */
export function asksForConflict(
  slots: readonly SelectedSlot[],
  { allowConflict, edited }: { allowConflict: boolean; edited: EditedClass | null },
): boolean {
  if (collisionsOf(slots, edited?.inviteId).length > 0) return true
  return Boolean(allowConflict && edited?.useUnavailable && slots.some(({ inviteId }) => inviteId === edited.inviteId))
}

function placeBody({ stadiumId, courts, slots, chosen, participantsCount, consumedSessions }: PlaceParts) {
  const range = rangeOf(slots)
  const first = slots[0]
  if (!range || !first) return undefined
  const courseDate = toIsoDay(first.date)
  return {
    consumedSessions,
    participantsCount,
    stadiumId,
    selectedCourt: courts.findIndex(({ courtCode }) => courtCode === range.courtCode),
    courseDate,
    weekday: weekdayOf(courseDate),
    beginTimeSlot: range.beginTimeSlot,
    endTimeSlot: range.endTimeSlot,
    useUnavailable: asksForConflict(slots, chosen),
  }
}
