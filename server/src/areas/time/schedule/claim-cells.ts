import { ApiError } from '@paidang/api/catalogue/errors'
import type { Cell } from '@paidang/domain/areas/schedule/cells'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { gridTopics } from '../../../db/topics.ts'
import { deleteClaims, insertClaims, restoreLocks, yieldLocks } from './queries.ts'

/** Which grids a class touches. */
export type TouchedGrids = { venueId: string; coachId: string; personIds: readonly string[]; day: string }

/** Notifies every open grid, here and in other processes, that these grids changed. */
export async function publishGridChanges(
  tx: Database,
  { venueId, coachId, personIds, day }: TouchedGrids,
): Promise<void> {
  const people = new Set([...personIds, coachId])
  await publishChanges(tx, [
    gridTopics.courts(venueId, day),
    ...[...people].flatMap((id) => [gridTopics.person(id, day), gridTopics.coach(id, day)]),
  ])
}

/**
 * Topics of the grids that a ball game touches. The game may be at a venue outside the platform. `day` is yyyy-mm-dd.
 */
export function gridTopicsOfBall({
  venueId,
  personIds,
  day,
}: {
  venueId: string | null
  personIds: readonly string[]
  day: string
}): string[] {
  const ofPeople = personIds.flatMap((id) => [gridTopics.person(id, day), gridTopics.coach(id, day)])
  return venueId === null ? ofPeople : [gridTopics.courts(venueId, day), ...ofPeople]
}

/** Thrown inside a booking transaction when somebody else holds at least one of the cells. */
export class CellsTaken extends Error {
  readonly cells: readonly Cell[]
  constructor(cells: readonly Cell[]) {
    super('a half-hour is taken')
    this.cells = cells
  }
}

/**
 * Claims cells for a class, all or none. The primary key decides; there is no check beforehand.
 *
 * @param cells sorted by byClaimOrder
 * @throws CellsTaken when one of them is held
 */
export async function claimCells(tx: Database, invitationId: string, cells: readonly Cell[]): Promise<void> {
  await claimFor(tx, { kind: 'INVITATION', id: invitationId }, cells)
}

/** Claims cells for a ball game, as for a class. @throws CellsTaken when one of them is held */
export async function claimForBall(tx: Database, ballId: string, cells: readonly Cell[]): Promise<void> {
  await claimFor(tx, { kind: 'BALL', id: ballId }, cells)
}

async function claimFor(
  tx: Database,
  holder: { kind: 'INVITATION' | 'BALL'; id: string },
  cells: readonly Cell[],
): Promise<void> {
  try {
    await tx.transaction((inner) => insertClaims(inner, holder, cells))
  } catch (error) {
    if (isUniqueViolation(error, 'slot_claims_pkey')) throw new CellsTaken(cells)
    throw error
  }
}

/** Releases all cells of a class. The coach's locks that had given way to it return. */
export async function releaseClass(tx: Database, invitationId: string): Promise<void> {
  await deleteClaims(tx, { kind: 'INVITATION', id: invitationId })
  await restoreLocks(tx, invitationId)
}

/** Releases the half-hours of a player who leaves a class. */
export async function releasePlayer(tx: Database, invitationId: string, userId: string): Promise<void> {
  await deleteClaims(tx, { kind: 'INVITATION', id: invitationId }, { kinds: ['PLAYER', 'COACH'], resourceId: userId })
}

/** Releases all cells of a ball game. */
export async function releaseBall(tx: Database, ballId: string): Promise<void> {
  await deleteClaims(tx, { kind: 'BALL', id: ballId })
}

/** Releases the half-hours of a player who leaves a ball game. */
export async function releaseBallPlayer(tx: Database, ballId: string, userId: string): Promise<void> {
  await deleteClaims(tx, { kind: 'BALL', id: ballId }, { kinds: ['PLAYER', 'COACH'], resourceId: userId })
}

/** Gives half-hours of the coach's own locks to a class that the coach confirms. */
export const releaseOwnLocks = yieldLocks

/** Makes the error for a taken slot. The message says whose half-hour it is, in the wording of the specification. */
export function clashError(kind: 'COACH' | 'COURT' | 'PLAYER', alternatives: unknown[]): ApiError {
  return new ApiError(kind === 'PLAYER' ? 'slot_mine' : 'slot_taken', { data: { clash: kind, alternatives } })
}
