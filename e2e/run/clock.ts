/** The clock of the product under test, which the journeys and their browsers share. */

/** A Wednesday morning in Shanghai. JOURNEY_CLOCK names another instant to come, in ISO 8601 with its offset. */
const DEFAULT_START = '2031-05-14T10:00:00+08:00'
const MINUTE_MS = 60_000

let aheadMs = 0

/** What time it is for the product that this process started last. */
export function now(): Date {
  return new Date(Date.now() + aheadMs)
}

/** How far the product's clock runs ahead of this machine's, in milliseconds. */
export function clockAheadMs(): number {
  return aheadMs
}

/** The instant at which every file of journeys begins, less than a minute early. */
export function journeyStart(): Date {
  const text = process.env.JOURNEY_CLOCK ?? DEFAULT_START
  const start = new Date(text)
  if (!/(Z|[+-]\d\d:\d\d)$/.test(text) || !(start.getTime() > Date.now())) {
    throw new Error(`JOURNEY_CLOCK must be an instant to come, in ISO 8601 with its offset: ${text}`)
  }
  return start
}

/**
 * Moves the clock of this process to an instant, or at most a minute beyond it: a server's clock is set in minutes.
 *
 * @returns how many minutes the clock runs ahead of this machine's; 0 where the instant is past
 */
export function moveClock(instant: Date): number {
  const minutes = Math.max(0, Math.ceil((instant.getTime() - Date.now()) / MINUTE_MS))
  aheadMs = minutes * MINUTE_MS
  return minutes
}

/** The instant so many minutes after another. */
export function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS)
}
