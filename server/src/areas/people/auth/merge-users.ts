import type { KEPT_WECHATS } from '@paidang/api/areas/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { dissolveUser } from './dissolve-user.ts'
import { deletePhoneConflict, handOverCredentials, lockBoth, setPhone } from './link-queries.ts'

/** Which of two WeChat accounts opens the account that stays. Undefined unless both have one. */
type WechatToKeep = (typeof KEPT_WECHATS)[number] | undefined

type Merging = { fromId: string; intoId: string; wechatToKeep: WechatToKeep; now: Date }

/**
 * Merges two accounts. `fromId` ends. Its user name, number and WeChat account move over where the other has none. It
 * must have done nothing yet but register, as when a number is linked. Two accounts that both did something cannot be
 * merged.
 *
 * @throws ApiError merge_oneself, user_not_found (also when they are one already), account_closed,
 * merge_wechat_missing;
 * merge_refused (data: table, in which it did something)
 * Source: decision record 017
 */
export async function mergeUsers(tx: Database, { fromId, intoId, wechatToKeep, now }: Merging): Promise<void> {
  if (fromId === intoId) throw new ApiError('merge_oneself')
  const locked = await lockBoth(tx, fromId, intoId)
  const [from, into] = [fromId, intoId].map((input) => locked.find(({ id }) => id === input))
  if (!from || !into) throw new ApiError('user_not_found')
  if (from.closedAt || into.closedAt) throw new ApiError('account_closed')
  if (from.openId !== null && into.openId !== null && wechatToKeep === undefined) {
    throw new ApiError('merge_wechat_missing')
  }
  const takesWechat = into.openId === null || wechatToKeep === 'from'
  const refusal = (table: string | undefined) => new ApiError('merge_refused', { data: { table: table ?? null } })
  await handOverCredentials(tx, { from: fromId, to: intoId })
  await dissolveUser(tx, { from, into: intoId, takesWechat, refusal, now })
  if (into.phone === null && from.phone !== null) {
    await setPhone(tx, intoId, { phone: from.phone, phoneVerified: from.phoneVerified })
  }
  await deletePhoneConflict(tx, intoId)
}
