import type { ConstraintRule } from './constraint-rules.ts'
import type { World } from './given-world.ts'

const set = (table: string, change: string) => `UPDATE ${table} SET ${change}`
const ofGame = (change: string) => (world: World) => `UPDATE ball_games SET ${change} WHERE id = ${world.publicBallId}`
const ofJoiner =
  (change: string) =>
  ({ publicBallId, joiner }: World) =>
    `UPDATE ball_participants SET ${change} WHERE ball_id = ${publicBallId} AND user_id = ${joiner}`
const COUNTED_DOWN = 'seats_taken = seats_taken - 1'

const B1 = 'B1 a ball game counts its seats'
const B5 = 'B5 levels and numbers of players make sense'
const B6 = 'B6 a confirmed seat is paid'
const B7 = 'B7 who does not play has his money back'
const B9 = 'B9 a game has its half-hours'
const B10 = 'B10 a shared cost is split to the fen'
const B11 = 'B11 who waits has no seat yet'
const B12 = 'B12 nothing is open about a game that is over'

/** Violations about ball games that no constraint refuses, as in PLANTED_VIOLATIONS. */
export const BALL_PLANTED_VIOLATIONS: [string, string, (world: World) => string][] = [
  [
    B1,
    'somebody left uncounted',
    ({ publicBallId, joiner }) =>
      `DELETE FROM ball_participants WHERE ball_id = ${publicBallId} AND user_id = ${joiner}`,
  ],
  [
    'B3 the initiator plays',
    'somebody else has his seat',
    ({ publicBallId, owner, idler }) =>
      `UPDATE ball_participants SET user_id = ${idler} WHERE ball_id = ${publicBallId} AND user_id = ${owner}`,
  ],
  [B6, 'a confirmed seat of a paid game has no order', ofJoiner('order_id = null')],
  [
    B6,
    'its order waits for money',
    ({ publicBallId, joiner }) => `UPDATE orders SET state = 'UNPAID', method = null, paid_at = null
      WHERE object_id = ${publicBallId} AND user_id = ${joiner} AND kind = 'BALL_SEAT'`,
  ],
  [B6, 'it paid less than the game costs', ofGame('fee_fen = fee_fen + 1')],
  [
    B7,
    'a game was called off and kept the money',
    ofGame("status = 'CANCELLED', cancelled_at = now(), cancel_reason = 'TOO_FEW'"),
  ],
  [
    B7,
    'who left in time got nothing',
    (world) => `${ofJoiner("state = 'LEFT', left_at = now()")(world)}; ${ofGame(COUNTED_DOWN)(world)}`,
  ],
  [
    B7,
    'who left late was replaced and got nothing',
    (world) =>
      `${ofJoiner("state = 'LEFT_LATE', left_at = now(), refilled_by = 1")(world)}; ${ofGame(COUNTED_DOWN)(world)}`,
  ],
  [
    B7,
    'who left late got his money before anybody took his place',
    (world) => `${ofJoiner("state = 'LEFT_LATE', left_at = now()")(world)}; ${ofGame(COUNTED_DOWN)(world)};
      INSERT INTO refunds (order_id, payment_id, out_refund_no, amount_fen, cause, reason, target, state, done_at)
      SELECT p.order_id, p.id, 'early', p.amount_fen, 'refilled', '', 'SOURCE', 'DONE', now() FROM payments p
      JOIN ball_participants s ON s.order_id = p.order_id AND s.state = 'LEFT_LATE'`,
  ],
  [
    B9,
    'a player’s half-hour is anybody’s',
    ({ publicBallId, joiner }) =>
      `DELETE FROM slot_claims WHERE holder_kind = 4 AND holder_id = ${publicBallId} AND resource_id = ${joiner} AND half_hour = 37`,
  ],
  [
    B9,
    'the court’s half-hours are anybody’s',
    ({ publicBallId }) => `DELETE FROM slot_claims WHERE holder_kind = 4 AND holder_id = ${publicBallId} AND kind = 1`,
  ],
  [
    B9,
    'a cancelled game keeps one',
    ({ idler }) => `INSERT INTO slot_claims
      SELECT 3, ${idler}, '2026-05-02', 36, 4, id FROM ball_games WHERE status = 'CANCELLED'`,
  ],
  [
    B10,
    'somebody bears a fen less than he was charged',
    ({ playedBallId, joiner }) =>
      `UPDATE ball_participants SET share_fen = share_fen - 1 WHERE ball_id = ${playedBallId} AND user_id = ${joiner}`,
  ],
  [
    B10,
    'nothing was split',
    ({ playedBallId }) => set('ball_participants', `share_fen = null WHERE ball_id = ${playedBallId}`),
  ],
  [B10, 'a game split its cost before its end', ofJoiner('share_fen = 1')],
  [
    B11,
    'somebody was offered a seat that is not kept for him',
    ({ fullBallId, idler }) =>
      `INSERT INTO ball_waiters (ball_id, user_id, state) VALUES (${fullBallId}, ${idler}, 'OFFERED')`,
  ],
  [
    B11,
    'a player waits for a seat',
    ({ fullBallId, joiner }) => `INSERT INTO ball_waiters (ball_id, user_id) VALUES (${fullBallId}, ${joiner})`,
  ],
  [
    B11,
    'somebody waits for a game that is over',
    ({ playedBallId, idler }) => `INSERT INTO ball_waiters (ball_id, user_id) VALUES (${playedBallId}, ${idler})`,
  ],
  [
    B12,
    'a request waits for a game that is over',
    ({ playedBallId, idler }) => `INSERT INTO ball_requests (ball_id, user_id) VALUES (${playedBallId}, ${idler})`,
  ],
  [
    B12,
    'a swap was done for money that never came',
    ({ publicBallId, owner, joiner, idler }) => `INSERT INTO ball_proposals
      (ball_id, kind, proposed_by, out_user_id, in_user_id, order_id, state)
      SELECT ${publicBallId}, 'SWAP', ${owner}, ${joiner}, ${idler}, id, 'DONE' FROM orders WHERE state = 'UNPAID' LIMIT 1`,
  ],
  [
    'C4 a claim lies inside its holder',
    'a game claims a half-hour after its end',
    ({ publicBallId, joiner }) => `INSERT INTO slot_claims VALUES (3, ${joiner}, '2026-05-02', 40, 4, ${publicBallId})`,
  ],
]

