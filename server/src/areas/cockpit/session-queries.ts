import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { loginSessions } from '../auth/tables.ts'
import { companies } from '../companies/tables.ts'
import { users } from '../profile/tables.ts'
import { cockpitSessions } from './tables.ts'

/** Keeps a ticket's hash. */
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
  await tx.insert(cockpitSessions).values(ticket)
}

/** Uses a ticket up; answers the session that it begins, and undefined for one that is unknown, was used, or is too old. */
export async function useTicket(
  tx: Database,
  { ticketHash, now }: { ticketHash: string; now: Date },
): Promise<string | undefined> {
  const [row] = await tx
    .update(cockpitSessions)
    .set({ enteredAt: now })
    .where(
      and(
        eq(cockpitSessions.ticketHash, ticketHash),
        isNull(cockpitSessions.enteredAt),
        gt(cockpitSessions.ticketExpiresAt, now),
      ),
    )
    .returning({ id: cockpitSessions.id })
  return row?.id
}

/** What a session stands for; revoked too where its log-in ended, or somebody else is the admin. Undefined for an unknown id. */
export async function lookUpCockpitSession(
  db: Database,
  sessionId: string,
): Promise<{ userId: string; companyId: string; isRevoked: boolean } | undefined> {
  const row = await findCockpitSession(db, sessionId)
  return row && { userId: row.userId, companyId: row.companyId, isRevoked: !row.stands }
}

/** A session with who came, for which company, and whether it stands. */
export async function findCockpitSession(db: Database, sessionId: string) {
  const [row] = await db
    .select({
      userId: cockpitSessions.userId,
      companyId: cockpitSessions.companyId,
      enteredAt: cockpitSessions.enteredAt,
      nickname: users.nickname,
      companyName: companies.companyName,
      stands: sql<boolean>`${cockpitSessions.enteredAt} is not null and ${cockpitSessions.revokedAt} is null
        and ${loginSessions.revokedAt} is null
        and ${companies.adminId} = ${cockpitSessions.userId} and ${companies.closedAt} is null`,
    })
    .from(cockpitSessions)
    .innerJoin(loginSessions, eq(loginSessions.id, cockpitSessions.loginSessionId))
    .innerJoin(companies, eq(companies.id, cockpitSessions.companyId))
    .innerJoin(users, eq(users.id, cockpitSessions.userId))
    .where(eq(cockpitSessions.id, sessionId))
  return row
}

/** Ends a session. */
export async function revokeCockpitSession(tx: Database, sessionId: string, now: Date): Promise<void> {
  await tx
    .update(cockpitSessions)
    .set({ revokedAt: now })
    .where(and(eq(cockpitSessions.id, sessionId), isNull(cockpitSessions.revokedAt)))
}
