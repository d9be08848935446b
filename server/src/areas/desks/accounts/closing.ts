import * as api from '@paidang/api/areas/desks/accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { idempotencyKeys } from '../../../db/machinery-tables.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { addresses } from '../../../tables/addresses.ts'
import { agreementConsents, credentials, passwordRequests, phoneConflicts } from '../../../tables/auth.ts'
import { ballGames, ballParticipants, ballRequests, ballWaiters } from '../../../tables/balls.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { calendarFeeds } from '../../../tables/calendar.ts'
import { storedCards } from '../../../tables/cards.ts'
import { hasStatus, invitations, seats, usualPins } from '../../../tables/classes.ts'
import { coachLeaveCases } from '../../../tables/coach-leaves.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { contracts } from '../../../tables/contracts.ts'
import { CLOSED_NICKNAME, users } from '../../../tables/identities.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { studentFinds, studentLookUps, studentRelations } from '../../../tables/relations.ts'
import { reports } from '../../../tables/reports.ts'
import { rosterStudents } from '../../../tables/roster.ts'
import { shareLinks } from '../../../tables/sharing.ts'
import { cartItems, shopOrders } from '../../../tables/shop.ts'
import { bindsItsShop, stringingOrders } from '../../../tables/stringing-orders.ts'
import { trialLessons } from '../../../tables/trial-lessons.ts'
import { coachVenues } from '../../../tables/venues.ts'
import { openCases } from '../../activities/coach-leaves/cases.ts'
import { forgetQuestions } from '../../activities/questions/questions.ts'
import { forgetInvitations } from '../../activities/student-invitations/student-invitations.ts'
import { forgetRequests } from '../../activities/student-requests/requests.ts'
import { forgetAlerts } from '../../activities/vacancies/tell.ts'
import { withholdText } from '../../ground/content/submit-text.ts'
import { forgetMessages } from '../../ground/messages/cleanup-messages.ts'
import { dropSessionKey } from '../../ground/wechat/session-keys.ts'
import { endAdjustments } from '../../money/cards/end-adjustments.ts'
import { findCredentialsOf, withPassword } from '../../people/auth/password.ts'
import { endSessionsOf } from '../../people/auth/sessions.ts'
import { leaveAllCompanies } from '../../places/companies/leave-all-companies.ts'

/** What closing deletes, and what accounting and the other party keep. Source: decision record 017 */
const DELETES = [
  '昵称、头像、手机号、微信绑定、性别、运动项目、持拍习惯、地区、简介与照片',
  '名片、收货地址、购物车、黑名单与收到的消息',
  '师生关系、学员申请、咨询与空位提醒、日历订阅、分享链接、教练认证资料与登录信息',
]
const KEEPS = [
  '订单、支付与退款记录，包括下单时填的联系人、电话和地址',
  '课时与储值卡流水、课程合同、公司名称与合同照片',
  '约课、体验课、球局、穿线、评价与水平记录，名字显示为「已注销用户」',
  '别人收到的消息和平台处理记录里，当时写下的昵称',
]

/** The unsettled items of a person: amounts in fen, lesson hours, and counts of the others. */
type Unsettled = {
  cardFen: number
  lessonHours: number
  classes: number
  taughtClasses: number
  /** Trial lessons of either side that wait for money or for an answer. */
  trials: number
  balls: number
  /** Games that the person left late and whose money may still be refunded. */
  lateSeats: number
  orders: number
  refundFen: number
  stringing: number
  shop: number
  /** For the companies that the person administers: the other coaches, and the people with remaining hours. */
  colleagues: number
  companyStudents: number
}

