import { setTimeout as sleep } from 'node:timers/promises'

const HALF_HOUR_MS = 30 * 60_000
const MARGIN_MS = 60_000

/**
 * Lets a half-hour begin that would begin within a minute. What is free, to come and over changes then: a journey that reads
 * it behind the screen just before would look for it on the screen just after.
 */
export async function awaitHalfHour(): Promise<void> {
  const left = HALF_HOUR_MS - (Date.now() % HALF_HOUR_MS)
  if (left <= MARGIN_MS) await sleep(left)
}
