import type { Cell, ClaimKind } from '@paidang/domain/areas/time/schedule/cells'
import { and, desc, eq, inArray, ne, not, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { literals } from '../../../db/literal.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims, venueLocks } from '../../../tables/schedule.ts'

/** What holds a clashing cell: the resource, its holder, and the class (null for a lock or a game). */
export type CellHolder = {
  kind: ClaimKind
  resourceId: string
  holderKind: number
  holderId: string
  invitationId: string | null
  /** The venue closed the court then (闭馆). */
  isClosed: boolean
}

/**
 * Whether a claim is held by a lock of a closure. Managers give their own locks no reason. It looks one lock up: as `exists`
 * PostgreSQL reads all locks that there are.
 */
export const isByClosure = sql<boolean>`(holder_kind = ${literals(HOLDER_KIND.VENUE_LOCK)}
  and coalesce((select l.reason <> '' from ${venueLocks} l where l.id = holder_id), false))`

const KIND_NAMES: Record<number, ClaimKind> = {
  [CLAIM_KIND.COURT]: 'COURT',
  [CLAIM_KIND.COACH]: 'COACH',
  [CLAIM_KIND.PLAYER]: 'PLAYER',
}

/** Pass the cells as four lists: one lock may ask about more cells than a statement may have parameters. */
const isOneOf = (cells: readonly Cell[]) => sql`
  (${slotClaims.kind}, ${slotClaims.resourceId}, ${slotClaims.day}, ${slotClaims.halfHour}) in (select * from unnest(
    ${sql.param(cells.map(({ kind }) => CLAIM_KIND[kind]))}::smallint[],
    ${sql.param(cells.map(({ resourceId }) => resourceId))}::bigint[],
    ${sql.param(cells.map(({ day }) => day))}::date[],
    ${sql.param(cells.map(({ halfHour }) => halfHour))}::smallint[]))`

/**
 * Finds the holder of the first taken cell. Half-hours in which `userId` plays come first, then what the venue closed, then
 * claim order. Undefined
 * when all cells are free by now, or held by locks of the coach `overLocksOf`, which give way.
 */
export async function findHolder(
  db: Database,
  cells: readonly Cell[],
  { overLocksOf, userId }: { overLocksOf?: string | undefined; userId?: string } = {},
): Promise<CellHolder | undefined> {
  if (cells.length === 0) return undefined
  const yieldsTo =
    overLocksOf === undefined
      ? undefined
      : and(eq(slotClaims.holderKind, HOLDER_KIND.COACH_LOCK), eq(slotClaims.resourceId, overLocksOf))
  const { kind, resourceId, halfHour } = slotClaims
  const isOwn = sql`${kind} = ${CLAIM_KIND.PLAYER} and ${resourceId} = ${userId}`
  const [row] = await db
    .select({
      kind: slotClaims.kind,
      resourceId: slotClaims.resourceId,
      holderKind: slotClaims.holderKind,
      holderId: slotClaims.holderId,
      isClosed: isByClosure,
    })
    .from(slotClaims)
    .where(and(isOneOf(cells), yieldsTo && not(yieldsTo)))
    .orderBy(...(userId === undefined ? [] : [desc(isOwn)]), desc(isByClosure), kind, resourceId, halfHour)
    .limit(1)
  if (!row) return undefined
  const invitationId = row.holderKind === HOLDER_KIND.INVITATION ? row.holderId : null
  return { ...row, kind: KIND_NAMES[row.kind] as ClaimKind, invitationId }
}

/** The classes that hold any of these cells, by id. */
export async function holdersAmongClasses(db: Database, cells: readonly Cell[]): Promise<string[]> {
  if (cells.length === 0) return []
  const rows = await db
    .selectDistinct({ id: slotClaims.holderId })
    .from(slotClaims)
    .where(and(isOneOf(cells), eq(slotClaims.holderKind, HOLDER_KIND.INVITATION)))
    .orderBy(slotClaims.holderId)
  return rows.map(({ id }) => id)
}

/** What is taken on a day of these courts and people, by anything but one class. A person is coach or player. */
export async function takenBesides(
  db: Database,
  {
    courtIds,
    personIds,
    day,
    exceptInvitationId = '0',
  }: { courtIds: string[]; personIds: string[]; day: string; exceptInvitationId?: string | undefined },
): Promise<{ isCourt: boolean; resourceId: string; halfHour: number }[]> {
  const { kind, resourceId, halfHour, holderKind, holderId } = slotClaims
  return db
    .select({ isCourt: sql<boolean>`${kind} = ${CLAIM_KIND.COURT}`, resourceId, halfHour })
    .from(slotClaims)
    .where(
      and(
        eq(slotClaims.day, day),
        or(
          and(eq(kind, CLAIM_KIND.COURT), inArray(resourceId, courtIds)),
          and(inArray(kind, [CLAIM_KIND.COACH, CLAIM_KIND.PLAYER]), inArray(resourceId, personIds)),
        ),
        or(ne(holderKind, HOLDER_KIND.INVITATION), ne(holderId, exceptInvitationId)),
      ),
    )
    .orderBy(kind, resourceId, halfHour)
}
