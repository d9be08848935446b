import type { StaffLogIn } from '@paidang/api/areas/staff'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isWorkingDayOver } from '@paidang/domain/areas/auth/session'
import type { Database } from '../../../db/database.ts'
import { ACCESS_TOKEN_SECONDS, type Sessions } from '../../../http/session.ts'
import { hashOfToken } from '../../people/auth/sessions.ts'
import { findAnalyticsSession, revokeAnalyticsSession, useTicket } from './session-queries.ts'

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
    const sessionId = await useTicket(tx, { ticketHash: hashOfToken(ticket), now })
    const session = sessionId === undefined ? undefined : await findStanding(tx, sessionId)
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
  const session = await findAnalyticsSession(db, sessionId)
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
  await revokeAnalyticsSession(db, own.sessionId, own.now)
}
