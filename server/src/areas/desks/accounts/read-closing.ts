import type { Closing } from '@paidang/api/areas/accounts'
import type { Database } from '../../../db/database.ts'
import { hasPassword } from '../../people/auth/has-password.ts'
import { findBlockers } from './closing-blockers.ts'

/** What closing deletes, and what accounting and the other party keep. Source: decision record 017 */
const DELETES = [
  '昵称、头像、手机号、微信绑定、地区、简介与照片',
  '名片、收货地址、购物车、黑名单与收到的消息',
  '师生关系、日历订阅、分享链接、教练认证资料与登录信息',
]
const KEEPS = [
  '订单、支付与退款记录，包括下单时填的联系人、电话和地址',
  '课时与储值卡流水、课程合同、公司名称与合同照片',
  '约课、球局、穿线、评价与水平记录，名字显示为「已注销用户」',
  '别人收到的消息和平台处理记录里，当时写下的昵称',
]

/** Reads whether the caller can close their account, and what closing means. */
export async function readClosing(db: Database, { actorId, now }: { actorId: string; now: Date }): Promise<Closing> {
  return {
    blockers: await findBlockers(db, { userId: actorId, now }),
    deletes: DELETES,
    keeps: KEEPS,
    needsPassword: await hasPassword(db, actorId),
  }
}
