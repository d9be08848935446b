import { addDays, type Day, dayOf, daysBetween, hasBegun } from '../../../kernel/day.ts'
import type { HalfHour } from '../../../kernel/half-hour.ts'

/** The most weeks of a repeated lock, its own included. Source: decision "Recurring locks". */
export const MAX_LOCK_WEEKS = 26

const DAYS_PER_WEEK = 7

/** How many days ahead a lock can begin. A year leaves room to continue one that repeats. */
export const LOCK_AHEAD_DAYS = 365

export type LockRefusal = 'lock_slots_missing' | 'lock_in_past' | 'lock_too_far' | 'lock_repeats_too_long'

/** Half-hours to lock on a day. For a lock repeated every week it includes the last possible day. */
type LockInput = { day: Day; halfHours: readonly HalfHour[]; repeatUntil?: Day | null | undefined }

/**
 * Why these half-hours cannot be locked, regardless of their content; undefined when they can. A half-hour that has
 * begun is past. Source: specification §5.
 */
export function whyNotLock({ day, halfHours, repeatUntil }: LockInput, now: Date): LockRefusal | undefined {
  if (halfHours.length === 0) return 'lock_slots_missing'
  if (halfHours.some((halfHour) => hasBegun(day, halfHour, now))) return 'lock_in_past'
  if (daysBetween(dayOf(now), day) > LOCK_AHEAD_DAYS) return 'lock_too_far'
  if (repeatUntil && daysBetween(day, repeatUntil) >= MAX_LOCK_WEEKS * DAYS_PER_WEEK) return 'lock_repeats_too_long'
  return undefined
}

/** The days of a lock: its own, and the same weekday of each week until `repeatUntil`, itself included. */
export function lockDays({ day, repeatUntil }: Pick<LockInput, 'day' | 'repeatUntil'>): Day[] {
  const weeks = repeatUntil ? Math.max(0, Math.floor(daysBetween(day, repeatUntil) / DAYS_PER_WEEK)) : 0
  return Array.from({ length: weeks + 1 }, (_, week) => addDays(day, week * DAYS_PER_WEEK))
}

/** Half-hours as spans, each as long as possible: sorted, without repetitions, `end` exclusive. */
export function spansOf(halfHours: readonly HalfHour[]): { begin: HalfHour; end: HalfHour }[] {
  const spans: { begin: HalfHour; end: HalfHour }[] = []
  for (const halfHour of [...new Set(halfHours)].sort((a, b) => a - b)) {
    const last = spans[spans.length - 1]
    if (last?.end === halfHour) last.end = halfHour + 1
    else spans.push({ begin: halfHour, end: halfHour + 1 })
  }
  return spans
}
