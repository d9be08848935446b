// A venue closes courts (闭馆): they are locked, and all that stands there is listed to be settled, in one transaction.
import * as api from '@paidang/api/areas/activities/closures'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Received } from '@paidang/api/endpoint'
import { CLOSURE_REASON_NAMES, closureCause, whyNotClose } from '@paidang/domain/areas/activities/closures/closure'
import type { Cell } from '@paidang/domain/areas/time/schedule/cells'
import { spansOf } from '@paidang/domain/areas/time/schedule/lock'
import { dateAndWeekday, toIsoDay } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween, whenOf } from '@paidang/domain/kernel/half-hour'
import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { ballGames } from '../../../tables/balls.ts'
import { invitations } from '../../../tables/classes.ts'
import { closureItems, closures } from '../../../tables/closures.ts'
import { users } from '../../../tables/identities.ts'
import { venueLocks } from '../../../tables/schedule.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { notify } from '../../ground/messages/notify.ts'
import { listManagers } from '../../places/venues/associations.ts'
import { CellsTaken } from '../../time/schedule/claim-cells.ts'
import { findGridVenue, type GridVenue, isManagerOf, openManagedVenue } from '../../time/schedule/grid-venue.ts'
import { expireHolders } from '../classes/expire-stale-invitations.ts'
import { lockForClosure, openClosure, queueForVenue } from '../locks/venue-locks.ts'
import { listTrialsOpen, tellTrialsClosed } from '../trial-lessons/unanswered.ts'
import { type ClosedSpan, listStanding, playersOfClass, playersOfGame, previewOf, type Standing } from './standing.ts'

/** A manager of venues, or an operator, who may close any venue. */
type Viewer = { managerId: string; now: Date } | { staffId: string; now: Date }

/** The frame of a venue that the viewer may close. @throws ApiError venue_not_found, venue_not_managed */
async function openVenue(db: Database, venueId: string, viewer: Viewer): Promise<GridVenue> {
  if ('managerId' in viewer) return openManagedVenue(db, venueId, viewer.managerId)
  const venue = await findGridVenue(db, venueId)
  if (!venue) throw new ApiError('venue_not_found')
  return venue
}

/** Records in the audit log what an operator did at a venue. Managers stand in the closure itself. */
async function recordOperator(
  tx: Database,
  viewer: Viewer,
  { stadiumId: objectId, stadiumName, date, beginTimeSlot, endTimeSlot, courtNames }: Row,
  { action, verb }: { action: 'venue.close-courts' | 'venue.open-courts' | 'venue.retry-closure'; verb: string },
): Promise<void> {
  if ('managerId' in viewer) return
  const { staffId: actorId, now } = viewer
  const span = `${dateAndWeekday(date)} ${whenOf(beginTimeSlot, endTimeSlot)}`
  const summary = `${verb}「${stadiumName}」${span} ${courtNames.join('、')}`
  await recordAuditEvent(tx, { actorId, action, objectId, summary, now })
}

/** @throws ApiError what `whyNotClose` answers, court_not_found, venue_not_found, venue_not_managed */
async function spanOf(
  db: Database,
  { stadiumId: venueId, date, beginTimeSlot, endTimeSlot, courtIndexes }: Received<typeof api.previewClosure>['body'],
  viewer: Viewer,
): Promise<ClosedSpan> {
  const venue = await openVenue(db, venueId, viewer)
  const day = toIsoDay(date)
  const chosen = new Set(courtIndexes)
  const refusal = whyNotClose({ day, beginTimeSlot, endTimeSlot, courts: chosen.size }, venue, viewer.now)
  if (refusal) throw new ApiError(refusal)
  const courtIds = venue.courts.filter(({ courtIndex }) => chosen.has(courtIndex)).map(({ id }) => id)
  if (courtIds.length < chosen.size) throw new ApiError('court_not_found')
  return { venueId, day, courtIds, begin: beginTimeSlot, end: endTimeSlot }
}

const idsOf = (standing: readonly Standing[], of: Standing['kind']) =>
  standing.filter(({ kind }) => kind === of).map(({ bookingId }) => bookingId)

const holdersOf = (standing: readonly Standing[]) => ({
  classes: idsOf(standing, 'class'),
  games: idsOf(standing, 'game'),
})

