import { type Day, daysBetween } from '../../kernel/day.ts'
import { CONTRACT_STATUS, contractStatusOf } from './contract.ts'

export type AdjustRefusal =
  | 'contract_sessions_held'
  | 'contract_sessions_missing'
  | 'contract_expiry_in_past'
  | 'contract_expired'
  | 'contract_expiry_before_class'

/** What a coach sets a contract to: lesson hours that remain on it, those held for classes among them, and its last day. */
type Setting = { settingSessions: number; expiryDate: Day }

/** A contract with hours held for classes; `lastHeldDay` is the date of the last of them. */
type Adjusted = { heldSessions: number; expiryDate: Day; lastHeldDay: Day | null }

/**
 * Why a contract cannot be set to this; undefined opens a new one, which needs hours. Nothing that is held for a class can be
 * taken away, nor may the contract end before that class. Hours that no class holds need a contract that has not ended.
 * Source: decision "Hours and money"
 */
export function whyNotSet(contract: Adjusted | undefined, setting: Setting, today: Day): AdjustRefusal | undefined {
  const { settingSessions, expiryDate } = setting
  if (!contract) {
    if (settingSessions <= 0) return 'contract_sessions_missing'
    return expiryDate < today ? 'contract_expiry_in_past' : undefined
  }
  if (settingSessions < contract.heldSessions) return 'contract_sessions_held'
  const hasEnded = expiryDate === contract.expiryDate && expiryDate < today
  if (hasEnded && settingSessions > contract.heldSessions) return 'contract_expired'
  if (expiryDate === contract.expiryDate) return undefined
  if (expiryDate < today) return 'contract_expiry_in_past'
  return contract.lastHeldDay !== null && expiryDate < contract.lastHeldDay ? 'contract_expiry_before_class' : undefined
}

/** Below so many available lesson hours, or within so many days of its end, a contract runs out. Source: ux "我的学员". */
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
