import type { Day } from '../../../kernel/day.ts'
import type { Fen } from '../../../kernel/fen.ts'

/** A bought item: its units, each at a price. */
export type BoughtItem = { name: string; priceFen: Fen; quantity: number }

const DIGITS_OF_ID = 8

/** The order number that a buyer reads: S, the day without hyphens, and the order's id. */
export function shopOrderNoOf(id: string, day: Day): string {
  return `S${day.replace(/-/g, '')}${id.padStart(DIGITS_OF_ID, '0')}`
}

/** The total of the items, in fen. */
export function totalOf(items: readonly Pick<BoughtItem, 'priceFen' | 'quantity'>[]): Fen {
  return items.reduce((sum, { priceFen, quantity }) => sum + priceFen * quantity, 0)
}

/**
 * The name of an order where only one product fits.
 *
 * @throws RangeError when nothing is bought
 */
export function shopOrderTitle([first, ...others]: readonly Pick<BoughtItem, 'name'>[]): string {
  if (!first) throw new RangeError('an order of nothing')
  return others.length === 0 ? first.name : `${first.name}等${others.length + 1}种商品`
}
