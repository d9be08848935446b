import { shopOrderNoOf, shopOrderTitle } from '@paidang/domain/areas/activities/shop/order-facts'
import { payByOf, type ShopStatus } from '@paidang/domain/areas/activities/shop/order-status'
import { dayOf } from '@paidang/domain/kernel/day'
import {
  lockShopOrder,
  refundShopOrder,
  reserveShopOrderId,
  shopEffect,
  updateShopOrder,
} from '../areas/activities/shop/order.ts'
import { type Bought, takeUnits } from '../areas/activities/shop/stock.ts'
import { closeOrder, openOrder } from '../areas/money/payments/order.ts'
import { insertPayment } from '../areas/money/payments/payment-rows.ts'
import { settlePayment } from '../areas/money/payments/settle-payment.ts'
import { queueShipment } from '../areas/money/payments/shipments.ts'
import { insertSimulatedPayment, moveSimulatedPayment } from '../areas/money/payments/simulator.ts'
import { readDelivery } from '../areas/people/addresses/read-delivery.ts'
import type { Database } from '../db/database.ts'
import { cartItems, productCategories, products, shopOrderItems, shopOrders, stockLedger } from '../tables/shop.ts'
import { only, TEST_NOW } from './builders.ts'
import { watchedEffects } from './given-money.ts'
import { givenAddress } from './given-people.ts'
import { nextNumber } from './numbers.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Adds a category of the shop. @returns its id */
export async function givenCategory(db: Database, name = `分类${nextNumber()}`): Promise<string> {
  return only(await db.insert(productCategories).values({ name }).returning({ id: productCategories.id })).id
}

/** Adds a published product at ¥99 with a stock of ten. @returns its id */
export async function givenProduct(
  db: Database,
  { stock = 10, categoryId, ...over }: Partial<typeof products.$inferInsert> = {},
): Promise<string> {
  return db.transaction(async (tx) => {
    const row = {
      categoryId: categoryId ?? (await givenCategory(tx)),
      name: `网球 ${nextNumber()}`,
      subtitle: '三只装',
      description: '',
      pictures: '',
      priceFen: 9_900,
      isPublished: true,
      stock,
      seq: 1,
      createdAt: TEST_NOW,
      ...over,
    }
    const { id } = only(await tx.insert(products).values(row).returning({ id: products.id }))
    const units = { seq: 1, kind: 'DELIVERY' as const, unitsChange: stock, unitsAfter: stock }
    await tx
      .insert(stockLedger)
      .values({ productId: id, ...units, reference: 'the first delivery', createdAt: TEST_NOW })
    return id
  })
}

/** Adds units of a product to a cart, selected, one by default. */
export async function givenCartItem(
  db: Database,
  over: Partial<typeof cartItems.$inferInsert> & { userId: string; productId: string },
): Promise<void> {
  await db.insert(cartItems).values({ quantity: 1, seenPriceFen: 9_900, addedAt: TEST_NOW, ...over })
}

/** The effects of shop orders on what they buy. All other orders have none. */
const SHOP_EFFECTS = { ...watchedEffects().effects, SHOP: shopEffect }

/** The history of a shop order. `asked` and `returned` are requests to return goods. */
type Input = {
  userId: string
  items: Bought
  status?: ShopStatus
  wish?: 'asked' | 'returned'
  createdAt?: Date
}

/** A shop order, and its payment order. */
export type GivenShopOrder = { id: string; paymentOrderId: string }

/**
 * Adds a shop order in some status, default UNPAID, with the history that leads there. It is paid through the simulator
 * a minute after it is made. It is sent an hour later, and received after another hour. A REFUNDED order was cancelled
 * before it was sent, or returned when `returned` is given. It is made at TEST_NOW when UNPAID, else three hours
 * before.
 */
