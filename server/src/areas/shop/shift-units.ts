import type { Database } from '../../db/database.ts'
import { lockProducts, moveSales, moveStock } from './product-queries.ts'

/** So many units of each product, each of which stands here once. */
export type Bought = readonly { productId: string; quantity: number }[]

/** What the ledger calls an order. */
const referenceOf = (orderId: string) => `order:${orderId}`

const withSign = (items: Bought, sign: 1 | -1) =>
  items.map(({ productId, quantity }) => ({ productId, units: sign * quantity }))

/** An order takes its units of locked products, of which there are enough. Invariant T2 */
export async function takeUnits(tx: Database, orderId: string, items: Bought, now: Date): Promise<void> {
  const cause = { kind: 'SALE' as const, reference: referenceOf(orderId), now }
  const taken = await moveStock(tx, withSign(items, -1), cause)
  if (taken !== items.length) throw new Error(`order ${orderId} takes ${items.length} products, and got ${taken}`)
}

/** The units of a locked order lie in the stock again, which they do once. Invariant T2 */
export async function returnUnits(tx: Database, orderId: string, items: Bought, now: Date): Promise<void> {
  await lockAll(tx, items)
  const cause = { kind: 'RETURN' as const, reference: referenceOf(orderId), now }
  const returned = await moveStock(tx, withSign(items, 1), cause)
  if (returned !== items.length)
    throw new Error(`order ${orderId} gives ${items.length} products back, not ${returned}`)
}

/** The units of an order count as sold, or when its money went back as not sold after all. */
export async function countSales(tx: Database, items: Bought, sign: 1 | -1): Promise<void> {
  await lockAll(tx, items)
  await moveSales(tx, withSign(items, sign))
}

/** By id, whatever else of these products is changed next. */
async function lockAll(tx: Database, items: Bought): Promise<void> {
  await lockProducts(
    tx,
    items.map(({ productId }) => productId),
  )
}
