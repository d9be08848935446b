import { isInShop } from '@paidang/domain/areas/stringing/order-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { refundOrder } from '../payments/refund-order.ts'
import { findPaymentOrder, type StringingOrderRow } from './order-queries.ts'

/** Tells the player of an order what became of his racket. */
export async function tellPlayer(
  tx: Database,
  { id, userId, racketName }: StringingOrderRow,
  { title, text }: { title: string; text: string },
): Promise<void> {
  await tell(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title,
    content: `${racketName}：${text}`,
    about: { kind: 'stringing', id },
  })
}

type Refunding = { cause: 'cancelled' | 'refused' | 'refunded'; reason: string; now: Date }

/** What the player of an order that came to nothing reads of his racket; nothing where the shop never had it. */
export function returnWords(order: StringingOrderRow): string {
  if (order.isRacketLost) return '，球拍无法归还'
  if (!isInShop(order)) return ''
  return order.handIn === 'COURIER' ? '，球拍将寄回' : `，球拍在店里，凭取拍码 ${order.pickupCode} 取回`
}

/**
 * All that was paid for an order goes back, once; of what was paid in the shop nothing is here.
 *
 * @returns what its player reads of it
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
