import { sharesOf } from '@paidang/domain/areas/balls/fee'
import { instantOf } from '@paidang/domain/kernel/day'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { notify } from '../../ground/messages/notify.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import type { Payments } from '../../money/payments/provider.ts'
import { type BallRow, lockBall, updateBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { listEnded } from './clock-queries.ts'
import { shortfallOf } from './close-balls.ts'
import { closePendingItems } from './close-pending-items.ts'
import { factsOf } from './confirm-seat.ts'
import { endUnansweredSeats } from './end-unanswered-seats.ts'
import { isActive } from './open-ball.ts'
import { refundRest, restOf } from './refund-seat.ts'
import { findOrderOfSeat, listSeats, type PlayerSeat, updateSeat } from './seat-queries.ts'

/**
 * Marks games whose end has passed as FINISHED. A shared cost is split to the fen over everybody whose money stays, and
 * the rest is refunded.
 *
 * Source: decision "Ball games"
 */
export async function finishBalls({
  db,
  now,
  signal,
  onFault,
  payments: { effects },
}: JobContext & { payments: Payments }): Promise<void> {
  await processEach({
    what: 'finish ball game',
    list: (page) => listEnded(db, { now, ...page }),
    each: ({ id }) => finishBall(db, { ballId: id, now, effects }),
    signal,
    onFault,
  })
}

async function finishBall(
  db: Database,
  { ballId, now, effects }: { ballId: string; now: Date; effects: OrderEffects },
): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockBall(tx, ballId)
    if (!locked || !isActive(locked.status) || instantOf(locked.activityDate, locked.endTimeSlot) > now) return
    const ball = await endUnansweredSeats(tx, locked, { now, effects })
    if (!isActive(ball.status)) return
    // A game with too few players is called off by the closing job, however late that job runs.
    if (shortfallOf(ball, await listSeats(tx, ballId), now)) return
    const finished = await updateBall(tx, ballId, { status: 'FINISHED', finishedAt: now })
    await closePendingItems(tx, ballId, { now, effects })
    const players = (await listSeats(tx, ballId)).filter(isBearing)
    const shares = await splitCost(tx, finished, players, now)
    await publishBall(tx, finished, [])
    for (const seat of players) await notifyContractEnded(tx, finished, seat, shares.get(seat.id))
  })
}

/** Whether a player's money stays in the game: they played, or left late without a replacement. */
const isBearing = ({ state, refilledBy }: PlayerSeat) =>
  state === 'CONFIRMED' || (state === 'LEFT_LATE' && refilledBy === null)

type Share = { bornFen: Fen; backFen: Fen }

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
    const backFen = (await restOf(tx, order)) - bornFen
    await refundRest(tx, order, { cause: 'settled', keptFen: bornFen, now })
    shares.set(seat.id, { bornFen, backFen })
  }
  return shares
}

async function notifyContractEnded(
  tx: Database,
  ball: BallRow,
  { userId }: PlayerSeat,
  share: Share | undefined,
): Promise<void> {
  const back = share && share.backFen > 0 ? `，退回 ¥${yuanOf(share.backFen)}` : ''
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'invitation',
    title: '球局已结束',
    content: share ? `${factsOf(ball)}：您分摊 ¥${yuanOf(share.bornFen)}${back}` : factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
}
