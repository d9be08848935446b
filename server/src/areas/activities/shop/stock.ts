import type { StockMove } from '@paidang/domain/areas/activities/shop/stock'
import { asc, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { products, stockLedger } from '../../../tables/shop.ts'

export type ProductRow = typeof products.$inferSelect

/**
 * Locks products for the rest of the transaction, including deleted ones. All callers lock by id, which prevents
 * deadlocks.
 */
export async function lockProducts(tx: Database, ids: readonly string[]): Promise<ProductRow[]> {
  return tx
    .select()
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for('no key update')
}

/** Signed units of a product. */
type Units = { productId: string; units: number }

const unitsOf = (moves: readonly Units[]) => sql`
  select * from unnest(
    ${sql.param(moves.map(({ productId }) => productId))}::bigint[],
    ${sql.param(moves.map(({ units }) => units))}::int[]
  ) w (product_id, units)`

/** The cause of a stock movement. A reference moves a product at most once per kind. */
type StockCause = { kind: StockMove; reference: string; byHand?: { staffId: string; reason: string }; now: Date }

/**
 * Moves the stock of locked products and appends the movements to the ledger. Each product may appear once.
 *
 * @returns how many products were moved; a product with too few units does not change.
 */
export async function moveStock(tx: Database, moves: readonly Units[], cause: StockCause): Promise<number> {
  const result = await tx.execute(sql`
    with wanted as (${unitsOf(moves)}),
    moved as (
      update ${products} p set stock = p.stock + w.units, seq = p.seq + 1
      from wanted w where p.id = w.product_id and p.stock + w.units >= 0
      returning p.id, p.seq, p.stock, w.units
    )
    insert into ${stockLedger}
      (product_id, seq, kind, units_change, units_after, reference, staff_id, reason, created_at)
    select id, seq, ${cause.kind}, units, stock, ${cause.reference}, ${cause.byHand?.staffId ?? null}::bigint,
      ${cause.byHand?.reason ?? ''}, ${cause.now}::timestamptz from moved`)
  return result.rowCount ?? 0
}

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
  await tx.execute(sql`
    with wanted as (${unitsOf(withSign(items, sign))})
    update ${products} p set sales = p.sales + w.units from wanted w where p.id = w.product_id`)
}

/** Locks by id, because the order of locks matters for all later changes of these products. */
async function lockAll(tx: Database, items: Bought): Promise<void> {
  await lockProducts(
    tx,
    items.map(({ productId }) => productId),
  )
}
