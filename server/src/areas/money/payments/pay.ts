import * as api from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { FEATURE_OF, nextPaymentPoll, OBJECT_OF, type PayMethod } from '@paidang/domain/areas/money/payments/order'
import type { Features } from '@paidang/domain/kernel/features'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertFeature } from '../../../http/features.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { users } from '../../../tables/identities.ts'
import { payments } from '../../../tables/payments.ts'
import { chargeCard } from '../cards/card-ledger.ts'
import { findOrder, lockOrder, lockOrderAndObject, type OrderRow } from './order.ts'
import { insertPayment, listPendingPayments, newNumber, type PaymentRow } from './payment-rows.ts'
import { presentOrder } from './present-order.ts'
import { type Payments, refuseWhileAway } from './provider.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * How long an H5 address is reused. It opens WeChat for five minutes; the steps of other channels outlive every order.
 * Source: WeChat Pay v3, h5_url
 */
const H5_STEP_MS = 240_000

/** Who pays which order, and with what. With `isOfBall` only orders of ball games are accepted. */
type Payer = {
  orderId: string
  actorId: string
  isOfBall: boolean
  payerIp: string
  features: Features
  payments: Payments
  now: Date
}

/**
 * Checks that the caller may pay this order by this method. An order that this method has already paid is accepted too.
 * Then nothing is left to do, and the repeat returns the order as it is.
 */
function payableOrder(
  order: OrderRow | undefined,
  method: PayMethod,
  { actorId, isOfBall, features, now }: Payer,
): { order: OrderRow; isPaid: boolean } {
  if (order?.userId !== actorId || (isOfBall && OBJECT_OF[order.kind] !== 'ball')) throw new ApiError('order_not_found')
  if (order.state === 'PAID') {
    if (order.method !== method) throw new ApiError('order_paid')
    return { order, isPaid: true }
  }
  if (order.state === 'CLOSED' || order.expiresAt <= now) throw new ApiError('order_closed')
  assertFeature(features, FEATURE_OF[order.kind])
  return { order, isPaid: false }
}

/**
 * Pays an order in full with a card of the payer. Payment and effect share one transaction.
 *
 * @returns the current row; CLOSED with the money back on the card, if the object is no longer available
 */
function payByCard(db: Database, cardId: string, payer: Payer): Promise<OrderRow> {
  const { orderId, now } = payer
  const { effects } = payer.payments
  return db.transaction(async (tx) => {
    const { order, isPaid } = payableOrder(await lockOrderAndObject(tx, orderId, effects), 'CARD', payer)
    if (isPaid) return order
    if (order.kind === 'CARD_TOP_UP') throw new ApiError('order_kind_without_card')

    const { userId, amountFen, title: reason } = order
    await chargeCard(tx, { cardId, userId, amountFen, orderId, reason, now })
    const outTradeNo = newNumber('P')
    const times = { nextPollAt: now, createdAt: now }
    await insertPayment(tx, { orderId, provider: 'CARD', cardId, outTradeNo, amountFen, ...times })
    const received = { transactionId: null, amountFen, currency: 'CNY' }
    return settlePayment(tx, { outTradeNo, received, effects, now })
  })
}

/** Continues the pending payment of the same channel, or begins one. There is no payment for a paid order. */
async function beginPayment(
  tx: Database,
  channel: api.PayChannel,
  payer: Payer,
): Promise<{ order: OrderRow; payment?: PaymentRow }> {
  const { orderId, now } = payer
  const { name: provider } = payer.payments.provider
  const { order, isPaid } = payableOrder(await lockOrder(tx, orderId), 'WECHAT', payer)
  if (isPaid) return { order }
  assertFeature(payer.features, 'wechatPay')
  const open = await listPendingPayments(tx, orderId, provider)
  const begun = open.find(
    (payment) =>
      payment.channel === channel && (channel !== 'H5' || now.getTime() - payment.createdAt.getTime() < H5_STEP_MS),
  )
  if (begun) return { order, payment: begun }
  const times = { nextPollAt: nextPaymentPoll(now, now), createdAt: now }
  const { amountFen } = order
  const outTradeNo = newNumber('P')
  return { order, payment: await insertPayment(tx, { orderId, provider, channel, outTradeNo, amountFen, ...times }) }
}

/**
 * Begins a payment at the provider. The payment is written first, so that a notification that arrives before the answer
 * finds it. A repeat on the same channel continues the pending payment under the same number. On another channel a
 * second payment begins. The first payment that brings money pays the order.
 *
 * @returns the order, and the next step for its payer; no step when the order is already paid
 */
async function payThroughProvider(
  db: Database,
  channel: api.PayChannel,
  payer: Payer,
): Promise<{ order: OrderRow; step: api.PaymentStep | null }> {
  const { payerIp } = payer
  const { provider } = payer.payments
  const { order, payment } = await db.transaction((tx) => beginPayment(tx, channel, payer))
  if (!payment) return { order, step: null }
  if (payment.prepay) return { order, step: payment.prepay }

  const [user] = await db.select({ openId: users.openId }).from(users).where(eq(users.id, order.userId))
  const openId = user?.openId ?? null
  if (provider.name === 'WECHAT' && channel === 'JSAPI' && openId === null) throw new ApiError('payment_without_wechat')
  const { outTradeNo, amountFen } = payment
  const { title, expiresAt } = order
  const step = await provider
    .prepay({ outTradeNo, title, amountFen, expiresAt, channel, openId, payerIp })
    .catch(refuseWhileAway)
  // For repeated requests.
  await db.update(payments).set({ prepay: step }).where(eq(payments.id, payment.id))
  // The order may have been paid in another way, or closed, in the meantime.
  const present = await findOrder(db, order.id)
  return present?.state === 'UNPAID' ? { order: present, step } : { order: present ?? order, step: null }
}

/** Source: specification §7 "Balls"; decision "Hours and money", Payments */
const pay =
  (isOfBall: boolean) =>
  async ({ body, user, db, now, app: { payments, features }, request }: Handled<typeof api.payOrder>) => {
    const { orderId, method, cardId, channel } = body
    const payer = { orderId, actorId: user.id, isOfBall, payerIp: request.ip, features, payments, now }
    if (method === 'CARD') {
      if (cardId === undefined) throw new ApiError('payment_channel_missing')
      return { order: await presentOrder(db, await payByCard(db, cardId, payer)), step: null }
    }
    if (channel === undefined) throw new ApiError('payment_channel_missing')
    const { order, step } = await payThroughProvider(db, channel, payer)
    return { order: await presentOrder(db, order), step }
  }

export default plugin([
  handle(api.payOrder, pay(false)),
  handle(api.payBall, pay(true)),
  handle(api.payBallOrder, pay(true)),
])
