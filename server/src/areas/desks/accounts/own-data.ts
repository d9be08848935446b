import type { exportOwnData as endpoint } from '@paidang/api/areas/desks/accounts'
import type { Data } from '@paidang/api/endpoint'
import { dayOf } from '@paidang/domain/kernel/day'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { addresses } from '../../../tables/addresses.ts'
import { arrivals } from '../../../tables/arrivals.ts'
import { agreementConsents, credentials, loginSessions, passwordRequests } from '../../../tables/auth.ts'
import { ballGames, ballParticipants, ballResultPlayers, ballResults } from '../../../tables/balls.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { cardLedger, storedCards } from '../../../tables/cards.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { coachLeaveCases, coachLeaves } from '../../../tables/coach-leaves.ts'
import { companies, courses } from '../../../tables/companies.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { contractPhotos, contracts, lessonLedger } from '../../../tables/contracts.ts'
import { files } from '../../../tables/files.ts'
import { users } from '../../../tables/identities.ts'
import { messageSettings, messages } from '../../../tables/messages.ts'
import {
  courseRefundParts,
  courseRefunds,
  packagePurchases,
  packages,
  packageVersions,
} from '../../../tables/packages.ts'
import { offlineEntries, orderLines, orders, payments, refunds } from '../../../tables/payments.ts'
import { levelChanges } from '../../../tables/profile.ts'
import { questions } from '../../../tables/questions.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { likeRecords, studentInvitations, studentRelations, studentRequests } from '../../../tables/relations.ts'
import { reports } from '../../../tables/reports.ts'
import { shopOrderItems, shopOrders } from '../../../tables/shop.ts'
import { rackets } from '../../../tables/stringing.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'
import { trialLessons } from '../../../tables/trial-lessons.ts'
import { vacancyAlerts } from '../../../tables/vacancies.ts'
import { venues } from '../../../tables/venues.ts'

/**
 * A part of the data about a person. It has only rows of this person, and of other people only the names in these rows.
 */
type Section = { name: string; title: string; rows: (userId: string) => SQL }

/** A half-hour index as a time of day. */
const clock = (column: SQL) => sql`to_char(make_interval(mins => 30 * ${column}), 'HH24:MI')`

/** The begin and the end of `at`, a class or a game. */
const when = sql`${clock(sql`at.begin_time_slot`)} as "begin", ${clock(sql`at.end_time_slot`)} as "end"`

