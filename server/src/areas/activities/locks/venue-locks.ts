import * as api from '@paidang/api/areas/activities/locks'
import { ApiError } from '@paidang/api/catalogue/errors'
import { byClaimOrder, type Cell } from '@paidang/domain/areas/time/schedule/cells'
import { lockDays, spansOf, whyNotLock } from '@paidang/domain/areas/time/schedule/lock'
import { type Day, toIsoDay } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween, timeOf } from '@paidang/domain/kernel/half-hour'
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import { gridTopics } from '../../../db/topics.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { ballGames } from '../../../tables/balls.ts'
import { invitations } from '../../../tables/classes.ts'
import { closureItems, closures } from '../../../tables/closures.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims, venueLocks } from '../../../tables/schedule.ts'
import { courts, venues } from '../../../tables/venues.ts'
import { retryOnce } from '../../time/schedule/claim-cells.ts'
import { findGridVenue, type GridVenue, openManagedVenue } from '../../time/schedule/grid-venue.ts'
import { orCellsTaken, refuseLock } from './refuse-lock.ts'

/**
 * Makes changes to the locks of one venue run one after the other, until the transaction ends. Bookings do not wait.
 */
export async function queueForVenue(tx: Database, venueId: string): Promise<void> {
  await tx.select({ id: venues.id }).from(venues).where(eq(venues.id, venueId)).for('no key update')
}

type VenueLockRow = typeof venueLocks.$inferSelect & { courtIndex: number; courtCode: string }

/** Those locks of a venue that meet a condition, by day, court and time. */
async function listVenueLocks(db: Database, venueId: string, which: SQL | undefined): Promise<VenueLockRow[]> {
  const rows = await db
    .select({ lock: venueLocks, courtIndex: courts.courtIndex, courtCode: courts.courtCode })
    .from(venueLocks)
    .innerJoin(courts, eq(courts.id, venueLocks.courtId))
    .where(and(eq(venueLocks.venueId, venueId), which))
    .orderBy(asc(venueLocks.day), asc(courts.courtIndex), asc(venueLocks.beginTimeSlot))
  return rows.map(({ lock, ...court }) => ({ ...lock, ...court }))
}

