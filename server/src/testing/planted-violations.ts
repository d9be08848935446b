import { move } from './constraint-rules.ts'
import type { World } from './given-world.ts'

const setClass = (column: string, value: string) => (id: string) =>
  `UPDATE invitations SET ${column} = ${value} WHERE id = ${id}`
const LATE_AT = "timestamptz '2026-05-01 03:00Z'"
/** A late cancellation of a confirmed class by its initiator, an hour before TEST_NOW. Its cost is set separately. */
const cancelledLate = ({ classes, owner }: World, startsAt = "'2026-05-01'") => `
  DELETE FROM slot_claims WHERE holder_id = ${classes.confirmed} AND holder_kind = 1;
  UPDATE invitations SET course_date = ${startsAt}, invitation_status = 'CANCELLED', cancelled_at = '2026-05-01 03:00Z',
    cancelled_by = ${owner}, cancel_reason = 'late' WHERE id = ${classes.confirmed};
  UPDATE seats SET held_sessions = 0, late_cancelled_at = ${LATE_AT}
    WHERE invitation_id = ${classes.confirmed} AND user_id = ${owner};`
const settle = ({ contractId, classes, owner }: World, kind: 'VOID' | 'CONSUME') =>
  move(contractId, kind, [kind === 'CONSUME' ? -1 : 0, -1], {
    invitationId: classes.confirmed,
    seatUserId: owner,
    round: '1',
    at: LATE_AT,
  })

/**
 * Violations that no constraint refuses: the invariant that must detect it, a description, and the SQL that causes it.
 */
