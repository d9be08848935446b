/** A company's rule for cancelling: free until so many hours before the start, then so many late ones are forgiven. */
export type CancellationPolicy = { freeCancelHours: number; forgivenLateCancels: number }

/** Late cancellations are counted over this many days back. Source: decision "Cancellation policy". */
export const LATE_CANCEL_WINDOW_DAYS = 90

/** Why a cancellation is free, or that it is not. */
export type CancellationReason = 'by_coach' | 'not_confirmed' | 'early' | 'forgiven' | 'late'

/** What a cancellation costs: lesson hours lost of those held, and why. */
export type CancellationCost = { lostSessions: number; reason: CancellationReason; freeUntil: Date }

/** When free cancelling ends. */
export function freeUntilOf(policy: Pick<CancellationPolicy, 'freeCancelHours'>, startsAt: Date): Date {
  return new Date(startsAt.getTime() - policy.freeCancelHours * 3_600_000)
}

/**
 * What cancelling now costs. The one function for the sentence before the button and for the ledger.
 * A coach's cancellation is always free; so is one of a class that nobody confirmed yet, one before the border, and as many
 * late ones within 90 days as the policy forgives; otherwise the held hours are lost. Source: decision "Cancellation policy".
 */
export function cancellationCost({
  by,
  policy,
  startsAt,
  now,
  isConfirmed,
  heldSessions,
  lateCancelsBefore,
}: {
  by: 'player' | 'coach'
  policy: CancellationPolicy
  startsAt: Date
  now: Date
  isConfirmed: boolean
  heldSessions: number
  lateCancelsBefore: number
}): CancellationCost {
  const freeUntil = freeUntilOf(policy, startsAt)
  const free = (reason: CancellationReason): CancellationCost => ({ lostSessions: 0, reason, freeUntil })
  if (by === 'coach') return free('by_coach')
  if (!isConfirmed) return free('not_confirmed')
  if (now.getTime() <= freeUntil.getTime()) return free('early')
  if (lateCancelsBefore < policy.forgivenLateCancels) return free('forgiven')
  return { lostSessions: heldSessions, reason: 'late', freeUntil }
}
