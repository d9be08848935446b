import { fault, type Invariant } from './invariant.ts'

/** The invariants of people: their levels, their results, and who became a coach. */
/** Pairs of people who were together in a completed class, or in a finished game to which both came. */
export const TOGETHER = `
  SELECT s.user_id, s.coach_id AS partner_id FROM seats s JOIN invitations i ON i.id = s.invitation_id
    WHERE s.state = 'JOINED' AND i.invitation_status = 'COMPLETED' AND s.user_id <> i.coach_id
  UNION SELECT i.coach_id, s.user_id FROM seats s JOIN invitations i ON i.id = s.invitation_id
    WHERE s.state = 'JOINED' AND i.invitation_status = 'COMPLETED' AND s.user_id <> i.coach_id
  UNION SELECT s.user_id, o.user_id FROM seats s JOIN invitations i ON i.id = s.invitation_id
    JOIN seats o ON o.invitation_id = s.invitation_id AND o.user_id <> s.user_id
    WHERE s.state = 'JOINED' AND o.state = 'JOINED' AND i.invitation_status = 'COMPLETED'
  UNION SELECT p.user_id, o.user_id FROM ball_participants p JOIN ball_games b ON b.id = p.ball_id
    JOIN ball_participants o ON o.ball_id = p.ball_id AND o.user_id <> p.user_id
    WHERE p.state = 'CONFIRMED' AND p.no_show_at IS NULL AND o.state = 'CONFIRMED' AND o.no_show_at IS NULL AND b.status = 'FINISHED'`

/** The last completed class of each player with each coach in each company. */
export const LAST_CLASSES = `
  SELECT DISTINCT ON (s.user_id, i.coach_id, i.company_id) s.user_id, i.coach_id, i.company_id, i.course_date, i.begin_time_slot, i.id
  FROM seats s JOIN invitations i ON i.id = s.invitation_id
  WHERE s.state = 'JOINED' AND i.invitation_status = 'COMPLETED'
  ORDER BY s.user_id, i.coach_id, i.company_id, i.course_date DESC, i.begin_time_slot DESC, i.id DESC`

