// How a player gets a seat in a game, waits for one, and gives it back.
import * as api from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { genderRefusal, isLevelFit, paymentDeadline } from '@paidang/domain/areas/activities/balls/seat-rules'
import type { RefundWish } from '@paidang/domain/areas/money/payments/order'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { refuseCost } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { ballGames, ballParticipants, ballWaiters } from '../../../tables/balls.ts'
import type { CorrectableEffect } from '../../money/payments/order.ts'
import { closeOrder } from '../../money/payments/order.ts'
import {
  assertSeatPayable,
  findOrderOfSeat,
  isBearer,
  leaveTermsOf,
  openSeatOrder,
  refundedTo,
  refundRest,
} from './ball-money.ts'
import {
  assertActive,
  assertNotStarted,
  type BallRow,
  countSeat,
  findPeople,
  isActive,
  isToCome,
  lockBall,
  nameOf,
  notifyOfBall,
  publishBall,
  startOf,
} from './ball-row.ts'
import { claimBall, claimingTransaction } from './claim-ball.ts'
import { readBallDetail } from './detail.ts'
import { assertNotWaitedFor, endWaiting, listWaiting, releaseExpiredSeats, releaseSeat } from './free-seats.ts'
import { hasBallLink, lockOpenBall } from './open-ball.ts'
import { expireProposalsOf } from './proposal.ts'
import { withdrawRequest } from './requests.ts'
import {
  findRequestStatus,
  findSeatOfOrder,
  insertSeat,
  isHeldAt,
  type PlayerSeat,
  type SeatRow,
  updateSeat,
} from './seats.ts'

/**
 * A user may play in a game by its rules, or because its initiator agreed to their level.
 *
 * @throws ApiError user_not_found, ball_gender_unfit, ball_gender_unsaid, ball_level_unfit, ball_request_refused
 */
async function assertFits(
  tx: Database,
  ball: BallRow,
  { actorId, isLevelWaived }: { actorId: string; isLevelWaived: boolean },
): Promise<void> {
  const [person] = await findPeople(tx, [actorId])
  if (!person) throw new ApiError('user_not_found')
  const refusal = genderRefusal(person.gender, ball.genderRule)
  if (refusal) throw new ApiError(refusal)
  if (isLevelWaived || isLevelFit(person.level, ball)) return
  const verdict = await findRequestStatus(tx, ball.id, actorId)
  if (verdict === APPROVAL.REJECTED) throw new ApiError('ball_request_refused')
  if (verdict !== APPROVAL.APPROVED) throw new ApiError('ball_level_unfit')
}

/** Refunds a late leaver. No page of the game shows them their order, so the message links to it. */
async function refundLeaver(tx: Database, ball: BallRow, leaver: SeatRow, now: Date): Promise<void> {
  const order = await findOrderOfSeat(tx, leaver)
  if (!order) return
  const amountFen = await refundRest(tx, order, { cause: 'refilled', now })
  await notifyOfBall(tx, ball, {
    receiverIds: [leaver.userId],
    senderId: null,
    category: 'systemNotice',
    title: '退款通知',
    text: `空位已有人补上，¥${yuanOf(amountFen)} ${refundedTo(order)}`,
    about: { kind: 'order', id: order.id },
  })
}

/**
 * Confirms a seat of a locked game that is paid for or costs nothing. The earliest late leaver without a replacement
 * gets their money back, since their place is taken. The leaver and the initiator are notified.
 *
 * Source: decision "Ball games"; invariants B6, B7
 */
async function confirmSeat(tx: Database, ball: BallRow, seat: SeatRow, now: Date): Promise<void> {
  await updateSeat(tx, seat.id, { state: 'CONFIRMED', confirmedAt: now, heldUntil: null })
  const { ballId, state, refilledBy, leftAt, id } = ballParticipants
  const [leaver] = await tx
    .select()
    .from(ballParticipants)
    .where(and(eq(ballId, ball.id), eq(state, 'LEFT_LATE'), isNull(refilledBy)))
    .orderBy(asc(leftAt), asc(id))
    .limit(1)
  if (leaver) {
    await updateSeat(tx, leaver.id, { refilledBy: seat.id })
    await refundLeaver(tx, ball, leaver, now)
  }
  await notifyOfBall(tx, ball, {
    receiverIds: [ball.initiatorId],
    senderId: seat.userId,
    title: `${await nameOf(tx, seat.userId)} 报名了您的球局`,
  })
}

/**
 * Gives a user a seat of a locked game. With an order to pay it is HELD until paid, otherwise it is CONFIRMED at once.
 * The player's half-hours are claimed. A seat that was `offered` to the user becomes that seat.
 *
 * @throws ApiError ball_full; CellsTaken when the player is busy.
 * Source: decision "Ball games"; invariants B1, B2, B6
 */
