import type { ConstraintRule } from './constraint-rules.ts'
import type { World } from './given-world.ts'

const insertResult = (ballId: string, actorId: string) =>
  `INSERT INTO ball_results (ball_id, recorded_by, sets, winner, state) VALUES (${ballId}, ${actorId}, '6-4', 'A', 'PROPOSED')`
const insertApplication = (userId: string, status = 0) =>
  `INSERT INTO coach_applications (user_id, real_name, years_teaching, region, certificates, approve_status, decided_at)
    VALUES (${userId}, '王启明', 3, '', 'private/certificates/x.webp', ${status}, ${status === 0 ? 'null' : 'now()'})`
const ofResult = ({ people }: World, change: string, where = 'true') =>
  `UPDATE ball_result_players SET ${change} WHERE result_id = ${people.resultId} AND ${where}`

/** Rules about people that the database enforces. Each names the invariant that detects the violation without them. */
export const PEOPLE_CONSTRAINT_RULES: readonly ConstraintRule[] = [
  {
    name: 'coach_applications_one_waits',
    on: 'coach_applications',
    kind: 'INDEX',
    violation: ({ newcomer }) => insertApplication(newcomer),
    noticed: 'U3 one application of a user waits',
  },
  {
    name: 'ball_results_one_stands',
    on: 'ball_results',
    kind: 'INDEX',
    violation: ({ people, owner }) => insertResult(people.scoredBallId, owner),
    noticed: 'U5 one result of a game stands',
  },
  {
    name: 'ball_result_players_pkey',
    on: 'ball_result_players',
    violation: ({ people, owner }) => `INSERT INTO ball_result_players VALUES (${people.resultId}, ${owner}, 'B', 0)`,
    noticed: 'U6 a result is one that can be',
  },
  {
    name: 'level_changes_append_only',
    on: 'level_changes',
    kind: 'TRIGGER',
    violation: () => 'UPDATE level_changes SET level = 6.5',
    noticed: 'U2 the history of a level leads to it',
  },
  {
    name: 'level_changes_kept',
    on: 'level_changes',
    kind: 'TRIGGER',
    violation: () => 'DELETE FROM level_changes',
    noticed: 'U2 the history of a level leads to it',
  },
  {
    name: 'level_changes_no_truncate',
    on: 'level_changes',
    kind: 'TRIGGER',
    violation: () => 'TRUNCATE level_changes',
    noticed: 'U2 the history of a level leads to it',
  },
]

/** Checks on people that no invariant repeats, each with a violation that it refuses. */
export const PEOPLE_REFUSED_VIOLATIONS: Record<string, string> = {
  users_rating: 'UPDATE users SET rating = 7.01',
  level_changes_source: "UPDATE level_changes SET source = 'RUMOUR', by_user_id = null",
  level_changes_level: 'UPDATE level_changes SET level = 3.3',
  level_changes_by: "UPDATE level_changes SET source = 'SELF' WHERE by_user_id IS NOT NULL",
  level_changes_two_people: 'UPDATE level_changes SET by_user_id = user_id WHERE by_user_id IS NOT NULL',
  coach_applications_status: 'UPDATE coach_applications SET approve_status = 3, decided_at = now()',
  coach_applications_decided: 'UPDATE coach_applications SET decided_at = now()',
  coach_applications_years: 'UPDATE coach_applications SET years_teaching = 61',
  coach_applications_certificates: "UPDATE coach_applications SET certificates = ''",
  venues_decided_once: 'UPDATE venues SET decided_at = now() WHERE approve_status = 0',
  venues_reason: "UPDATE venues SET reason = '重复' WHERE approve_status = 1",
  coach_venues_decided_once: 'UPDATE coach_venues SET decided_at = now() WHERE approve_status = 0',
  coach_venues_reason: "UPDATE coach_venues SET reason = '重复' WHERE approve_status = 1",
  reports_one_waits: `INSERT INTO reports (reporter_id, kind, object_id, owner_id, reason, content)
    SELECT reporter_id, kind, object_id, owner_id, reason, content FROM reports`,
  agreement_consents_pkey:
    "INSERT INTO agreement_consents (user_id, version) SELECT id, '2026-01-01' FROM users, generate_series(1, 2)",
  content_submissions_one_waits: `INSERT INTO content_submissions (kind, object_id, field, author_id, value)
    SELECT kind, object_id, field, author_id, value FROM content_submissions`,
  content_submissions_trace: `INSERT INTO content_submissions (kind, object_id, field, author_id, value, trace_id)
    SELECT kind, object_id, field, author_id, value || n, 'trace' FROM content_submissions, generate_series(1, 2) n`,
  content_submissions_kind: "UPDATE content_submissions SET kind = 'shop'",
  content_submissions_state: "UPDATE content_submissions SET state = 'LOST', decided_at = now()",
  content_submissions_decided_at: 'UPDATE content_submissions SET decided_at = now()',
  content_submissions_reason: "UPDATE content_submissions SET reason = '违规'",
  content_submissions_own: 'UPDATE content_submissions SET object_id = author_id + 1',
  content_submissions_value: "UPDATE content_submissions SET value = ''",
  reports_kind: "UPDATE reports SET kind = 'shop'",
  reports_reason: "UPDATE reports SET reason = 'boring'",
  reports_state: "UPDATE reports SET state = 'LOST', decided_at = now()",
  reports_decided_at: 'UPDATE reports SET decided_at = now()',
  reports_parts: "UPDATE reports SET parts = 'avatar'",
  reports_verdict: "UPDATE reports SET verdict = '违规'",
  reports_two_people: 'UPDATE reports SET reporter_id = owner_id',
  reports_whole_profile: 'UPDATE reports SET object_id = owner_id + 1',
  ball_results_state: "UPDATE ball_results SET state = 'LOST'",
  ball_results_winner: "UPDATE ball_results SET winner = 'C'",
  ball_results_answered: "UPDATE ball_results SET state = 'PROPOSED'",
  ball_results_answered_at: 'UPDATE ball_results SET answered_at = null',
  ball_result_players_side: "UPDATE ball_result_players SET side = 'C'",
}

