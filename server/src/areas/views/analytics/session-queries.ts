import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { analyticsSessions } from '../../../tables/analytics.ts'
import { loginSessions } from '../../../tables/auth.ts'
import { companies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'

/** Stores the hash of a ticket. */
export async function insertTicket(
  tx: Database,
  ticket: {
    userId: string
    companyId: string
    loginSessionId: string
    ticketHash: string
    ticketExpiresAt: Date
    createdAt: Date
  },
): Promise<void> {
  await tx.insert(analyticsSessions).values(ticket)
}

/** Uses a ticket. @returns the session that it begins; undefined when the ticket is unknown, used or too old */
export async function useTicket(
  tx: Database,
  { ticketHash, now }: { ticketHash: string; now: Date },
): Promise<string | undefined> {
  const [row] = await tx
    .update(analyticsSessions)
    .set({ enteredAt: now })
    .where(
      and(
        eq(analyticsSessions.ticketHash, ticketHash),
        isNull(analyticsSessions.enteredAt),
        gt(analyticsSessions.ticketExpiresAt, now),
      ),
    )
    .returning({ id: analyticsSessions.id })
  return row?.id
}

/**
 * The state of a session. It counts as revoked when its log-in ended, or when somebody else is the admin. Undefined for
 * an unknown id.
 */
export async function lookUpAnalyticsSession(
  db: Database,
  sessionId: string,
): Promise<{ userId: string; companyId: string; isRevoked: boolean } | undefined> {
  const row = await findAnalyticsSession(db, sessionId)
  return row && { userId: row.userId, companyId: row.companyId, isRevoked: !row.stands }
}

/** A session with its user and company, and whether it is active. */
export async function findAnalyticsSession(db: Database, sessionId: string) {
  const [row] = await db
    .select({
      userId: analyticsSessions.userId,
      companyId: analyticsSessions.companyId,
      enteredAt: analyticsSessions.enteredAt,
      nickname: users.nickname,
      companyName: companies.companyName,
      stands: sql<boolean>`${analyticsSessions.enteredAt} is not null and ${analyticsSessions.revokedAt} is null
        and ${loginSessions.revokedAt} is null
        and ${companies.adminId} = ${analyticsSessions.userId} and ${companies.closedAt} is null`,
    })
    .from(analyticsSessions)
    .innerJoin(loginSessions, eq(loginSessions.id, analyticsSessions.loginSessionId))
    .innerJoin(companies, eq(companies.id, analyticsSessions.companyId))
    .innerJoin(users, eq(users.id, analyticsSessions.userId))
    .where(eq(analyticsSessions.id, sessionId))
  return row
}

/** Ends the sessions of a user, and makes the links that were not opened yet invalid. */
export async function revokeAnalyticsSessionsOf(tx: Database, userId: string, now: Date): Promise<void> {
  await tx
    .update(analyticsSessions)
    .set({ revokedAt: now })
    .where(and(eq(analyticsSessions.userId, userId), isNull(analyticsSessions.revokedAt)))
}

/** Ends a session. */
export async function revokeAnalyticsSession(tx: Database, sessionId: string, now: Date): Promise<void> {
  await tx
    .update(analyticsSessions)
    .set({ revokedAt: now })
    .where(and(eq(analyticsSessions.id, sessionId), isNull(analyticsSessions.revokedAt)))
}