async function takeSeat(
  tx: Database,
  ball: BallRow,
  { userId, offered, now }: { userId: string; offered: SeatRow | undefined; now: Date },
): Promise<void> {
  const heldUntil = paymentDeadline(startOf(ball), now)
  const order = await openSeatOrder(tx, ball, { kind: 'BALL_SEAT', userId, expiresAt: heldUntil })
  const held = { state: 'HELD' as const, heldUntil, orderId: order?.id ?? null }
  const counted = offered ? ball : await countSeat(tx, ball.id, 1)
  if (!counted) throw new ApiError('ball_full')
  const seat = offered
    ? await updateSeat(tx, offered.id, held)
    : await insertSeat(tx, { ballId: ball.id, userId, createdAt: now, ...held })
  await endWaiting(tx, seat, 'SEATED')
  await claimBall(tx, counted, { playerIds: [userId] })
  if (!order) await confirmSeat(tx, counted, seat, now)
  await publishBall(tx, counted, [userId])
}

/** The seat that is offered to a user from the waiting list. */
async function findOfferedSeat(db: Database, ball: string, user: string): Promise<SeatRow | undefined> {
  const { ballId, userId, state } = ballParticipants
  const [row] = await db
    .select()
    .from(ballParticipants)
    .where(and(eq(ballId, ball), eq(userId, user), eq(state, 'OFFERED')))
  return row
}

type Enrolling = Pick<Handled<typeof api.enrollBall>, 'body' | 'user' | 'db' | 'now' | 'app'>

/**
 * In an active game that has not begun. With a fee the seat is held for 15 minutes, without one it is confirmed at once.
 * A seat that was offered from the waiting list becomes that seat. The player's half-hours are claimed. Asking again
 * with a seat changes nothing. `isJoining` lets a share link waive the level range; without a link it takes a seat only
 * where that costs nothing.
 *
 * Source: specification §7 "Balls"; decision "Ball games"
 */
const enroll =
  ({ isJoining }: { isJoining: boolean }) =>
  async ({ body, user: { id: actorId }, db, now, app }: Enrolling): Promise<api.BallDetail> => {
    const { id: ballId, participantId, share, revision: seen } = body
    // Compared before any lookup, so that the refusal does not reveal whether the game exists.
    if (participantId !== undefined && participantId !== actorId) throw new ApiError('join_for_others')
    const { effects } = app.payments
    const hasLink = await hasBallLink(db, app.ballShareTokens, { ballId, share })
    await claimingTransaction(db, { actorId, now }, async (tx) => {
      const { ball, own } = await lockOpenBall(tx, { ballId, actorId, hasLink, seen })
      const isKept = isHeldAt(own, now)
      if (isKept && own?.state !== 'OFFERED') return

      assertNotStarted(ball, now)
      // A new game that was not paid in time is over, although no job has run.
      if (!isKept && !isActive(ball.status)) throw new ApiError('ball_settled')
      if (isJoining && !hasLink && ball.feeFen > 0) throw new ApiError('ball_needs_payment')
      assertSeatPayable(ball, app.features)
      // A player who was offered a seat had the right level when they joined the list.
      await assertFits(tx, ball, { actorId, isLevelWaived: isKept || (isJoining && hasLink) })
      const free = await releaseExpiredSeats(tx, ball, { now, effects })
      const offered = await findOfferedSeat(tx, ballId, actorId)
      if (!offered) await assertNotWaitedFor(tx, free, actorId)
      await takeSeat(tx, free, { userId: actorId, offered, now })
    })
    return readBallDetail(db, { ballId, actorId, share, now, app })
  }

/** Enrols the caller in a game, as the call of that name. */
export const enrollInBall = enroll({ isJoining: false })

/**
 * Paying for a seat confirms it while it is held and the game is active and has not begun. This also holds past the
 * time to pay, unless another player has taken the seat. A closed order releases the seat.
 *
 * Source: decision "Ball games"; invariant B6
 */
export const seatEffect: CorrectableEffect = {
  lock: lockBall,
  async paid(tx, order, now) {
    const ball = await lockBall(tx, order.objectId)
    const seat = await findSeatOfOrder(tx, order.id)
    if (!ball || seat?.state !== 'HELD') return 'refused'
    if (!isToCome(ball, now)) {
      await releaseSeat(tx, seat, { now })
      return 'refused'
    }
    await confirmSeat(tx, ball, seat, now)
    await publishBall(tx, ball)
    return 'done'
  },
  async closed(tx, order, now) {
    const seat = await findSeatOfOrder(tx, order.id)
    if (seat?.state === 'HELD') await releaseSeat(tx, seat, { now })
  },
  async isUsed(db, order, now) {
    const [ball] = await db.select().from(ballGames).where(eq(ballGames.id, order.objectId))
    const seat = await findSeatOfOrder(db, order.id)
    if (!ball || seat?.state !== 'CONFIRMED' || !isToCome(ball, now)) return true
    // Who took the game over calls it off, as who published it. A game without its initiator would be nobody's.
    return isBearer(ball, seat) || seat.userId === ball.initiatorId
  },
  async takeBack(tx, order, { effects, now }) {
    const ball = await lockBall(tx, order.objectId)
    const seat = await findSeatOfOrder(tx, order.id)
    if (!ball || !seat || (await seatEffect.isUsed(tx, order, now))) return undefined
    await expireProposalsOf(tx, ball, { userId: seat.userId, now, effects })
    await releaseSeat(tx, seat, { now })
    await refundRest(tx, order, { cause: 'corrected', target: 'CORRECTION', now })
    await notifyOfBall(tx, ball, {
      receiverIds: [ball.initiatorId],
      senderId: seat.userId,
      title: `${await nameOf(tx, seat.userId)} 的报名已取消，前台登记有误`,
    })
    return ''
  },
}

