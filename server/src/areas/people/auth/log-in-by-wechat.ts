import { randomInt } from 'node:crypto'
import type { LogIn } from '@paidang/api/areas/auth'
import type { Database } from '../../../db/database.ts'
import type { Sessions } from '../../../http/session.ts'
import { saveSessionKey } from '../../ground/wechat/session-keys.ts'
import type { WechatClient, WechatSession } from '../../ground/wechat/wechat-client.ts'
import { insertWechatUser, lockUserOfWechat, setUnionId } from './account-queries.ts'
import { type Agreed, beginSession } from './begin-session.ts'
import type { Device } from './device-of.ts'
import { exchangeCode } from './exchange-code.ts'

type Attempt = Agreed & { wechat: WechatClient; code: string; device: Device; address: string; now: Date }

/**
 * Logs in the user who opened the mini-program. The first log-in creates an account, a player's without phone or
 * profile.
 *
 * @throws ApiError wechat_login_failed, login_too_often, wechat_busy; never 401
 * Source: specification §7 "Auth", decision record 017
 */
export async function logInByWechat(
  db: Database,
  sessions: Sessions,
  { wechat, code, device, address, agreementVersion, now }: Attempt,
): Promise<LogIn> {
  const session = await exchangeCode(db, { wechat, code, address, now })
  return db.transaction(async (tx) => {
    const userId = await userOf(tx, session)
    await saveSessionKey(tx, { userId, sessionKey: session.sessionKey, now })
    return beginSession(tx, sessions, { userId, device: { ...device, platform: 'weapp' }, agreementVersion, now })
  })
}

/**
 * Finds or creates the user of an openid, locked until the transaction ends. Of two concurrent first log-ins one
 * creates it.
 */
async function userOf(tx: Database, { openId, unionId }: Omit<WechatSession, 'sessionKey'>): Promise<string> {
  const known = await lockUserOfWechat(tx, openId)
  if (known) {
    if (unionId !== null && unionId !== known.unionId) await setUnionId(tx, known.id, unionId)
    return known.id
  }
  const nickname = `微信用户${String(randomInt(10_000)).padStart(4, '0')}`
  const made = await insertWechatUser(tx, { openId, unionId, nickname })
  return made ?? userOf(tx, { openId, unionId })
}
