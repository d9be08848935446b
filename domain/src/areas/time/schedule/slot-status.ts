/** The status of a half-hour of a court for the person who asks. Source: specification §4 "Slot statuses". */
export const SLOT_STATUSES = [
  'COACH_OCCUPIED',
  'COURT_OCCUPIED',
  'COACH_UNAVAILABLE',
  'COURT_UNAVAILABLE',
  'AVAILABLE',
  'MY_INVITING',
] as const
export type SlotStatus = (typeof SLOT_STATUSES)[number]

/** The facts of one half-hour of one court, for one person and one coach. */
export type SlotState = {
  /** An active invitation of the person who asks. */
  mine: boolean
  /** An active invitation of the coach. */
  coachBooked: boolean
  /** An active invitation on the court. */
  courtBooked: boolean
  /** The coach's own lock. */
  coachLocked: boolean
  /** The venue's lock, a closed hour, or a half-hour that has begun. */
  courtClosed: boolean
}

/** Whether a status counts as booked. All except AVAILABLE do. Source: specification §4. */
export function isBooked(status: SlotStatus): boolean {
  return status !== 'AVAILABLE'
}

/**
 * The one status that is shown when several facts apply. Source: decision "Half-hours, courts, claims", grid status.
 */
export function slotStatusOf({ mine, coachBooked, courtBooked, coachLocked, courtClosed }: SlotState): SlotStatus {
  if (mine) return 'MY_INVITING'
  if (coachBooked) return 'COACH_OCCUPIED'
  if (courtBooked) return 'COURT_OCCUPIED'
  if (coachLocked) return 'COACH_UNAVAILABLE'
  if (courtClosed) return 'COURT_UNAVAILABLE'
  return 'AVAILABLE'
}
