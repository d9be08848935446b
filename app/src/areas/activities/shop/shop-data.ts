import * as shop from '@paidang/api/areas/shop'
import type { ProductSort } from '@paidang/domain/areas/shop/product'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { PRODUCTS_KEY, SHOP_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useFreshStart } from '../../../platform/fresh-start'
import { failureText } from '../../../platform/toast'

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
  return useQuery({
    queryKey: [...SHOP_KEY, 'categories'],
    queryFn: ({ signal }) => call(shop.listCategories, {}, { signal }),
  })
}

/** The published products, page by page. The old ones stay while new ones load. */
export function useProducts({ keyword, categoryId, order, direction, inStock }: ProductFilters) {
  const filters = {
    keyword: keyword.trim() || undefined,
    categoryId,
    order,
    direction: order === 'price' ? direction : undefined,
    inStock: inStock || undefined,
  }
  const queryKey = [...PRODUCTS_KEY, 'list', filters]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(shop.listProducts, { query: { current: pageParam, rows: PAGE_SIZE, ...filters } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ loading: false, current, rows: PAGE_SIZE, total }) ? current + 1 : undefined,
    // A product that moved to the next page meanwhile must appear only once.
    select: ({ pages }) => ({
      rows: [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()],
      total: pages[0]?.total ?? 0,
    }),
    placeholderData: keepPreviousData,
  })
  const cause = query.isError ? failureText(shop.listProducts.outcome, query.error) : undefined
  return { ...query, cause, refresh: useFreshStart(queryKey) }
}

/** One product in full; not fetched without an id. */
export function useProduct(id: string) {
  return useQuery({
    queryKey: [...PRODUCTS_KEY, 'one', id],
    queryFn: ({ signal }) => call(shop.getProduct, { params: { id } }, { signal }),
    enabled: id !== '',
    // Price and stock must always be current.
    staleTime: 0,
  })
}
