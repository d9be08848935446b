import type { ConstraintRule } from './constraint-rules.ts'
import type { World } from './given-world.ts'

/** SQL that closes the idler's account, as the product does it. The idler takes part in nothing. */
const closed = ({ idler }: World) => `DELETE FROM login_sessions WHERE user_id = ${idler};
  UPDATE users SET nickname = '已注销用户', phone = null, open_id = null, closed_at = now() WHERE id = ${idler};`

const LEFT = 'V3 nothing personal is left of a closed account'
const SUSPENDED_ONCE = 'V5 nobody is suspended twice at a time'
const KEPT_OUT = 'V6 who is suspended is logged in nowhere'
const UNDER_WAY = 'V4 nothing of a closed account is under way'

const cardOf = (userId: string, principalFen: number) =>
  `INSERT INTO stored_cards (user_id, card_no, name, principal_fen, gift_fen, seq) VALUES (${userId}, '9', '', ${principalFen}, 0, 1)`
const adjustmentOf = (userId: string, requestedBy: string) =>
  `INSERT INTO card_adjustments (user_id, is_new_card, principal_change, gift_change, reason, requested_by)
    VALUES (${userId}, true, 0, 9, 'violation', ${requestedBy})`

/** Rows that a closed account may not have, by table. The idler's account is closed. */
const BEGUN: [table: string, violation: (world: World) => string, noticed: string][] = [
  [
    'invitations',
    ({ idler, classes }) => `UPDATE invitations SET initiator_id = ${idler} WHERE id = ${classes.pending}`,
    UNDER_WAY,
  ],
  [
    'seats',
    ({ idler, classes }) =>
      `INSERT INTO seats (invitation_id, user_id, state, held_sessions) VALUES (${classes.pending}, ${idler}, 'JOINED', 0)`,
    UNDER_WAY,
  ],
  [
    'ball_games',
    ({ idler, freeBallId }) => `UPDATE ball_games SET initiator_id = ${idler} WHERE id = ${freeBallId}`,
    UNDER_WAY,
  ],
  [
    'ball_participants',
    ({ idler, freeBallId }) =>
      `INSERT INTO ball_participants (ball_id, user_id, state, confirmed_at) VALUES (${freeBallId}, ${idler}, 'CONFIRMED', now())`,
    UNDER_WAY,
  ],
  [
    'ball_waiters',
    ({ idler, fullBallId }) => `INSERT INTO ball_waiters (ball_id, user_id) VALUES (${fullBallId}, ${idler})`,
    UNDER_WAY,
  ],
  [
    'ball_requests',
    ({ idler, strongBallId }) => `INSERT INTO ball_requests (ball_id, user_id) VALUES (${strongBallId}, ${idler})`,
    UNDER_WAY,
  ],
  [
    'orders',
    ({ idler }) => `INSERT INTO orders (user_id, kind, object_id, title, amount_fen, expires_at)
      VALUES (${idler}, 'SHOP', 1, 'violation', 1, now())`,
    UNDER_WAY,
  ],
  [
    'contracts',
    ({ idler, courseId, companyId }) => `INSERT INTO contracts
      (user_id, course_id, company_id, remaining_sessions, held_sessions, seq, unit_price, expiry_date)
      VALUES (${idler}, ${courseId}, ${companyId}, 5, 0, 1, 0, '2026-12-31')`,
    UNDER_WAY,
  ],
  ['stored_cards', ({ idler }) => cardOf(idler, 9), UNDER_WAY],
  ['card_adjustments', ({ idler, operatorId }) => adjustmentOf(idler, operatorId), UNDER_WAY],
  ['company_members', ({ idler, companyId }) => `INSERT INTO company_members VALUES (${companyId}, ${idler})`, LEFT],
  [
    'student_relations',
    ({ idler, outsider }) => `INSERT INTO student_relations (coach_id, player_id) VALUES (${outsider}, ${idler})`,
    LEFT,
  ],
  [
    'coach_venues',
    ({ idler, venueId }) => `INSERT INTO coach_venues (coach_id, venue_id) VALUES (${idler}, ${venueId})`,
    LEFT,
  ],
  [
    'coach_applications',
    ({ idler }) => `INSERT INTO coach_applications (user_id, real_name, years_teaching, region, certificates)
      VALUES (${idler}, '王', 1, '', 'private/certificates/1.webp')`,
    LEFT,
  ],
  ['login_sessions', ({ idler }) => `INSERT INTO login_sessions (user_id) VALUES (${idler})`, LEFT],
  [
    'credentials',
    ({ idler }) =>
      `INSERT INTO credentials (user_id, username, password_hash) VALUES (${idler}, 'violation', 'no password')`,
    LEFT,
  ],
  [
    'phone_conflicts',
    ({ idler }) => `INSERT INTO phone_conflicts (user_id, phone) VALUES (${idler}, '13800000009')`,
    LEFT,
  ],
  [
    'password_requests',
    ({ idler }) => `INSERT INTO password_requests (user_id, account, contact, proof) VALUES (${idler}, 'a', 'b', 'c')`,
    LEFT,
  ],
  [
    'addresses',
    ({ idler }) => `INSERT INTO addresses (user_id, name, phone, region_code, detail, is_default)
      VALUES (${idler}, '王', '13800000009', '310115', '世纪大道', false)`,
    LEFT,
  ],
  [
    'business_cards',
    ({ idler }) =>
      `INSERT INTO business_cards (user_id, template_id, name, saved_at) VALUES (${idler}, 'green', '王', now())`,
    LEFT,
  ],
  ['calendar_feeds', ({ idler }) => `INSERT INTO calendar_feeds (user_id, version) VALUES (${idler}, 1)`, LEFT],
  ['wechat_keys', ({ idler }) => `INSERT INTO wechat_keys (user_id, session_key) VALUES (${idler}, 'key')`, LEFT],
]

