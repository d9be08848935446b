import { addDays, dayOf, halfHourOfInstant, instantOf } from '../../kernel/day.ts'
import type { HalfHour } from '../../kernel/half-hour.ts'

/** When a shop is open: half-hours of any day, end exclusive. */
export type Opening = { openFrom: HalfHour; openTo: HalfHour }

/** How long a shop takes for a racket, in hours from its work's beginning. */
export type Turnaround = Opening & { turnaroundHours: number }

const MS_PER_HOUR = 3_600_000

/** How many days ahead somebody may wish, or be promised, his racket. */
export const MAX_DAYS_AHEAD = 60

/** Whether the shop is open at this moment. */
export function isOpen({ openFrom, openTo }: Opening, now: Date): boolean {
  const halfHour = halfHourOfInstant(now)
  return openFrom <= halfHour && halfHour < openTo
}

/**
 * The earliest moment at which a racket handed in now can be fetched: what is handed in while the shop is closed waits for it
 * to open, and what is ready then is fetched once it opens again.
 */
export function earliestReady(now: Date, { turnaroundHours, ...opening }: Turnaround): Date {
  const begun = whenOpen(opening, now)
  return whenOpen(opening, new Date(begun.getTime() + turnaroundHours * MS_PER_HOUR))
}

/**
 * Whether a shop can have a racket ready at a time that somebody wishes: while it is open, and not before the half-hour in
 * which it can be ready, since a form is filled in for a while.
 */
export function isDueTime(dueAt: Date, now: Date, shop: Turnaround): boolean {
  const earliest = earliestReady(now, shop)
  const from = instantOf(dayOf(earliest), halfHourOfInstant(earliest))
  return from <= dueAt && isOpen(shop, dueAt) && isWithinReach(dueAt, now)
}

/** Whether a moment lies neither behind nor so far ahead that nobody means it. */
export function isWithinReach(instant: Date, now: Date): boolean {
  return now <= instant && instant <= instantOf(addDays(dayOf(now), MAX_DAYS_AHEAD + 1), 0)
}

/** That moment, or the next at which the shop opens. */
function whenOpen(opening: Opening, instant: Date): Date {
  if (isOpen(opening, instant)) return instant
  const day = dayOf(instant)
  return instantOf(halfHourOfInstant(instant) < opening.openFrom ? day : addDays(day, 1), opening.openFrom)
}
