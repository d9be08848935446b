import type { ConstraintRule } from './constraint-rules.ts'
import type { World } from './given-world.ts'

const set = (table: string, change: string, where = 'true') => `UPDATE ${table} SET ${change} WHERE ${where}`

/** SQL that copies the payment which issued the owner’s card, with these columns changed. */
const paidTwice =
  (outTradeNo: string, transactionId: string, state: 'SETTLED' | 'SURPLUS') =>
  ({ card }: World) =>
    `INSERT INTO payments (order_id, provider, out_trade_no, transaction_id, amount_fen, received_fen, state)
      SELECT order_id, provider, ${outTradeNo}, ${transactionId}, amount_fen, received_fen, '${state}'
      FROM payments WHERE order_id = ${card.orderId}`

/**
 * Rules about orders and payments that the database enforces. Each names the invariant that detects the violation
 * without them.
 */
export const PAYMENT_CONSTRAINT_RULES: readonly ConstraintRule[] = [
  {
    name: 'payments_settled_once',
    on: 'payments',
    kind: 'INDEX',
    violation: paidTwice("'another'", "'another'", 'SETTLED'),
    noticed: 'O4 an order is paid once',
  },
  {
    name: 'payments_trade_no',
    on: 'payments',
    violation: paidTwice('out_trade_no', "'another'", 'SURPLUS'),
    noticed: 'O1 money is counted once',
  },
  {
    name: 'payments_transaction',
    on: 'payments',
    violation: paidTwice("'another'", 'transaction_id', 'SURPLUS'),
    noticed: 'O1 money is counted once',
  },
  {
    name: 'payments_whole',
    on: 'payments',
    violation: ({ card }) => set('payments', 'received_fen = received_fen - 1', `order_id = ${card.orderId}`),
    noticed: 'O2 a paid order has exactly its amount',
  },
  {
    name: 'payments_money',
    on: 'payments',
    violation: ({ card }) => set('payments', 'received_fen = NULL', `order_id = ${card.orderId}`),
    noticed: 'O2 a paid order has exactly its amount',
  },
  {
    name: 'payment_events_pkey',
    on: 'payment_events',
    violation: () => 'INSERT INTO payment_events SELECT * FROM payment_events',
    noticed: 'O1 money is counted once',
  },
  {
    name: 'refunds_once',
    on: 'refunds',
    violation: ({
      surplusOrderId,
    }) => `INSERT INTO refunds (order_id, payment_id, out_refund_no, amount_fen, cause, reason, target, state, next_try_at)
      SELECT order_id, payment_id, 'another', 1, cause, reason, target, state, next_try_at
      FROM refunds WHERE order_id = ${surplusOrderId}`,
    noticed: 'O6 money goes back once for one cause',
  },
]

