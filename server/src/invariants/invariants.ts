import { TRANSITIONS } from '@paidang/domain/areas/activities/classes/transitions'
import { ACCOUNT_INVARIANTS } from './account-invariants.ts'
import { ARRIVAL_INVARIANTS } from './arrival-invariants.ts'
import { BALL_INVARIANTS, CLAIMS_OF_BALLS } from './ball-invariants.ts'
import { CARD_INVARIANTS } from './card-invariants.ts'
import { ENDS_AT, OPEN, STARTS_AT } from './class-conditions.ts'
import { CLOSURE_INVARIANTS, takenByClosures } from './closure-invariants.ts'
import { ENDED_INVARIANTS } from './ended-invariants.ts'
import { fault, type Invariant } from './invariant.ts'
import { LESSON_HOUR_INVARIANTS } from './lesson-hour-invariants.ts'
import { PAYMENT_INVARIANTS } from './payment-invariants.ts'
import { PEOPLE_INVARIANTS } from './people-invariants.ts'
import { SHOP_INVARIANTS } from './shop-invariants.ts'
import { STORAGE_INVARIANTS } from './storage-invariants.ts'
import { STRINGING_INVARIANTS } from './stringing-invariants.ts'
import { STRINGING_ORDER_INVARIANTS } from './stringing-order-invariants.ts'
import { TRIAL_INVARIANTS } from './trial-invariants.ts'

const LIVE = `('PENDING', 'CONFIRMED', 'COMPLETED')`

const DAY_ENDS_AT = `((i.course_date + interval '1 day') AT TIME ZONE interval '8 hours')`

/**
 * The claims that live classes must have: kind 1 court, 2 coach, 3 player. A coach who plays is busy as a coach too. A
 * court that the venue released is the class's until then.
 */
const CLAIMS_OF_CLASSES = `
  SELECT r.kind, r.resource_id, i.course_date AS day, h AS half_hour, i.id AS holder_id
  FROM invitations i
  CROSS JOIN LATERAL (
    SELECT 1 AS kind, i.court_id AS resource_id WHERE NOT (i.use_unavailable AND i.invitation_status = 'PENDING')
    UNION SELECT 2, i.coach_id WHERE NOT (i.use_unavailable AND i.invitation_status = 'PENDING')
    UNION SELECT 3, s.user_id FROM seats s WHERE s.invitation_id = i.id AND s.state = 'JOINED'
    UNION SELECT 2, s.user_id FROM seats s JOIN users u ON u.id = s.user_id
      WHERE s.invitation_id = i.id AND s.state = 'JOINED' AND u.user_type <> 0
  ) r
  CROSS JOIN generate_series(i.begin_time_slot, i.end_time_slot - 1) h
  WHERE i.invitation_status IN ${LIVE} AND NOT (r.kind = 1 AND EXISTS (
    SELECT 1 FROM court_releases x WHERE x.invitation_id = i.id AND h >= x.from_time_slot))`

