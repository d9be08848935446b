import type { Client } from 'pg'
import { sized } from './scale.ts'

/** Rows that are added to the demo world before the console's tables are measured. */
export const CONSOLE_SIZE = {
  users: sized(100_000, 1_000),
  cards: sized(20_000, 200),
  contracts: sized(20_000, 200),
  /** Rows per ledger of each card and each contract. Together 1,000,000. */
  rowsEach: 25,
  orders: sized(100_000, 1_000),
  classes: sized(100_000, 1_000),
  shopOrders: sized(50_000, 500),
  stringingOrders: sized(50_000, 500),
  messages: sized(200_000, 2_000),
  actions: sized(100_000, 1_000),
}

/** The first id of added rows, far above every id of the demo world. */
const FIRST = 10_000_000

/** Spreads n over the year before now. Neighbours are far apart. */
const LAST_YEAR = `now() - make_interval(secs => (n * 7919) % 31536000)`
const numbers = (count: number) => `generate_series(1, ${count}) n`
const somebody = `${FIRST} + 1 + n % ${CONSOLE_SIZE.users}`

/**
 * Fills up the demo world: 100,000 users and 1,000,000 ledger rows. Every other console table gets enough rows to
 * reveal a list without an index. Keys, checks and hash chains hold. Side effects of use cases are left out.
 */
export async function fillConsoleWorld(db: Client): Promise<void> {
  await db.query('begin')
  await db.query('set local synchronous_commit = off')
  for (const text of [...people(), ...money(), ...hours(), ...work(), ...words()]) await db.query(text)
  await db.query('commit')
  await db.query('vacuum analyze')
  const { rows } = await db.query<{ users: string; ledger: string }>(`
    select (select count(*) from users) as users,
      (select count(*) from card_ledger) + (select count(*) from lesson_ledger) as ledger`)
  const [counted] = rows
  const { users, cards, contracts, rowsEach } = CONSOLE_SIZE
  if (Number(counted?.users) < users || Number(counted?.ledger) < (cards + contracts) * rowsEach)
    throw new Error(`the database is too small: ${JSON.stringify(counted)}`)
}

function people(): string[] {
  const { users } = CONSOLE_SIZE
  return [
    `insert into users (id, user_type, nickname, phone, region, registered_at, created_at)
     select ${FIRST} + n, case when n % 50 = 0 then 1 else 0 end, '用户' || n, '199' || lpad(n::text, 8, '0'), '上海市 徐汇区',
       ${LAST_YEAR}, ${LAST_YEAR} from ${numbers(users)}`,
  ]
}

/**
 * Every card was topped up once and paid 24 times. Each payment has an order that the card settled or that was
 * refunded.
 */
function money(): string[] {
  const { cards, rowsEach, orders } = CONSOLE_SIZE
  return [
    `insert into orders (id, user_id, kind, object_id, title, amount_fen, state, method, expires_at, paid_at, created_at)
     select ${FIRST} + n, ${somebody}, (array['BALL_SEAT', 'CARD_TOP_UP', 'STRINGING', 'SHOP'])[1 + n % 4], ${FIRST} + n,
       '订单' || n, 100, 'PAID', 'CARD', ${LAST_YEAR}, ${LAST_YEAR}, ${LAST_YEAR} from ${numbers(orders)}`,
    `insert into stored_cards (id, user_id, card_no, name, principal_fen, gift_fen, seq, created_at)
     select ${FIRST} + n, ${FIRST} + n, 'B' || lpad(n::text, 9, '0'), '拍档储值卡', ${100_000 - 100 * (rowsEach - 1)}, 0, ${rowsEach}, ${LAST_YEAR}
     from ${numbers(cards)}`,
    `insert into card_ledger (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, order_id, reference, reason, created_at)
     select ${FIRST} + card, seq, case when seq = 1 then 'TOP_UP' else 'PAY' end, case when seq = 1 then 100000 else -100 end, 0,
       100000 - 100 * (seq - 1), 0, ${FIRST} + 1 + (card * ${rowsEach} + seq) % ${orders}, 'bench:' || seq, '支付', ${LAST_YEAR}
     from generate_series(1, ${cards}) card, generate_series(1, ${rowsEach}) seq, lateral (select card::bigint * ${rowsEach} + seq as n) row`,
    `insert into payments (id, order_id, provider, out_trade_no, card_id, amount_fen, received_fen, state, settled_at, created_at)
     select ${FIRST} + n, ${FIRST} + n, 'CARD', 'bench' || n, ${FIRST} + 1 + n % ${cards}, 100, 100, 'SETTLED', ${LAST_YEAR}, ${LAST_YEAR}
     from ${numbers(orders)}`,
    `insert into refunds (order_id, payment_id, out_refund_no, amount_fen, cause, reason, target, state, done_at, created_at)
     select ${FIRST} + n, ${FIRST} + n, 'bench' || n, 100, 'cancelled', '取消', 'CARD', 'DONE', ${LAST_YEAR}, ${LAST_YEAR}
     from ${numbers(orders / 4)}`,
  ]
}

