import type { Cell } from '@paidang/domain/areas/schedule/cells'
import type { Database } from '../../../db/database.ts'
import { claimCells } from './claim-cells.ts'
import { deleteCellsOfClass, listCellsOfClass, restoreLeftLocks } from './move-queries.ts'
import { yieldLocks } from './queries.ts'

/**
 * Where a class moves. `cells` are all its new cells, sorted by byClaimOrder. `overLocksOf` is a coach whose locks give
 * way.
 */
export type ClassMove = {
  cells: readonly Cell[]
  overLocksOf?: { coachId: string; day: string; beginTimeSlot: number; endTimeSlot: number }
}

/**
 * Makes a class hold exactly these cells. Kept cells are never released. New cells are claimed first, then the others
 * are released, to the coach's locks where they came from there.
 *
 * New cells are claimed before any are released, because the opposite order can deadlock. Whoever waits for a released
 * half-hour may hold one that this class still needs.
 *
 * @throws CellsTaken, with the new cells, when somebody else holds one of them
 * Source: decision "Half-hours, courts, claims"
 */
export async function moveClass(tx: Database, invitationId: string, { cells, overLocksOf }: ClassMove): Promise<void> {
  const held = await listCellsOfClass(tx, invitationId)
  const heldKeys = new Set(held.map(keyOf))
  const wantedKeys = new Set(cells.map(keyOf))
  if (overLocksOf) await yieldLocks(tx, { ...overLocksOf, invitationId })
  const fresh = cells.filter((cell) => !heldKeys.has(keyOf(cell)))
  if (fresh.length > 0) await claimCells(tx, invitationId, fresh)
  const left = held.filter((cell) => !wantedKeys.has(keyOf(cell)))
  await deleteCellsOfClass(tx, invitationId, left)
  await restoreLeftLocks(tx, invitationId)
}

function keyOf({ kind, resourceId, day, halfHour }: Cell): string {
  return `${kind} ${resourceId} ${day} ${halfHour}`
}
