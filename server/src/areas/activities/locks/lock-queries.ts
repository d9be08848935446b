import type { Cell } from '@paidang/domain/areas/schedule/cells'
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, coachLocks, HOLDER_KIND, lockYields, slotClaims, venueLocks } from '../../../tables/schedule.ts'
import { courts, venues } from '../../../tables/venues.ts'

/** Half-hours of a day, end exclusive. */
type DaySpan = { day: string; beginTimeSlot: number; endTimeSlot: number }

export type CoachLockRow = typeof coachLocks.$inferSelect

/**
 * Makes changes to the locks of one coach run one after the other, until the transaction ends. Bookings do not wait.
 */
export async function queueForCoach(tx: Database, coachId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, coachId)).for('no key update')
}

/** Does the same for changes to the locks of one venue. */
export async function queueForVenue(tx: Database, venueId: string): Promise<void> {
  await tx.select({ id: venues.id }).from(venues).where(eq(venues.id, venueId)).for('no key update')
}

/** A coach's locks of these days, by time. */
export async function listCoachLocks(db: Database, coachId: string, days: readonly string[]): Promise<CoachLockRow[]> {
  return db
    .select()
    .from(coachLocks)
    .where(and(eq(coachLocks.coachId, coachId), inArray(coachLocks.day, [...days])))
    .orderBy(asc(coachLocks.day), asc(coachLocks.beginTimeSlot), asc(coachLocks.id))
}

