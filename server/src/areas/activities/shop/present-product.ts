import type { Product, ProductSummary } from '@paidang/api/areas/shop'
import type { ProductRow, ProductWithCategory } from './product-queries.ts'

/** The paths of a product's pictures. The first one is shown in lists. */
const picturesOf = ({ pictures }: Pick<ProductRow, 'pictures'>): string[] =>
  pictures === '' ? [] : pictures.split(',')

/** The cover picture of a product. */
export const coverOf = (product: Pick<ProductRow, 'pictures'>): string | null => picturesOf(product)[0] ?? null

/** A product as an item of a list. */
export function presentProductSummary(row: ProductRow): ProductSummary {
  const { id, categoryId, name, subtitle, priceFen, originalFen, stock, sales } = row
  return { id, categoryId, name, subtitle, picture: coverOf(row), priceFen, originalFen, stock, sales }
}

/** A product with all its fields. */
export function presentProduct(row: ProductWithCategory): Product {
  const { categoryName, description, isPublished, revision, createdAt } = row
  return {
    ...presentProductSummary(row),
    categoryName,
    description,
    pictures: picturesOf(row),
    isPublished,
    revision,
    createTime: createdAt.toISOString(),
  }
}
