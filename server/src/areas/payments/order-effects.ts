import type { OrderKind } from '@paidang/domain/areas/payments/order'
import type { Database } from '../../db/database.ts'
import type { orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect

/**
 * What paying or closing an order does to what it buys, in the transaction that pays or closes it, after its row is locked.
 * `paid` happens once. When what was bought is no longer to be had it says 'refused' and has changed nothing, save that it
 * lets go of what the order held: the money goes back whole, the order is CLOSED, and `closed` is not called.
 */
export type OrderEffect = {
  /** Locks the row of what is bought, which comes before the order's own. */
  lock?(tx: Database, objectId: string): Promise<unknown>
  paid(tx: Database, order: OrderRow, now: Date): Promise<'done' | 'refused'>
  closed(tx: Database, order: OrderRow, now: Date): Promise<void>
}

export type OrderEffects = Readonly<Record<OrderKind, OrderEffect>>
