import * as api from '@paidang/api/areas/activities/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { cartStateOf, cartTotal, MAX_CART_ITEMS, MAX_QUANTITY } from '@paidang/domain/areas/activities/shop/cart'
import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertPricesSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { users } from '../../../tables/identities.ts'
import { cartItems, products } from '../../../tables/shop.ts'
import { coverOf, readPublished } from './products.ts'

/** Locks a person's row for the rest of the transaction. Changes of their cart then run one after the other. */
export async function lockCartOf(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** A person's cart lines with the current state of their products, latest first. */
export async function listCartRows(db: Database, userId: string) {
  return db
    .select({ ...getTableColumns(cartItems), product: getTableColumns(products) })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(eq(cartItems.userId, userId))
    .orderBy(desc(cartItems.addedAt), desc(cartItems.productId))
}

/** A person's current cart, and which of the selected lines can be ordered. */
async function readCart(db: Database, userId: string): Promise<api.Cart> {
  const rows = await listCartRows(db, userId)
  const items = rows.map(({ product, productId, quantity, isSelected, seenPriceFen }) => {
    const { name, subtitle, priceFen, originalFen, stock } = product
    const state = cartStateOf({ quantity, seenPriceFen }, product)
    const shown = { name, subtitle, picture: coverOf(product), priceFen, originalFen, stock }
    return { productId, ...shown, seenPriceFen, quantity, isSelected, state }
  })
  return { items, ...cartTotal(items) }
}

/** The lines of these products. Products that are not in the cart are ignored. */
const ofProducts = (userId: string, productIds: readonly string[]) =>
  and(eq(cartItems.userId, userId), inArray(cartItems.productId, [...productIds]))

/** Removes these lines from a cart. */
export async function removeItems(tx: Database, userId: string, productIds: readonly string[]): Promise<void> {
  await tx.delete(cartItems).where(ofProducts(userId, productIds))
}

/**
 * Sets the units of a product and selects the line. With `adds` the units are added to those in the cart. A caller
 * who sends the current price agrees to it. Without a price a line keeps the one agreed to before. A line whose units
 * are only set keeps its position and its selection.
 * Source: specification §7 "Other"; decision "The shop"; invariant T1
 */
async function updateCart({ body, user: { id: userId }, db, now }: Handled<typeof api.updateCart>) {
  const { productId, adds = false } = body
  return db.transaction(async (tx) => {
    await lockCartOf(tx, userId)
    const product = await readPublished(tx, productId)
    const [line] = await tx
      .select()
      .from(cartItems)
      .where(ofProducts(userId, [productId]))
    const quantity = body.quantity + (adds ? (line?.quantity ?? 0) : 0)
    if (quantity > MAX_QUANTITY) throw new ApiError('cart_quantity_invalid')
    if (!line && (await tx.$count(cartItems, eq(cartItems.userId, userId))) >= MAX_CART_ITEMS)
      throw new ApiError('cart_too_full')
    if (body.priceFen !== undefined && body.priceFen !== product.priceFen) {
      assertPricesSeen('products', 'price_fen', { repriced: [product], state: await readCart(tx, userId) })
    }
    const seenPriceFen = body.priceFen ?? line?.seenPriceFen ?? product.priceFen
    const { isSelected, addedAt } = line && !adds ? line : { isSelected: true, addedAt: now }
    const set = { quantity, isSelected, seenPriceFen, addedAt }
    const target = [cartItems.userId, cartItems.productId]
    await tx
      .insert(cartItems)
      .values({ userId, productId, ...set })
      .onConflictDoUpdate({ target, set })
    return readCart(tx, userId)
  })
}

export default plugin([
  handle(api.getCart, ({ user, db }) => readCart(db, user.id)),

  handle(api.updateCart, updateCart),

  // For the next order.
  handle(api.selectCartItems, ({ body: { productIds, isSelected }, user, db }) =>
    db.transaction(async (tx) => {
      await lockCartOf(tx, user.id)
      await tx.update(cartItems).set({ isSelected }).where(ofProducts(user.id, productIds))
      return readCart(tx, user.id)
    }),
  ),

  handle(api.removeCartItems, ({ body: { productIds }, user, db }) =>
    db.transaction(async (tx) => {
      await lockCartOf(tx, user.id)
      await removeItems(tx, user.id, productIds)
      return readCart(tx, user.id)
    }),
  ),
])
