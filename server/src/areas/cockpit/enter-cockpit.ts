import type { StaffLogIn } from '@paidang/api/areas/staff'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isWorkingDayOver } from '@paidang/domain/areas/auth/session'
import type { Database } from '../../db/database.ts'
import { ACCESS_TOKEN_SECONDS, type Sessions } from '../../http/session.ts'
import { hashOfToken } from '../auth/issue-tokens.ts'
import { findCockpitSession, revokeCockpitSession, useTicket } from './session-queries.ts'

/**
 * Begins the session that a ticket was made for.
 *
 * @throws ApiError cockpit_link_used (unknown, used before, too old, or its maker is the admin no more)
 * Source: decision record 021
 */
export async function enterCockpit(
  db: Database,
  sessions: Sessions,
  { ticket, now }: { ticket: string; now: Date },
): Promise<StaffLogIn> {
  return db.transaction(async (tx) => {
    const sessionId = await useTicket(tx, { ticketHash: hashOfToken(ticket), now })
    const session = sessionId === undefined ? undefined : await findStanding(tx, sessionId)
    if (!session) throw new ApiError('cockpit_link_used')
    return logInOf(sessions, session)
  })
}

/** The next token of a session that stands. @throws ApiError session_expired after a working day */
export async function renewCockpitToken(
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
  const session = await findCockpitSession(db, sessionId)
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

/** Ends a session of a company's admin in the console; his log-in in the app stands. */
export async function logOutOfCockpit(db: Database, own: { sessionId: string; now: Date }): Promise<void> {
  await revokeCockpitSession(db, own.sessionId, own.now)
}
