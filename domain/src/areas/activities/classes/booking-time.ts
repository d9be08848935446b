import { DATE_WINDOW_DAYS, type Day, dayOf, daysBetween, instantOf } from '../../../kernel/day.ts'
import type { HalfHour } from '../../../kernel/half-hour.ts'

/** The most half-hours one class may take. Source: specification §9 "Max selection 6 slots (3 hours)". */
export const MAX_CLASS_HALF_HOURS = 6

export type BookingTimeRefusal =
  | 'invitation_time_invalid'
  | 'invitation_too_long'
  | 'invitation_outside_window'
  | 'invitation_in_past'

/** Opening hours: the first and the last half-hour that a booking may contain. */
type Opening = { firstStart: HalfHour; lastStart: HalfHour }

/**
 * Why a class cannot take these half-hours on any day; undefined when it can. Indices, end exclusive.
 * Source: specification §5, §9.
 */
export function whyNotSpan(
  { beginTimeSlot, endTimeSlot }: { beginTimeSlot: HalfHour; endTimeSlot: HalfHour },
  { firstStart, lastStart }: Opening,
): 'invitation_time_invalid' | 'invitation_too_long' | undefined {
  if (beginTimeSlot >= endTimeSlot) return 'invitation_time_invalid'
  if (endTimeSlot - beginTimeSlot > MAX_CLASS_HALF_HOURS) return 'invitation_too_long'
  return beginTimeSlot < firstStart || endTimeSlot - 1 > lastStart ? 'invitation_time_invalid' : undefined
}

/**
 * Why a class cannot be at this time, regardless of who is free; undefined when it can. Half-hour indices, end
 * exclusive. Source: specification §5, §9.
 */
export function whyNotBookAt(
  { courseDate, beginTimeSlot, endTimeSlot }: { courseDate: Day; beginTimeSlot: HalfHour; endTimeSlot: HalfHour },
  opening: Opening,
  now: Date,
): BookingTimeRefusal | undefined {
  const refusal = whyNotSpan({ beginTimeSlot, endTimeSlot }, opening)
  if (refusal) return refusal
  const ahead = daysBetween(dayOf(now), courseDate)
  if (ahead < 0) return 'invitation_in_past'
  if (ahead >= DATE_WINDOW_DAYS) return 'invitation_outside_window'
  if (instantOf(courseDate, beginTimeSlot).getTime() <= now.getTime()) return 'invitation_in_past'
  return undefined
}

/** How many days back a class may be entered after it was held (补录). */
export const MAX_PAST_DAYS = 30

/**
 * Why a class cannot be entered as held at this time; undefined when it can. It has ended, at most 30 days ago.
 * Source: decision record 056
 */
export function whyNotRecordAt(
  { courseDate, beginTimeSlot, endTimeSlot }: { courseDate: Day; beginTimeSlot: HalfHour; endTimeSlot: HalfHour },
  opening: Opening,
  now: Date,
) {
  const refusal = whyNotSpan({ beginTimeSlot, endTimeSlot }, opening)
  if (refusal) return refusal
  if (instantOf(courseDate, endTimeSlot).getTime() > now.getTime()) return 'past_class_not_over' as const
  return daysBetween(courseDate, dayOf(now)) > MAX_PAST_DAYS ? ('past_class_too_old' as const) : undefined
}