const claims: Invariant[] = [
  fault(
    'C1 one holder per half-hour',
    'A half-hour of a court, coach or player has one holder',
    `SELECT resource_id AS id FROM slot_claims GROUP BY kind, resource_id, day, half_hour HAVING count(*) > 1`,
  ),
  fault(
    'C2 a live class has its half-hours',
    'Court, coach and every joined player; a PENDING one that allows conflicts only its players; until it is settled, its venue’s closure has the court',
    `SELECT DISTINCT holder_id AS id FROM (${CLAIMS_OF_CLASSES}
      EXCEPT SELECT kind, resource_id, day, half_hour, holder_id FROM slot_claims WHERE holder_kind = 1
      EXCEPT ${takenByClosures('invitation_id')}) missing`,
  ),
  fault(
    'C3 a class that came to nothing holds nothing',
    'CANCELLED and EXPIRED classes have no claims',
    `SELECT DISTINCT i.id FROM invitations i JOIN slot_claims c ON c.holder_kind = 1 AND c.holder_id = i.id
      WHERE i.invitation_status NOT IN ${LIVE}`,
  ),
  fault(
    'C4 a claim lies inside its holder',
    'Every claim belongs to a class, lock or game that exists, lives, and takes that very half-hour',
    `SELECT DISTINCT holder_id AS id FROM (
      SELECT holder_kind, kind, resource_id, day, half_hour, holder_id FROM slot_claims
      EXCEPT SELECT 1, kind, resource_id, day, half_hour, holder_id FROM (${CLAIMS_OF_CLASSES}) own
      EXCEPT SELECT 2, 2, coach_id, day, h, id FROM coach_locks, generate_series(begin_time_slot, end_time_slot - 1) h
      EXCEPT SELECT 3, 1, court_id, day, h, id FROM venue_locks, generate_series(begin_time_slot, end_time_slot - 1) h
      EXCEPT SELECT 4, kind, resource_id, day, half_hour, holder_id FROM (${CLAIMS_OF_BALLS}) games
    ) astray`,
  ),
  fault(
    'C5 no two confirmed classes overlap',
    'On court (until it was released), coach or player, seen without the claims',
    `SELECT a.id FROM invitations a JOIN invitations b ON a.id < b.id AND a.course_date = b.course_date
        AND a.begin_time_slot < b.end_time_slot AND b.begin_time_slot < a.end_time_slot
        LEFT JOIN court_releases ra ON ra.invitation_id = a.id LEFT JOIN court_releases rb ON rb.invitation_id = b.id
      WHERE a.invitation_status IN ('CONFIRMED', 'COMPLETED') AND b.invitation_status IN ('CONFIRMED', 'COMPLETED')
        AND (a.court_id = b.court_id AND a.begin_time_slot < coalesce(rb.from_time_slot, b.end_time_slot)
          AND b.begin_time_slot < coalesce(ra.from_time_slot, a.end_time_slot) OR EXISTS (
          SELECT 1 FROM (SELECT a.coach_id AS person UNION SELECT user_id FROM seats WHERE invitation_id = a.id AND state = 'JOINED') x
          JOIN (SELECT b.coach_id AS person UNION SELECT user_id FROM seats WHERE invitation_id = b.id AND state = 'JOINED') y USING (person)))`,
  ),
  fault(
    'C6 a coach lock holds what it has not given',
    'Each half-hour is claimed by the lock, or was given to a live class of that coach, which claims it',
    `SELECT DISTINCT l.id FROM coach_locks l CROSS JOIN generate_series(l.begin_time_slot, l.end_time_slot - 1) h
      LEFT JOIN slot_claims c ON c.kind = 2 AND c.resource_id = l.coach_id AND c.day = l.day AND c.half_hour = h
      LEFT JOIN lock_yields y ON y.lock_id = l.id AND y.half_hour = h
      LEFT JOIN invitations i ON i.id = y.invitation_id AND i.coach_id = l.coach_id
      WHERE CASE WHEN y.lock_id IS NULL THEN (c.holder_kind, c.holder_id) IS DISTINCT FROM (2::smallint, l.id)
        ELSE (c.holder_kind, c.holder_id) IS DISTINCT FROM (1::smallint, y.invitation_id)
          OR coalesce(i.invitation_status, '') NOT IN ${LIVE} END`,
  ),
  fault(
    'C6 a lock gave only what it had',
    'A half-hour given way lies inside its lock',
    `SELECT y.lock_id AS id FROM lock_yields y JOIN coach_locks l ON l.id = y.lock_id
      WHERE y.half_hour < l.begin_time_slot OR y.half_hour >= l.end_time_slot`,
  ),
  fault(
    'C6 a venue lock holds its half-hours',
    'Each is claimed by the lock',
    `SELECT DISTINCT l.id FROM venue_locks l CROSS JOIN generate_series(l.begin_time_slot, l.end_time_slot - 1) h
      LEFT JOIN slot_claims c ON c.kind = 1 AND c.resource_id = l.court_id AND c.day = l.day AND c.half_hour = h
      WHERE (c.holder_kind, c.holder_id) IS DISTINCT FROM (3::smallint, l.id)`,
  ),
  fault(
    'C7 a span of half-hours is one',
    'begin before end, within the day, a class at most three hours',
    `SELECT id FROM invitations WHERE NOT (0 <= begin_time_slot AND begin_time_slot < end_time_slot AND end_time_slot <= 48
        AND end_time_slot - begin_time_slot <= 6)
      UNION SELECT id FROM coach_locks WHERE NOT (0 <= begin_time_slot AND begin_time_slot < end_time_slot AND end_time_slot <= 48)
      UNION SELECT id FROM venue_locks WHERE NOT (0 <= begin_time_slot AND begin_time_slot < end_time_slot AND end_time_slot <= 48)`,
  ),
  {
    name: 'C8 classes that ended are completed',
    severity: 'warning',
    holds:
      'No class stands more than a day and a few minutes after its end, or of the past a few minutes after its players had their time: the clock completes what nobody did',
    sql: `SELECT id FROM invitations i WHERE invitation_status = 'CONFIRMED'
      AND CASE WHEN past_reason IS NULL THEN ${ENDS_AT} + interval '1 day' ELSE expires_at END < $1::timestamptz - interval '5 minutes'`,
    usesNow: true,
  },
  {
    name: 'C8 stale requests are expired',
    severity: 'warning',
    holds: 'No PENDING class is a minute past its expiry: the sweeper keeps up',
    sql: `SELECT id FROM invitations WHERE invitation_status = 'PENDING' AND expires_at < $1::timestamptz - interval '60 s'`,
    usesNow: true,
  },
]

