import type { Cell, ClaimKind } from '@paidang/domain/areas/schedule/cells'
import type { Database } from '../../db/database.ts'
import { findFirstHolder, listHoldingClasses } from './queries.ts'
import { HOLDER_KIND } from './tables.ts'

/** Who stands in the way: which resource clashed, what holds it, and the class that does (null for a lock or a game). */
export type CellHolder = {
  kind: ClaimKind
  resourceId: string
  holderKind: number
  holderId: string
  invitationId: string | null
}

/**
 * The holder of the first taken cell: half-hours in which `userId` plays first, then in claim order. Undefined when all are free
 * by now, or held by locks that give way.
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
