import { addDays, dayOf, halfHourOfInstant, instantOf } from '../../../kernel/day.ts'
import type { HalfHour } from '../../../kernel/half-hour.ts'

/** The opening hours of a shop: half-hours of any day, end exclusive. */
export type Opening = { openFrom: HalfHour; openTo: HalfHour }

/** How many hours a shop needs for a racket, from the start of work. */
export type Turnaround = Opening & { turnaroundHours: number }

const MS_PER_HOUR = 3_600_000

/** How many days ahead a racket's time may be requested or announced. */
export const MAX_DAYS_AHEAD = 60

/** Whether the shop is open at this moment. */
export function isOpen({ openFrom, openTo }: Opening, now: Date): boolean {
  const halfHour = halfHourOfInstant(now)
  return openFrom <= halfHour && halfHour < openTo
}

/**
 * The earliest moment at which a racket handed in now can be collected. A racket handed in while the shop is closed
 * waits for the opening. A racket that is ready while the shop is closed is collected after the next opening.
 */
export function earliestReady(now: Date, { turnaroundHours, ...opening }: Turnaround): Date {
  const begun = whenOpen(opening, now)
  return whenOpen(opening, new Date(begun.getTime() + turnaroundHours * MS_PER_HOUR))
}

/**
 * Whether a shop can have a racket ready at a requested time. The time must be in the opening hours. It must not be
 * before the half-hour in which the racket can be ready. Whole half-hours count, because filling in a form takes time.
 */
export function isDueTime(dueAt: Date, now: Date, shop: Turnaround): boolean {
  const earliest = earliestReady(now, shop)
  const from = instantOf(dayOf(earliest), halfHourOfInstant(earliest))
  return from <= dueAt && isOpen(shop, dueAt) && isWithinReach(dueAt, now)
}

/** Whether a moment is not past and not too far ahead. */
export function isWithinReach(instant: Date, now: Date): boolean {
  return now <= instant && instant <= instantOf(addDays(dayOf(now), MAX_DAYS_AHEAD + 1), 0)
}

/** That moment if the shop is open, else its next opening. */
function whenOpen(opening: Opening, instant: Date): Date {
  if (isOpen(opening, instant)) return instant
  const day = dayOf(instant)
  return instantOf(halfHourOfInstant(instant) < opening.openFrom ? day : addDays(day, 1), opening.openFrom)
}