/** Keys and checks on orders and payments that no invariant repeats, each with a violation that it refuses. */
export const PAYMENT_REFUSED_VIOLATIONS: Record<string, string> = {
  reconcile_runs_state: set('reconcile_runs', "state = 'LOST', ended_at = null"),
  reconcile_runs_ended: set('reconcile_runs', 'ended_at = null'),
  reconcile_runs_compared: set('reconcile_runs', 'compared = -1'),
  reconcile_runs_one_goes_on: "INSERT INTO reconcile_runs (day) SELECT date '2026-05-02' FROM generate_series(1, 2)",
  reconcile_findings_kind: set('reconcile_findings', "kind = 'ODD'"),
  reconcile_findings_once: `INSERT INTO reconcile_findings (run_id, kind, subject, order_id, ours, theirs)
    SELECT run_id, kind, subject, order_id, ours, theirs FROM reconcile_findings`,
  orders_kind: set('orders', "kind = 'GIFT'"),
  orders_state: set('orders', "state = 'LOST'", "state = 'UNPAID'"),
  orders_method: set('orders', "method = 'CASH'", "state = 'PAID'"),
  orders_in_shop: set('orders', "method = 'IN_SHOP'", "state = 'PAID' AND kind <> 'STRINGING'"),
  orders_amount: set('orders', 'amount_fen = 0'),
  orders_paid: set('orders', 'paid_at = NULL', "state = 'PAID'"),
  orders_closed: set('orders', 'closed_at = NULL', "state = 'CLOSED'"),
  order_lines_pkey: `INSERT INTO order_lines (order_id, position, label, quantity, unit_fen)
    SELECT order_id, position, label, quantity, unit_fen FROM order_lines`,
  order_lines_quantity: set('order_lines', 'quantity = 0'),
  order_lines_unit: set('order_lines', 'unit_fen = -1'),
  payments_provider: set('payments', "provider = 'CASH'"),
  payments_channel: set('payments', "channel = 'FAX'"),
  payments_state: set('payments', "state = 'LOST'", "state = 'PENDING'"),
  payments_amount: set('payments', 'amount_fen = 0', "state = 'PENDING'"),
  payments_received: set('payments', 'received_fen = 0', "state = 'SURPLUS'"),
  payments_card: set('payments', 'card_id = 1'),
  payments_poll: set('payments', 'next_poll_at = NULL', "state = 'PENDING'"),
  payment_events_provider: set('payment_events', "provider = 'CASH'"),
  refunds_number: set('refunds', "out_refund_no = 'one for all'"),
  refunds_target: set('refunds', "target = 'MOON'"),
  refunds_state: set('refunds', "state = 'LOST'", "state = 'WAITING'"),
  refunds_amount: set('refunds', 'amount_fen = 0'),
  refunds_done: set('refunds', 'done_at = now()', "state = 'WAITING'"),
  refunds_next: set('refunds', 'next_try_at = NULL', "state = 'WAITING'"),
  shipments_once: `INSERT INTO shipments (payment_id, logistics, next_try_at)
    SELECT payment_id, logistics, now() FROM shipments`,
  shipments_logistics: set('shipments', "logistics = 'DRONE'"),
  shipments_state: set('shipments', "state = 'LOST'"),
  shipments_attempts: set('shipments', 'attempts = -1'),
  shipments_waiting: set('shipments', "state = 'WAITING'"),
  shipments_ended: set('shipments', 'next_try_at = now()'),
  shipments_shipped: set('shipments', "state = 'SHIPPED'"),
  shipments_received: set('shipments', 'received_at = now()'),
  shipments_refused: set('shipments', 'last_error = NULL'),
  simulated_payments_transaction: set('simulated_payments', "transaction_id = 'one for all'"),
  simulated_payments_state: set('simulated_payments', "state = 'LOST'"),
  simulated_payments_amount: set('simulated_payments', 'amount_fen = 0'),
  simulated_refunds_state: set('simulated_refunds', "state = 'LOST'"),
  simulated_refunds_amount: set('simulated_refunds', 'amount_fen = 0'),
}

/** Violations about orders and payments that no constraint refuses. */
export const PAYMENT_PLANTED_VIOLATIONS: [string, string, (world: World) => string][] = [
  [
    'O2 a paid order has exactly its amount',
    'nobody knows what paid an order',
    ({ card }) => `DELETE FROM payments WHERE order_id = ${card.orderId}`,
  ],
  [
    'O2 a paid order has exactly its amount',
    'an order was paid, and waits for money',
    ({ card }) => set('orders', "state = 'UNPAID', method = NULL, paid_at = NULL", `id = ${card.orderId}`),
  ],
  [
    'O2 a paid order has exactly its amount',
    'more goes back than came',
    ({ surplusOrderId }) => set('refunds', 'amount_fen = amount_fen + 1', `order_id = ${surplusOrderId}`),
  ],
  [
    'O3 money that pays nothing goes back',
    'a closed order keeps what came late',
    ({ surplusOrderId }) => `DELETE FROM refunds WHERE order_id = ${surplusOrderId}`,
  ],
  [
    'O3 money that pays nothing goes back',
    'money goes back that never came',
    ({ surplusOrderId }) => set('payments', "state = 'FAILED', received_fen = NULL", `order_id = ${surplusOrderId}`),
  ],
  [
    'O4 an order is paid once',
    'an order says that a card paid it, and none did',
    ({ card }) => set('orders', "method = 'CARD'", `id = ${card.orderId}`),
  ],
  [
    'O5 an order costs the sum of its lines',
    'a line was changed afterwards',
    ({ orderId }) => set('order_lines', 'unit_fen = unit_fen + 1', `order_id = ${orderId}`),
  ],
  [
    'O5 an order costs the sum of its lines',
    'an order has no lines',
    ({ orderId }) => `DELETE FROM order_lines WHERE order_id = ${orderId}`,
  ],
  [
    'O6 money goes back once for one cause',
    'a refund stands with another order',
    ({ surplusOrderId, orderId }) => set('refunds', `order_id = ${orderId}`, `order_id = ${surplusOrderId}`),
  ],
]
