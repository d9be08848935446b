import { ApiError } from '@paidang/api/catalogue/errors'
import type { Cell, ClaimKind } from '@paidang/domain/areas/time/schedule/cells'
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { literals } from '../../../db/literal.ts'
import { param, statement } from '../../../db/statement.ts'
import { gridTopics } from '../../../db/topics.ts'
import { CLAIM_KIND, coachLocks, HOLDER_KIND, lockYields, slotClaims } from '../../../tables/schedule.ts'

/**
 * Topics of the grids that a class or ball game touches. A game may be at a venue outside the platform. `day` is
 * yyyy-mm-dd.
 */
export function gridTopicsOf({
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

type Holder = { kind: keyof typeof HOLDER_KIND; id: string }

/** Claims cells for a holder, in the order given. A taken one fails with 23505 on slot_claims_pkey. */
async function insertClaims(tx: Database, holder: Holder, cells: readonly Cell[]): Promise<void> {
  if (cells.length === 0) return
  await tx.insert(slotClaims).values(
    cells.map(({ kind, resourceId, day, halfHour }) => ({
      kind: CLAIM_KIND[kind],
      resourceId,
      day,
      halfHour,
      holderKind: HOLDER_KIND[holder.kind],
      holderId: holder.id,
    })),
  )
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

async function claimFor(tx: Database, holder: Holder, cells: readonly Cell[]): Promise<void> {
  try {
    await tx.transaction((inner) => insertClaims(inner, holder, cells))
  } catch (error) {
    if (isUniqueViolation(error, 'slot_claims_pkey')) throw new CellsTaken(cells)
    throw error
  }
}

const deleteAll = statement<{ holderKind: number; holderId: string }>(
  () => sql`delete from ${slotClaims} where holder_kind = ${param('holderKind')} and holder_id = ${param('holderId')}`,
  { isSentWithNext: true },
)

/** Releases all claims of a holder. With `kind` and `resourceId` it releases only those of that resource. */
async function deleteClaims(
  tx: Database,
  holder: Holder,
  only?: { kinds: readonly ClaimKind[]; resourceId: string },
): Promise<void> {
  if (!only) {
    await tx.execute(deleteAll({ holderKind: HOLDER_KIND[holder.kind], holderId: holder.id }))
    return
  }
  await tx.delete(slotClaims).where(
    and(
      eq(slotClaims.holderKind, HOLDER_KIND[holder.kind]),
      eq(slotClaims.holderId, holder.id),
      inArray(
        slotClaims.kind,
        only.kinds.map((kind) => CLAIM_KIND[kind]),
      ),
      eq(slotClaims.resourceId, only.resourceId),
    ),
  )
}

/** Returns half-hours to the locks that gave way to a class, where nobody else has claimed them since. */
const restoreLocks = statement<{ invitationId: string }>(
  () => sql`
    with given as (delete from ${lockYields} where invitation_id = ${param('invitationId')} returning lock_id, half_hour)
    insert into ${slotClaims} (kind, resource_id, day, half_hour, holder_kind, holder_id)
    select ${literals(CLAIM_KIND.COACH)}, l.coach_id, l.day, given.half_hour, ${literals(HOLDER_KIND.COACH_LOCK)}, l.id
    from given join ${coachLocks} l on l.id = given.lock_id
    order by l.coach_id, l.day, given.half_hour
    on conflict do nothing`,
  { isSentWithNext: true },
)

/** Releases all cells of a class. The coach's locks that had given way to it return. */
export async function releaseClass(tx: Database, invitationId: string): Promise<void> {
  await deleteClaims(tx, { kind: 'INVITATION', id: invitationId })
  await tx.execute(restoreLocks({ invitationId }))
}

/** Releases the half-hours of a player who leaves a class. */
export async function releasePlayer(tx: Database, invitationId: string, userId: string): Promise<void> {
  await deleteClaims(tx, { kind: 'INVITATION', id: invitationId }, { kinds: ['PLAYER', 'COACH'], resourceId: userId })
}

/** Releases all cells of a ball game. */
export async function releaseBall(tx: Database, ballId: string): Promise<void> {
  await deleteClaims(tx, { kind: 'BALL', id: ballId })
}

/** Releases the court of a class or game from a half-hour on. Its people keep their half-hours. */
export async function releaseCourtFrom(tx: Database, holder: Holder, from: number): Promise<void> {
  await tx
    .delete(slotClaims)
    .where(
      and(
        eq(slotClaims.holderKind, HOLDER_KIND[holder.kind]),
        eq(slotClaims.holderId, holder.id),
        eq(slotClaims.kind, CLAIM_KIND.COURT),
        gte(slotClaims.halfHour, from),
      ),
    )
}

/** Releases the half-hours of a player who leaves a ball game. */
export async function releaseBallPlayer(tx: Database, ballId: string, userId: string): Promise<void> {
  await deleteClaims(tx, { kind: 'BALL', id: ballId }, { kinds: ['PLAYER', 'COACH'], resourceId: userId })
}

/**
 * A coach's own locks give these half-hours to a class. Their claims are deleted, and the yields are recorded. The rows
 * of the locks are locked first, in the order of their ids.
 */
export async function releaseOwnLocks(
  tx: Database,
  {
    coachId,
    day,
    beginTimeSlot,
    endTimeSlot,
    invitationId,
  }: { coachId: string; day: string; beginTimeSlot: number; endTimeSlot: number; invitationId: string },
): Promise<void> {
  await tx
    .select({ id: coachLocks.id })
    .from(coachLocks)
    .where(and(eq(coachLocks.coachId, coachId), eq(coachLocks.day, day)))
    .orderBy(coachLocks.id)
    .for('update')
  const param = await tx
    .delete(slotClaims)
    .where(
      and(
        eq(slotClaims.kind, CLAIM_KIND.COACH),
        eq(slotClaims.resourceId, coachId),
        eq(slotClaims.day, day),
        sql`${slotClaims.halfHour} >= ${beginTimeSlot} and ${slotClaims.halfHour} < ${endTimeSlot}`,
        eq(slotClaims.holderKind, HOLDER_KIND.COACH_LOCK),
      ),
    )
    .returning({ lockId: slotClaims.holderId, halfHour: slotClaims.halfHour })
  if (param.length > 0) await tx.insert(lockYields).values(param.map((row) => ({ ...row, invitationId })))
}

/** Makes the error for a taken slot. The message says whose half-hour it is, in the wording of the specification. */
export function clashError(kind: 'COACH' | 'COURT' | 'PLAYER', alternatives: unknown[], isClosed = false): ApiError {
  const code = isClosed ? 'slot_closed' : kind === 'PLAYER' ? 'slot_mine' : 'slot_taken'
  return new ApiError(code, { data: { clash: kind, alternatives } })
}

/**
 * Claims the half-hours in which a new coach takes classes or plays for the coach role too. They must have no claims as a
 * coach before.
 *
 * Source: decision "Half-hours, courts, claims"
 */
export async function claimAsCoach(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${slotClaims} (kind, resource_id, day, half_hour, holder_kind, holder_id)
    select ${CLAIM_KIND.COACH}, c.resource_id, c.day, c.half_hour, c.holder_kind, c.holder_id
    from ${slotClaims} c where c.kind = ${CLAIM_KIND.PLAYER} and c.resource_id = ${userId}
    order by c.day, c.half_hour`)
}

/**
 * Moves the half-hours of a registered student to the account that claimed them; those of a coach count for that role
 * too. A half-hour that the account has already fails with 23505 on slot_claims_pkey.
 *
 * @returns the days
 */
export async function handOverClaims(
  tx: Database,
  { from, to, isCoach }: { from: string; to: string; isCoach: boolean },
): Promise<string[]> {
  const own = and(eq(slotClaims.kind, CLAIM_KIND.PLAYER), eq(slotClaims.resourceId, from))
  const moved = await tx.update(slotClaims).set({ resourceId: to }).where(own).returning()
  if (isCoach && moved.length > 0)
    await tx.insert(slotClaims).values(moved.map((claim) => ({ ...claim, kind: CLAIM_KIND.COACH })))
  return [...new Set(moved.map(({ day }) => day))]
}

/**
 * Runs a transaction that claims half-hours, and runs it once more when they turned out to be free.
 *
 * @param once opens and ends its own transaction
 * @param refuse throws the reason why the cells are taken; it returns only while `isFinal` is false, when a retry may
 *   help
 * @throws what `refuse` throws when they are taken; anything else that `once` throws
 */
export async function retryOnce<T>(
  once: () => Promise<T>,
  refuse: (cells: CellsTaken['cells'], isFinal: boolean) => Promise<void>,
): Promise<T> {
  return once().catch(async (error: unknown) => {
    if (!(error instanceof CellsTaken)) throw error
    await refuse(error.cells, false)
    return once().catch(async (again: unknown) => {
      if (again instanceof CellsTaken) await refuse(again.cells, true)
      throw again
    })
  })
}