export const PEOPLE_INVARIANTS: readonly Invariant[] = [
  fault(
    'U1 a rating lies near its level',
    'No more than 0.6 apart, whatever moved it',
    'SELECT id FROM users WHERE abs(rating - level) > 0.6',
  ),
  fault(
    'U2 the history of a level leads to it',
    'Who has a history has the level that stands last in it. Who registered without one has the usual level',
    `SELECT u.id FROM users u LEFT JOIN LATERAL (
        SELECT c.level FROM level_changes c WHERE c.user_id = u.id ORDER BY c.id DESC LIMIT 1) last ON true
      WHERE last.level <> u.level OR last.level IS NULL AND u.registered_at IS NOT NULL AND u.level <> 3`,
  ),
  fault(
    'U3 one application of a user waits',
    'A second waits for nothing that the first does not',
    'SELECT user_id AS id FROM coach_applications WHERE approve_status = 0 GROUP BY user_id HAVING count(*) > 1',
  ),
  fault(
    'U4 who was approved is a coach',
    'Verified, and admin of a one-person company; nobody who is a coach waits to be one',
    `SELECT a.user_id AS id FROM coach_applications a JOIN users u ON u.id = a.user_id
      WHERE a.approve_status = 0 AND u.user_type <> 0 OR a.approve_status = 1 AND (u.user_type = 0 OR u.verified = 0
        OR NOT EXISTS (SELECT 1 FROM companies c WHERE c.admin_id = u.id AND c.is_person))`,
  ),
  fault(
    'U5 one result of a game stands',
    'Proposed or agreed; disputed ones do not stand',
    `SELECT ball_id AS id FROM ball_results WHERE state <> 'DISPUTED' GROUP BY ball_id HAVING count(*) > 1`,
  ),
  fault(
    'U6 a result is one that can be',
    'Of a finished game, by people who had a seat in it, one against one or two against two; who wrote it down is on one side, who answered on the other',
    `SELECT r.id FROM ball_results r JOIN ball_games b ON b.id = r.ball_id
      LEFT JOIN ball_result_players w ON w.result_id = r.id AND w.user_id = r.recorded_by
      LEFT JOIN ball_result_players o ON o.result_id = r.id AND o.user_id = r.answered_by
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE p.side = 'A') AS a, count(*) FILTER (WHERE p.side = 'B') AS b,
          bool_and(EXISTS (SELECT 1 FROM ball_participants s
            WHERE s.ball_id = r.ball_id AND s.user_id = p.user_id AND s.state = 'CONFIRMED')) AS were_there
        FROM ball_result_players p WHERE p.result_id = r.id) sides
      WHERE b.status <> 'FINISHED' OR sides.were_there IS NOT TRUE OR w.side IS NULL
        OR (sides.a, sides.b) IS DISTINCT FROM (b.match_type + 1::bigint, b.match_type + 1::bigint)
        OR r.answered_by IS NOT NULL AND o.side IS NOT DISTINCT FROM w.side`,
  ),
  fault(
    'U7 an agreed result has counted, and no other',
    'Each of its players has what it moved of his rating: not down for who won, not up for who lost',
    `SELECT r.id FROM ball_results r JOIN ball_result_players p ON p.result_id = r.id
      WHERE (r.state = 'AGREED') <> (p.rating_change IS NOT NULL)
        OR p.rating_change * CASE WHEN p.side = r.winner THEN 1 ELSE -1 END < 0`,
  ),
  fault(
    'U8 what a result gives it takes',
    'Together the moves of one result are nothing, unless the end of the scale stopped somebody: then not all are as far',
    `SELECT result_id AS id FROM ball_result_players WHERE rating_change IS NOT NULL GROUP BY result_id
      HAVING sum(rating_change) <> 0 AND count(DISTINCT abs(rating_change)) = 1`,
  ),
  fault(
    'U9 a student without an account does nothing alone',
    'No log-in, message, order, game or membership; only what their club does for them',
    [
      'credentials.user_id',
      'login_sessions.user_id',
      'messages.receiver_id',
      'orders.user_id',
      'ball_participants.user_id',
      'company_members.user_id',
    ]
      .map((column) => {
        const [table] = column.split('.')
        return `SELECT u.id FROM ${table} JOIN users u ON u.id = ${column} WHERE u.unclaimed`
      })
      .join(' UNION '),
  ),
  fault(
    'U10 a registered student is with their club or their account',
    'A person without an account is registered by a club; who was claimed or withdrawn is closed and has no contract with hours and no seat to come',
    `SELECT u.id FROM users u LEFT JOIN roster_students r ON r.user_id = u.id
      WHERE u.unclaimed <> (r.user_id IS NOT NULL)
        OR r.state IN ('CLAIMED', 'WITHDRAWN') AND u.closed_at IS NULL
        OR r.state IN ('WAITING', 'GUARDED', 'REFUSED') AND u.closed_at IS NOT NULL
        OR r.state IN ('CLAIMED', 'WITHDRAWN') AND EXISTS (
          SELECT 1 FROM contracts c WHERE c.user_id = u.id AND (r.state = 'CLAIMED' OR c.remaining_sessions > 0))`,
  ),
  fault(
    'U11 a table wrote what it says',
    'Each row that was written began its contract with the hours of that line; one that was undone took all of them back',
    `SELECT w.import_id AS id FROM roster_import_rows w JOIN lesson_ledger l ON l.contract_id = w.contract_id AND l.seq = 1
      JOIN contracts c ON c.id = w.contract_id
      WHERE l.kind <> 'GRANT' OR w.undone_at IS NOT NULL AND c.remaining_sessions <> 0`,
  ),
  {
    ...fault(
      'U12 nobody with live hours is left untold',
      'Who has hours with a coach who left the company, or was stopped since, was asked what comes next; what moved in two days waits for the daily run',
      `SELECT c.id FROM contracts c
          LEFT JOIN company_members m ON m.company_id = c.company_id AND m.user_id = c.coach_id
          LEFT JOIN user_suspensions p ON p.user_id = c.coach_id AND p.ended_at IS NULL AND p.created_at <= $1::timestamptz
            AND (p.until IS NULL OR p.until > $1::timestamptz)
        WHERE c.remaining_sessions > 0 AND c.expiry_date >= ($1::timestamptz AT TIME ZONE interval '8 hours')::date
          AND c.coach_id <> c.user_id AND (m.user_id IS NULL OR p.id IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM coach_leave_cases k JOIN coach_leaves l ON l.id = k.leave_id
            WHERE k.player_id = c.user_id AND k.coach_id = c.coach_id AND k.company_id = c.company_id
            AND k.state IN ('OPEN', 'WAITING', 'REFUND_ASKED', 'ENDED')
            AND CASE WHEN m.user_id IS NULL THEN l.cause = 'LEFT' AND l.ended_at IS NULL ELSE k.created_at >= p.created_at END)
          AND (SELECT l.created_at FROM lesson_ledger l WHERE l.contract_id = c.id AND l.seq = c.seq)
            < $1::timestamptz - interval '2 days'`,
    ),
    usesNow: true,
  },
  fault(
    'W1 a seat knows its class',
    'Coach, company, time, status and last change on each seat are those of its class',
    `SELECT s.invitation_id AS id FROM seats s JOIN invitations i ON i.id = s.invitation_id
      WHERE (s.coach_id, s.company_id, s.course_date, s.begin_time_slot, s.invitation_status, s.response_time)
        IS DISTINCT FROM (i.coach_id, i.company_id, i.course_date, i.begin_time_slot, i.invitation_status, i.response_time)`,
  ),
  fault(
    'W2 a seat in a game knows its game',
    'Status, time and whether it is the initiator’s are those of the game',
    `SELECT p.ball_id AS id FROM ball_participants p JOIN ball_games b ON b.id = p.ball_id
      WHERE (p.ball_status, p.activity_date, p.begin_time_slot, p.is_initiator)
        IS DISTINCT FROM (b.status, b.activity_date, b.begin_time_slot, b.initiator_id = p.user_id)`,
  ),
  fault(
    'W3 partners were together',
    'Each pair of a completed class or of a finished game, and no other',
    `(SELECT user_id AS id FROM (${TOGETHER} EXCEPT SELECT user_id, partner_id FROM partners) missing)
      UNION (SELECT user_id FROM (SELECT user_id, partner_id FROM partners EXCEPT (${TOGETHER})) astray)`,
  ),
  fault(
    'W4 a last class is the last',
    'For each player, coach and company the latest completed class, and no other row',
    `(SELECT user_id AS id FROM ((${LAST_CLASSES}) EXCEPT TABLE last_classes) missing)
      UNION (SELECT user_id FROM (TABLE last_classes EXCEPT (${LAST_CLASSES})) astray)`,
  ),
  fault(
    'W5 a coach’s student has the player’s name',
    'The name that a relation keeps is the one of its player',
    'SELECT r.player_id AS id FROM student_relations r JOIN users u ON u.id = r.player_id WHERE r.nickname <> u.nickname',
  ),
]
