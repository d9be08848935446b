import type { PayChannel, PaymentStep } from '@paidang/api/areas/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { nextPaymentPoll } from '@paidang/domain/areas/payments/order'
import type { Database } from '../../../db/database.ts'
import { newTradeNo } from './numbers.ts'
import type { OrderRow } from './order-effects.ts'
import { type Payer, payableOrder } from './payable-order.ts'
import { findOpenId, insertPayment, listPendingPayments, type PaymentRow, savePrepayment } from './payment-queries.ts'
import type { Payments } from './payments.ts'
import { refuseWhileAway } from './provider.ts'
import { findOrder, lockOrder } from './queries.ts'

/**
 * How long an H5 address is reused. It opens WeChat for five minutes; the steps of other channels outlive every order.
 * Source: WeChat Pay v3, h5_url
 */
const H5_STEP_MS = 240_000

type Paying = Payer & { orderId: string; channel: PayChannel; payerIp: string; payments: Payments }

/**
 * Begins a payment at the provider. The payment is written first, so that a notification that arrives before the answer
 * finds it. A repeat on the same channel continues the pending payment under the same number. On another channel a
 * second payment begins. The first payment that brings money pays the order.
 *
 * @returns the order, and the next step for its payer; no step when the order is already paid
 * @throws ApiError as payableOrder; payment_without_wechat, payment_unavailable
 */
export async function payThroughProvider(
  db: Database,
  paying: Paying,
): Promise<{ order: OrderRow; step: PaymentStep | null }> {
  const { provider } = paying.payments
  const { channel, payerIp } = paying
  const { order, payment } = await db.transaction((tx) => beginPayment(tx, paying))
  if (!payment) return { order, step: null }
  if (payment.prepay) return { order, step: payment.prepay }

  const openId = await findOpenId(db, order.userId)
  if (provider.name === 'WECHAT' && channel === 'JSAPI' && openId === null) throw new ApiError('payment_without_wechat')
  const { outTradeNo, amountFen } = payment
  const { title, expiresAt } = order
  const step = await provider
    .prepay({ outTradeNo, title, amountFen, expiresAt, channel, openId, payerIp })
    .catch(refuseWhileAway)
  await savePrepayment(db, payment.id, step)
  // The order may have been paid in another way, or closed, in the meantime.
  const present = await findOrder(db, order.id)
  return present?.state === 'UNPAID' ? { order: present, step } : { order: present ?? order, step: null }
}

async function beginPayment(
  tx: Database,
  { orderId, channel, payments: { provider }, ...payer }: Paying,
): Promise<{ order: OrderRow; payment: PaymentRow | undefined }> {
  const { order, isPaid } = payableOrder(await lockOrder(tx, orderId), 'WECHAT', payer)
  if (isPaid) return { order, payment: undefined }
  const open = await listPendingPayments(tx, orderId, provider.name)
  const { now } = payer
  const isGoneOnWith = (payment: PaymentRow) =>
    payment.channel === channel && (channel !== 'H5' || now.getTime() - payment.createdAt.getTime() < H5_STEP_MS)
  const begun = open.find(isGoneOnWith)
  if (begun) return { order, payment: begun }
  const payment = await insertPayment(tx, {
    orderId,
    provider: provider.name,
    channel,
    outTradeNo: newTradeNo(),
    amountFen: order.amountFen,
    nextPollAt: nextPaymentPoll(now, now),
    createdAt: now,
  })
  return { order, payment }
}
