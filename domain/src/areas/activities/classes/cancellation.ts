/**
 * A company's rule for cancelling. It is free until this many hours before the start. After that a number of late ones
 * are forgiven.
 */
export type CancellationPolicy = { freeCancelHours: number; forgivenLateCancels: number }

/** Late cancellations are counted over this many days back. Source: decision "Cancellation policy". */
export const LATE_CANCEL_WINDOW_DAYS = 90

/** Why a cancellation is free, or that it costs hours. */
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
 * What cancelling now costs. The sentence before the button and the ledger both use this function.
 * Free are cancellations by a coach, of an unconfirmed class, before the deadline, and of a seat without held hours.
 * Also free is one after the club changed the class (`isChanged`). Late ones are free up to the number that the policy
 * forgives within 90 days. Otherwise the held hours are lost. Source: decision "Cancellation policy".
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
