import { OPEN, STARTS_AT } from './class-conditions.ts'
import { fault, type Invariant } from './invariant.ts'

const SETTLING = `('VOID', 'CONSUME')`

/**
 * The condition that a REFUND `r` returns the full loss of a late cancellation. The seat was taken again, or the
 * cancellation was undone.
 */
const UNDOES_LATE = `EXISTS (
  SELECT 1 FROM seats s JOIN lesson_ledger c ON c.kind = 'CONSUME' AND c.contract_id = r.contract_id
    AND c.invitation_id = r.invitation_id AND c.seat_user_id = r.seat_user_id AND c.round = r.round
  WHERE s.invitation_id = r.invitation_id AND s.user_id = r.seat_user_id AND c.remaining_change = -r.remaining_change
    AND s.late_returned_at IS NOT NULL AND (s.round > r.round OR s.state <> 'JOINED'))`

/**
 * The condition that the late cancellation of a seat `s` ended an earlier round than the ledger row `l`. The player
 * took the seat again, and the row settles what they held since, perhaps at the same instant.
 */
const ENDED_BY_LATE_BEFORE = `(s.late_returned_at IS NOT NULL AND EXISTS (
  SELECT 1 FROM lesson_ledger e WHERE e.kind IN ${SETTLING} AND e.invitation_id = s.invitation_id
    AND e.seat_user_id = s.user_id AND e.round < l.round AND e.created_at = s.late_cancelled_at))`

