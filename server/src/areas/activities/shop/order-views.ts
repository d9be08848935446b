import type { ShopOrder, ShopOrderSummary } from '@paidang/api/areas/activities/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { receiveByOf, returnByOf } from '@paidang/domain/areas/activities/shop/order-status'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { shopOrders } from '../../../tables/shop.ts'
import { presentOrder } from '../../money/payments/present-order.ts'
import { listShopItems } from './order.ts'

/** Whether the payment of an order never came: staff had entered it by mistake. */
export const isCorrected = sql<boolean>`(${shopOrders.status} = 'REFUNDED' and exists (
  select 1 from ${refunds} f where f.order_id = ${shopOrders.paymentOrderId} and f.target = 'CORRECTION'))`

/** Shop orders with their payments, none of them locked. */
export const selectPayable = (db: Database) =>
  db
    .select({ order: getTableColumns(shopOrders), payment: getTableColumns(orders), isCorrected })
    .from(shopOrders)
    .innerJoin(orders, eq(orders.id, shopOrders.paymentOrderId))
    .$dynamic()

type PayableRow = Awaited<ReturnType<typeof selectPayable>>[number]
type ItemRow = Awaited<ReturnType<typeof listShopItems>>[number]

function presentSummary({ order, payment, isCorrected }: PayableRow, items: readonly ItemRow[]): ShopOrderSummary {
  const { id, orderNo, status, paymentOrderId, refundChoice, createdAt } = order
  return {
    id,
    orderNo,
    status,
    items: items.flatMap(({ orderId, productId, name, picture, priceFen, quantity }) =>
      orderId === id ? [{ productId, name, picture, priceFen, quantity }] : [],
    ),
    totalFen: payment.amountFen,
    paymentOrderId,
    expiresAt: payment.expiresAt.toISOString(),
    refundChoice,
    ...(isCorrected && { isCorrected: true as const }),
    createTime: createdAt.toISOString(),
  }
}

/** Presents orders as items of a list, in the given order, each with its row. */
export async function withSummaries<Row extends PayableRow>(
  db: Database,
  rows: readonly Row[],
): Promise<{ row: Row; summary: ShopOrderSummary }[]> {
  if (rows.length === 0) return []
  const items = await listShopItems(
    db,
    rows.map(({ order }) => order.id),
  )
  return rows.map((row) => ({ row, summary: presentSummary(row, items) }))
}

const textOf = (instant: Date | null) => instant?.toISOString() ?? null

/**
 * An order with all its fields, as of this transaction. With `buyerId` another person's order is not found.
 *
 * @throws ApiError shop_order_not_found
 */
export async function readShopOrder(db: Database, id: string, buyerId?: string): Promise<ShopOrder> {
  const [row] = await selectPayable(db).where(eq(shopOrders.id, id))
  if (!row || (buyerId !== undefined && row.order.userId !== buyerId)) throw new ApiError('shop_order_not_found')
  const { order, payment } = row
  const { contactName: name, contactPhone: phone, addressRegion: region, addressDetail: detail } = order
  const { note, carrier, trackingNo, paidAt, sentAt, receivedAt, endedAt, refundReason, refundAnswer } = order
  return {
    ...presentSummary(row, await listShopItems(db, [id])),
    address: { name, phone, region, detail },
    note,
    carrier,
    trackingNo,
    paidAt: textOf(paidAt),
    sentAt: textOf(sentAt),
    receivedAt: textOf(receivedAt),
    endedAt: textOf(endedAt),
    receiveBy: order.status === 'SENT' && sentAt ? textOf(receiveByOf(sentAt)) : null,
    returnBy: order.status === 'RECEIVED' && receivedAt ? textOf(returnByOf(receivedAt)) : null,
    refundReason,
    refundAnswer,
    order: await presentOrder(db, payment),
  }
}
