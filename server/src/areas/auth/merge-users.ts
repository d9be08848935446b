import type { KEPT_WECHATS } from '@paidang/api/areas/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { dissolveUser } from './dissolve-user.ts'
import { deleteContest, handOverCredentials, lockBoth, setPhone } from './link-queries.ts'

/** Which of two WeChats opens the account that stays; undefined where not both have one. */
type KeptWechat = (typeof KEPT_WECHATS)[number] | undefined

type Merging = { fromId: string; intoId: string; keptWechat: KeptWechat; now: Date }

/**
 * Makes two accounts one: `fromId` ends, and its log-ins, its user name, number and WeChat go over where the other has none.
 * It must have done nothing yet but register, as for a number that is linked: two accounts that both did something stay two.
 *
 * @throws ApiError merge_oneself, user_not_found (also when they are one already), account_closed, merge_wechat_missing,
 *   merge_refused (data: table, in which it did something)
 * Source: decision record 017
 */
export async function mergeUsers(tx: Database, { fromId, intoId, keptWechat, now }: Merging): Promise<void> {
  if (fromId === intoId) throw new ApiError('merge_oneself')
  const locked = await lockBoth(tx, fromId, intoId)
  const [from, into] = [fromId, intoId].map((wanted) => locked.find(({ id }) => id === wanted))
  if (!from || !into) throw new ApiError('user_not_found')
  if (from.closedAt || into.closedAt) throw new ApiError('account_closed')
  if (from.openId !== null && into.openId !== null && keptWechat === undefined) {
    throw new ApiError('merge_wechat_missing')
  }
  const takesWechat = into.openId === null || keptWechat === 'from'
  const refusal = (table: string | undefined) => new ApiError('merge_refused', { data: { table: table ?? null } })
  await handOverCredentials(tx, { from: fromId, to: intoId })
  await dissolveUser(tx, { from, into: intoId, takesWechat, refusal, now })
  if (into.phone === null && from.phone !== null) {
    await setPhone(tx, intoId, { phone: from.phone, phoneVerified: from.phoneVerified })
  }
  await deleteContest(tx, intoId)
}
