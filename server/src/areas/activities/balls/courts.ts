// Ball games on the courts of venues: what is taken, and what managers and operators call off.
import * as api from '@paidang/api/areas/activities/ball-courts'
import * as schedule from '@paidang/api/areas/time/schedule'
import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf, halfHourOfInstant, monthDotDay, toIsoDay } from '@paidang/domain/kernel/day'
import { GUEST_ID } from '@paidang/domain/kernel/id'
import { and, asc, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { courts, venues } from '../../../tables/venues.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { openManagedVenue } from '../../time/schedule/grid-venue.ts'
import { readCourtStatus, readGridVenue } from '../../time/schedule/read-court-status.ts'
import { assertNotStarted, type BallRow, endOf, isActive, lockBall } from './ball-row.ts'
import { callOff } from './cancel.ts'
import { assertBallSeen } from './open-ball.ts'

/** The half-hours of these courts that are taken by games in which the user plays. `day` is yyyy-mm-dd. */
async function listOwnBallCells(
  db: Database,
  { userId, courtIds, day }: { userId: string; courtIds: readonly string[]; day: string },
): Promise<{ courtId: string; halfHour: number }[]> {
  const { rows } = await db.execute<{ courtId: string; halfHour: number }>(sql`
    select c.resource_id::text as "courtId", c.half_hour as "halfHour"
    from ${slotClaims} p
    join ${slotClaims} c on c.kind = ${CLAIM_KIND.COURT} and c.resource_id = any(${sql.param(courtIds)}::bigint[])
      and c.day = p.day and c.half_hour = p.half_hour and c.holder_kind = p.holder_kind and c.holder_id = p.holder_id
    where p.kind = ${CLAIM_KIND.PLAYER} and p.resource_id = ${userId} and p.day = ${day}
      and p.holder_kind = ${HOLDER_KIND.BALL}`)
  return rows
}

/**
 * Half-hours of a venue's courts on a day that cannot be booked, whoever took them. Closed and past ones are included.
 * Those of the caller's own classes and games are marked.
 */
async function readTakenCourts({
  params: { id: venueId },
  query,
  user,
  db,
  now,
  app: { gridCache },
}: Handled<typeof schedule.courtStatusOfVenue>) {
  const asked = { day: toIsoDay(query.date), userId: user?.id ?? GUEST_ID, now }
  const { courts } = await readGridVenue(db, gridCache, venueId)
  const [cells, ofBalls] = await Promise.all([
    readCourtStatus(db, gridCache, { venueId, coachId: undefined, ...asked }),
    listOwnBallCells(db, { ...asked, courtIds: courts.map(({ id }) => id) }),
  ])
  const own = new Set(ofBalls.map(({ courtId, halfHour }) => `${courtId} ${halfHour}`))
  const courtOf = new Map(courts.map((court) => [court.courtCode, court]))
  return cells.flatMap(({ courtCode, timeIndex, status, isClosed }) => {
    const court = courtOf.get(courtCode)
    if (!court) return []
    const isMine = status === 'MY_INVITING' || own.has(`${court.id} ${timeIndex}`)
    return [{ courtIndex: court.courtIndex, timeIndex, isMine, ...(isClosed && { isClosed }) }]
  })
}

const { activityDate, beginTimeSlot, endTimeSlot, id: ballId, status, title } = ballGames

const selectGames = (db: Database) =>
  db
    .select({
      id: ballId,
      title,
      initiator: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      stadiumId: ballGames.stadiumId,
      stadiumName: venues.name,
      courtName: courts.name,
      activityDate,
      beginTimeSlot,
      endTimeSlot,
      seatsTaken: ballGames.seatsTaken,
      maxPlayers: ballGames.maxPlayers,
      feeFen: ballGames.feeFen,
      isPublic: ballGames.isPublic,
      status,
      revision: ballGames.revision,
    })
    .from(ballGames)
    .innerJoin(users, eq(users.id, ballGames.initiatorId))
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .leftJoin(courts, eq(courts.id, ballGames.courtId))
    .$dynamic()

/** Games that wait for their initiator's money or are active, and have not ended at `now`. */
const isAhead = (now: Date) =>
  and(
    inArray(status, ['UNPAID', 'OPEN', 'FULL']),
    sql`(${activityDate}, ${endTimeSlot}) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)`,
  )

const byTime = (inOrder: typeof asc) => [activityDate, beginTimeSlot, ballId].map((column) => inOrder(column))

/** @throws ApiError cancel_reason_missing */
function reasonOf(reason: string): string {
  const why = reason.trim()
  if (why === '') throw new ApiError('cancel_reason_missing')
  return why
}

async function lockGame(tx: Database, id: string): Promise<BallRow> {
  const ball = await lockBall(tx, id)
  if (!ball) throw new ApiError('ball_not_found')
  return ball
}

export default plugin([
  handle(schedule.courtStatusOfVenue, readTakenCourts),

  handle(api.gamesOnCourts, async ({ params: { id: venueId }, query, user, db, now }) => {
    await openManagedVenue(db, venueId, user.id)
    return pageOf(db, selectGames(db), {
      where: and(isAhead(now), eq(ballGames.stadiumId, venueId), isNotNull(ballGames.courtId)),
      order: byTime(asc),
      query,
      present: (game) => game,
    })
  }),

  // Calling off again changes nothing. Source: decision record 024
  handleReviewed(
    api.callOffOnCourt,
    { kind: 'ball', words: ({ body: { reason } }) => ({ reason }), about: ({ params }) => params.id },
    async ({ params: { id }, user, now, app }, say) => {
      await say(async (tx, { reason = '' }) => {
        const why = reasonOf(reason)
        const ball = await lockGame(tx, id)
        if (ball.courtId === null || ball.stadiumId === null) throw new ApiError('venue_not_managed')
        await openManagedVenue(tx, ball.stadiumId, user.id)
        if (ball.status === 'CANCELLED') return
        assertNotStarted(ball, now)
        const text = (back: string) => `场馆取消${back}。原因：${why}`
        await callOff(tx, ball, { cause: 'VENUE', text, now, effects: app.payments.effects })
      })
      return null
    },
  ),

  handle(api.queryGames, ({ query: { keyword, stadiumId, userId, ...query }, db, now }) => {
    const typed = keyword?.trim()
    const { ballId: gameId, userId: playerId } = ballParticipants
    const isOf = (player: string) =>
      inArray(ballId, db.select({ id: gameId }).from(ballParticipants).where(eq(playerId, player)))
    return pageOf(db, selectGames(db), {
      where: and(
        userId === undefined ? isAhead(now) : isOf(userId),
        stadiumId === undefined ? undefined : eq(ballGames.stadiumId, stadiumId),
        typed ? or(...[title, users.nickname, venues.name].map((column) => contains(column, typed))) : undefined,
      ),
      order: byTime(userId === undefined ? asc : desc),
      query,
      present: (game) => game,
    })
  }),

  // The audit log records it. Calling off again changes nothing.
  handle(api.callOffGame, async ({ params: { id }, body, staff: { id: actorId }, db, now, app }) => {
    const why = reasonOf(body.reason)
    await db.transaction(async (tx) => {
      const ball = await lockGame(tx, id)
      if (ball.status === 'CANCELLED') return
      if (endOf(ball) <= now || (!isActive(ball.status) && ball.status !== 'UNPAID')) throw new ApiError('ball_settled')
      await assertBallSeen(tx, ball, { seen: body.revision, actorId: ball.initiatorId })
      const text = (back: string) => `平台取消${back}。原因：${why}`
      await callOff(tx, ball, { cause: 'PLATFORM', text, now, effects: app.payments.effects })
      const summary = `取消 ${monthDotDay(ball.activityDate)} 的球局「${ball.title}」：${why}`
      await recordAuditEvent(tx, { actorId, action: 'ball.call-off', objectId: id, summary, now })
    })
    return null
  }),
])
