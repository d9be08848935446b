import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { cartItems, products } from '../../../tables/shop.ts'
import type { ProductRow } from './product-queries.ts'

/** A cart line with the current state of its product. */
export type CartRow = typeof cartItems.$inferSelect & { product: ProductRow }

/** Locks a person's row for the rest of the transaction. Changes of their cart then run one after the other. */
export async function lockCartOf(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** A person's cart lines, latest first. */
export async function listCartRows(db: Database, userId: string): Promise<CartRow[]> {
  return db
    .select({ ...getTableColumns(cartItems), product: getTableColumns(products) })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(eq(cartItems.userId, userId))
    .orderBy(desc(cartItems.addedAt), desc(cartItems.productId))
}

/** Finds a line of a locked cart. */
export async function findCartItem(
  tx: Database,
  { userId, productId }: { userId: string; productId: string },
): Promise<typeof cartItems.$inferSelect | undefined> {
  const own = and(eq(cartItems.userId, userId), eq(cartItems.productId, productId))
  const [row] = await tx.select().from(cartItems).where(own)
  return row
}

export function countCartItems(tx: Database, userId: string): Promise<number> {
  return tx.$count(cartItems, eq(cartItems.userId, userId))
}

/** Inserts a line into a cart, or replaces the line of the same product. */
export async function upsertCartItem(tx: Database, item: Required<typeof cartItems.$inferInsert>): Promise<void> {
  const { quantity, isSelected, seenPriceFen, addedAt } = item
  await tx
    .insert(cartItems)
    .values(item)
    .onConflictDoUpdate({
      target: [cartItems.userId, cartItems.productId],
      set: { quantity, isSelected, seenPriceFen, addedAt },
    })
}

const ofProducts = (userId: string, productIds: readonly string[]) =>
  and(eq(cartItems.userId, userId), inArray(cartItems.productId, [...productIds]))

/** Sets whether these lines are selected. Products that are not in the cart are ignored. */
export async function selectItems(
  tx: Database,
  { userId, productIds, isSelected }: { userId: string; productIds: readonly string[]; isSelected: boolean },
): Promise<void> {
  await tx.update(cartItems).set({ isSelected }).where(ofProducts(userId, productIds))
}

/** Removes these lines from a cart. */
export async function removeItems(
  tx: Database,
  { userId, productIds }: { userId: string; productIds: readonly string[] },
): Promise<void> {
  await tx.delete(cartItems).where(ofProducts(userId, productIds))
}