/** A leaver counts as late only if their money is in the game. Nobody leaves for less than the refund that they saw. */
async function leaveConfirmedSeat(
  tx: Database,
  ball: BallRow,
  own: PlayerSeat,
  { refundTo, seenFen, now }: { refundTo: RefundWish | undefined; seenFen: Fen | undefined; now: Date },
): Promise<void> {
  const { order, isFree, paidFen } = await leaveTermsOf(tx, ball, own, now)
  const isLate = !isFree && paidFen > 0
  const refundFen = isLate ? 0 : paidFen
  if (seenFen !== undefined && refundFen < seenFen) refuseCost('现在退出，要有人补上你的名额才退款', { refundFen })
  await releaseSeat(tx, own, { state: isLate ? 'LEFT_LATE' : 'LEFT', now })
  if (order && !isLate) await refundRest(tx, order, { cause: 'left', target: refundTo, now })
  await notifyOfBall(tx, ball, {
    receiverIds: [ball.initiatorId],
    senderId: own.userId,
    title: `${own.nickname} 退出了您的球局`,
  })
}

/**
 * An unpaid seat becomes free and its order is closed. A paid seat is refunded in full as long as leaving is free (see
 * leaveTermsOf). Otherwise the refund comes only when another player takes the place. Proposals about the seat expire.
 * Leaving again changes nothing.
 *
 * Source: decision "Ball games"; invariant B7
 */
async function leave({ body, user: { id: actorId }, db, now, app }: Handled<typeof api.leaveBall>) {
  const { id: ballId, refundTo, refundFen: seenFen, revision: seen } = body
  const { effects } = app.payments
  await db.transaction(async (tx) => {
    const { ball, own, seats } = await lockOpenBall(tx, { ballId, actorId, seen })
    if (ball.initiatorId === actorId) throw new ApiError('ball_initiator_stays')
    if (!own) {
      if (await endWaiting(tx, { ballId, userId: actorId }, 'LEFT')) return publishBall(tx, ball)
      if (await withdrawRequest(tx, ball, { userId: actorId, now })) return
      if (seats.some(({ userId }) => userId === actorId)) return
      throw new ApiError('ball_player_unknown')
    }
    assertNotStarted(ball, now)
    if (own.state === 'HELD' && own.orderId) return void (await closeOrder(tx, { orderId: own.orderId, now, effects }))
    if (own.state !== 'CONFIRMED') {
      await endWaiting(tx, own, 'LEFT')
      return void (await releaseSeat(tx, own, { now }))
    }
    if (isBearer(ball, own)) throw new ApiError('ball_bearer_stays')
    await expireProposalsOf(tx, ball, { userId: actorId, now, effects })
    await leaveConfirmedSeat(tx, ball, own, { refundTo, seenFen, now })
  })
  return readBallDetail(db, { ballId, actorId, isLeaving: true, now, app })
}

/** Users who wait or have a seat change nothing. */
async function wait({ body, user: { id: actorId }, db, now, app }: Handled<typeof api.waitForBall>) {
  const { id: ballId, share, revision: seen } = body
  const { effects } = app.payments
  const hasLink = await hasBallLink(db, app.ballShareTokens, { ballId, share })
  await db.transaction(async (tx) => {
    const { ball, own, view } = await lockOpenBall(tx, { ballId, actorId, hasLink, seen })
    // An expired offer is no longer a place on the list.
    if (own ? isHeldAt(own, now) : view.isWaiting) return
    assertActive(ball, now)
    assertSeatPayable(ball, app.features)
    await assertFits(tx, ball, { actorId, isLevelWaived: hasLink })
    const { maxPlayers, seatsTaken } = await releaseExpiredSeats(tx, ball, { now, effects })
    // Seats that are free at night are for players who wait already.
    if ((await listWaiting(tx, ballId)).length < maxPlayers - seatsTaken) throw new ApiError('ball_has_seats')
    await tx.insert(ballWaiters).values({ ballId, userId: actorId, createdAt: now })
    await publishBall(tx, ball)
  })
  return readBallDetail(db, { ballId, actorId, share, now, app })
}

export default plugin([
  handle(api.enrollBall, enrollInBall),
  handle(api.createParticipant, enrollInBall),
  handle(api.joinBall, enroll({ isJoining: true })),
  handle(api.waitForBall, wait),
  handle(api.leaveBall, leave),
])
