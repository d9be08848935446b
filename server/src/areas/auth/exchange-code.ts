import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { claimCode } from '../wechat/claim-code.ts'
import {
  WECHAT_ERRORS,
  type WechatClient,
  WechatRefusal,
  type WechatSession,
  WechatUnavailable,
} from '../wechat/wechat-client.ts'
import { areUsedUp, countFailureIn, purseOfWechat } from './tries.ts'

type Exchange = { wechat: WechatClient; code: string; address: string; now: Date }

const { CODE_INVALID, CODE_USED, USER_AT_RISK, TOO_OFTEN } = WECHAT_ERRORS

/**
 * Who a log-in code of WeChat stands for. A code is taken for good before WeChat is asked, and too many wrong ones close an
 * address for a while.
 *
 * @param db no transaction: WeChat is asked
 * @throws ApiError wechat_login_failed, login_too_often, wechat_busy; never 401
 * Source: specification §7 "Auth", decision record 017
 */
export async function exchangeCode(db: Database, { wechat, code, address, now }: Exchange): Promise<WechatSession> {
  const purses = [purseOfWechat(address)]
  if (await areUsedUp(db, purses, now)) throw new ApiError('login_too_often')
  const fail = async () => {
    await countFailureIn(db, purses, now)
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

/** The refusal for what is no fault of whoever asked; its cause is for the log. */
function asBusy(error: unknown): unknown {
  if (!(error instanceof WechatRefusal || error instanceof WechatUnavailable)) return error
  const refusal = new ApiError('wechat_busy')
  refusal.cause = error
  return refusal
}
