import type { ManagedShopOrder, ManagedShopOrderSummary, shopOrdersForOperator } from '@paidang/api/areas/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { findManagedOrder, type ManagedOrderRow, pageManagedOrders } from './managed-order-queries.ts'
import { presentShopOrders, readShopOrder } from './present-shop-order.ts'

/** One page of all orders that match an operator's search. */
export async function readManagedShopOrders(
  db: Database,
  {
    status,
    refundChoice,
    keyword,
    from,
    to,
    sord = 'desc',
    current,
    rows: size,
  }: Input<typeof shopOrdersForOperator>['query'],
): Promise<{ rows: ManagedShopOrderSummary[]; total: number }> {
  const { rows, total } = await pageManagedOrders(db, {
    status,
    refundChoice,
    keyword: keyword?.trim(),
    madeFrom: from === undefined ? undefined : instantOf(from, 0),
    madeUntil: to === undefined ? undefined : instantOf(addDays(to, 1), 0),
    sord,
    current,
    rows: size,
  })
  const summaries = new Map((await presentShopOrders(db, rows)).map((summary) => [summary.id, summary]))
  return {
    rows: rows.flatMap((row) => {
      const summary = summaries.get(row.order.id)
      return summary ? [{ ...summary, ...shippingOf(row) }] : []
    }),
    total,
  }
}

/**
 * An order with all its fields.
 *
 * @throws ApiError shop_order_not_found
 */
export async function readManagedShopOrder(db: Database, id: string): Promise<ManagedShopOrder> {
  const row = await findManagedOrder(db, id)
  if (!row) throw new ApiError('shop_order_not_found')
  return { ...(await readShopOrder(db, id)), ...shippingOf(row), revision: row.order.revision }
}

const shippingOf = ({ buyer, order: { contactName, contactPhone } }: ManagedOrderRow) => ({
  buyer,
  contactName,
  contactPhone,
})
