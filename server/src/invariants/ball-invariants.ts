import { takenByClosures } from './closure-invariants.ts'
import { fault, type Invariant } from './invariant.ts'

const LIVE_SEATS = `('OFFERED', 'HELD', 'CONFIRMED')`
/** Statuses of a game that occupies its court and its players' half-hours. */
const TAKING = `('UNPAID', 'OPEN', 'FULL', 'FINISHED')`

/**
 * The claims that games must have: kind 1 court, 2 coach, 3 player. They cover everybody who has a seat or pays for
 * one. A court that the venue released is the game's until then.
 */
export const CLAIMS_OF_BALLS = `
  SELECT r.kind, r.resource_id, b.activity_date AS day, h AS half_hour, b.id AS holder_id
  FROM ball_games b
  CROSS JOIN LATERAL (
    SELECT 1 AS kind, b.court_id AS resource_id WHERE b.court_id IS NOT NULL
    UNION SELECT 3, p.user_id FROM ball_participants p WHERE p.ball_id = b.id AND p.state IN ('HELD', 'CONFIRMED')
    UNION SELECT 2, p.user_id FROM ball_participants p JOIN users u ON u.id = p.user_id
      WHERE p.ball_id = b.id AND p.state IN ('HELD', 'CONFIRMED') AND u.user_type <> 0
  ) r
  CROSS JOIN generate_series(b.begin_time_slot, b.end_time_slot - 1) h
  WHERE b.status IN ${TAKING} AND NOT (r.kind = 1 AND EXISTS (
    SELECT 1 FROM court_releases x WHERE x.ball_id = b.id AND h >= x.from_time_slot))`

/** Orders of ball games. Their object is the game. */
const BALL_ORDERS = `(SELECT * FROM orders WHERE kind IN ('BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP'))`
/** The refunds of an order o, done or not, without refunds of a surplus payment. */
const REFUNDED = `(SELECT coalesce(sum(r.amount_fen), 0) FROM refunds r WHERE r.order_id = o.id AND r.cause <> 'surplus')`

