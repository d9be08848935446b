import type { StringingStatus } from '@paidang/domain/areas/stringing/order-status'
import type { ConstraintRule } from './constraint-rules.ts'
import type { World } from './given-world.ts'

const set = (table: string, change: string, where = 'true') => `UPDATE ${table} SET ${change} WHERE ${where}`

/** SQL that changes the owner's order in this status. */
const setOrder =
  (status: StringingStatus, change: string) =>
  ({ shopWork }: World) =>
    set('stringing_orders', change, `id = ${shopWork.orderIds[status]}`)

/** SQL in which this staff member approves the pending refund and its order ends. */
const refunded = ({ money }: World, actorId: string) => {
  const id = money.stringingRefundId
  const orderId = `(SELECT order_id FROM stringing_refunds WHERE id = ${id})`
  const end = "status = 'CANCELLED', cancel_reason = 'PLATFORM', response_time = now()"
  return `${set('stringing_refunds', `state = 'DONE', ended_at = now(), decided_by = ${actorId}`, `id = ${id}`)};
    INSERT INTO stringing_steps (order_id, seq, action, status, actor, actor_id, created_at)
      SELECT r.order_id, max(s.seq) + 1, 'refund', 'CANCELLED', 'OPERATOR', r.decided_by, now()
      FROM stringing_refunds r JOIN stringing_steps s ON s.order_id = r.order_id WHERE r.id = ${id}
      GROUP BY r.order_id, r.decided_by;
    ${set('stringing_orders', end, `id = ${orderId}`)}`
}

/** SQL that adds a refund, in this state, of the order that is ready for pick-up. */
const anotherRefund = (state: string) => `INSERT INTO stringing_refunds
  (order_id, cause, is_racket_lost, reason, requested_by, state, decided_by, ended_at)
  SELECT order_id, cause, is_racket_lost, reason, requested_by, ${state} FROM stringing_refunds, generate_series(1, 2)`

/**
 * Rules about stringing orders that the database enforces. Each names the invariant that detects the violation without
 * them.
 */
export const STRINGING_ORDER_CONSTRAINT_RULES: readonly ConstraintRule[] = [
  {
    name: 'stringing_orders_status',
    on: 'stringing_orders',
    violation: setOrder('PAID', "status = 'LOST'"),
    noticed: 'S1 a stringing order stands where its steps left it',
  },
  {
    name: 'stringing_orders_cancelled',
    on: 'stringing_orders',
    violation: setOrder('CANCELLED', 'cancel_reason = NULL'),
    noticed: 'S1 a stringing order stands where its steps left it',
  },
  {
    name: 'stringing_orders_received',
    on: 'stringing_orders',
    violation: setOrder('RECEIVED', 'received_at = NULL'),
    noticed: 'S1 a stringing order stands where its steps left it',
  },
  {
    name: 'stringing_orders_racket_lost',
    on: 'stringing_orders',
    violation: setOrder('PAID', 'is_racket_lost = true'),
    noticed: 'S7 a racket is lost where operators said so',
  },
  {
    name: 'stringing_refunds_two_people',
    on: 'stringing_refunds',
    violation: (world) => refunded(world, 'requested_by'),
    noticed: 'S7 a begun order is refunded by two people',
  },
  {
    name: 'stringing_refunds_decided',
    on: 'stringing_refunds',
    violation: (world) => refunded(world, 'null'),
    noticed: 'S7 a begun order is refunded by two people',
  },
  {
    name: 'stringing_orders_returned',
    on: 'stringing_orders',
    violation: setOrder('RECEIVED', 'returned_at = received_at'),
    noticed: 'S1 a stringing order stands where its steps left it',
  },
  {
    name: 'stringing_orders_ready',
    on: 'stringing_orders',
    violation: setOrder('READY', 'ready_at = NULL'),
    noticed: 'S1 a stringing order stands where its steps left it',
  },
  {
    name: 'stringing_orders_completed',
    on: 'stringing_orders',
    violation: setOrder('COMPLETED', 'completed_at = NULL'),
    noticed: 'S1 a stringing order stands where its steps left it',
  },
  {
    name: 'stringing_orders_payment',
    on: 'stringing_orders',
    violation: ({ shopWork: { orderIds } }) =>
      set(
        'stringing_orders',
        `payment_order_id = (SELECT payment_order_id FROM stringing_orders WHERE id = ${orderIds.READY})`,
        `id = ${orderIds.PAID}`,
      ),
    noticed: 'S1 a cancelled stringing order gave back all that was paid, once',
  },
  {
    name: 'stringing_orders_code',
    on: 'stringing_orders',
    kind: 'INDEX',
    violation: ({ shopWork }) => setOrder('PAID', `pickup_code = '${shopWork.pickupCode}'`)({ shopWork } as World),
    noticed: 'S6 a code fetches one racket of a shop',
  },
  {
    name: 'stringing_orders_one_of_racket',
    on: 'stringing_orders',
    kind: 'INDEX',
    violation: ({ shopWork: { orderIds } }) =>
      setOrder(
        'PAID',
        `racket_id = (SELECT racket_id FROM stringing_orders WHERE id = ${orderIds.READY})`,
      )({ shopWork: { orderIds } } as World),
    noticed: 'S4 a racket is strung once at a time',
  },
  {
    name: 'stringing_orders_no',
    on: 'stringing_orders',
    violation: () => set('stringing_orders', "order_no = 'one for all'"),
    noticed: 'S6 a code fetches one racket of a shop',
  },
  {
    name: 'stringing_steps_pkey',
    on: 'stringing_steps',
    violation: ({ shopWork }) =>
      `INSERT INTO stringing_steps SELECT * FROM stringing_steps WHERE order_id = ${shopWork.orderIds.PAID}`,
    noticed: 'S1 the steps of a stringing order are a legal path',
  },
  {
    name: 'stringing_steps_append_only',
    on: 'stringing_steps',
    kind: 'TRIGGER',
    violation: ({ shopWork }) =>
      `DELETE FROM stringing_steps WHERE action = 'receive' AND order_id = ${shopWork.orderIds.READY}`,
    noticed: 'S1 the steps of a stringing order are a legal path',
  },
  {
    name: 'stringing_steps_no_truncate',
    on: 'stringing_steps',
    kind: 'TRIGGER',
    violation: () => 'TRUNCATE stringing_steps',
    noticed: 'S1 a stringing order stands where its steps left it',
  },
  {
    name: 'merchant_photos_kept',
    on: 'merchant_photos',
    violation: () => set('merchant_photos', 'discarded_at = now()'),
    noticed: 'P2 a photo that a step shows is its shop’s and stays',
  },
  {
    name: 'stringing_parts_pkey',
    on: 'stringing_parts',
    violation: ({ shopWork }) =>
      `INSERT INTO stringing_parts SELECT * FROM stringing_parts WHERE order_id = ${shopWork.orderIds.SUBMITTED}`,
    noticed: 'S5 a stringing order has both halves of its bed',
  },
  {
    name: 'stringing_parts_string',
    on: 'stringing_parts',
    violation: ({ shopWork }) =>
      set('stringing_parts', 'metres = 0', `source = 'SHOP' AND order_id = ${shopWork.orderIds.STRINGING}`),
    noticed: 'S5 what was strung was drawn, once',
  },
]

