import type { ShopStatus } from '@paidang/domain/areas/shop/order-status'
import { eq } from 'drizzle-orm'
import { cancelShopOrder } from '../areas/activities/shop/cancel-shop-order.ts'
import { createShopOrder } from '../areas/activities/shop/create-shop-order.ts'
import { decideShopRefund } from '../areas/activities/shop/decide-shop-refund.ts'
import { insertProduct } from '../areas/activities/shop/product-queries.ts'
import { receiveShopOrder } from '../areas/activities/shop/receive-shop-order.ts'
import { requestShopRefund } from '../areas/activities/shop/request-shop-refund.ts'
import { sendShopOrder } from '../areas/activities/shop/send-shop-order.ts'
import type { Bought } from '../areas/activities/shop/shift-units.ts'
import { shopEffect } from '../areas/activities/shop/shop-effect.ts'
import { insertPayment } from '../areas/money/payments/payment-queries.ts'
import { settlePayment } from '../areas/money/payments/settle-payment.ts'
import { insertSimulatedPayment, moveSimulatedPayment } from '../areas/money/payments/simulator/simulator-queries.ts'
import type { Database } from '../db/database.ts'
import { cartItems, productCategories, products } from '../tables/shop.ts'
import { givenStaff, only, TEST_NOW } from './builders.ts'
import { givenAddress } from './given-address.ts'
import { watchedEffects } from './given-order.ts'
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
  const number = nextNumber()
  const id = await db.transaction(async (tx) =>
    insertProduct(tx, {
      categoryId: categoryId ?? (await givenCategory(tx)),
      name: `网球 ${number}`,
      subtitle: '三只装',
      description: '',
      pictures: '',
      priceFen: 9_900,
      originalFen: null,
      isPublished: true,
      stock,
      reference: 'the first delivery',
      now: TEST_NOW,
    }),
  )
  if (Object.keys(over).length > 0) await db.update(products).set(over).where(eq(products.id, id))
  return id
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
  const addressId = await givenAddress(db, { userId })
  const rows = await db.select().from(products)
  const totalFen = items.reduce((sum, { productId, quantity }) => {
    const product = rows.find(({ id }) => id === productId)
    return sum + quantity * (product?.priceFen ?? 0)
  }, 0)
  const made = await createShopOrder(db, { addressId, totalFen, items, actorId: userId, now: createdAt })
  const { id, paymentOrderId } = made
  const own = { orderId: id, actorId: userId }
  if (status === 'CLOSED') await cancelShopOrder(db, { ...own, now: at(0), effects: SHOP_EFFECTS })
  if (status === 'UNPAID' || status === 'CLOSED') return { id, paymentOrderId }

  await payShopOrder(db, made, at(0))
  if (status === 'REFUNDED' && !wish) await cancelShopOrder(db, { ...own, now: at(1), effects: SHOP_EFFECTS })
  else if (status !== 'PAID') {
    const actorId = await givenStaff(db, { kind: 'operator' })
    const parcel = { carrier: '顺丰速运', trackingNo: `SF${id.padStart(10, '0')}` }
    await sendShopOrder(db, { orderId: id, ...parcel, actorId, now: at(1) })
    if (status !== 'SENT') await receiveShopOrder(db, { ...own, now: at(2) })
    if (wish) await requestShopRefund(db, { ...own, reason: '尺码不合适', now: at(2) })
    if (status === 'REFUNDED') {
      await decideShopRefund(db, { orderId: id, agrees: true, restocks: true, actorId, now: at(2) })
    }
  }
  return { id, paymentOrderId }
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
