import * as api from '@paidang/api/areas/activities/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Cell } from '@paidang/domain/areas/time/schedule/cells'
import { lockDays, spansOf, whyNotLock } from '@paidang/domain/areas/time/schedule/lock'
import { addDays, type Day, hasBegun, toIsoDay } from '@paidang/domain/kernel/day'
import { HALF_HOURS_PER_DAY, type HalfHour, halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import { and, asc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import { gridTopics } from '../../../db/topics.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachLeaves } from '../../../tables/coach-leaves.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, coachLocks, HOLDER_KIND, lockYields, slotClaims } from '../../../tables/schedule.ts'
import { assertSeesCoach } from '../../places/companies/assert-sees-coach.ts'
import { retryOnce } from '../../time/schedule/claim-cells.ts'
import { orCellsTaken, refuseLock } from './refuse-lock.ts'

type Span = { begin: HalfHour; end: HalfHour }

/** The spans do not touch. `isWeekly` may be true for a repetition that ends before its second day. */
type Query = { coachId: string; days: readonly Day[]; spans: readonly Span[]; isWeekly: boolean; reason: string }

const DAYS_PER_WEEK = 7

type CoachLockRow = typeof coachLocks.$inferSelect

/**
 * Makes changes to the locks of one coach run one after the other, until the transaction ends. Bookings do not wait.
 */
async function queueForCoach(tx: Database, coachId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, coachId)).for('no key update')
}

/** A coach's locks of these days, by time. */
async function listCoachLocks(db: Database, coachId: string, days: readonly string[]): Promise<CoachLockRow[]> {
  return db
    .select()
    .from(coachLocks)
    .where(and(eq(coachLocks.coachId, coachId), inArray(coachLocks.day, [...days])))
    .orderBy(asc(coachLocks.day), asc(coachLocks.beginTimeSlot), asc(coachLocks.id))
}

/** Writes locks of a coach. @returns their ids */
async function insertCoachLocks(
  tx: Database,
  { coachId, reason }: { coachId: string; reason: string },
  spans: readonly { day: Day; beginTimeSlot: HalfHour; endTimeSlot: HalfHour }[],
): Promise<string[]> {
  if (spans.length === 0) return []
  const rows = await tx
    .insert(coachLocks)
    .values(spans.map((span) => ({ ...span, coachId, reason })))
    .returning({ id: coachLocks.id })
  return rows.map(({ id }) => id)
}

/**
 * Joins these locks of a coach to one repetition, with all locks of the repetitions that they belong to. They share the
 * oldest series id among them, else the id of the first lock. The caller must hold the coach's queue (queueForCoach).
 */
const bindSeries = statement<{ coachId: string; ids: readonly string[] }>(
  () => sql`
    with named as (select id, series_id from ${coachLocks} where id = any(${param('ids')}::bigint[])),
      series as (select coalesce(min(series_id), min(id)) as id from named)
    update ${coachLocks} l set series_id = series.id from series
    where l.coach_id = ${param('coachId')}
      and (l.id in (select id from named) or l.series_id in (select series_id from named))
      and l.series_id is distinct from series.id`,
)

/**
 * Claims every half-hour of these locks that they have not given to a class, in claim order. A taken one fails with
 * 23505 on slot_claims_pkey.
 */
const claimForCoachLocks = statement<{ ids: readonly string[] }>(
  () => sql`
    insert into ${slotClaims} (kind, resource_id, day, half_hour, holder_kind, holder_id)
    select ${sql.raw(String(CLAIM_KIND.COACH))}, l.coach_id, l.day, h, ${sql.raw(String(HOLDER_KIND.COACH_LOCK))}, l.id
    from ${coachLocks} l cross join generate_series(l.begin_time_slot, l.end_time_slot - 1) h
    where l.id = any(${param('ids')}::bigint[])
      and not exists (select 1 from ${lockYields} y where y.lock_id = l.id and y.half_hour = h)
    order by l.coach_id, l.day, h`,
)

/**
 * Locks the row of a coach's own lock, and with `series` the later rows of its repetition. Returns none when the lock
 * belongs to another coach. Rows are locked in the order of their ids, as for a class to which locks give way.
 */
