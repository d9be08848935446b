import { isInShop } from '@paidang/domain/areas/stringing/order-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { refundOrder } from '../../money/payments/refund-order.ts'
import { findPaymentOrder, type StringingOrderRow } from './order-queries.ts'

/** Notifies the player of an order about the racket. */
export async function notifyPlayer(
  tx: Database,
  { id, userId, racketName }: StringingOrderRow,
  { title, text }: { title: string; text: string },
): Promise<void> {
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title,
    content: `${racketName}：${text}`,
    about: { kind: 'stringing', id },
  })
}

type Refunding = { cause: 'cancelled' | 'refused' | 'refunded'; reason: string; now: Date }

/** The text for the player of a cancelled order about the return of the racket. Empty if the shop never had it. */
export function returnText(order: StringingOrderRow): string {
  if (order.isRacketLost) return '，球拍无法归还'
  if (!isInShop(order)) return ''
  return order.handIn === 'COURIER' ? '，球拍将寄回' : `，球拍在店里，凭取拍码 ${order.pickupCode} 取回`
}

/**
 * Refunds all that was paid for an order, once. What was paid in the shop is not refunded here.
 *
 * @returns the text about it for the player
 */
export async function refundWhole(
  tx: Database,
  { paymentOrderId }: StringingOrderRow,
  why: Refunding,
): Promise<string> {
  const { amountFen, method } = await findPaymentOrder(tx, paymentOrderId)
  if (method === 'IN_SHOP') return '没有在线付款，已在店里付过的请与商家结算'
  const { target } = await refundOrder(tx, { orderId: paymentOrderId, amountFen, target: 'CARD', ...why })
  return `¥${yuanOf(amountFen)} ${target === 'CARD' ? '已退回储值卡' : '将原路退回'}`
}