/** Violations about people that no constraint refuses. */
export const PEOPLE_PLANTED_VIOLATIONS: [string, string, (world: World) => string][] = [
  [
    'U1 a rating lies near its level',
    'a level was moved without its rating',
    ({ stranger }) => `UPDATE users SET level = 4 WHERE id = ${stranger}`,
  ],
  [
    'U2 the history of a level leads to it',
    'a level was moved and nobody wrote down why',
    ({ owner }) => `UPDATE users SET level = 3.5, rating = 3.5 WHERE id = ${owner}`,
  ],
  [
    'U2 the history of a level leads to it',
    'somebody registered without saying his level',
    ({ stranger }) => `UPDATE users SET registered_at = now() WHERE id = ${stranger}`,
  ],
  [
    'U4 who was approved is a coach',
    'a player was approved and stays a player',
    ({ stranger }) => insertApplication(stranger, 1),
  ],
  ['U4 who was approved is a coach', 'a coach waits to be one', ({ coach }) => insertApplication(coach)],
  [
    'U6 a result is one that can be',
    'the game was not played',
    ({ publicBallId, owner, joiner }) =>
      `WITH r AS (${insertResult(publicBallId, owner)} RETURNING id)
        INSERT INTO ball_result_players SELECT id, ${owner}, 'A' FROM r UNION SELECT id, ${joiner}, 'B' FROM r`,
  ],
  [
    'U6 a result is one that can be',
    'somebody played who had no seat',
    (world) => ofResult(world, `user_id = ${world.stranger}`, `user_id = ${world.joiner}`),
  ],
  [
    'U6 a result is one that can be',
    'who wrote it down agreed with himself',
    ({ people, owner }) => `UPDATE ball_results SET answered_by = ${owner} WHERE id = ${people.resultId}`,
  ],
  [
    'U7 an agreed result has counted, and no other',
    'an agreed result moved nothing',
    (world) => ofResult(world, 'rating_change = null'),
  ],
  [
    'U7 an agreed result has counted, and no other',
    'a result moved ratings before anybody agreed',
    ({ people }) =>
      `UPDATE ball_results SET state = 'PROPOSED', answered_by = null, answered_at = null WHERE id = ${people.resultId}`,
  ],
  [
    'U7 an agreed result has counted, and no other',
    'who lost won by it',
    (world) => ofResult(world, 'rating_change = -rating_change'),
  ],
  ['U8 what a result gives it takes', 'both won by it', (world) => ofResult(world, 'rating_change = 0.05')],
]