/**
 * Rules about accounts that the database enforces. Each names the invariant that detects the violation without them.
 */
export const ACCOUNT_CONSTRAINT_RULES: readonly ConstraintRule[] = [
  ...BEGUN.map(
    ([table, violation, noticed]): ConstraintRule => ({
      name: `${table}_by_open_account`,
      on: table,
      kind: 'GUARD',
      violation: (world) => `${closed(world)} ${violation(world)}`,
      noticed,
    }),
  ),
  {
    name: 'card_adjustments_done_for_open_account',
    on: 'card_adjustments',
    kind: 'GUARD',
    // A card that an adjustment issues has its money once the adjustment is done.
    violation: (world) => `${cardOf(world.idler, 0)}; ${adjustmentOf(world.idler, world.operatorId)}; ${closed(world)}
      UPDATE stored_cards SET gift_fen = 9 WHERE user_id = ${world.idler};
      UPDATE card_adjustments SET state = 'DONE', ended_at = now(), decided_by = ${world.merchantStaffId},
        card_id = (SELECT id FROM stored_cards WHERE user_id = ${world.idler}) WHERE user_id = ${world.idler}`,
    noticed: UNDER_WAY,
  },
  {
    name: 'users_closed',
    on: 'users',
    violation: ({ idler }) => `UPDATE users SET nickname = '已注销用户', closed_at = now() WHERE id = ${idler}`,
    noticed: 'V1 a closed account tells of nobody',
  },
  {
    name: 'user_suspensions_one_open',
    on: 'user_suspensions',
    kind: 'INDEX',
    violation: ({ users }) => `INSERT INTO user_suspensions (user_id, reason, staff_id)
      SELECT user_id, reason, staff_id FROM user_suspensions WHERE user_id = ${users.suspendedId}`,
    noticed: SUSPENDED_ONCE,
  },
  {
    name: 'users_phone_verified',
    on: 'users',
    violation: ({ idler }) => `UPDATE users SET phone = null, phone_verified = true WHERE id = ${idler}`,
    noticed: 'V2 a verified number is there',
  },
  {
    name: 'staff_audit_events_append_only',
    on: 'staff_audit_events',
    kind: 'TRIGGER',
    violation: () => "UPDATE staff_audit_events SET object_kind = 'card'",
    noticed: 'A5 a action of the staff stands as it was said',
  },
  {
    name: 'analytics_sessions_entered',
    on: 'analytics_sessions',
    violation: () => "UPDATE analytics_sessions SET entered_at = ticket_expires_at + interval '1 minute'",
    noticed: 'A6 a link opens once, and in time',
  },
]