/** Counts at `now` what keeps an account open. */
async function countUnsettled(db: Database, { userId, now }: { userId: string; now: Date }): Promise<Unsettled> {
  const isLive = hasStatus(['PENDING', 'CONFIRMED'], now)
  // Closed companies have no coaches and owe no hours. A company that closes with its admin is still counted.
  const led = sql`select id from ${companies} where admin_id = ${userId}`
  const owed = sql`remaining_sessions > 0 and expiry_date >= ${dayOf(now)}::date`
  const isUnderWay = sql`b.status in ('UNPAID', 'OPEN', 'FULL')`
  const ballsBy = (table: typeof ballParticipants | typeof ballRequests | typeof ballWaiters, condition: string) =>
    sql`select b.id from ${table} p join ${ballGames} b on b.id = p.ball_id
      where p.user_id = ${userId} and ${isUnderWay} and ${sql.raw(condition)}`

  const { rows } = await db.execute<Record<keyof Unsettled, string>>(sql`select
    (select coalesce(sum(principal_fen + gift_fen), 0) from ${storedCards} where user_id = ${userId}) as "cardFen",
    (select coalesce(sum(remaining_sessions), 0) from ${contracts}
      where user_id = ${userId} and remaining_sessions > 0 and (held_sessions > 0 or ${owed})) as "lessonHours",
    (select count(*) from ${seats} s join ${invitations} on ${invitations.id} = s.invitation_id
      where s.user_id = ${userId} and s.invitation_status in ('PENDING', 'CONFIRMED') and ${isLive}
        and (s.state = 'JOINED' or ${invitations.initiatorId} = ${userId} and ${invitations.initiatorRole} = 'player')
    ) as "classes",
    (select count(*) from ${invitations} where ${isLive} and ${invitations.coachId} = ${userId}) as "taughtClasses",
    (select count(*) from ${trialLessons}
      where (coach_id = ${userId} or player_id = ${userId}) and state in ('UNPAID', 'PAID')) as "trials",
    (select count(*) from (
      select b.id from ${ballGames} b where b.initiator_id = ${userId} and ${isUnderWay}
      union ${ballsBy(ballParticipants, "p.state in ('OFFERED', 'HELD', 'CONFIRMED')")}
      union ${ballsBy(ballWaiters, "p.state in ('WAITING', 'OFFERED')")}
      union ${ballsBy(ballRequests, 'p.approve_status = 0')}) game) as "balls",
    (select count(*) from (${ballsBy(ballParticipants, "p.state = 'LEFT_LATE' and p.refilled_by is null")}) game) as "lateSeats",
    (select count(*) from ${orders} where user_id = ${userId} and state = 'UNPAID') as "orders",
    (select coalesce(sum(r.amount_fen), 0) from ${refunds} r join ${orders} o on o.id = r.order_id
      where o.user_id = ${userId} and r.state <> 'DONE') as "refundFen",
    (select count(*) from ${stringingOrders}
      where user_id = ${userId} and ${bindsItsShop(stringingOrders)}) as "stringing",
    (select count(*) from ${shopOrders}
      where user_id = ${userId} and (status in ('UNPAID', 'PAID', 'SENT') or refund_choice = 'ASKED')) as "shop",
    (select count(*) from ${companyMembers} where company_id in (${led}) and user_id <> ${userId}) as "colleagues",
    (select count(distinct user_id) from ${contracts} where company_id in (${led}) and ${owed}) as "companyStudents"`)
  const [row] = rows
  if (!row) throw new Error('the count answers no row')
  return Object.fromEntries(Object.entries(row).map(([what, count]) => [what, Number(count)])) as Unsettled
}

function companyText({ colleagues, companyStudents }: { colleagues: number; companyStudents: number }): string {
  const parts = [
    ...(colleagues > 0 ? [`${colleagues} 位教练`] : []),
    ...(companyStudents > 0 ? [`${companyStudents} 位学员的课时`] : []),
  ]
  return `您管理的公司还有 ${parts.join('、')}，请先转让管理员`
}

/** The trial lesson that its person answers, pays or withdraws first; null where only a coach waits for its money. */
async function findOpenTrial(db: Database, userId: string): Promise<string | null> {
  const { id, coachId, playerId, state } = trialLessons
  const isOwn = or(eq(playerId, userId), and(eq(coachId, userId), eq(state, 'PAID')))
  const [row] = await db
    .select({ id })
    .from(trialLessons)
    .where(and(sql`${state} in ('UNPAID', 'PAID')`, isOwn))
    .orderBy(id)
    .limit(1)
  return row?.id ?? null
}

