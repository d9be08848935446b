import { monthDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { type BallRow, findPeople } from './ball-queries.ts'
import { refundRest, restOf } from './refund-seat.ts'
import { findLateLeaver, findOrderOfSeat, type SeatRow, updateSeat } from './seat-queries.ts'

/** A game in a message: its title and time. */
export const factsOf = ({ title, activityDate, beginTimeSlot, endTimeSlot }: BallRow) =>
  `${title}，${monthDotDay(activityDate)} ${whenOf(beginTimeSlot, endTimeSlot)}`

/**
 * A seat of a locked game is paid for, or costs nothing: it is its player's. Whoever gave his back late, and longest ago,
 * gets his money, since his place is taken. He and the initiator are told.
 *
 * Source: decision "Ball games"; invariants B6, B7
 */
export async function firmSeat(tx: Database, ball: BallRow, seat: SeatRow, now: Date): Promise<void> {
  await updateSeat(tx, seat.id, { state: 'FIRM', firmAt: now, heldUntil: null })
  const leaver = await findLateLeaver(tx, ball.id)
  if (leaver) {
    await updateSeat(tx, leaver.id, { refilledBy: seat.id })
    await giveBack(tx, ball, leaver, now)
  }
  const [player] = await findPeople(tx, [seat.userId])
  await tell(tx, {
    receiverIds: [ball.initiatorId],
    senderId: seat.userId,
    category: 'invitation',
    title: `${player?.nickname ?? ''} 报名了您的球局`,
    content: factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
}

/** The money of somebody who left late goes back. No page of the game shows him his order: the message is his way to it. */
async function giveBack(tx: Database, ball: BallRow, leaver: SeatRow, now: Date): Promise<void> {
  const order = await findOrderOfSeat(tx, leaver)
  if (!order) return
  const amountFen = await restOf(tx, order)
  await refundRest(tx, order, { cause: 'refilled', now })
  await tell(tx, {
    receiverIds: [leaver.userId],
    senderId: null,
    category: 'systemNotice',
    title: '退款通知',
    content: `${factsOf(ball)}：空位已有人补上，¥${yuanOf(amountFen)} ${order.method === 'CARD' ? '已退回储值卡' : '将原路退回'}`,
    about: { kind: 'order', id: order.id },
  })
}