/** Keys and checks on accounts that no invariant repeats, each with a violation that it refuses. */
export const ACCOUNT_REFUSED_VIOLATIONS: Record<string, string> = {
  credentials_username: "UPDATE credentials SET username = '13800000001'",
  credentials_small_letters: "UPDATE credentials SET username = 'Upper'",
  login_sessions_platform: "UPDATE login_sessions SET platform = 'tv'",
  credentials_one_time: 'UPDATE credentials SET one_time_used_at = now()',
  user_suspensions_reason: "UPDATE user_suspensions SET reason = ''",
  user_suspensions_until: 'UPDATE user_suspensions SET until = created_at',
  user_suspensions_ended: 'UPDATE user_suspensions SET ended_by = staff_id',
  phone_conflicts_pkey: 'INSERT INTO phone_conflicts SELECT * FROM phone_conflicts',
  password_requests_one_waits: `INSERT INTO password_requests (user_id, account, contact, proof)
    SELECT user_id, account, contact, proof FROM password_requests`,
  password_requests_state: "UPDATE password_requests SET state = 'LOST', ended_at = now()",
  password_requests_ended_at: 'UPDATE password_requests SET ended_at = now()',
  password_requests_reason: "UPDATE password_requests SET reason = '无法核实'",
  password_requests_wiped: "UPDATE password_requests SET contact = '', proof = ''",
  password_requests_times: 'UPDATE password_requests SET times_asked = 0',
  staff_factors_step:
    "INSERT INTO staff_factors (staff_id, sealed_secret, last_step) SELECT id, 'sealed', -1 FROM staff",
  login_failures_counts: "INSERT INTO login_failures (username, failures, window_ends_at) VALUES ('a name', 0, now())",
  staff_audit_events_action: "UPDATE staff_audit_events SET action = 'Action'",
  staff_audit_events_summary: "UPDATE staff_audit_events SET summary = ''",
  analytics_sessions_ticket: `INSERT INTO analytics_sessions (user_id, company_id, login_session_id, ticket_hash, ticket_expires_at)
    SELECT user_id, company_id, login_session_id, ticket_hash, ticket_expires_at FROM analytics_sessions LIMIT 1`,
}

/** Violations about accounts that no constraint refuses. */
export const ACCOUNT_PLANTED_VIOLATIONS: [string, string, (world: World) => string][] = [
  [
    'V1 a closed account tells of nobody',
    'its name stayed',
    (world) => `${closed(world)} UPDATE users SET nickname = '王' WHERE id = ${world.idler}`,
  ],
  [
    KEPT_OUT,
    'he logged in all the same',
    ({ users }) => `INSERT INTO login_sessions (user_id) VALUES (${users.suspendedId})`,
  ],
  [
    LEFT,
    'somebody closed kept what he had',
    ({ invited }) =>
      `UPDATE users SET nickname = '已注销用户', phone = null, open_id = null, closed_at = now() WHERE id = ${invited}`,
  ],
  [
    UNDER_WAY,
    'somebody closed kept his balance',
    ({ owner }) => `UPDATE users SET nickname = '已注销用户', phone = null, phone_verified = false, open_id = null,
      wechat_id = null, avatar = null, closed_at = now() WHERE id = ${owner}`,
  ],
]
