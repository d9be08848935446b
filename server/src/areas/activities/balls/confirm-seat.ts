import { monthDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { type BallRow, findPeople } from './ball-queries.ts'
import { refundRest, restOf } from './refund-seat.ts'
import { findLateLeaver, findOrderOfSeat, type SeatRow, updateSeat } from './seat-queries.ts'

/** A game in a message: its title and time. */
export const factsOf = ({ title, activityDate, beginTimeSlot, endTimeSlot }: BallRow) =>
  `${title}，${monthDotDay(activityDate)} ${whenOf(beginTimeSlot, endTimeSlot)}`

/**
 * Confirms a seat of a locked game that is paid for or costs nothing. The earliest late leaver without a replacement
 * gets their money back, since their place is taken. The leaver and the initiator are notified.
 *
 * Source: decision "Ball games"; invariants B6, B7
 */
export async function confirmSeat(tx: Database, ball: BallRow, seat: SeatRow, now: Date): Promise<void> {
  await updateSeat(tx, seat.id, { state: 'CONFIRMED', confirmedAt: now, heldUntil: null })
  const leaver = await findLateLeaver(tx, ball.id)
  if (leaver) {
    await updateSeat(tx, leaver.id, { refilledBy: seat.id })
    await giveBack(tx, ball, leaver, now)
  }
  const [player] = await findPeople(tx, [seat.userId])
  await notify(tx, {
    receiverIds: [ball.initiatorId],
    senderId: seat.userId,
    category: 'invitation',
    title: `${player?.nickname ?? ''} 报名了您的球局`,
    content: factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
}

/** Refunds a late leaver. No page of the game shows them their order, so the message links to it. */
async function giveBack(tx: Database, ball: BallRow, leaver: SeatRow, now: Date): Promise<void> {
  const order = await findOrderOfSeat(tx, leaver)
  if (!order) return
  const amountFen = await restOf(tx, order)
  await refundRest(tx, order, { cause: 'refilled', now })
  await notify(tx, {
    receiverIds: [leaver.userId],
    senderId: null,
    category: 'systemNotice',
    title: '退款通知',
    content: `${factsOf(ball)}：空位已有人补上，¥${yuanOf(amountFen)} ${order.method === 'CARD' ? '已退回储值卡' : '将原路退回'}`,
    about: { kind: 'order', id: order.id },
  })
}
