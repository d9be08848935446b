import * as shop from '@paidang/api/areas/shop'
import type { ProductSort } from '@paidang/domain/areas/shop/product'
import { PRODUCTS_KEY, SHOP_KEY } from '../../../platform/cache-keys'
import { usePages, useRead } from '../../../platform/read'

/** Search text, filters and sorting; without a category it covers all of them. */
export type ProductFilters = {
  keyword: string
  categoryId?: string | undefined
  order: ProductSort
  direction: 'asc' | 'desc'
  inStock: boolean
}

/** The categories of the shop, in their order. */
export function useCategories() {
  return useRead(SHOP_KEY, shop.listCategories, {})
}

/** The published products, page by page. The old ones stay while new ones load. */
export function useProducts({ keyword, categoryId, order, direction, inStock }: ProductFilters) {
  const query = {
    keyword: keyword.trim() || undefined,
    categoryId,
    order,
    direction: order === 'price' ? direction : undefined,
    inStock: inStock || undefined,
  }
  return usePages(PRODUCTS_KEY, shop.listProducts, { query }, { keepsOld: true })
}

/** One product in full; not fetched without an id. */
export function useProduct(id: string) {
  // Price and stock must always be current.
  return useRead(PRODUCTS_KEY, shop.getProduct, id === '' ? null : { params: { id } }, { staleTime: 0 })
}
