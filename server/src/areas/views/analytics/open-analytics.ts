import { randomBytes } from 'node:crypto'
import type { Database } from '../../../db/database.ts'
import type { AppUser } from '../../../http/session.ts'
import { hashOfToken } from '../../people/auth/sessions.ts'
import { lockOwnCompany } from '../../places/companies/lock-own-company.ts'
import { insertTicket } from './session-queries.ts'

/** How long a link is valid: enough time to send it to the desktop. Source: decision record 021 */
const TICKET_MS = 300_000

/**
 * Makes the link with which the admin of a company opens the console. It works once, within five minutes.
 *
 * @throws ApiError action_forbidden (not the admin of that company)
 * Source: decision record 021
 */
export async function openAnalytics(
  db: Database,
  { companyId, by, now }: { companyId: string; by: AppUser; now: Date },
): Promise<{ path: string; expiresAt: string }> {
  const ticket = randomBytes(32).toString('base64url')
  const ticketExpiresAt = new Date(now.getTime() + TICKET_MS)
  await db.transaction(async (tx) => {
    await lockOwnCompany(tx, companyId, by.id)
    await insertTicket(tx, {
      userId: by.id,
      companyId,
      loginSessionId: by.sessionId,
      ticketHash: hashOfToken(ticket),
      ticketExpiresAt,
      createdAt: now,
    })
  })
  return { path: `/console/enter?ticket=${ticket}`, expiresAt: ticketExpiresAt.toISOString() }
}
