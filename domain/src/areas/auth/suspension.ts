import { addDays, type Day, dayOf, instantOf } from '../../kernel/day.ts'

/** How an account stands: in use, suspended by an operator, or closed by its owner. */
export const ACCOUNT_STATES = ['NORMAL', 'SUSPENDED', 'CLOSED'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** When a suspension until a day ends: with that day. @throws RangeError for a text that is no day */
export function endOfSuspension(lastDay: Day): Date {
  return instantOf(addDays(lastDay, 1), 0)
}

/** Why a suspension cannot last until a day; undefined when it can, also for good (null). */
export function whyNotSuspendUntil(lastDay: Day | null, now: Date): 'suspension_day_past' | undefined {
  return lastDay !== null && lastDay < dayOf(now) ? 'suspension_day_past' : undefined
}
