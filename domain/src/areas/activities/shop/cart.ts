import type { Fen } from '../../../kernel/fen.ts'

/** The fewest units of one product in a cart. Source: decision "Hours and money", Mall */
export const MIN_QUANTITY = 1
export const MAX_QUANTITY = 99
/** The most products in one cart. */
export const MAX_CART_ITEMS = 50

/**
 * The states of a line of a cart. OK. PRICE_CHANGED since it was added. SHORT when fewer units than requested are left.
 * SOLD_OUT. REMOVED when it is no longer sold. The last three cannot be ordered as they are.
 */
export const CART_STATES = ['OK', 'PRICE_CHANGED', 'SHORT', 'SOLD_OUT', 'REMOVED'] as const
export type CartState = (typeof CART_STATES)[number]

/** A product as the cart sees it: whether it is published, its stock and its price. */
export type Offered = { isPublished: boolean; stock: number; priceFen: Fen }

/** The state of a line. When several apply, the most serious one counts. */
export function cartStateOf(
  { quantity, seenPriceFen }: { quantity: number; seenPriceFen: Fen },
  { isPublished, stock, priceFen }: Offered,
): CartState {
  if (!isPublished) return 'REMOVED'
  if (stock === 0) return 'SOLD_OUT'
  if (stock < quantity) return 'SHORT'
  return priceFen === seenPriceFen ? 'OK' : 'PRICE_CHANGED'
}

/** Whether a line in this state can be ordered. */
export function isOrderable(state: CartState): boolean {
  return state === 'OK' || state === 'PRICE_CHANGED'
}

/** The total of the selected lines that can be ordered, in fen, and the number of their units. */
export function cartTotal(
  lines: readonly { isSelected: boolean; state: CartState; quantity: number; priceFen: Fen }[],
): { totalFen: Fen; units: number } {
  const chosen = lines.filter(({ isSelected, state }) => isSelected && isOrderable(state))
  return {
    totalFen: chosen.reduce((sum, { quantity, priceFen }) => sum + quantity * priceFen, 0),
    units: chosen.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}