/** Locks classes and games, each kind in the order of their ids, as every action on one of them does. */
async function lockStanding(tx: Database, standing: readonly Standing[]): Promise<void> {
  const { classes, games } = holdersOf(standing)
  const isOf = inArray(invitations.id, classes)
  if (classes.length > 0)
    await tx.select({ id: invitations.id }).from(invitations).where(isOf).orderBy(asc(invitations.id)).for('update')
  if (games.length > 0)
    await tx
      .select({ id: ballGames.id })
      .from(ballGames)
      .where(inArray(ballGames.id, games))
      .orderBy(asc(ballGames.id))
      .for('update')
}

/** The same closure, if it stands: a second press finds it. */
async function findSame(tx: Database, { venueId, day, courtIds, begin, end }: ClosedSpan) {
  const [same] = await tx
    .select({ id: closures.id })
    .from(closures)
    .where(
      and(
        eq(closures.venueId, venueId),
        eq(closures.day, day),
        eq(closures.beginTimeSlot, begin),
        eq(closures.endTimeSlot, end),
        sql`${closures.courtIds} = ${sql.param(courtIds)}::bigint[]`,
        isNull(closures.unlockedAt),
      ),
    )
    .orderBy(desc(closures.id))
    .limit(1)
  return same?.id
}

type Wish = Received<typeof api.closeCourts>['body']

async function closeOnce(
  tx: Database,
  span: ClosedSpan,
  { reason, seen }: Wish,
  viewer: Viewer,
): Promise<api.ClosureFile> {
  const { now } = viewer
  const madeBy = 'managerId' in viewer ? viewer.managerId : null
  const found = await listStanding(tx, span, now)
  await lockStanding(tx, found)
  await queueForVenue(tx, span.venueId)
  const standing = await listStanding(tx, span, now)
  const calledOff = standing.filter(({ isBegun }) => !isBegun)
  const same = await findSame(tx, span)
  if (same !== undefined && calledOff.length === 0) return readFile(tx, same, viewer)
  const preview = previewOf(standing)
  const isLocked = new Set(found.map(({ kind, bookingId }) => `${kind} ${bookingId}`))
  const isWhole = standing.every(({ kind, bookingId }) => isLocked.has(`${kind} ${bookingId}`))
  if (preview.seen !== seen || !isWhole) throw new ApiError('closure_outdated', { data: preview })
  const [venue] = await tx.select({ name: venues.name }).from(venues).where(eq(venues.id, span.venueId))
  const kept = standing.filter(({ isBegun }) => isBegun)
  const openTrials = await listTrialsOpen(tx, span, now)
  const lockSeriesId = await lockForClosure(
    tx,
    { ...span, reason: closureCause(venue?.name ?? '', reason) },
    { calledOff: holdersOf(calledOff), kept: holdersOf(kept) },
  )
  const { venueId, day, begin: beginTimeSlot, end: endTimeSlot } = span
  const row = { venueId, day, beginTimeSlot, endTimeSlot, courtIds: [...span.courtIds], reason, madeBy, lockSeriesId }
  const [made] = await tx.insert(closures).values(row).returning({ id: closures.id })
  if (!made) throw new Error('the insert of a closure answered no row')
  if (calledOff.length > 0)
    await tx.insert(closureItems).values(
      calledOff.map(({ kind, bookingId, sessions, fen }) => ({
        closureId: made.id,
        [kind === 'class' ? 'invitationId' : 'ballId']: bookingId,
        sessions,
        fen,
      })),
    )
  await tellTrialsClosed(tx, openTrials, now)
  const closure = await findClosure(tx, made.id, viewer)
  await recordOperator(tx, viewer, closure, { action: 'venue.close-courts', verb: '闭馆' })
  if (madeBy === null) await notifyManagers(tx, closure)
  return readFile(tx, made.id, viewer)
}

/** Tells the managers of a venue that operators closed it. */
async function notifyManagers(tx: Database, { stadiumId, date, beginTimeSlot, endTimeSlot, courtNames, reason }: Row) {
  const managers = await listManagers(tx, stadiumId)
  const span = `${dateAndWeekday(date)} ${whenOf(beginTimeSlot, endTimeSlot)}`
  await notify(tx, {
    receiverIds: managers,
    senderId: null,
    category: 'systemNotice',
    title: '平台已为您的场馆闭馆',
    content: `${span} ${courtNames.join('、')}：${CLOSURE_REASON_NAMES[reason]}。可在闭馆记录里查看和提前解锁`,
    about: { kind: 'venue', id: stadiumId },
  })
}

