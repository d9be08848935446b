import * as stringing from '@paidang/api/areas/stringing'
import type { Input } from '@paidang/api/endpoint'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useFreshStart } from '../../../platform/fresh-start'
import type { Point } from '../../../platform/locate-types'
import { failureText } from '../../../platform/toast'

/** The filters and the sorting of the list of shops. */
export type MerchantFilters = Omit<Input<typeof stringing.listMerchants>['query'], 'current' | 'rows' | 'sord' | 'sort'>

/** The pages of a list. A row that moved to the next page meanwhile is kept only once. */
type PageOf<Row> = { rows: Row[]; total: number }
const nextPage = ({ total }: PageOf<unknown>, _pages: unknown, current: number) =>
  mayLoadMore({ loading: false, current, rows: PAGE_SIZE, total }) ? current + 1 : undefined

/** Returns the stringing shops that match these filters, in their order, page by page. */
export function useMerchants(filters: MerchantFilters) {
  const queryKey = [...STRINGING_KEY, 'merchants', filters]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(stringing.listMerchants, { query: { current: pageParam, rows: PAGE_SIZE, ...filters } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    select: ({ pages }) => [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()],
    placeholderData: keepPreviousData,
  })
  const cause = query.isError ? failureText(stringing.listMerchants.outcome, query.error) : undefined
  return { ...query, cause, refresh: useFreshStart(queryKey) }
}

/** Returns one shop with its offer and its distance from the point. Nothing is fetched without an id. */
export function useMerchant(id: string, point?: Point) {
  const query = useQuery({
    queryKey: [...STRINGING_KEY, 'merchant', id, point],
    queryFn: ({ signal }) => call(stringing.getMerchant, { params: { id }, query: point ?? {} }, { signal }),
    enabled: id !== '',
    // Distances arrive late; the shown shop stays until then.
    placeholderData: keepPreviousData,
  })
  return { ...query, cause: query.isError ? failureText(stringing.getMerchant.outcome, query.error) : undefined }
}

/** Returns the reviews of a shop, the latest first, page by page. */
export function useReviews(merchantId: string) {
  const query = useInfiniteQuery({
    queryKey: [...STRINGING_KEY, 'reviews', merchantId],
    queryFn: ({ pageParam, signal }) =>
      call(
        stringing.reviewsOfMerchant,
        { params: { id: merchantId }, query: { current: pageParam, rows: PAGE_SIZE } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    select: ({ pages }) => ({
      rows: [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.orderId, row])).values()],
      total: pages[0]?.total ?? 0,
    }),
    enabled: merchantId !== '',
  })
  return { ...query, cause: query.isError ? failureText(stringing.reviewsOfMerchant.outcome, query.error) : undefined }
}
