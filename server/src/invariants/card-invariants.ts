import { fault, type Invariant } from './invariant.ts'

/** The invariants of stored-value cards and their ledger. Source: invariants K1 to K7 */
export const CARD_INVARIANTS: readonly Invariant[] = [
  fault(
    'K1 a card owes nothing',
    'Principal and gift are never below zero',
    'SELECT id FROM stored_cards WHERE principal_fen < 0 OR gift_fen < 0',
  ),
  fault(
    'K2 a card’s balance is the sum of its rows',
    'principal, gift and seq of a card are what its ledger says',
    `SELECT c.id FROM stored_cards c LEFT JOIN (
        SELECT card_id, sum(principal_change) AS principal, sum(gift_change) AS gift, count(*)::int AS rows, max(seq) AS last
        FROM card_ledger GROUP BY 1) l ON l.card_id = c.id
      WHERE (c.principal_fen, c.gift_fen, c.seq, c.seq) IS DISTINCT FROM (l.principal, l.gift, l.rows, l.last)`,
  ),
  fault(
    'K3 the card ledger is an unbroken chain',
    'seq 1, 2, 3 … without a gap, each balance is the one before plus the change',
    `SELECT DISTINCT card_id AS id FROM (
        SELECT *, row_number() OVER w AS place, coalesce(lag(principal_after) OVER w, 0) AS principal_before,
          coalesce(lag(gift_after) OVER w, 0) AS gift_before
        FROM card_ledger WINDOW w AS (PARTITION BY card_id ORDER BY seq)) l
      WHERE seq <> place OR principal_after <> principal_before + principal_change
        OR gift_after <> gift_before + gift_change`,
  ),
  fault(
    'K3 a movement goes the way of its kind',
    'Top-ups and refunds come in, payments and withdrawals go out, principal and gift alike',
    `SELECT card_id AS id FROM card_ledger WHERE NOT CASE
        WHEN kind = 'TOP_UP' THEN principal_change > 0 AND gift_change >= 0
        WHEN kind = 'REFUND' THEN principal_change >= 0 AND gift_change >= 0 AND principal_change + gift_change > 0
        WHEN kind = 'PAY' THEN principal_change <= 0 AND gift_change <= 0 AND principal_change + gift_change < 0
        WHEN kind = 'WITHDRAW' THEN principal_change < 0 AND gift_change <= 0
        ELSE true END`,
  ),
  fault(
    'K4 the same thing moves a card once',
    'One row per card, kind and reference',
    'SELECT card_id AS id FROM card_ledger GROUP BY card_id, kind, reference HAVING count(*) > 1',
  ),
  fault(
    'K5 what came onto a card was paid',
    'Each TOP_UP row is that of a paid order of the card’s owner for this card, with the amount and the gift of the order',
    `SELECT l.card_id AS id FROM card_ledger l JOIN stored_cards c ON c.id = l.card_id
        LEFT JOIN orders o ON o.id = l.order_id AND o.kind = 'CARD_TOP_UP' AND o.state = 'PAID'
          AND o.user_id = c.user_id AND o.object_id = c.id AND (o.amount_fen, o.gift_fen) = (l.principal_change, l.gift_change)
      WHERE l.kind = 'TOP_UP' AND o.id IS NULL
      UNION SELECT o.object_id FROM orders o LEFT JOIN card_ledger l ON l.order_id = o.id AND l.kind = 'TOP_UP'
      WHERE o.kind = 'CARD_TOP_UP' AND o.state = 'PAID' GROUP BY o.id HAVING count(l.seq) <> 1`,
  ),
  fault(
    'K5 a top-up gives back at most what it brought',
    'WITHDRAW rows of a top-up are together no more than its principal and its gift, and each has its refund to the source',
    `SELECT card_id AS id FROM card_ledger WHERE kind IN ('TOP_UP', 'WITHDRAW') GROUP BY card_id, order_id
        HAVING sum(principal_change) < 0 OR sum(gift_change) < 0
      UNION SELECT o.object_id FROM orders o
        LEFT JOIN LATERAL (SELECT coalesce(-sum(l.principal_change), 0) AS fen FROM card_ledger l
          WHERE l.order_id = o.id AND l.kind = 'WITHDRAW') taken ON true
        LEFT JOIN LATERAL (SELECT coalesce(sum(r.amount_fen), 0) AS fen FROM refunds r JOIN payments p ON p.id = r.payment_id
          WHERE r.order_id = o.id AND p.state = 'SETTLED') given ON true
      WHERE o.kind = 'CARD_TOP_UP' AND taken.fen <> given.fen`,
  ),
  fault(
    'K6 a card pays what its orders cost',
    'Each PAY row is all of one payment by this card that brought its order money, and each such payment has its row',
    `SELECT coalesce(l.order_id, p.order_id) AS id FROM (SELECT * FROM card_ledger WHERE kind = 'PAY') l
      FULL JOIN (SELECT * FROM payments WHERE provider = 'CARD' AND state IN ('SETTLED', 'SURPLUS')) p
        ON p.order_id = l.order_id AND p.card_id = l.card_id
      WHERE l.seq IS NULL OR p.id IS NULL OR -(l.principal_change + l.gift_change) <> p.received_fen`,
  ),
  fault(
    'K6 what comes back onto a card is a refund',
    'Each REFUND row is all of one refund to a card, and each such refund that is done has its row',
    `SELECT coalesce(l.order_id, r.order_id) AS id FROM (SELECT * FROM card_ledger WHERE kind = 'REFUND') l
      FULL JOIN (SELECT * FROM refunds WHERE target = 'CARD' AND state = 'DONE') r
        ON r.order_id = l.order_id AND 'refund:' || r.id = l.reference
      WHERE l.seq IS NULL OR r.id IS NULL OR l.principal_change + l.gift_change <> r.amount_fen`,
  ),
  fault(
    'K7 a card is adjusted by two people',
    'Each ADJUST row is all of one adjustment that another than who asked for it approved, and each that is DONE has its row',
    `SELECT coalesce(l.card_id, a.card_id) AS id FROM (SELECT * FROM card_ledger WHERE kind = 'ADJUST') l
      FULL JOIN (SELECT * FROM card_adjustments WHERE state = 'DONE') a
        ON a.card_id = l.card_id AND 'adjustment:' || a.id = l.reference
      WHERE l.seq IS NULL OR a.id IS NULL OR a.decided_by IS NULL OR a.decided_by = a.requested_by
        OR (a.principal_change, a.gift_change) <> (l.principal_change, l.gift_change)`,
  ),
]
