import { type Day, daysBetween } from '../../../kernel/day.ts'
import { CONTRACT_STATUS, contractStatusOf } from './contract.ts'

export type AdjustRefusal =
  | 'contract_sessions_held'
  | 'contract_sessions_missing'
  | 'contract_expiry_in_past'
  | 'contract_expired'
  | 'contract_refunded'
  | 'contract_expiry_before_class'

/**
 * The values to which a coach sets a contract. They are the lesson hours that remain on it, including those held for
 * classes, and its last day.
 */
type Setting = { settingSessions: number; expiryDate: Day }

/**
 * A contract with hours held for classes. `lastHeldDay` is the date of the last of these classes. Whose packages were paid
 * back (退课) is not set any more.
 */
type Adjusted = { heldSessions: number; expiryDate: Day; lastHeldDay: Day | null; isRefunded: boolean }

/**
 * Why a contract cannot be set to these values; undefined when it can. Without a contract a new one is opened, which
 * needs hours.
 * Hours held for a class cannot be removed, and the contract cannot end before that class. Hours that no class holds
 * need a contract that has not ended. Source: decision "Hours and money"
 */
export function whyNotSet(contract: Adjusted | undefined, setting: Setting, today: Day): AdjustRefusal | undefined {
  const { settingSessions, expiryDate } = setting
  if (!contract) {
    if (settingSessions <= 0) return 'contract_sessions_missing'
    return expiryDate < today ? 'contract_expiry_in_past' : undefined
  }
  if (contract.isRefunded) return 'contract_refunded'
  if (settingSessions < contract.heldSessions) return 'contract_sessions_held'
  const hasEnded = expiryDate === contract.expiryDate && expiryDate < today
  if (hasEnded && settingSessions > contract.heldSessions) return 'contract_expired'
  if (expiryDate === contract.expiryDate) return undefined
  if (expiryDate < today) return 'contract_expiry_in_past'
  return contract.lastHeldDay !== null && expiryDate < contract.lastHeldDay ? 'contract_expiry_before_class' : undefined
}

/**
 * A contract runs out below this many available lesson hours, or within this many days of its end. Source: ux "我的学员".
 */
export const RUNNING_OUT = { sessions: 2, days: 14 } as const

/** Whether an active contract is about to run out of hours or of time. */
export function isRunningOut(
  contract: { remainingSessions: number; heldSessions: number; expiryDate: Day },
  today: Day,
): boolean {
  if (contractStatusOf(contract, today) !== CONTRACT_STATUS.ACTIVE) return false
  const available = contract.remainingSessions - contract.heldSessions
  return available < RUNNING_OUT.sessions || daysBetween(today, contract.expiryDate) <= RUNNING_OUT.days
}
