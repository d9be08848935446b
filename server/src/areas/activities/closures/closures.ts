// A venue closes courts (闭馆): they are locked, and all that stands there is listed to be settled, in one transaction.
import * as api from '@paidang/api/areas/activities/closures'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Received } from '@paidang/api/endpoint'
import { closureCause, whyNotClose } from '@paidang/domain/areas/activities/closures/closure'
import type { Cell } from '@paidang/domain/areas/time/schedule/cells'
import { toIsoDay } from '@paidang/domain/kernel/day'
import { halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { ballGames } from '../../../tables/balls.ts'
import { invitations } from '../../../tables/classes.ts'
import { closureItems, closures } from '../../../tables/closures.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'
import { CellsTaken } from '../../time/schedule/claim-cells.ts'
import { isManagerOf, openManagedVenue } from '../../time/schedule/grid-venue.ts'
import { expireHolders } from '../classes/expire-stale-invitations.ts'
import { lockForClosure, openClosure } from '../locks/venue-locks.ts'
import { type ClosedSpan, listStanding, playersOfClass, playersOfGame, previewOf, type Standing } from './standing.ts'

type Viewer = { id: string; now: Date }

/** @throws ApiError what `whyNotClose` answers, court_not_found, venue_not_found, venue_not_managed */
async function spanOf(
  db: Database,
  { stadiumId: venueId, date, beginTimeSlot, endTimeSlot, courtIndexes }: Received<typeof api.previewClosure>['body'],
  { id: actorId, now }: Viewer,
): Promise<ClosedSpan> {
  const venue = await openManagedVenue(db, venueId, actorId)
  const day = toIsoDay(date)
  const chosen = new Set(courtIndexes)
  const refusal = whyNotClose({ day, beginTimeSlot, endTimeSlot, courts: chosen.size }, venue, now)
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
  const { id: madeBy, now } = viewer
  const found = await listStanding(tx, span, now)
  await lockStanding(tx, found)
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
  return readFile(tx, made.id, viewer)
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
      madeByName: users.nickname,
      createdAt: closures.createdAt,
      unlockedAt: closures.unlockedAt,
      lockSeriesId: closures.lockSeriesId,
      total: countOf(),
      done: countOf(isDone),
      failed: countOf(sql`${state} = 'FAILED'`),
    })
    .from(closures)
    .innerJoin(venues, eq(venues.id, closures.venueId))
    .innerJoin(users, eq(users.id, closures.madeBy))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectClosures>>[number]

const presentClosure = ({ createdAt, unlockedAt, lockSeriesId: _, ...row }: Row): api.Closure => ({
  ...row,
  createTime: createdAt.toISOString(),
  unlockedAt: unlockedAt?.toISOString() ?? null,
})

/** @throws ApiError closure_not_found, also for who does not manage its venue */
async function findClosure(db: Database, id: string, { id: actorId }: Viewer): Promise<Row> {
  const [row] = await selectClosures(db).where(eq(closures.id, id))
  if (!row || !(await isManagerOf(db, actorId, row.stadiumId))) throw new ApiError('closure_not_found')
  return row
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
    await findClosure(tx, item.closureId, viewer)
    if (item.state === 'FAILED')
      await tx.update(closureItems).set({ state: 'WAITING', tries: 0 }).where(eq(closureItems.id, itemId))
    return readFile(tx, item.closureId, viewer)
  })
}

async function unlock(db: Database, id: string, viewer: Viewer): Promise<api.ClosureFile> {
  return db.transaction(async (tx) => {
    await tx.select({ id: closures.id }).from(closures).where(eq(closures.id, id)).for('update')
    const row = await findClosure(tx, id, viewer)
    if (row.unlockedAt !== null) return readFile(tx, id, viewer)
    if (row.done < row.total) throw new ApiError('closure_unsettled')
    const { stadiumId: venueId, lockSeriesId: seriesId, date: day } = row
    if (seriesId !== null) await openClosure(tx, { venueId, seriesId, day })
    await tx.update(closures).set({ unlockedAt: viewer.now }).where(eq(closures.id, id))
    return readFile(tx, id, viewer)
  })
}

async function page(
  db: Database,
  { stadiumId, ...query }: Received<typeof api.closuresOfVenue>['query'],
  viewer: Viewer,
) {
  await openManagedVenue(db, stadiumId, viewer.id)
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
  const { id, name, firstStart, lastStart } = venues
  const own = await db
    .select({ id, name, firstStart, lastStart })
    .from(venues)
    .innerJoin(coachVenues, and(eq(coachVenues.venueId, id), isManaged))
    .where(eq(venues.approveStatus, 1))
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
  handle(api.previewClosure, ({ body, user, db, now }) => preview(db, body, { id: user.id, now })),
  handle(api.closeCourts, ({ body, user, db, now }) => close(db, body, { id: user.id, now })),
  handle(api.closuresOfVenue, ({ query, user, db, now }) => page(db, query, { id: user.id, now })),
  handle(api.getClosure, ({ params, user, db, now }) => readFile(db, params.id, { id: user.id, now })),
  handle(api.retryClosureItem, ({ params, user, db, now }) => retry(db, params.id, { id: user.id, now })),
  handle(api.unlockClosure, ({ params, user, db, now }) => unlock(db, params.id, { id: user.id, now })),

  handle(api.venuesToClose, ({ admin, db }) => listManaged(db, admin.id)),
  handle(api.previewClosureInConsole, ({ body, admin, db, now }) => preview(db, body, { id: admin.id, now })),
  handle(api.closeCourtsInConsole, ({ body, admin, db, now }) => close(db, body, { id: admin.id, now })),
  handle(api.closuresInConsole, ({ query, admin, db, now }) => page(db, query, { id: admin.id, now })),
  handle(api.getClosureInConsole, ({ params, admin, db, now }) => readFile(db, params.id, { id: admin.id, now })),
  handle(api.retryClosureItemInConsole, ({ params, admin, db, now }) => retry(db, params.id, { id: admin.id, now })),
  handle(api.unlockClosureInConsole, ({ params, admin, db, now }) => unlock(db, params.id, { id: admin.id, now })),
])
