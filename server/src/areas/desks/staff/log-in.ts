import * as api from '@paidang/api/areas/desks/staff'
import { ApiError } from '@paidang/api/catalogue/errors'
import { plainUsername } from '@paidang/domain/areas/people/auth/credentials'
import { isWorkingDayOver } from '@paidang/domain/areas/people/auth/session'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { answerLogIn, dropCookie } from '../../../http/console-cookie.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { ACCESS_TOKEN_SECONDS, type Sessions, type StaffUser } from '../../../http/session.ts'
import { staffSessions } from '../../../tables/auth.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchants } from '../../../tables/stringing.ts'
import { guardLogIn } from '../../people/auth/password.ts'
import {
  accountOfStaff,
  forgetTries,
  forgetTriesOfNames,
  limitOfCode,
  limitOfOwn,
  limitsOfLogIn,
} from '../../people/auth/tries.ts'
import { enterAnalytics, logOutOfAnalytics, renewAnalyticsToken } from '../../views/analytics/session.ts'
import { hasFactor, staffRole } from './account-rows.ts'
import { countWrongCode, takeCode } from './factor.ts'

/** Whether a colleague set the password of an account, and so knows it. */
const isPasswordGiven = sql<boolean>`${staff.passwordBy} is not null`

/** Reads the staff member of a staff session. Undefined when the id is unknown. */
export async function lookUpStaffSession(
  db: Database,
  sessionId: string,
): Promise<(Omit<StaffUser, 'id' | 'sessionId'> & { staffId: string; isRevoked: boolean }) | undefined> {
  const [row] = await db
    .select({
      staffId: staffSessions.staffId,
      kind: staff.kind,
      isLead: staff.isLead,
      merchantId: staff.merchantId,
      isPasswordGiven,
      hasFactor,
      isRevoked: sql<boolean>`${staffSessions.revokedAt} is not null or ${staff.disabledAt} is not null`,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(eq(staffSessions.id, sessionId))
  if (!row) return undefined
  const { kind, isLead, ...facts } = row
  return { ...facts, role: staffRole({ kind, isLead }) }
}

/** The name under which failures of a staff member are counted. User names contain no colon, so they cannot clash. */
const staffName = (username: string) => `staff:${username}`

/** Ends the pause after wrong passwords for a staff member who has a new password. */
export async function forgiveStaffFailures(
  tx: Database,
  { id, username }: { id: string; username: string },
): Promise<void> {
  await forgetTriesOfNames(tx, [staffName(username)])
  await forgetTries(tx, [...limitOfOwn(accountOfStaff(id)), limitOfCode(id)])
}

/**
 * Issues the next token of a staff log-in.
 *
 * @throws ApiError session_expired once its working day is over
 * Source: decision record 021
 */
async function issueStaffToken(
  db: Database,
  sessions: Sessions,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<api.StaffLogIn> {
  const [found] = await db
    .select({
      id: staff.id,
      kind: staff.kind,
      isLead: staff.isLead,
      nickname: staff.nickname,
      merchantId: staff.merchantId,
      isPasswordGiven,
      hasFactor,
      placeName: merchants.name,
      beganAt: staffSessions.createdAt,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .leftJoin(merchants, eq(merchants.id, staff.merchantId))
    .where(eq(staffSessions.id, sessionId))
  if (!found || isWorkingDayOver(found.beganAt.getTime(), now.getTime())) throw new ApiError('session_expired')
  const { id, nickname, merchantId, placeName, isPasswordGiven: isGiven } = found
  const role = staffRole(found)
  const needsFactor = sessions.lacksFactor({ role, hasFactor: found.hasFactor })
  return {
    token: sessions.signStaff({ staffId: id, sessionId }),
    expiresIn: ACCESS_TOKEN_SECONDS,
    staff: { id, role, nickname, merchantId, companyId: null, placeName, isPasswordGiven: isGiven, needsFactor },
  }
}

/**
 * Logs an operator or a merchant in, for two hours at a time. Failures are counted separately from those of an app user
 * with the same name. A disabled account is answered as a wrong password.
 */
async function logInStaff({
  body: { username, password, code },
  db,
  now,
  app,
  request,
  reply,
}: Handled<typeof api.staffLogin>) {
  const source = app.deviceCookies.sourceOf(request)
  const name = plainUsername(username)
  const attempt = {
    find: async () => {
      const isNamed = and(eq(staff.username, name), isNull(staff.disabledAt))
      const [account] = await db.select().from(staff).where(isNamed)
      return account
    },
    limitsOf: (account: { id: string } | undefined) =>
      limitsOfLogIn(staffName(name), source, account && accountOfStaff(account.id)),
    password,
    now,
  }
  try {
    const begun = await guardLogIn(db, attempt, async (tx, { id: staffId }) => {
      await takeCode(tx, app.factorBox, { staffId, code, now })
      const { id } = staffSessions
      const [session] = await tx.insert(staffSessions).values({ staffId, createdAt: now }).returning({ id })
      if (!session) throw new Error('insert returned no row')
      return issueStaffToken(tx, app.sessions, { sessionId: session.id, now })
    })
    app.deviceCookies.remember(request, reply, accountOfStaff(begun.staff.id))
    return answerLogIn(request, reply, begun)
  } catch (error) {
    throw await countWrongCode(db, error, now)
  }
}

export default plugin([
  // A refused log-out ends the page's log-in too: the cookie is gone, whatever the answer is.
  (app) => {
    app.addHook('onSend', async (request, reply) => {
      if (request.routeOptions.config.endpoint?.path === api.staffLogOut.path) dropCookie(request, reply)
    })
  },

  handle(api.staffLogin, logInStaff),

  handle(api.enterAnalytics, async ({ body: { ticket }, db, now, app, request, reply }) =>
    answerLogIn(request, reply, await enterAnalytics(db, app.sessions, { ticket, now })),
  ),

  handle(api.renewStaffToken, async ({ staff, admin, db, now, app: { sessions }, request, reply }) => {
    const renewed = staff
      ? await issueStaffToken(db, sessions, { sessionId: staff.sessionId, now })
      : await renewAnalyticsToken(db, sessions, { sessionId: admin?.sessionId ?? '', now })
    return answerLogIn(request, reply, renewed)
  }),

  handle(api.staffLogOut, async ({ staff: caller, admin, db, now }) => {
    if (caller) {
      const { id, revokedAt } = staffSessions
      const isOpen = and(eq(id, caller.sessionId), isNull(revokedAt))
      await db.update(staffSessions).set({ revokedAt: now }).where(isOpen)
    }
    if (admin) await logOutOfAnalytics(db, { sessionId: admin.sessionId, now })
    return null
  }),
])
