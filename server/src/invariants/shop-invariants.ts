import { fault, type Invariant } from './invariant.ts'

/** The invariants of the shop and of delivery addresses. Source: invariants T1 to T4, F3 */
export const SHOP_INVARIANTS: readonly Invariant[] = [
  fault(
    'F3 one default address',
    'Of a person’s addresses at most one is the default',
    'SELECT user_id AS id FROM addresses WHERE is_default GROUP BY user_id HAVING count(*) > 1',
  ),
  fault(
    'T1 the shop owes no goods',
    'Stock is never below zero, and a line of a cart or an order has 1 to 99 units of a product, once',
    `SELECT id FROM products WHERE stock < 0
      UNION SELECT user_id FROM cart_items GROUP BY user_id, product_id HAVING count(*) > 1 OR NOT bool_and(quantity BETWEEN 1 AND 99)
      UNION SELECT order_id FROM shop_order_items GROUP BY order_id, product_id
        HAVING count(*) > 1 OR NOT bool_and(quantity BETWEEN 1 AND 99)`,
  ),
  fault(
    'T2 a product’s stock is the sum of its rows',
    'stock and seq of a product are what its ledger says',
    `SELECT p.id FROM products p LEFT JOIN (
        SELECT product_id, sum(units_change)::int AS units, count(*)::int AS rows, max(seq) AS last
        FROM stock_ledger GROUP BY 1) l ON l.product_id = p.id
      WHERE (p.stock, p.seq, p.seq) IS DISTINCT FROM (l.units, l.rows, l.last)`,
  ),
  fault(
    'T2 the stock ledger is an unbroken chain',
    'seq 1, 2, 3 … without a gap, each number of units is the one before plus the change',
    `SELECT DISTINCT product_id AS id FROM (
        SELECT *, row_number() OVER w AS place, coalesce(lag(units_after) OVER w, 0) AS units_before
        FROM stock_ledger WINDOW w AS (PARTITION BY product_id ORDER BY seq)) l
      WHERE seq <> place OR units_after <> units_before + units_change`,
  ),
  fault(
    'T2 a movement of stock goes the way of its kind',
    'What is delivered or returned comes in, what is sold goes out; the same thing moves a product once',
    `SELECT product_id AS id FROM stock_ledger WHERE NOT CASE
        WHEN kind = 'DELIVERY' THEN units_change >= 0
        WHEN kind = 'SALE' THEN units_change < 0
        WHEN kind = 'RETURN' THEN units_change > 0
        ELSE kind = 'ADJUST' END
      UNION SELECT product_id FROM stock_ledger GROUP BY product_id, kind, reference HAVING count(*) > 1`,
  ),
  fault(
    'T2 an order took what it is of, and returned it once',
    'Each line has its SALE row, and its RETURN row exactly when the order is restocked; no such row stands without its line',
    `WITH due AS (
        SELECT i.product_id, 'SALE' AS kind, 'order:' || i.order_id AS reference, -i.quantity::int AS units, i.order_id
        FROM shop_order_items i
        UNION ALL SELECT i.product_id, 'RETURN', 'order:' || i.order_id, i.quantity::int, i.order_id
        FROM shop_order_items i JOIN shop_orders o ON o.id = i.order_id WHERE o.is_restocked),
      moved AS (SELECT * FROM stock_ledger WHERE kind IN ('SALE', 'RETURN'))
      SELECT coalesce(due.order_id, moved.product_id) AS id FROM due
      FULL JOIN moved ON (moved.product_id, moved.kind, moved.reference) = (due.product_id, due.kind, due.reference)
      WHERE moved.units_change IS DISTINCT FROM due.units
      UNION SELECT o.id FROM shop_orders o LEFT JOIN shop_order_items i ON i.order_id = o.id
      GROUP BY o.id HAVING count(i.product_id) = 0`,
  ),
  fault(
    'T2 what never left lies there again',
    'A closed order, and one refunded before it was sent, gave its units back; one that lives has not',
    `SELECT id FROM shop_orders WHERE CASE
        WHEN status = 'CLOSED' OR status = 'REFUNDED' AND sent_at IS NULL THEN NOT is_restocked
        WHEN status = 'REFUNDED' THEN false
        ELSE is_restocked END`,
  ),
  fault(
    'T3 sales are the units that were paid for',
    'And whose money has not gone back',
    `SELECT p.id FROM products p LEFT JOIN (
        SELECT i.product_id, sum(i.quantity)::int AS units FROM shop_order_items i JOIN shop_orders o ON o.id = i.order_id
        WHERE o.status IN ('PAID', 'SENT', 'RECEIVED') GROUP BY 1) sold ON sold.product_id = p.id
      WHERE p.sales <> coalesce(sold.units, 0)`,
  ),
  fault(
    'T4 a shop order stands as its payment does',
    'One order of its buyer pays it, of the sum of its lines; UNPAID and CLOSED are the same in both, all else is paid',
    `SELECT s.id FROM shop_orders s LEFT JOIN orders o ON o.id = s.payment_order_id
          AND o.kind = 'SHOP' AND o.object_id = s.id AND o.user_id = s.user_id
        LEFT JOIN (SELECT order_id, sum(price_fen * quantity) AS fen FROM shop_order_items GROUP BY 1) i ON i.order_id = s.id
      WHERE o.amount_fen IS DISTINCT FROM i.fen OR o.id IS NULL
        OR o.state <> CASE WHEN s.status IN ('UNPAID', 'CLOSED') THEN s.status ELSE 'PAID' END
      UNION SELECT o.object_id FROM orders o LEFT JOIN shop_orders s ON s.payment_order_id = o.id
      WHERE o.kind = 'SHOP' GROUP BY o.id HAVING count(s.id) <> 1`,
  ),
  fault(
    'T4 a refunded order gave all its money back',
    'And no other gave any of what was paid for it',
    `SELECT s.id FROM shop_orders s JOIN orders o ON o.id = s.payment_order_id
        LEFT JOIN LATERAL (SELECT sum(r.amount_fen) AS fen FROM refunds r JOIN payments p ON p.id = r.payment_id
          WHERE r.order_id = o.id AND p.state = 'SETTLED') given ON true
      WHERE coalesce(given.fen, 0) <> CASE WHEN s.status = 'REFUNDED' THEN o.amount_fen ELSE 0 END`,
  ),
  fault(
    'T5 a shop order has the times of its status',
    'Paid, sent, received and ended when its status says so, one after the other; what was sent has its parcel',
    `SELECT id FROM shop_orders WHERE (status IN ('UNPAID', 'CLOSED')) <> (paid_at IS NULL)
        OR status IN ('UNPAID', 'PAID', 'CLOSED') AND sent_at IS NOT NULL
        OR status IN ('SENT', 'RECEIVED') AND sent_at IS NULL
        OR status = 'RECEIVED' AND received_at IS NULL OR received_at IS NOT NULL AND sent_at IS NULL
        OR status = 'SENT' AND received_at IS NOT NULL
        OR (status IN ('CLOSED', 'REFUNDED')) <> (ended_at IS NOT NULL)
        OR (sent_at IS NULL) <> (tracking_no = '')
        OR paid_at < created_at OR sent_at < paid_at OR received_at < sent_at
        OR ended_at < greatest(created_at, paid_at, sent_at, received_at)`,
  ),
  fault(
    'T5 a wish to send goods back has come to what its order says',
    'Only what was sent can go back; agreed is refunded, asked and denied are not; who asked said why',
    `SELECT id FROM shop_orders WHERE CASE refund_choice
        WHEN 'NONE' THEN status = 'REFUNDED' AND sent_at IS NOT NULL
        WHEN 'AGREED' THEN status <> 'REFUNDED' OR sent_at IS NULL OR refund_reason = ''
        ELSE status NOT IN ('SENT', 'RECEIVED') OR refund_reason = '' END`,
  ),
  fault(
    'T6 what is offered is a product',
    'A promoted one costs less than usually, a deleted one is not on sale',
    `SELECT id FROM products WHERE original_fen <= price_fen OR is_published AND deleted_at IS NOT NULL`,
  ),
  fault(
    'T7 a product stands in a category that is there',
    'What is not deleted stands in no deleted category',
    `SELECT p.id FROM products p JOIN product_categories c ON c.id = p.category_id
      WHERE p.deleted_at IS NULL AND c.deleted_at IS NOT NULL`,
  ),
]
