/** The most attempts to send a message. Source: decision record 020 */
export const MAX_ATTEMPTS = 8

const FIRST_PAUSE_MS = 60_000
const FACTOR = 4
const LONGEST_PAUSE_MS = 8 * 60 * 60_000
/** The largest part of a pause that chance removes, so that messages that failed together are not retried together. */
const JITTER = 0.25

/**
 * How long to wait before a message is tried again, in milliseconds. The pause is a minute, then four times as long
 * each time, up to eight hours. All pauses together are shorter than a day.
 *
 * @param attempts how often it was tried, from 1
 * @param chance from 0 to 1, 1 excluded
 * @returns undefined when no attempts are left
 */
export function pauseAfter(attempts: number, chance: number): number | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined
  const pause = Math.min(FIRST_PAUSE_MS * FACTOR ** (attempts - 1), LONGEST_PAUSE_MS)
  return Math.round(pause * (1 - JITTER * chance))
}
