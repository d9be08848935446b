import { addDays, type Day, daysBetween, firstOfMonth, type Weekday, weekdayOf } from '../../../kernel/day.ts'
import { type HalfHour, halfHoursBetween } from '../../../kernel/half-hour.ts'

/** The days that figures cover, both included. */
export type Period = { from: Day; until: Day }

/** The most days that one period may cover: a leap year. */
const MAX_PERIOD_DAYS = 366

/** Why a period has no figures. */
export function whyNotPeriod({ from, until }: Period): 'period_invalid' | undefined {
  const days = daysBetween(from, until) + 1
  return days < 1 || days > MAX_PERIOD_DAYS ? 'period_invalid' : undefined
}

/** The month so far: the default period of figures. */
export function monthSoFar(today: Day): Period {
  return { from: firstOfMonth(today), until: today }
}

/**
 * The period to compare with. A period that begins a month and ends within it is compared with the same days of the
 * month before. A whole month is compared with the whole month before. Any other is compared with as many days right
 * before it.
 */
export function periodBefore({ from, until }: Period): Period {
  const isOfOneMonth = from === firstOfMonth(until)
  if (!isOfOneMonth) {
    const days = daysBetween(from, until) + 1
    return { from: addDays(from, -days), until: addDays(from, -1) }
  }
  const last = addDays(from, -1)
  const first = firstOfMonth(last)
  const isWhole = firstOfMonth(addDays(until, 1)) !== from
  const sameDay = addDays(first, daysBetween(from, until))
  return { from: first, until: isWhole || sameDay > last ? last : sameDay }
}

/** The attendance counts of the seats of held classes. A seat without a mark counts as present. */
type AttendanceCounts = { present: number; late: number; absent: number; leave: number }

/** The share of seats whose players came, late or not, from 0 to 1. Undefined without seats. */
export function attendanceRateOf({ present, late, absent, leave }: AttendanceCounts): number | undefined {
  return shareOf(present + late, present + late + absent + leave)
}

/** The relative change: 0.25 is a quarter more. Undefined when the earlier value is 0. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / Math.abs(before)
}

/** The share of a part in a whole, from 0 to 1. Undefined when the whole is 0. */
export function shareOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}

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
