import {
  addDays,
  DATE_WINDOW_DAYS,
  type Day,
  dayOf,
  daysBetween,
  type Weekday,
  weekdayOf,
} from '../../../kernel/day.ts'
import type { HalfHour } from '../../../kernel/half-hour.ts'
import { isNight, morningAfter, OFFER_NIGHT } from '../../../kernel/night.ts'

/** What an alert waits for: a class with a coach at a venue, a free court of a venue, or a seat in a public game. */
export const ALERT_KINDS = ['CLASS', 'COURT', 'GAME'] as const

/** WAITING until it was used to book, its person ended it, or its last day has passed. */
export const ALERT_STATES = ['WAITING', 'BOOKED', 'ENDED', 'EXPIRED'] as const
export type AlertState = (typeof ALERT_STATES)[number]

/** How many alerts of a person wait at a time. Source: decision record 067 */
export const MAX_ALERTS = 5
/** The last day of an alert is at most so many days ahead. */
export const ALERT_DAYS = 60
/** How many people are told of one vacancy at once, and after how many minutes the next are told. */
export const TOLD_AT_ONCE = 3
export const NEXT_AFTER_MINUTES = 30
/** The most half-hours of a class or game. Source: specification §9 "Max selection" */
export const MAX_ALERT_LENGTH = 6

/** When somebody has time: days, both included, of these weekdays; hours; and how many half-hours they need. */
export type AlertTimes = {
  firstDay: Day
  lastDay: Day
  weekdays: readonly Weekday[]
  beginTimeSlot: HalfHour
  endTimeSlot: HalfHour
  length: number
}

type AlertFault = 'alert_days_invalid' | 'alert_days_too_far' | 'alert_hours_too_short'

const isWeekdayOf = ({ weekdays }: Pick<AlertTimes, 'weekdays'>, day: Day) => weekdays.includes(weekdayOf(day))

/** Why nobody can wait for these times; undefined when they can. */
export function alertFault(times: AlertTimes, today: Day): AlertFault | undefined {
  const { firstDay, lastDay, beginTimeSlot, endTimeSlot, length } = times
  if (daysBetween(today, lastDay) > ALERT_DAYS) return 'alert_days_too_far'
  const from = firstDay < today ? today : firstDay
  const days = Array.from({ length: daysBetween(from, lastDay) + 1 }, (_, ahead) => addDays(from, ahead))
  if (lastDay < from || !days.some((day) => isWeekdayOf(times, day))) return 'alert_days_invalid'
  return endTimeSlot - beginTimeSlot < length ? 'alert_hours_too_short' : undefined
}

/** The days of an alert that can be booked now, or the one of them that is named. */
export function bookableDays(times: Pick<AlertTimes, 'firstDay' | 'lastDay' | 'weekdays'>, today: Day): Day[] {
  return Array.from({ length: DATE_WINDOW_DAYS }, (_, ahead) => addDays(today, ahead)).filter(
    (day) => times.firstDay <= day && day <= times.lastDay && isWeekdayOf(times, day),
  )
}

/** Whether an alert waits for this time. */
export function waitsFor(times: AlertTimes, at: { day: Day; beginTimeSlot: HalfHour; endTimeSlot: HalfHour }): boolean {
  const { day, beginTimeSlot, endTimeSlot } = at
  const isOnDay = times.firstDay <= day && day <= times.lastDay && isWeekdayOf(times, day)
  return isOnDay && times.beginTimeSlot <= beginTimeSlot && endTimeSlot <= times.endTimeSlot
}

/**
 * The morning until which nobody is told of a vacancy. Undefined by day, and where it is for today. `day` is null for a
 * vacancy of many days.
 */
export function quietUntil(day: Day | null, now: Date): Date | undefined {
  if (!isNight(now, OFFER_NIGHT) || day === dayOf(now)) return undefined
  return morningAfter(now, OFFER_NIGHT, OFFER_NIGHT.endsAt)
}

/** When the next people are told of a vacancy that nobody has taken. */
export const nextAfter = (now: Date) => new Date(now.getTime() + NEXT_AFTER_MINUTES * 60_000)
