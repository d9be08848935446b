import type { Cell } from '@paidang/domain/areas/time/schedule/cells'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { CLAIM_KIND, coachLocks, HOLDER_KIND, lockYields, slotClaims } from '../../../tables/schedule.ts'
import { claimCells, releaseOwnLocks } from './claim-cells.ts'

const ofClass = (invitationId: string) =>
  and(eq(slotClaims.holderKind, HOLDER_KIND.INVITATION), eq(slotClaims.holderId, invitationId))

const KINDS = Object.entries(CLAIM_KIND) as [Cell['kind'], number][]

/** The cells that a class holds. */
async function listCellsOfClass(tx: Database, invitationId: string): Promise<Cell[]> {
  const { kind, resourceId, day, halfHour } = slotClaims
  const rows = await tx.select({ kind, resourceId, day, halfHour }).from(slotClaims).where(ofClass(invitationId))
  return rows.flatMap((row) =>
    KINDS.filter(([, stored]) => stored === row.kind).map(([name]) => ({ ...row, kind: name })),
  )
}

/** Releases these cells of a class, and no others. */
async function deleteCellsOfClass(tx: Database, invitationId: string, cells: readonly Cell[]): Promise<void> {
  if (cells.length === 0) return
  const keys = sql.join(
    cells.map(
      ({ kind, resourceId, day, halfHour }) =>
        sql`(${CLAIM_KIND[kind]}::smallint, ${resourceId}::bigint, ${day}::date, ${halfHour}::smallint)`,
    ),
    sql`, `,
  )
  await tx
    .delete(slotClaims)
    .where(
      and(
        ofClass(invitationId),
        sql`(${slotClaims.kind}, ${slotClaims.resourceId}, ${slotClaims.day}, ${slotClaims.halfHour}) in (${keys})`,
      ),
    )
}

/** Locks take back the half-hours that they gave to a class and that the class no longer holds. */
async function restoreLeftLocks(tx: Database, invitationId: string): Promise<void> {
  await tx.execute(sql`
    with given as (
      delete from ${lockYields} using ${coachLocks} l
      where ${lockYields.invitationId} = ${invitationId} and l.id = ${lockYields.lockId} and not exists (
        select 1 from ${slotClaims} c
        where c.kind = ${CLAIM_KIND.COACH} and c.resource_id = l.coach_id and c.day = l.day
          and c.half_hour = ${lockYields.halfHour} and c.holder_kind = ${HOLDER_KIND.INVITATION} and c.holder_id = ${invitationId})
      returning l.id, l.coach_id, l.day, ${lockYields.halfHour} as half_hour)
    insert into ${slotClaims} (kind, resource_id, day, half_hour, holder_kind, holder_id)
    select ${CLAIM_KIND.COACH}, coach_id, day, half_hour, ${HOLDER_KIND.COACH_LOCK}, id
    from given order by coach_id, day, half_hour`)
}

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
  if (overLocksOf) await releaseOwnLocks(tx, { ...overLocksOf, invitationId })
  const fresh = cells.filter((cell) => !heldKeys.has(keyOf(cell)))
  if (fresh.length > 0) await claimCells(tx, invitationId, fresh)
  const left = held.filter((cell) => !wantedKeys.has(keyOf(cell)))
  await deleteCellsOfClass(tx, invitationId, left)
  await restoreLeftLocks(tx, invitationId)
}

function keyOf({ kind, resourceId, day, halfHour }: Cell): string {
  return `${kind} ${resourceId} ${day} ${halfHour}`
}
