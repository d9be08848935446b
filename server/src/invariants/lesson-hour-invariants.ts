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

/** The condition on an event `e` that its class went to another course, under the policy in force there. */
const CHANGES_COURSE = `e.action = 'edit' AND '课程' = ANY (string_to_array(substr(e.reason, 3), '、'))`

/**
 * The condition that the class with this id went to another course after an instant. What was lost before stays. The few
 * classes that ever did are found once: as a join it reads all events for each row where statistics are absent.
 */
const changedCourseSince = (classId: string, instant: string) => `(
  ${classId} IN (SELECT e.invitation_id FROM invitation_events e WHERE ${CHANGES_COURSE})
  AND EXISTS (SELECT FROM invitation_events e WHERE e.invitation_id = ${classId} AND ${CHANGES_COURSE} AND e.created_at >= ${instant}))`

/** A share of hours in halves, rounded in the player's favour, as in the domain. */
const shareOf = (sessions: string, percent: string) => `floor(${sessions} * 2 * ${percent} / 100) / 2`

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
    'remaining, held, consumed, expired and seq of a contract are what its ledger says',
    `SELECT c.id FROM contracts c LEFT JOIN (
        SELECT contract_id, sum(remaining_change) AS remaining, sum(held_change) AS held, count(*)::int AS rows, max(seq) AS last,
          coalesce(-sum(remaining_change) FILTER (WHERE kind IN ('CONSUME', 'REFUND')), 0) AS consumed,
          coalesce(-sum(remaining_change) FILTER (WHERE kind = 'EXPIRE'), 0) AS expired
        FROM lesson_ledger GROUP BY 1) l ON l.contract_id = c.id
      WHERE (c.remaining_sessions, c.held_sessions, c.consumed_sessions, c.expired_sessions, c.seq, c.seq)
        IS DISTINCT FROM (l.remaining, l.held, l.consumed, l.expired, l.rows, l.last)`,
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
    'VOID and CONSUME settle the whole of one earlier HOLD, and none is made or settled twice; only a class with a policy has both',
    `SELECT r.invitation_id AS id FROM lesson_ledger r LEFT JOIN invitations i ON i.id = r.invitation_id
      LEFT JOIN lesson_ledger h ON h.kind = 'HOLD' AND h.contract_id = r.contract_id AND h.invitation_id = r.invitation_id
        AND h.seat_user_id = r.seat_user_id AND h.round = r.round AND h.seq < r.seq
      WHERE r.kind IN ${SETTLING} AND (h.seq IS NULL OR i.policy_id IS NULL AND h.held_change <> -r.held_change
        AND NOT ${changedCourseSince('i.id', 'r.created_at')})
      UNION SELECT l.invitation_id FROM lesson_ledger l LEFT JOIN invitations i ON i.id = l.invitation_id
      WHERE l.kind IN ('HOLD', 'VOID', 'CONSUME')
      GROUP BY l.invitation_id, l.seat_user_id, l.round, l.kind = 'HOLD', i.policy_id
      HAVING count(*) > 1 AND (bool_or(l.kind = 'HOLD') OR i.policy_id IS NULL AND NOT ${changedCourseSince('l.invitation_id', 'max(l.created_at)')})
      UNION SELECT l.invitation_id FROM lesson_ledger l JOIN invitations i ON i.id = l.invitation_id AND i.policy_id IS NOT NULL
      WHERE l.kind IN ('HOLD', 'VOID', 'CONSUME')
      GROUP BY l.invitation_id, l.seat_user_id, l.round HAVING bool_or(l.kind IN ${SETTLING}) AND sum(l.held_change) <> 0`,
  ),
  fault(
    'L7 a completed class is settled by attendance',
    'leave gives the hours back, everything else consumes them; an expired class consumes nothing',
    `SELECT i.id FROM invitations i JOIN seats s ON s.invitation_id = i.id AND s.state = 'JOINED'
        JOIN lesson_ledger l ON l.invitation_id = i.id AND l.seat_user_id = s.user_id AND l.round = s.round AND l.kind IN ${SETTLING}
      WHERE i.invitation_status = 'COMPLETED' AND i.policy_id IS NULL
          AND (l.kind = 'VOID') <> (s.attendance IS NOT DISTINCT FROM 'leave')
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
    `SELECT i.id FROM seats s JOIN invitations i ON i.id = s.invitation_id AND i.policy_id IS NULL
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
        AND NOT ${changedCourseSince('i.id', 'l.created_at')}
        AND CASE WHEN l.kind = 'CONSUME'
          THEN s.late_cancelled_at IS NULL OR before.possible < p.forgiven_late_cancels
            OR i.invitation_status = 'CANCELLED' AND s.state = 'JOINED'
              AND (i.cancelled_by <> s.user_id OR s.late_cancelled_at <= ${STARTS_AT} - p.free_cancel_hours * interval '1 hour')
          ELSE l.created_at = s.late_cancelled_at AND NOT ${ENDED_BY_LATE_BEFORE}
            AND before.certain >= p.forgiven_late_cancels END`,
  ),
  fault(
    'L13 a class carries a policy of its company',
    'It is the company’s own or that of its course; no trial lesson or class of the past has one, and each other class to come has one if it was made or went to its course while one stood',
    // Clocks of two hosts differ by less than a minute. A version as near as that tells nothing.
    `SELECT i.id FROM invitations i JOIN policy_versions p ON p.id = i.policy_id
      WHERE p.company_id <> i.company_id OR p.course_id <> i.course_design_id OR p.terms IS NULL
        OR i.trial_id IS NOT NULL OR i.past_reason IS NOT NULL
      UNION SELECT i.id FROM (SELECT DISTINCT company_id FROM policy_versions) o
        JOIN invitations i ON i.company_id = o.company_id AND i.policy_id IS NULL AND i.trial_id IS NULL AND i.past_reason IS NULL
        CROSS JOIN LATERAL (SELECT coalesce(max(e.created_at), i.created_at) AS at FROM invitation_events e
          WHERE e.invitation_id = i.id AND ${CHANGES_COURSE}) named
        CROSS JOIN LATERAL (SELECT DISTINCT ON (v.course_id) v.terms, v.created_at FROM policy_versions v
          WHERE v.company_id = i.company_id AND (v.course_id IS NULL OR v.course_id = i.course_design_id)
            AND v.created_at < named.at + interval '1 minute'
          ORDER BY v.course_id, v.version DESC) last
      WHERE i.invitation_status IN ${OPEN} AND last.terms IS NOT NULL AND last.created_at < named.at - interval '1 minute'`,
  ),
  fault(
    'L13 cancelling costs what the policy of the class says',
    'Hours are lost by a late cancellation of their player alone, as many as a tier says, the one of that moment where the class did not move; one that cost nothing was forgiven',
    `SELECT i.id FROM seats s JOIN invitations i ON i.id = s.invitation_id JOIN policy_versions p ON p.id = i.policy_id
        JOIN lesson_ledger h ON h.kind = 'HOLD' AND h.invitation_id = i.id AND h.seat_user_id = s.user_id AND h.round = s.round
        JOIN lesson_ledger l ON l.kind IN ${SETTLING} AND l.invitation_id = i.id AND l.seat_user_id = s.user_id AND l.round = s.round
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE o.late_cancelled_at < s.late_cancelled_at AND o.late_returned_at IS NULL) AS certain,
            count(*) AS possible
          FROM seats o JOIN invitations oi ON oi.id = o.invitation_id AND oi.company_id = i.company_id AND oi.id <> i.id
          WHERE o.user_id = s.user_id
            AND o.late_cancelled_at > s.late_cancelled_at - (p.terms #>> '{forgiven,cancel,days}')::int * interval '1 day'
            AND (o.late_cancelled_at <= s.late_cancelled_at OR o.round > 1)) before
      WHERE NOT (i.invitation_status = 'COMPLETED' AND s.state = 'JOINED')
        AND NOT ${changedCourseSince('i.id', 'l.created_at')}
        AND CASE WHEN l.kind = 'CONSUME'
          THEN s.late_cancelled_at IS DISTINCT FROM l.created_at OR before.possible < (p.terms #>> '{forgiven,cancel,times}')::int
            OR i.invitation_status = 'CANCELLED' AND s.state = 'JOINED' AND i.cancelled_by <> s.user_id
            OR NOT EXISTS (
              SELECT FROM jsonb_to_recordset(p.terms -> 'tiers') AS t (hours int, percent int)
              WHERE -l.remaining_change = ${shareOf('h.held_change', 't.percent')}
                AND (i.invitation_status <> 'CANCELLED' OR s.state <> 'JOINED' OR t.hours = (
                  SELECT min(u.hours) FROM jsonb_to_recordset(p.terms -> 'tiers') AS u (hours int)
                  WHERE s.late_cancelled_at > ${STARTS_AT} - u.hours * interval '1 hour')))
          ELSE l.created_at = s.late_cancelled_at AND l.held_change = -h.held_change AND NOT ${ENDED_BY_LATE_BEFORE}
            AND before.certain >= (p.terms #>> '{forgiven,cancel,times}')::int END`,
  ),
  fault(
    'L13 attendance costs what the policy of the class says',
    'Who came pays all that was held; late, absent and leave cost their share, or nothing where it was forgiven',
    `SELECT i.id FROM invitations i JOIN policy_versions p ON p.id = i.policy_id
        JOIN seats s ON s.invitation_id = i.id AND s.state = 'JOINED'
        JOIN lesson_ledger h ON h.kind = 'HOLD' AND h.invitation_id = i.id AND h.seat_user_id = s.user_id AND h.round = s.round
        LEFT JOIN lesson_ledger c ON c.kind = 'CONSUME' AND c.invitation_id = i.id AND c.seat_user_id = s.user_id AND c.round = s.round
        CROSS JOIN LATERAL (SELECT coalesce(-c.remaining_change, 0) AS lost,
          CASE WHEN s.attendance = 'present' THEN h.held_change
            ELSE ${shareOf('h.held_change', "(p.terms #>> ARRAY['percents', s.attendance])::int")} END AS due,
          coalesce((p.terms #>> ARRAY['forgiven', s.attendance, 'times'])::int, 0) AS times) cost
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE oi.completed_at < i.completed_at AND NOT EXISTS (
              SELECT FROM class_objections q WHERE q.invitation_id = oi.id AND q.user_id = o.user_id AND q.state = 'REFUNDED')) AS certain,
            count(*) AS possible
          FROM seats o JOIN invitations oi ON oi.id = o.invitation_id AND oi.company_id = i.company_id AND oi.id <> i.id
            JOIN policy_versions op ON op.id = oi.policy_id
          WHERE o.user_id = s.user_id AND o.attendance = s.attendance AND o.state = 'JOINED' AND o.contract_id IS NOT NULL
            AND ${shareOf('oi.consumed_sessions', "(op.terms #>> ARRAY['percents', o.attendance])::int")} > 0
            AND oi.completed_at <= i.completed_at
            AND oi.completed_at > i.completed_at - (p.terms #>> ARRAY['forgiven', s.attendance, 'days'])::int * interval '1 day') before
      WHERE i.invitation_status = 'COMPLETED'
        AND CASE WHEN cost.lost = cost.due THEN cost.due > 0 AND before.possible < cost.times
          ELSE cost.lost <> 0 OR before.certain >= cost.times END`,
  ),
  fault(
    'L13 a coach who did not come costs what the policy says',
    'Hours on top are as many as the policy of the class says, cost nothing, and follow from a granted objection or a class called off after its start; each such objection has them, unless its contract was paid back',
    `SELECT l.invitation_id AS id FROM lesson_ledger l LEFT JOIN invitations i ON i.id = l.invitation_id
        LEFT JOIN policy_versions p ON p.id = i.policy_id
        LEFT JOIN class_objections o ON o.invitation_id = l.invitation_id AND o.user_id = l.seat_user_id
          AND o.coach_absent AND o.state = 'REFUNDED'
      WHERE l.kind = 'GRANT' AND l.seat_user_id IS NOT NULL
        AND (l.remaining_change IS DISTINCT FROM (p.terms ->> 'coachAbsentHalves')::numeric / 2 OR l.unit_price <> 0
          OR o.id IS NULL AND (i.invitation_status <> 'CANCELLED' OR i.cancelled_at < ${STARTS_AT}))
      UNION SELECT o.invitation_id FROM class_objections o JOIN invitations i ON i.id = o.invitation_id
        JOIN policy_versions p ON p.id = i.policy_id AND (p.terms ->> 'coachAbsentHalves')::int > 0
      WHERE o.coach_absent AND o.state = 'REFUNDED' AND NOT EXISTS (
        SELECT FROM lesson_ledger l WHERE l.kind = 'GRANT' AND l.invitation_id = o.invitation_id AND l.seat_user_id = o.user_id)
        AND NOT EXISTS (SELECT FROM lesson_ledger l JOIN contracts c ON c.id = l.contract_id AND c.refunded_at IS NOT NULL
          WHERE l.invitation_id = o.invitation_id AND l.seat_user_id = o.user_id)`,
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
    'The hours left in the lots of a contract are its remaining ones; each contract with a purchase has lots, of what it brought less what was paid back',
    `SELECT c.id FROM contracts c JOIN hour_lots l ON l.contract_id = c.id GROUP BY c.id
        HAVING sum(l.left_hours) <> c.remaining_sessions
      UNION SELECT p.contract_id FROM package_purchases p LEFT JOIN hour_lots l ON l.contract_id = p.contract_id
        WHERE p.contract_id IS NOT NULL AND l.seq IS NULL
      UNION SELECT p.contract_id FROM package_purchases p
        JOIN package_versions v ON v.package_id = p.package_id AND v.version = p.version
        CROSS JOIN LATERAL (SELECT coalesce(sum(t.hours), 0) AS hours, coalesce(sum(t.gift_hours), 0) AS gifts
          FROM course_refund_parts t WHERE t.purchase_id = p.id) back
        LEFT JOIN hour_lots l ON l.contract_id = p.contract_id AND l.seq = p.grant_seq
        LEFT JOIN hour_lots f ON f.contract_id = p.contract_id AND f.seq = p.gift_seq
        WHERE p.contract_id IS NOT NULL AND (l.hours IS DISTINCT FROM v.hours - back.hours
          OR coalesce(f.hours, 0) <> v.gift_hours - back.gifts)`,
  ),
  fault(
    'L14 hours and money of a refund go together',
    'A refund of packages took the hours of its parts by one PAYBACK and the gifts by another, each part sent its money back once on its own order, and no purchase gives back more than was paid; a contract that was paid back gets no hours, and holds them for no class that was not there before',
    `SELECT r.contract_id AS id FROM course_refunds r JOIN contracts c ON c.id = r.contract_id
        CROSS JOIN LATERAL (SELECT coalesce(sum(t.hours), 0) AS hours, coalesce(sum(t.gift_hours), 0) AS gifts,
          coalesce(sum(t.amount_fen), 0) AS fen FROM course_refund_parts t WHERE t.course_refund_id = r.id) parts
        LEFT JOIN lesson_ledger l ON l.contract_id = r.contract_id AND l.seq = r.seq AND l.kind = 'PAYBACK'
        LEFT JOIN lesson_ledger g ON g.contract_id = r.contract_id AND g.seq = r.gift_seq AND g.kind = 'PAYBACK'
      WHERE (-l.remaining_change, -coalesce(g.remaining_change, 0), r.amount_fen) IS DISTINCT FROM (parts.hours, parts.gifts, parts.fen)
        OR l.unit_price <> round(r.amount_fen / parts.hours) OR coalesce(g.unit_price, 0) <> 0
      UNION SELECT l.contract_id FROM lesson_ledger l
        LEFT JOIN course_refunds r ON r.contract_id = l.contract_id AND l.seq IN (r.seq, r.gift_seq)
        WHERE l.kind = 'PAYBACK' AND r.id IS NULL
      UNION SELECT c.id FROM contracts c WHERE c.refunded_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM course_refunds r WHERE r.contract_id = c.id AND r.created_at = c.refunded_at)
      UNION SELECT c.id FROM contracts c JOIN course_refunds r ON r.contract_id = c.id AND r.created_at = c.refunded_at
          JOIN lesson_ledger l ON l.contract_id = c.id AND l.seq > r.seq
        WHERE l.kind = 'GRANT' OR l.kind = 'ADJUST' AND l.remaining_change > 0
          OR l.kind = 'HOLD' AND NOT EXISTS (SELECT FROM lesson_ledger b WHERE b.invitation_id = l.invitation_id
            AND b.contract_id = l.contract_id AND b.seq < l.seq)
      UNION SELECT p.contract_id FROM course_refund_parts t JOIN package_purchases p ON p.id = t.purchase_id
          JOIN course_refunds c ON c.id = t.course_refund_id LEFT JOIN refunds r ON r.id = t.refund_id
          LEFT JOIN orders o ON o.id = r.order_id AND o.kind = 'COURSE'
        WHERE c.contract_id <> p.contract_id OR t.amount_fen > 0
          AND (r.amount_fen, r.cause, o.object_id) IS DISTINCT FROM (t.amount_fen, 'course-refund:' || t.course_refund_id, p.id)
      UNION SELECT p.contract_id FROM refunds r JOIN orders o ON o.id = r.order_id AND o.kind = 'COURSE'
          JOIN package_purchases p ON p.id = o.object_id LEFT JOIN course_refund_parts t ON t.refund_id = r.id
        WHERE r.cause LIKE 'course-refund:%' AND t.purchase_id IS NULL
      UNION SELECT p.contract_id FROM package_purchases p JOIN orders o ON o.kind = 'COURSE' AND o.object_id = p.id
        WHERE p.contract_id IS NOT NULL AND o.amount_fen < (SELECT sum(r.amount_fen) FROM refunds r
          JOIN payments y ON y.id = r.payment_id AND y.state = 'SETTLED' WHERE r.order_id = o.id)`,
  ),
  fault(
    'L15 what a buyer got of a club in a month is within its caps',
    'A purchase that was ordered under caps, with what its buyer had ordered of the club that month before, is within them; hours for a minor can be given back',
    `SELECT p.id FROM package_purchases p JOIN packages k ON k.id = p.package_id
        JOIN package_versions v ON v.package_id = p.package_id AND v.version = p.version
        JOIN orders o ON o.kind = 'COURSE' AND o.object_id = p.id AND o.state <> 'CLOSED'
        LEFT JOIN purchase_caps c ON c.company_id = k.company_id AND c.version = p.caps_version
        CROSS JOIN LATERAL (
          SELECT sum(w.hours) AS hours, sum(w.price_fen) AS fen, sum(w.hours) FILTER (WHERE q.is_for_minor) AS minor_hours,
            sum(w.price_fen) FILTER (WHERE q.is_for_minor) AS minor_fen
          FROM package_purchases q JOIN packages s ON s.id = q.package_id AND s.company_id = k.company_id
          JOIN package_versions w ON w.package_id = q.package_id AND w.version = q.version
          JOIN orders r ON r.kind = 'COURSE' AND r.object_id = q.id AND r.state <> 'CLOSED'
          WHERE q.user_id = p.user_id AND q.id <= p.id AND date_trunc('month', q.created_at AT TIME ZONE 'Asia/Shanghai')
            = date_trunc('month', p.created_at AT TIME ZONE 'Asia/Shanghai')) b
      WHERE p.caps_version IS NOT NULL AND (c.version IS NULL OR b.hours > c.buyer_hours OR b.fen > c.buyer_fen
        OR v.valid_days > c.buyer_months * 30
        OR p.is_for_minor AND (b.minor_hours > c.minor_hours OR b.minor_fen > c.minor_fen OR v.valid_days > c.minor_months * 30))
      UNION SELECT p.id FROM package_purchases p JOIN package_versions v ON v.package_id = p.package_id AND v.version = p.version
        WHERE p.is_for_minor AND v.refund_rule = 'FIRST_DAYS'`,
  ),
]
