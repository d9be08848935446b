import { type Day, instantOf } from '@paidang/domain/kernel/day'
import { HALF_HOURS_PER_DAY } from '@paidang/domain/kernel/half-hour'

type Span = { courseDate: Day; beginTimeSlot: number; endTimeSlot: number }
type Instants = {
  expiresAt: string
  freeCancelUntil: string
  offeredAt: string | null
  signedAt: string | null
  completedAt: string | null
}

/** Returns the instants that the rules compare with the clock: begin and end of a class, and its day's end. */
export function instantsOf({ courseDate, beginTimeSlot, endTimeSlot }: Span) {
  return {
    startsAt: instantOf(courseDate, beginTimeSlot),
    endsAt: instantOf(courseDate, endTimeSlot),
    dayEndsAt: instantOf(courseDate, HALF_HOURS_PER_DAY),
  }
}

/** Returns an invitation as the lifecycle rules take it: the instants that they compare with the clock are Dates. */
export function asRulesWant<I extends Span & Instants>(invitation: I) {
  return {
    ...invitation,
    ...instantsOf(invitation),
    expiresAt: new Date(invitation.expiresAt),
    freeUntil: new Date(invitation.freeCancelUntil),
    offeredAt: dateOrNull(invitation.offeredAt),
    signedAt: dateOrNull(invitation.signedAt),
    completedAt: dateOrNull(invitation.completedAt),
  }
}

/** Converts an instant that may be null into a Date or null. */
export function dateOrNull(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant)
}
