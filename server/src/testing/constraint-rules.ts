import type { World } from './given-world.ts'

/** SQL that changes a contract’s balance and adds the matching ledger row. */
export const move = (
  contractId: string,
  kind: string,
  [remaining, held]: [number, number],
  {
    invitationId = 'null',
    seatUserId = 'null',
    round = 'null',
    at = 'now()',
  }: { invitationId?: string; seatUserId?: string; round?: string; at?: string } = {},
) => `WITH moved AS (UPDATE contracts SET remaining_sessions = remaining_sessions + ${remaining}, held_sessions = held_sessions + ${held},
    seq = seq + 1 WHERE id = ${contractId} RETURNING *)
  INSERT INTO lesson_ledger (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, invitation_id,
    seat_user_id, round, reason, unit_price, created_at)
  SELECT id, seq, '${kind}', ${remaining}, ${held}, remaining_sessions, held_sessions, ${invitationId}, ${seatUserId}, ${round},
    'violation', 0, ${at} FROM moved`

/** A rule that the database enforces, and SQL that breaks it. Ids come from the fixture world. */
export type ConstraintRule = {
  /** The constraint, index or trigger. A GUARD is a trigger that refuses under its own name, as a constraint does. */
  name: string
  on: string
  kind?: 'CONSTRAINT' | 'INDEX' | 'TRIGGER' | 'GUARD'
  violation: (world: World) => string
  /** Other constraints that would refuse this violation. The second half of the test drops them too. */
  besides?: string[]
  /** The invariant that detects the violation. */
  noticed: string
}

