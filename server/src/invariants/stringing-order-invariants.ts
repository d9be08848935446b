import { RESERVING_STRINGING, STRINGING_TRANSITIONS } from '@paidang/domain/areas/activities/stringing/order-status'
import { METRES } from '@paidang/domain/areas/activities/stringing/string-job'
import { fault, type Invariant } from './invariant.ts'

/** Every legal step: action, actor, status before (null for none yet), status after. */
const LEGAL_STEPS = Object.entries(STRINGING_TRANSITIONS)
  .flatMap(([action, { by, orBy = by, from, to }]) =>
    [...new Set([by, orBy])].flatMap((actor) =>
      from.map((status) => `('${action}', '${actor}', '${status}', '${to}')`),
    ),
  )
  .concat(`('submit', 'PLAYER', NULL, 'SUBMITTED')`)
  .join(', ')

/** The metres of string that each half of a string bed takes. */
const BED = Object.entries(METRES)
  .flatMap(([sport, halves]) => Object.entries(halves).map(([part, metres]) => `('${sport}', '${part}', ${metres})`))
  .join(', ')

const RESERVING = `('${RESERVING_STRINGING.join("', '")}')`

/** The invariants of stringing orders, their steps, strings, money and photos. Source: invariant S1 */
export const STRINGING_ORDER_INVARIANTS: readonly Invariant[] = [
  fault(
    'S1 a stringing order stands where its steps left it',
    'Its status is that of its last step, reached at responseTime; its other times and why it came to nothing are those of its steps',
    `SELECT o.id FROM stringing_orders o LEFT JOIN LATERAL (
        SELECT (array_agg(s.status ORDER BY s.seq DESC))[1] AS status,
          min(s.created_at) FILTER (WHERE s.status = o.status) AS reached_at,
          max(s.created_at) FILTER (WHERE s.action = 'accept') AS accepted_at,
          max(s.created_at) FILTER (WHERE s.action = 'receive') AS received_at,
          max(s.created_at) FILTER (WHERE s.action = 'ready') AS ready_at,
          max(s.created_at) FILTER (WHERE s.action = 'handOver') AS completed_at,
          max(s.created_at) FILTER (WHERE s.action = 'giveBack') AS returned_at,
          max(CASE s.action WHEN 'cancel' THEN 'PLAYER' WHEN 'refuse' THEN 'MERCHANT' WHEN 'expire' THEN CASE WHEN EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.payment_order_id AND r.target = 'CORRECTION' AND r.cause <> 'surplus') THEN 'CORRECTED' WHEN EXISTS (SELECT 1 FROM stringing_steps p WHERE p.order_id = o.id AND p.action = 'pay') THEN 'OVERDUE' ELSE 'UNPAID' END WHEN 'refund' THEN 'PLATFORM' END) AS reason
        FROM stringing_steps s WHERE s.order_id = o.id
      ) s ON true
      WHERE (o.status, o.response_time, o.accepted_at, o.received_at, o.ready_at, o.completed_at, o.returned_at, o.cancel_reason)
        IS DISTINCT FROM
        (s.status, s.reached_at, s.accepted_at, s.received_at, s.ready_at, s.completed_at, s.returned_at, s.reason)`,
  ),
  fault(
    'S1 the steps of a stringing order are a legal path',
    'They count from 1, each begins where the one before ended, by whom the table says, and no earlier; none is taken twice running',
    `SELECT DISTINCT order_id AS id FROM (
        SELECT order_id, seq, action, actor, status, created_at, row_number() OVER w AS place,
          lag(status) OVER w AS before, lag(action) OVER w AS done, lag(created_at) OVER w AS earlier
        FROM stringing_steps WINDOW w AS (PARTITION BY order_id ORDER BY seq)
      ) s WHERE seq <> place OR created_at < earlier OR action = done
        OR NOT EXISTS (SELECT 1 FROM (VALUES ${LEGAL_STEPS}) legal(action, actor, a, z)
          WHERE (legal.action, legal.actor, legal.z) = (s.action, s.actor, s.status) AND legal.a IS NOT DISTINCT FROM s.before)`,
  ),
  fault(
    'S1 a cancelled stringing order gave back all that was paid, once',
    'Its payment is its player’s own and open, closed or paid as it is itself; no other gives anything back, nor one that its shop was paid for',
    `SELECT o.id FROM stringing_orders o JOIN orders p ON p.id = o.payment_order_id CROSS JOIN LATERAL (
        SELECT count(*) AS refunds, coalesce(sum(r.amount_fen), 0) AS fen
        FROM payments y JOIN refunds r ON r.payment_id = y.id WHERE y.order_id = p.id AND y.state = 'SETTLED'
      ) back CROSS JOIN LATERAL (
        SELECT coalesce(bool_or(s.action = 'pay'), false) AS was_paid FROM stringing_steps s WHERE s.order_id = o.id
      ) trail
      WHERE (p.kind, p.object_id, p.user_id) <> ('STRINGING', o.id, o.user_id)
        OR p.state <> CASE WHEN trail.was_paid THEN 'PAID' WHEN o.status = 'SUBMITTED' THEN 'UNPAID' ELSE 'CLOSED' END
        OR (back.refunds, back.fen) <> (CASE WHEN trail.was_paid AND o.status = 'CANCELLED' AND p.method <> 'IN_SHOP' THEN 1 ELSE 0 END,
          CASE WHEN trail.was_paid AND o.status = 'CANCELLED' AND p.method <> 'IN_SHOP' THEN p.amount_fen ELSE 0 END)`,
  ),
  fault(
    'S5 a stringing order has both halves of its bed',
    'Each once, with the metres that its sport takes, of a string of its own shop and sport',
    `SELECT o.id FROM stringing_orders o LEFT JOIN stringing_parts p ON p.order_id = o.id
        GROUP BY o.id HAVING count(*) <> 2 OR count(DISTINCT p.part) <> 2
      UNION SELECT o.id FROM stringing_orders o JOIN stringing_parts p ON p.order_id = o.id
        LEFT JOIN (VALUES ${BED}) bed(sport, part, metres) ON (bed.sport, bed.part) = (o.sport, p.part)
        LEFT JOIN merchant_strings m ON m.id = p.string_id
        WHERE (p.metres, p.string_id IS NOT NULL) IS DISTINCT FROM
            (CASE WHEN p.source = 'SHOP' THEN bed.metres ELSE 0 END, p.source = 'SHOP')
          OR p.source = 'SHOP' AND (m.merchant_id, m.sport) IS DISTINCT FROM (o.merchant_id, o.sport)`,
  ),
  fault(
    'S5 what was strung was drawn, once',
    'Each order that was begun drew of each string what its bed takes of it; nothing else was drawn',
    `SELECT string_id AS id FROM (
        SELECT p.string_id, 'order:' || o.id AS reference, sum(p.metres) AS metres
        FROM stringing_orders o JOIN stringing_parts p ON p.order_id = o.id
        WHERE p.string_id IS NOT NULL
          AND (o.status IN ('STRINGING', 'READY', 'COMPLETED') OR (o.cancel_reason = 'PLATFORM' AND EXISTS (
              SELECT 1 FROM stringing_steps b WHERE b.order_id = o.id AND b.action = 'start'))) GROUP BY 1, 2
      ) strung FULL JOIN (
        SELECT string_id, reference, -sum(metres_change) AS metres FROM string_ledger WHERE kind = 'DRAWN' GROUP BY 1, 2
      ) drawn USING (string_id, reference) WHERE strung.metres IS DISTINCT FROM drawn.metres`,
  ),
  fault(
    'S5 a shop promises no more string than it has',
    'What orders that were not begun take of a string lies there, unless counting found some missing',
    `SELECT m.id FROM merchant_strings m JOIN stringing_parts p ON p.string_id = m.id
        JOIN stringing_orders o ON o.id = p.order_id AND o.status IN ${RESERVING}
      WHERE NOT EXISTS (SELECT 1 FROM string_ledger l
        WHERE l.string_id = m.id AND l.kind = 'ADJUSTED' AND l.metres_change < 0)
      GROUP BY m.id HAVING sum(p.metres) > m.stock_metres`,
  ),
  fault(
    'S6 a code fetches one racket of a shop',
    'No two orders of a shop that run, or whose racket lies there, have the same, and no two orders the same number',
    `SELECT min(id) AS id FROM stringing_orders
        WHERE status NOT IN ('COMPLETED', 'CANCELLED') 
          OR status = 'CANCELLED' AND received_at IS NOT NULL AND returned_at IS NULL AND NOT is_racket_lost
        GROUP BY merchant_id, pickup_code HAVING count(*) > 1
      UNION SELECT min(id) FROM stringing_orders GROUP BY order_no HAVING count(*) > 1`,
  ),
  fault(
    'S7 a begun order is refunded by two people',
    'Each such step is of one request that another than who asked for it approved, and each that is DONE has its step and is the order’s',
    `SELECT coalesce(s.order_id, r.order_id) AS id FROM (SELECT * FROM stringing_steps WHERE action = 'refund') s
      FULL JOIN (SELECT * FROM stringing_refunds WHERE state = 'DONE') r ON r.order_id = s.order_id
      LEFT JOIN stringing_orders o ON o.id = r.order_id
      WHERE s.seq IS NULL OR r.id IS NULL OR r.decided_by IS NULL OR r.decided_by IS DISTINCT FROM s.actor_id OR r.decided_by = r.requested_by`,
  ),
  fault(
    'S7 a racket is lost where operators said so',
    'With the refund of its order, or by a step of its own',
    `SELECT o.id FROM stringing_orders o WHERE o.is_racket_lost <> (
        EXISTS (SELECT 1 FROM stringing_refunds r WHERE r.order_id = o.id AND r.state = 'DONE' AND r.is_racket_lost)
        OR EXISTS (SELECT 1 FROM stringing_steps s WHERE s.order_id = o.id AND s.action = 'lose'))`,
  ),
  fault(
    'S2 a review is of a finished job',
    'By its player, of its shop',
    `SELECT r.order_id AS id FROM stringing_reviews r JOIN stringing_orders o ON o.id = r.order_id
      WHERE o.status <> 'COMPLETED' OR (r.user_id, r.merchant_id) <> (o.user_id, o.merchant_id)`,
  ),
  fault(
    'P2 a photo that a step shows is its shop’s and stays',
    'Each path is that of a photo which the order’s shop took, marked as shown and not as discarded',
    `SELECT o.id FROM stringing_orders o JOIN stringing_steps s ON s.order_id = o.id AND s.photos <> ''
        CROSS JOIN LATERAL unnest(string_to_array(s.photos, ',')) shown(path)
        LEFT JOIN merchant_photos p ON p.relative_path = shown.path AND p.merchant_id = o.merchant_id
      WHERE p.id IS NULL OR NOT p.is_shown OR p.discarded_at IS NOT NULL`,
  ),
]