export async function givenShopOrder(db: Database, { userId, items, ...input }: Input): Promise<GivenShopOrder> {
  const { status = 'UNPAID', wish } = input
  const createdAt = input.createdAt ?? new Date(TEST_NOW.getTime() - (status === 'UNPAID' ? 0 : 3 * HOUR_MS))
  const at = (hours: number) => new Date(createdAt.getTime() + MINUTE_MS + hours * HOUR_MS)
  const made = await placeOrder(db, { userId, items, createdAt })
  const { id, paymentOrderId } = made
  const change = (values: Parameters<typeof updateShopOrder>[2]) => updateShopOrder(db, id, values)
  const refund = (cause: 'cancelled' | 'returned', words: Parameters<typeof refundShopOrder>[2]['words'], now: Date) =>
    db.transaction(async (tx) =>
      refundShopOrder(tx, await lockShopOrder(tx, id), { cause, restocks: true, words, now }),
    )
  if (status === 'CLOSED')
    await db.transaction((tx) => closeOrder(tx, { orderId: paymentOrderId, now: at(0), effects: SHOP_EFFECTS }))
  if (status === 'UNPAID' || status === 'CLOSED') return { id, paymentOrderId }

  await payShopOrder(db, made, at(0))
  if (status === 'REFUNDED' && !wish) await refund('cancelled', {}, at(1))
  else if (status !== 'PAID') {
    const trackingNo = `SF${id.padStart(10, '0')}`
    await change({ status: 'SENT', sentAt: at(1), carrier: '顺丰速运', trackingNo })
    await queueShipment(db, { orderId: paymentOrderId, logistics: 'EXPRESS', now: at(1) })
    if (status !== 'SENT') await change({ status: 'RECEIVED', receivedAt: at(2) })
    if (wish) await change({ refundChoice: 'ASKED', refundReason: '尺码不合适', refundAskedAt: at(2) })
    if (status === 'REFUNDED') await refund('returned', { refundChoice: 'AGREED' }, at(2))
  }
  return { id, paymentOrderId }
}

async function placeOrder(
  db: Database,
  { userId, items, createdAt }: { userId: string; items: Bought; createdAt: Date },
): Promise<GivenShopOrder & { totalFen: number }> {
  const addressId = await givenAddress(db, { userId })
  const rows = await db.select().from(products)
  const lines = items.map(({ productId, quantity }) => {
    const { name, pictures, priceFen } = only(rows.filter(({ id }) => id === productId))
    return { productId, name, picture: pictures.split(',')[0] || null, priceFen, quantity }
  })
  return db.transaction(async (tx) => {
    const delivery = await readDelivery(tx, { addressId, actorId: userId })
    const id = await reserveShopOrderId(tx)
    const { id: paymentOrderId, amountFen: totalFen } = await openOrder(tx, {
      userId,
      kind: 'SHOP',
      objectId: id,
      title: shopOrderTitle(lines),
      lines: lines.map(({ name: label, quantity, priceFen: unitFen }) => ({ label, quantity, unitFen })),
      expiresAt: payByOf(createdAt),
    })
    const orderNo = shopOrderNoOf(id, dayOf(createdAt))
    await tx.insert(shopOrders).values({ id, orderNo, userId, paymentOrderId, ...delivery, note: '', createdAt })
    await tx.insert(shopOrderItems).values(lines.map((line, position) => ({ ...line, orderId: id, position })))
    await takeUnits(tx, id, items, createdAt)
    return { id, paymentOrderId, totalFen }
  })
}

/** The full payment of an unpaid shop order arrives through the simulator. */
async function payShopOrder(
  db: Database,
  { paymentOrderId: orderId, totalFen: amountFen }: { paymentOrderId: string; totalFen: number },
  now: Date,
): Promise<void> {
  const [outTradeNo, transactionId] = [`P${orderId.padStart(10, '0')}`, `S${orderId}`]
  await db.transaction(async (tx) => {
    const times = { nextPollAt: now, createdAt: now }
    await insertPayment(tx, { orderId, provider: 'SIMULATOR', channel: 'NATIVE', outTradeNo, amountFen, ...times })
    await insertSimulatedPayment(tx, { outTradeNo, title: '商城订单', amountFen, expiresAt: now })
    const received = { transactionId, amountFen, currency: 'CNY' }
    await settlePayment(tx, { outTradeNo, received, effects: SHOP_EFFECTS, now })
    await moveSimulatedPayment(tx, outTradeNo, { state: 'SUCCESS', transactionId, paidAt: now })
  })
}
