import type { Cart, CartItem } from '@paidang/api/areas/shop'
import { cartStateOf, cartTotal } from '@paidang/domain/areas/shop/cart'
import type { Database } from '../../../db/database.ts'
import { type CartRow, listCartRows } from './cart-queries.ts'
import { coverOf } from './present-product.ts'

/** A person's current cart, and which of the selected lines can be ordered. */
export async function readCart(db: Database, userId: string): Promise<Cart> {
  const items = (await listCartRows(db, userId)).map(presentItem)
  return { items, ...cartTotal(items) }
}

function presentItem({ product, productId, quantity, isSelected, seenPriceFen }: CartRow): CartItem {
  const { name, subtitle, priceFen, originalFen, stock } = product
  const state = cartStateOf({ quantity, seenPriceFen }, product)
  const shown = { name, subtitle, picture: coverOf(product), priceFen, originalFen, stock }
  return { productId, ...shown, seenPriceFen, quantity, isSelected, state }
}