/** Structural constraints on ball games, as in CONSTRAINT_RULES. */
export const BALL_CONSTRAINT_RULES: readonly ConstraintRule[] = [
  {
    name: 'ball_games_seats',
    on: 'ball_games',
    violation: ofGame('seats_taken = max_players + 1'),
    besides: ['ball_games.ball_games_full'],
    noticed: B1,
  },
  {
    name: 'ball_games_full',
    on: 'ball_games',
    violation: ofGame("status = 'FULL'"),
    noticed: 'B4 a full game has no seat left',
  },
  {
    name: 'ball_participants_once',
    on: 'ball_participants',
    kind: 'INDEX',
    violation: ({ publicBallId, joiner }) => `INSERT INTO ball_participants (ball_id, user_id, state, held_until)
      VALUES (${publicBallId}, ${joiner}, 'OFFERED', now())`,
    noticed: 'B2 nobody has two seats in a game',
  },
  { name: 'ball_games_levels', on: 'ball_games', violation: ofGame('level_from = 5, level_to = 4.5'), noticed: B5 },
  { name: 'ball_games_level_halves', on: 'ball_games', violation: ofGame('level_from = 2.3'), noticed: B5 },
  { name: 'ball_games_players', on: 'ball_games', violation: ofGame('min_players = 5, max_players = 4'), noticed: B5 },
]

const request = (columns: string, ...rows: string[]) =>
  `INSERT INTO ball_requests (ball_id, user_id, ${columns}) VALUES ${rows.map((row) => `(1, 1, ${row})`).join(', ')}`
