import type { listPasswordRequests, PasswordRequestEvidence } from '@paidang/api/areas/admin-password-requests'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { readDecider } from '../../ground/audit-log/read-decider.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import { findPasswordRequest, type RequestOfUser } from './password-request-queries.ts'

/** A password request with the data of its account, its number masked. @throws ApiError password_request_not_found */
export async function readPasswordRequest(db: Database, id: string): Promise<PasswordRequestEvidence> {
  const row = await findPasswordRequest(db, id)
  if (!row) throw new ApiError('password_request_not_found')
  const { contact, proof, state, reason, endedAt } = row.request
  const { username, phone, phoneVerified, openId, joinedAt, lastSeenAt } = row.known
  const at = endedAt?.toISOString() ?? null
  const isDecided = state === 'GIVEN' || state === 'REFUSED'
  const actorId = isDecided ? await readDecider(db, { kind: 'password-request', id }) : null
  return {
    ...presentPasswordRequest(row),
    revision: row.request.revision,
    contact,
    proof,
    username,
    phone: phone && maskedPhone(phone),
    phoneVerified,
    hasWechat: openId !== null,
    joinedAt: joinedAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    endedAt: at,
    decision: isDecided && at !== null ? { by: actorId, at, reason } : null,
  }
}

/** A password request as the list shows it. */
export function presentPasswordRequest({ request, user }: RequestOfUser): Data<typeof listPasswordRequests>[number] {
  const { id, account, state, timesAsked, createdAt } = request
  return { id, user, account, state, timesAsked, createTime: createdAt.toISOString() }
}