type Blocker = api.Closing['blockers'][number]

/** Lists what prevents closing an account at `now`, in the order of the catalogue. */
async function findBlockers(db: Database, { userId, now }: { userId: string; now: Date }): Promise<Blocker[]> {
  const left = await countUnsettled(db, { userId, now })
  const trialId = left.trials > 0 ? await findOpenTrial(db, userId) : null
  const known: [number, Omit<Blocker, 'objectId'>][] = [
    [left.cardFen, { kind: 'CARD_BALANCE', text: `储值卡余额 ¥${yuanOf(left.cardFen)}，请先退回或用完` }],
    [left.lessonHours, { kind: 'LESSON_HOURS', text: `还有 ${left.lessonHours} 课时未使用，请先上完或联系教练处理` }],
    [left.classes, { kind: 'CLASSES', text: `有 ${left.classes} 节约课未结束，请先完成或取消` }],
    [left.taughtClasses, { kind: 'STUDENTS_CLASSES', text: `有 ${left.taughtClasses} 节学员的约课未结束` }],
    [left.trials, { kind: 'TRIALS', text: `有 ${left.trials} 节体验课等付款或答复，请先答复或撤回` }],
    [left.balls, { kind: 'BALLS', text: `有 ${left.balls} 场球局未结束，请先退出或取消` }],
    [left.lateSeats, { kind: 'LATE_SEATS', text: `退出的 ${left.lateSeats} 场球局可能还会退款，请等球局结束` }],
    [left.orders, { kind: 'ORDERS', text: `有 ${left.orders} 笔订单待支付` }],
    [left.refundFen, { kind: 'REFUNDS', text: `有 ¥${yuanOf(left.refundFen)} 正在退款，请等待到账` }],
    [left.stringing, { kind: 'STRINGING', text: `有 ${left.stringing} 个穿线订单未完成` }],
    [left.shop, { kind: 'SHOP', text: `有 ${left.shop} 个商城订单未完成` }],
    [left.colleagues + left.companyStudents, { kind: 'COMPANY', text: companyText(left) }],
  ]
  return known
    .filter(([count]) => count > 0)
    .map(([, blocker]) => ({ ...blocker, objectId: blocker.kind === 'TRIALS' ? trialId : null }))
}

/**
 * Deletes the data that belong only to this person. This is the only place that deletes rows of many areas. Those areas
 * do not know about closing, and none of their rules is applied.
 */
async function forgetPersonal(tx: Database, userId: string): Promise<void> {
  await tx.delete(contentSubmissions).where(eq(contentSubmissions.authorId, userId))
  await tx.delete(businessCards).where(eq(businessCards.userId, userId))
  await tx.delete(addresses).where(eq(addresses.userId, userId))
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
  await tx.delete(cartItems).where(eq(cartItems.userId, userId))
  await tx.delete(usualPins).where(or(eq(usualPins.userId, userId), eq(usualPins.coachId, userId)))
  await tx
    .delete(blacklistEntries)
    .where(or(eq(blacklistEntries.ownerId, userId), eq(blacklistEntries.targetId, userId)))
  await tx
    .delete(studentRelations)
    .where(or(eq(studentRelations.coachId, userId), eq(studentRelations.playerId, userId)))
  // What they claimed was theirs and stays as accounts. Their children wait for another guardian.
  const claimed = eq(rosterStudents.accountId, userId)
  await tx
    .update(rosterStudents)
    .set({ state: 'WITHDRAWN', accountId: null, phone: '' })
    .where(and(claimed, eq(rosterStudents.state, 'CLAIMED')))
  await tx.update(rosterStudents).set({ state: 'WAITING', accountId: null }).where(claimed)
  await tx.delete(studentFinds).where(or(eq(studentFinds.coachId, userId), eq(studentFinds.playerId, userId)))
  await tx.delete(studentLookUps).where(eq(studentLookUps.coachId, userId))
  await tx.delete(coachVenues).where(eq(coachVenues.coachId, userId))
  await tx.delete(coachLeaveCases).where(eq(coachLeaveCases.playerId, userId))
  // Only reports about this person are deleted. Reports by this person stay, under the generic name.
  await tx.delete(reports).where(eq(reports.ownerId, userId))
  await tx.delete(coachApplications).where(eq(coachApplications.userId, userId))
  const isOfTheirPage = and(inArray(shareLinks.kind, ['card', 'coach']), eq(shareLinks.objectId, userId))
  await tx.delete(shareLinks).where(or(eq(shareLinks.sharerId, userId), isOfTheirPage))
  await tx.delete(credentials).where(eq(credentials.userId, userId))
  await tx.delete(agreementConsents).where(eq(agreementConsents.userId, userId))
  await tx.delete(phoneConflicts).where(eq(phoneConflicts.userId, userId))
  await tx.delete(passwordRequests).where(eq(passwordRequests.userId, userId))
  await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.audience, 'app'), eq(idempotencyKeys.userId, userId)))
}

