import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { saveSessionKey } from '../../ground/wechat/session-keys.ts'
import type { WechatClient } from '../../ground/wechat/wechat-client.ts'
import { dissolveUser } from './dissolve-user.ts'
import { exchangeCode } from './exchange-code.ts'
import { lockForWechat, setWechat } from './link-queries.ts'
import { linkWithRetry } from './link-with-retry.ts'

/**
 * Lets the WeChat account of a log-in code open the caller's account, instead of any earlier one. A user who came
 * through that WeChat account before and did nothing is merged into the caller.
 *
 * @param db no transaction: WeChat is asked
 * @throws ApiError wechat_login_failed, login_too_often, wechat_busy, wechat_bound, session_expired
 * Source: decision record 017
 */
export async function bindWechat(
  db: Database,
  {
    wechat,
    code,
    actorId,
    address,
    now,
  }: { wechat: WechatClient; code: string; actorId: string; address: string; now: Date },
): Promise<void> {
  const { openId, unionId, sessionKey } = await exchangeCode(db, { wechat, code, address, now })
  const link = async (tx: Database) => {
    const locked = await lockForWechat(tx, { userId: actorId, openId })
    const caller = locked.find(({ id }) => id === actorId)
    const holder = locked.find((user) => user.openId === openId)
    if (!caller || caller.closedAt) throw new ApiError('session_expired')
    if (holder && holder.id !== actorId) {
      if (holder.phone !== null) throw new ApiError('wechat_bound')
      const refusal = () => new ApiError('wechat_bound')
      await dissolveUser(tx, { from: holder, into: actorId, takesWechat: true, refusal, now })
    }
    await setWechat(tx, actorId, { openId, unionId })
    await saveSessionKey(tx, { userId: actorId, sessionKey, now })
  }
  await linkWithRetry(() => db.transaction(link))
}
