import { addDays, type Day, dayOf, daysBetween } from '../../../kernel/day.ts'
import { halfwayBetween } from '../../../kernel/night.ts'

/** Why a coach does not teach their students: LEFT the company, STOPPED by the platform, or AWAY for some days. */
export const LEAVE_CAUSES = ['LEFT', 'STOPPED', 'AWAY'] as const
export type LeaveCause = (typeof LEAVE_CAUSES)[number]

/** Why a coach is away, as students read it. */
export const AWAY_REASON_NAMES = {
  INJURY: '受伤',
  ILLNESS: '生病',
  MATCH: '比赛',
  TRAVEL: '出差',
  FAMILY: '家事',
  OTHER: '个人安排',
} as const
export type AwayReason = keyof typeof AWAY_REASON_NAMES
export const AWAY_REASONS = Object.keys(AWAY_REASON_NAMES) as AwayReason[]

/** Why nothing is agreed to in a class whose coach has left its company, as its coach or anybody else reads it. */
export const leftCompanyText = (isOwn: boolean): string =>
  isOwn ? '您已离开这家公司，这节课由学员另选教练或取消' : '教练已离开这家公司，请另选教练或取消'

export const LEAVE_CASE_STATES = [
  'OPEN',
  'WAITING',
  'CHANGED',
  'REFUND_ASKED',
  'RETURNED',
  'ENDED',
  'REPLACED',
] as const
export type LeaveCaseState = (typeof LEAVE_CASE_STATES)[number]

/** The states in which a case still stands; a student has one such case about a coach and a company. */
export const STANDING_CASE_STATES = ['OPEN', 'WAITING'] as const satisfies readonly LeaveCaseState[]

type Step = { by: 'STUDENT' | 'ADMIN' | 'CLOCK'; from: readonly LeaveCaseState[]; to: LeaveCaseState | null }

/**
 * Every step of a case: who takes it, from where, and where it leads; null leaves the state. Who did not answer, or
 * asked for money, may still take another coach.
 */
export const LEAVE_CASE_STEPS = {
  CHANGE: { by: 'STUDENT', from: ['OPEN', 'WAITING', 'REFUND_ASKED', 'ENDED'], to: 'CHANGED' },
  WAIT: { by: 'STUDENT', from: ['OPEN'], to: 'WAITING' },
  REFUND: { by: 'STUDENT', from: ['OPEN', 'WAITING', 'ENDED'], to: 'REFUND_ASKED' },
  PROPOSE: { by: 'ADMIN', from: ['OPEN', 'WAITING', 'REFUND_ASKED', 'ENDED'], to: null },
  RETURN: { by: 'CLOCK', from: ['OPEN', 'WAITING'], to: 'RETURNED' },
  END: { by: 'CLOCK', from: ['OPEN'], to: 'ENDED' },
  REPLACE: { by: 'CLOCK', from: ['OPEN', 'WAITING'], to: 'REPLACED' },
} as const satisfies Record<string, Step>
export type LeaveCaseStep = keyof typeof LEAVE_CASE_STEPS

/** A case, and whether its coach teaches again. */
type StepOf = { state: LeaveCaseState; cause: LeaveCause; isBack?: boolean }

/** Why a step cannot be taken now; undefined if it can. Only for a coach who is away their students wait. */
export function leaveStepFault(step: LeaveCaseStep, { state, cause, isBack = false }: StepOf) {
  const { from }: Step = LEAVE_CASE_STEPS[step]
  if (isBack && from.includes(state)) return 'leave_coach_back' as const
  if (step === 'WAIT' && cause !== 'AWAY') return 'leave_coach_not_back' as const
  if (from.includes(state)) return undefined
  if (state === 'RETURNED') return 'leave_coach_back' as const
  return state === 'ENDED' || state === 'REPLACED' ? ('leave_case_over' as const) : ('leave_case_settled' as const)
}

export const MAX_AWAY_DAYS = 60
/** How far ahead an absence may end. */
const AWAY_AHEAD_DAYS = 180

/** Why a coach cannot be away on these days, both included; undefined if they can. */
export function awayFault({ firstDay, lastDay }: { firstDay: Day; lastDay: Day }, today: Day) {
  if (firstDay < today) return 'away_in_past' as const
  if (lastDay < firstDay) return 'away_days_reversed' as const
  const isLong = daysBetween(firstDay, lastDay) >= MAX_AWAY_DAYS || daysBetween(today, lastDay) > AWAY_AHEAD_DAYS
  return isLong ? ('away_too_long' as const) : undefined
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ENDS_AFTER_MS = 14 * DAY_MS
const REMINDED_AFTER_MS = 3 * DAY_MS

/**
 * When a class that nobody decided about is called off: a day before it begins. Who was told late has two hours, as far
 * as the start allows.
 */
export function callOffAt(startsAt: Date, openedAt: Date): Date {
  const usual = Math.max(startsAt.getTime() - DAY_MS, openedAt.getTime() + 2 * HOUR_MS)
  return new Date(Math.min(usual, startsAt.getTime()))
}

/** When an undecided case ends. */
export function caseEndsAt(openedAt: Date): Date {
  return new Date(openedAt.getTime() + ENDS_AFTER_MS)
}

/** When the clock looks at a case next: its next class is called off, or it ends. */
export function caseDueAt(openedAt: Date, starts: readonly Date[]): Date {
  const times = [caseEndsAt(openedAt), ...starts.map((startsAt) => callOffAt(startsAt, openedAt))]
  return new Date(Math.min(...times.map((at) => at.getTime())))
}

/** When who has not answered is reminded, once: after three days, or half of the time until something happens. */
export function caseRemindAt(openedAt: Date, dueAt: Date): Date {
  const later = new Date(openedAt.getTime() + REMINDED_AFTER_MS)
  const half = halfwayBetween(openedAt, dueAt)
  return half < later ? half : later
}

/** The last day on which a coach was away. Who came back early was not away on the day of coming back. */
export function lastAwayDay({ lastDay }: { lastDay: Day }, endedAt: Date): Day {
  const before = addDays(dayOf(endedAt), -1)
  return before < lastDay ? before : lastDay
}

/**
 * By how many days a contract is extended for an absence: those on which it could not be used, at most the cap of its
 * company. Source: decision record 066
 */
export function awayDaysOf(
  { firstDay, lastDay }: { firstDay: Day; lastDay: Day },
  { signedOn, expiryDate, capDays }: { signedOn: Day; expiryDate: Day; capDays: number },
): number {
  const from = firstDay > signedOn ? firstDay : signedOn
  if (expiryDate < from || lastDay < from) return 0
  return Math.min(capDays, daysBetween(from, lastDay) + 1)
}

/** The states of a case in which an absence extends its contracts: their student did not take another coach. */
export const EXTENDED_CASE_STATES = [
  'OPEN',
  'WAITING',
  'RETURNED',
  'ENDED',
] as const satisfies readonly LeaveCaseState[]

export const MAX_EXTEND_DAYS = 180
