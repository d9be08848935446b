import { ApiError } from '@paidang/api/catalogue/errors'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'

import { users } from '../../../tables/identities.ts'
import { claimCode } from '../../ground/wechat/codes.ts'

import {
  WECHAT_ERRORS,
  type WechatClient,
  WechatRefusal,
  type WechatSession,
  WechatUnavailable,
} from '../../ground/wechat/wechat-client.ts'
import { areUsedUp, countFailureIn, limitOfWechat } from './tries.ts'

const { CODE_INVALID, CODE_USED, USER_AT_RISK, TOO_OFTEN } = WECHAT_ERRORS

/**
 * Exchanges a log-in code of WeChat for its WeChat session. A code is used up before WeChat is asked. Too many wrong
 * codes block an address for a while.
 *
 * @param db no transaction: WeChat is asked
 * @throws ApiError wechat_login_failed, login_too_often, wechat_busy; never 401
 * Source: specification §7 "Auth", decision record 017
 */
export async function exchangeCode(
  db: Database,
  { wechat, code, address, now }: { wechat: WechatClient; code: string; address: string; now: Date },
): Promise<WechatSession> {
  const limits = [limitOfWechat(address)]
  if (await areUsedUp(db, limits, now)) throw new ApiError('login_too_often')
  const fail = async () => {
    await countFailureIn(db, limits, now)
    return new ApiError('wechat_login_failed')
  }
  if (!(await claimCode(db, { kind: 'login', code, now }))) throw await fail()
  try {
    return await wechat.codeToSession(code)
  } catch (error) {
    if (error instanceof WechatRefusal) {
      if ([CODE_INVALID, CODE_USED, USER_AT_RISK].some((known) => known === error.errcode)) throw await fail()
      if (error.errcode === TOO_OFTEN) throw new ApiError('login_too_often')
    }
    throw asBusy(error)
  }
}

/** The refusal for a fault of WeChat. Its cause is for the log. */
function asBusy(error: unknown): unknown {
  if (!(error instanceof WechatRefusal || error instanceof WechatUnavailable)) return error
  const refusal = new ApiError('wechat_busy')
  refusal.cause = error
  return refusal
}

/** Reads and locks the user of an openid until the transaction ends. Undefined when no user has it. */
export async function lockUserOfWechat(
  tx: Database,
  openId: string,
): Promise<{ id: string; unionId: string | null } | undefined> {
  const [row] = await tx
    .select({ id: users.id, unionId: users.unionId })
    .from(users)
    .where(eq(users.openId, openId))
    .for('no key update')
  return row
}