/** Writes locks of a coach. @returns their ids */
export async function insertCoachLocks(
  tx: Database,
  { coachId, reason }: { coachId: string; reason: string },
  spans: readonly DaySpan[],
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
export async function bindCoachSeries(tx: Database, param: { coachId: string; ids: readonly string[] }): Promise<void> {
  await tx.execute(bindSeries(param))
}

const bindSeries = statement<{ coachId: string; ids: readonly string[] }>(
  () => sql`
    with named as (select id, series_id from ${coachLocks} where id = any(${param('ids')}::bigint[])),
      series as (select coalesce(min(series_id), min(id)) as id from named)
    update ${coachLocks} l set series_id = series.id from series
    where l.coach_id = ${param('coachId')}
      and (l.id in (select id from named) or l.series_id in (select series_id from named))
      and l.series_id is distinct from series.id`,
)

const claimForCoachLocks = statement<{ ids: readonly string[] }>(
  () => sql`
    insert into ${slotClaims} (kind, resource_id, day, half_hour, holder_kind, holder_id)
    select ${sql.raw(String(CLAIM_KIND.COACH))}, l.coach_id, l.day, h, ${sql.raw(String(HOLDER_KIND.COACH_LOCK))}, l.id
    from ${coachLocks} l cross join generate_series(l.begin_time_slot, l.end_time_slot - 1) h
    where l.id = any(${param('ids')}::bigint[])
    order by l.coach_id, l.day, h`,
)

/** Claims every half-hour of these locks, in claim order. A taken one fails with 23505 on slot_claims_pkey. */
export async function claimCoachLocks(tx: Database, ids: readonly string[]): Promise<void> {
  await tx.execute(claimForCoachLocks({ ids }))
}

/**
 * Locks the row of a coach's own lock, and with `series` the later rows of its repetition. Returns none when the lock
 * belongs to another coach. Rows are locked in the order of their ids, as for a class to which locks give way.
 */
export async function lockCoachLocks(
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
export async function deleteCoachLocks(tx: Database, ids: string[]): Promise<void> {
  await tx.delete(lockYields).where(inArray(lockYields.lockId, ids))
  await tx
    .delete(slotClaims)
    .where(and(eq(slotClaims.holderKind, HOLDER_KIND.COACH_LOCK), inArray(slotClaims.holderId, ids)))
  await tx.delete(coachLocks).where(inArray(coachLocks.id, ids))
}

export type VenueLockRow = typeof venueLocks.$inferSelect & { courtIndex: number; courtCode: string }

/** A venue's locks of these days, by court and time. */
export async function listVenueLocks(db: Database, venueId: string, days: readonly string[]): Promise<VenueLockRow[]> {
  return selectVenueLocks(db, venueId, inArray(venueLocks.day, [...days]))
}

/** A venue's locks of these repetitions after a day, by day, court and time. */
export async function listLaterLocks(
  tx: Database,
  { venueId, day, seriesIds }: { venueId: string; day: string; seriesIds: readonly string[] },
): Promise<VenueLockRow[]> {
  if (seriesIds.length === 0) return []
  return selectVenueLocks(tx, venueId, and(gt(venueLocks.day, day), inArray(venueLocks.seriesId, [...seriesIds])))
}

async function selectVenueLocks(db: Database, venueId: string, which: SQL | undefined): Promise<VenueLockRow[]> {
  const rows = await db
    .select({ lock: venueLocks, courtIndex: courts.courtIndex, courtCode: courts.courtCode })
    .from(venueLocks)
    .innerJoin(courts, eq(courts.id, venueLocks.courtId))
    .where(and(eq(venueLocks.venueId, venueId), which))
    .orderBy(asc(venueLocks.day), asc(courts.courtIndex), asc(venueLocks.beginTimeSlot))
  return rows.map(({ lock, ...court }) => ({ ...lock, ...court }))
}

/** A span of a court that a venue closes. */
export type VenueSpan = DaySpan & { courtId: string; reason: string; seriesId: string | null }

const insertSpans = statement<{
  venueId: string
  courtIds: readonly string[]
  days: readonly string[]
  begins: readonly number[]
  ends: readonly number[]
  reasons: readonly string[]
  series: readonly (string | null)[]
}>(
  () => sql`
    insert into ${venueLocks} (venue_id, court_id, day, begin_time_slot, end_time_slot, reason, series_id)
    select ${param('venueId')}, * from unnest(${param('courtIds')}::bigint[], ${param('days')}::date[], ${param('begins')}::smallint[],
      ${param('ends')}::smallint[], ${param('reasons')}::text[], ${param('series')}::bigint[])
    returning id`,
)

/** Inserts locks of a venue. With `isSeries` they share the id of the first. @returns their ids */
export async function insertVenueLocks(
  tx: Database,
  { venueId, isSeries }: { venueId: string; isSeries: boolean },
  spans: readonly VenueSpan[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    insertSpans({
      venueId,
      courtIds: spans.map(({ courtId }) => courtId),
      days: spans.map(({ day }) => day),
      begins: spans.map(({ beginTimeSlot }) => beginTimeSlot),
      ends: spans.map(({ endTimeSlot }) => endTimeSlot),
      reasons: spans.map(({ reason }) => reason),
      series: spans.map(({ seriesId }) => seriesId),
    }),
  )
  const ids = rows.map(({ id }) => id)
  if (isSeries) await tx.execute(nameVenueSeries({ ids }))
  return ids
}

const nameVenueSeries = statement<{ ids: readonly string[] }>(
  () => sql`update ${venueLocks} set series_id = (select min(id) from unnest(${param('ids')}::bigint[]) id)
    where id = any(${param('ids')}::bigint[])`,
)

const claimForVenueLocks = statement<{ ids: readonly string[] }>(
  () => sql`
    insert into ${slotClaims} (kind, resource_id, day, half_hour, holder_kind, holder_id)
    select ${sql.raw(String(CLAIM_KIND.COURT))}, l.court_id, l.day, h, ${sql.raw(String(HOLDER_KIND.VENUE_LOCK))}, l.id
    from ${venueLocks} l cross join generate_series(l.begin_time_slot, l.end_time_slot - 1) h
    where l.id = any(${param('ids')}::bigint[])
    order by l.court_id, l.day, h`,
)

/** Claims every half-hour of these locks, in claim order. A taken one fails with 23505 on slot_claims_pkey. */
export async function claimVenueLocks(tx: Database, ids: readonly string[]): Promise<void> {
  await tx.execute(claimForVenueLocks({ ids }))
}

/** Deletes locks of a venue with their claims. */
export async function deleteVenueLocks(tx: Database, ids: string[]): Promise<void> {
  await tx
    .delete(slotClaims)
    .where(and(eq(slotClaims.holderKind, HOLDER_KIND.VENUE_LOCK), inArray(slotClaims.holderId, ids)))
  await tx.delete(venueLocks).where(inArray(venueLocks.id, ids))
}

/**
 * A class or ball game that holds a half-hour, and whether the caller may see it. `names` are the others in a class.
 * `courseName` is the title of a game. `courtName` may be a place outside the platform.
 */
export type BookingRow = DaySpan & {
  id: string
  isBall: boolean
  courseName: string
  courtName: string
  isSeen: boolean
  names: string[]
}

const readBookings = statement<{
  kind: number
  resourceIds: readonly string[]
  days: readonly string[]
  halfHours: readonly number[]
  actorId: string
  limit: number
}>(
  () => sql`
    with held as (
      select t.holder_kind, t.holder_id from ${slotClaims} t
      where t.kind = ${param('kind')} and (t.resource_id, t.day, t.half_hour) in (select * from unnest(
        ${param('resourceIds')}::bigint[], ${param('days')}::date[], ${param('halfHours')}::smallint[])))
    select i.id, false as "isBall", i.course_date as "day", i.begin_time_slot as "beginTimeSlot", i.end_time_slot as "endTimeSlot",
      i.course_design_name as "courseName", k.name as "courtName",
      i.initiator_id = ${param('actorId')} or i.coach_id = ${param('actorId')} or c.admin_id = ${param('actorId')}
        or exists (select 1 from ${seats} s where s.invitation_id = i.id and s.user_id = ${param('actorId')}) as "isSeen",
      array(
        select u.nickname from ${users} u where u.id <> ${param('actorId')} and (u.id = i.coach_id
          or u.id in (select s.user_id from ${seats} s where s.invitation_id = i.id and s.state = 'JOINED'))
        order by u.id <> i.coach_id, u.id) as "names"
    from ${invitations} i join ${courts} k on k.id = i.court_id join ${companies} c on c.id = i.company_id
    where i.id in (select holder_id from held where holder_kind = ${sql.raw(String(HOLDER_KIND.INVITATION))})
    union all
    select b.id, true, b.activity_date, b.begin_time_slot, b.end_time_slot, b.title,
      coalesce(k.name, b.place), b.is_public or exists (select 1 from ${ballParticipants} p where p.ball_id = b.id and p.user_id = ${param('actorId')}), '{}'::text[]
    from ${ballGames} b left join ${courts} k on k.id = b.court_id
    where b.id in (select holder_id from held where holder_kind = ${sql.raw(String(HOLDER_KIND.BALL))})
    order by "day", "beginTimeSlot", id limit ${param('limit')}`,
)

/**
 * The first classes and ball games, by time, that hold any of these cells, all of one kind. Visibility follows the rule
 * for opening a class.
 */
export async function listBookings(
  db: Database,
  cells: readonly Cell[],
  { kind, actorId, limit }: { kind: 'COURT' | 'COACH'; actorId: string; limit: number },
): Promise<BookingRow[]> {
  const { rows } = await db.execute<BookingRow>(
    readBookings({
      kind: CLAIM_KIND[kind],
      resourceIds: cells.map(({ resourceId }) => resourceId),
      days: cells.map(({ day }) => day),
      halfHours: cells.map(({ halfHour }) => halfHour),
      actorId,
      limit,
    }),
  )
  return rows
}
