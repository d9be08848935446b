/** How often a message is tried at most. Source: decision record 020 */
export const MAX_ATTEMPTS = 8

const FIRST_PAUSE_MS = 60_000
const FACTOR = 4
const LONGEST_PAUSE_MS = 8 * 60 * 60_000
/** How much of a pause chance takes away, so that what failed together does not come back together. */
const JITTER = 0.25

/**
 * How long to wait before a message is tried again, in milliseconds: a minute, then four times as long each time, up to
 * eight hours; all of them together stay below a day.
 *
 * @param attempts how often it was tried, from 1
 * @param chance from 0 up to, not including, 1
 * @returns undefined when it was tried often enough
 */
export function pauseAfter(attempts: number, chance: number): number | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined
  const pause = Math.min(FIRST_PAUSE_MS * FACTOR ** (attempts - 1), LONGEST_PAUSE_MS)
  return Math.round(pause * (1 - JITTER * chance))
}