const quoted = (text: string | null | undefined) => (text == null ? 'NULL' : `'${text}'`)
/** Every step that an audit trail may contain. */
const LEGAL_STEPS = Array.from(
  new Set(
    TRANSITIONS.flatMap(({ from, action, to, madeBy }) =>
      to.map((end) => `(${[from, action, end, madeBy].map(quoted).join(', ')})`),
    ),
  ),
).join(', ')

const classes: Invariant[] = [
  fault(
    'I1 the audit trail is a legal path',
    'Every step begins where the one before ended, is listed, and the last ends at the status',
    `SELECT DISTINCT i.id FROM invitations i LEFT JOIN (
        SELECT invitation_id, seq, action, from_status, to_status,
          lag(to_status) OVER w AS before, row_number() OVER w AS place,
          last_value(to_status) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS final
        FROM invitation_events WINDOW w AS (PARTITION BY invitation_id ORDER BY seq)) e ON e.invitation_id = i.id
      WHERE e.seq IS NULL OR e.seq <> e.place OR e.from_status IS DISTINCT FROM e.before OR e.final <> i.invitation_status
        OR NOT EXISTS (SELECT 1 FROM (VALUES ${LEGAL_STEPS}) legal(a, action, z, made_by)
          WHERE legal.a IS NOT DISTINCT FROM e.from_status AND legal.action = e.action AND legal.z = e.to_status
            AND legal.made_by = i.initiator_role)`,
  ),
  fault(
    'I2 a confirmed class needs no contract',
    'needContract only while PENDING, or in a class that ended unconfirmed',
    `SELECT id FROM invitations WHERE need_contract AND invitation_status NOT IN ('PENDING', 'CANCELLED', 'EXPIRED')`,
  ),
  fault(
    'I3 seats are counted and enough',
    'seatsTaken is the number of joined seats, at most participantsCount, at most maxParticipants',
    `SELECT i.id FROM invitations i
      WHERE i.seats_taken <> (SELECT count(*) FROM seats s WHERE s.invitation_id = i.id AND s.state = 'JOINED')
        OR i.seats_taken > i.participants_count OR i.participants_count > i.max_participants
      UNION SELECT invitation_id FROM seats GROUP BY invitation_id, user_id HAVING count(*) > 1`,
  ),
  fault(
    'I4 a class costs its length',
    'consumedSessions is the length over the session’s length, rounded up to a half',
    `SELECT id FROM invitations
      WHERE consumed_sessions <> ceil((end_time_slot - begin_time_slot) * 60.0 / session_duration) / 2`,
  ),
  fault(
    'I5 what ended says how',
    'CANCELLED has who (a user, an operator by a staff action or a closure, or the clock for a suspended coach), why and when, COMPLETED has when, and nothing else has them; an objection that no user answered was answered by a staff action',
    `SELECT i.id FROM invitations i
      WHERE (invitation_status = 'CANCELLED') <> (num_nulls(cancelled_at, cancel_reason) = 0)
        OR (invitation_status = 'CANCELLED') <> (cancelled_by IS NOT NULL OR EXISTS (
          SELECT 1 FROM staff_audit_events d
          WHERE d.object_kind = 'class' AND d.object_id = i.id AND d.action = 'class.call-off')
          OR EXISTS (
          SELECT 1 FROM closure_items t JOIN closures c ON c.id = t.closure_id
          WHERE t.invitation_id = i.id AND t.outcome = 'CALLED_OFF' AND c.made_by IS NULL)
          OR EXISTS (
          SELECT 1 FROM user_suspensions u
          WHERE u.user_id = i.coach_id AND u.created_at <= ${STARTS_AT} AND i.signed_at IS NULL
            AND i.cancelled_at >= ${ENDS_AT} + interval '24 hours'))
        OR (invitation_status = 'COMPLETED') <> (completed_at IS NOT NULL)
      UNION SELECT o.invitation_id FROM class_objections o
      WHERE o.answered_at IS NOT NULL AND o.answered_by IS NULL AND NOT EXISTS (
        SELECT 1 FROM staff_audit_events d
        WHERE d.object_kind = 'class' AND d.object_id = o.invitation_id AND d.action = 'class.settle-objection')`,
  ),
  fault(
    'I6 completed and signed in their time',
    'COMPLETED not before the start; 签到 from 30 min before it to the end of the day, and not in a class that never stood',
    `SELECT i.id FROM invitations i
      WHERE i.completed_at < ${STARTS_AT}
        OR i.invitation_status IN ('CONFIRMED', 'COMPLETED')
          AND (i.signed_at < ${STARTS_AT} - interval '30 min' OR i.signed_at >= ${DAY_ENDS_AT})
      UNION SELECT i.id FROM invitations i JOIN seats s ON s.invitation_id = i.id WHERE s.attendance IS NOT NULL
        AND (i.invitation_status IN ('PENDING', 'EXPIRED') OR i.signed_at IS NULL AND i.past_reason IS NULL AND i.invitation_status <> 'COMPLETED')`,
  ),
  fault(
    'I10 a class of the past is one by its trail',
    'Only a class whose trail begins with record-past says why it was entered later; it was completed by all players who agreed, or after 48 hours; who objected ended it',
    `SELECT i.id FROM invitations i JOIN invitation_events e ON e.invitation_id = i.id AND e.seq = 1
      WHERE (i.past_reason IS NULL) <> (e.action <> 'record-past')
      UNION SELECT i.id FROM invitations i WHERE i.past_reason IS NOT NULL AND (
        i.expires_at <> i.created_at + interval '48 hours' OR i.signed_at IS NOT NULL
        OR i.invitation_status = 'COMPLETED' AND i.completed_at < i.expires_at AND EXISTS (
          SELECT 1 FROM seats s WHERE s.invitation_id = i.id AND s.state = 'JOINED' AND NOT EXISTS (
            SELECT 1 FROM invitation_events a WHERE a.invitation_id = i.id AND a.action = 'agree-past' AND a.actor_id = s.user_id)))`,
  ),
  fault(
    'I7 court, venue, course and company fit',
    'The court lies in the venue, the course is the company’s, the coach is one and does not play in his own class',
    `SELECT i.id FROM invitations i JOIN courts k ON k.id = i.court_id JOIN courses c ON c.id = i.course_design_id
        JOIN users u ON u.id = i.coach_id
      WHERE k.venue_id <> i.stadium_id OR c.company_id <> i.company_id OR u.user_type = 0
      UNION SELECT i.id FROM invitations i JOIN seats s ON s.invitation_id = i.id AND s.user_id = i.coach_id`,
  ),
  {
    ...fault(
      'I7 the coach of a class to come teaches it there',
      'He teaches the course, serves the venue with approval, and is a member of the company; a stale request asks nothing of him. Who left has a player who was asked and has not answered',
      `SELECT i.id FROM invitations i WHERE i.invitation_status IN ${OPEN} AND ${STARTS_AT} > $1::timestamptz
        AND NOT (i.invitation_status = 'PENDING' AND i.expires_at <= $1::timestamptz) AND NOT (
        EXISTS (SELECT 1 FROM coach_courses x WHERE x.coach_id = i.coach_id AND x.course_id = i.course_design_id)
        AND EXISTS (SELECT 1 FROM coach_venues x WHERE x.coach_id = i.coach_id AND x.venue_id = i.stadium_id AND x.approve_status = 1)
        AND EXISTS (SELECT 1 FROM company_members x WHERE x.user_id = i.coach_id AND x.company_id = i.company_id))
        AND NOT EXISTS (SELECT 1 FROM coach_leave_cases k JOIN coach_leaves l ON l.id = k.leave_id AND l.cause = 'LEFT'
          JOIN seats s ON s.user_id = k.player_id AND s.invitation_id = i.id AND s.state = 'JOINED'
          WHERE k.coach_id = i.coach_id AND k.company_id = i.company_id AND k.state = 'OPEN')`,
    ),
    usesNow: true,
  },
  fault(
    'I9 a class has the players that its status means',
    'A live player-made class has its initiator; a coach-made one that stands has somebody who agrees; who has not agreed was on leave',
    `SELECT i.id FROM invitations i WHERE i.invitation_status IN ${LIVE} AND i.initiator_role = 'player'
        AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.invitation_id = i.id AND s.user_id = i.initiator_id AND s.state = 'JOINED')
      UNION SELECT id FROM invitations WHERE invitation_status = 'COMPLETED' AND initiator_role = 'coach' AND seats_taken = 0
      UNION SELECT i.id FROM invitations i WHERE i.invitation_status = 'CONFIRMED' AND i.initiator_role = 'coach' AND NOT EXISTS (
        SELECT 1 FROM seats s WHERE s.invitation_id = i.id AND s.state = 'JOINED' AND s.changed_at IS NULL)
      UNION SELECT s.invitation_id FROM seats s JOIN invitations i ON i.id = s.invitation_id
        WHERE s.changed_at IS NOT NULL AND (s.state <> 'JOINED' OR i.initiator_role <> 'coach'
          OR i.invitation_status = 'COMPLETED' AND s.attendance IS DISTINCT FROM 'leave')`,
  ),
]