/** Keys and checks on stringing orders and staff that no invariant repeats, each with a violation that it refuses. */
export const STRINGING_ORDER_REFUSED_VIOLATIONS: Record<string, string> = {
  stringing_orders_sport: set('stringing_orders', "sport = 'chess'"),
  stringing_orders_hand_in: set('stringing_orders', "hand_in = 'DRONE'"),
  stringing_orders_address: set('stringing_orders', "hand_in = 'COURIER'"),
  stringing_orders_pre_stretch: set('stringing_orders', 'pre_stretch = 7'),
  stringing_orders_knots: set('stringing_orders', 'knots = 3'),
  stringing_orders_cancel_reason: set('stringing_orders', "cancel_reason = 'WEATHER'", "status = 'CANCELLED'"),
  stringing_orders_wrong_codes: set('stringing_orders', 'wrong_codes = 1', "status = 'READY'"),
  stringing_refunds_cause: set('stringing_refunds', "cause = 'WEATHER'"),
  stringing_refunds_state: set('stringing_refunds', "state = 'LOST', ended_at = now()"),
  stringing_refunds_ended: set('stringing_refunds', 'ended_at = now()'),
  stringing_refunds_reason: set('stringing_refunds', "reason = ''"),
  stringing_refunds_one_waits: anotherRefund("'WAITING', null, null"),
  stringing_refunds_once: anotherRefund("'DONE', (SELECT max(id) FROM staff WHERE id <> requested_by), now()"),
  stringing_parts_part: set('stringing_parts', "part = 'frame'", "part = 'mains'"),
  stringing_parts_source: set('stringing_parts', "source = 'FOUND'", "source = 'OWN'"),
  stringing_parts_tension: set('stringing_parts', 'tension = 52.3'),
  stringing_steps_seq: set('stringing_steps', 'seq = 0', "action = 'submit'"),
  stringing_steps_action: set('stringing_steps', "action = 'swap'"),
  stringing_steps_status: set('stringing_steps', "status = 'LOST'"),
  stringing_steps_actor: set('stringing_steps', "actor = 'GHOST'"),
  merchant_photos_path: set('merchant_photos', "relative_path = 'private/one.webp'"),
  merchant_photos_folder: set('merchant_photos', "relative_path = 'public/' || id"),
  staff_merchant: set('staff', 'merchant_id = NULL', "kind = 'merchant'"),
  idempotency_keys_audience: `INSERT INTO idempotency_keys (audience, user_id, key, request_hash, status, body)
    VALUES ('guests', 1, 'a key', '', 200, '{}')`,
}

