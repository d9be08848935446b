import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { lockPasswordRequest, settlePasswordRequest as settle } from './password-request-queries.ts'

type Settling = { id: string; isGiven: boolean; reason: string; seen: number | undefined; now: Date }

/**
 * Ends a password request with an operator's decision. The caller has locked its user. Of two concurrent decisions the first counts.
 *
 * @returns the user whom it is about
 * @throws ApiError password_request_not_found, revision_outdated, password_request_decided
 */
export async function settlePasswordRequest(
  tx: Database,
  { id, isGiven, reason, seen, now }: Settling,
): Promise<{ userId: string }> {
  const request = await lockPasswordRequest(tx, id)
  if (!request) throw new ApiError('password_request_not_found')
  await assertSeenRow(tx, 'password_requests', { id, seen })
  if (request.state !== 'WAITING') throw new ApiError('password_request_decided')
  await settle(tx, id, { state: isGiven ? 'GIVEN' : 'REFUSED', reason, endedAt: now })
  return { userId: request.userId }
}