const waiter = (...states: string[]) =>
  `INSERT INTO ball_waiters (ball_id, user_id, state) VALUES ${states.map((state) => `(1, 1, '${state}')`).join(', ')}`
const proposal = (...rows: [kind: string, outUserId: string, state: string][]) =>
  `INSERT INTO ball_proposals (ball_id, proposed_by, in_user_id, kind, out_user_id, state)
    VALUES ${rows.map(([kind, out, state]) => `(1, 1, 2, '${kind}', ${out}, '${state}')`).join(', ')}`

/** Keys and checks on ball games that no invariant repeats, as in REFUSED_VIOLATIONS. */
export const BALL_REFUSED_VIOLATIONS: Record<string, string> = {
  ball_games_sport: set('ball_games', "sport = 'chess'"),
  ball_games_status: set('ball_games', "status = 'LOST' WHERE status = 'OPEN'"),
  ball_games_match_type: set('ball_games', 'match_type = 2'),
  ball_games_gender_rule: set('ball_games', "gender_rule = 'KING'"),
  ball_games_fee_mode: set('ball_games', "fee_mode = 'LOTTERY'"),
  ball_games_cancel_reason: set('ball_games', "cancel_reason = 'RAIN' WHERE status = 'CANCELLED'"),
  ball_games_span: set('ball_games', 'end_time_slot = begin_time_slot'),
  ball_games_fee: set('ball_games', 'fee_fen = -1'),
  ball_games_costs: set('ball_games', 'extras_fen = -1'),
  ball_games_court: set('ball_games', 'stadium_id = null'),
  ball_games_cancelled: set('ball_games', 'cancelled_at = now()'),
  ball_games_finished: set('ball_games', 'finished_at = now()'),

  ball_participants_state: set('ball_participants', "state = 'GONE'"),
  ball_participants_held_until: set('ball_participants', "state = 'HELD'"),
  ball_participants_confirmed: set('ball_participants', 'confirmed_at = null'),
  ball_participants_left: set('ball_participants', 'left_at = now()'),
  ball_participants_changed: set('ball_participants', "state = 'LEFT', left_at = now(), changed_at = now()"),
  ball_participants_refilled: set('ball_participants', 'refilled_by = 1'),
  ball_participants_no_show: set('ball_participants', "no_show_at = now(), state = 'HELD', held_until = now()"),
  ball_participants_answer: set('ball_participants', "no_show_answer = 'I was there'"),
  ball_participants_share: set('ball_participants', 'share_fen = -1'),
  ball_participants_order: set('ball_participants', 'order_id = 1'),
  ball_participants_refill: set('ball_participants', "state = 'LEFT_LATE', left_at = now(), refilled_by = 1"),

  ball_requests_once: request('note', "''", "''"),
  ball_requests_approve_status: request('approve_status, decided_at', '3, now()'),
  ball_requests_decided: request('approve_status', '1'),
  ball_requests_withdrawn: request('withdrawn_at', 'now()'),
  ball_waiters_once: waiter('WAITING', 'OFFERED'),
  ball_waiters_state: waiter('ASLEEP'),
  ball_proposals_hand_over_once: proposal(['HAND_OVER', 'null', 'OPEN'], ['HAND_OVER', 'null', 'OPEN']),
  ball_proposals_swap_once: proposal(['SWAP', '3', 'OPEN'], ['SWAP', '3', 'OPEN']),
  ball_proposals_kind: proposal(['GIFT', 'null', 'OPEN']),
  ball_proposals_state: proposal(['SWAP', '3', 'MAYBE']),
  ball_proposals_people: proposal(['SWAP', '2', 'OPEN']),

  blacklist_entries_once: 'INSERT INTO blacklist_entries (owner_id, target_id) VALUES (1, 2), (1, 2)',
  blacklist_entries_two_people: 'INSERT INTO blacklist_entries (owner_id, target_id) VALUES (1, 1)',
}
