import { LOGIN_TRIES, LOGIN_WINDOW_MINUTES } from './session.ts'

/** Wrong passwords, counted together in windows; instants in milliseconds. */
export type Tries = {
  /** In the current window. */
  failures: number
  windowEndsAt: number
  /** How many windows in succession were used up before this one. */
  pauses: number
}

/**
 * How many wrong passwords one window accepts, by the counted key.
 * One name from one address gets as few as one person needs. An address gets as many as a company or a carrier may
 * need, because many people share it. A name from all addresses gets a limit that one address cannot exhaust. It also
 * stops many addresses from guessing on. Source: decision record 027
 */
export const TRIES = { pair: LOGIN_TRIES, device: LOGIN_TRIES, own: LOGIN_TRIES, address: 30, name: 60 } as const

/** The longest window in minutes. A used-up window is remembered for the same time after its end. */
export const MAX_PAUSE_MINUTES = 1_440

const MINUTE_MS = 60_000

/** The length of the window after this many used-up windows, in minutes. Each is twice as long as the last. */
export function windowMinutes(pauses: number): number {
  return Math.min(LOGIN_WINDOW_MINUTES * 2 ** pauses, MAX_PAUSE_MINUTES)
}

/** Whether all further attempts are refused until the window ends. */
export function isUsedUp(tries: Tries | undefined, allowed: number, now: number): boolean {
  return tries !== undefined && tries.windowEndsAt > now && tries.failures >= allowed
}

/** The count after one more failure. The failure begins a window when none is open. */
export function afterFailure(before: Tries | undefined, allowed: number, now: number): Tries {
  if (before && before.windowEndsAt > now) return { ...before, failures: before.failures + 1 }
  const isRemembered = before !== undefined && now < before.windowEndsAt + MAX_PAUSE_MINUTES * MINUTE_MS
  const pauses = isRemembered && before.failures >= allowed ? before.pauses + 1 : 0
  return { failures: 1, windowEndsAt: now + windowMinutes(pauses) * MINUTE_MS, pauses }
}
