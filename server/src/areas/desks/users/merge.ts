import * as api from '@paidang/api/areas/desks/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isId } from '@paidang/domain/kernel/id'
import { plainPhone } from '@paidang/domain/kernel/phone'
import { and, asc, desc, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { assertSeenRows } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { phoneConflicts } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { notify } from '../../ground/messages/notify.ts'
import { mergeUsers } from '../../people/auth/merge-users.ts'
import { countHoldings, findUser, presentUser, selectUsers, type UserRow } from './user-rows.ts'
import { readUser } from './users.ts'

/** The labels of the tables in which a user most likely has rows. */
const TABLE_LABELS: Readonly<Record<string, string>> = {
  invitations: '约课',
  seats: '约课',
  contracts: '课时合同',
  stored_cards: '储值卡',
  orders: '订单',
  shop_orders: '商城订单',
  stringing_orders: '穿线订单',
  rackets: '球拍',
  ball_games: '球局',
  ball_participants: '球局',
  addresses: '收货地址',
  business_cards: '名片',
  cart_items: '购物车',
  student_relations: '师生关系',
  roster_students: '学员登记',
  company_members: '公司',
  companies: '公司',
  coach_venues: '场馆关联',
  coach_applications: '教练申请',
  level_changes: '等级评定',
  likes: '点赞',
  reports: '举报',
  user_suspensions: '停用',
}

/** Thrown to roll back a merge that was only tried. */
class Tried extends Error {}

async function whyNotMerge(db: Database, ids: { fromId: string; intoId: string; now: Date }): Promise<string | null> {
  try {
    return await db.transaction(async (tx) => {
      await mergeUsers(tx, { ...ids, wechatToKeep: 'into' })
      throw new Tried()
    })
  } catch (error) {
    if (error instanceof Tried) return null
    if (!(error instanceof ApiError)) throw error
    if (error.code !== 'merge_refused') return error.message
    const { table } = error.data as { table: string | null }
    return `要并入的账号已有${(table !== null && TABLE_LABELS[table]) || '业务'}记录，不能合并`
  }
}

/** Finds an account by an id or a whole phone number; undefined when there is none. */
async function findUserNamed(db: Database, name: string, now: Date): Promise<UserRow | undefined> {
  const phone = plainPhone(name)
  const [row] = await selectUsers(db, now)
    .where(and(not(users.unclaimed), or(eq(users.phone, phone), isId(name) ? eq(users.id, name) : undefined)))
    .orderBy(desc(sql`${users.phone} is not distinct from ${phone}`))
    .limit(1)
  return row
}

async function presentSide(db: Database, row: UserRow, now: Date): Promise<api.MergeSide> {
  const { phoneVerified, hasWechat } = row
  return { ...presentUser(row), phoneVerified, hasWechat, holdings: await countHoldings(db, row.id, now) }
}

/** The owner is notified. The revision that was seen is the sum of those of both. */
async function mergeByOperator({
  body: { fromId, intoId, wechatToKeep, revision: seen },
  staff: { id: actorId },
  db,
  now,
}: Handled<typeof api.mergeUsers>): Promise<api.UserDetail> {
  return db.transaction(async (tx) => {
    const [from, into] = [await findUser(tx, fromId, now), await findUser(tx, intoId, now)]
    if (!from || !into) throw new ApiError('user_not_found')
    await assertSeenRows(tx, 'users', { ids: [intoId, fromId], seen, nameOf: ({ nickname }) => `「${nickname}」` })
    await mergeUsers(tx, { fromId, intoId, wechatToKeep, now })
    const keeper = wechatToKeep === 'from' ? from : into
    const wechat = from.hasWechat && into.hasWechat ? `「${keeper.nickname}」的微信登录` : ''
    await notify(tx, {
      receiverIds: [intoId],
      senderId: null,
      category: 'systemNotice',
      title: '账号已合并',
      content: `您的另一个账号「${from.nickname}」已并入当前账号${wechat && `，以后用${wechat}，另一个微信不再能登录`}`,
      about: { kind: 'account', id: intoId },
    })
    const summary = `将用户「${from.nickname}」（编号 ${fromId}）并入「${into.nickname}」（编号 ${intoId}）${wechat && `，保留${wechat}`}`
    await recordAuditEvent(tx, { actorId, action: 'user.merge', objectId: intoId, summary, now })
    return readUser(tx, intoId, now)
  })
}

export default plugin([
  // Users whose WeChat confirmed a phone number that another account still has.
  handle(api.listDuplicates, async ({ query, db, now }) => {
    const holder = alias(users, 'holder')
    const { userId, createdAt, phone } = phoneConflicts
    const select = db
      .select({ claimantId: userId, holderId: holder.id, claimedAt: createdAt })
      .from(phoneConflicts)
      .innerJoin(users, eq(users.id, userId))
      .innerJoin(holder, and(eq(holder.phone, phone), ne(holder.id, userId)))
      .$dynamic()
    const by = query.sord === 'asc' ? asc : desc
    const order = [by(createdAt), by(userId)]
    const page = await pageOf(db, select, { where: isNull(users.closedAt), order, query, present: (row) => row })
    const ids = page.rows.flatMap(({ claimantId, holderId }) => [claimantId, holderId])
    const people = ids.length === 0 ? [] : await selectUsers(db, now).where(inArray(users.id, ids))
    const byId = new Map(people.map((row) => [row.id, presentUser(row)]))
    const rows = page.rows.flatMap(({ claimantId, holderId, claimedAt }) => {
      const [claimant, holder] = [byId.get(claimantId), byId.get(holderId)]
      return claimant && holder ? [{ claimant, holder, claimedAt: claimedAt.toISOString() }] : []
    })
    return { rows, total: page.total }
  }),

  // Whether they can be merged is tried, and rolled back.
  handle(api.compareUsers, async ({ query, db, now }) => {
    const [from, into] = [await findUserNamed(db, query.from, now), await findUserNamed(db, query.into, now)]
    if (!from || !into) throw new ApiError('user_not_found')
    if (from.id === into.id) throw new ApiError('merge_oneself')
    return {
      revision: from.revision + into.revision,
      from: await presentSide(db, from, now),
      into: await presentSide(db, into, now),
      refusal: await whyNotMerge(db, { fromId: from.id, intoId: into.id, now }),
      asksForWechat: from.hasWechat && into.hasWechat,
    }
  }),

  handle(api.mergeUsers, mergeByOperator),
])
