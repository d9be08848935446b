import type { StaffLogIn } from '@paidang/api/areas/desks/staff'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isWorkingDayOver } from '@paidang/domain/areas/people/auth/session'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ACCESS_TOKEN_SECONDS, type Sessions } from '../../../http/session.ts'
import { analyticsSessions } from '../../../tables/analytics.ts'
import { loginSessions } from '../../../tables/auth.ts'
import { companies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { hashOfToken } from '../../people/auth/sessions.ts'

/**
 * The state of a session. It counts as revoked when its log-in ended, or when somebody else is the admin. Undefined for
 * an unknown id.
 */
export async function lookUpAnalyticsSession(
  db: Database,
  sessionId: string,
): Promise<{ userId: string; companyId: string; isRevoked: boolean } | undefined> {
  const row = await findSession(db, sessionId)
  return row && { userId: row.userId, companyId: row.companyId, isRevoked: !row.stands }
}

/** A session with its user and company, and whether it is active. */
async function findSession(db: Database, sessionId: string) {
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

/**
 * Begins the session that a ticket was made for.
 *
 * @throws ApiError analytics_link_used (unknown, used, too old, or its maker is no longer the admin)
 * Source: decision record 021
 */
export async function enterAnalytics(
  db: Database,
  sessions: Sessions,
  { ticket, now }: { ticket: string; now: Date },
): Promise<StaffLogIn> {
  return db.transaction(async (tx) => {
    const isUsable = and(
      eq(analyticsSessions.ticketHash, hashOfToken(ticket)),
      isNull(analyticsSessions.enteredAt),
      gt(analyticsSessions.ticketExpiresAt, now),
    )
    const [used] = await tx
      .update(analyticsSessions)
      .set({ enteredAt: now })
      .where(isUsable)
      .returning({ id: analyticsSessions.id })
    const session = used && (await findStanding(tx, used.id))
    if (!session) throw new ApiError('analytics_link_used')
    return logInOf(sessions, session)
  })
}

/** Issues the next token of an active session. @throws ApiError session_expired after a working day */
export async function renewAnalyticsToken(
  db: Database,
  sessions: Sessions,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<StaffLogIn> {
  const session = await findStanding(db, sessionId)
  if (!session?.enteredAt || isWorkingDayOver(session.enteredAt.getTime(), now.getTime()))
    throw new ApiError('session_expired')
  return logInOf(sessions, session)
}

async function findStanding(db: Database, sessionId: string) {
  const session = await findSession(db, sessionId)
  return session?.stands ? { ...session, sessionId } : undefined
}

type Standing = NonNullable<Awaited<ReturnType<typeof findStanding>>>

function logInOf(sessions: Sessions, { sessionId, userId, companyId, nickname, companyName }: Standing): StaffLogIn {
  return {
    token: sessions.signAdmin({ userId, sessionId }),
    expiresIn: ACCESS_TOKEN_SECONDS,
    staff: {
      id: userId,
      role: 'company',
      nickname,
      merchantId: null,
      companyId,
      placeName: companyName,
      isPasswordGiven: false,
      needsFactor: false,
    },
  }
}

/** Ends the session of a company's admin in the console. The log-in in the app stays active. */
export async function logOutOfAnalytics(db: Database, own: { sessionId: string; now: Date }): Promise<void> {
  await db
    .update(analyticsSessions)
    .set({ revokedAt: own.now })
    .where(and(eq(analyticsSessions.id, own.sessionId), isNull(analyticsSessions.revokedAt)))
}