async function lockCoachLocks(
  tx: Database,
  { lockId, coachId, series }: { lockId: string; coachId: string; series: boolean },
): Promise<{ id: string; day: string }[]> {
  const { rows } = await tx.execute<{ id: string; day: string }>(sql`
    select l.id, l.day from ${coachLocks} l join ${coachLocks} named on named.id = ${lockId} and named.coach_id = ${coachId}
    where l.id = named.id
      or ${series} and l.coach_id = named.coach_id and l.series_id = named.series_id and l.day >= named.day
    order by l.id for update of l`)
  return rows
}

/**
 * Deletes locks with their claims. A class to which they gave way keeps its half-hours, which no longer return to the
 * locks. The yields are deleted first. A class that is giving back at this moment still writes claims of the lock.
 */
async function deleteCoachLocks(tx: Database, ids: string[]): Promise<void> {
  await tx.delete(lockYields).where(inArray(lockYields.lockId, ids))
  await tx
    .delete(slotClaims)
    .where(and(eq(slotClaims.holderKind, HOLDER_KIND.COACH_LOCK), inArray(slotClaims.holderId, ids)))
  await tx.delete(coachLocks).where(inArray(coachLocks.id, ids))
}

/** Whether one of these locks lies in an absence, whose days are free again only with its end. */
async function isAnyOfAbsence(tx: Database, coachId: string, locks: readonly { day: Day }[]): Promise<boolean> {
  const lasting = and(eq(coachLeaves.coachId, coachId), eq(coachLeaves.cause, 'AWAY'), isNull(coachLeaves.endedAt))
  const [away] = await tx.select().from(coachLeaves).where(lasting)
  const { firstDay, lastDay } = away ?? {}
  return firstDay != null && lastDay != null && locks.some(({ day }) => firstDay <= day && day <= lastDay)
}

type HeldHalfHour = { day: Day; halfHour: HalfHour; invitationId: string | null }

/** What is held of a coach's time on these days, and by which class of theirs. */
async function listHeld(tx: Database, coachId: string, days: readonly Day[]): Promise<HeldHalfHour[]> {
  const isOwnClass = and(
    eq(slotClaims.holderKind, HOLDER_KIND.INVITATION),
    eq(invitations.id, slotClaims.holderId),
    eq(invitations.coachId, coachId),
  )
  return tx
    .select({ day: slotClaims.day, halfHour: slotClaims.halfHour, invitationId: invitations.id })
    .from(slotClaims)
    .leftJoin(invitations, isOwnClass)
    .where(
      and(
        eq(slotClaims.kind, CLAIM_KIND.COACH),
        eq(slotClaims.resourceId, coachId),
        inArray(slotClaims.day, [...days]),
      ),
    )
}

/**
 * Locks all time of a coach on these days that is to come. What their classes hold belongs to the locks as soon as a
 * class gives it back. Games and older locks keep theirs.
 *
 * @returns the repetition that all these locks share; null where nothing was left to lock
 * @throws CellsTaken when somebody books at this moment; a repeat finds the class
 */
