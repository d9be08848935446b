import type { Database } from '../../../db/database.ts'
import { lockProducts, moveSales, moveStock } from './product-queries.ts'

/** Units of products. Each product appears once. */
export type Bought = readonly { productId: string; quantity: number }[]

/** The reference of an order in the ledger. */
const referenceOf = (orderId: string) => `order:${orderId}`

const withSign = (items: Bought, sign: 1 | -1) =>
  items.map(({ productId, quantity }) => ({ productId, units: sign * quantity }))

/** Takes the units of an order from locked products that have enough. Invariant T2. */
export async function takeUnits(tx: Database, orderId: string, items: Bought, now: Date): Promise<void> {
  const cause = { kind: 'SALE' as const, reference: referenceOf(orderId), now }
  const taken = await moveStock(tx, withSign(items, -1), cause)
  if (taken !== items.length) throw new Error(`order ${orderId} takes ${items.length} products, and got ${taken}`)
}

/** Puts the units of a locked order back into stock. This happens at most once per order. Invariant T2. */
export async function returnUnits(tx: Database, orderId: string, items: Bought, now: Date): Promise<void> {
  await lockAll(tx, items)
  const cause = { kind: 'RETURN' as const, reference: referenceOf(orderId), now }
  const returned = await moveStock(tx, withSign(items, 1), cause)
  if (returned !== items.length)
    throw new Error(`order ${orderId} gives ${items.length} products back, not ${returned}`)
}

/** Counts the units of an order as sold. With sign -1, after a refund, they no longer count. */
export async function countSales(tx: Database, items: Bought, sign: 1 | -1): Promise<void> {
  await lockAll(tx, items)
  await moveSales(tx, withSign(items, sign))
}

/** Locks by id, because the order of locks matters for all later changes of these products. */
async function lockAll(tx: Database, items: Bought): Promise<void> {
  await lockProducts(
    tx,
    items.map(({ productId }) => productId),
  )
}