async function close(db: Database, body: Wish, viewer: Viewer): Promise<api.ClosureFile> {
  const span = await spanOf(db, body, viewer)
  const cells = span.courtIds.flatMap((resourceId) =>
    halfHoursBetween(span.begin, span.end).map(
      (halfHour): Cell => ({ kind: 'COURT', resourceId, day: span.day, halfHour }),
    ),
  )
  await expireHolders(db, cells, viewer.now)
  return db
    .transaction((tx) => closeOnce(tx, span, body, viewer))
    .catch(async (error: unknown) => {
      if (!(error instanceof CellsTaken)) throw error
      throw new ApiError('closure_outdated', { data: previewOf(await listStanding(db, span, viewer.now)) })
    })
}

const { state } = closureItems
const isDone = sql`${state} = 'DONE'`
const countOf = (which = sql`true`) => sql<number>`(select count(*)::int from ${closureItems}
  where ${closureItems.closureId} = ${closures}.id and ${which})`

const selectClosures = (db: Database) =>
  db
    .select({
      id: closures.id,
      stadiumId: closures.venueId,
      stadiumName: venues.name,
      date: closures.day,
      beginTimeSlot: closures.beginTimeSlot,
      endTimeSlot: closures.endTimeSlot,
      courtNames: sql<
        string[]
      >`array(select k.name from ${courts} k where k.id = any(${closures}.court_ids) order by k.court_index)`,
      reason: closures.reason,
      madeByName: sql<string>`coalesce(${users.nickname}, '平台运营')`,
      createdAt: closures.createdAt,
      unlockedAt: closures.unlockedAt,
      lockSeriesId: closures.lockSeriesId,
      total: countOf(),
      done: countOf(isDone),
      failed: countOf(sql`${state} = 'FAILED'`),
    })
    .from(closures)
    .innerJoin(venues, eq(venues.id, closures.venueId))
    .leftJoin(users, eq(users.id, closures.madeBy))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectClosures>>[number]

const presentClosure = ({ createdAt, unlockedAt, lockSeriesId: _, ...row }: Row): api.Closure => ({
  ...row,
  createTime: createdAt.toISOString(),
  unlockedAt: unlockedAt?.toISOString() ?? null,
})

/** @throws ApiError closure_not_found, also for a manager of other venues */
async function findClosure(db: Database, id: string, viewer: Viewer): Promise<Row> {
  const [row] = await selectClosures(db).where(eq(closures.id, id))
  const may = row && ('staffId' in viewer || (await isManagerOf(db, viewer.managerId, row.stadiumId)))
  if (!row || !may) throw new ApiError('closure_not_found')
  return row
}

/**
 * The half-hours of a closure's courts that stay closed when it is opened: those that another one closed too and of which
 * the lock still stands, so that no manager has opened them one by one.
 */
async function listStillClosed(db: Database, id: string): Promise<api.ClosureFile['stillClosed']> {
  const { rows } = await db.execute<{ courtName: string; halfHours: HalfHour[] }>(sql`
    select k.name as "courtName", array_agg(h) as "halfHours"
    from ${closures} c join ${venueLocks} l on l.venue_id = c.venue_id and l.day = c.day and l.court_id = any(c.court_ids) and l.reason <> ''
    join ${courts} k on k.id = l.court_id
    cross join generate_series(greatest(c.begin_time_slot, l.begin_time_slot), least(c.end_time_slot, l.end_time_slot) - 1) h
    where c.id = ${id} and exists (select 1 from ${closures} other where other.venue_id = c.venue_id and other.day = c.day
      and other.id <> c.id and other.unlocked_at is null and k.id = any(other.court_ids)
      and other.begin_time_slot <= h and h < other.end_time_slot)
    group by k.id order by k.court_index`)
  const spans = new Map<string, api.ClosureFile['stillClosed'][number]>()
  for (const { courtName, halfHours } of rows) {
    for (const { begin: beginTimeSlot, end: endTimeSlot } of spansOf(halfHours)) {
      const same = spans.get(`${beginTimeSlot} ${endTimeSlot}`)
      const courtNames = [...(same?.courtNames ?? []), courtName]
      spans.set(`${beginTimeSlot} ${endTimeSlot}`, { courtNames, beginTimeSlot, endTimeSlot })
    }
  }
  return [...spans.values()].sort((a, b) => a.beginTimeSlot - b.beginTimeSlot)
}

