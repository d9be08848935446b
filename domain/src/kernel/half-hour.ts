/** The index of a half-hour in a day: 0 is 00:00–00:30, 47 is 23:30–24:00. As an exclusive end it may also be 48. */
export type HalfHour = number

export const HALF_HOURS_PER_DAY = 48
export const MINUTES_PER_HALF_HOUR = 30

/**
 * First selectable start, 06:00, when a venue has no opening hours. Source: specification §5, decision "Half-hours".
 */
export const DEFAULT_FIRST_START: HalfHour = 12
/**
 * Last selectable start, 22:00. Both ends count, so a day has 33 rows. Source: specification §5, decision "Half-hours".
 */
export const DEFAULT_LAST_START: HalfHour = 44

/**
 * The clock time at which a half-hour begins, HH:MM. 48, the end of the day, is 24:00.
 *
 * @throws RangeError unless it is an integer 0..48
 * Source: specification §4 "Slot indices"
 */
export function timeOf(halfHour: HalfHour): string {
  assertHalfHour(halfHour)
  const hour = String(Math.floor(halfHour / 2)).padStart(2, '0')
  return `${hour}:${halfHour % 2 === 0 ? '00' : '30'}`
}

/**
 * The half-hour that begins at a clock time HH:mm. 24:00 is 48, so that it reverses `timeOf`.
 *
 * @throws RangeError for any text except a full or half hour of the day in two-digit form.
 * Source: specification §4 "Slot indices"
 */
export function halfHourOf(time: string): HalfHour {
  if (!/^(([01]\d|2[0-3]):(00|30)|24:00)$/.test(time)) throw new RangeError(`Not a half-hour of the day: ${time}`)
  return Number(time.slice(0, 2)) * 2 + (time.slice(3) === '30' ? 1 : 0)
}

/**
 * The half-hours from begin to the end, the end excluded. It is empty unless begin is before the end.
 *
 * @throws RangeError unless both are integers 0..48
 */
export function halfHoursBetween(begin: HalfHour, endExclusive: HalfHour): HalfHour[] {
  assertHalfHour(begin)
  assertHalfHour(endExclusive)
  return Array.from({ length: Math.max(0, endExclusive - begin) }, (_, offset) => begin + offset)
}

/**
 * A span of half-hours as text, as in 18:30–20:00. The end is exclusive and joined with an en dash.
 *
 * @throws RangeError unless both are integers 0..48
 */
export function whenOf(begin: HalfHour, endExclusive: HalfHour): string {
  return `${timeOf(begin)}–${timeOf(endExclusive)}`
}

/** Checks a half-hour. @throws RangeError unless it is an integer 0..48 */
export function assertHalfHour(halfHour: HalfHour): void {
  if (!Number.isInteger(halfHour) || halfHour < 0 || halfHour > HALF_HOURS_PER_DAY) {
    throw new RangeError(`Not a half-hour index: ${halfHour}`)
  }
}
