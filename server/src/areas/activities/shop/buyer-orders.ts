import * as api from '@paidang/api/areas/activities/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_QUANTITY } from '@paidang/domain/areas/activities/shop/cart'
import { shopOrderNoOf, shopOrderTitle, totalOf } from '@paidang/domain/areas/activities/shop/order-facts'
import {
  maySucceed,
  payByOf,
  type ShopStatus,
  whyNotRequestRefund,
} from '@paidang/domain/areas/activities/shop/order-status'
import { dayOf } from '@paidang/domain/kernel/day'
import { APP_COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { and, desc, eq, ne, not, or, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { assertPricesSeen, assertTotalSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { shopOrderItems, shopOrders } from '../../../tables/shop.ts'
import { closeOrder, openOrder } from '../../money/payments/order.ts'
import { readDelivery } from '../../people/addresses/read-delivery.ts'
import { listCartRows, lockCartOf, removeItems } from './cart.ts'
import {
  lockShopOrder,
  notifyBuyer,
  publishShopOrder,
  receiveParcel,
  refundShopOrder,
  reserveShopOrderId,
  updateShopOrder,
} from './order.ts'
import { isCorrected, readShopOrder, selectPayable, withSummaries } from './order-views.ts'
import { coverOf } from './products.ts'
import { type Bought, lockProducts, type ProductRow, takeUnits } from './stock.ts'

/** Locks an order of the caller. @throws ApiError shop_order_not_found, also for another person's order */
async function lockOwnOrder(tx: Database, id: string, buyerId: string) {
  const order = await lockShopOrder(tx, id)
  if (order.userId !== buyerId) throw new ApiError('shop_order_not_found')
  return order
}

/** The requested items, with each product once. @throws ApiError cart_quantity_invalid */
function addedUp(items: Bought): Bought {
  const units = new Map<string, number>()
  for (const { productId, quantity } of items) units.set(productId, (units.get(productId) ?? 0) + quantity)
  const input = Array.from(units, ([productId, quantity]) => ({ productId, quantity }))
  if (input.some(({ quantity }) => quantity > MAX_QUANTITY)) throw new ApiError('cart_quantity_invalid')
  return input
}

type Line = { product: ProductRow; name: string; priceFen: number; quantity: number }

/**
 * The requested lines with their products, locked for the rest of the transaction.
 *
 * @throws ApiError product_not_found
 */
async function lockLines(tx: Database, input: Bought): Promise<Line[]> {
  const products = await lockProducts(
    tx,
    input.map(({ productId }) => productId),
  )
  const byId = new Map(products.map((product) => [product.id, product]))
  return input.map(({ productId, quantity }) => {
    const product = byId.get(productId)
    if (!product) throw new ApiError('product_not_found')
    return { product, name: product.name, priceFen: product.priceFen, quantity }
  })
}

function shortOf({ product: { id: productId, name, isPublished, stock }, quantity }: Line): api.ShortItem[] {
  if (isPublished && stock >= quantity) return []
  return [{ productId, name, left: isPublished ? stock : null }]
}

/**
 * Orders the selected lines of the caller's cart, or the given items. The units are reserved for half an hour, and the
 * ordered lines leave the cart. If a check fails, nothing changes. `data` of shop_stock_short names every line that is
 * short.
 * Source: decision "The shop"; invariant T2
 */
async function createOrder({ body, user: { id: userId }, db, now }: Handled<typeof api.createShopOrder>) {
  const { addressId, note = '', totalFen, prices = [], items } = body
  return db.transaction(async (tx) => {
    const delivery = await readDelivery(tx, { addressId, actorId: userId })
    await lockCartOf(tx, userId)
    const input = items ? addedUp(items) : (await listCartRows(tx, userId)).filter(({ isSelected }) => isSelected)
    const productIds = input.map(({ productId }) => productId)
    if (productIds.length === 0) throw new ApiError('cart_nothing_selected')

    const lines = await lockLines(tx, input)
    const short = lines.flatMap(shortOf)
    if (short.length > 0) throw new ApiError('shop_stock_short', { data: short })
    // The prices are those that the buyer saw.
    const seenFen = new Map(prices.map(({ productId, priceFen }) => [productId, priceFen]))
    const repriced = lines.filter(({ product, priceFen }) => (seenFen.get(product.id) ?? priceFen) !== priceFen)
    const state = { totalFen: totalOf(lines) }
    assertPricesSeen('products', 'price_fen', { repriced: repriced.map(({ product }) => product), state })
    assertTotalSeen(totalFen, totalOf(lines))

    const id = await reserveShopOrderId(tx)
    const { id: paymentOrderId } = await openOrder(tx, {
      userId,
      kind: 'SHOP',
      objectId: id,
      title: shopOrderTitle(lines),
      lines: lines.map(({ name: label, quantity, priceFen: unitFen }) => ({ label, quantity, unitFen })),
      expiresAt: payByOf(now),
    })
    const orderNo = shopOrderNoOf(id, dayOf(now))
    const order = { id, orderNo, userId, paymentOrderId, ...delivery, note: note.trim(), createdAt: now }
    await tx.insert(shopOrders).values(order)
    const bought = lines.map(({ product, name, priceFen, quantity }, position) => {
      const picture = coverOf(product)
      return { orderId: id, position, productId: product.id, picture, name, priceFen, quantity }
    })
    await tx.insert(shopOrderItems).values(bought)
    await takeUnits(tx, id, input, now)
    await removeItems(tx, userId, productIds)
    return readShopOrder(tx, id)
  })
}

/** Whether the order was closed, or refunded before it was sent. A refund of returned goods does not count. */
const hasEndedSo = ({ status, sentAt }: { status: string; sentAt: Date | null }) =>
  status === 'CLOSED' || (status === 'REFUNDED' && sentAt === null)

/**
 * Its units go back into stock. An unpaid order is closed. An order that is paid but not sent is refunded in full.
 * Source: decision "The shop"; invariant T2
 */
async function cancelOrder({ params: { id }, body, user, db, now, app }: Handled<typeof api.cancelShopOrder>) {
  return db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, id, user.id)
    if (maySucceed('close', order.status))
      await closeOrder(tx, { orderId: order.paymentOrderId, now, effects: app.payments.effects })
    else if (maySucceed('cancel', order.status)) {
      const words = { refundReason: body.reason?.trim() ?? '' }
      const money = await refundShopOrder(tx, order, { cause: 'cancelled', restocks: true, words, now })
      await publishShopOrder(tx, order)
      await notifyBuyer(tx, order, { title: '退款通知', text: `订单已取消，${money}` })
    } else if (!hasEndedSo(order)) throw new ApiError('shop_order_settled')
    return readShopOrder(tx, id)
  })
}