async function readFile(db: Database, id: string, viewer: Viewer): Promise<api.ClosureFile> {
  const row = await findClosure(db, id, viewer)
  const { rows } = await db.execute<Omit<api.ClosureItem, 'fen'> & { fen: string }>(sql`
    select t.id::text as id, case when t.ball_id is null then 'class' else 'game' end as kind,
      coalesce(t.invitation_id, t.ball_id)::text as "bookingId", coalesce(i.course_design_name, b.title) as title, k.name as "courtName",
      coalesce(i.begin_time_slot, b.begin_time_slot) as "beginTimeSlot", coalesce(i.end_time_slot, b.end_time_slot) as "endTimeSlot",
      coach.nickname as "coachName", case when t.ball_id is null then ${playersOfClass} else ${playersOfGame} end as "playerNames",
      t.sessions::float as sessions, t.fen, t.state, t.outcome
    from ${closureItems} t left join ${invitations} i on i.id = t.invitation_id left join ${ballGames} b on b.id = t.ball_id
    join ${courts} k on k.id = coalesce(i.court_id, b.court_id) left join ${users} coach on coach.id = i.coach_id
    where t.closure_id = ${id} order by "beginTimeSlot", "courtName", t.id`)
  const items = rows.map((item) => ({ ...item, fen: Number(item.fen) }))
  const sum = (of: 'sessions' | 'fen', which = items) => which.reduce((total, item) => total + item[of], 0)
  const done = items.filter((item) => item.state === 'DONE')
  return {
    ...presentClosure(row),
    items,
    stillClosed: await listStillClosed(db, id),
    sessions: sum('sessions'),
    sessionsDone: sum('sessions', done),
    fen: sum('fen'),
    fenDone: sum('fen', done),
  }
}

async function retry(db: Database, itemId: string, viewer: Viewer): Promise<api.ClosureFile> {
  return db.transaction(async (tx) => {
    const [item] = await tx.select().from(closureItems).where(eq(closureItems.id, itemId)).for('update')
    if (!item) throw new ApiError('closure_not_found')
    const row = await findClosure(tx, item.closureId, viewer)
    if (item.state === 'FAILED') {
      await tx.update(closureItems).set({ state: 'WAITING', tries: 0 }).where(eq(closureItems.id, itemId))
      await recordOperator(tx, viewer, row, { action: 'venue.retry-closure', verb: '重试退回' })
    }
    return readFile(tx, item.closureId, viewer)
  })
}

/** The venue's other closures of the day that stand, the earliest first. */
async function listOthers(tx: Database, { id, stadiumId, stadiumName, date }: Row) {
  const stands = and(eq(closures.venueId, stadiumId), eq(closures.day, date), isNull(closures.unlockedAt))
  const { courtIds, beginTimeSlot, endTimeSlot, reason, lockSeriesId: seriesId } = closures
  const others = await tx
    .select({ id: closures.id, courtIds, beginTimeSlot, endTimeSlot, reason, seriesId })
    .from(closures)
    .where(and(stands, ne(closures.id, id)))
    .orderBy(asc(closures.id))
  return others.map((other) => ({ ...other, reason: closureCause(stadiumName, other.reason) }))
}

async function unlock(db: Database, id: string, viewer: Viewer): Promise<api.ClosureFile> {
  return db.transaction(async (tx) => {
    await queueForVenue(tx, (await findClosure(tx, id, viewer)).stadiumId)
    const row = await findClosure(tx, id, viewer)
    if (row.unlockedAt !== null) return readFile(tx, id, viewer)
    if (row.done < row.total) throw new ApiError('closure_unsettled')
    const { stadiumId: venueId, lockSeriesId: seriesId, date: day } = row
    if (seriesId !== null) {
      const begun = await openClosure(tx, { venueId, seriesId, day }, await listOthers(tx, row))
      for (const [other, lockSeriesId] of begun)
        await tx.update(closures).set({ lockSeriesId }).where(eq(closures.id, other))
    }
    await tx.update(closures).set({ unlockedAt: viewer.now }).where(eq(closures.id, id))
    await recordOperator(tx, viewer, row, { action: 'venue.open-courts', verb: '提前解锁' })
    return readFile(tx, id, viewer)
  })
}