/** Every structural constraint that the invariants depend on. Source: invariants "What must be a constraint" */
export const CONSTRAINT_RULES: readonly ConstraintRule[] = [
  {
    name: 'slot_claims_pkey',
    on: 'slot_claims',
    violation: () => `INSERT INTO slot_claims SELECT * FROM slot_claims WHERE holder_kind = 1 LIMIT 1`,
    noticed: 'C1 one holder per half-hour',
  },
  {
    name: 'slot_claims_kind',
    on: 'slot_claims',
    violation: ({ coach }) => `INSERT INTO slot_claims VALUES (4, ${coach}, '2026-05-02', 47, 1, 1)`,
    noticed: 'C4 a claim lies inside its holder',
  },
  {
    name: 'slot_claims_half_hour',
    on: 'slot_claims',
    violation: ({ coach, coachLockId }) =>
      `INSERT INTO slot_claims VALUES (2, ${coach}, '2026-05-02', 48, 2, ${coachLockId})`,
    noticed: 'C4 a claim lies inside its holder',
  },
  {
    name: 'invitations_span',
    on: 'invitations',
    violation: ({ classes }) =>
      `UPDATE invitations SET end_time_slot = begin_time_slot WHERE id = ${classes.cancelled}`,
    besides: ['invitations.invitations_consumed'],
    noticed: 'C7 a span of half-hours is one',
  },
  {
    name: 'coach_locks_span',
    on: 'coach_locks',
    violation: ({ coachLockId }) => `UPDATE coach_locks SET end_time_slot = begin_time_slot WHERE id = ${coachLockId}`,
    noticed: 'C7 a span of half-hours is one',
  },
  {
    name: 'venue_locks_span',
    on: 'venue_locks',
    violation: ({ venueLockId }) => `UPDATE venue_locks SET end_time_slot = begin_time_slot WHERE id = ${venueLockId}`,
    noticed: 'C7 a span of half-hours is one',
  },
  {
    name: 'invitations_status',
    on: 'invitations',
    violation: ({ classes }) => `UPDATE invitations SET invitation_status = 'POSTPONED' WHERE id = ${classes.expired}`,
    noticed: 'I1 the audit trail is a legal path',
  },
  {
    name: 'invitations_need_contract',
    on: 'invitations',
    violation: ({ classes }) => `UPDATE invitations SET need_contract = true WHERE id = ${classes.confirmed}`,
    noticed: 'I2 a confirmed class needs no contract',
  },
  {
    name: 'invitations_seats',
    on: 'invitations',
    violation: ({ classes }) =>
      `UPDATE invitations SET seats_taken = participants_count + 1 WHERE id = ${classes.confirmed}`,
    noticed: 'I3 seats are counted and enough',
  },
  {
    name: 'seats_pkey',
    on: 'seats',
    violation: ({ classes }) =>
      `INSERT INTO seats SELECT * FROM seats WHERE invitation_id = ${classes.coachMadePending}`,
    noticed: 'I3 seats are counted and enough',
  },
  {
    name: 'invitations_consumed',
    on: 'invitations',
    violation: ({ classes }) => `UPDATE invitations SET consumed_sessions = 2 WHERE id = ${classes.cancelled}`,
    noticed: 'I4 a class costs its length',
  },
  {
    name: 'invitations_cancelled',
    on: 'invitations',
    violation: ({ classes }) => `UPDATE invitations SET cancel_reason = NULL WHERE id = ${classes.cancelled}`,
    noticed: 'I5 what ended says how',
  },
  {
    name: 'invitations_completed',
    on: 'invitations',
    violation: ({ classes }) => `UPDATE invitations SET completed_at = NULL WHERE id = ${classes.completed}`,
    noticed: 'I5 what ended says how',
  },
  {
    name: 'contracts_balance',
    on: 'contracts',
    violation: ({ usedUpContractId, owner, classes }) =>
      move(usedUpContractId, 'HOLD', [0, 1], { invitationId: classes.cancelled, seatUserId: owner, round: '7' }),
    noticed: 'L1 held within remaining',
  },
  {
    name: 'contracts_halves',
    on: 'contracts',
    violation: ({ contractId }) => move(contractId, 'GRANT', [0.3, 0]),
    noticed: 'L1 held within remaining',
  },
  {
    name: 'contracts_balance_is_ledger',
    on: 'contracts',
    violation: ({ contractId }) =>
      `UPDATE contracts SET remaining_sessions = remaining_sessions + 1 WHERE id = ${contractId}`,
    noticed: 'L2 a balance is the sum of its rows',
  },
  {
    name: 'lesson_ledger_chain',
    on: 'lesson_ledger',
    violation: ({
      expiredContractId,
    }) => `WITH moved AS (UPDATE contracts SET seq = seq + 1 WHERE id = ${expiredContractId} RETURNING *)
      INSERT INTO lesson_ledger (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, reason, unit_price)
      SELECT id, seq, 'ADJUST', 1, 0, remaining_sessions, held_sessions, 'violation', 0 FROM moved`,
    noticed: 'L3 the ledger is an unbroken chain',
  },
  {
    name: 'lesson_ledger_pkey',
    on: 'lesson_ledger',
    violation: ({ expiredContractId }) => `INSERT INTO lesson_ledger
      (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, reason, unit_price)
      SELECT contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, reason, unit_price
      FROM lesson_ledger WHERE contract_id = ${expiredContractId}`,
    besides: [
      'contracts.contracts_balance_is_ledger',
      'lesson_ledger.lesson_ledger_chain',
      'lesson_ledger.lesson_ledger_balance',
    ],
    noticed: 'L3 the ledger is an unbroken chain',
  },
  {
    name: 'lesson_ledger_once',
    on: 'lesson_ledger',
    violation: ({ contractId, owner, classes }) =>
      move(contractId, 'HOLD', [0, 1], { invitationId: classes.confirmed, seatUserId: owner, round: '1' }),
    noticed: 'L7 a hold is settled once',
  },
  {
    name: 'lesson_ledger_effect',
    on: 'lesson_ledger',
    violation: ({ contractId }) => move(contractId, 'ADJUST', [0, 1]),
    noticed: 'L5 a contract holds what its seats hold',
  },
  {
    name: 'lesson_ledger_first',
    on: 'lesson_ledger',
    violation: ({ owner, courseId, companyId }) => `WITH made AS (INSERT INTO contracts
        (user_id, course_id, company_id, remaining_sessions, held_sessions, seq, unit_price, expiry_date)
        VALUES (${owner}, ${courseId}, ${companyId}, 9, 0, 1, 0, '2026-12-31') RETURNING id)
      INSERT INTO lesson_ledger (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, reason, unit_price)
      SELECT id, 1, 'GRANT', 1, 0, 9, 0, 'violation', 0 FROM made`,
    noticed: 'L3 the ledger is an unbroken chain',
  },
  {
    name: 'used_records_once',
    on: 'used_records',
    violation:
      () => `INSERT INTO used_records (invitation_id, user_id, contract_id, coach_id, company_id, used_sessions, attendance)
      SELECT invitation_id, user_id, contract_id, coach_id, company_id, 2, attendance FROM used_records`,
    noticed: 'L7 one used record per consumed seat',
  },
  {
    name: 'like_records_once',
    on: 'like_records',
    violation: ({
      owner,
      coach,
    }) => `WITH counted AS (UPDATE users SET likes_count = likes_count + 1 WHERE id = ${coach})
      INSERT INTO like_records (source_user_id, target_user_id, record_type, related_id)
      SELECT source_user_id, target_user_id, record_type, related_id FROM like_records WHERE source_user_id = ${owner}`,
    noticed: 'E1 a like count is the number of likes',
  },
  {
    name: 'like_records_two_people',
    on: 'like_records',
    violation: ({
      coach,
      classes,
    }) => `WITH counted AS (UPDATE users SET likes_count = likes_count + 1 WHERE id = ${coach})
      INSERT INTO like_records (source_user_id, target_user_id, record_type, related_id)
      VALUES (${coach}, ${coach}, 'COURSE_INVITATION', ${classes.completed})`,
    noticed: 'E1 likes are among those who were there',
  },
  {
    name: 'users_likes_count',
    on: 'users',
    violation: ({ idler }) => `UPDATE users SET likes_count = -1 WHERE id = ${idler}`,
    noticed: 'E1 a like count is the number of likes',
  },
  {
    name: 'users_not_the_guest',
    on: 'users',
    violation: () => `INSERT INTO users (id, nickname) VALUES (123456, 'guest')`,
    noticed: 'A2 no stored guest',
  },
  {
    name: 'refresh_tokens_one_unused',
    on: 'refresh_tokens',
    kind: 'INDEX',
    violation: ({ owner }) => `WITH family AS (INSERT INTO login_sessions (user_id) VALUES (${owner}) RETURNING id)
      INSERT INTO refresh_tokens (token_hash, session_id, expires_at)
      SELECT repeat(c, 43) || '=', id, '2026-06-01' FROM family, (VALUES ('a'), ('b')) hashes(c)`,
    noticed: 'A3 one unused refresh token per family',
  },
  {
    name: 'messages_verdict_is_read',
    on: 'messages',
    violation: ({ messageId }) => `UPDATE messages SET approve_status = 1 WHERE id = ${messageId}`,
    noticed: 'M2 a decided message is read',
  },
  {
    name: 'outbox_once',
    on: 'outbox',
    kind: 'INDEX',
    violation: ({ messageId }) =>
      `INSERT INTO outbox (message_id, channel, payload) VALUES (${messageId}, 'wechat', '{"template": "class", "page": "x", "words": []}')`,
    noticed: 'M1 a message goes out on every channel once',
  },
  {
    name: 'idempotency_keys_pkey',
    on: 'idempotency_keys',
    violation: ({ owner }) => `INSERT INTO idempotency_keys (user_id, key, request_hash, status, body)
      VALUES (${owner}, 'a key', '', 200, '{}'), (${owner}, 'a key', '', 200, '{}')`,
    noticed: 'Y2 a stored answer is an answer',
  },
  {
    name: 'lesson_ledger_append_only',
    on: 'lesson_ledger',
    kind: 'TRIGGER',
    violation: ({ stranger }) => `UPDATE lesson_ledger SET seat_user_id = ${stranger} WHERE kind = 'HOLD'`,
    noticed: 'L7 what is held and not settled stands on the seat',
  },
  {
    name: 'lesson_ledger_no_truncate',
    on: 'lesson_ledger',
    kind: 'TRIGGER',
    violation: () => 'TRUNCATE lesson_ledger CASCADE',
    noticed: 'I3 seats are counted and enough',
  },
  {
    name: 'invitation_events_append_only',
    on: 'invitation_events',
    kind: 'TRIGGER',
    violation: ({ classes }) =>
      `DELETE FROM invitation_events WHERE invitation_id = ${classes.confirmed} AND action = 'create'`,
    noticed: 'I1 the audit trail is a legal path',
  },
  {
    name: 'invitation_events_no_truncate',
    on: 'invitation_events',
    kind: 'TRIGGER',
    violation: () => 'TRUNCATE invitation_events',
    noticed: 'I1 the audit trail is a legal path',
  },
]
