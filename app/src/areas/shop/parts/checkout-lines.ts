import type { Cart, CartItem, Product } from '@paidang/api/areas/shop'
import { cartStateOf, cartTotal, isOrderable, MAX_QUANTITY, MIN_QUANTITY } from '@paidang/domain/areas/shop/cart'
import type { Fen } from '@paidang/domain/kernel/fen'

/** What is about to be ordered, as it stands today. */
export type CheckoutLine = Pick<
  CartItem,
  'productId' | 'name' | 'picture' | 'priceFen' | 'seenPriceFen' | 'quantity' | 'stock' | 'state'
>

/** The ticked lines of the cart. */
export function linesOfCart({ items }: Cart): CheckoutLine[] {
  return items.filter(({ isSelected }) => isSelected)
}

/** So many of one product, which may have been taken out of the shop since it was read. */
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

/** What the lines come to that can be ordered, in fen, and how many units they are. */
export function sumOf(lines: readonly CheckoutLine[]): { totalFen: Fen; units: number } {
  return cartTotal(lines.map((line) => ({ ...line, isSelected: true })))
}

/** The number that an address names; one where it names none that can be had. */
export function quantityOf(text: string | undefined): number {
  const quantity = Number(text)
  return Number.isInteger(quantity) && quantity >= MIN_QUANTITY && quantity <= MAX_QUANTITY ? quantity : MIN_QUANTITY
}
