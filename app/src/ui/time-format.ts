import {
  type Day,
  dayOf,
  formatDateTime,
  formatDotDay,
  monthDotDay,
  WEEKDAY_NAMES,
  weekdayOf,
} from '@paidang/domain/kernel/day'

const MINUTE_MS = 60_000
const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR

/** Formats a day as 11.22 周日; with the year, 2025.11.22 周六, when it is not the current one. */
export function dayText(day: Day, now: Date): string {
  return `${dateText(day, now)} ${WEEKDAY_NAMES[weekdayOf(day)]}`
}

/** Formats a day without its weekday: 11.22, or 2025.01.05 when the year is not the current one. */
export function dateText(day: Day, now: Date): string {
  return day.slice(0, 4) === dayOf(now).slice(0, 4) ? monthDotDay(day) : formatDotDay(day)
}

/** Formats an instant in Shanghai time as in 11.20 09:36; with the year when it is not the current one. */
export function momentText(instant: Date, now: Date): string {
  return `${dateText(dayOf(instant), now)} ${clockText(instant)}`
}

/** Formats the clock time of an instant in Shanghai, HH:MM. */
export function clockText(instant: Date): string {
  return formatDateTime(instant).slice(11, 16)
}

/**
 * Formats the time from one instant to a later one: 2 天 3 小时, 23 小时 55 分, 26 分钟. A begun minute counts; the result is
 * at least 1 minute.
 */
export function remainingText(from: Date, to: Date): string {
  const minutes = Math.max(1, Math.ceil((to.getTime() - from.getTime()) / MINUTE_MS))
  const days = Math.floor(minutes / MINUTES_PER_DAY)
  const hours = Math.floor((minutes % MINUTES_PER_DAY) / MINUTES_PER_HOUR)
  const rest = minutes % MINUTES_PER_HOUR
  if (days > 0) return hours > 0 ? `${days} 天 ${hours} 小时` : `${days} 天`
  if (hours > 0) return rest > 0 ? `${hours} 小时 ${rest} 分` : `${hours} 小时`
  return `${rest} 分钟`
}

/** Formats the time until a class in whole hours, as in 57 小时; below one hour in minutes. */
export function hoursUntilText(from: Date, to: Date): string {
  const hours = Math.floor((to.getTime() - from.getTime()) / (MINUTES_PER_HOUR * MINUTE_MS))
  return hours >= 1 ? `${hours} 小时` : remainingText(from, to)
}