export async function lockWholeDays(
  tx: Database,
  { coachId, days, reason, now }: { coachId: string; days: readonly Day[]; reason: string; now: Date },
): Promise<string | null> {
  await queueForCoach(tx, coachId)
  const held = await listHeld(tx, coachId, days)
  const isKept = new Set(held.flatMap(({ day, halfHour, invitationId }) => (invitationId ? [] : `${day} ${halfHour}`)))
  const toCome = (day: Day) => (halfHour: HalfHour) =>
    !hasBegun(day, halfHour, now) && !isKept.has(`${day} ${halfHour}`)
  const rows = days.flatMap((day) =>
    spansOf(halfHoursBetween(0, HALF_HOURS_PER_DAY).filter(toCome(day))).map(({ begin, end }) => ({
      day,
      beginTimeSlot: begin,
      endTimeSlot: end,
    })),
  )
  const ids = await insertCoachLocks(tx, { coachId, reason }, rows)
  const [seriesId = null] = ids
  if (seriesId === null) return null
  await tx.execute(bindSeries({ coachId, ids }))
  const given = held.flatMap(({ day, halfHour, invitationId }) => {
    const at = rows.findIndex((row) => row.day === day && row.beginTimeSlot <= halfHour && halfHour < row.endTimeSlot)
    const lockId = ids[at]
    return invitationId && lockId ? [{ lockId, halfHour, invitationId }] : []
  })
  if (given.length > 0) await tx.insert(lockYields).values(given)
  const cells = rows.flatMap(({ day, beginTimeSlot, endTimeSlot }) =>
    halfHoursBetween(beginTimeSlot, endTimeSlot).map(
      (halfHour): Cell => ({ kind: 'COACH', resourceId: coachId, day, halfHour }),
    ),
  )
  await orCellsTaken(cells, () => tx.execute(claimForCoachLocks({ ids })))
  await publishChanges(
    tx,
    days.map((day) => gridTopics.coach(coachId, day)),
  )
  return seriesId
}

/** Deletes the locks of a repetition from a day on. Classes that they gave way to continue. */
export async function unlockSeries(
  tx: Database,
  { coachId, seriesId, from }: { coachId: string; seriesId: string; from: Day },
): Promise<void> {
  await queueForCoach(tx, coachId)
  const locks = await tx
    .select({ id: coachLocks.id, day: coachLocks.day })
    .from(coachLocks)
    .where(and(eq(coachLocks.coachId, coachId), eq(coachLocks.seriesId, seriesId), gte(coachLocks.day, from)))
    .orderBy(asc(coachLocks.id))
    .for('update')
  if (locks.length === 0) return
  await deleteCoachLocks(
    tx,
    locks.map(({ id }) => id),
  )
  await publishChanges(
    tx,
    locks.map(({ day }) => gridTopics.coach(coachId, day)),
  )
}

/** The reply of a coach's lock. */
function presentCoachLock({
  id,
  coachId,
  day,
  beginTimeSlot,
  endTimeSlot,
  reason,
  seriesId,
}: CoachLockRow): api.CoachLock {
  return { id, coachId, date: day, beginTimeSlot, endTimeSlot, reason, seriesId }
}

function meets(lock: { beginTimeSlot: HalfHour; endTimeSlot: HalfHour }, { begin, end }: Span): boolean {
  return lock.beginTimeSlot < end && begin < lock.endTimeSlot
}

/** Writes the locks of one span, without their claims, and binds them to their series. */
async function lockSpan(tx: Database, { coachId, days, isWeekly, reason }: Query, span: Span) {
  const weekBefore = days.slice(0, 1).map((day) => addDays(day, -DAYS_PER_WEEK))
  const older = (await listCoachLocks(tx, coachId, [...weekBefore, ...days])).filter((lock) => meets(lock, span))
  const isLocked = (day: Day, halfHour: HalfHour) =>
    older.some((lock) => lock.day === day && lock.beginTimeSlot <= halfHour && halfHour < lock.endTimeSlot)
  const fresh = days.map((day) => ({
    day,
    halfHours: halfHoursBetween(span.begin, span.end).filter((halfHour) => !isLocked(day, halfHour)),
  }))
  const rows = fresh.flatMap(({ day, halfHours }) =>
    spansOf(halfHours).map(({ begin, end }) => ({ day, beginTimeSlot: begin, endTimeSlot: end })),
  )
  const ids = await insertCoachLocks(tx, { coachId, reason }, rows)
  if (isWeekly) {
    // The same span a week earlier belongs to the series only if it was repeated too.
    const alike = older.filter(
      (lock) =>
        lock.beginTimeSlot === span.begin &&
        lock.endTimeSlot === span.end &&
        (lock.seriesId !== null || !weekBefore.includes(lock.day)),
    )
    const isSeries = days.length > 1 || alike.some(({ seriesId }) => seriesId !== null)
    if (isSeries) await tx.execute(bindSeries({ coachId, ids: [...alike.map(({ id }) => id), ...ids] }))
  }
  const cells = fresh.flatMap(({ day, halfHours }) =>
    halfHours.map((halfHour): Cell => ({ kind: 'COACH', resourceId: coachId, day, halfHour })),
  )
  return { ids, cells }
}