/** All data about a person, in parts, in the order of the file. */
const SECTIONS: readonly Section[] = [
  {
    name: 'profile',
    title: '个人资料',
    rows: (
      id,
    ) => sql`select id, user_type as "userType", nickname, avatar, phone, phone_verified as "phoneVerified", sport,
      wechat_id as "wechatId", wechat_id_open as "wechatIdOpen", open_id is not null as "hasWechat",
      case when gender_stated then gender end as gender, region,
      case when hand_stated then handedness end as handedness,
      case when backhand_stated then backhand_style end as "backhandStyle", level, rating, description, verified, likes_count as "likesCount",
      nice_photos as "nicePhotos", takes_students as "takesStudents", registered_at as "registeredAt", created_at as "createdAt" from ${users} where id = ${id}`,
  },
  { name: 'account', title: '账号', rows: (id) => sql`select username from ${credentials} where user_id = ${id}` },
  {
    name: 'passwordRequests',
    title: '找回密码申请',
    rows: (id) => sql`select account, contact, proof, state, reason, created_at as "createdAt", ended_at as "endedAt"
      from ${passwordRequests} r where user_id = ${id} order by r.id`,
  },
  {
    name: 'businessCard',
    title: '名片',
    rows: (
      id,
    ) => sql`select template_id as "templateId", name, title, company, phone, email, address, introduction, avatar,
      saved_at as "savedAt" from ${businessCards} where user_id = ${id}`,
  },
  {
    name: 'coachApplications',
    title: '教练申请',
    rows: (
      id,
    ) => sql`select real_name as "realName", years_teaching as "yearsTeaching", region, introduction, certificates,
      approve_status as "approveStatus", reason, created_at as "createdAt", decided_at as "decidedAt"
      from ${coachApplications} a where user_id = ${id} order by a.id`,
  },
  {
    name: 'reports',
    title: '我的举报',
    rows: (id) => sql`select r.kind, owner.nickname as "about", r.reason, r.words, r.state, r.created_at as "createdAt",
      r.decided_at as "decidedAt" from ${reports} r join ${users} owner on owner.id = r.owner_id
      where r.reporter_id = ${id} order by r.id`,
  },
  {
    name: 'contentSubmissions',
    title: '内容审核',
    rows: (id) => sql`select kind, field, value, state, reason, created_at as "createdAt", decided_at as "decidedAt"
      from ${contentSubmissions} c where author_id = ${id} order by c.id`,
  },
  {
    name: 'levels',
    title: '等级记录',
    rows: (id) => sql`select l.source, l.level, l.note, by.nickname as "by", l.created_at as "at"
      from ${levelChanges} l left join ${users} by on by.id = l.by_user_id where l.user_id = ${id} order by l.id`,
  },
  {
    name: 'contracts',
    title: '课程合同',
    rows: (id) => sql`select c.id, k.course_name as "course", o.company_name as "company", coach.nickname as "coach",
      c.remaining_sessions as "remainingSessions", c.held_sessions as "heldSessions", c.unit_price as "unitPriceFen",
      c.expiry_date as "expiryDate", c.created_at as "createdAt"
      from ${contracts} c join ${courses} k on k.id = c.course_id join ${companies} o on o.id = c.company_id
      left join ${users} coach on coach.id = c.coach_id where c.user_id = ${id} order by c.id`,
  },
  {
    name: 'packages',
    title: '课包',
    rows: (
      id,
    ) => sql`select k.course_name as "course", o.company_name as "company", v.hours, v.gift_hours as "giftHours",
      v.price_fen as "priceFen", v.valid_days as "validDays", v.refund_rule as "refundRule", p.is_for_minor as "isForMinor", p.contract_id as "contractId", p.created_at as "createdAt"
      from ${packagePurchases} p join ${packageVersions} v on v.package_id = p.package_id and v.version = p.version
      join ${packages} s on s.id = p.package_id join ${courses} k on k.id = s.course_id
      join ${companies} o on o.id = s.company_id where p.user_id = ${id} order by p.id`,
  },
  {
    name: 'courseRefunds',
    title: '退课',
    rows: (
      id,
    ) => sql`select r.contract_id as "contractId", p.order_id as "orderId", t.hours, t.gift_hours as "giftHours",
      t.amount_fen as "amountFen", r.created_at as "createdAt"
      from ${courseRefunds} r join ${courseRefundParts} t on t.course_refund_id = r.id
      join ${contracts} c on c.id = r.contract_id left join ${refunds} p on p.id = t.refund_id
      where c.user_id = ${id} order by r.id, t.purchase_id`,
  },
  {
    name: 'lessonLedger',
    title: '课时流水',
    rows: (id) => sql`select l.contract_id as "contractId", l.seq, l.kind, l.remaining_change as "remainingChange",
      l.held_change as "heldChange", l.remaining_after as "remainingAfter", l.held_after as "heldAfter",
      l.invitation_id as "classId", l.reason, l.created_at as "at"
      from ${lessonLedger} l join ${contracts} c on c.id = l.contract_id
      where c.user_id = ${id} order by l.contract_id, l.seq`,
  },
  {
    name: 'contractPhotos',
    title: '合同照片',
    rows: (
      id,
    ) => sql`select o.company_name as "company", p.contract_attachment as "relativePath", p.created_at as "createdAt"
      from ${contractPhotos} p join ${companies} o on o.id = p.company_id where p.user_id = ${id} order by p.id`,
  },
  {
    name: 'classes',
    title: '约课',
    rows: (id) => sql`select at.id, at.course_design_name as "course", coach.nickname as "coach", v.name as "venue",
      at.course_date as "date", ${when}, at.invitation_status as "status", at.initiator_id = ${id} as "isInitiator",
      case when at.initiator_id = ${id} then at.message_to_coach end as "messageToCoach", at.focus,
      s.state as "seat", s.attendance, s.held_sessions as "heldSessions", at.cancel_reason as "cancelReason", at.past_reason as "pastReason",
      at.created_at as "createdAt"
      from ${invitations} at join ${users} coach on coach.id = at.coach_id join ${venues} v on v.id = at.stadium_id
      left join ${seats} s on s.invitation_id = at.id and s.user_id = ${id}
      where s.user_id is not null or (at.initiator_id = ${id} and at.initiator_role = 'player') order by at.id`,
  },
  {
    name: 'taughtClasses',
    title: '授课',
    rows: (
      id,
    ) => sql`select at.id, at.course_design_name as "course", v.name as "venue", at.course_date as "date", ${when},
      at.invitation_status as "status", at.seats_taken as "players",
      case when at.initiator_id = ${id} then at.message_to_players end as "messageToPlayers", at.past_reason as "pastReason", at.created_at as "createdAt"
      from ${invitations} at join ${venues} v on v.id = at.stadium_id where at.coach_id = ${id} order by at.id`,
  },
  {
    name: 'students',
    title: '师生关系',
    rows: (id) => sql`select case when r.coach_id = ${id} then 'student' else 'coach' end as "who", other.nickname,
      r.created_at as "since" from ${studentRelations} r
      join ${users} other on other.id = case when r.coach_id = ${id} then r.player_id else r.coach_id end
      where r.coach_id = ${id} or r.player_id = ${id} order by r.id`,
  },
  {
    name: 'studentRequests',
    title: '学员申请',
    rows: (id) => sql`select case when r.coach_id = ${id} then 'student' else 'coach' end as "who", other.nickname,
      c.course_name as "course", r.free_times as "freeTimes", r.words, r.answer, r.state, r.created_at as "createdAt",
      r.ended_at as "endedAt" from ${studentRequests} r join ${courses} c on c.id = r.course_id
      join ${users} other on other.id = case when r.coach_id = ${id} then r.player_id else r.coach_id end
      where r.coach_id = ${id} or r.player_id = ${id} order by r.id`,
  },
  {
    name: 'questions',
    title: '咨询',
    rows: (id) => sql`select case when q.asker_id = ${id} then 'asked' else 'received' end as "which", q.kind,
      o.company_name as "company", q.text, q.answer, q.state, q.created_at as "createdAt", q.ended_at as "endedAt"
      from ${questions} q join ${companies} o on o.id = q.company_id
      where q.asker_id = ${id} or q.answered_by = ${id} order by q.id`,
  },
  {
    name: 'coachLeaves',
    title: '教练变动',
    rows: (id) => sql`select case when k.coach_id = ${id} then 'student' else 'coach' end as "who", other.nickname,
      o.company_name as "company", l.cause, l.reason, l.first_day as "firstDay", l.last_day as "lastDay", k.state,
      k.created_at as "createdAt", k.ended_at as "endedAt" from ${coachLeaveCases} k
      join ${coachLeaves} l on l.id = k.leave_id join ${companies} o on o.id = k.company_id
      join ${users} other on other.id = case when k.coach_id = ${id} then k.player_id else k.coach_id end
      where k.player_id = ${id} or k.coach_id = ${id} order by k.id`,
  },
  {
    name: 'absences',
    title: '休假',
    rows: (id) => sql`select reason, first_day as "firstDay", last_day as "lastDay", created_at as "createdAt",
      ended_at as "endedAt" from ${coachLeaves} where coach_id = ${id} and cause = 'AWAY' order by id`,
  },
  {
    name: 'arrivals',
    title: '报到',
    rows: (
      id,
    ) => sql`select coalesce(i.course_design_name, b.title) as "title", coalesce(i.course_date, b.activity_date) as "day",
      a.arrived_at as "arrivedAt" from ${arrivals} a left join ${invitations} i on i.id = a.invitation_id
      left join ${ballGames} b on b.id = a.ball_id where a.user_id = ${id} order by a.id`,
  },
  {
    name: 'vacancyAlerts',
    title: '空位提醒',
    rows: (id) => sql`select a.kind, other.nickname as "coach", c.course_name as "course", v.name as "venue", a.sport,
      a.first_day as "firstDay", a.last_day as "lastDay", a.weekdays, a.begin_time_slot as "beginTimeSlot",
      a.end_time_slot as "endTimeSlot", a.state, a.created_at as "createdAt", a.ended_at as "endedAt"
      from ${vacancyAlerts} a left join ${users} other on other.id = a.coach_id
      left join ${courses} c on c.id = a.course_id left join ${venues} v on v.id = a.venue_id
      where a.user_id = ${id} order by a.id`,
  },
  {
    name: 'trialLessons',
    title: '体验课',
    rows: (id) => sql`select case when t.coach_id = ${id} then 'student' else 'coach' end as "who", other.nickname,
      t.course_name as "course", t.price_fen as "priceFen", t.wishes, t.words, t.answer, t.state,
      t.created_at as "createdAt", t.ended_at as "endedAt" from ${trialLessons} t
      join ${users} other on other.id = case when t.coach_id = ${id} then t.player_id else t.coach_id end
      where t.player_id = ${id} or t.coach_id = ${id} and t.state not in ('UNPAID', 'CLOSED') order by t.id`,
  },
  {
    name: 'studentInvitations',
    title: '学员邀请',
    rows: (id) => sql`select case when v.coach_id = ${id} then 'student' else 'coach' end as "who", other.nickname,
      case when v.coach_id = ${id} then v.name end as "name", k.course_name as "course", v.state,
      v.created_at as "createdAt", v.ended_at as "endedAt"
      from ${studentInvitations} v left join ${courses} k on k.id = v.course_id
      left join ${users} other on other.id = case when v.coach_id = ${id} then v.player_id else v.coach_id end
      where v.coach_id = ${id} or v.player_id = ${id} order by v.id`,
  },
  {
    name: 'likes',
    title: '点赞',
    rows: (id) => sql`select case when l.source_user_id = ${id} then 'given' else 'received' end as "which",
      other.nickname as "person", l.record_type as "recordType", l.related_id as "relatedId", l.created_at as "at"
      from ${likeRecords} l
      join ${users} other on other.id = case when l.source_user_id = ${id} then l.target_user_id else l.source_user_id end
      where l.source_user_id = ${id} or l.target_user_id = ${id} order by l.id`,
  },
  {
    name: 'balls',
    title: '约球',
    rows: (
      id,
    ) => sql`select at.id, at.title, at.activity_date as "date", ${when}, at.place, v.name as "venue", at.status,
      at.initiator_id = ${id} as "isInitiator", p.state as "seat", p.share_fen as "shareFen", p.no_show_at as "noShowAt",
      p.no_show_answer as "noShowAnswer", p.created_at as "enrolledAt"
      from ${ballGames} at left join ${venues} v on v.id = at.stadium_id
      left join ${ballParticipants} p on p.ball_id = at.id and p.user_id = ${id}
      where at.initiator_id = ${id} or p.user_id is not null order by at.id, p.id`,
  },
  {
    name: 'ballResults',
    title: '战绩',
    rows: (
      id,
    ) => sql`select r.ball_id as "ballId", r.sets, r.winner, r.state, p.side, p.rating_change as "ratingChange",
      r.created_at as "at" from ${ballResults} r join ${ballResultPlayers} p on p.result_id = r.id
      where p.user_id = ${id} order by r.id`,
  },
  {
    name: 'orders',
    title: '订单',
    rows: (
      id,
    ) => sql`select o.id, o.kind, o.title, o.amount_fen as "amountFen", o.state, o.method, o.paid_at as "paidAt",
      o.closed_at as "closedAt", o.created_at as "createdAt",
      array(select jsonb_build_object('label', l.label, 'quantity', l.quantity, 'unitFen', l.unit_fen)
        from ${orderLines} l where l.order_id = o.id order by l.position) as "lines"
      from ${orders} o where o.user_id = ${id} order by o.id`,
  },
  {
    name: 'payments',
    title: '支付',
    rows: (id) => sql`select p.order_id as "orderId", p.provider, p.out_trade_no as "outTradeNo",
      p.transaction_id as "transactionId", p.amount_fen as "amountFen", p.received_fen as "receivedFen", p.state,
      e.way, p.settled_at as "settledAt", p.created_at as "createdAt"
      from ${payments} p join ${orders} o on o.id = p.order_id left join ${offlineEntries} e on e.id = p.entry_id
      where o.user_id = ${id} order by p.id`,
  },
  {
    name: 'refunds',
    title: '退款',
    rows: (id) => sql`select r.order_id as "orderId", r.amount_fen as "amountFen", r.reason, r.target, r.state,
      e.way, e.receipt_no as "receiptNo", r.done_at as "doneAt", r.created_at as "createdAt"
      from ${refunds} r join ${orders} o on o.id = r.order_id left join ${offlineEntries} e on e.id = r.entry_id
      where o.user_id = ${id} order by r.id`,
  },
  {
    name: 'cards',
    title: '储值卡',
    rows: (id) => sql`select id, card_no as "cardNo", name, principal_fen as "principalFen", gift_fen as "giftFen",
      created_at as "createdAt" from ${storedCards} where user_id = ${id} order by id`,
  },
  {
    name: 'cardLedger',
    title: '储值卡流水',
    rows: (id) => sql`select l.card_id as "cardId", l.seq, l.kind, l.principal_change as "principalChangeFen",
      l.gift_change as "giftChangeFen", l.principal_after as "principalAfterFen", l.gift_after as "giftAfterFen",
      l.order_id as "orderId", l.reason, l.created_at as "at"
      from ${cardLedger} l join ${storedCards} c on c.id = l.card_id where c.user_id = ${id} order by l.card_id, l.seq`,
  },
  {
    name: 'rackets',
    title: '球拍',
    rows: (
      id,
    ) => sql`select id, sport, brand, model, grip_size as "gripSize", pattern, weight_grams as "weightGrams", code,
      min_tension as "minTension", max_tension as "maxTension", is_main as "isMain", created_at as "createdAt"
      from ${rackets} where user_id = ${id} order by id`,
  },
  {
    name: 'stringingOrders',
    title: '穿线订单',
    rows: (id) => sql`select order_no as "orderNo", racket_name as "racket", status, notes, hand_in as "handIn",
      contact_name as "contactName", contact_phone as "contactPhone", address_region as "addressRegion",
      address_detail as "addressDetail", payment_order_id as "orderId", created_at as "createdAt",
      received_at as "receivedAt", completed_at as "completedAt", returned_at as "returnedAt",
      is_racket_lost as "isRacketLost" from ${stringingOrders} where user_id = ${id} order by id`,
  },
  {
    name: 'shopOrders',
    title: '商城订单',
    rows: (id) => sql`select s.order_no as "orderNo", s.status, s.contact_name as "contactName",
      s.contact_phone as "contactPhone", s.address_region as "addressRegion", s.address_detail as "addressDetail", s.note,
      s.carrier, s.tracking_no as "trackingNo", s.payment_order_id as "orderId", s.created_at as "createdAt",
      array(select jsonb_build_object('name', i.name, 'priceFen', i.price_fen, 'quantity', i.quantity)
        from ${shopOrderItems} i where i.order_id = s.id order by i.position) as "items"
      from ${shopOrders} s where s.user_id = ${id} order by s.id`,
  },
  {
    name: 'addresses',
    title: '收货地址',
    rows: (id) => sql`select name, phone, region_code as "regionCode", detail, is_default as "isDefault"
      from ${addresses} where user_id = ${id} order by id`,
  },
  {
    name: 'messages',
    title: '消息',
    rows: (id) => sql`select category, title, content, read_status as "readStatus", approve_status as "approveStatus",
      created_at as "at" from ${messages} where receiver_id = ${id} and deleted_at is null order by id`,
  },
  {
    name: 'messageSettings',
    title: '消息设置',
    rows: (id) =>
      sql`select quiet_from as "quietFrom", quiet_to as "quietTo" from ${messageSettings} where user_id = ${id}`,
  },
  {
    name: 'blacklist',
    title: '黑名单',
    rows: (id) => sql`select other.nickname, b.created_at as "since" from ${blacklistEntries} b
      join ${users} other on other.id = b.target_id where b.owner_id = ${id} order by b.id`,
  },
  {
    name: 'logins',
    title: '登录记录',
    rows: (id) => sql`select platform, device, created_at as "loggedInAt", last_seen_at as "lastSeenAt",
      revoked_at as "endedAt" from ${loginSessions} where user_id = ${id} order by id`,
  },
  {
    name: 'agreements',
    title: '同意的协议',
    rows: (id) =>
      sql`select version, created_at as "agreedAt" from ${agreementConsents} where user_id = ${id} order by version`,
  },
  {
    name: 'files',
    title: '上传的图片',
    rows: (id) => sql`select relative_path as "relativePath", size_bytes as "sizeBytes", width, height,
      created_at as "createdAt" from ${files} where owner_id = ${id} and discarded_at is null order by id`,
  },
]

/**
 * Exports all data about the caller as a JSON file of titled parts, from one consistent snapshot. In the rows numbers
 * stay numbers, and instants become texts.
 * Source: decision record 017
 */
export async function exportOwnData(
  db: Database,
  { actorId, now }: { actorId: string; now: Date },
): Promise<Data<typeof endpoint>> {
  const sections = await db.transaction(
    async (tx) => {
      const parts = []
      for (const { name, title, rows: rowsOf } of SECTIONS) {
        const part = sql`select to_jsonb(part) as row from (${rowsOf(actorId)}) part`
        const { rows } = await tx.execute<{ row: unknown }>(part)
        parts.push({ name, title, rows: rows.map(({ row }) => row) })
      }
      return parts
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const text = JSON.stringify({ exportedAt: now.toISOString(), userId: actorId, sections }, null, 2)
  return {
    fileName: `拍档-我的数据-${dayOf(now)}.json`,
    contentType: 'application/json; charset=utf-8',
    base64: Buffer.from(text).toString('base64'),
  }
}
