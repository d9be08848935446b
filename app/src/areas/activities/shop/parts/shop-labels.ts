import type { Product, ProductSummary } from '@paidang/api/areas/shop'
import { isPromoted } from '@paidang/domain/areas/shop/product'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { homePath, productPath } from '../../../../paths'

/** Up to this stock the number left is shown: 仅剩 5 件. */
const FEW_LEFT = 10
const TEN_THOUSAND = 10_000

/** The sales in everyday form: 128, 1.2 万. */
export function salesText(sales: number): string {
  if (sales < TEN_THOUSAND) return String(sales)
  return `${Math.floor(sales / (TEN_THOUSAND / 10)) / 10} 万`
}

/** The stock of a product: 暂时缺货, 仅剩 3 件, 现货. */
export function stockText(stock: number): string {
  if (stock === 0) return '暂时缺货'
  return stock <= FEW_LEFT ? `仅剩 ${stock} 件` : '现货'
}

/** A product of a list in one sentence, for screen readers. */
export function productLabel(product: ProductSummary): string {
  const { name, priceFen, originalFen, sales, stock } = product
  return [
    name,
    `¥${yuanOf(priceFen)}`,
    ...(isPromoted(product) ? [`促销，原价 ¥${yuanOf(originalFen ?? priceFen)}`] : []),
    ...(stock === 0 ? ['暂时缺货'] : sales > 0 ? [`已售 ${salesText(sales)}`] : []),
  ].join('，')
}

/** The shared card of a product's page; the app's home if there is no product. */
export function productShareCard(product: Product | undefined): { title: string; path: string } {
  if (!product) return { title: '拍档，约课、约球、穿线', path: homePath() }
  return { title: `${product.name} ¥${yuanOf(product.priceFen)}`, path: productPath(product.id) }
}
