import type { OrderKind } from '@paidang/domain/areas/payments/order'
import type { Database } from '../../../db/database.ts'
import type { orders } from '../../../tables/payments.ts'

export type OrderRow = typeof orders.$inferSelect

/**
 * What paying or closing an order does to the object that it buys. It runs in the transaction that pays or closes the
 * order, after the order's row is locked. `paid` happens once. If the object is no longer available, `paid` returns
 * 'refused' and changes nothing except to release what the order held. Then all money is refunded, the order becomes
 * CLOSED, and `closed` is not called.
 */
export type OrderEffect = {
  /** Locks the row of the object. It is locked before the order's row. */
  lock?(tx: Database, objectId: string): Promise<unknown>
  paid(tx: Database, order: OrderRow, now: Date): Promise<'done' | 'refused'>
  closed(tx: Database, order: OrderRow, now: Date): Promise<void>
}

export type OrderEffects = Readonly<Record<OrderKind, OrderEffect>>