/** The invariants of ball games. Names are those of the invariants document. */
export const BALL_INVARIANTS: readonly Invariant[] = [
  fault(
    'B1 a ball game counts its seats',
    'seatsTaken is the number of seats that are offered, held or confirmed, at most maxPlayers',
    `SELECT b.id FROM ball_games b WHERE b.seats_taken > b.max_players OR b.seats_taken <> (
      SELECT count(*) FROM ball_participants p WHERE p.ball_id = b.id AND p.state IN ${LIVE_SEATS})`,
  ),
  fault(
    'B2 nobody has two seats in a game',
    'One seat that is offered, held or confirmed per game and person',
    `SELECT ball_id AS id FROM ball_participants WHERE state IN ${LIVE_SEATS} GROUP BY ball_id, user_id HAVING count(*) > 1`,
  ),
  fault(
    'B3 the initiator plays',
    'He has a seat in his game: held while it waits for his money, confirmed in one that stands or was played',
    `SELECT b.id FROM ball_games b WHERE b.status <> 'CANCELLED' AND NOT EXISTS (
      SELECT 1 FROM ball_participants p WHERE p.ball_id = b.id AND p.user_id = b.initiator_id
        AND p.state = CASE b.status WHEN 'UNPAID' THEN 'HELD' ELSE 'CONFIRMED' END)`,
  ),
  fault(
    'B4 a full game has no seat left',
    'FULL exactly when every seat is taken',
    `SELECT id FROM ball_games WHERE status IN ('OPEN', 'FULL') AND (status = 'FULL') <> (seats_taken = max_players)`,
  ),
  fault(
    'B5 levels and numbers of players make sense',
    'Levels 1.0 to 7.0 in halves, from below to; at least two players, the least below the most',
    `SELECT id FROM ball_games WHERE NOT (1 <= level_from AND level_from <= level_to AND level_to <= 7)
      OR level_from * 2 <> trunc(level_from * 2) OR level_to * 2 <> trunc(level_to * 2)
      OR NOT (2 <= min_players AND min_players <= max_players)`,
  ),
  fault(
    'B6 a confirmed seat is paid',
    'Who has to pay (of a treat on a court of ours whoever published it) has an order of his own for all of it: PAID behind a confirmed seat, UNPAID behind one that is held',
    `SELECT b.id FROM ball_games b JOIN ball_participants p ON p.ball_id = b.id LEFT JOIN ${BALL_ORDERS} o ON o.id = p.order_id
      CROSS JOIN LATERAL (SELECT CASE WHEN b.fee_mode = 'AA' THEN b.fee_fen
        WHEN o.kind = 'BALL_PUBLISH' OR p.user_id = b.initiator_id AND NOT EXISTS (
          SELECT 1 FROM ball_proposals h WHERE h.ball_id = b.id AND h.kind = 'HAND_OVER' AND h.state = 'DONE')
        THEN b.court_fee_fen + b.extras_fen ELSE 0 END AS fen) due
      WHERE p.state IN ('HELD', 'CONFIRMED') AND due.fen > 0 AND (b.fee_mode = 'AA' OR b.court_id IS NOT NULL) AND b.status <> 'CANCELLED'
          AND (o.user_id, o.object_id, o.amount_fen, o.state) IS DISTINCT FROM
            (p.user_id, b.id, due.fen, CASE p.state WHEN 'HELD' THEN 'UNPAID' ELSE 'PAID' END)
        OR o.state = 'UNPAID' AND p.state NOT IN ('HELD', 'OFFERED')`,
  ),
  fault(
    'B7 who does not play has his money back',
    'All of each PAID order of a cancelled game, of a seat that was left in time, of a late one exactly when it was refilled',
    `SELECT o.object_id AS id FROM ${BALL_ORDERS} o JOIN ball_games b ON b.id = o.object_id AND b.status = 'CANCELLED'
        WHERE o.state = 'PAID' AND ${REFUNDED} <> o.amount_fen
      UNION SELECT p.ball_id FROM ball_participants p JOIN ball_games b ON b.id = p.ball_id AND b.status <> 'CANCELLED'
        JOIN orders o ON o.id = p.order_id AND o.state = 'PAID'
        WHERE p.state = 'LEFT' AND ${REFUNDED} <> o.amount_fen OR p.state = 'LEFT_LATE' AND CASE
          WHEN p.refilled_by IS NULL THEN b.status <> 'FINISHED' AND ${REFUNDED} <> 0 ELSE ${REFUNDED} <> o.amount_fen END`,
  ),
  fault(
    'B9 a game has its half-hours',
    'Its court and everybody who has a seat or pays for one; a cancelled game has none',
    `SELECT DISTINCT holder_id AS id FROM (${CLAIMS_OF_BALLS}
        EXCEPT SELECT kind, resource_id, day, half_hour, holder_id FROM slot_claims WHERE holder_kind = 4
        EXCEPT ${takenByClosures('ball_id')}) missing
      UNION SELECT b.id FROM ball_games b JOIN slot_claims c ON c.holder_kind = 4 AND c.holder_id = b.id
        WHERE b.status NOT IN ${TAKING}`,
  ),
  fault(
    'B10 a shared cost is split to the fen',
    'Whose money stays in a finished game bears his part, one fen apart at most, together all of it, and has the rest back',
    `SELECT b.id FROM ball_games b CROSS JOIN LATERAL (
        SELECT coalesce(sum(p.share_fen), 0) AS fen, max(p.share_fen) - min(p.share_fen) AS apart,
          bool_and(p.share_fen IS NOT DISTINCT FROM o.amount_fen - ${REFUNDED}) AS settled
        FROM ball_participants p LEFT JOIN orders o ON o.id = p.order_id
        WHERE p.ball_id = b.id AND (p.state = 'CONFIRMED' OR p.state = 'LEFT_LATE' AND p.refilled_by IS NULL)) borne
      WHERE b.status = 'FINISHED' AND b.fee_mode = 'AA' AND b.court_fee_fen + b.extras_fen > 0
        AND (borne.fen <> b.court_fee_fen + b.extras_fen OR borne.apart > 1 OR borne.settled IS NOT TRUE)
      UNION SELECT p.ball_id FROM ball_participants p JOIN ball_games b ON b.id = p.ball_id
      WHERE p.share_fen IS NOT NULL AND b.status <> 'FINISHED'`,
  ),
  fault(
    'B11 who waits has no seat yet',
    'Who is offered a seat has it as OFFERED and nobody else has one so; who waits has none; in a game that is over nobody waits',
    `SELECT w.ball_id AS id FROM ball_waiters w JOIN ball_games b ON b.id = w.ball_id
        LEFT JOIN ball_participants p ON p.ball_id = w.ball_id AND p.user_id = w.user_id AND p.state IN ${LIVE_SEATS}
      WHERE w.state IN ('WAITING', 'OFFERED') AND (b.status IN ('FINISHED', 'CANCELLED')
        OR p.state IS DISTINCT FROM CASE w.state WHEN 'OFFERED' THEN 'OFFERED' END)
      UNION SELECT p.ball_id FROM ball_participants p WHERE p.state = 'OFFERED' AND NOT EXISTS (
        SELECT 1 FROM ball_waiters w WHERE w.ball_id = p.ball_id AND w.user_id = p.user_id AND w.state = 'OFFERED')`,
  ),
  fault(
    'B12 nothing is open about a game that is over',
    'No request undecided, no proposal open; the order of a proposal is unpaid while it is open, and paid exactly when it is done',
    `SELECT r.ball_id AS id FROM ball_requests r JOIN ball_games b ON b.id = r.ball_id
      WHERE r.approve_status = 0 AND b.status IN ('FINISHED', 'CANCELLED')
      UNION SELECT s.ball_id FROM ball_proposals s JOIN ball_games b ON b.id = s.ball_id
        LEFT JOIN ${BALL_ORDERS} o ON o.id = s.order_id
      WHERE s.state = 'OPEN' AND b.status IN ('FINISHED', 'CANCELLED') OR s.order_id IS NOT NULL
        AND (o.kind, o.user_id, o.object_id, o.state) IS DISTINCT FROM ('BALL_SWAP', s.in_user_id, s.ball_id,
          CASE s.state WHEN 'OPEN' THEN 'UNPAID' WHEN 'DONE' THEN 'PAID' ELSE 'CLOSED' END)`,
  ),
]
