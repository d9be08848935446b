/**
 * A company's rule for cancelling, where it has made no policy. It is free until this many hours before the start. After
 * that a number of late ones are forgiven.
 */
export type CancellationPolicy = { freeCancelHours: number; forgivenLateCancels: number }

/** Late cancellations are counted over this many days back. Source: decision "Cancellation policy". */
export const LATE_CANCEL_WINDOW_DAYS = 90

/** When free cancelling ends. */
export function freeUntilOf(policy: Pick<CancellationPolicy, 'freeCancelHours'>, startsAt: Date): Date {
  return new Date(startsAt.getTime() - policy.freeCancelHours * 3_600_000)
}