export const PLANTED_VIOLATIONS: [string, string, (world: World) => string][] = [
  [
    'C2 a live class has its half-hours',
    'the coach’s claims of a class are gone',
    ({ classes }) => `DELETE FROM slot_claims WHERE holder_kind = 1 AND holder_id = ${classes.pending} AND kind = 2`,
  ],
  [
    'C2 a live class has its half-hours',
    'one half-hour of the court is gone',
    ({ classes }) =>
      `DELETE FROM slot_claims WHERE holder_kind = 1 AND holder_id = ${classes.confirmed} AND kind = 1 AND half_hour = 18`,
  ],
  [
    'C2 a live class has its half-hours',
    'a joiner is not claimed',
    ({ classes, joiner }) =>
      `DELETE FROM slot_claims WHERE holder_id = ${classes.confirmed} AND kind = 3 AND resource_id = ${joiner}`,
  ],
  [
    'C2 a live class has its half-hours',
    'a joiner who is a coach is free as a coach',
    ({ joiner }) => `UPDATE users SET user_type = 1 WHERE id = ${joiner}`,
  ],
  [
    'C3 a class that came to nothing holds nothing',
    'an expired class keeps a half-hour',
    ({ classes, coach }) => `INSERT INTO slot_claims VALUES (2, ${coach}, '2026-05-02', 30, 1, ${classes.expired})`,
  ],
  [
    'C4 a claim lies inside its holder',
    'a class claims a half-hour after its end',
    ({ classes, coach }) => `INSERT INTO slot_claims VALUES (2, ${coach}, '2026-05-02', 30, 1, ${classes.pending})`,
  ],
  [
    'C4 a claim lies inside its holder',
    'a conflict-allowed request holds its court already',
    ({ classes, courtIds }) =>
      `INSERT INTO slot_claims VALUES (1, ${courtIds[0]}, '2026-05-02', 14, 1, ${classes.conflictAllowed})`,
  ],
  [
    'C4 a claim lies inside its holder',
    'a claim of a lock that is gone',
    ({ coach }) => `INSERT INTO slot_claims VALUES (2, ${coach}, '2026-05-02', 30, 2, 987654321)`,
  ],
  [
    'C5 no two confirmed classes overlap',
    'two classes of one coach, each on a court of its own',
    ({ classes, courtIds }) =>
      `UPDATE invitations SET court_id = ${courtIds[1]}, begin_time_slot = 19, end_time_slot = 21 WHERE id = ${classes.coachMadeConfirmed}`,
  ],
  [
    'C5 no two confirmed classes overlap',
    'two classes on one court',
    ({ classes, colleague }) =>
      `UPDATE invitations SET coach_id = ${colleague}, initiator_id = ${colleague}, begin_time_slot = 19, end_time_slot = 21 WHERE id = ${classes.coachMadeConfirmed}`,
  ],
  [
    'C5 no two confirmed classes overlap',
    'a player in two places',
    ({
      classes,
      colleague,
      courtIds,
      joiner,
    }) => `UPDATE invitations SET coach_id = ${colleague}, initiator_id = ${colleague}, court_id = ${courtIds[1]},
      begin_time_slot = 19, end_time_slot = 21 WHERE id = ${classes.coachMadeConfirmed};
      INSERT INTO seats (invitation_id, user_id, state, held_sessions) VALUES (${classes.coachMadeConfirmed}, ${joiner}, 'JOINED', 0)`,
  ],
  [
    'C6 a coach lock holds what it has not given',
    'a half-hour of the lock is anybody’s',
    ({ coachLockId }) =>
      `DELETE FROM slot_claims WHERE holder_kind = 2 AND holder_id = ${coachLockId} AND half_hour = 40`,
  ],
  [
    'C6 a coach lock holds what it has not given',
    'a half-hour was given to a class that is cancelled',
    ({ coachLockId, classes }) => `INSERT INTO lock_yields VALUES (${coachLockId}, 40, ${classes.cancelled})`,
  ],
  [
    'C6 a lock gave only what it had',
    'a half-hour outside the lock was given',
    ({ coachLockId, classes }) => `INSERT INTO lock_yields VALUES (${coachLockId}, 39, ${classes.confirmed})`,
  ],
  [
    'C6 a venue lock holds its half-hours',
    'a half-hour of the lock is anybody’s',
    ({ venueLockId }) =>
      `DELETE FROM slot_claims WHERE holder_kind = 3 AND holder_id = ${venueLockId} AND half_hour = 41`,
  ],
  [
    'C8 classes that ended are completed',
    'a class stands two days after its end',
    ({ classes }) => setClass('course_date', `'2026-04-29'`)(classes.confirmed),
  ],
  [
    'C8 stale requests are expired',
    'a request stands a minute past its time',
    ({ classes }) => setClass('expires_at', `'2026-05-01 03:58:59Z'`)(classes.pending),
  ],
  [
    'I1 the audit trail is a legal path',
    'the last step does not lead to the status',
    ({ classes, owner }) =>
      `UPDATE invitations SET invitation_status = 'CANCELLED', cancelled_at = now(), cancelled_by = ${owner}, cancel_reason = '' WHERE id = ${classes.pending}`,
  ],
  [
    'I1 the audit trail is a legal path',
    'a player-made class was confirmed by joining',
    ({
      classes,
      joiner,
    }) => `INSERT INTO invitation_events (invitation_id, seq, action, from_status, to_status, actor_id)
      VALUES (${classes.pending}, 3, 'join', 'PENDING', 'CONFIRMED', ${joiner});
      UPDATE invitations SET invitation_status = 'CONFIRMED' WHERE id = ${classes.pending}`,
  ],
  [
    'I1 the audit trail is a legal path',
    'a step is missing in between',
    ({
      classes,
      coach,
    }) => `INSERT INTO invitation_events (invitation_id, seq, action, from_status, to_status, actor_id)
      VALUES (${classes.pending}, 4, 'edit', 'PENDING', 'PENDING', ${coach})`,
  ],
  [
    'I3 seats are counted and enough',
    'a seat more than was counted',
    ({ classes, idler }) =>
      `INSERT INTO seats (invitation_id, user_id, state, held_sessions) VALUES (${classes.confirmed}, ${idler}, 'JOINED', 0)`,
  ],
  [
    'I6 completed and signed in their time',
    'completed before it began',
    ({ classes }) => setClass('completed_at', `'2026-04-29 01:59:59Z'`)(classes.completed),
  ],
  [
    'I6 completed and signed in their time',
    'signed more than half an hour before the start',
    ({ classes }) => setClass('signed_at', `'2026-05-01 02:29:59Z'`)(classes.running),
  ],
  [
    'I6 completed and signed in their time',
    'signed on the next day',
    ({ classes }) => setClass('signed_at', `'2026-05-01 16:00Z'`)(classes.running),
  ],
  [
    'I6 completed and signed in their time',
    'attendance in a class that nobody confirmed',
    ({ classes }) => `UPDATE seats SET attendance = 'late' WHERE invitation_id = ${classes.pending}`,
  ],
  [
    'I7 court, venue, course and company fit',
    'the court is of another venue',
    ({ classes, otherVenueId }) => setClass('stadium_id', otherVenueId)(classes.cancelled),
  ],
  [
    'I7 court, venue, course and company fit',
    'the course is of another company',
    ({ classes, otherCourseId }) => setClass('course_design_id', otherCourseId)(classes.cancelled),
  ],
  [
    'I7 court, venue, course and company fit',
    'the coach has a seat in his own class',
    ({ classes, coach }) =>
      `INSERT INTO seats (invitation_id, user_id, state, held_sessions) VALUES (${classes.pending}, ${coach}, 'INVITED', 0)`,
  ],
  [
    'I7 the coach of a class to come teaches it there',
    'he does not teach the course',
    ({ coach }) => `DELETE FROM coach_courses WHERE coach_id = ${coach}`,
  ],
  [
    'I7 the coach of a class to come teaches it there',
    'his association with the venue is not approved',
    ({ coach }) => `UPDATE coach_venues SET approve_status = 2 WHERE coach_id = ${coach}`,
  ],
  [
    'I7 the coach of a class to come teaches it there',
    'he left the company',
    ({ coach }) => `DELETE FROM company_members WHERE user_id = ${coach}`,
  ],
  [
    'I9 a class has the players that its status means',
    'the initiator of a live class has no seat',
    ({ classes, owner }) =>
      `UPDATE seats SET state = 'LEFT' WHERE invitation_id = ${classes.confirmed} AND user_id = ${owner}`,
  ],
  [
    'I9 a class has the players that its status means',
    'a coach-made class stands without anybody',
    ({ classes }) => `UPDATE seats SET state = 'LEFT' WHERE invitation_id = ${classes.coachMadeConfirmed};
      UPDATE invitations SET seats_taken = 0 WHERE id = ${classes.coachMadeConfirmed}`,
  ],
  [
    'L2 a balance is the sum of its rows',
    'a row without its balance',
    ({
      expiredContractId,
    }) => `INSERT INTO lesson_ledger (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, reason, unit_price)
      VALUES (${expiredContractId}, 2, 'ADJUST', -1, 0, 4, 0, 'violation', 0)`,
  ],
  [
    'L5 a contract holds what its seats hold',
    'a seat lets go without the ledger',
    ({ classes }) => `UPDATE seats SET held_sessions = 0 WHERE invitation_id = ${classes.confirmed}`,
  ],
  [
    'L6 the right seat holds, on its own contract',
    'a seat holds on somebody else’s contract',
    ({ classes, joinerContractId, owner }) =>
      `UPDATE seats SET contract_id = ${joinerContractId} WHERE invitation_id = ${classes.confirmed} AND user_id = ${owner}`,
  ],
  [
    'L6 the right seat holds, on its own contract',
    'a joiner of a player-made class pays too',
    ({ classes, joiner, joinerContractId }) =>
      `UPDATE seats SET contract_id = ${joinerContractId}, held_sessions = 1 WHERE invitation_id = ${classes.confirmed} AND user_id = ${joiner}`,
  ],
  [
    'L6 the right seat holds, on its own contract',
    'a seat holds less than the class costs',
    ({ classes, owner }) =>
      `UPDATE seats SET held_sessions = 0.5 WHERE invitation_id = ${classes.confirmed} AND user_id = ${owner}`,
  ],
  [
    'L6 who must pay holds',
    'a class that needs no contract is unpaid',
    ({ classes }) => setClass('need_contract', 'false')(classes.withoutContract),
  ],
  [
    'L6 who must pay holds',
    'a joiner of a coach-made class does not pay',
    ({ classes, invited }) =>
      `UPDATE seats SET state = 'JOINED' WHERE invitation_id = ${classes.coachMadePending} AND user_id = ${invited}`,
  ],
  [
    'L7 what is held and not settled stands on the seat',
    'a completed class still holds',
    ({ classes, owner }) =>
      `UPDATE seats SET held_sessions = 1 WHERE invitation_id = ${classes.completed} AND user_id = ${owner}`,
  ],
  [
    'L7 a hold is settled once',
    'hours are consumed that were never held',
    ({ contractId, classes, owner }) =>
      move(contractId, 'CONSUME', [-1, -1], { invitationId: classes.confirmed, seatUserId: owner, round: '2' }),
  ],
  [
    'L7 a hold is settled once',
    'half of a hold is given back',
    ({ contractId, classes, owner }) =>
      move(contractId, 'VOID', [0, -0.5], { invitationId: classes.confirmed, seatUserId: owner, round: '1' }),
  ],
  [
    'L7 a completed class is settled by attendance',
    'who was on leave has paid',
    ({ classes, owner }) =>
      `UPDATE seats SET attendance = 'leave' WHERE invitation_id = ${classes.completed} AND user_id = ${owner}`,
  ],
  ['L7 one used record per consumed seat', 'a consumed seat has no record', () => 'DELETE FROM used_records'],
  [
    'L7 one used record per consumed seat',
    'a record tells another figure',
    () => 'UPDATE used_records SET used_sessions = 2',
  ],
  [
    'I5 what ended says how',
    'an objection was answered by nobody',
    () => "UPDATE class_objections SET state = 'UPHELD', answered_at = now()",
  ],
  [
    'L10 hours come back for a reason',
    'an objection was granted, and nothing came back',
    (w) => `UPDATE class_objections SET state = 'REFUNDED', answered_by = ${w.coach}, answered_at = now()`,
  ],
  [
    'L10 hours come back for a reason',
    'hours come back for nothing',
    (w) => move(w.contractId, 'REFUND', [1, 0], { invitationId: w.classes.completed, seatUserId: w.owner, round: '1' }),
  ],
  [
    'L8 contracts that ended are empty',
    'the daily run has missed a contract',
    ({ contractId }) => `UPDATE contracts SET expiry_date = '2026-04-29' WHERE id = ${contractId}`,
  ],
  [
    'L9 cancelling costs what the policy says',
    'the first late cancellation is charged',
    (w) => `${cancelledLate(w)} ${settle(w, 'CONSUME')}`,
  ],
  [
    'L9 cancelling costs what the policy says',
    'an early one is charged',
    (w) =>
      `UPDATE companies SET forgiven_late_cancels = 0; ${cancelledLate(w, "'2026-05-03'")} ${settle(w, 'CONSUME')}`,
  ],
  [
    'L9 cancelling costs what the policy says',
    'a cancellation by the coach is charged',
    (w) => `UPDATE companies SET forgiven_late_cancels = 0; ${cancelledLate(w)} ${settle(w, 'CONSUME')};
      UPDATE invitations SET cancelled_by = coach_id WHERE id = ${w.classes.confirmed}`,
  ],
  [
    'L9 cancelling costs what the policy says',
    'a late one beyond the forgiven is not charged',
    (w) => `UPDATE companies SET forgiven_late_cancels = 0; ${cancelledLate(w)} ${settle(w, 'VOID')}`,
  ],
  [
    'L9 cancelling costs what the policy says',
    'a late one beyond the forgiven was not charged, and was undone later',
    (w) => `UPDATE companies SET forgiven_late_cancels = 0; ${cancelledLate(w)} ${settle(w, 'VOID')};
      UPDATE seats SET state = 'LEFT', late_returned_at = ${LATE_AT} + interval '1 minute'
        WHERE invitation_id = ${w.classes.confirmed} AND user_id = ${w.owner}`,
  ],
  [
    'L9 cancelling costs what the policy says',
    'a class is charged by a policy that came after it',
    (w) => `INSERT INTO retired_policies VALUES (${w.companyId}, '2026-05-02', 24, 1, ${w.admin});
      UPDATE companies SET forgiven_late_cancels = 0; ${cancelledLate(w)} ${settle(w, 'CONSUME')}`,
  ],
  [
    'E1 a like count is the number of likes',
    'a counter runs ahead',
    ({ coach }) => `UPDATE users SET likes_count = likes_count + 1 WHERE id = ${coach}`,
  ],
  [
    'E1 likes are among those who were there',
    'a like for a class that was not held',
    ({ classes }) => `UPDATE like_records SET related_id = ${classes.confirmed}`,
  ],
  [
    'E1 likes are among those who were there',
    'a like by somebody who was not there',
    ({ stranger }) => `UPDATE like_records SET source_user_id = ${stranger}`,
  ],
  [
    'F1 a company has its admin',
    'the admin is no member',
    ({ admin }) => `DELETE FROM company_members WHERE user_id = ${admin}`,
  ],
  [
    'F1 a company has its admin',
    'the admin is a company-affiliated coach',
    ({ otherCompanyId, outsider }) => `UPDATE companies SET admin_id = ${outsider} WHERE id = ${otherCompanyId}`,
  ],
  [
    'F1 a company has its admin',
    'a one-person company has several',
    ({ companyId }) => `UPDATE companies SET is_person = true WHERE id = ${companyId}`,
  ],
  [
    'F1 a company has its admin',
    'a closed one has members',
    ({ otherCompanyId }) => `UPDATE companies SET closed_at = now() WHERE id = ${otherCompanyId};
      UPDATE courses SET del_flag = true WHERE company_id = ${otherCompanyId}`,
  ],
  [
    'A3 one unused refresh token per family',
    'a revoked family has an unused token',
    ({
      owner,
    }) => `WITH family AS (INSERT INTO login_sessions (user_id, revoked_at) VALUES (${owner}, now()) RETURNING id)
      INSERT INTO refresh_tokens (token_hash, session_id, expires_at) SELECT repeat('a', 43) || '=', id, '2026-06-01' FROM family`,
  ],
  [
    'A3 one unused refresh token per family',
    'a token is stored as it is',
    ({ owner }) => `WITH family AS (INSERT INTO login_sessions (user_id) VALUES (${owner}) RETURNING id)
      INSERT INTO refresh_tokens (token_hash, session_id, expires_at) SELECT 'the token itself', id, '2026-06-01' FROM family`,
  ],
  [
    'M1 a message goes out on every channel once',
    'what is to be sent has no words',
    ({ messageId }) =>
      `UPDATE outbox SET payload = '{"template": "class", "page": "x"}' WHERE message_id = ${messageId}`,
  ],
  [
    'M3 what is to be sent is sent',
    'nobody has looked for two days',
    ({ messageId }) => `UPDATE outbox SET sent_at = null, given_up_at = null, attempts = 0,
      next_attempt_at = '2026-04-29' WHERE message_id = ${messageId}`,
  ],
  [
    'P2 a picture in use is not taken away',
    'a face is discarded',
    ({ owner }) => `
      INSERT INTO files (relative_path, owner_id, size_bytes, width, height, discarded_at)
        VALUES ('public/avatars/face.webp', ${owner}, 1, 1, 1, now());
      UPDATE users SET avatar = 'public/avatars/face.webp' WHERE id = ${owner}`,
  ],
  [
    'X1 what ended a week ago holds nothing',
    'a class of last month still stands',
    ({ classes }) => setClass('course_date', `'2026-04-01'`)(classes.confirmed),
  ],
  [
    'X1 what ended a week ago holds nothing',
    'a game of last month still has seats',
    ({ publicBallId }) => `UPDATE ball_games SET activity_date = '2026-04-01' WHERE id = ${publicBallId}`,
  ],
  [
    'X1 what ended a week ago holds nothing',
    'an order of last month still waits for money',
    () => `UPDATE orders SET expires_at = '2026-04-01' WHERE state = 'UNPAID'`,
  ],
  [
    'X2 a paid order waits no longer than its limit',
    'a parcel was paid for last month and not sent',
    () => `UPDATE shop_orders SET paid_at = '2026-04-01' WHERE status = 'PAID'`,
  ],
  [
    'X2 a paid order waits no longer than its limit',
    'a buyer asks for a refund since last month',
    () => `UPDATE shop_orders SET refund_asked_at = '2026-04-01' WHERE refund_choice = 'ASKED'`,
  ],
  ...(['PAID', 'RECEIVED', 'STRINGING', 'READY'] as const).map((status): [string, string, () => string] => [
    'X2 a paid order waits no longer than its limit',
    `a stringing order is ${status} since January`,
    () =>
      `UPDATE stringing_orders SET response_time = '2026-01-01', due_at = null, expected_at = null WHERE status = '${status}'`,
  ]),
  [
    'X2 a paid order waits no longer than its limit',
    'the racket of a cancelled order lies in the shop since January',
    () => `UPDATE stringing_orders SET response_time = '2026-01-01'
      WHERE status = 'CANCELLED' AND received_at IS NOT NULL AND returned_at IS NULL`,
  ],
  [
    'X2 a request to move money is decided within its limit',
    'an adjustment waits since March',
    ({ money }) => `UPDATE card_adjustments SET created_at = '2026-03-01' WHERE id = ${money.adjustmentId}`,
  ],
  [
    'X2 a request to move money is decided within its limit',
    'a refund of a begun order waits since March',
    () => `UPDATE stringing_refunds SET created_at = '2026-03-01' WHERE state = 'WAITING'`,
  ],
  [
    'X2 a refund arrives within its limit',
    'a refund is stuck since March',
    () => `UPDATE refunds SET created_at = '2026-03-01' WHERE state = 'STUCK'`,
  ],
  [
    'X2 a refund arrives within its limit',
    'a provider has not finished a refund since March',
    () => `UPDATE refunds SET created_at = '2026-03-01' WHERE state IN ('WAITING', 'PROCESSING')`,
  ],
  [
    'Y2 a stored answer is an answer',
    'a fault was stored',
    ({ owner }) =>
      `INSERT INTO idempotency_keys (user_id, key, request_hash, status, body) VALUES (${owner}, 'k', '', 500, '{}')`,
  ],
]
