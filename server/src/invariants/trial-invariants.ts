import { TRIAL_STATES, TRIAL_STEPS, trialRefundOf } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { fault, type Invariant } from './invariant.ts'

/** What goes back in each state: nothing, all, or half of 2 fen. */
const BACK_OF_STATES = TRIAL_STATES.map((state) => {
  const steps = Object.entries(TRIAL_STEPS).filter(([, { to }]) => to === state)
  const halves = Math.max(0, ...steps.map(([step]) => trialRefundOf(step as keyof typeof TRIAL_STEPS, 2)))
  return `('${state}', ${halves})`
}).join(', ')

/** The invariants of trial lessons. Source: decision record 055 */
export const TRIAL_INVARIANTS: readonly Invariant[] = [
  fault(
    'Q1 one trial lesson of a person and a club',
    'At most one is paid, used, or may still be',
    `SELECT min(id) AS id FROM trial_lessons WHERE state IN ('UNPAID', 'PAID', 'CONFIRMED', 'CANCELLED_LATE')
      GROUP BY player_id, company_id HAVING count(*) > 1`,
  ),
  fault(
    'Q2 the money of a trial lesson is where its state says',
    'One order of its player and price, unpaid, closed or paid as it is; what ended gave back all, or half when it was cancelled late',
    `SELECT t.id FROM trial_lessons t JOIN (VALUES ${BACK_OF_STATES}) back(state, halves) ON back.state = t.state
      LEFT JOIN orders o ON o.kind = 'TRIAL' AND o.object_id = t.id
      WHERE (o.user_id, o.amount_fen) IS DISTINCT FROM (t.player_id, t.price_fen)
        OR o.state <> CASE t.state WHEN 'UNPAID' THEN 'UNPAID' WHEN 'CLOSED' THEN 'CLOSED' ELSE 'PAID' END
        OR (SELECT coalesce(sum(r.amount_fen), 0) FROM refunds r WHERE r.order_id = o.id AND r.cause = 'trial')
          <> ceil(t.price_fen * back.halves / 2.0)
      UNION SELECT object_id FROM orders WHERE kind = 'TRIAL' GROUP BY object_id HAVING count(*) > 1`,
  ),
  fault(
    'Q3 a confirmed trial lesson is a class',
    'CONFIRMED stands or was held, CANCELLED was called off or not attended, and no other has one; its class is of the same people and takes no hours',
    `SELECT t.id FROM trial_lessons t LEFT JOIN invitations i ON i.trial_id = t.id LEFT JOIN seats s ON s.invitation_id = i.id
      WHERE (t.state IN ('CONFIRMED', 'CANCELLED', 'CANCELLED_LATE')) <> (i.id IS NOT NULL)
        OR t.state = 'CONFIRMED' AND i.invitation_status NOT IN ('CONFIRMED', 'COMPLETED')
        OR t.state = 'CANCELLED_LATE' AND i.invitation_status <> 'CANCELLED'
        OR t.state = 'CANCELLED' AND i.invitation_status <> 'CANCELLED' AND s.attendance IS DISTINCT FROM 'leave'
        OR (i.coach_id, i.initiator_id, s.user_id) <> (t.coach_id, t.player_id, t.player_id)
        OR s.contract_id IS NOT NULL OR EXISTS (SELECT 1 FROM lesson_ledger l WHERE l.invitation_id = i.id)`,
  ),
  {
    name: 'Q4 no paid trial lesson waits past its time',
    severity: 'warning',
    holds: 'An hour after the time for the answer the money is on its way back',
    sql: `SELECT id FROM trial_lessons WHERE state = 'PAID' AND expires_at < $1::timestamptz - interval '1 hour'`,
    usesNow: true,
  },
  fault(
    'Q5 nobody has hours of a trial lesson',
    'No contract is of a course that is a trial lesson',
    'SELECT c.id FROM contracts c JOIN courses k ON k.id = c.course_id WHERE k.is_trial',
  ),
]