/**
 * Every contract was granted and then corrected 24 times. Old classes of the demo's first club are on its first court.
 */
function hours(): string[] {
  const { contracts, rowsEach, classes } = CONSOLE_SIZE
  const course = `(select id, company_id from courses order by id limit 1) course`
  return [
    `insert into contracts (id, user_id, course_id, company_id, remaining_sessions, held_sessions, seq, unit_price, expiry_date, created_at)
     select ${FIRST} + n, ${FIRST} + n, course.id, course.company_id, ${100 - 0.5 * (rowsEach - 1)}, 0, ${rowsEach}, 30000,
       current_date + (n % 400)::int, ${LAST_YEAR} from ${numbers(contracts)}, ${course}`,
    `insert into lesson_ledger (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, reason, unit_price, created_at)
     select ${FIRST} + contract, seq, case when seq = 1 then 'GRANT' else 'ADJUST' end, case when seq = 1 then 100 else -0.5 end, 0,
       100 - 0.5 * (seq - 1), 0, '调整', 30000, ${LAST_YEAR}
     from generate_series(1, ${contracts}) contract, generate_series(1, ${rowsEach}) seq,
       lateral (select contract::bigint * ${rowsEach} + seq as n) row`,
    `insert into invitations (id, initiator_id, initiator_role, coach_id, company_id, course_design_id, course_design_name,
       course_design_price, session_duration, consumed_sessions, participants_count, max_participants, seats_taken,
       stadium_id, court_id, course_date, begin_time_slot, end_time_slot, use_unavailable, need_contract,
       invitation_status, expires_at, response_time, completed_at, created_at)
     select ${FIRST} + n, ${somebody}, 'player', coach.user_id, course.company_id, course.id, '网球私教', 30000, 60, 1, 1, 4, 1,
       court.venue_id, court.id, current_date - 1 - (n % 700)::int, 12 + (n % 30)::int, 14 + (n % 30)::int, false, false,
       'COMPLETED', ${LAST_YEAR}, ${LAST_YEAR}, ${LAST_YEAR}, ${LAST_YEAR}
     from ${numbers(classes)}, ${course},
       lateral (select user_id from company_members m where m.company_id = course.company_id order by user_id limit 1) coach,
       (select id, venue_id from courts order by id limit 1) court`,
    `insert into seats (invitation_id, user_id, state, held_sessions, attendance, created_at)
     select i.id, i.initiator_id, 'JOINED', 0, 'present', i.created_at from invitations i where i.id > ${FIRST}`,
    `insert into invitation_events (invitation_id, seq, action, to_status, actor_id, created_at)
     select ${FIRST} + n, 1, 'create', 'PENDING', ${somebody}, ${LAST_YEAR} from ${numbers(classes)}`,
    `insert into used_records (invitation_id, user_id, contract_id, coach_id, company_id, used_sessions, attendance, created_at)
     select i.id, i.initiator_id, ${FIRST} + 1 + i.id % ${contracts}, i.coach_id, i.company_id, 1, 'present', i.created_at
     from invitations i where i.id > ${FIRST}`,
  ]
}

