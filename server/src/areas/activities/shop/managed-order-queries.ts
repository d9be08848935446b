import type { RefundChoice, ShopStatus } from '@paidang/domain/areas/shop/order-status'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { plainPhone } from '@paidang/domain/kernel/phone'
import { and, asc, desc, eq, getTableColumns, gte, lt, or } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import { shopOrders } from '../../../tables/shop.ts'
import type { PayableRow } from './order-queries.ts'

/** A shop order with its payment and its buyer. */
export type ManagedOrderRow = PayableRow & { buyer: { id: string; nickname: string; avatar: string | null } }

/**
 * Filters for all orders. `keyword` is a whole order number or a whole phone number. The times are inclusive at the
 * start and exclusive at the end.
 */
export type ManagedOrderSearch = {
  status: ShopStatus | undefined
  refundChoice: RefundChoice | undefined
  keyword: string | undefined
  madeFrom: Date | undefined
  madeUntil: Date | undefined
  sord: 'asc' | 'desc'
}

const selectManaged = (db: Database) =>
  db
    .select({
      order: getTableColumns(shopOrders),
      payment: getTableColumns(orders),
      buyer: { id: users.id, nickname: users.nickname, avatar: users.avatar },
    })
    .from(shopOrders)
    .innerJoin(orders, eq(orders.id, shopOrders.paymentOrderId))
    .innerJoin(users, eq(users.id, shopOrders.userId))

/** One page of all orders, and the total number of matches. */
export async function pageManagedOrders(
  db: Database,
  { status, refundChoice, keyword, madeFrom, madeUntil, sord, ...page }: ManagedOrderSearch & Page,
): Promise<{ rows: ManagedOrderRow[]; total: number }> {
  const condition = and(
    status && eq(shopOrders.status, status),
    refundChoice && eq(shopOrders.refundChoice, refundChoice),
    keyword
      ? or(eq(shopOrders.orderNo, keyword.toUpperCase()), eq(shopOrders.contactPhone, plainPhone(keyword)))
      : undefined,
    madeFrom && gte(shopOrders.createdAt, madeFrom),
    madeUntil && lt(shopOrders.createdAt, madeUntil),
  )
  const [rows, total] = await Promise.all([
    selectManaged(db)
      .where(condition)
      .orderBy((sord === 'asc' ? asc : desc)(shopOrders.id))
      .limit(page.rows)
      .offset(offsetOf(page)),
    countUpTo(db, db.select({ id: shopOrders.id }).from(shopOrders).where(condition)),
  ])
  return { rows, total }
}

/** An order with its buyer. */
export async function findManagedOrder(db: Database, id: string): Promise<ManagedOrderRow | undefined> {
  const [row] = await selectManaged(db).where(eq(shopOrders.id, id))
  return row
}
