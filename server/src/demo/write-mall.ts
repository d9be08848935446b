import { shopOrderNoOf, shopOrderTitle } from '@paidang/domain/areas/activities/shop/order-facts'
import { NOT_UPLOADED } from '@paidang/domain/areas/money/payments/shipment'
import { dayOf } from '@paidang/domain/kernel/day'
import { reserveShopOrderId } from '../areas/activities/shop/order.ts'
import { regionName } from '../areas/people/addresses/region-names.ts'
import type { Database } from '../db/database.ts'
import { addresses } from '../tables/addresses.ts'
import {
  orderLines,
  orders,
  payments,
  refunds,
  shipments,
  simulatedPayments,
  simulatedRefunds,
} from '../tables/payments.ts'
import { cartItems, productCategories, products, shopOrderItems, shopOrders, stockLedger } from '../tables/shop.ts'
import { type MallPlan, type ShopOrderPlan, XUHUI } from './mall.ts'
import { productPicture } from './pictures.ts'
import { CATEGORIES, type ProductPlan } from './products.ts'
import type { World } from './world.ts'
import { type Ids, writeAll, writeWithIds } from './write.ts'

const DAY_MS = 86_400_000
/** When the shop got its stock: before the first order. */
const STOCKED_DAYS_AGO = 90
const NEW_DAYS_AGO = 4

/** Whether an order's units are back in stock, and whether they count as sold. */
const isReturned = ({ status }: ShopOrderPlan) => status === 'CLOSED' || status === 'REFUNDED'
const isSold = ({ status }: ShopOrderPlan) => status === 'PAID' || status === 'SENT' || status === 'RECEIVED'

/** Writes the shop: products, addresses, orders with payments, stock movements, and carts. */
export async function writeMall(tx: Database, { mall, now }: World, ids: Ids): Promise<void> {
  await writeAll(mall.addresses, (batch) =>
    tx.insert(addresses).values(batch.map(({ owner, ...row }) => ({ ...row, userId: ids.of(owner) }))),
  )
  for (const order of mall.orders) ids.set(order, await reserveShopOrderId(tx))
  await writeProducts(tx, mall, now, ids)
  await writeOrders(tx, mall.orders, ids)
  await writeAll(mall.cart, (batch) =>
    tx
      .insert(cartItems)
      .values(
        batch.map(({ owner, product, ...row }) => ({ ...row, userId: ids.of(owner), productId: ids.of(product) })),
      ),
  )
}

/** One movement of a product's stock. */
type Movement = { kind: 'DELIVERY' | 'SALE' | 'RETURN'; units: number; reference: string; at: Date }

/** The stock movements of a product, in the order of time. The delivery is chosen so that the present stock is left. */
function movementsOf(product: ProductPlan, { orders: all }: MallPlan, now: Date, ids: Ids): Movement[] {
  const moved = all.flatMap((order): Movement[] => {
    const units = order.items.find((item) => item.product === product)?.quantity
    if (units === undefined) return []
    const reference = `order:${ids.of(order)}`
    const sale: Movement = { kind: 'SALE', units: -units, reference, at: order.createdAt }
    return isReturned(order) ? [sale, { kind: 'RETURN', units, reference, at: order.endedAt ?? now }] : [sale]
  })
  const delivered = product.stock - moved.reduce((sum, { units }) => sum + units, 0)
  const at = new Date(now.getTime() - (product.isNew ? NEW_DAYS_AGO : STOCKED_DAYS_AGO) * DAY_MS)
  const first: Movement = { kind: 'DELIVERY', units: delivered, reference: 'delivery:1', at }
  return [first, ...moved.sort((a, b) => a.at.getTime() - b.at.getTime())]
}

async function writeProducts(tx: Database, mall: MallPlan, now: Date, ids: Ids): Promise<void> {
  const categories = CATEGORIES.map((name, sortOrder) => ({ name, sortOrder }))
  await writeWithIds(ids, categories, (batch) =>
    tx.insert(productCategories).values(batch).returning({ id: productCategories.id }),
  )
  const categoryIdOf = (product: ProductPlan) => {
    const category = categories.find(({ name }) => name === product.category)
    if (!category) throw new Error(`There is no category ${product.category}`)
    return ids.of(category)
  }
  const moved = mall.products.map((product) => ({ product, movements: movementsOf(product, mall, now, ids) }))
  const soldOf = (product: ProductPlan) =>
    mall.orders.reduce((sum, order) => {
      const units = order.items.find((item) => item.product === product)?.quantity ?? 0
      return isSold(order) ? sum + units : sum
    }, 0)
  await writeWithIds(ids, mall.products, (batch) =>
    tx
      .insert(products)
      .values(
        batch.map((product) => {
          const { n, category, isNew, ...row } = product
          const own = moved.find((one) => one.product === product)
          return {
            ...row,
            categoryId: categoryIdOf(product),
            pictures: productPicture(n),
            seq: own?.movements.length ?? 0,
            sales: soldOf(product),
            createdAt: own?.movements[0]?.at ?? now,
          }
        }),
      )
      .returning({ id: products.id }),
  )
  const rows = moved.flatMap(({ product, movements }) => {
    let unitsAfter = 0
    return movements.map(({ kind, units, reference, at }, index) => {
      unitsAfter += units
      const change = { unitsChange: units, unitsAfter, kind, reference }
      return { productId: ids.of(product), seq: index + 1, ...change, createdAt: at }
    })
  })
  await writeAll(rows, (batch) => tx.insert(stockLedger).values(batch))
}

