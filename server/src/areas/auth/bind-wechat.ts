import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { keepSessionKey } from '../wechat/keep-session-key.ts'
import type { WechatClient } from '../wechat/wechat-client.ts'
import { dissolveUser } from './dissolve-user.ts'
import { exchangeCode } from './exchange-code.ts'
import { lockForWechat, setWechat } from './link-queries.ts'
import { linkTwice } from './link-twice.ts'

/**
 * The WeChat user of a log-in code gets in as the caller from now on, instead of any other who did. Who came through WeChat before and did nothing yet
 * dissolves into the caller.
 *
 * @param db no transaction: WeChat is asked
 * @throws ApiError wechat_login_failed, login_too_often, wechat_busy, wechat_bound
 * Source: decision record 017
 */
export async function bindWechat(
  db: Database,
  { wechat, code, by, address, now }: { wechat: WechatClient; code: string; by: string; address: string; now: Date },
): Promise<void> {
  const { openId, unionId, sessionKey } = await exchangeCode(db, { wechat, code, address, now })
  const link = async (tx: Database) => {
    const locked = await lockForWechat(tx, { userId: by, openId })
    const caller = locked.find(({ id }) => id === by)
    const holder = locked.find((user) => user.openId === openId)
    if (!caller || caller.closedAt) throw new ApiError('session_expired')
    if (holder && holder.id !== by) {
      if (holder.phone !== null) throw new ApiError('wechat_bound')
      const refusal = () => new ApiError('wechat_bound')
      await dissolveUser(tx, { from: holder, into: by, takesWechat: true, refusal, now })
    }
    await setWechat(tx, by, { openId, unionId })
    await keepSessionKey(tx, { userId: by, sessionKey, now })
  }
  await linkTwice(() => db.transaction(link))
}