const people: Invariant[] = [
  fault(
    'E1 a like count is the number of likes',
    'likesCount of a user equals the rows that name him, each pair and class once',
    `SELECT u.id FROM users u WHERE u.likes_count <> (SELECT count(*) FROM like_records r WHERE r.target_user_id = u.id)
        OR u.likes_count < 0
      UNION SELECT min(id) FROM like_records GROUP BY source_user_id, target_user_id, record_type, related_id HAVING count(*) > 1`,
  ),
  fault(
    'E1 likes are among those who were there',
    'Every like belongs to a COMPLETED class in which both took part, and is of somebody else',
    `SELECT r.id FROM like_records r LEFT JOIN invitations i ON i.id = r.related_id AND i.invitation_status = 'COMPLETED'
      WHERE r.record_type = 'COURSE_INVITATION' AND (i.id IS NULL OR r.source_user_id = r.target_user_id
        OR EXISTS (SELECT 1 FROM (VALUES (r.source_user_id), (r.target_user_id)) p(person) WHERE p.person <> i.coach_id
          AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.invitation_id = i.id AND s.user_id = p.person AND s.state = 'JOINED')))`,
  ),
  fault(
    'F1 a company has its admin',
    'A member, a coach of userType 1; an open one-person company has its coach as the only member, a closed one has none and no course',
    `SELECT c.id FROM companies c JOIN users u ON u.id = c.admin_id
      WHERE (c.closed_at IS NULL) <> EXISTS (SELECT 1 FROM company_members m WHERE m.company_id = c.id AND m.user_id = c.admin_id)
        OR c.closed_at IS NOT NULL AND (EXISTS (SELECT 1 FROM company_members m WHERE m.company_id = c.id)
          OR EXISTS (SELECT 1 FROM courses k WHERE k.company_id = c.id AND NOT k.del_flag))
        OR u.user_type = 0 OR u.user_type <> 1 AND NOT c.is_person
        OR c.is_person AND c.closed_at IS NULL AND (SELECT count(*) FROM company_members m WHERE m.company_id = c.id) <> 1`,
  ),
  fault('A2 no stored guest', 'No user has the guest id 123456', 'SELECT id FROM users WHERE id = 123456'),
  fault(
    'A3 one unused refresh token per family',
    'At most one, none in a revoked family, and only hashes are stored (32 bytes in base64)',
    `SELECT session_id AS id FROM refresh_tokens WHERE used_at IS NULL GROUP BY session_id HAVING count(*) > 1
      UNION SELECT s.id FROM login_sessions s JOIN refresh_tokens t ON t.session_id = s.id AND t.used_at IS NULL WHERE s.revoked_at IS NOT NULL
      UNION SELECT session_id FROM refresh_tokens WHERE token_hash !~ '^[A-Za-z0-9+/]{43}=$'`,
  ),
  fault(
    'M1 a message goes out on every channel once',
    'A message has one outbox row of a channel at most, which says under which template, where it leads and in which words',
    `SELECT message_id AS id FROM outbox GROUP BY message_id, channel HAVING count(*) > 1
      UNION SELECT message_id FROM outbox
        WHERE NOT payload @? '$ ? (@.template.type() == "string" && @.page.type() == "string" && @.words.type() == "array")'`,
  ),
  fault(
    'M2 a decided message is read',
    'approveStatus beyond 0 means readStatus 1',
    'SELECT id FROM messages WHERE approve_status <> 0 AND read_status <> 1',
  ),
  {
    name: 'M3 what is to be sent is sent',
    severity: 'warning',
    holds: 'No message is due for more than a day without an attempt',
    sql: `SELECT id FROM outbox WHERE sent_at IS NULL AND given_up_at IS NULL AND attempts = 0
      AND next_attempt_at < $1::timestamptz - interval '1 day'`,
    usesNow: true,
  },
]

/**
 * All invariants over the stored rows. They hold whatever callers, races and crashes do. They are checked after every
 * server test, during races, and by operators. No check leaves one out. Names are those of the invariants document.
 */
export const INVARIANTS: readonly Invariant[] = [
  ...claims,
  ...classes,
  ...LESSON_HOUR_INVARIANTS,
  ...TRIAL_INVARIANTS,
  ...BALL_INVARIANTS,
  ...ARRIVAL_INVARIANTS,
  ...CLOSURE_INVARIANTS,
  ...CARD_INVARIANTS,
  ...PAYMENT_INVARIANTS,
  ...ACCOUNT_INVARIANTS,
  ...PEOPLE_INVARIANTS,
  ...SHOP_INVARIANTS,
  ...STRINGING_INVARIANTS,
  ...STRINGING_ORDER_INVARIANTS,
  ...people,
  ...STORAGE_INVARIANTS,
  ...ENDED_INVARIANTS,
]
