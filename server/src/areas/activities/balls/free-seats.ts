// Seats that become free, and who waits for them.
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { genderRefusal, offerEndsAt } from '@paidang/domain/areas/activities/balls/seat-rules'
import { dayOf, formatDateTime, monthDotDay } from '@paidang/domain/kernel/day'
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballParticipants, ballWaiters } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { closeOrder } from '../../money/payments/order.ts'
import { releaseBallPlayer } from '../../time/schedule/claim-cells.ts'
import {
  type BallRow,
  countSeat,
  factsOf,
  findPeople,
  notifyOfBall,
  publishBall,
  rereadBall,
  startOf,
} from './ball-row.ts'
import { findView } from './ball-view.ts'
import { insertSeat, type SeatRow, updateSeat } from './seats.ts'

/** The users who wait for a seat, first come first. */
export async function listWaiting(
  db: Database,
  ballId: string,
): Promise<{ id: string; nickname: string; avatar: string | null }[]> {
  return db
    .select({ id: users.id, nickname: users.nickname, avatar: users.avatar })
    .from(ballWaiters)
    .innerJoin(users, eq(users.id, ballWaiters.userId))
    .where(and(eq(ballWaiters.ballId, ballId), eq(ballWaiters.state, 'WAITING')))
    .orderBy(asc(ballWaiters.id))
}

/** Ends a user's waiting in a locked game, for a seat or for their answer to an offer. @returns whether they waited */
export async function endWaiting(
  tx: Database,
  { ballId, userId }: { ballId: string; userId: string },
  state: 'SEATED' | 'EXPIRED' | 'LEFT',
): Promise<boolean> {
  const own = and(eq(ballWaiters.ballId, ballId), eq(ballWaiters.userId, userId))
  const rows = await tx
    .update(ballWaiters)
    .set({ state })
    .where(and(own, inArray(ballWaiters.state, ['WAITING', 'OFFERED'])))
    .returning({ id: ballWaiters.id })
  return rows.length > 0
}

/**
 * Free seats are kept for the waiting list, also before any is offered. The first waiting player may take one directly.
 *
 * @throws ApiError ball_full
 */
export async function assertNotWaitedFor(tx: Database, ball: BallRow, actorId: string): Promise<void> {
  const waitingIds = (await listWaiting(tx, ball.id)).map(({ id }) => id)
  const before = waitingIds.includes(actorId) ? waitingIds.indexOf(actorId) : waitingIds.length
  if (before >= ball.maxPlayers - ball.seatsTaken) throw new ApiError('ball_full')
}

/** Keeps the seat for the player before they answer. Nobody else can take it. Their half-hours are not claimed yet. */
async function offerSeat(
  tx: Database,
  ball: BallRow,
  { userId, until, now }: { userId: string; until: Date; now: Date },
): Promise<BallRow> {
  const counted = await countSeat(tx, ball.id, 1)
  if (!counted) throw new Error(`ball game ${ball.id} is open, and yet has no seat to offer`)
  await insertSeat(tx, { ballId: ball.id, userId, state: 'OFFERED', heldUntil: until, createdAt: now })
  await publishBall(tx, counted)
  const deadline = `${monthDotDay(dayOf(until))} ${formatDateTime(until).slice(11, 16)}`
  await notifyOfBall(tx, ball, {
    receiverIds: [userId],
    senderId: null,
    title: '候补到您了',
    content: `${factsOf(ball)} 有空位，请在 ${deadline} 前报名`,
  })
  return counted
}

/**
 * Offers the free seats of a locked game to the waiting list, first come first, and notifies those players. The notice
 * names the deadline. At night, or with nobody waiting, seats stay free. Players who are now blocked from the initiator
 * are skipped. So are those whom the gender rule excludes by now, who are told.
 *
 * @returns the game as it now stands
 * Source: decision "Ball games"; invariants B1, B8
 */
export async function offerFreeSeats(tx: Database, ball: BallRow, now: Date): Promise<BallRow> {
  for (let current = ball; ; ) {
    const until = current.status === 'OPEN' ? offerEndsAt(startOf(current), now) : undefined
    if (!until) return current
    const [waiter] = await tx
      .select()
      .from(ballWaiters)
      .where(and(eq(ballWaiters.ballId, ball.id), eq(ballWaiters.state, 'WAITING')))
      .orderBy(asc(ballWaiters.id))
      .limit(1)
    if (!waiter) return current
    const { id, userId } = waiter
    if ((await findView(tx, ball.id, userId))?.isHidden) {
      await endWaiting(tx, waiter, 'EXPIRED')
      continue
    }
    const [person] = await findPeople(tx, [userId])
    if (person && genderRefusal(person.gender, current.genderRule) === 'ball_gender_unfit') {
      await endWaiting(tx, waiter, 'EXPIRED')
      await publishBall(tx, current)
      await notifyOfBall(tx, current, {
        receiverIds: [userId],
        senderId: null,
        title: '候补已失效',
        content: `${factsOf(current)} ${errors.ball_gender_unfit.message}`,
      })
      continue
    }
    await tx.update(ballWaiters).set({ state: 'OFFERED' }).where(eq(ballWaiters.id, id))
    current = await offerSeat(tx, current, { userId, until, now })
  }
}

/**
 * Gives back a seat of a locked game. It is offered to the first waiting player, and the former player's half-hours are
 * released. With LEFT_LATE the money stays until another seat becomes confirmed. The caller handles the order.
 *
 * @returns the game as it now stands
 * Source: decision "Ball games"; invariant B1
 */
export async function releaseSeat(
  tx: Database,
  seat: SeatRow,
  { state = 'LEFT', now }: { state?: 'LEFT' | 'LEFT_LATE'; now: Date },
): Promise<BallRow> {
  const counted = await countSeat(tx, seat.ballId, -1)
  if (!counted) throw new Error(`ball game ${seat.ballId} has no seat to give back`)
  await updateSeat(tx, seat.id, { state, leftAt: now, heldUntil: null, changedAt: null })
  if (seat.state === 'OFFERED') await endWaiting(tx, seat, 'EXPIRED')
  await releaseBallPlayer(tx, seat.ballId, seat.userId)
  await publishBall(tx, counted, [seat.userId])
  return offerFreeSeats(tx, counted, now)
}

/**
 * Frees seats of a locked game whose time to pay or to answer has passed. Their orders are closed, and the seats are
 * free or offered to the waiting list. Any code that needs a seat calls this, so nothing depends on a job. Payers may
 * get `graceMs` more.
 *
 * @returns the game as it now stands
 */
export async function releaseExpiredSeats(
  tx: Database,
  { id: ballId }: BallRow,
  { now, effects, graceMs = 0 }: { now: Date; effects: OrderEffects; graceMs?: number },
): Promise<BallRow> {
  const { id, heldUntil, state } = ballParticipants
  const isExpired = and(inArray(state, ['OFFERED', 'HELD']), lte(heldUntil, now))
  const expired = await tx
    .select()
    .from(ballParticipants)
    .where(and(eq(ballParticipants.ballId, ballId), isExpired))
    .orderBy(asc(id))
  for (const seat of expired) {
    const overdueMs = now.getTime() - (seat.heldUntil?.getTime() ?? 0)
    if (seat.orderId && overdueMs < graceMs) continue
    if (seat.orderId) await closeOrder(tx, { orderId: seat.orderId, now, effects })
    else await releaseSeat(tx, seat, { now })
  }
  return rereadBall(tx, ballId)
}