/** The invariants of lesson hours: balances, holds of seats, and the cost of classes and cancellations. */
export const LESSON_HOUR_INVARIANTS: readonly Invariant[] = [
  fault(
    'L1 held within remaining',
    '0 <= held <= remaining, in halves',
    `SELECT id FROM contracts WHERE NOT (0 <= held_sessions AND held_sessions <= remaining_sessions)
      OR remaining_sessions * 2 <> trunc(remaining_sessions * 2) OR held_sessions * 2 <> trunc(held_sessions * 2)`,
  ),
  fault(
    'L2 a balance is the sum of its rows',
    'remaining, held and seq of a contract are what its ledger says',
    `SELECT c.id FROM contracts c LEFT JOIN (
        SELECT contract_id, sum(remaining_change) AS remaining, sum(held_change) AS held, count(*)::int AS rows, max(seq) AS last
        FROM lesson_ledger GROUP BY 1) l ON l.contract_id = c.id
      WHERE (c.remaining_sessions, c.held_sessions, c.seq, c.seq) IS DISTINCT FROM (l.remaining, l.held, l.rows, l.last)`,
  ),
  fault(
    'L3 the ledger is an unbroken chain',
    'seq 1, 2, 3 … without a gap, each balance is the one before plus the change',
    `SELECT DISTINCT contract_id AS id FROM (
        SELECT *, row_number() OVER w AS place, coalesce(lag(remaining_after) OVER w, 0) AS remaining_before,
          coalesce(lag(held_after) OVER w, 0) AS held_before
        FROM lesson_ledger WINDOW w AS (PARTITION BY contract_id ORDER BY seq)) l
      WHERE seq <> place OR remaining_after <> remaining_before + remaining_change OR held_after <> held_before + held_change`,
  ),
  fault(
    'L5 a contract holds what its seats hold',
    'held of a contract is the sum over its seats in open classes',
    `SELECT c.id FROM contracts c WHERE c.held_sessions <> (
      SELECT coalesce(sum(s.held_sessions), 0) FROM seats s JOIN invitations i ON i.id = s.invitation_id
      WHERE s.contract_id = c.id AND i.invitation_status IN ${OPEN})`,
  ),
  fault(
    'L6 the right seat holds, on its own contract',
    'Only joined seats of open classes hold, in a player-made one only the initiator’s; always the class’s hours, own contract, same course',
    `SELECT i.id FROM seats s JOIN invitations i ON i.id = s.invitation_id LEFT JOIN contracts c ON c.id = s.contract_id
      WHERE s.held_sessions > 0 AND (s.state <> 'JOINED' OR i.invitation_status NOT IN ${OPEN}
        OR s.held_sessions <> i.consumed_sessions OR c.user_id <> s.user_id OR c.course_id <> i.course_design_id
        OR i.initiator_role = 'player' AND s.user_id <> i.initiator_id)`,
  ),
  fault(
    'L6 who must pay holds',
    'In an open class but a trial lesson the paying seat holds: each of a coach-made class, the initiator’s where no contract is missing',
    `SELECT i.id FROM seats s JOIN invitations i ON i.id = s.invitation_id
      WHERE i.invitation_status IN ${OPEN} AND s.state = 'JOINED' AND s.held_sessions = 0
        AND i.trial_id IS NULL AND (i.initiator_role = 'coach' OR s.user_id = i.initiator_id AND NOT i.need_contract)`,
  ),
  fault(
    'L7 what is held and not settled stands on the seat',
    'HOLD less VOID and CONSUME of a seat is what the seat says it holds',
    `SELECT coalesce(l.invitation_id, s.invitation_id) AS id FROM (
        SELECT invitation_id, seat_user_id, contract_id, sum(held_change) AS open FROM lesson_ledger
        WHERE kind IN ('HOLD', 'VOID', 'CONSUME') GROUP BY 1, 2, 3) l
      FULL JOIN (SELECT * FROM seats WHERE held_sessions > 0) s
        ON s.invitation_id = l.invitation_id AND s.user_id = l.seat_user_id AND s.contract_id = l.contract_id
      WHERE coalesce(l.open, 0) <> coalesce(s.held_sessions, 0)`,
  ),
  fault(
    'L7 a hold is settled once',
    'Each VOID or CONSUME settles the whole of one earlier HOLD, and none is made or settled twice',
    `SELECT r.invitation_id AS id FROM lesson_ledger r
      LEFT JOIN lesson_ledger h ON h.kind = 'HOLD' AND h.contract_id = r.contract_id AND h.invitation_id = r.invitation_id
        AND h.seat_user_id = r.seat_user_id AND h.round = r.round AND h.seq < r.seq
      WHERE r.kind IN ${SETTLING} AND (h.seq IS NULL OR h.held_change <> -r.held_change)
      UNION SELECT invitation_id FROM lesson_ledger WHERE kind IN ('HOLD', 'VOID', 'CONSUME')
      GROUP BY invitation_id, seat_user_id, round, kind = 'HOLD' HAVING count(*) > 1`,
  ),
  fault(
    'L7 a completed class is settled by attendance',
    'leave gives the hours back, everything else consumes them; an expired class consumes nothing',
    `SELECT i.id FROM invitations i JOIN seats s ON s.invitation_id = i.id AND s.state = 'JOINED'
        JOIN lesson_ledger l ON l.invitation_id = i.id AND l.seat_user_id = s.user_id AND l.round = s.round AND l.kind IN ${SETTLING}
      WHERE i.invitation_status = 'COMPLETED' AND (l.kind = 'VOID') <> (s.attendance IS NOT DISTINCT FROM 'leave')
        OR i.invitation_status = 'EXPIRED' AND l.kind = 'CONSUME'`,
  ),
  fault(
    'L7 one used record per consumed seat',
    'course_used_record and the CONSUME rows of held classes are the same list',
    `SELECT coalesce(u.invitation_id, l.invitation_id) AS id FROM used_records u FULL JOIN (
        SELECT l.* FROM lesson_ledger l JOIN invitations i ON i.id = l.invitation_id
          JOIN seats s ON s.invitation_id = i.id AND s.user_id = l.seat_user_id AND s.round = l.round
        WHERE l.kind = 'CONSUME' AND i.invitation_status = 'COMPLETED' AND s.state = 'JOINED') l
        ON l.invitation_id = u.invitation_id AND l.seat_user_id = u.user_id AND l.contract_id = u.contract_id
      WHERE u.id IS NULL OR l.seq IS NULL OR u.used_sessions <> -l.remaining_change`,
  ),
  fault(
    'L10 hours come back for a reason',
    'Each REFUND of a class answers an objection of its seat and is no more than was used, or undoes a late cancellation and is all that it cost; each that was granted or undone has its row',
    `SELECT coalesce(l.invitation_id, o.invitation_id) AS id
      FROM (SELECT r.* FROM lesson_ledger r WHERE r.kind = 'REFUND' AND NOT ${UNDOES_LATE}) l
      FULL JOIN (SELECT * FROM class_objections WHERE state = 'REFUNDED') o
        ON o.invitation_id = l.invitation_id AND o.user_id = l.seat_user_id
      LEFT JOIN used_records u ON u.invitation_id = l.invitation_id AND u.user_id = l.seat_user_id AND u.contract_id = l.contract_id
      WHERE l.seq IS NULL OR o.id IS NULL OR u.id IS NULL OR l.remaining_change > u.used_sessions
      UNION SELECT s.invitation_id FROM seats s
        JOIN lesson_ledger c ON c.invitation_id = s.invitation_id AND c.seat_user_id = s.user_id AND c.round = s.round
          AND c.kind = 'CONSUME'
        WHERE s.late_returned_at IS NOT NULL AND s.state <> 'JOINED' AND NOT EXISTS (
          SELECT 1 FROM lesson_ledger r WHERE r.kind = 'REFUND' AND r.invitation_id = s.invitation_id
            AND r.seat_user_id = s.user_id AND r.round = s.round)`,
  ),
  {
    name: 'L8 contracts that ended are empty',
    severity: 'warning',
    holds: 'No contract is two days past its last day with hours that no class holds: the daily run keeps up',
    sql: `SELECT id FROM contracts WHERE remaining_sessions > held_sessions
      AND expiry_date < ($1::timestamptz AT TIME ZONE interval '8 hours')::date - 1`,
    usesNow: true,
  },
  fault(
    'L9 cancelling costs what the policy says',
    'Hours of a seat are lost to a late cancellation by its player when enough were forgiven in 90 days, and then always; the policy is the one under which the class was made',
    `SELECT i.id FROM seats s JOIN invitations i ON i.id = s.invitation_id
        CROSS JOIN LATERAL (
          SELECT free_cancel_hours, forgiven_late_cancels FROM (
            SELECT retired_at, free_cancel_hours, forgiven_late_cancels FROM retired_policies
            WHERE company_id = i.company_id AND retired_at > i.created_at
            UNION ALL SELECT 'infinity', free_cancel_hours, forgiven_late_cancels FROM companies WHERE id = i.company_id) ever
          ORDER BY retired_at LIMIT 1) p
        JOIN lesson_ledger l ON l.invitation_id = i.id AND l.seat_user_id = s.user_id AND l.kind IN ${SETTLING}
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE o.late_cancelled_at < s.late_cancelled_at AND o.late_returned_at IS NULL) AS certain,
            count(*) AS possible
          FROM seats o JOIN invitations oi ON oi.id = o.invitation_id AND oi.company_id = i.company_id AND oi.id <> i.id
          WHERE o.user_id = s.user_id AND o.late_cancelled_at > s.late_cancelled_at - interval '90 days'
            AND (o.late_cancelled_at <= s.late_cancelled_at OR o.round > 1)) before
      WHERE NOT (i.invitation_status = 'COMPLETED' AND s.state = 'JOINED') AND l.round = s.round
        AND CASE WHEN l.kind = 'CONSUME'
          THEN s.late_cancelled_at IS NULL OR before.possible < p.forgiven_late_cancels
            OR i.invitation_status = 'CANCELLED' AND s.state = 'JOINED'
              AND (i.cancelled_by <> s.user_id OR s.late_cancelled_at <= ${STARTS_AT} - p.free_cancel_hours * interval '1 hour')
          ELSE l.created_at = s.late_cancelled_at AND NOT ${ENDED_BY_LATE_BEFORE}
            AND before.certain >= p.forgiven_late_cancels END`,
  ),
  fault(
    'L11 a paid package brought its hours once',
    'One order of its buyer and price; once it is paid, and not before, one GRANT of the paid hours is worth all of it and one of the gift nothing, on a contract of the buyer, course and company',
    `SELECT p.id FROM package_purchases p JOIN packages k ON k.id = p.package_id
        JOIN package_versions v ON v.package_id = p.package_id AND v.version = p.version
        LEFT JOIN orders o ON o.kind = 'COURSE' AND o.object_id = p.id
        LEFT JOIN contracts c ON c.id = p.contract_id
        LEFT JOIN lesson_ledger g ON g.contract_id = p.contract_id AND g.seq = p.grant_seq
        LEFT JOIN lesson_ledger f ON f.contract_id = p.contract_id AND f.seq = p.gift_seq
      WHERE (o.user_id, o.amount_fen) IS DISTINCT FROM (p.user_id, v.price_fen)
        OR (o.state = 'PAID') <> (p.contract_id IS NOT NULL)
        OR p.contract_id IS NOT NULL AND (
          (c.user_id, c.course_id, c.company_id) IS DISTINCT FROM (p.user_id, k.course_id, k.company_id)
          OR (g.kind, g.remaining_change, g.remaining_change * g.unit_price) IS DISTINCT FROM ('GRANT', v.hours, o.amount_fen)
          OR (coalesce(f.kind, 'GRANT'), coalesce(f.remaining_change, 0), coalesce(f.unit_price, 0)) <> ('GRANT', v.gift_hours, 0))
      UNION SELECT object_id FROM orders WHERE kind = 'COURSE' GROUP BY object_id HAVING count(*) > 1
      UNION SELECT o.object_id FROM orders o LEFT JOIN package_purchases p ON p.id = o.object_id
        WHERE o.kind = 'COURSE' AND o.state = 'PAID' AND p.id IS NULL`,
  ),
  fault(
    'L12 bought hours know their price',
    'The hours left in the lots of a contract are its remaining ones; each contract with a purchase has lots',
    `SELECT c.id FROM contracts c JOIN hour_lots l ON l.contract_id = c.id GROUP BY c.id
        HAVING sum(l.left_hours) <> c.remaining_sessions
      UNION SELECT p.contract_id FROM package_purchases p LEFT JOIN hour_lots l ON l.contract_id = p.contract_id
        WHERE p.contract_id IS NOT NULL AND l.seq IS NULL`,
  ),
]
