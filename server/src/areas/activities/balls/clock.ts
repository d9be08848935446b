// What becomes of games by the clock. Only cleanup: code that needs a seat compares the times with the clock itself.
import { ACTIVE_BALL_STATUSES } from '@paidang/domain/areas/activities/balls/ball-status'
import { sharesOf } from '@paidang/domain/areas/activities/balls/fee'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { and, asc, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { ballGames, ballParticipants, ballWaiters } from '../../../tables/balls.ts'
import type { OrderEffects, OrderRow } from '../../money/payments/order.ts'
import type { Payments } from '../../money/payments/provider.ts'
import { findOrderOfSeat, isBearer, refundedTo, refundRest, toFetch } from './ball-money.ts'
import {
  type BallRow,
  endOf,
  isActive,
  lockBall,
  notifyOfBall,
  publishBall,
  rereadBall,
  startOf,
  updateBall,
} from './ball-row.ts'
import { callOff, closePendingItems, expireQuestions } from './cancel.ts'
import { offerFreeSeats, releaseExpiredSeats, releaseSeat } from './free-seats.ts'
import { expireProposalsOf } from './proposal.ts'
import { isLateUnfilled, isUnanswered, listSeats, type PlayerSeat, type SeatRow, updateSeat } from './seats.ts'

type Clock = { now: Date; effects: OrderEffects }

/** Locks each active game that matches a condition, in a transaction of its own, and passes it on if still active. */
async function processGames(
  { db, now, signal, onFault, payments: { effects } }: JobContext & { payments: Payments },
  what: string,
  where: SQL | undefined,
  each: (tx: Database, ball: BallRow, clock: Clock) => Promise<void>,
): Promise<void> {
  const { id, status } = ballGames
  await processEach({
    what,
    list: ({ afterId, limit }) =>
      db
        .select({ id })
        .from(ballGames)
        .where(and(inArray(status, ACTIVE_BALL_STATUSES), gt(id, afterId), where))
        .orderBy(asc(id))
        .limit(limit),
    each: (game) =>
      db.transaction(async (tx) => {
        const ball = await lockBall(tx, game.id)
        if (ball && isActive(ball.status)) await each(tx, ball, { now, effects })
      }),
    signal,
    onFault,
  })
}

/**
 * The job that closes orders asks the provider first whether money came. Only later is a seat taken from its payer
 * without asking.
 */
const GRACE_MS = 2 * 60_000

/**
 * Frees seats that were not taken in time, and offers free seats to the waiting list. Free seats of the night are
 * offered in the morning.
 *
 * Source: decision "Ball games"
 */
export async function settleSeats(context: JobContext & { payments: Payments }): Promise<void> {
  const overdue = new Date(context.now.getTime() - GRACE_MS)
  const hasExpired = sql`exists (
    select 1 from ${ballParticipants} p where p.ball_id = ${ballGames}.id
      and (p.state = 'OFFERED' and p.held_until <= ${context.now} or p.state = 'HELD' and p.held_until <= ${overdue}))`
  const hasWaiters = sql`exists (
    select 1 from ${ballWaiters} w where w.ball_id = ${ballGames}.id and w.state = 'WAITING')`
  const isUnsettled = or(hasExpired, and(eq(ballGames.status, 'OPEN'), hasWaiters))
  await processGames(context, 'settle seats of ball game', isUnsettled, async (tx, ball, { now, effects }) => {
    await offerFreeSeats(tx, await releaseExpiredSeats(tx, ball, { now, effects, graceMs: GRACE_MS }), now)
  })
}

async function endUnansweredSeat(tx: Database, ball: BallRow, seat: PlayerSeat, clock: Clock): Promise<void> {
  const { now, effects } = clock
  const { userId, nickname } = seat
  await expireProposalsOf(tx, ball, { userId, now, effects })
  await releaseSeat(tx, seat, { now })
  const order = await findOrderOfSeat(tx, seat)
  const backFen = order ? await refundRest(tx, order, { cause: 'changed', now }) : 0
  const back = order && backFen > 0 ? { text: `¥${yuanOf(backFen)} ${refundedTo(order)}` } : {}
  await notifyOfBall(tx, ball, { receiverIds: [userId], senderId: null, title: '未同意修改，已退出球局', ...back })
  const title = `${nickname} 未同意修改，已退出您的球局`
  await notifyOfBall(tx, ball, { receiverIds: [ball.initiatorId], senderId: null, title })
}

/**
 * At the start of a locked game, players who have not agreed to its change leave with all their money. They and the
 * initiator are notified. When such a player has paid the whole cost, the game is called off: nobody plays on their
 * money.
 *
 * @returns the game as it now stands
 * Source: decision record 024
 */
async function endUnansweredSeats(tx: Database, ball: BallRow, clock: Clock): Promise<BallRow> {
  if (startOf(ball) > clock.now) return ball
  const silent = (await listSeats(tx, ball.id)).filter(isUnanswered)
  if (silent.some((seat) => isBearer(ball, seat))) {
    await callOff(tx, ball, {
      cause: 'INITIATOR',
      text: (back) => `支付球费的球友未同意修改，自动取消${back}`,
      ...clock,
    })
  } else {
    for (const seat of silent) await endUnansweredSeat(tx, ball, seat, clock)
  }
  return rereadBall(tx, ball.id)
}

/**
 * What a game lacks after its closing time: players, or money that could still arrive at `now`. A player who leaves
 * after the closing time still counts, unless their money was refunded. So leaving does not reopen the decision. Only a
 * change without that player's agreement does, and a payment that was taken back. Where nothing was paid, each player
 * who came since has taken the place of one who left.
 */
function shortfallOf(ball: BallRow, seats: readonly SeatRow[], now: Date): 'players' | 'payments' | undefined {
  const { minPlayers, closesAt } = ball
  const isSince = (time: Date | null): time is Date => time !== null && time > closesAt
  const paidLate = seats.filter((seat) => isLateUnfilled(seat) && isSince(seat.leftAt)).length
  const unpaid = seats.filter(({ orderId, confirmedAt }) => orderId === null && confirmedAt !== null)
  // Seats that end at the start are those of players who have not agreed to a change.
  const left = unpaid.filter(({ leftAt }) => isSince(leftAt) && leftAt < startOf(ball)).length
  const come = unpaid.filter(({ confirmedAt }) => isSince(confirmedAt)).length
  const confirmed = seats.filter(({ state }) => state === 'CONFIRMED').length + paidLate + Math.max(0, left - come)
  if (confirmed >= minPlayers) return undefined
  const paying = seats.filter(
    ({ state, heldUntil }) => state === 'HELD' && heldUntil !== null && heldUntil > now,
  ).length
  return confirmed + paying < minPlayers ? 'players' : 'payments'
}

/**
 * Calls off games with too few players at their closing time. All get their money back and are notified. At the start,
 * players who have not agreed to a change leave the game, and nobody is asked any more who has to say yes before it.
 *
 * Source: decision "Ball games"; invariant B7
 */
export async function closeBalls(context: JobContext & { payments: Payments }): Promise<void> {
  const isClosing = lte(ballGames.closesAt, context.now)
  await processGames(context, 'close ball game', isClosing, async (tx, locked, clock) => {
    if (locked.closesAt > clock.now) return
    const ball = await endUnansweredSeats(tx, locked, clock)
    if (!isActive(ball.status)) return
    const { now } = clock
    if (startOf(ball) <= now && (await expireQuestions(tx, ball.id, { now, isOver: false })))
      await publishBall(tx, ball)
    if (shortfallOf(ball, await listSeats(tx, ball.id), now) !== 'players') return
    const text = (back: string) => `未达最少 ${ball.minPlayers} 人，自动取消${back}`
    await callOff(tx, ball, { cause: 'TOO_FEW', text, ...clock })
  })
}

/** What a player bore of a shared cost, and got back of the order that paid for it. */
type Share = { bornFen: Fen; backFen: Fen; order: OrderRow }

/**
 * Splits a shared cost, the odd fen on the initiator first and then by seat, and refunds the excess. Payers are handled
 * one after the other, since their cards are locked for it.
 *
 * @returns what each seat bore and got back, by its id; empty when nothing was shared
 */
async function splitCost(
  tx: Database,
  { feeMode, initiatorId, courtFeeFen, extrasFen }: BallRow,
  players: readonly PlayerSeat[],
  now: Date,
): Promise<Map<string, Share>> {
  const shares = new Map<string, Share>()
  const costFen = courtFeeFen + extrasFen
  if (feeMode !== 'AA' || costFen === 0) return shares
  const isFirst = ({ userId, state }: PlayerSeat) => userId === initiatorId && state === 'CONFIRMED'
  const inOrder = [...players.filter(isFirst), ...players.filter((seat) => !isFirst(seat))]
  const parts = sharesOf(costFen, inOrder.length)
  const borne = inOrder.map((seat, place) => ({ seat, bornFen: parts[place] ?? 0 }))
  for (const { seat, bornFen } of borne.sort((a, b) => Number(BigInt(a.seat.userId) - BigInt(b.seat.userId)))) {
    await updateSeat(tx, seat.id, { shareFen: bornFen })
    const order = await findOrderOfSeat(tx, seat)
    if (!order) throw new Error(`seat ${seat.id} bears a cost, and yet has no order`)
    const backFen = await refundRest(tx, order, { cause: 'settled', keptFen: bornFen, now })
    shares.set(seat.id, { bornFen, backFen, order })
  }
  return shares
}

/**
 * Marks games whose end has passed as FINISHED. A shared cost is split to the fen over everybody whose money stays, and
 * the rest is refunded.
 *
 * Source: decision "Ball games"
 */
export async function finishBalls(context: JobContext & { payments: Payments }): Promise<void> {
  const { activityDate, endTimeSlot } = ballGames
  // The running half-hour is the first that counts as over for a game that ends with it.
  const isOver = sql`(${activityDate}, ${endTimeSlot})
    <= (${dayOf(context.now)}::date, ${halfHourOfInstant(context.now)}::smallint)`
  await processGames(context, 'finish ball game', isOver, async (tx, locked, clock) => {
    const { now } = clock
    if (endOf(locked) > now) return
    const ball = await endUnansweredSeats(tx, locked, clock)
    if (!isActive(ball.status)) return
    // A game with too few players is called off by the closing job, however late that job runs.
    if (shortfallOf(ball, await listSeats(tx, ball.id), now)) return
    const finished = await updateBall(tx, ball.id, { status: 'FINISHED', finishedAt: now })
    await closePendingItems(tx, ball.id, clock)
    // The money of these stays in the game: they played, or left late without a replacement.
    const players = (await listSeats(tx, ball.id)).filter((seat) => seat.state === 'CONFIRMED' || isLateUnfilled(seat))
    const shares = await splitCost(tx, finished, players, now)
    await publishBall(tx, finished)
    for (const { id, userId } of players) {
      const share = shares.get(id)
      const back = share && share.backFen > 0 ? `，退回 ¥${yuanOf(share.backFen)}${toFetch(share.order)}` : ''
      const text = share && `您分摊 ¥${yuanOf(share.bornFen)}${back}`
      await notifyOfBall(tx, finished, { receiverIds: [userId], senderId: null, title: '球局已结束', text })
    }
  })
}
