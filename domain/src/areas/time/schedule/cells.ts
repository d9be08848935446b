import type { Day } from '../../../kernel/day.ts'
import { type HalfHour, halfHoursBetween } from '../../../kernel/half-hour.ts'

/**
 * The kinds of claims on a half-hour, in the order in which they are claimed. Source: decision "Half-hours, courts,
 * claims".
 */
export const CLAIM_KINDS = ['COURT', 'COACH', 'PLAYER'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** One half-hour of one court, coach or player. It has at most one holder. resourceId is an id, a string of digits. */
export type Cell = { kind: ClaimKind; resourceId: string; day: Day; halfHour: HalfHour }

/** The resources of a booking. Half-hours are indices, end exclusive. */
export type CellsInput = {
  /** Absent when the court is not claimed, for example by a conflict-allowed invitation that still waits. */
  courtId?: string | null
  /** Absent when the coach is not claimed. */
  coachId?: string | null
  playerIds: readonly string[]
  /** The players who are coaches. Their COACH half-hours are taken too, so that nobody is in two places. */
  coachPlayerIds?: readonly string[]
  courseDate: Day
  beginTimeSlot: HalfHour
  endTimeSlot: HalfHour
}

/**
 * The cells that a booking takes, each once, sorted by kind, resource, day, half-hour. Every writer claims in this
 * order, so that two writers never deadlock.
 *
 * @throws RangeError for a half-hour outside 0..48
 * Source: decision "Half-hours, courts, claims"
 */
export function cellsOf(input: CellsInput): Cell[] {
  const { courtId, coachId, playerIds, coachPlayerIds = [], courseDate: day, beginTimeSlot, endTimeSlot } = input
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

/** Compares cells by kind (COURT, COACH, PLAYER), resource id as a number, day, half-hour. For sort. */
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
