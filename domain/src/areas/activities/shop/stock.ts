/** The causes of a stock movement: a delivery, an order that takes or returns units, or a count. */
export const STOCK_MOVES = ['DELIVERY', 'SALE', 'RETURN', 'ADJUST'] as const
export type StockMove = (typeof STOCK_MOVES)[number]

export const STOCK_MOVE_NAMES: Record<StockMove, string> = {
  DELIVERY: '入库',
  SALE: '售出',
  RETURN: '退回',
  ADJUST: '盘点',
}

/** At this number of units or fewer it is time to order more. */
export const FEW_UNITS = 10
/** The largest stock of a product, in units. */
export const MAX_STOCK = 1_000_000

type Move = { kind: StockMove; units: number; reason: string }

/** Why stock cannot be moved by hand like this; undefined when it can. `stock` is the present number of units. */
export function whyNotMove(
  { kind, units, reason }: Move,
  stock: number,
): 'product_move_invalid' | 'product_stock_too_low' | 'product_stock_too_high' | undefined {
  const isMove = units !== 0 && (kind === 'ADJUST' || units > 0)
  if (!isMove || reason.trim() === '') return 'product_move_invalid'
  if (stock + units < 0) return 'product_stock_too_low'
  return stock + units > MAX_STOCK ? 'product_stock_too_high' : undefined
}
