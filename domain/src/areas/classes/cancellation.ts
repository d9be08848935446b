/** A company's rule for cancelling: free until so many hours before the start, then so many late ones are forgiven. */
export type CancellationPolicy = { freeCancelHours: number; forgivenLateCancels: number }

/** Late cancellations are counted over this many days back. Source: decision "Cancellation policy". */
export const LATE_CANCEL_WINDOW_DAYS = 90

/** Why a cancellation is free, or that it is not. */
export const CANCELLATION_REASONS = [
  'by_coach',
  'not_confirmed',
  'early',
  'changed',
  'nothing_held',
  'forgiven',
  'late',
] as const
export type CancellationReason = (typeof CANCELLATION_REASONS)[number]

/** What a cancellation costs: lesson hours lost of those held, and why. */
export type CancellationCost = { lostSessions: number; reason: CancellationReason; freeUntil: Date }

/** When free cancelling ends. */
export function freeUntilOf(policy: Pick<CancellationPolicy, 'freeCancelHours'>, startsAt: Date): Date {
  return new Date(startsAt.getTime() - policy.freeCancelHours * 3_600_000)
}

/**
 * What cancelling now costs. The one function for the sentence before the button and for the ledger.
 * A coach's cancellation is always free; so is one of a class that nobody confirmed yet, one before the border, one after the
 * club changed the class (`isChanged`), one of a seat that holds nothing, and as many late ones within 90 days as the policy
 * forgives. Otherwise the held hours are lost. Source: decision "Cancellation policy".
 */
export function cancellationCost({
  by,
  policy,
  startsAt,
  now,
  isConfirmed,
  isChanged,
  heldSessions,
  lateCancelsBefore,
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
  const freeUntil = freeUntilOf(policy, startsAt)
  const free = (reason: CancellationReason): CancellationCost => ({ lostSessions: 0, reason, freeUntil })
  if (by === 'coach') return free('by_coach')
  if (!isConfirmed) return free('not_confirmed')
  if (now.getTime() <= freeUntil.getTime()) return free('early')
  if (isChanged) return free('changed')
  if (heldSessions === 0) return free('nothing_held')
  if (lateCancelsBefore < policy.forgivenLateCancels) return free('forgiven')
  return { lostSessions: heldSessions, reason: 'late', freeUntil }
}
