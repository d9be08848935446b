import type { GameOnCourt } from '@paidang/api/areas/ball-courts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { instantOf, monthDotDay } from '@paidang/domain/kernel/day'
import type { Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { openManagedVenue } from '../../time/schedule/grid-venue.ts'
import { type BallRow, lockBall } from './ball-queries.ts'
import { callOff } from './cancel-ball.ts'
import { listGames } from './court-queries.ts'
import { assertBallSeen, assertNotStarted, isActive } from './open-ball.ts'

type CallingOff = { ballId: string; actorId: string; reason: string; now: Date; effects: OrderEffects }
type Seen = { seen: number | undefined }

/**
 * The games on the courts of a venue for one of its managers, the next first.
 *
 * @throws ApiError venue_not_managed, venue_not_found
 */
export async function listGamesOnCourts(
  db: Database,
  { venueId, actorId, now, ...page }: Page & { venueId: string; actorId: string; now: Date },
): Promise<{ rows: GameOnCourt[]; total: number }> {
  await openManagedVenue(db, venueId, actorId)
  return listGames(db, { onCourtsOf: venueId, now, ...page })
}

/**
 * A manager calls off a game on a court of their venue before it begins. Calling off again changes nothing.
 *
 * @throws ApiError cancel_reason_missing, ball_not_found, venue_not_managed, venue_not_found, ball_settled,
 *   ball_started
 * Source: decision record 024
 */
export async function callOffByVenue(
  db: Database,
  { ballId, actorId, reason, now, effects }: CallingOff,
): Promise<void> {
  const text = `场馆取消，费用全额退回。原因：${reasonOf(reason)}`
  await db.transaction(async (tx) => {
    const ball = await lockGame(tx, ballId)
    if (ball.courtId === null || ball.stadiumId === null) throw new ApiError('venue_not_managed')
    await openManagedVenue(tx, ball.stadiumId, actorId)
    if (ball.status === 'CANCELLED') return
    assertNotStarted(ball, now)
    await callOff(tx, ball, { cause: 'VENUE', actorId: null, text, now, effects })
  })
}

/**
 * An operator calls off a game that has not ended. The audit log records it. Calling off again changes nothing.
 *
 * @throws ApiError cancel_reason_missing, ball_not_found, ball_settled
 */
export async function callOffByOperator(
  db: Database,
  { ballId, actorId, reason, now, effects, seen }: CallingOff & Seen,
): Promise<void> {
  const why = reasonOf(reason)
  await db.transaction(async (tx) => {
    const ball = await lockGame(tx, ballId)
    if (ball.status === 'CANCELLED') return
    const isOver = instantOf(ball.activityDate, ball.endTimeSlot) <= now
    if (isOver || (!isActive(ball.status) && ball.status !== 'UNPAID')) throw new ApiError('ball_settled')
    await assertBallSeen(tx, ball, { seen, actorId: ball.initiatorId })
    const text = `平台取消，费用全额退回。原因：${why}`
    await callOff(tx, ball, { cause: 'PLATFORM', actorId: null, text, now, effects })
    const summary = `取消 ${monthDotDay(ball.activityDate)} 的球局「${ball.title}」：${why}`
    await recordAuditEvent(tx, { actorId, action: 'ball.call-off', objectId: ballId, summary, now })
  })
}

function reasonOf(reason: string): string {
  const why = reason.trim()
  if (why === '') throw new ApiError('cancel_reason_missing')
  return why
}

async function lockGame(tx: Database, ballId: string): Promise<BallRow> {
  const ball = await lockBall(tx, ballId)
  if (!ball) throw new ApiError('ball_not_found')
  return ball
}
