import type { ShopOrder, ShopOrderSummary } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { receiveByOf, returnByOf } from '@paidang/domain/areas/shop/order-status'
import type { Database } from '../../../db/database.ts'
import { presentOrder } from '../../money/payments/present-order.ts'
import { findPayable, listShopItems, type PayableRow, type ShopItemRow } from './order-queries.ts'

/** Orders as items of a list, in the given order. */
export async function presentShopOrders(db: Database, rows: readonly PayableRow[]): Promise<ShopOrderSummary[]> {
  if (rows.length === 0) return []
  const items = await listShopItems(
    db,
    rows.map(({ order }) => order.id),
  )
  return rows.map((row) =>
    summaryOf(
      row,
      items.filter(({ orderId }) => orderId === row.order.id),
    ),
  )
}

/**
 * An order with all its fields, as of this transaction.
 *
 * @throws ApiError shop_order_not_found
 */
export async function readShopOrder(db: Database, id: string): Promise<ShopOrder> {
  const row = await findPayable(db, id)
  if (!row) throw new ApiError('shop_order_not_found')
  const { order, payment } = row
  const { contactName: name, contactPhone: phone, addressRegion: region, addressDetail: detail } = order
  const { note, carrier, trackingNo, paidAt, sentAt, receivedAt, endedAt, refundReason, refundAnswer } = order
  return {
    ...summaryOf(row, await listShopItems(db, [id])),
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

/**
 * An order of the caller.
 *
 * @throws ApiError shop_order_not_found, also for another person's order
 */
export async function readOwnShopOrder(
  db: Database,
  { orderId, actorId }: { orderId: string; actorId: string },
): Promise<ShopOrder> {
  const row = await findPayable(db, orderId)
  if (row?.order.userId !== actorId) throw new ApiError('shop_order_not_found')
  return readShopOrder(db, orderId)
}

function summaryOf({ order, payment }: PayableRow, items: readonly ShopItemRow[]): ShopOrderSummary {
  const { id, orderNo, status, paymentOrderId, refundChoice, createdAt } = order
  return {
    id,
    orderNo,
    status,
    items: items.map(({ productId, name, picture, priceFen, quantity }) => ({
      productId,
      name,
      picture,
      priceFen,
      quantity,
    })),
    totalFen: payment.amountFen,
    paymentOrderId,
    expiresAt: payment.expiresAt.toISOString(),
    refundChoice,
    createTime: createdAt.toISOString(),
  }
}

const textOf = (instant: Date | null) => instant?.toISOString() ?? null