/**
 * Orders of the shop and of the demo's first stringing shop, sent and handed over. Their strings are used up
 * accordingly.
 */
function work(): string[] {
  const { shopOrders, stringingOrders } = CONSOLE_SIZE
  return [
    `insert into shop_orders (id, order_no, user_id, payment_order_id, status, contact_name, contact_phone, address_region, address_detail,
       paid_at, sent_at, received_at, created_at)
     select ${FIRST} + n, 'BS' || n, ${somebody}, ${FIRST} + n, 'RECEIVED', '收件人', '199' || lpad(n::text, 8, '0'), '上海市 徐汇区', '世纪大道 1 号',
       ${LAST_YEAR}, ${LAST_YEAR}, ${LAST_YEAR}, ${LAST_YEAR} from ${numbers(shopOrders)}`,
    `insert into shop_order_items (order_id, product_id, position, name, price_fen, quantity)
     select ${FIRST} + n, product.id, 0, '商品', 100, 1
     from ${numbers(shopOrders)}, (select id from products order by id limit 1) product`,
    `insert into rackets (id, user_id, sport, brand, model)
     select ${FIRST} + n, ${somebody}, 'tennis', '品牌', '球拍' || n from ${numbers(stringingOrders)}`,
    `insert into stringing_orders (id, order_no, pickup_code, user_id, merchant_id, racket_id, racket_name, sport, pre_stretch, knots, hand_in,
       status, payment_order_id, received_at, ready_at, completed_at, response_time, created_at)
     select ${FIRST} + n, 'BC' || n, '000000', ${somebody}, shop.id, ${FIRST} + n, '品牌 球拍', 'tennis', 0, 2, 'DROP_OFF', 'COMPLETED',
       ${FIRST + shopOrders} + n, ${LAST_YEAR}, ${LAST_YEAR}, ${LAST_YEAR}, ${LAST_YEAR}, ${LAST_YEAR}
     from ${numbers(stringingOrders)}, (select id from merchants order by id limit 1) shop`,
    `insert into stringing_parts (order_id, part, source, name, tension, metres)
     select ${FIRST} + n, part, 'OWN', '自带球线', 50, 0
     from ${numbers(stringingOrders)}, unnest(array['mains', 'crosses']) part`,
    `insert into stringing_steps (order_id, seq, action, status, actor, actor_id, created_at)
     select ${FIRST} + n, 1, 'submit', 'SUBMITTED', 'PLAYER', ${somebody}, ${LAST_YEAR} from ${numbers(stringingOrders)}`,
  ]
}

/** Messages to people, half of them also through WeChat, and audit events of the staff. */
function words(): string[] {
  const { messages, actions } = CONSOLE_SIZE
  return [
    `insert into messages (id, receiver_id, category, title, content, created_at)
     select ${FIRST} + n, ${somebody}, 'systemNotice', '通知', '内容' || n, ${LAST_YEAR} from ${numbers(messages)}`,
    `insert into outbox (message_id, channel, payload, attempts, sent_at, created_at)
     select ${FIRST} + n, 'wechat', '{"template":"class","page":"pages/index/index","words":["通知"]}', 1, ${LAST_YEAR}, ${LAST_YEAR} from ${numbers(messages / 2)}`,
    `insert into staff_audit_events (staff_id, action, object_kind, object_id, summary, created_at)
     select s.id, 'venue.approve', 'venue', n, '通过场馆', ${LAST_YEAR}
     from ${numbers(actions)}, (select id from staff where kind = 'operator' order by id limit 1) s`,
  ]
}
