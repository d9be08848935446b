import * as balls from '@paidang/api/areas/balls'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'

/** Everything about ball games is fetched anew together. */
export const BALLS_KEY = ['balls'] as const

/** How many games the home page shows. */
const NEARBY_ROWS = 3

/** The public games that are still to come, the soonest first, page by page. */
export function usePublicBalls() {
  return useInfiniteQuery({
    queryKey: [...BALLS_KEY, 'public'],
    queryFn: ({ pageParam, signal }) =>
      call(balls.publicBalls, { query: { current: pageParam, rows: PAGE_SIZE } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ loading: false, current, rows: PAGE_SIZE, total }) ? current + 1 : undefined,
    // A game that moved to the next page while the user read is still one.
    select: ({ pages }) => [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()],
  })
}

/** The next few public games. */
export function useNearbyBalls() {
  return useQuery({
    queryKey: [...BALLS_KEY, 'nearby'],
    queryFn: async ({ signal }) =>
      (await call(balls.publicBalls, { query: { current: FIRST_PAGE, rows: NEARBY_ROWS } }, { signal })).rows,
  })
}