/** Up to 7 days after the arrival of the goods. */
async function requestRefund({ params: { id }, body, user, db, now }: Handled<typeof api.requestShopRefund>) {
  const refundReason = body.reason.trim()
  if (refundReason === '') throw new ApiError('shop_reason_missing')
  return db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, id, user.id)
    if (order.refundChoice !== 'ASKED') {
      const refusal = whyNotRequestRefund(order, now)
      if (refusal) throw new ApiError(refusal)
      const wish = { refundChoice: 'ASKED' as const, refundReason, refundAnswer: '', refundAskedAt: now }
      await publishShopOrder(tx, await updateShopOrder(tx, id, wish))
    }
    return readShopOrder(tx, id)
  })
}

const STATUS_OF_TAB: Partial<Record<api.ShopTab, ShopStatus>> = {
  unpaid: 'UNPAID',
  paid: 'PAID',
  sent: 'SENT',
  received: 'RECEIVED',
}

/** The condition of a tab. Undefined means all orders. 退款 has refund requests and refunded orders, of which money came. */
function inTab(tab: api.ShopTab): SQL | undefined {
  if (tab === 'refund')
    return or(ne(shopOrders.refundChoice, 'NONE'), and(eq(shopOrders.status, 'REFUNDED'), not(isCorrected)))
  const status = STATUS_OF_TAB[tab]
  return status && eq(shopOrders.status, status)
}

export default plugin([
  handle(api.createShopOrder, createOrder),

  handle(api.listShopOrders, async ({ query, user, db }) => {
    const where = and(eq(shopOrders.userId, user.id), inTab(query.tab ?? 'all'))
    const { rows, total } = await pageOf(db, selectPayable(db), {
      where,
      counted: db.select({ id: shopOrders.userId }).from(shopOrders).where(where),
      order: [desc(shopOrders.id)],
      query,
      most: APP_COUNT_LIMIT,
      key: shopOrders.id,
      present: (row) => row,
    })
    return { rows: (await withSummaries(db, rows)).map(({ summary }) => summary), total }
  }),

  handle(api.getShopOrder, ({ params, user, db }) => readShopOrder(db, params.id, user.id)),

  handle(api.cancelShopOrder, cancelOrder),

  handle(api.receiveShopOrder, ({ params: { id }, user, db, now }) =>
    db.transaction(async (tx) => {
      const order = await lockOwnOrder(tx, id, user.id)
      if (maySucceed('receive', order.status)) await receiveParcel(tx, order, now)
      else if (order.status !== 'RECEIVED') throw new ApiError('shop_order_settled')
      return readShopOrder(tx, id)
    }),
  ),

  handle(api.requestShopRefund, requestRefund),
])
