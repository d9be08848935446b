import type { Cart, CartItem, Product } from '@paidang/api/areas/activities/shop'
import {
  type CartState,
  cartStateOf,
  cartTotal,
  isOrderable,
  MAX_QUANTITY,
  MIN_QUANTITY,
} from '@paidang/domain/areas/activities/shop/cart'
import type { Fen } from '@paidang/domain/kernel/fen'

type State = { text: string; kind: 'wait' | 'bad' | 'mute' }

/** The state text of a line; undefined for an available one. */
export function stateText({ state, stock }: { state: CartState; stock: number }): State | undefined {
  switch (state) {
    case 'OK':
      return undefined
    case 'PRICE_CHANGED':
      return { text: '价格已更新', kind: 'wait' }
    case 'SHORT':
      return { text: `库存不足，只剩 ${stock} 件`, kind: 'bad' }
    case 'SOLD_OUT':
      return { text: '暂时缺货', kind: 'mute' }
    case 'REMOVED':
      return { text: '已下架', kind: 'mute' }
  }
}

/** The shortage of a line that cannot be ordered: 要 5 件，只剩 2 件. */
export function shortText(line: Pick<CartItem, 'state' | 'stock' | 'quantity'>): string {
  return line.state === 'SHORT' ? `要 ${line.quantity} 件，只剩 ${line.stock} 件` : (stateText(line)?.text ?? '')
}

/** Whether a line can be ticked: a short one can be reduced, a removed or sold-out one cannot. */
export function isAvailable({ state }: Pick<CartItem, 'state'>): boolean {
  return state !== 'SOLD_OUT' && state !== 'REMOVED'
}

/** The maximum quantity of a line's product. */
export function mostOf({ stock }: Pick<CartItem, 'stock'>): number {
  return Math.max(1, Math.min(MAX_QUANTITY, stock))
}

/** Why the quantity cannot grow: the stock, or the maximum per line. */
export function limitText(stock: number): string {
  return stock < MAX_QUANTITY ? `只剩 ${stock} 件` : `最多 ${MAX_QUANTITY} 件`
}

/** The ticked lines that cannot be ordered as they are. */
export function blockedOf(items: readonly CartItem[]): CartItem[] {
  return items.filter(({ isSelected, state }) => isSelected && !isOrderable(state))
}

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