/** A span of a court that a venue closes. */
type VenueSpan = {
  day: Day
  beginTimeSlot: HalfHour
  endTimeSlot: HalfHour
  courtId: string
  reason: string
  seriesId: string | null
}

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
async function insertVenueLocks(
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

/**
 * Claims every half-hour of these locks that they do not have yet, in claim order. A taken one fails with 23505 on
 * slot_claims_pkey.
 */
const claimForVenueLocks = statement<{ ids: readonly string[] }>(
  () => sql`
    insert into ${slotClaims} (kind, resource_id, day, half_hour, holder_kind, holder_id)
    select ${sql.raw(String(CLAIM_KIND.COURT))}, l.court_id, l.day, h, ${sql.raw(String(HOLDER_KIND.VENUE_LOCK))}, l.id
    from ${venueLocks} l cross join generate_series(l.begin_time_slot, l.end_time_slot - 1) h
    where l.id = any(${param('ids')}::bigint[])
      and not exists (select 1 from ${slotClaims} c where c.kind = ${sql.raw(String(CLAIM_KIND.COURT))} and c.resource_id = l.court_id
        and c.day = l.day and c.half_hour = h
        and c.holder_kind = ${sql.raw(String(HOLDER_KIND.VENUE_LOCK))} and c.holder_id = l.id)
    order by l.court_id, l.day, h`,
)

/** Deletes locks of a venue with their claims. */
async function deleteVenueLocks(tx: Database, ids: string[]): Promise<void> {
  await tx
    .delete(slotClaims)
    .where(and(eq(slotClaims.holderKind, HOLDER_KIND.VENUE_LOCK), inArray(slotClaims.holderId, ids)))
  await tx.delete(venueLocks).where(inArray(venueLocks.id, ids))
}

/** The reply of a venue's lock: times only. The reason of the lock stays private to the venue. */
function presentVenueLock({ id, courtIndex, courtCode, day, beginTimeSlot, endTimeSlot }: VenueLockRow): api.VenueLock {
  return {
    id,
    courtNum: courtIndex,
    courtCode,
    date: day,
    beginTime: timeOf(beginTimeSlot),
    endTime: timeOf(endTimeSlot),
  }
}

/** The locks of a venue's day as the reply, by court and time. */
const listDay = async (db: Database, venueId: string, day: Day) =>
  (await listVenueLocks(db, venueId, eq(venueLocks.day, day))).map(presentVenueLock)

/** A cell of a venue's grid as callers name it. */
type Slot = { timeIndex: number; courtIndex: number }

/**
 * The half-hours named of each court, by the court's id.
 *
 * @throws ApiError court_not_found for a court that the venue does not have
 */
function halfHoursByCourt({ courts }: GridVenue, slots: readonly Slot[]): Map<string, Set<HalfHour>> {
  const idOf = new Map(courts.map(({ id, courtIndex }) => [courtIndex, id]))
  const halfHours = new Map<string, Set<HalfHour>>()
  for (const { courtIndex, timeIndex } of slots) {
    const courtId = idOf.get(courtIndex)
    if (courtId === undefined) throw new ApiError('court_not_found')
    const ofCourt = halfHours.get(courtId) ?? new Set()
    halfHours.set(courtId, ofCourt.add(timeIndex))
  }
  return halfHours
}

/** Half-hours of courts, by the court's id, on these days. */
type Query = { venueId: string; days: readonly Day[]; halfHours: Map<string, Set<HalfHour>> }

/** The requested half-hours that are not locked yet, in the longest possible spans. */
function spansLeft({ days, halfHours }: Query, older: readonly VenueLockRow[]): VenueSpan[] {
  const keyOf = (courtId: string, day: Day) => `${courtId} ${day}`
  const locked = new Map<string, Set<HalfHour>>()
  for (const { courtId, day, beginTimeSlot, endTimeSlot } of older) {
    const ofDay = locked.get(keyOf(courtId, day)) ?? new Set()
    for (let halfHour = beginTimeSlot; halfHour < endTimeSlot; halfHour++) ofDay.add(halfHour)
    locked.set(keyOf(courtId, day), ofDay)
  }
  return days.flatMap((day) =>
    [...halfHours].flatMap(([courtId, input]) => {
      const already = locked.get(keyOf(courtId, day))
      return spansOf([...input].filter((halfHour) => !already?.has(halfHour))).map(({ begin, end }) => ({
        courtId,
        day,
        beginTimeSlot: begin,
        endTimeSlot: end,
        reason: '',
        seriesId: null,
      }))
    }),
  )
}

function cellsOfSpan({ courtId, day, beginTimeSlot, endTimeSlot }: VenueSpan): Cell[] {
  return Array.from({ length: endTimeSlot - beginTimeSlot }, (_, offset) => ({
    kind: 'COURT',
    resourceId: courtId,
    day,
    halfHour: beginTimeSlot + offset,
  }))
}

async function lockOnce(db: Database, { venueId, days, halfHours }: Query): Promise<api.VenueLock[]> {
  const [day = ''] = days
  return db.transaction(async (tx) => {
    await queueForVenue(tx, venueId)
    const spans = spansLeft(
      { venueId, days, halfHours },
      await listVenueLocks(tx, venueId, inArray(venueLocks.day, [...days])),
    )
    if (spans.length > 0) {
      const ids = await insertVenueLocks(tx, { venueId, isSeries: days.length > 1 }, spans)
      await orCellsTaken(spans.flatMap(cellsOfSpan).sort(byClaimOrder), () => tx.execute(claimForVenueLocks({ ids })))
      await publishChanges(
        tx,
        days.map((one) => gridTopics.courts(venueId, one)),
      )
    }
    return listDay(tx, venueId, day)
  })
}

/** The id that locks of one repetition share. */
const leastOf = (ids: readonly string[]) => ids.reduce((least, id) => (BigInt(id) < BigInt(least) ? id : least))

/** Classes and games by their ids. */
type Holders = { classes: readonly string[]; games: readonly string[] }

const isHeldBy = ({ classes, games }: Holders) => sql`(
  ${slotClaims.holderKind} = ${HOLDER_KIND.INVITATION} and ${slotClaims.holderId} = any(${sql.param(classes)}::bigint[])
  or ${slotClaims.holderKind} = ${HOLDER_KIND.BALL} and ${slotClaims.holderId} = any(${sql.param(games)}::bigint[]))`

/**
 * Locks courts that close. What the classes and games to be called off hold there passes to the locks at once, so that
 * nobody can book it meanwhile. What `kept` ones hold stays theirs. The caller has locked the rows of all of them, and
 * then queued for the venue.
 *
 * @returns the repetition that all these locks share; null where nothing was left to lock
 * @throws CellsTaken when somebody books at this moment
 */
export async function lockForClosure(
  tx: Database,
  span: { venueId: string; day: Day; courtIds: readonly string[]; begin: HalfHour; end: HalfHour; reason: string },
  { calledOff, kept }: { calledOff: Holders; kept: Holders },
): Promise<string | null> {
  const { venueId, day, courtIds, begin, end, reason } = span
  const isInSpan = and(
    eq(slotClaims.kind, CLAIM_KIND.COURT),
    inArray(slotClaims.resourceId, [...courtIds]),
    eq(slotClaims.day, day),
    sql`${slotClaims.halfHour} >= ${begin} and ${slotClaims.halfHour} < ${end}`,
  )
  const held = await tx
    .select({ courtId: slotClaims.resourceId, halfHour: slotClaims.halfHour })
    .from(slotClaims)
    .where(and(isInSpan, isHeldBy(kept)))
  const isKept = new Set(held.map(({ courtId, halfHour }) => `${courtId} ${halfHour}`))
  const halfHours = new Map(
    courtIds.map((id) => [
      id,
      new Set(halfHoursBetween(begin, end).filter((halfHour) => !isKept.has(`${id} ${halfHour}`))),
    ]),
  )
  const older = await listVenueLocks(tx, venueId, eq(venueLocks.day, day))
  const spans = spansLeft({ venueId, days: [day], halfHours }, older).map((one) => ({ ...one, reason }))
  if (spans.length === 0) return null
  const ids = await insertVenueLocks(tx, { venueId, isSeries: true }, spans)
  await tx.execute(sql`
    update ${slotClaims} set holder_kind = ${HOLDER_KIND.VENUE_LOCK}, holder_id = l.id from ${venueLocks} l
    where l.id = any(${sql.param(ids)}::bigint[]) and ${isInSpan} and ${isHeldBy(calledOff)} and ${slotClaims.resourceId} = l.court_id
      and ${slotClaims.halfHour} >= l.begin_time_slot and ${slotClaims.halfHour} < l.end_time_slot`)
  await orCellsTaken(spans.flatMap(cellsOfSpan).sort(byClaimOrder), () => tx.execute(claimForVenueLocks({ ids })))
  await publishChanges(tx, [gridTopics.courts(venueId, day)])
  return leastOf(ids)
}

/** Another closure of the day that stands, with the repetition that holds its locks, if it has any. */
type Heir = {
  id: string
  courtIds: readonly string[]
  beginTimeSlot: HalfHour
  endTimeSlot: HalfHour
  reason: string
  seriesId: string | null
}

/**
 * Opens what is left of a closure's locks. What other closures closed too stays locked, and passes to the first of them.
 * The caller has queued for the venue.
 *
 * @returns the repetitions of those that had no locks before, by their ids
 */
export async function openClosure(
  tx: Database,
  { venueId, seriesId, day }: { venueId: string; seriesId: string; day: Day },
  heirs: readonly Heir[],
): Promise<Map<string, string>> {
  const locks = await listVenueLocks(tx, venueId, and(eq(venueLocks.day, day), eq(venueLocks.seriesId, seriesId)))
  await deleteVenueLocks(
    tx,
    locks.map(({ id }) => id),
  )
  const begun = new Map<string, string>()
  const passed: VenueLockRow[] = []
  for (const { id, courtIds, beginTimeSlot, endTimeSlot, ...lock } of heirs) {
    const halfHours = new Map(
      courtIds.map((courtId) => [
        courtId,
        new Set(
          locks
            .filter((one) => one.courtId === courtId)
            .flatMap((one) => halfHoursBetween(one.beginTimeSlot, one.endTimeSlot))
            .filter((halfHour) => beginTimeSlot <= halfHour && halfHour < endTimeSlot),
        ),
      ]),
    )
    const spans = spansLeft({ venueId, days: [day], halfHours }, passed).map((one) => ({ ...one, ...lock }))
    if (spans.length === 0) continue
    const ids = await insertVenueLocks(tx, { venueId, isSeries: lock.seriesId === null }, spans)
    await tx.execute(claimForVenueLocks({ ids }))
    passed.push(...(await listVenueLocks(tx, venueId, inArray(venueLocks.id, ids))))
    if (lock.seriesId === null) begun.set(id, leastOf(ids))
  }
  await publishChanges(tx, [gridTopics.courts(venueId, day)])
  return begun
}

/** Refuses to open a court on which a class or game is still to be called off: its people would meet the next ones. */
async function assertNothingUnsettled(tx: Database, venueId: string, day: Day, opened: Map<string, Set<HalfHour>>) {
  const { rows } = await tx.execute<{ courtId: string; begin: number; end: number }>(sql`
    select coalesce(i.court_id, b.court_id)::text as "courtId",
      coalesce(i.begin_time_slot, b.begin_time_slot) as "begin", coalesce(i.end_time_slot, b.end_time_slot) as "end"
    from ${closureItems} t join ${closures} c on c.id = t.closure_id and c.venue_id = ${venueId} and c.day = ${day}
    left join ${invitations} i on i.id = t.invitation_id left join ${ballGames} b on b.id = t.ball_id
    where t.state <> 'DONE'`)
  const isOpened = ({ courtId, begin, end }: (typeof rows)[number]) =>
    halfHoursBetween(begin, end).some((halfHour) => opened.get(courtId)?.has(halfHour))
  if (rows.some(isOpened)) throw new ApiError('closure_unsettled')
}

function leftOf({ beginTimeSlot, endTimeSlot }: VenueLockRow, opened: Set<HalfHour> | undefined): HalfHour[] {
  return halfHoursBetween(beginTimeSlot, endTimeSlot).filter((halfHour) => !opened?.has(halfHour))
}

export default plugin([
  // On one day or each week: all of the cells or none. Cells that are locked already stay with their lock. The rest
  // becomes one lock for each span of a court and day.
  handle(api.lockVenueCells, async ({ body, user: { id: actorId }, db, now }) => {
    const { stadiumId: venueId, slots } = body
    const venue = await openManagedVenue(db, venueId, actorId)
    const day = toIsoDay(body.date)
    const repeatUntil = body.repeatUntil ? toIsoDay(body.repeatUntil) : null
    const halfHours = halfHoursByCourt(venue, slots)
    const { firstStart, lastStart } = venue
    if (slots.some(({ timeIndex }) => timeIndex < firstStart || timeIndex > lastStart))
      throw new ApiError('input_invalid')
    const refusal = whyNotLock({ day, halfHours: slots.map(({ timeIndex }) => timeIndex), repeatUntil }, now)
    if (refusal) throw new ApiError(refusal)
    const input = { venueId, days: lockDays({ day, repeatUntil }), halfHours }
    return retryOnce(
      () => lockOnce(db, input),
      (cells, isFinal) => refuseLock(db, cells, { kind: 'COURT', actorId, now, isFinal }),
    )
  }),

  // Opens exactly these cells. A lock that held more cells keeps the rest, in parts if necessary. Cells without a lock
  // are open already. With `series` the same cells of later weeks are opened too, if the repetitions of those locks hold
  // them.
  handle(api.unlockVenueCells, async ({ body, user, db }) => {
    const { stadiumId: venueId, slots, series } = body
    const opened = halfHoursByCourt(await openManagedVenue(db, venueId, user.id), slots)
    if (slots.length === 0) throw new ApiError('input_invalid')
    const day = toIsoDay(body.date)
    return db.transaction(async (tx) => {
      await queueForVenue(tx, venueId)
      await assertNothingUnsettled(tx, venueId, day, opened)
      const isTouched = (lock: VenueLockRow) =>
        leftOf(lock, opened.get(lock.courtId)).length < lock.endTimeSlot - lock.beginTimeSlot
      const ofDay = (await listVenueLocks(tx, venueId, eq(venueLocks.day, day))).filter(isTouched)
      const seriesIds = series ? ofDay.flatMap(({ seriesId }) => seriesId ?? []) : []
      const isLater = and(gt(venueLocks.day, day), inArray(venueLocks.seriesId, seriesIds))
      const later = seriesIds.length === 0 ? [] : await listVenueLocks(tx, venueId, isLater)
      const touched = [...ofDay, ...later.filter(isTouched)]
      if (touched.length > 0) {
        await deleteVenueLocks(
          tx,
          touched.map(({ id }) => id),
        )
        const left = touched.flatMap((lock) =>
          spansOf(leftOf(lock, opened.get(lock.courtId))).map(({ begin, end }) => ({
            ...lock,
            beginTimeSlot: begin,
            endTimeSlot: end,
          })),
        )
        const ids = await insertVenueLocks(tx, { venueId, isSeries: false }, left)
        await tx.execute(claimForVenueLocks({ ids }))
        const days = new Set(touched.map((lock) => lock.day))
        await publishChanges(
          tx,
          [...days].map((one) => gridTopics.courts(venueId, one)),
        )
      }
      return listDay(tx, venueId, day)
    })
  }),

  // For everybody.
  handle(api.venueLocksOfDay, async ({ query: { stadiumId, date }, db }) => {
    if (!(await findGridVenue(db, stadiumId))) throw new ApiError('venue_not_found')
    return listDay(db, stadiumId, toIsoDay(date))
  }),
])
