import { LOGIN_TRIES, LOGIN_WINDOW_MINUTES } from './session.ts'

/** Wrong passwords, counted together in windows; instants in milliseconds. */
export type Tries = {
  /** Within the present window. */
  failures: number
  windowEndsAt: number
  /** How many windows before this one were used up, each soon after the one before. */
  pauses: number
}

/**
 * How many wrong passwords a window answers, by what is counted. Of one name from one address as few as one person needs; of an
 * address as many as a company's or a carrier's may need, behind which stand many; of a name from everywhere so many that no
 * stranger closes it from one address, and no crowd of addresses guesses on and on. Source: decision record 027
 */
export const TRIES = { pair: LOGIN_TRIES, device: LOGIN_TRIES, own: LOGIN_TRIES, address: 30, name: 60 } as const

/** No window is longer. As long after its end a window that was used up is remembered. */
export const MAX_PAUSE_MINUTES = 1_440

const MINUTE_MS = 60_000

/** How long the window is that begins after so many used up: each twice as long as the last. */
export function windowMinutes(pauses: number): number {
  return Math.min(LOGIN_WINDOW_MINUTES * 2 ** pauses, MAX_PAUSE_MINUTES)
}

/** Whether nothing more is answered before the window ends. */
export function isUsedUp(tries: Tries | undefined, allowed: number, now: number): boolean {
  return tries !== undefined && tries.windowEndsAt > now && tries.failures >= allowed
}

/** The count after one more failure, which begins a window when none runs. */
export function afterFailure(before: Tries | undefined, allowed: number, now: number): Tries {
  if (before && before.windowEndsAt > now) return { ...before, failures: before.failures + 1 }
  const isRemembered = before !== undefined && now < before.windowEndsAt + MAX_PAUSE_MINUTES * MINUTE_MS
  const pauses = isRemembered && before.failures >= allowed ? before.pauses + 1 : 0
  return { failures: 1, windowEndsAt: now + windowMinutes(pauses) * MINUTE_MS, pauses }
}
