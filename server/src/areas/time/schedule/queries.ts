import type { Cell, ClaimKind } from '@paidang/domain/areas/schedule/cells'
import { and, desc, eq, inArray, ne, not, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import { invitations } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, coachLocks, HOLDER_KIND, lockYields, slotClaims } from '../../../tables/schedule.ts'

const KIND_NAMES: Record<number, ClaimKind> = {
  [CLAIM_KIND.COURT]: 'COURT',
  [CLAIM_KIND.COACH]: 'COACH',
  [CLAIM_KIND.PLAYER]: 'PLAYER',
}

/** Whether somebody is a coach. */
export async function isCoachUser(db: Database, userId: string): Promise<boolean> {
  const [row] = await db.select({ userType: users.userType }).from(users).where(eq(users.id, userId))
  return row !== undefined && row.userType !== 0
}

/** A taken half-hour: by a lock, or by a class or ball game. */
export type TakenHalfHour = { resourceId: string; halfHour: number; isLock: boolean }

const readTaken = statement<{ kind: number; resourceIds: readonly string[]; day: string }>(
  () => sql`
    select resource_id as "resourceId", half_hour as "halfHour", holder_kind in (${sql.raw(`${HOLDER_KIND.COACH_LOCK}, ${HOLDER_KIND.VENUE_LOCK}`)}) as "isLock"
    from ${slotClaims}
    where kind = ${param('kind')} and resource_id = any(${param('resourceIds')}::bigint[]) and day = ${param('day')}`,
)

/** Which half-hours of these courts, or of this coach, are taken on a day. */
export async function listTaken(
  db: Database,
  kind: 'COURT' | 'COACH',
  resourceIds: readonly string[],
  day: string,
): Promise<TakenHalfHour[]> {
  return (await db.execute<TakenHalfHour>(readTaken({ kind: CLAIM_KIND[kind], resourceIds, day }))).rows
}

/** A person's active classes of a day, as player or as coach. */
export type OwnClass = { id: string; courtId: string; coachId: string; beginTimeSlot: number; endTimeSlot: number }

const readOwnClasses = statement<{ userId: string; day: string; now: Date }>(
  () => sql`
    select id, court_id as "courtId", coach_id as "coachId", begin_time_slot as "beginTimeSlot", end_time_slot as "endTimeSlot"
    from ${invitations}
    where id in (
        select distinct holder_id from ${slotClaims}
        where kind in (${sql.raw(`${CLAIM_KIND.COACH}, ${CLAIM_KIND.PLAYER}`)}) and resource_id = ${param('userId')}
          and day = ${param('day')} and holder_kind = ${sql.raw(String(HOLDER_KIND.INVITATION))})
      and (invitation_status = 'CONFIRMED' or (invitation_status = 'PENDING' and expires_at > ${param('now')}))`,
)

/** Reads them by the claims they hold. A PENDING class whose time to be answered has passed is no longer active. */
export async function listOwnClasses(db: Database, userId: string, day: string, now: Date): Promise<OwnClass[]> {
  return (await db.execute<OwnClass>(readOwnClasses({ userId, day, now }))).rows
}

/** What is taken on a day of these courts and people, by anything but one class. A person is coach or player. */
export async function listTakenFor(
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

/** The days in the range on which a person has an active class. */
export async function listOwnDays(db: Database, userId: string, fromDay: string, toDay: string): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ day: slotClaims.day })
    .from(slotClaims)
    .where(
      and(
        inArray(slotClaims.kind, [CLAIM_KIND.PLAYER, CLAIM_KIND.COACH]),
        eq(slotClaims.resourceId, userId),
        eq(slotClaims.holderKind, HOLDER_KIND.INVITATION),
        sql`${slotClaims.day} between ${fromDay} and ${toDay}`,
      ),
    )
  return new Set(rows.map(({ day }) => day))
}

type Holder = { kind: keyof typeof HOLDER_KIND; id: string }