async function page(
  db: Database,
  { stadiumId, ...query }: Received<typeof api.closuresOfVenue>['query'],
  viewer: Viewer,
) {
  await openVenue(db, stadiumId, viewer)
  return pageOf(db, selectClosures(db), {
    where: eq(closures.venueId, stadiumId),
    order: [desc(closures.id)],
    query,
    present: presentClosure,
  })
}

const preview = async (db: Database, body: Received<typeof api.previewClosure>['body'], viewer: Viewer) =>
  previewOf(await listStanding(db, await spanOf(db, body, viewer), viewer.now))

/** The approved venues that a coach manages, with their courts. */
async function listManaged(db: Database, coachId: string) {
  const isManaged = and(eq(coachVenues.coachId, coachId), coachVenues.isManager, eq(coachVenues.approveStatus, 1))
  const managed = db.select({ id: coachVenues.venueId }).from(coachVenues).where(isManaged)
  return listVenues(db, inArray(venues.id, managed))
}

/** Approved venues with their courts. */
async function listVenues(db: Database, which: SQL) {
  const { id, name, firstStart, lastStart } = venues
  const own = await db
    .select({ id, name, firstStart, lastStart })
    .from(venues)
    .where(and(eq(venues.approveStatus, 1), which))
    .orderBy(asc(id))
  const all = await db
    .select({ venueId: courts.venueId, courtIndex: courts.courtIndex, name: courts.name })
    .from(courts)
    .where(
      inArray(
        courts.venueId,
        own.map((venue) => venue.id),
      ),
    )
    .orderBy(asc(courts.courtIndex))
  return own.map((venue) => ({
    ...venue,
    courts: all.filter(({ venueId }) => venueId === venue.id).map(({ venueId: _, ...court }) => court),
  }))
}

export default plugin([
  handle(api.previewClosure, ({ body, user, db, now }) => preview(db, body, { managerId: user.id, now })),
  handle(api.closeCourts, ({ body, user, db, now }) => close(db, body, { managerId: user.id, now })),
  handle(api.closuresOfVenue, ({ query, user, db, now }) => page(db, query, { managerId: user.id, now })),
  handle(api.getClosure, ({ params, user, db, now }) => readFile(db, params.id, { managerId: user.id, now })),
  handle(api.retryClosureItem, ({ params, user, db, now }) => retry(db, params.id, { managerId: user.id, now })),
  handle(api.unlockClosure, ({ params, user, db, now }) => unlock(db, params.id, { managerId: user.id, now })),

  handle(api.venuesToClose, ({ admin, db }) => listManaged(db, admin.id)),
  handle(api.previewClosureInConsole, ({ body, admin, db, now }) => preview(db, body, { managerId: admin.id, now })),
  handle(api.closeCourtsInConsole, ({ body, admin, db, now }) => close(db, body, { managerId: admin.id, now })),
  handle(api.closuresInConsole, ({ query, admin, db, now }) => page(db, query, { managerId: admin.id, now })),
  handle(api.getClosureInConsole, ({ params, admin, db, now }) =>
    readFile(db, params.id, { managerId: admin.id, now }),
  ),
  handle(api.retryClosureItemInConsole, ({ params, admin, db, now }) =>
    retry(db, params.id, { managerId: admin.id, now }),
  ),
  handle(api.unlockClosureInConsole, ({ params, admin, db, now }) =>
    unlock(db, params.id, { managerId: admin.id, now }),
  ),

  handle(api.venueToClose, async ({ params: { id }, staff, db, now }) => {
    await openVenue(db, id, { staffId: staff.id, now })
    const [venue] = await listVenues(db, eq(venues.id, id))
    if (!venue) throw new ApiError('venue_not_found')
    return venue
  }),
  handle(api.previewClosureAsOperator, ({ body, staff, db, now }) => preview(db, body, { staffId: staff.id, now })),
  handle(api.closeCourtsAsOperator, ({ body, staff, db, now }) => close(db, body, { staffId: staff.id, now })),
  handle(api.closuresAsOperator, ({ query, staff, db, now }) => page(db, query, { staffId: staff.id, now })),
  handle(api.getClosureAsOperator, ({ params, staff, db, now }) => readFile(db, params.id, { staffId: staff.id, now })),
  handle(api.retryClosureItemAsOperator, ({ params, staff, db, now }) =>
    retry(db, params.id, { staffId: staff.id, now }),
  ),
  handle(api.unlockClosureAsOperator, ({ params, staff, db, now }) =>
    unlock(db, params.id, { staffId: staff.id, now }),
  ),
])