/** Writes the payment orders. Each has its own key object, since the shop's order already has an id. */
async function writeOrders(tx: Database, planned: readonly ShopOrderPlan[], ids: Ids): Promise<void> {
  const bought = planned.map((plan) => ({ plan, title: shopOrderTitle(plan.items.map(({ product }) => product)) }))
  await writeWithIds(ids, bought, (batch) =>
    tx
      .insert(orders)
      .values(
        batch.map(({ plan, title }) => ({
          userId: ids.of(plan.buyer),
          kind: 'SHOP' as const,
          objectId: ids.of(plan),
          title,
          amountFen: plan.totalFen,
          expiresAt: plan.expiresAt,
          createdAt: plan.createdAt,
          ...(plan.paidAt ? { state: 'PAID' as const, method: 'WECHAT' as const, paidAt: plan.paidAt } : {}),
          ...(plan.status === 'CLOSED' ? { state: 'CLOSED' as const, closedAt: plan.endedAt } : {}),
        })),
      )
      .returning({ id: orders.id }),
  )
  const lines = bought.flatMap((order) =>
    order.plan.items.map(({ product, quantity }, position) => ({
      orderId: ids.of(order),
      position,
      label: product.name,
      quantity,
      unitFen: product.priceFen,
    })),
  )
  await writeAll(lines, (batch) => tx.insert(orderLines).values(batch))
  await writeMoney(tx, bought, ids)
  await writeAll(bought, (batch) =>
    tx.insert(shopOrders).values(
      batch.map((order) => {
        const { buyer, items, totalFen, detail, expiresAt, ...row } = order.plan
        const id = ids.of(order.plan)
        return {
          ...row,
          id,
          orderNo: shopOrderNoOf(id, dayOf(row.createdAt)),
          userId: ids.of(buyer),
          paymentOrderId: ids.of(order),
          contactName: buyer.nickname,
          contactPhone: buyer.phone,
          addressRegion: regionName(XUHUI) ?? '',
          addressDetail: detail,
          carrier: row.sentAt ? '顺丰速运' : '',
          trackingNo: row.sentAt ? `SF${id.padStart(12, '0')}` : '',
          isRestocked: isReturned(order.plan),
        }
      }),
    ),
  )
  const items = planned.flatMap((plan) =>
    plan.items.map(({ product, quantity }, position) => ({
      orderId: ids.of(plan),
      productId: ids.of(product),
      position,
      name: product.name,
      picture: productPicture(product.n),
      priceFen: product.priceFen,
      quantity,
    })),
  )
  await writeAll(items, (batch) => tx.insert(shopOrderItems).values(batch))
}

/** Writes the payments and refunds through the simulator, which has its own records. */
async function writeMoney(
  tx: Database,
  bought: readonly { plan: ShopOrderPlan; title: string }[],
  ids: Ids,
): Promise<void> {
  const paid = bought.flatMap((order) => {
    const { paidAt: at, totalFen: fen, endedAt, sentAt, receivedAt } = order.plan
    const number = `demo${ids.of(order)}`
    return at ? [{ orderId: ids.of(order), title: order.title, number, at, fen, endedAt, sentAt, receivedAt }] : []
  })
  await writeWithIds(ids, paid, (batch) =>
    tx
      .insert(payments)
      .values(
        batch.map(({ orderId, number, fen, at, sentAt }) => ({
          orderId,
          provider: 'SIMULATOR' as const,
          outTradeNo: number,
          transactionId: number,
          channel: sentAt ? ('JSAPI' as const) : ('NATIVE' as const),
          amountFen: fen,
          receivedFen: fen,
          state: 'SETTLED' as const,
          settledAt: at,
          createdAt: at,
        })),
      )
      .returning({ id: payments.id }),
  )
  await writeAll(paid, (batch) =>
    tx.insert(simulatedPayments).values(
      batch.map(({ number, title, fen, at }) => ({
        outTradeNo: number,
        title,
        amountFen: fen,
        state: 'SUCCESS' as const,
        transactionId: number,
        expiresAt: at,
        paidAt: at,
        createdAt: at,
      })),
    ),
  )
  await writeShipments(tx, paid, ids)
  for (const payment of paid) {
    const { orderId, number, fen, endedAt: at } = payment
    if (!at) continue
    const outRefundNo = `R${number}`
    await tx.insert(refunds).values({
      orderId,
      paymentId: ids.of(payment),
      outRefundNo,
      amountFen: fen,
      cause: 'cancelled',
      reason: '商城订单取消',
      target: 'SOURCE',
      state: 'DONE',
      attempts: 1,
      doneAt: at,
      createdAt: at,
    })
    const back = { outRefundNo, outTradeNo: number, amountFen: fen, state: 'SUCCESS' as const, createdAt: at }
    await tx.insert(simulatedRefunds).values(back)
  }
}

/** Writes the shipment reports to WeChat. For the first parcel on its way WeChat did not know the carrier. */
async function writeShipments(
  tx: Database,
  paid: readonly { sentAt: Date | null; receivedAt: Date | null }[],
  ids: Ids,
): Promise<void> {
  const sent = paid.flatMap((payment) => (payment.sentAt ? [{ ...payment, payment, sentAt: payment.sentAt }] : []))
  const refused = sent.find(({ receivedAt }) => !receivedAt)?.payment
  await writeAll(sent, (batch) =>
    tx.insert(shipments).values(
      batch.map(({ payment, sentAt, receivedAt }) => {
        const facts = { paymentId: ids.of(payment), logistics: 'EXPRESS' as const, attempts: 1, createdAt: sentAt }
        if (payment === refused)
          return { ...facts, state: 'REFUSED' as const, attempts: 12, lastError: NOT_UPLOADED.CARRIER_UNKNOWN }
        return {
          ...facts,
          state: receivedAt ? ('RECEIVED' as const) : ('SHIPPED' as const),
          shippedAt: sentAt,
          receivedAt,
        }
      }),
    ),
  )
}
