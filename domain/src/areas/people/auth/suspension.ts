import { addDays, type Day, dayOf, instantOf } from '../../../kernel/day.ts'

/** The state of an account: in use, suspended by an operator, or closed by its owner. */
export const ACCOUNT_STATES = ['NORMAL', 'SUSPENDED', 'CLOSED'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** The end of a suspension until a day: the end of that day. @throws RangeError for a text that is no day */
export function endOfSuspension(lastDay: Day): Date {
  return instantOf(addDays(lastDay, 1), 0)
}

/** Why a suspension cannot last until a day; undefined when it can. It may also last for good (null). */
export function whyNotSuspendUntil(lastDay: Day | null, now: Date): 'suspension_day_past' | undefined {
  return lastDay !== null && lastDay < dayOf(now) ? 'suspension_day_past' : undefined
}
