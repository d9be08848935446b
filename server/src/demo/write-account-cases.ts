import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '../areas/ground/audit-log/record-audit-event.ts'
import { requestCardIssue } from '../areas/money/cards/adjustments.ts'
import type { Database } from '../db/database.ts'
import { credentials, passwordRequests, phoneConflicts, userSuspensions } from '../tables/auth.ts'
import { users } from '../tables/identities.ts'
import { staff } from '../tables/staff-identities.ts'
import { SEEKER } from './people.ts'
import type { World } from './world.ts'

/** A user who made offers and did not pay. An operator suspended them permanently. */
const SUSPENDED = { nickname: '低价代练', phone: '13800000901', openId: 'demo-openid-suspended' }
const SUSPENDED_BECAUSE = '多次发布广告并私下收款'

/** A gift for a player's first games. An operator requested it, and the senior operator has not decided yet. */
const WELCOME_FEN = 5_000
const WELCOME_BECAUSE = '首月约球满 5 场，赠送开卡礼金'

/**
 * A user with a new WeChat account. Support has a question about them: the phone number belongs to their former
 * account.
 */
const RETURNED = { nickname: '微信用户0427', openId: 'demo-openid-returned' }

/** A user who can no longer log in on the web, and asks the operators for a new password. */
const FORGETFUL = {
  account: 'player3',
  contact: '微信号 nianan_tennis，晚上八点后方便',
  proof: '上周跟沈嘉禾教练上过课，手机尾号和注册时的一样，等级是自己填的 2.5。',
}

/** Writes a suspended user, a user with two accounts, a request for a password, and a pending card adjustment. */
export async function writeAccountCases(tx: Database, { today }: World): Promise<void> {
  const at = (daysAgo: number) => instantOf(addDays(today, -daysAgo), 20)
  const [operator] = await tx.select({ id: staff.id }).from(staff).where(eq(staff.username, 'operator'))
  const [suspended, returned] = await tx
    .insert(users)
    .values([
      { ...SUSPENDED, createdAt: at(40), lastSeenAt: at(9) },
      { ...RETURNED, createdAt: at(2), lastSeenAt: at(1) },
    ])
    .returning({ id: users.id })
  const [seeker] = await tx.select({ id: users.id, phone: users.phone }).from(users).where(eq(users.nickname, SEEKER))
  const [forgetful] = await tx
    .select({ id: credentials.userId })
    .from(credentials)
    .where(eq(credentials.username, FORGETFUL.account))
  if (!operator || !suspended || !returned || !seeker?.phone || !forgetful)
    throw new Error('Somebody of the story is missing')
  const [userId, staffId] = [suspended.id, operator.id]
  await tx.insert(userSuspensions).values({ userId, staffId, reason: SUSPENDED_BECAUSE, createdAt: at(8) })
  const summary = `停用用户「${SUSPENDED.nickname}」（长期），原因：${SUSPENDED_BECAUSE}`
  await recordAuditEvent(tx, { actorId: staffId, action: 'user.suspend', objectId: userId, summary, now: at(8) })
  const actor = { id: staffId, isPasswordGiven: false }
  await requestCardIssue(tx, { userId: seeker.id, giftFen: WELCOME_FEN, reason: WELCOME_BECAUSE, actor, now: at(1) })
  await tx.insert(passwordRequests).values({ ...FORGETFUL, userId: forgetful.id, createdAt: at(1) })
  await tx.insert(phoneConflicts).values({ userId: returned.id, phone: seeker.phone, createdAt: at(1) })
}