/**
 * Removes all personal data from a user's row. Nothing shows their pictures any more, so a cleanup job deletes them.
 */
async function anonymise(tx: Database, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      nickname: CLOSED_NICKNAME,
      avatar: null,
      phone: null,
      phoneVerified: false,
      openId: null,
      unionId: null,
      wechatId: null,
      wechatIdOpen: false,
      gender: 1,
      genderStated: false,
      sport: null,
      handedness: 0,
      handStated: false,
      backhandStyle: 'double',
      backhandStated: false,
      region: '',
      description: '',
      nicePhotos: '',
      verified: 0,
      closedAt: now,
    })
    .where(eq(users.id, userId))
}

export default plugin([
  handle(api.exportOwnData, ({ user, now, app, request }) =>
    app.makeExport(request, 'ownData', { actorId: user.id, now }),
  ),

  handle(api.readClosing, async ({ user, db, now }) => ({
    blockers: await findBlockers(db, { userId: user.id, now }),
    deletes: DELETES,
    keeps: KEEPS,
    needsPassword: (await findCredentialsOf(db, user.id)) !== undefined,
  })),

  // Personal data are deleted; what accounting needs stays without a name. A concurrent action on the account either
  // blocks the closing here, or the database refuses it. A wrong password stays counted.
  handle(api.closeAccount, async ({ body: { password }, user: { id: userId }, db, now }) => {
    await withPassword(db, { userId, password, now }, async (tx) => {
      // The lock lets nothing new begin for this user.
      const isOpen = and(eq(users.id, userId), isNull(users.closedAt))
      const [open] = await tx.select({ id: users.id }).from(users).where(isOpen).for('update')
      if (!open) throw new ApiError('session_expired')
      const clubs = await tx
        .select({ companyId: companyMembers.companyId })
        .from(companyMembers)
        .where(eq(companyMembers.userId, userId))
      await leaveAllCompanies(tx, { actorId: userId, now })
      const blockers = await findBlockers(tx, { userId, now })
      if (blockers.length > 0) throw new ApiError('account_unsettled', { data: { blockers } })
      const companyIds = clubs.map(({ companyId }) => companyId)
      await openCases(tx, { coachId: userId, cause: 'LEFT', companyIds, now })
      await endAdjustments(tx, { userId, now })
      await forgetMessages(tx, userId)
      await dropSessionKey(tx, userId)
      await withholdText(tx, userId)
      await forgetRequests(tx, userId)
      await forgetInvitations(tx, userId)
      await forgetQuestions(tx, userId)
      await forgetAlerts(tx, userId)
      await forgetPersonal(tx, userId)
      await endSessionsOf(tx, { userId, because: 'account closed', now })
      await anonymise(tx, userId, now)
    })
    return null
  }),
])
