import { fault, type Invariant } from './invariant.ts'

/** The half-hours of courts that closures have taken from classes or games which they have still to settle. */
export const takenByClosures = (booking: 'invitation_id' | 'ball_id') => `
  SELECT 1, l.court_id, l.day, h, t.${booking}
  FROM closure_items t JOIN closures c ON c.id = t.closure_id JOIN venue_locks l ON l.series_id = c.lock_series_id AND l.day = c.day
  CROSS JOIN generate_series(l.begin_time_slot, l.end_time_slot - 1) h
  WHERE t.state <> 'DONE'`

/** Classes and games that hold a court: when, and which item they may be. */
const STANDING = `(
  SELECT i.id, i.court_id, i.course_date AS day, i.begin_time_slot, i.end_time_slot, 'invitation' AS kind FROM invitations i
    WHERE i.invitation_status = 'CONFIRMED' OR i.invitation_status = 'PENDING' AND NOT i.use_unavailable AND i.expires_at > $1::timestamptz
  UNION ALL SELECT b.id, b.court_id, b.activity_date, b.begin_time_slot, b.end_time_slot, 'ball' FROM ball_games b
    WHERE b.status IN ('UNPAID', 'OPEN', 'FULL'))`

/** The invariants of closures. */
export const CLOSURE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'K1 no class or game stands on a closed court',
    severity: 'fault',
    holds: 'Under a lock of a closure there is only what the closure has still to settle',
    sql: `SELECT DISTINCT s.id FROM closures c JOIN venue_locks l ON l.series_id = c.lock_series_id AND l.day = c.day
      JOIN ${STANDING} s ON s.court_id = l.court_id AND s.day = l.day
        AND s.begin_time_slot < l.end_time_slot AND l.begin_time_slot < s.end_time_slot
      WHERE NOT EXISTS (SELECT FROM closure_items t WHERE t.state <> 'DONE'
        AND CASE s.kind WHEN 'ball' THEN t.ball_id ELSE t.invitation_id END = s.id)`,
    usesNow: true,
  },
  fault(
    'K2 what a closure called off is called off',
    'A class is cancelled by who closed, a game by its venue; what ended before gave nothing back',
    `SELECT t.id FROM closure_items t JOIN closures c ON c.id = t.closure_id
        LEFT JOIN invitations i ON i.id = t.invitation_id LEFT JOIN ball_games b ON b.id = t.ball_id
      WHERE t.outcome = 'CALLED_OFF' AND NOT CASE WHEN t.ball_id IS NULL
            THEN i.invitation_status = 'CANCELLED' AND i.cancelled_by IS NOT DISTINCT FROM c.made_by
            ELSE b.status = 'CANCELLED' AND b.cancel_reason = 'VENUE' END
        OR t.outcome = 'ENDED_BEFORE' AND (t.sessions <> 0 OR t.fen <> 0)`,
  ),
  fault(
    'K3 a closure gave back what it says',
    'The hours of a class that it called off are those that came back at that moment',
    `SELECT t.id FROM closure_items t WHERE t.outcome = 'CALLED_OFF' AND t.invitation_id IS NOT NULL AND t.sessions <> (
      SELECT coalesce(sum(CASE l.kind WHEN 'VOID' THEN -l.held_change ELSE l.remaining_change END), 0) FROM lesson_ledger l
      WHERE l.invitation_id = t.invitation_id AND l.kind IN ('VOID', 'REFUND') AND l.created_at = t.settled_at)`,
  ),
]
