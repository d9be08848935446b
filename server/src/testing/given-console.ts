import { recordAuditEvent } from '../areas/ground/audit-log/record-audit-event.ts'
import { hashOfToken } from '../areas/people/auth/sessions.ts'
import type { Database } from '../db/database.ts'
import { analyticsSessions } from '../tables/analytics.ts'
import { TEST_NOW } from './builders.ts'

/** A ticket for a link into the console that nobody has used yet. */
export const ANALYTICS_TICKET = 'the ticket of the fixture world'

/** Adds an audit event of an operator. */
export async function givenAuditEvent(
  db: Database,
  { actorId, objectId }: { actorId: string; objectId: string },
): Promise<void> {
  await recordAuditEvent(db, { actorId, action: 'venue.approve', objectId, summary: '通过场馆', now: TEST_NOW })
}

/** Adds a console session that the admin of a company opened from one of their log-ins. */
export async function givenAnalyticsSession(
  db: Database,
  came: { userId: string; companyId: string; loginSessionId: string },
): Promise<void> {
  const at = { createdAt: TEST_NOW, enteredAt: TEST_NOW, ticketExpiresAt: TEST_NOW }
  await db.insert(analyticsSessions).values({ ...came, ticketHash: `ticket of login ${came.loginSessionId}`, ...at })
}

/** Adds an unused console link of a company's admin. */
export async function givenAnalyticsTicket(
  db: Database,
  made: { userId: string; companyId: string; loginSessionId: string },
): Promise<void> {
  const ticketExpiresAt = new Date(TEST_NOW.getTime() + 60_000)
  await db.insert(analyticsSessions).values({ ...made, ticketHash: hashOfToken(ANALYTICS_TICKET), ticketExpiresAt })
}
