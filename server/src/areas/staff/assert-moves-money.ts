import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotMoveMoney } from '@paidang/domain/areas/auth/staff-account'
import { type WaitingRequest, whyNotDecide } from '@paidang/domain/kernel/money-request'
import type { Database } from '../../db/database.ts'
import type { StaffUser } from '../../http/session.ts'
import { readPasswordGiven } from './read-password-given.ts'

/** Whoever of the staff asks that money moves, or decides it. */
export type MoneyMover = Pick<StaffUser, 'id' | 'isPasswordGiven'>

/**
 * Asserts that somebody may ask that money moves, and says why.
 *
 * @returns the reason as it is kept
 * @throws ApiError staff_password_given, money_request_reason_missing
 */
export function assertMayAsk(by: MoneyMover, reason: string): string {
  const refusal = whyNotMoveMoney(by)
  if (refusal) throw new ApiError(refusal)
  if (reason.trim() === '') throw new ApiError('money_request_reason_missing')
  return reason.trim()
}

/**
 * Asserts that somebody is the second of the two people who move money.
 *
 * @param request locked
 * @throws ApiError staff_password_given, money_request_own, money_request_ended, money_request_one_hand
 * Source: decision record 021
 */
export async function assertMayDecide(
  tx: Database,
  request: WaitingRequest & { createdAt: Date },
  by: MoneyMover,
): Promise<void> {
  const passwordGivenAt = await readPasswordGiven(tx, [by.id, request.askedBy])
  const refusal = whyNotMoveMoney(by) ?? whyNotDecide(request, { id: by.id, passwordGivenAt })
  if (refusal) throw new ApiError(refusal)
}
