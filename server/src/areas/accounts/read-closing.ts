import type { Closing } from '@paidang/api/areas/accounts'
import type { Database } from '../../db/database.ts'
import { hasPassword } from '../auth/has-password.ts'
import { findBlockers } from './closing-blockers.ts'

/** What closing takes away, and what accounting keeps. Source: decision record 017 */
const DELETES = [
  '昵称、头像、手机号、微信绑定与个人资料',
  '名片、收货地址、黑名单与消息',
  '师生关系、日历订阅与登录信息',
]
const KEEPS = ['订单、支付与退款记录', '课时与储值卡流水', '约课、球局与操作记录（不再显示姓名）']

/** Whether the caller can close his account, and what closing means. */
export async function readClosing(db: Database, { by, now }: { by: string; now: Date }): Promise<Closing> {
  return {
    blockers: await findBlockers(db, { userId: by, now }),
    deletes: DELETES,
    keeps: KEEPS,
    needsPassword: await hasPassword(db, by),
  }
}