/** Claims cells for a holder, in the order given. A taken one fails with 23505 on slot_claims_pkey. */
export async function insertClaims(tx: Database, holder: Holder, cells: readonly Cell[]): Promise<void> {
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

/** Copies a person's claims as a player to claims as a coach. The person must have no claims as a coach before. */
export async function copyPlayerClaims(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${slotClaims} (kind, resource_id, day, half_hour, holder_kind, holder_id)
    select ${CLAIM_KIND.COACH}, c.resource_id, c.day, c.half_hour, c.holder_kind, c.holder_id
    from ${slotClaims} c where c.kind = ${CLAIM_KIND.PLAYER} and c.resource_id = ${userId}
    order by c.day, c.half_hour`)
}

const deleteAll = statement<{ holderKind: number; holderId: string }>(
  () => sql`delete from ${slotClaims} where holder_kind = ${param('holderKind')} and holder_id = ${param('holderId')}`,
)

/** Releases all claims of a holder. With `kind` and `resourceId` it releases only those of that resource. */
export async function deleteClaims(
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

/** Pass the cells as four lists: one lock may ask about more cells than a statement may have parameters. */
const isOneOf = (cells: readonly Cell[]) => sql`
  (${slotClaims.kind}, ${slotClaims.resourceId}, ${slotClaims.day}, ${slotClaims.halfHour}) in (select * from unnest(
    ${sql.param(cells.map(({ kind }) => CLAIM_KIND[kind]))}::smallint[],
    ${sql.param(cells.map(({ resourceId }) => resourceId))}::bigint[],
    ${sql.param(cells.map(({ day }) => day))}::date[],
    ${sql.param(cells.map(({ halfHour }) => halfHour))}::smallint[]))`

/**
 * Finds who holds the first taken cell; undefined when all are free. Half-hours in which `userId` plays come first,
 * then claim order decides. Locks of the coach `overLocksOf` give way and do not count.
 */
export async function findFirstHolder(
  db: Database,
  cells: readonly Cell[],
  { overLocksOf, userId }: { overLocksOf?: string | undefined; userId?: string } = {},
): Promise<{ kind: ClaimKind; resourceId: string; holderKind: number; holderId: string } | undefined> {
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
    })
    .from(slotClaims)
    .where(and(isOneOf(cells), yieldsTo && not(yieldsTo)))
    .orderBy(...(userId === undefined ? [] : [desc(isOwn)]), kind, resourceId, halfHour)
    .limit(1)
  return row && { ...row, kind: KIND_NAMES[row.kind] as ClaimKind }
}

/** The classes that hold any of these cells, by id. */
export async function listHoldingClasses(db: Database, cells: readonly Cell[]): Promise<string[]> {
  if (cells.length === 0) return []
  const rows = await db
    .selectDistinct({ id: slotClaims.holderId })
    .from(slotClaims)
    .where(and(isOneOf(cells), eq(slotClaims.holderKind, HOLDER_KIND.INVITATION)))
    .orderBy(slotClaims.holderId)
  return rows.map(({ id }) => id)
}

/**
 * A coach's own locks give these half-hours to a class. Their claims are deleted, and the yields are recorded. The rows
 * of the locks are locked first, in the order of their ids.
 */
export async function yieldLocks(
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

/** Returns half-hours to the locks that gave way to a class, where nobody else has claimed them since. */
export async function restoreLocks(tx: Database, invitationId: string): Promise<void> {
  await tx.execute(sql`
    with given as (delete from ${lockYields} where ${lockYields.invitationId} = ${invitationId} returning lock_id, half_hour)
    insert into ${slotClaims} (kind, resource_id, day, half_hour, holder_kind, holder_id)
    select ${CLAIM_KIND.COACH}, l.coach_id, l.day, given.half_hour, ${HOLDER_KIND.COACH_LOCK}, l.id
    from given join ${coachLocks} l on l.id = given.lock_id
    order by l.coach_id, l.day, given.half_hour
    on conflict do nothing`)
}
