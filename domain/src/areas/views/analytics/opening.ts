import { addDays, daysBetween, type Weekday, weekdayOf } from '../../../kernel/day.ts'
import { type HalfHour, halfHoursBetween } from '../../../kernel/half-hour.ts'
import type { Period } from './period.ts'

const DAYS_PER_WEEK = 7
const HALF_HOURS_PER_HOUR = 2

/**
 * The number of courts or coaches that can be booked on every day. They are bookable from the first to the last start,
 * both included.
 */
export type Opening = { firstStart: HalfHour; lastStart: HalfHour; count: number }

/** The half-hours of a period in one hour of a weekday. `hour` is 0 to 23. */
export type HourOfWeek = { weekday: Weekday; hour: number; halfHours: number }

/** The number of days of a period for each weekday, indexed by weekday. */
export function weekdaysOf({ from, until }: Period): number[] {
  const days = daysBetween(from, until) + 1
  const weeks = Math.floor(days / DAYS_PER_WEEK)
  const counts = Array.from({ length: DAYS_PER_WEEK }, () => weeks)
  for (let day = weeks * DAYS_PER_WEEK; day < days; day++) {
    const weekday = weekdayOf(addDays(from, day))
    counts[weekday] = (counts[weekday] ?? 0) + 1
  }
  return counts
}

/** The bookable half-hours of a period by weekday and hour. Hours without any are left out. */
export function openHours(period: Period, openings: readonly Opening[]): HourOfWeek[] {
  const ofADay = new Map<number, number>()
  for (const { firstStart, lastStart, count } of openings) {
    for (const halfHour of halfHoursBetween(firstStart, lastStart + 1)) {
      const hour = Math.floor(halfHour / HALF_HOURS_PER_HOUR)
      ofADay.set(hour, (ofADay.get(hour) ?? 0) + count)
    }
  }
  return weekdaysOf(period).flatMap((days, weekday) =>
    [...ofADay]
      .map(([hour, halfHours]) => ({ weekday: weekday as Weekday, hour, halfHours: halfHours * days }))
      .filter(({ halfHours }) => halfHours > 0)
      .sort((one, other) => one.hour - other.hour),
  )
}
