const HOUR_MS = 3_600_000

/**
 * Within this many hours before the start nobody changes what others have agreed to. Source: decision records 024, 025
 */
const LAST_CHANGE_HOURS = 2

/** A game or class that is changed now begins later than this. */
export const startsAfterChange = (now: Date): Date => new Date(now.getTime() + LAST_CHANGE_HOURS * HOUR_MS)

/** Whether it is too late to change a game, or to move a class, with this start. */
export function isTooLateToChange(startsAt: Date, now: Date): boolean {
  return startsAt <= startsAfterChange(now)
}
