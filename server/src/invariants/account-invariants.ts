import { fault, type Invariant } from './invariant.ts'

/** Tables in which a closed account has no row, with the column that names the account. */
const NOTHING_LEFT_IN: readonly (readonly [table: string, column: string])[] = [
  ['credentials', 'user_id'],
  ['phone_conflicts', 'user_id'],
  ['password_requests', 'user_id'],
  ['addresses', 'user_id'],
  ['business_cards', 'user_id'],
  ['calendar_feeds', 'user_id'],
  ['wechat_keys', 'user_id'],
  ['company_members', 'user_id'],
  ['coach_venues', 'coach_id'],
  ['coach_applications', 'user_id'],
  ['vacancy_alerts', 'user_id'],
  ['student_relations', 'coach_id'],
  ['student_relations', 'player_id'],
]

/** The invariants of closed accounts. Source: decision record 017 */
export const ACCOUNT_INVARIANTS: readonly Invariant[] = [
  fault(
    'V1 a closed account tells of nobody',
    'Name, picture, number, WeChat, region and words of a closed account are gone',
    `SELECT id FROM users WHERE closed_at IS NOT NULL AND (nickname <> '已注销用户' OR region <> '' OR description <> ''
      OR nice_photos <> '' OR phone_verified OR wechat_id_open
      OR num_nonnulls(phone, open_id, union_id, wechat_id, avatar) > 0)`,
  ),
  fault(
    'V2 a verified number is there',
    'What WeChat vouched for is a number',
    'SELECT id FROM users WHERE phone_verified AND phone IS NULL',
  ),
  fault(
    'V3 nothing personal is left of a closed account',
    'A closed account has no log-in, address, card, relation or membership',
    NOTHING_LEFT_IN.map(
      ([table, column]) =>
        `SELECT u.id FROM ${table} t JOIN users u ON u.id = t.${column} WHERE u.closed_at IS NOT NULL`,
    )
      .concat(`SELECT u.id FROM login_sessions s JOIN users u ON u.id = s.user_id
        WHERE u.closed_at IS NOT NULL AND s.revoked_at IS NULL`)
      .join(' UNION '),
  ),
  fault(
    'A5 a action of the staff stands as it was said',
    'What a action was done to is what its action names',
    "SELECT id FROM staff_audit_events WHERE object_kind <> split_part(action, '.', 1)",
  ),
  fault(
    'A6 a link opens once, and in time',
    'Nobody of a company is in the console by a ticket that was too old',
    'SELECT id FROM analytics_sessions WHERE entered_at > ticket_expires_at',
  ),
  {
    name: 'V4 nothing of a closed account is under way',
    severity: 'fault',
    holds: 'No class, trial lesson, game, order, lesson hour, balance or change of one waits for a closed account',
    usesNow: true,
    sql: `SELECT u.id FROM users u WHERE u.closed_at IS NOT NULL AND (
      EXISTS (SELECT 1 FROM invitations i WHERE u.id IN (i.initiator_id, i.coach_id)
        AND (i.invitation_status = 'CONFIRMED' OR i.invitation_status = 'PENDING' AND i.expires_at > $1))
      OR EXISTS (SELECT 1 FROM seats s JOIN invitations i ON i.id = s.invitation_id WHERE s.user_id = u.id AND s.state = 'JOINED'
        AND (i.invitation_status = 'CONFIRMED' OR i.invitation_status = 'PENDING' AND i.expires_at > $1))
      OR EXISTS (SELECT 1 FROM ball_games b WHERE b.initiator_id = u.id AND b.status IN ('UNPAID', 'OPEN', 'FULL'))
      OR EXISTS (SELECT 1 FROM ball_participants p JOIN ball_games b ON b.id = p.ball_id
        WHERE p.user_id = u.id AND p.state IN ('OFFERED', 'HELD', 'CONFIRMED') AND b.status IN ('UNPAID', 'OPEN', 'FULL'))
      OR EXISTS (SELECT 1 FROM ball_waiters w JOIN ball_games b ON b.id = w.ball_id
        WHERE w.user_id = u.id AND w.state IN ('WAITING', 'OFFERED') AND b.status IN ('OPEN', 'FULL'))
      OR EXISTS (SELECT 1 FROM ball_requests r JOIN ball_games b ON b.id = r.ball_id
        WHERE r.user_id = u.id AND r.approve_status = 0 AND b.status IN ('OPEN', 'FULL'))
      OR EXISTS (SELECT 1 FROM trial_lessons t WHERE u.id IN (t.coach_id, t.player_id) AND t.state IN ('UNPAID', 'PAID'))
      OR EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id AND o.state = 'UNPAID')
      OR EXISTS (SELECT 1 FROM contracts c WHERE c.user_id = u.id
        AND (c.held_sessions > 0 OR c.remaining_sessions > 0 AND c.expiry_date >= ($1::timestamptz AT TIME ZONE 'Asia/Shanghai')::date))
      OR EXISTS (SELECT 1 FROM stored_cards c WHERE c.user_id = u.id AND c.principal_fen + c.gift_fen > 0)
      OR EXISTS (SELECT 1 FROM card_adjustments a WHERE a.user_id = u.id AND a.state = 'WAITING'))`,
  },
  fault(
    'V5 nobody is suspended twice at a time',
    'At most one suspension of a user has not ended',
    `SELECT user_id AS id FROM user_suspensions WHERE ended_at IS NULL GROUP BY user_id HAVING count(*) > 1`,
  ),
  {
    name: 'V6 who is suspended is logged in nowhere',
    severity: 'fault',
    holds: 'No log-in of a suspended user stands',
    usesNow: true,
    sql: `SELECT s.id FROM login_sessions s JOIN user_suspensions k ON k.user_id = s.user_id
      WHERE s.revoked_at IS NULL AND k.ended_at IS NULL AND (k.until IS NULL OR k.until > $1)`,
  },
]
