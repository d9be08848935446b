import type { Cell } from '@paidang/domain/areas/schedule/cells'
import type { Database } from '../../db/database.ts'
import { claimCells } from './claim-cells.ts'
import { deleteCellsOfClass, listCellsOfClass, restoreLeftLocks } from './move-queries.ts'
import { yieldLocks } from './queries.ts'

/** Where a class goes. `cells` are all it is to hold, sorted by byClaimOrder; `overLocksOf` a coach whose locks give way. */
export type ClassMove = {
  cells: readonly Cell[]
  overLocksOf?: { coachId: string; day: string; beginTimeSlot: number; endTimeSlot: number }
}

/**
 * A class holds these cells and no others: what it keeps is never let go, what is new is claimed, then what is left is
 * given back, to the coach's locks where it was theirs.
 *
 * What is new is claimed before anything is given back: whoever waits for a half-hour that we have just let go may hold
 * one that we still want, and the two would wait for each other.
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
