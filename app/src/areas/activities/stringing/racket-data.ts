import * as stringing from '@paidang/api/areas/stringing'
import * as orders from '@paidang/api/areas/stringing-orders'
import { RUNNING_STRINGING } from '@paidang/domain/areas/stringing/order-status'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'

/** Number of the most recently changed orders among which active ones are looked for. */
const RECENT_ORDERS = 30

/** Returns the caller's rackets, main ones first, then the latest. */
export function useRackets() {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...STRINGING_KEY, 'rackets', userId],
    queryFn: ({ signal }) => call(stringing.listRackets, {}, { signal }),
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(stringing.listRackets.outcome, query.error) : undefined }
}

/** Returns the caller's active orders, the last changed first. */
export function useRunningJobs() {
  const userId = useUserId()
  return useQuery({
    queryKey: [...STRINGING_KEY, 'orders', userId, 'recent'],
    queryFn: ({ signal }) =>
      call(
        orders.stringingOrdersOfUser,
        {
          params: { userId: userId ?? '' },
          query: { current: FIRST_PAGE, rows: RECENT_ORDERS, responseStatus: 'all' },
        },
        { signal },
      ),
    select: ({ rows }) => rows.filter(({ status }) => RUNNING_STRINGING.some((running) => running === status)),
    enabled: userId !== null,
  })
}

/**
 * Returns the orders of one racket of the caller, the last changed first, page by page. Nothing is fetched without an
 * id.
 */
export function useJobsOfRacket(racketId: string | undefined) {
  const userId = useUserId()
  const query = useInfiniteQuery({
    queryKey: [...STRINGING_KEY, 'orders', userId, 'racket', racketId],
    queryFn: ({ pageParam, signal }) =>
      call(
        orders.stringingOrdersOfUser,
        { params: { userId: userId ?? '' }, query: { current: pageParam, rows: PAGE_SIZE, racketId } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ loading: false, current, rows: PAGE_SIZE, total }) ? current + 1 : undefined,
    select: ({ pages }) => [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()],
    enabled: userId !== null && racketId !== undefined,
  })
  const cause = query.isError ? failureText(orders.stringingOrdersOfUser.outcome, query.error) : undefined
  return { ...query, cause }
}
