import type { Cart } from '@paidang/api/areas/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_CART_ITEMS, MAX_QUANTITY } from '@paidang/domain/areas/shop/cart'
import type { Fen } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { assertPricesSeen } from '../../../db/revision-queries.ts'
import { countCartItems, findCartItem, lockCartOf, removeItems, selectItems, upsertCartItem } from './cart-queries.ts'
import { findProduct } from './product-queries.ts'
import { readCart } from './read-cart.ts'

type Putting = {
  productId: string
  quantity: number
  adds?: boolean | undefined
  /** The price that the caller saw. */
  priceFen?: Fen | undefined
  actorId: string
  now: Date
}

/**
 * Sets the units of a product in the caller's cart and selects the line. With `adds` the units are added to those in
 * the cart. A caller who sends the current price agrees to it. Without a price a line keeps the one agreed to before. A
 * line whose units are only set keeps its position and its selection.
 *
 * @throws ApiError product_not_found, cart_quantity_invalid, cart_too_full, revision_outdated.
 * Source: specification §7 "Other"; decision "The shop"; invariant T1
 */
export async function updateCart(
  db: Database,
  { productId, quantity, adds = false, priceFen, actorId: userId, now }: Putting,
): Promise<Cart> {
  return db.transaction(async (tx) => {
    await lockCartOf(tx, userId)
    const product = await findProduct(tx, productId)
    if (!product?.isPublished) throw new ApiError('product_not_found')
    const line = await findCartItem(tx, { userId, productId })
    const units = quantity + (adds ? (line?.quantity ?? 0) : 0)
    if (units > MAX_QUANTITY) throw new ApiError('cart_quantity_invalid')
    if (!line && (await countCartItems(tx, userId)) >= MAX_CART_ITEMS) throw new ApiError('cart_too_full')
    if (priceFen !== undefined && priceFen !== product.priceFen) {
      assertPricesSeen('products', 'price_fen', { repriced: [product], state: await readCart(tx, userId) })
    }
    const kept = line && !adds ? line : { isSelected: true, addedAt: now }
    const { isSelected, addedAt } = kept
    const seenPriceFen = priceFen ?? line?.seenPriceFen ?? product.priceFen
    await upsertCartItem(tx, { userId, productId, quantity: units, isSelected, seenPriceFen, addedAt })
    return readCart(tx, userId)
  })
}

/** Selects or deselects lines of the caller's cart for the next order. */
export async function selectCartItems(
  db: Database,
  { actorId: userId, ...choice }: { productIds: readonly string[]; isSelected: boolean; actorId: string },
): Promise<Cart> {
  return db.transaction(async (tx) => {
    await lockCartOf(tx, userId)
    await selectItems(tx, { userId, ...choice })
    return readCart(tx, userId)
  })
}

/** Removes lines from the caller's cart. */
export async function removeCartItems(
  db: Database,
  { productIds, actorId: userId }: { productIds: readonly string[]; actorId: string },
): Promise<Cart> {
  return db.transaction(async (tx) => {
    await lockCartOf(tx, userId)
    await removeItems(tx, { userId, productIds })
    return readCart(tx, userId)
  })
}
