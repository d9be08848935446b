import * as api from '@paidang/api/areas/desks/admin-password-requests'
import { type OneTimePassword, resetUserPassword } from '@paidang/api/areas/desks/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { asc, desc, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { credentials, passwordRequests } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { readDecider, recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { notify } from '../../ground/messages/notify.ts'
import { giveOneTimePassword } from '../../people/auth/password.ts'
import { settlePasswordRequest } from '../../people/auth/password-requests.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import { lockUser } from './user-rows.ts'

/** Password requests with the users of their accounts, and what is known of these. */
function selectRequests(db: Database) {
  const { id, nickname, avatar, phone, phoneVerified, openId, createdAt: joinedAt, lastSeenAt } = users
  return db
    .select({
      request: passwordRequests,
      user: { id, nickname, avatar },
      known: { username: credentials.username, phone, phoneVerified, openId, joinedAt, lastSeenAt },
    })
    .from(passwordRequests)
    .innerJoin(users, eq(users.id, passwordRequests.userId))
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .$dynamic()
}

type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number]

/** A password request as the list shows it. */
function present({ request, user }: RequestRow): Data<typeof api.listPasswordRequests>[number] {
  const { id, account, state, timesAsked, createdAt } = request
  return { id, user, account, state, timesAsked, createTime: createdAt.toISOString() }
}

/** A password request with the data of its account, its number masked. @throws ApiError password_request_not_found */
async function readRequest(db: Database, id: string): Promise<api.PasswordRequestEvidence> {
  const [row] = await selectRequests(db).where(eq(passwordRequests.id, id))
  if (!row) throw new ApiError('password_request_not_found')
  const { revision, contact, proof, state, reason, endedAt } = row.request
  const { username, phone, phoneVerified, openId, joinedAt, lastSeenAt } = row.known
  const at = endedAt?.toISOString() ?? null
  const isDecided = state === 'GIVEN' || state === 'REFUSED'
  const actorId = isDecided ? await readDecider(db, { kind: 'password-request', id }) : null
  return {
    ...present(row),
    ...{ revision, contact, proof, username, phoneVerified },
    phone: phone && maskedPhone(phone),
    hasWechat: openId !== null,
    joinedAt: joinedAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    endedAt: at,
    decision: isDecided && at !== null ? { by: actorId, at, reason } : null,
  }
}

/**
 * Gives a user a password for a single log-in, after support has verified who they are. The user is notified.
 *
 * @throws ApiError user_not_found, account_closed, account_without_password
 */
async function resetPassword(
  tx: Database,
  { userId, actorId, now }: { userId: string; actorId: string; now: Date },
): Promise<OneTimePassword> {
  const user = await lockUser(tx, userId)
  if (user.closedAt) throw new ApiError('account_closed')
  const given = await giveOneTimePassword(tx, { userId, now })
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title: '密码已由客服重置',
    content: '客服为您发放了一次性密码，登录后请尽快在账号设置里修改。如非本人操作，请联系客服',
    about: { kind: 'account', id: userId },
  })
  const summary = `为用户「${user.nickname}」发放一次性密码`
  await recordAuditEvent(tx, { actorId, action: 'user.reset-password', objectId: userId, summary, now })
  return given
}

export default plugin([
  handle(resetUserPassword, ({ params: { id: userId }, staff: { id: actorId }, db, now }) =>
    db.transaction((tx) => resetPassword(tx, { userId, actorId, now })),
  ),

  // The longest waiting first, or the latest ended first.
  handle(api.listPasswordRequests, ({ query, db }) => {
    const { id, state, endedAt } = passwordRequests
    const [where, order] =
      query.state === 'decided' ? [isNotNull(endedAt), [desc(endedAt), desc(id)]] : [eq(state, 'WAITING'), [asc(id)]]
    return pageOf(db, selectRequests(db), { where, order, query, present })
  }),

  handle(api.getPasswordRequest, ({ params: { id }, db }) => readRequest(db, id)),

  handle(
    api.decidePasswordRequest,
    async ({
      params: { id },
      body: { approve: isGiven, reason = '', revision: seen },
      staff: { id: actorId },
      db,
      now,
    }) => {
      const why = isGiven ? '' : reason.trim()
      if (!isGiven && why === '') throw new ApiError('password_request_reason_missing')
      return db.transaction(async (tx) => {
        // The user before the request, in the order of closing an account.
        await lockUser(tx, (await readRequest(tx, id)).user.id)
        const { userId } = await settlePasswordRequest(tx, { id, isGiven, reason: why, seen, now })
        const given = isGiven ? await resetPassword(tx, { userId, actorId, now }) : null
        const { user } = await readRequest(tx, id)
        const whose = `用户「${user.nickname}」的找回密码申请`
        await recordAuditEvent(tx, {
          actorId,
          action: isGiven ? 'password-request.give' : 'password-request.refuse',
          objectId: id,
          summary: isGiven ? `通过${whose}` : `拒绝${whose}：${why}`,
          now,
        })
        if (!isGiven) {
          await notify(tx, {
            receiverIds: [userId],
            senderId: null,
            category: 'systemNotice',
            title: '找回密码申请未通过',
            content: `原因：${why}。密码没有改变`,
            about: { kind: 'account', id: userId },
          })
        }
        // Read again, because the decision names who was recorded.
        return { request: await readRequest(tx, id), given }
      })
    },
  ),
])
