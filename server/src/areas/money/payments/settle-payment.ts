import { ApiError } from '@paidang/api/catalogue/errors'
import { type OrderMethod, REFUND_WAYS, refundTargetOf } from '@paidang/domain/areas/money/payments/order'
import { shipsAtOnce } from '@paidang/domain/areas/money/payments/shipment'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { eq } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { type ProviderName, payments } from '../../../tables/payments.ts'
import { notify } from '../../ground/messages/notify.ts'
import {
  lockOrderAndObject,
  type OrderEffects,
  type OrderRow,
  orderTopic,
  tellOfDeskMoney,
  updateOrder,
} from './order.ts'
import { findPayment, type PaymentRow, pollAtOnce } from './payment-rows.ts'
import { refundPayment, SURPLUS } from './refunds.ts'
import { queueShipment } from './shipments.ts'

/** Money that was received. `transactionId` is the provider's number; a card payment has none. */
type Received = { transactionId: string | null; amountFen: number; currency: string }

const OWN_CURRENCY = 'CNY'

const methodOf = (provider: ProviderName): OrderMethod =>
  provider === 'CARD' || provider === 'OFFLINE' ? provider : 'WECHAT'

/** Records that money came. It settles the order, or it is surplus. The order must be locked. */
async function receiveMoney(
  tx: Database,
  { id }: PaymentRow,
  state: 'SETTLED' | 'SURPLUS',
  { transactionId, amountFen: receivedFen }: Received,
  now: Date,
): Promise<PaymentRow> {
  const [row] = await tx
    .update(payments)
    .set({ state, transactionId, receivedFen, settledAt: now, nextPollAt: null })
    .where(eq(payments.id, id))
    .returning()
  if (!row) throw new Error(`payment ${id} is gone`)
  return row
}

/** Money that pays nothing goes back in full, and the payer is notified. */
async function recordAsSurplus(
  tx: Database,
  { order, payment, received, now }: { order: OrderRow; payment: PaymentRow; received: Received; now: Date },
): Promise<OrderRow> {
  const surplus = await receiveMoney(tx, payment, 'SURPLUS', received, now)
  const reason = order.state === 'PAID' ? '重复支付' : order.state === 'CLOSED' ? '订单已关闭' : '支付金额不符'
  const { amountFen } = received
  await refundPayment(tx, { order, payment: surplus, amountFen, cause: SURPLUS, reason, target: 'SOURCE', now })
  await notify(tx, {
    receiverIds: [order.userId],
    senderId: null,
    category: 'systemNotice',
    title: '退款通知',
    content: `${order.title}：${reason}，¥${yuanOf(amountFen)} ${REFUND_WAYS[refundTargetOf(methodOf(payment.provider))]}`,
    about: { kind: 'order', id: order.id },
  })
  return order
}

/**
 * Records money for a payment. Apart from payment in the shop, this is the only place where an order becomes PAID. The
 * news may come from a notification, a poll, the payer's check, a card or the front desk, any number of times. Money is SURPLUS and
 * refunded in full if the amount or the currency differs from the request. The same holds if the order is closed or
 * paid, or if its object is no longer available. An order past its time that is not closed yet is still paid.
 *
 * @returns the current order
 * @throws ApiError payment_not_found, when we know no payment with that number
 * Source: decision "Hours and money", Payments; invariants O1 to O4
 */
export async function settlePayment(
  tx: Database,
  { outTradeNo, received, effects, now }: { outTradeNo: string; received: Received; effects: OrderEffects; now: Date },
): Promise<OrderRow> {
  const orderId = (await findPayment(tx, outTradeNo))?.order.id
  if (orderId === undefined) throw new ApiError('payment_not_found')
  const order = await lockOrderAndObject(tx, orderId, effects)
  // Read again after the lock: a concurrent settlement may have changed it.
  const payment = (await findPayment(tx, outTradeNo))?.payment
  if (!payment || payment.state === 'SETTLED' || payment.state === 'SURPLUS') return order

  const pays =
    order.state === 'UNPAID' && received.amountFen === payment.amountFen && received.currency === OWN_CURRENCY
  if (!pays) return recordAsSurplus(tx, { order, payment, received, now })

  await receiveMoney(tx, payment, 'SETTLED', received, now)
  const method = methodOf(payment.provider)
  const paid = await updateOrder(tx, orderId, { state: 'PAID', method, paidAt: now, closedAt: null })
  await pollAtOnce(tx, orderId, now)
  if ((await effects[paid.kind].paid(tx, paid, now)) === 'refused') {
    const closed = await updateOrder(tx, orderId, { state: 'CLOSED', method: null, paidAt: null, closedAt: now })
    await tellOfDeskMoney(tx, closed)
    return recordAsSurplus(tx, { order: closed, payment, received, now })
  }
  if (shipsAtOnce(paid.kind)) await queueShipment(tx, { orderId, logistics: 'VIRTUAL', now })
  await publishChanges(tx, [orderTopic(orderId)])
  return paid
}
