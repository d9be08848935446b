import { ApiError } from '@paidang/api/catalogue/errors'
import { expiryAfterGrant, whyNotGrant } from '@paidang/domain/areas/money/contracts/contract'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { lockContractsOfSeats } from './holds.ts'
import { type ContractKey, insertContract, moveHours, updateExpiry } from './ledger.ts'

/**
 * Hours that a coach grants a student for a class. Days are yyyy-mm-dd. `sessions` and `consumedSessions` are lesson
 * hours.
 */
type HoursGranted = ContractKey & {
  /** The contract to top up. Without one a new contract is opened. */
  contractId: string | undefined
  coachId: string
  sessions: number
  expiryDate: string
  /** The coach has checked whose the unverified phone number of the student is. */
  isPhoneChecked: boolean
  forClass: { invitationId: string; courseDate: string; consumedSessions: number }
  reason: string
  now: Date
}

/** A contract's balance and expiry, if it has this player, course and company. Undefined otherwise. */
async function findContractOf(
  db: Database,
  contractId: string,
  { userId, courseId, companyId }: ContractKey,
): Promise<
  { remainingSessions: number; heldSessions: number; expiryDate: string; refundedAt: Date | null } | undefined
> {
  const { remainingSessions, heldSessions, expiryDate, refundedAt } = contracts
  const [row] = await db
    .select({ remainingSessions, heldSessions, expiryDate, refundedAt })
    .from(contracts)
    .where(
      and(
        eq(contracts.id, contractId),
        eq(contracts.userId, userId),
        eq(contracts.courseId, courseId),
        eq(contracts.companyId, companyId),
      ),
    )
  return row
}

/** The players among these who typed a phone number that WeChat has not verified. */
export async function listPhoneUnverified(db: Database, playerIds: readonly string[]): Promise<string[]> {
  const isTyped = and(inArray(users.id, [...playerIds]), isNotNull(users.phone), eq(users.phoneVerified, false))
  return (await db.select({ id: users.id }).from(users).where(isTyped)).map(({ id }) => id)
}

/**
 * Opens or tops up a contract, so that it can pay the class. A topped-up contract lasts until the later of both days.
 * All contracts of the student for the course stay locked by id, for the hold that may follow.
 *
 * @returns the last day of the contract
 * @throws ApiError contract_not_found (a contract of another person, course or company); contract_refunded; contract_phone_unchecked; any
 *   GrantRefusal.
 * Source: decision "The life of a class invitation", contract; decision "Hours and money"
 */
export async function grantHours(
  tx: Database,
  { contractId, coachId, sessions, expiryDate, isPhoneChecked, forClass, reason, now, ...key }: HoursGranted,
): Promise<{ expiryDate: string }> {
  await lockContractsOfSeats(tx, { userIds: [key.userId], courseId: key.courseId })
  const contract = contractId === undefined ? undefined : await findContractOf(tx, contractId, key)
  if (contractId !== undefined && !contract) throw new ApiError('contract_not_found')
  if (contract?.refundedAt) throw new ApiError('contract_refunded')
  const refusal = whyNotGrant(contract, { sessions, expiryDate }, forClass)
  if (refusal) throw new ApiError(refusal)
  if (!isPhoneChecked && (await listPhoneUnverified(tx, [key.userId])).length > 0) {
    throw new ApiError('contract_phone_unchecked')
  }

  const { invitationId } = forClass
  const lastsUntil = expiryAfterGrant(contract, { expiryDate })
  if (contractId === undefined) {
    await insertContract(tx, { ...key, coachId, sessions, expiryDate, invitationId, actorId: coachId, reason, now })
    return { expiryDate: lastsUntil }
  }
  const grant = { contractId, kind: 'GRANT' as const, remainingChange: sessions, heldChange: 0, reason, now }
  if (!(await moveHours(tx, { ...grant, invitationId, seatUserId: null, round: null, actorId: coachId }))) {
    throw new Error(`contract ${contractId} refused the hours granted on it`)
  }
  await updateExpiry(tx, contractId, lastsUntil)
  return { expiryDate: lastsUntil }
}