/** Violations about stringing orders that no constraint refuses. */
export const STRINGING_ORDER_PLANTED_VIOLATIONS: [string, string, (world: World) => string][] = [
  [
    'S1 a stringing order stands where its steps left it',
    'an order went on and no step says so',
    setOrder('RECEIVED', "status = 'STRINGING'"),
  ],
  [
    'S1 a stringing order stands where its steps left it',
    'the time of its status is another',
    setOrder('RECEIVED', "response_time = response_time + interval '1 second'"),
  ],
  [
    'S1 the steps of a stringing order are a legal path',
    'a step comes before the one before it',
    ({ shopWork }) => `INSERT INTO stringing_steps (order_id, seq, action, status, actor, created_at)
      SELECT order_id, seq + 1, 'cancel', 'CANCELLED', 'PLAYER', created_at - interval '1 second'
      FROM stringing_steps WHERE order_id = ${shopWork.orderIds.PAID} ORDER BY seq DESC LIMIT 1`,
  ],
  [
    'S1 the steps of a stringing order are a legal path',
    'an order is cancelled once it was begun',
    ({ shopWork }) => `INSERT INTO stringing_steps (order_id, seq, action, status, actor, created_at)
      VALUES (${shopWork.orderIds.STRINGING}, 9, 'cancel', 'CANCELLED', 'PLAYER', now())`,
  ],
  [
    'S1 a cancelled stringing order gave back all that was paid, once',
    'nothing went back',
    ({ shopWork }) => `DELETE FROM refunds WHERE order_id =
      (SELECT payment_order_id FROM stringing_orders WHERE id = ${shopWork.orderIds.CANCELLED})`,
  ],
  [
    'S1 a cancelled stringing order gave back all that was paid, once',
    'a finished order gave something back',
    ({
      shopWork,
    }) => `INSERT INTO refunds (order_id, payment_id, out_refund_no, amount_fen, cause, reason, target, state, done_at)
      SELECT y.order_id, y.id, 'violation', 1, 'violation', '', 'SOURCE', 'DONE', now() FROM payments y
      JOIN stringing_orders o ON o.payment_order_id = y.order_id WHERE o.id = ${shopWork.orderIds.COMPLETED}`,
  ],
  [
    'S5 a stringing order has both halves of its bed',
    'an order has no crosses',
    ({ shopWork }) => `DELETE FROM stringing_parts WHERE part = 'crosses' AND order_id = ${shopWork.orderIds.PAID}`,
  ],
  [
    'S5 a stringing order has both halves of its bed',
    'the string is of another sport',
    ({ shop }) =>
      set('stringing_parts', `string_id = ${shop.badmintonStringId}`, `string_id = ${shop.polyId} AND part = 'mains'`),
  ],
  [
    'S5 what was strung was drawn, once',
    'an order draws a string that it does not take',
    ({ shopWork }) =>
      set('stringing_parts', "source = 'OWN', string_id = NULL, metres = 0", `order_id = ${shopWork.orderIds.READY}`),
  ],
  [
    'S5 a shop promises no more string than it has',
    'less came than was promised',
    ({ shop }) => `WITH drawn AS (UPDATE merchant_strings SET seq = seq + 1, stock_metres = 0 WHERE id = ${shop.polyId}
        RETURNING id, seq), before AS (SELECT stock_metres FROM merchant_strings WHERE id = ${shop.polyId})
      INSERT INTO string_ledger (string_id, seq, kind, metres_change, metres_after, reference, reason)
      SELECT id, seq, 'DRAWN', -stock_metres, 0, 'order:0', 'violation' FROM drawn, before`,
  ],
  [
    'S7 a begun order is refunded by two people',
    'an order is refunded though nobody asked for it',
    (world) => `${refunded(world, world.merchantStaffId)}; DELETE FROM stringing_refunds`,
  ],
  [
    'S7 a begun order is refunded by two people',
    'a refund is approved and its order goes on',
    (world) => set('stringing_refunds', `state = 'DONE', ended_at = now(), decided_by = ${world.merchantStaffId}`),
  ],
  [
    'S7 a racket is lost where operators said so',
    'a racket is lost of which nobody said so',
    (world) =>
      `${refunded(world, world.merchantStaffId)}; ${set('stringing_orders', 'is_racket_lost = true', "cancel_reason = 'PLATFORM'")}`,
  ],
  [
    'S2 a review is of a finished job',
    'a job that still goes on was praised',
    ({ shopWork }) => `INSERT INTO stringing_reviews (order_id, merchant_id, user_id, stars)
      SELECT id, merchant_id, user_id, 5 FROM stringing_orders WHERE id = ${shopWork.orderIds.READY}`,
  ],
  [
    'P2 a photo that a step shows is its shop’s and stays',
    'a photo that is shown may be taken away',
    () => set('merchant_photos', 'is_shown = false'),
  ],
  [
    'P2 a photo that a step shows is its shop’s and stays',
    'nobody knows who took a photo',
    () => 'DELETE FROM merchant_photos',
  ],
]
