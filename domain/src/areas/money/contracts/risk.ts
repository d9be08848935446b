import { addDays, type Day } from '../../../kernel/day.ts'
import { RUNNING_OUT } from './adjust.ts'
import { CONTRACT_STATUS, contractStatusOf } from './contract.ts'

/** Why a company may lose a student: absence, few lesson hours left, or the end of the contract. */
export const STUDENT_RISKS = ['AWAY', 'HOURS', 'EXPIRY'] as const
export type StudentRisk = (typeof STUDENT_RISKS)[number]

/** The names of the risks that the company reads. */
export const STUDENT_RISK_NAMES: Record<StudentRisk, string> = {
  AWAY: '30天没上课',
  HOURS: '课时将尽',
  EXPIRY: '合同将到期',
}

/** The thresholds in days: without a class, and before the end of a contract. */
export const RISK_DAYS = { away: 30, expiry: 30 } as const

/** A contract with its student's last class in the company. Days are yyyy-mm-dd. */
type Watched = {
  remainingSessions: number
  heldSessions: number
  expiryDate: Day
  signedOn: Day
  lastClassDay: Day | null
}

/**
 * The risks of an active contract on a day. Any other contract has none. A student who signed within the last days and
 * has not begun is not away.
 */
export function risksOf(contract: Watched, today: Day): StudentRisk[] {
  if (contractStatusOf(contract, today) !== CONTRACT_STATUS.ACTIVE) return []
  const since = awaySince(today)
  const { remainingSessions, heldSessions, expiryDate, signedOn, lastClassDay } = contract
  const holds: Record<StudentRisk, boolean> = {
    AWAY: signedOn < since && (lastClassDay === null || lastClassDay < since),
    HOURS: remainingSessions - heldSessions < RUNNING_OUT.sessions,
    EXPIRY: expiryDate <= addDays(today, RISK_DAYS.expiry),
  }
  return STUDENT_RISKS.filter((risk) => holds[risk])
}

/** The first of the checked days. A student without a class since then is away. */
export function awaySince(today: Day): Day {
  return addDays(today, 1 - RISK_DAYS.away)
}
