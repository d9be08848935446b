import type { Cart, CartItem, Product } from '@paidang/api/areas/shop'
import { cartStateOf, cartTotal, isOrderable, MAX_QUANTITY, MIN_QUANTITY } from '@paidang/domain/areas/shop/cart'
import type { Fen } from '@paidang/domain/kernel/fen'

/** A line of the order before it is placed, in its present state. */
export type CheckoutLine = Pick<
  CartItem,
  'productId' | 'name' | 'picture' | 'priceFen' | 'seenPriceFen' | 'quantity' | 'stock' | 'state'
>

/** The ticked lines of the cart. */
export function linesOfCart({ items }: Cart): CheckoutLine[] {
  return items.filter(({ isSelected }) => isSelected)
}

/** This quantity of one product. The product may have been removed from the shop since it was read. */
export function linesOfProduct(
  product: Product,
  { quantity, seenPriceFen, isGone }: { quantity: number; seenPriceFen: Fen; isGone: boolean },
): CheckoutLine[] {
  const { id, name, picture, priceFen, stock } = product
  const isPublished = product.isPublished && !isGone
  const state = cartStateOf({ quantity, seenPriceFen }, { isPublished, stock, priceFen })
  return [{ productId: id, name, picture, priceFen, seenPriceFen, quantity, stock, state }]
}

/** The lines that cannot be ordered as they are. */
export function shortLines(lines: readonly CheckoutLine[]): CheckoutLine[] {
  return lines.filter(({ state }) => !isOrderable(state))
}

/** The total of the orderable lines in fen, and their number of units. */
export function sumOf(lines: readonly CheckoutLine[]): { totalFen: Fen; units: number } {
  return cartTotal(lines.map((line) => ({ ...line, isSelected: true })))
}

/** The price of each line as it is shown. The order is refused at another one. */
export function pricesOf(lines: readonly CheckoutLine[]): { productId: string; priceFen: Fen }[] {
  return lines.map(({ productId, priceFen }) => ({ productId, priceFen }))
}

/** The quantity in an address; 1 if it is missing or invalid. */
export function quantityOf(text: string | undefined): number {
  const quantity = Number(text)
  return Number.isInteger(quantity) && quantity >= MIN_QUANTITY && quantity <= MAX_QUANTITY ? quantity : MIN_QUANTITY
}
