import * as stringing from '@paidang/api/areas/stringing'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'

/** The stringing shops, the best rated first, page by page. */
export function useMerchants() {
  return useInfiniteQuery({
    queryKey: ['stringing', 'merchants'],
    queryFn: ({ pageParam, signal }) =>
      call(stringing.listMerchants, { query: { current: pageParam, rows: PAGE_SIZE } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ loading: false, current, rows: PAGE_SIZE, total }) ? current + 1 : undefined,
    // A shop that moved to the next page while the user read is still one.
    select: ({ pages }) => [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()],
  })
}
