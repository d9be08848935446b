import type { MergeSide, Merging } from '@paidang/api/areas/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { mergeUsers } from '../../people/auth/merge-users.ts'
import { presentUser } from './present-user.ts'
import { countHoldings, findUserNamed, type UserRow } from './user-queries.ts'

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

/**
 * Shows two accounts side by side, with the reason why they cannot be merged. It tries the merge and rolls it back.
 *
 * @param names an id or a whole phone number for each account
 * @throws ApiError user_not_found, merge_oneself
 */
export async function compareUsers(db: Database, names: { from: string; into: string; now: Date }): Promise<Merging> {
  const { now } = names
  const [from, into] = [await findUserNamed(db, names.from, now), await findUserNamed(db, names.into, now)]
  if (!from || !into) throw new ApiError('user_not_found')
  if (from.id === into.id) throw new ApiError('merge_oneself')
  return {
    revision: from.revision + into.revision,
    from: await presentSide(db, from, now),
    into: await presentSide(db, into, now),
    refusal: await whyNotMerge(db, { fromId: from.id, intoId: into.id, now }),
    asksForWechat: from.hasWechat && into.hasWechat,
  }
}

async function presentSide(db: Database, row: UserRow, now: Date): Promise<MergeSide> {
  const { phoneVerified, hasWechat } = row
  return { ...presentUser(row), phoneVerified, hasWechat, holdings: await countHoldings(db, row.id, now) }
}

async function whyNotMerge(db: Database, ids: { fromId: string; intoId: string; now: Date }): Promise<string | null> {
  try {
    return await db.transaction(async (tx) => {
      await mergeUsers(tx, { ...ids, wechatToKeep: 'into' })
      throw new Tried()
    })
  } catch (error) {
    if (error instanceof Tried) return null
    if (!(error instanceof ApiError)) throw error
    return error.code === 'merge_refused' ? `${wordsOf(error.data)}，不能合并` : error.message
  }
}

function wordsOf(data: unknown): string {
  const { table } = data as { table: string | null }
  return `要并入的账号已有${(table !== null && TABLE_LABELS[table]) || '业务'}记录`
}
