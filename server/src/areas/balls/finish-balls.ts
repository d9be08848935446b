import { sharesOf } from '@paidang/domain/areas/balls/fee'
import { instantOf } from '@paidang/domain/kernel/day'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../db/database.ts'
import type { JobContext } from '../../jobs/job.ts'
import { oneByOne } from '../../jobs/one-by-one.ts'
import { tell } from '../messages/tell.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import type { Payments } from '../payments/payments.ts'
import { type BallRow, lockBall, updateBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { listEnded } from './clock-queries.ts'
import { isLacking } from './close-balls.ts'
import { endOpenMatters } from './end-open-matters.ts'
import { endSilentSeats } from './end-silent-seats.ts'
import { factsOf } from './firm-seat.ts'
import { isStanding } from './open-ball.ts'
import { refundRest, restOf } from './refund-seat.ts'
import { findOrderOfSeat, listSeats, type PlayerSeat, updateSeat } from './seat-queries.ts'

/**
 * Games whose end has passed are FINISHED: a cost that all share is split to the fen over everybody whose money stays, and
 * the rest goes back.
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
  await oneByOne({
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
    if (!locked || !isStanding(locked.status) || instantOf(locked.activityDate, locked.endTimeSlot) > now) return
    const ball = await endSilentSeats(tx, locked, { now, effects })
    if (!isStanding(ball.status)) return
    // What too few came for is called off by whoever closes games, however late he is.
    if (isLacking(ball, await listSeats(tx, ballId), now)) return
    const finished = await updateBall(tx, ballId, { status: 'FINISHED', finishedAt: now })
    await endOpenMatters(tx, ballId, { now, effects })
    const players = (await listSeats(tx, ballId)).filter(isBearing)
    const shares = await splitCost(tx, finished, players, now)
    await publishBall(tx, finished, [])
    for (const seat of players) await tellOfEnd(tx, finished, seat, shares.get(seat.id))
  })
}

/** Whose money stays in the game: who played, and who left late without anybody in his place. */
const isBearing = ({ state, refilledBy }: PlayerSeat) =>
  state === 'FIRM' || (state === 'LEFT_LATE' && refilledBy === null)

type Share = { bornFen: Fen; backFen: Fen }

/**
 * Splits the cost that all share, the odd fen on the initiator first and then by seat, and gives back what was paid above;
 * payer after payer, since their cards are locked for it.
 *
 * @returns what each seat bore and got back, by its id; nothing where nothing was shared
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
  const isFirst = ({ userId, state }: PlayerSeat) => userId === initiatorId && state === 'FIRM'
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

async function tellOfEnd(tx: Database, ball: BallRow, { userId }: PlayerSeat, share: Share | undefined): Promise<void> {
  const back = share && share.backFen > 0 ? `，退回 ¥${yuanOf(share.backFen)}` : ''
  await tell(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'invitation',
    title: '球局已结束',
    content: share ? `${factsOf(ball)}：您分摊 ¥${yuanOf(share.bornFen)}${back}` : factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
}
