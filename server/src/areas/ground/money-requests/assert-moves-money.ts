import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotMoveMoney } from '@paidang/domain/areas/people/auth/staff-account'
import { type WaitingRequest, whyNotDecide } from '@paidang/domain/kernel/money-request'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { readPasswordGiven } from '../audit-log/audit-log.ts'

/** A staff member who requests or decides a movement of money. */
export type MoneyMover = Pick<StaffUser, 'id' | 'isPasswordGiven'>

/**
 * Asserts that a staff member may request a movement of money, with a reason.
 *
 * @returns the reason to store
 * @throws ApiError staff_password_given, money_request_reason_missing
 */
export function assertMayAsk(actor: MoneyMover, reason: string): string {
  const refusal = whyNotMoveMoney(actor)
  if (refusal) throw new ApiError(refusal)
  if (reason.trim() === '') throw new ApiError('money_request_reason_missing')
  return reason.trim()
}

/**
 * Asserts that a staff member may decide a request as the second of the two people who move money. Leads decide. The call
 * may have waited for what it locks, so the account is read, and kept, as it is now.
 *
 * @param request locked
 * @throws ApiError staff_password_given, money_request_own, money_request_ended, money_request_one_hand, action_forbidden
 * Source: decision record 021
 */
export async function assertMayDecide(
  tx: Database,
  request: WaitingRequest & { createdAt: Date },
  actor: MoneyMover,
): Promise<void> {
  const { isLead, disabledAt } = staff
  const [own] = await tx.select({ isLead, disabledAt }).from(staff).where(eq(staff.id, actor.id)).for('share')
  if (!own?.isLead || own.disabledAt !== null) throw new ApiError('action_forbidden')
  const passwordGivenAt = await readPasswordGiven(tx, [actor.id, request.requestedBy])
  const refusal = whyNotMoveMoney(actor) ?? whyNotDecide(request, { id: actor.id, passwordGivenAt })
  if (refusal) throw new ApiError(refusal)
}
