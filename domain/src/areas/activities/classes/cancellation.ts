import { type CancellationPolicy, freeUntilOf, LATE_CANCEL_WINDOW_DAYS } from './free-time.ts'
import { type CancellationCost, consequenceOf, type Policy } from './policy.ts'

const NOTHING_FORGIVEN = { times: 0, days: LATE_CANCEL_WINDOW_DAYS }

/** This rule as a policy: late costs all, who is absent pays as who comes, and leave is free. */
export function policyOfRule({ freeCancelHours, forgivenLateCancels }: CancellationPolicy): Policy {
  return {
    tiers: [{ hours: freeCancelHours, percent: 100 }],
    percents: { late: 100, absent: 100, leave: 0 },
    forgiven: {
      cancel: { ...NOTHING_FORGIVEN, times: forgivenLateCancels },
      late: NOTHING_FORGIVEN,
      absent: NOTHING_FORGIVEN,
      leave: NOTHING_FORGIVEN,
    },
    coachAbsentHalves: 0,
  }
}

/**
 * What cancelling now costs under this rule.
 * Free are cancellations by a coach, of an unconfirmed class, before the deadline, and of a seat without held hours.
 * Also free is one after the club changed the class (`isChanged`). Late ones are free up to the number that the policy
 * forgives within 90 days. Otherwise the held hours are lost. Source: decision "Cancellation policy".
 */
export function cancellationCost({
  by,
  policy,
  startsAt,
  now,
  lateCancelsBefore: before,
  ...facts
}: {
  by: 'player' | 'coach'
  policy: CancellationPolicy
  startsAt: Date
  now: Date
  isConfirmed: boolean
  isChanged: boolean
  heldSessions: number
  lateCancelsBefore: number
}): CancellationCost {
  if (by === 'coach') return { lostSessions: 0, reason: 'by_coach', freeUntil: freeUntilOf(policy, startsAt) }
  return consequenceOf({ kind: 'cancel', ...facts, before }, policyOfRule(policy), { startsAt, now })
}
