import type { Fen } from '../../../kernel/fen.ts'

/** The sort orders of products, in the order of the tabs. Source: specification §1 */
export const PRODUCT_SORTS = ['default', 'sales', 'price', 'promotion'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

export const PRODUCT_SORT_NAMES: Record<ProductSort, string> = {
  default: '综合',
  sales: '销量',
  price: '价格',
  promotion: '促销',
}

export const MAX_PICTURES = 9

/** Whether a product costs less than its usual price. */
export function isPromoted({ priceFen, originalFen }: { priceFen: Fen; originalFen: Fen | null }): boolean {
  return originalFen !== null && originalFen > priceFen
}

/** Why a product cannot be offered with these values; undefined when it can. */
export function whyNotProduct({
  name,
  priceFen,
  originalFen,
}: {
  name: string
  priceFen: Fen
  originalFen: Fen | null
}): 'product_name_missing' | 'product_price_invalid' | undefined {
  if (name.trim() === '') return 'product_name_missing'
  return originalFen === null || isPromoted({ priceFen, originalFen }) ? undefined : 'product_price_invalid'
}
