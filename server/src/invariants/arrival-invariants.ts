import { fault, type Invariant } from './invariant.ts'

/** Classes and games with the times by which arrivals and releases are judged. */
const BOOKINGS = `(
  SELECT id AS invitation_id, NULL::bigint AS ball_id, course_date AS day, begin_time_slot, end_time_slot, signed_at FROM invitations
  UNION ALL SELECT NULL, id, activity_date, begin_time_slot, end_time_slot, NULL FROM ball_games)`
const at = (halfHour: string) => `((b.day + ${halfHour} * interval '30 min') AT TIME ZONE interval '8 hours')`
const isOf = (other: string) => `(b.invitation_id = ${other}.invitation_id OR b.ball_id = ${other}.ball_id)`

/** The invariants of arrivals, and of courts that a venue releases because nobody took them up. */
export const ARRIVAL_INVARIANTS: readonly Invariant[] = [
  fault(
    'H1 a court is released when nobody took it up',
    'From minute 15 until the end, from the half-hour that ran; nobody had arrived for this time, and the coach had not signed',
    `SELECT x.id FROM court_releases x JOIN ${BOOKINGS} b ON ${isOf('x')}
      WHERE x.released_at < ${at('b.begin_time_slot')} + interval '15 min' OR x.released_at >= ${at('b.end_time_slot')}
        OR x.released_at < ${at('x.from_time_slot')} OR x.released_at >= ${at('(x.from_time_slot + 1)')}
        OR b.signed_at < x.released_at OR EXISTS (
          SELECT 1 FROM arrivals a WHERE ${isOf('a')} AND a.arrived_at >= ${at('b.begin_time_slot')} - interval '30 min')`,
  ),
  fault(
    'H2 who arrives takes part',
    'The coach, or somebody who has or had a seat; before the end',
    `SELECT a.id FROM arrivals a JOIN ${BOOKINGS} b ON ${isOf('a')} WHERE a.arrived_at >= ${at('b.end_time_slot')}
      UNION SELECT a.id FROM arrivals a WHERE NOT EXISTS (
        SELECT 1 FROM seats s WHERE s.invitation_id = a.invitation_id AND s.user_id = a.user_id
        UNION ALL SELECT 1 FROM invitation_events e WHERE e.invitation_id = a.invitation_id AND e.action = 'change-coach'
        UNION ALL SELECT 1 FROM invitations i WHERE i.id = a.invitation_id AND i.coach_id = a.user_id
        UNION ALL SELECT 1 FROM ball_participants p WHERE p.ball_id = a.ball_id AND p.user_id = a.user_id)`,
  ),
  fault(
    'H3 the rule of a venue is the last that was set',
    'Since the last change that switched it on; off without one',
    `SELECT v.id FROM venues v LEFT JOIN LATERAL (
        SELECT c.is_on, c.created_at FROM release_rule_changes c WHERE c.venue_id = v.id ORDER BY c.id DESC LIMIT 1) last ON true
      WHERE v.release_since IS DISTINCT FROM CASE WHEN last.is_on THEN last.created_at END`,
  ),
]
