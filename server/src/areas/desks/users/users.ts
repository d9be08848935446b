import * as api from '@paidang/api/areas/desks/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import { ACTIVE_BALL_STATUSES } from '@paidang/domain/areas/activities/balls/ball-status'
import { endOfSuspension, whyNotSuspendUntil } from '@paidang/domain/areas/people/auth/suspension'
import { addDays, dateAndWeekday, instantOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { isInState, userSuspensions } from '../../../tables/auth.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { endStopped, openStopped } from '../../activities/coach-leaves/cases.ts'
import { listAuditEventsAbout, recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { notify } from '../../ground/messages/notify.ts'
import { endSessionsOf, listLogIns, readSuspension } from '../../people/auth/sessions.ts'
import { isLevelUnsaid } from '../../people/profile/levels.ts'
import { countHoldings, findUser, lockUser, pageUsers, presentUser } from './user-rows.ts'

/** The companies of a user, clubs before one-person ones. */
async function listCompaniesOf(db: Database, userId: string): Promise<api.UserDetail['companies']> {
  const { id, companyName, adminId, isPerson } = companies
  return db
    .select({ id, companyName, isAdmin: sql<boolean>`${adminId} = ${userId}` })
    .from(companyMembers)
    .innerJoin(companies, eq(id, companyMembers.companyId))
    .where(eq(companyMembers.userId, userId))
    .orderBy(isPerson, id)
}

/** All suspensions of a user, with who gave and who ended them, the latest first. */
async function listSuspensions(db: Database, userId: string): Promise<api.UserDetail['suspensions']> {
  const ender = alias(staff, 'ender')
  const { id, reason, createdAt, until, endedAt } = userSuspensions
  const rows = await db
    .select({ id, reason, createdAt, until, endedAt, byName: staff.nickname, endedByName: ender.nickname })
    .from(userSuspensions)
    .innerJoin(staff, eq(staff.id, userSuspensions.staffId))
    .leftJoin(ender, eq(ender.id, userSuspensions.endedBy))
    .where(eq(userSuspensions.userId, userId))
    .orderBy(desc(id))
  return rows.map(({ createdAt, until, endedAt, ...suspension }) => ({
    ...suspension,
    startedAt: createdAt.toISOString(),
    until: until?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

/** An account with all data that support needs. @throws ApiError user_not_found */
export async function readUser(db: Database, userId: string, now: Date): Promise<api.UserDetail> {
  const row = await findUser(db, userId, now)
  if (!row) throw new ApiError('user_not_found')
  const { revision, phoneVerified, hasWechat, level, region, registeredAt, closedAt } = row
  return {
    ...presentUser(row),
    ...{ revision, phoneVerified, hasWechat, level, region },
    levelIsUnsaid: await isLevelUnsaid(db, userId),
    registeredAt: registeredAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    companies: await listCompaniesOf(db, userId),
    holdings: await countHoldings(db, userId, now),
    logIns: await listLogIns(db, { userId, now }),
    suspensions: await listSuspensions(db, userId),
    auditEvents: await listAuditEventsAbout(db, { kind: 'user', id: userId }),
  }
}

/** Notifies all other players of a suspended initiator's games that they can leave with their money until the start. */
async function notifyGamesOfSuspension(tx: Database, initiatorId: string): Promise<void> {
  const { id, activityDate, beginTimeSlot, endTimeSlot, title, status } = ballGames
  const { ballId, userId, state } = ballParticipants
  const others = await tx
    .select({ id, activityDate, beginTimeSlot, endTimeSlot, title, userId })
    .from(ballGames)
    .innerJoin(ballParticipants, and(eq(ballId, id), eq(state, 'CONFIRMED'), ne(userId, initiatorId)))
    .where(and(eq(ballGames.initiatorId, initiatorId), inArray(status, ACTIVE_BALL_STATUSES)))
    .orderBy(asc(id), asc(userId))
  for (const game of others) {
    const when = `${dateAndWeekday(game.activityDate)} ${whenOf(game.beginTimeSlot, game.endTimeSlot)}`
    await notify(tx, {
      receiverIds: [game.userId],
      senderId: null,
      category: 'invitation',
      title: '球局发起人账号已停用',
      content: `${when} ${game.title} 的发起人账号已停用，球局照常；不想参加的，开始前可免费退出，已付的费用退回`,
      about: { kind: 'ball', id: game.id },
    })
  }
}

/**
 * Agreements stay: classes, hours and money are untouched. Who has hours or classes with the user is asked what comes
 * next, and players of their games are told. The user reads the message too, once the suspension is over.
 */
async function suspendUser({
  params: { id: userId },
  body: { reason, lastDay },
  staff: { id: staffId },
  db,
  now,
}: Handled<typeof api.suspendUser>): Promise<api.UserDetail> {
  const [words, refusal] = [reason.trim(), whyNotSuspendUntil(lastDay, now)]
  if (words === '') throw new ApiError('input_invalid')
  if (refusal) throw new ApiError(refusal)
  const until = lastDay === null ? null : endOfSuspension(lastDay)
  return db.transaction(async (tx) => {
    // A log-in that begins now either waits for this lock, or is found below and ended.
    const user = await lockUser(tx, userId)
    if (user.closedAt) throw new ApiError('account_closed')
    // A suspension that expired by itself is marked as ended, so that another can begin.
    const isExpired = sql`${userSuspensions.until} <= ${now}::timestamptz`
    await tx
      .update(userSuspensions)
      .set({ endedAt: sql`${userSuspensions.until}` })
      .where(and(eq(userSuspensions.userId, userId), isNull(userSuspensions.endedAt), isExpired))
    if (await readSuspension(tx, userId, now)) throw new ApiError('account_suspended_already')
    await tx.insert(userSuspensions).values({ userId, reason: words, staffId, until, createdAt: now })
    await endSessionsOf(tx, { userId, because: 'account suspended', now })
    const howLong = lastDay === null ? '长期' : `至 ${lastDay}`
    await notify(tx, {
      receiverIds: [userId],
      senderId: null,
      category: 'systemNotice',
      title: '账号已停用',
      content: `您的账号已停用（${howLong}），原因：${words}`,
      about: { kind: 'account', id: userId },
    })
    await openStopped(tx, userId, now)
    await notifyGamesOfSuspension(tx, userId)
    const summary = `停用用户「${user.nickname}」（${howLong}），原因：${words}`
    await recordAuditEvent(tx, { actorId: staffId, action: 'user.suspend', objectId: userId, summary, now })
    return readUser(tx, userId, now)
  })
}

/** A user who is not suspended stays unchanged. */
async function restoreUser({
  params: { id: userId },
  staff: { id: staffId },
  db,
  now,
}: Handled<typeof api.restoreUser>): Promise<api.UserDetail> {
  return db.transaction(async (tx) => {
    const { nickname } = await lockUser(tx, userId)
    const suspension = await readSuspension(tx, userId, now)
    if (suspension) {
      const isThis = eq(userSuspensions.id, suspension.id)
      await tx.update(userSuspensions).set({ endedAt: now, endedBy: staffId }).where(isThis)
      await endStopped(tx, userId, now)
      await notify(tx, {
        receiverIds: [userId],
        senderId: null,
        category: 'systemNotice',
        title: '账号已恢复',
        content: '您的账号已恢复，可以正常登录和使用',
        about: { kind: 'account', id: userId },
      })
      const summary = `恢复用户「${nickname}」`
      await recordAuditEvent(tx, { actorId: staffId, action: 'user.restore', objectId: userId, summary, now })
    }
    return readUser(tx, userId, now)
  })
}

export default plugin([
  // Both days are included.
  handle(api.queryUsers, async ({ query, db, now }) => {
    const { userType, state, from, until } = query
    const condition = and(
      userType === undefined ? undefined : eq(users.userType, userType),
      state && isInState(state, now),
      from ? gte(users.createdAt, instantOf(from, 0)) : undefined,
      until ? lt(users.createdAt, instantOf(addDays(until, 1), 0)) : undefined,
    )
    const { rows, total } = await pageUsers(db, query, condition, now)
    return { rows: rows.map(presentUser), total }
  }),

  handle(api.readManagedUser, ({ params: { id }, db, now }) => readUser(db, id, now)),

  // Who sees a whole number is recorded.
  handle(api.revealUserPhone, ({ params: { id: objectId }, staff: { id: actorId }, db, now }) =>
    db.transaction(async (tx) => {
      const user = await findUser(tx, objectId, now)
      if (!user) throw new ApiError('user_not_found')
      const summary = `查看用户「${user.nickname}」的完整手机号`
      await recordAuditEvent(tx, { actorId, action: 'user.read', objectId, summary, now })
      return { phone: user.phone }
    }),
  ),

  handle(api.suspendUser, suspendUser),

  handle(api.restoreUser, restoreUser),
])
