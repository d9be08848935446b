import * as courts from '@paidang/api/areas/ball-courts'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { BALLS_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'

type GamePage = { rows: courts.GameOnCourt[]; total: number }

/** Returns the games on the courts of a venue that the caller manages, the next first, page by page. */
export function useGamesOnCourts(stadiumId: string) {
  const userId = useUserId()
  const query = useInfiniteQuery({
    queryKey: [...BALLS_KEY, 'on-courts', userId, stadiumId],
    queryFn: ({ pageParam, signal }): Promise<GamePage> =>
      call(
        courts.gamesOnCourts,
        { params: { id: stadiumId }, query: { current: pageParam, rows: PAGE_SIZE } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ loading: false, current, rows: PAGE_SIZE, total }) ? current + 1 : undefined,
    select: ({ pages }: InfiniteData<GamePage>) => ({
      rows: [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()],
      total: pages[0]?.total ?? 0,
    }),
  })
  return { ...query, cause: query.isError ? failureText(courts.gamesOnCourts.outcome, query.error) : undefined }
}

/** 取消球局: cancels a game on the manager's courts, with a reason that its players read. */
export function useCallOffOnCourt(id: string) {
  return useAction({
    endpoint: courts.callOffOnCourt,
    stale: [BALLS_KEY, SCHEDULE_KEY],
    run: (reason: string, idempotencyKey) =>
      call(courts.callOffOnCourt, { params: { id }, body: { reason } }, { idempotencyKey }),
  })
}