async function lockOnce(db: Database, input: Query): Promise<api.CoachLock[]> {
  const { coachId, days, spans } = input
  return db.transaction(async (tx) => {
    await queueForCoach(tx, coachId)
    const ids: string[] = []
    const cells: Cell[] = []
    for (const span of spans) {
      const fresh = await lockSpan(tx, input, span)
      ids.push(...fresh.ids)
      cells.push(...fresh.cells)
    }
    if (ids.length > 0) {
      await orCellsTaken(cells, () => tx.execute(claimForCoachLocks({ ids })))
      await publishChanges(
        tx,
        days.map((day) => gridTopics.coach(coachId, day)),
      )
    }
    const locks = await listCoachLocks(tx, coachId, days)
    return locks.filter((lock) => spans.some((span) => meets(lock, span))).map(presentCoachLock)
  })
}

/**
 * A coach's locked times of a day, by time.
 *
 * @throws ApiError data_of_others
 */
export async function readCoachLocks(
  db: Database,
  { coachId, actorId, day }: { coachId: string; actorId: string; day: string },
): Promise<api.CoachLock[]> {
  await assertSeesCoach(db, actorId, coachId)
  return (await listCoachLocks(db, coachId, [day])).map(presentCoachLock)
}

export default plugin([
  // On one day or each week: all of the half-hours or none. Those that are locked already stay with their lock, also
  // where it gave way to a class. The rest becomes new locks, one for each day, in parts if necessary. A repeated span is
  // one series. It continues a series that exists on these days or ended the week before. The answer has all locks that
  // now cover what was asked for, older ones among them.
  handle(api.createCoachLock, ({ body, user: { id: coachId }, db, now }) => {
    if (body.coachId !== undefined && body.coachId !== coachId) throw new ApiError('data_of_others')
    const day = toIsoDay(body.date)
    const repeatUntil = body.repeatUntil ? toIsoDay(body.repeatUntil) : null
    const asked = [body, ...(body.moreSpans ?? [])]
    if (asked.some(({ beginTimeSlot, endTimeSlot }) => endTimeSlot <= beginTimeSlot))
      throw new ApiError('lock_slots_missing')
    const halfHours = asked.flatMap(({ beginTimeSlot, endTimeSlot }) => halfHoursBetween(beginTimeSlot, endTimeSlot))
    const refusal = whyNotLock({ day, halfHours, repeatUntil }, now)
    if (refusal) throw new ApiError(refusal)
    const input: Query = {
      coachId,
      days: lockDays({ day, repeatUntil }),
      spans: spansOf(halfHours),
      isWeekly: repeatUntil !== null,
      reason: body.reason?.trim() ?? '',
    }
    return retryOnce(
      () => lockOnce(db, input),
      (cells, isFinal) => refuseLock(db, cells, { kind: 'COACH', actorId: coachId, now, isFinal }),
    )
  }),

  handle(api.coachLocksOfDay, ({ query, user, db }) =>
    readCoachLocks(db, { coachId: query.userId, actorId: user.id, day: toIsoDay(query.date) }),
  ),

  // A class to which the lock gave way continues. When that class is cancelled, the half-hours are free.
  handle(api.deleteCoachLock, ({ params: { id: lockId }, query: { series = false }, user: { id: coachId }, db }) =>
    db.transaction(async (tx) => {
      // A repetition that is being extended at this moment is deleted with its extension, or before it.
      await queueForCoach(tx, coachId)
      const locks = await lockCoachLocks(tx, { lockId, coachId, series })
      if (locks.length === 0) throw new ApiError('lock_not_found')
      if (await isAnyOfAbsence(tx, coachId, locks)) throw new ApiError('lock_of_leave')
      await deleteCoachLocks(
        tx,
        locks.map(({ id }) => id),
      )
      await publishChanges(
        tx,
        locks.map(({ day }) => gridTopics.coach(coachId, day)),
      )
      return { removed: locks.length }
    }),
  ),
])
