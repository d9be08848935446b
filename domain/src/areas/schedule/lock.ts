import { addDays, type Day, daysBetween, hasBegun } from '../../kernel/day.ts'
import type { HalfHour } from '../../kernel/half-hour.ts'

/** A lock can be repeated over this many weeks, its own included. Source: decision "Recurring locks". */
export const MAX_LOCK_WEEKS = 26

const DAYS_PER_WEEK = 7

export type LockRefusal = 'lock_slots_missing' | 'lock_in_past' | 'lock_repeats_too_long'

/** Half-hours to lock on a day, and, when the lock is repeated every week, the last day on which it may fall. */
type LockWanted = { day: Day; halfHours: readonly HalfHour[]; repeatUntil?: Day | null | undefined }

/** Why these half-hours cannot be locked, whatever stands in them. A half-hour that has begun is past. Source: specification §5. */
export function whyNotLock({ day, halfHours, repeatUntil }: LockWanted, now: Date): LockRefusal | undefined {
  if (halfHours.length === 0) return 'lock_slots_missing'
  if (halfHours.some((halfHour) => hasBegun(day, halfHour, now))) return 'lock_in_past'
  if (repeatUntil && daysBetween(day, repeatUntil) >= MAX_LOCK_WEEKS * DAYS_PER_WEEK) return 'lock_repeats_too_long'
  return undefined
}

/** The days on which a lock falls: its own, and the same weekday of each week until `repeatUntil`, itself included. */
export function lockDays({ day, repeatUntil }: Pick<LockWanted, 'day' | 'repeatUntil'>): Day[] {
  const weeks = repeatUntil ? Math.max(0, Math.floor(daysBetween(day, repeatUntil) / DAYS_PER_WEEK)) : 0
  return Array.from({ length: weeks + 1 }, (_, week) => addDays(day, week * DAYS_PER_WEEK))
}

/** Half-hours as spans, each as long as it can be: sorted, without repetitions, `end` exclusive. */
export function spansOf(halfHours: readonly HalfHour[]): { begin: HalfHour; end: HalfHour }[] {
  const spans: { begin: HalfHour; end: HalfHour }[] = []
  for (const halfHour of [...new Set(halfHours)].sort((a, b) => a - b)) {
    const last = spans[spans.length - 1]
    if (last?.end === halfHour) last.end = halfHour + 1
    else spans.push({ begin: halfHour, end: halfHour + 1 })
  }
  return spans
}
