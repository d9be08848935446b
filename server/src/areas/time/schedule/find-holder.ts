import type { Cell, ClaimKind } from '@paidang/domain/areas/schedule/cells'
import type { Database } from '../../../db/database.ts'
import { HOLDER_KIND } from '../../../tables/schedule.ts'
import { findFirstHolder, listHoldingClasses, listTakenFor } from './queries.ts'

/** What holds a clashing cell: the resource, its holder, and the class (null for a lock or a game). */
export type CellHolder = {
  kind: ClaimKind
  resourceId: string
  holderKind: number
  holderId: string
  invitationId: string | null
}

/**
 * Finds the holder of the first taken cell. Half-hours in which `userId` plays come first, then claim order. Undefined
 * when all cells are free by now, or held by locks that give way.
 */
export async function findHolder(
  db: Database,
  cells: readonly Cell[],
  given: { overLocksOf?: string | undefined; userId?: string } = {},
): Promise<CellHolder | undefined> {
  const row = await findFirstHolder(db, cells, given)
  return (
    row && {
      ...row,
      invitationId: row.holderKind === HOLDER_KIND.INVITATION ? row.holderId : null,
    }
  )
}

/** The classes that hold any of these cells, by id. */
export const holdersAmongClasses = listHoldingClasses

/** What is taken on a day of courts and people, by anything but one class. A person is coach or player. */
export const takenBesides = listTakenFor
