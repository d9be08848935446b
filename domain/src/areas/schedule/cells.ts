import type { Day } from '../../kernel/day.ts'
import { type HalfHour, halfHoursBetween } from '../../kernel/half-hour.ts'

/** What can be claimed for a half-hour, in the order in which it is claimed. Source: decision "Half-hours, courts, claims". */
export const CLAIM_KINDS = ['COURT', 'COACH', 'PLAYER'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** One half-hour of one court, coach or player: it has one holder at most. resourceId is an id, a string of digits. */
export type Cell = { kind: ClaimKind; resourceId: string; day: Day; halfHour: HalfHour }

/** What a booking takes; half-hours are indices, end exclusive. */
export type CellsWanted = {
  /** Absent when the court is not claimed, as for a conflict-allowed invitation that still waits. */
  courtId?: string | null
  /** Absent when the coach is not claimed. */
  coachId?: string | null
  playerIds: readonly string[]
  /** Those among the players who are coaches: their COACH half-hours are taken too, so that nobody is in two places. */
  coachPlayerIds?: readonly string[]
  courseDate: Day
  beginTimeSlot: HalfHour
  endTimeSlot: HalfHour
}

/**
 * The cells that a booking takes, each once, sorted by kind, resource, day, half-hour: every writer claims in this
 * order, so that two of them never wait for each other.
 *
 * @throws RangeError for a half-hour outside 0..48
 * Source: decision "Half-hours, courts, claims"
 */
export function cellsOf(wanted: CellsWanted): Cell[] {
  const { courtId, coachId, playerIds, coachPlayerIds = [], courseDate: day, beginTimeSlot, endTimeSlot } = wanted
  const halfHours = halfHoursBetween(beginTimeSlot, endTimeSlot)
  const cellsFor = (kind: ClaimKind, resourceIds: readonly string[]): Cell[] =>
    Array.from(new Set(resourceIds)).flatMap((resourceId) =>
      halfHours.map((halfHour) => ({ kind, resourceId, day, halfHour })),
    )
  return [
    ...cellsFor('COURT', courtId ? [courtId] : []),
    ...cellsFor('COACH', coachId ? [coachId, ...coachPlayerIds] : coachPlayerIds),
    ...cellsFor('PLAYER', playerIds),
  ].sort(byClaimOrder)
}

/** Compares cells by kind (COURT, COACH, PLAYER), resource id as a number, day, half-hour; for sort. */
export function byClaimOrder(a: Cell, b: Cell): number {
  return (
    CLAIM_KINDS.indexOf(a.kind) - CLAIM_KINDS.indexOf(b.kind) ||
    a.resourceId.length - b.resourceId.length ||
    byText(a.resourceId, b.resourceId) ||
    byText(a.day, b.day) ||
    a.halfHour - b.halfHour
  )
}

function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
