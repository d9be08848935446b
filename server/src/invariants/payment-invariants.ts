import { fault, type Invariant } from './invariant.ts'

/** The invariants of orders, payments and refunds. Source: invariants O1 to O7 */
export const PAYMENT_INVARIANTS: readonly Invariant[] = [
  fault(
    'O1 money is counted once',
    'A number of ours, a transaction of a provider and an event of his stand in one row each',
    `SELECT min(id) AS id FROM payments GROUP BY out_trade_no HAVING count(*) > 1
      UNION SELECT min(id) FROM payments WHERE transaction_id IS NOT NULL AND provider <> 'OFFLINE'
        GROUP BY provider, transaction_id HAVING count(*) > 1
      UNION SELECT min(p.id) FROM payment_events e LEFT JOIN payments p ON p.out_trade_no = e.out_trade_no
        GROUP BY e.provider, e.event_id HAVING count(*) > 1`,
  ),
  fault(
    'O2 a paid order has exactly its amount',
    'PAID exactly when a payment settled it, with all of the amount, or its shop takes the money; no more goes back of a payment than it brought',
    `SELECT o.id FROM orders o LEFT JOIN payments p ON p.order_id = o.id AND p.state = 'SETTLED'
        WHERE (o.state = 'PAID' AND o.method <> 'IN_SHOP') <> (p.id IS NOT NULL)
          OR p.id IS NOT NULL AND (p.amount_fen, p.received_fen) IS DISTINCT FROM (o.amount_fen, o.amount_fen)
      UNION SELECT p.order_id FROM payments p JOIN refunds r ON r.payment_id = p.id
        GROUP BY p.id HAVING sum(r.amount_fen) > coalesce(p.received_fen, 0)`,
  ),
  fault(
    'O3 money that pays nothing goes back',
    'All of each SURPLUS payment has its way back, done or not; nothing goes back of a payment that brought none',
    `SELECT p.order_id AS id FROM payments p
      WHERE p.state = 'SURPLUS' AND p.received_fen IS DISTINCT FROM
          (SELECT sum(r.amount_fen) FROM refunds r WHERE r.payment_id = p.id)
        OR p.state NOT IN ('SURPLUS', 'SETTLED') AND EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id)`,
  ),
  fault(
    'O4 an order is paid once',
    'At most one payment settles it, and is of its method',
    `SELECT order_id AS id FROM payments WHERE state = 'SETTLED' GROUP BY order_id HAVING count(*) > 1
      UNION SELECT o.id FROM orders o JOIN payments p ON p.order_id = o.id AND p.state = 'SETTLED'
        WHERE (o.method = 'CARD') <> (p.provider = 'CARD') OR (o.method = 'OFFLINE') <> (p.provider = 'OFFLINE')`,
  ),
  fault(
    'O5 an order costs the sum of its lines',
    'Its amount is what its lines say, as they were when it was opened',
    `SELECT o.id FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id GROUP BY o.id
      HAVING sum(l.amount_fen) IS DISTINCT FROM o.amount_fen`,
  ),
  fault(
    'O6 money goes back once for one cause',
    'One refund per payment and cause, of that payment’s own order',
    `SELECT min(order_id) AS id FROM refunds GROUP BY payment_id, cause HAVING count(*) > 1
      UNION SELECT r.order_id FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.order_id <> r.order_id`,
  ),
  fault(
    'O7 money at the front desk is entered',
    'Each payment and refund there is all of one entry that counts, and each such entry has its own; a receipt is for one that no correction took back; above its limit two people entered it; a correction that counts took all of its payment back',
    `SELECT e.order_id AS id FROM offline_entries e
        LEFT JOIN payments p ON p.entry_id = e.id AND p.state IN ('SETTLED', 'SURPLUS')
        LEFT JOIN refunds r ON r.entry_id = e.id AND r.state = 'DONE'
        WHERE (e.state = 'DONE' AND e.refund_id IS NULL) <> (p.id IS NOT NULL)
          OR (e.state = 'DONE' AND e.refund_id IS NOT NULL) <> (r.id IS NOT NULL)
          OR (p.order_id, p.received_fen, p.transaction_id) <> (e.order_id, e.amount_fen, e.receipt_no)
          OR (r.id, r.order_id, r.amount_fen) <> (e.refund_id, e.order_id, e.amount_fen)
          OR e.state = 'DONE' AND e.amount_fen > e.limit_fen AND (e.decided_by = e.requested_by) IS NOT FALSE
      UNION SELECT order_id FROM payments
        WHERE provider = 'OFFLINE' AND (entry_id IS NULL OR state NOT IN ('SETTLED', 'SURPLUS'))
      UNION SELECT r.order_id FROM refunds r JOIN payments p ON p.id = r.payment_id
        WHERE r.target IN ('OFFLINE', 'CORRECTION') AND (p.provider <> 'OFFLINE' OR r.state = 'DONE' AND r.entry_id IS NULL)
          OR r.target = 'SOURCE' AND p.provider = 'OFFLINE'
      UNION SELECT r.order_id FROM refunds r LEFT JOIN offline_entries e ON e.id = r.entry_id AND e.corrects_id IS NOT NULL
        WHERE (r.target = 'CORRECTION') <> (e.id IS NOT NULL)
      UNION SELECT e.order_id FROM offline_entries e
        LEFT JOIN offline_entries c ON c.corrects_id = e.id AND c.state = 'DONE'
        WHERE (e.corrected_at IS NOT NULL) <> (c.id IS NOT NULL) OR e.corrected_at <> c.ended_at
      UNION SELECT min(order_id) FROM offline_entries
        WHERE state IN ('WAITING', 'DONE') AND corrects_id IS NULL AND corrected_at IS NULL
        GROUP BY receipt_no HAVING count(*) > 1`,
  ),
]
