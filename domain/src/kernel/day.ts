import { assertHalfHour, type HalfHour, MINUTES_PER_HALF_HOUR } from './half-hour.ts'

/** A calendar date in Shanghai, yyyy-mm-dd. */
export type Day = string

/** A day of the week. 0 is Sunday. Source: specification §3 "Usual course". */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** The names of weekdays, indexed by weekday. Source: specification §9. */
export const WEEKDAY_NAMES = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const

/** The length of the date window: today plus 13 days. Source: specification §9. */
export const DATE_WINDOW_DAYS = 14

/** One entry of the date list. fullDate is yyyy/mm/dd, displayDate m.d. Source: specification §3 "Date list". */
export type DateListItem = { fullDate: string; displayDate: string; weekday: string; isSelected: boolean }

const MS_PER_HOUR = 60 * 60 * 1000
const MS_PER_DAY = 24 * MS_PER_HOUR
const MS_PER_HALF_HOUR = MINUTES_PER_HALF_HOUR * 60 * 1000
/**
 * China has used one zone without summer time since 1991, so a fixed offset is exact. Source: decision "Half-hours".
 */
const SHANGHAI_OFFSET_MS = 8 * MS_PER_HOUR

/** Whether the text is a real calendar date yyyy-mm-dd in the years 2000 to 2099. */
export function isDay(text: string): boolean {
  return text.slice(0, 2) === '20' && utcMidnightIfReal(text) !== undefined
}

/**
 * The Shanghai calendar date at an instant.
 *
 * @throws RangeError for an invalid Date
 */
export function dayOf(instant: Date): Day {
  return utcDateText(shanghaiMs(instant))
}

/**
 * The half-hour, 0..47, that contains an instant in Shanghai.
 *
 * @throws RangeError for an invalid Date
 */
export function halfHourOfInstant(instant: Date): HalfHour {
  const sinceMidnight = ((shanghaiMs(instant) % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY
  return Math.floor(sinceMidnight / MS_PER_HALF_HOUR)
}

/**
 * The instant at which a half-hour of a day begins in Shanghai; 48 is the end of the day.
 *
 * @throws RangeError for a text that is no day, or an index outside 0..48
 */
export function instantOf(day: Day, halfHour: HalfHour): Date {
  assertHalfHour(halfHour)
  return new Date(utcMidnightOf(day) - SHANGHAI_OFFSET_MS + halfHour * MS_PER_HALF_HOUR)
}

/**
 * Whether a half-hour has begun. From that moment it is past, and nobody can book or lock it. @throws as `instantOf`
 */
export function hasBegun(day: Day, halfHour: HalfHour, now: Date): boolean {
  return instantOf(day, halfHour).getTime() <= now.getTime()
}

/** The day n days later, or earlier when n is negative. @throws RangeError for a text that is no day */
export function addDays(day: Day, n: number): Day {
  return utcDateText(utcMidnightOf(day) + n * MS_PER_DAY)
}

/** The first day of a day's month, or of the n-th month before it. @throws RangeError for a text that is no day */
export function firstOfMonth(day: Day, monthsBefore = 0): Day {
  const midnight = new Date(utcMidnightOf(day))
  return utcDateText(Date.UTC(midnight.getUTCFullYear(), midnight.getUTCMonth() - monthsBefore, 1))
}

/** How many days `to` lies after `from`; negative when before. @throws RangeError for a text that is no day */
export function daysBetween(from: Day, to: Day): number {
  return (utcMidnightOf(to) - utcMidnightOf(from)) / MS_PER_DAY
}

/** The weekday of a day, 0 (Sunday) to 6. @throws RangeError for a text that is no day */
export function weekdayOf(day: Day): Weekday {
  return new Date(utcMidnightOf(day)).getUTCDay() as Weekday
}

/** The slash form, yyyy/mm/dd. @throws RangeError for a text that is no day. Source: specification §9. */
export function formatSlashDay(day: Day): string {
  return utcDateText(utcMidnightOf(day)).split('-').join('/')
}

/** The display form, yyyy.mm.dd. @throws RangeError for a text that is no day */
export function formatDotDay(day: Day): string {
  return utcDateText(utcMidnightOf(day)).split('-').join('.')
}

/**
 * The same day of the next year. A 29 February becomes the day before 1 March when that year has none. @throws
 * RangeError for a text that is no day
 */
export function oneYearAfter(day: Day): Day {
  const next = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
  return utcMidnightIfReal(next) === undefined ? addDays(day, 365) : next
}

/** The day in hyphen form, from either form. @throws RangeError for any other text. Source: specification §9. */
export function toIsoDay(text: string): Day {
  const day = /^\d{4}\/\d{2}\/\d{2}$/.test(text) ? text.split('/').join('-') : text
  utcMidnightOf(day)
  return day
}

/** Month and day without leading zeros, as in 1.5 for 5 January. @throws RangeError for a text that is no day */
export function monthDotDay(day: Day): string {
  const midnight = new Date(utcMidnightOf(day))
  return `${midnight.getUTCMonth() + 1}.${midnight.getUTCDate()}`
}

/** Month, day and weekday, as in 11.22 周日. @throws RangeError for a text that is no day */
export function dateAndWeekday(day: Day): string {
  return `${monthDotDay(day)} ${WEEKDAY_NAMES[weekdayOf(day)]}`
}

/**
 * The 14 days from today, one of them selected. It is the first unless another is named. None is selected when the
 * named day is outside.
 *
 * @throws RangeError when today is no day.
 * Source: specification §3 "Date list", §4 "Booking flow"
 */
export function dateWindow(today: Day, selected: Day = today): DateListItem[] {
  return Array.from({ length: DATE_WINDOW_DAYS }, (_, offset) => {
    const day = addDays(today, offset)
    return {
      fullDate: formatSlashDay(day),
      displayDate: monthDotDay(day),
      weekday: WEEKDAY_NAMES[weekdayOf(day)],
      isSelected: day === selected,
    }
  })
}

/**
 * The date and time in Shanghai, YYYY-MM-DD HH:mm:ss. @throws RangeError for an invalid Date. Source: specification §9.
 */
export function formatDateTime(instant: Date): string {
  const shifted = new Date(shanghaiMs(instant))
  const time = [shifted.getUTCHours(), shifted.getUTCMinutes(), shifted.getUTCSeconds()].map((part) => padded(part, 2))
  return `${dayOf(instant)} ${time.join(':')}`
}

/** The instant's milliseconds moved by the offset, so that UTC getters and remainders give Shanghai values. */
function shanghaiMs(instant: Date): number {
  const ms = instant.getTime()
  if (Number.isNaN(ms)) throw new RangeError('Not an instant: Invalid Date')
  return ms + SHANGHAI_OFFSET_MS
}

function utcMidnightOf(day: Day): number {
  const midnight = utcMidnightIfReal(day)
  if (midnight === undefined) throw new RangeError(`Not a day: ${day}`)
  return midnight
}

/** Date.UTC silently converts 02-30 to a day in March. Only a date that reads back the same is real. */
function utcMidnightIfReal(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const [year, month, date] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  const midnight = new Date(Date.UTC(year, month - 1, date))
  const isReal =
    midnight.getUTCFullYear() === year && midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === date
  return isReal ? midnight.getTime() : undefined
}

function utcDateText(ms: number): string {
  const date = new Date(ms)
  return `${padded(date.getUTCFullYear(), 4)}-${padded(date.getUTCMonth() + 1, 2)}-${padded(date.getUTCDate(), 2)}`
}

function padded(part: number, width: number): string {
  return String(part).padStart(width, '0')
}
