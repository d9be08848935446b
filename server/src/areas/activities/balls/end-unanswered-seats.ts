import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { startOf } from './ball-fee.ts'
import { type BallRow, lockBall } from './ball-queries.ts'
import { callOff } from './cancel-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { expireProposalsOf, isBearer } from './expire-proposals.ts'
import { refundRest, restOf } from './refund-seat.ts'
import { releaseSeat } from './release-seat.ts'
import { findOrderOfSeat, listSeats, type PlayerSeat } from './seat-queries.ts'

type Clock = { now: Date; effects: OrderEffects }

/** Whether a seat's player has not agreed to a change of the game. At the start they leave the game. */
export const isUnanswered = ({ state, changedAt }: Pick<PlayerSeat, 'state' | 'changedAt'>) =>
  state === 'CONFIRMED' && changedAt !== null

/**
 * At the start of a locked game, players who have not agreed to its change leave with all their money. They and the
 * initiator are notified. When such a player has paid the whole cost, the game is called off: nobody plays on their
 * money.
 *
 * @returns the game as it now stands
 * Source: decision record 024
 */
export async function endUnansweredSeats(tx: Database, ball: BallRow, clock: Clock): Promise<BallRow> {
  if (startOf(ball).getTime() > clock.now.getTime()) return ball
  const silent = (await listSeats(tx, ball.id)).filter(isUnanswered)
  if (silent.some((seat) => isBearer(ball, seat))) {
    const text = '支付球费的球友未同意修改，自动取消，费用全额退回'
    await callOff(tx, ball, { cause: 'INITIATOR', actorId: null, text, ...clock })
  } else {
    for (const seat of silent) await endSilentSeat(tx, ball, seat, clock)
  }
  const left = await lockBall(tx, ball.id)
  if (!left) throw new Error(`ball game ${ball.id} is locked, and yet is gone`)
  return left
}

async function endSilentSeat(tx: Database, ball: BallRow, seat: PlayerSeat, { now, effects }: Clock): Promise<void> {
  const { userId, nickname } = seat
  await expireProposalsOf(tx, ball, { userId, now, effects })
  await releaseSeat(tx, seat, { state: 'LEFT', now })
  const order = await findOrderOfSeat(tx, seat)
  const backFen = order ? await restOf(tx, order) : 0
  const back = `¥${yuanOf(backFen)} ${order?.method === 'CARD' ? '已退回储值卡' : '将原路退回'}`
  if (order) await refundRest(tx, order, { cause: 'changed', now })
  const about = { kind: 'ball', id: ball.id } as const
  const news = { senderId: null, category: 'invitation', about } as const
  await notify(tx, {
    ...news,
    receiverIds: [userId],
    title: '未同意修改，已退出球局',
    content: backFen > 0 ? `${factsOf(ball)}：${back}` : factsOf(ball),
  })
  await notify(tx, {
    ...news,
    receiverIds: [ball.initiatorId],
    title: `${nickname} 未同意修改，已退出您的球局`,
    content: factsOf(ball),
  })
}
