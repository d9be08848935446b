import { type LevelChange, listLevels } from '@paidang/api/areas/registration'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'

/** One change of a level for the screen: its instant as a Date. */
export type ShownChange = ReturnType<typeof toShown>

/** The changes of a user's level, the latest first, page by page. */
export function useLevels(userId: string) {
  const callerId = useUserId()
  const queryClient = useQueryClient()
  const queryKey = ['levels', userId, callerId]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(userId, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ current, rows: PAGE_SIZE, total, loading: false }) ? current + 1 : undefined,
    select: toChanges,
    enabled: callerId !== null,
  })
  return {
    ...query,
    cause: query.isError ? failureText(listLevels.outcome, query.error) : undefined,
    /** Starts again from the first page; resolves to the failure, or to null. */
    async refresh(): Promise<Error | null> {
      queryClient.setQueryData<InfiniteData<unknown>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      await queryClient.invalidateQueries({ queryKey })
      return queryClient.getQueryState(queryKey)?.error ?? null
    },
  }
}

function fetchPage(userId: string, current: number, signal: AbortSignal) {
  return call(listLevels, { params: { id: userId }, query: { current, rows: PAGE_SIZE } }, { signal })
}

function toChanges({ pages }: InfiniteData<Awaited<ReturnType<typeof fetchPage>>>): ShownChange[] {
  // A change that arrives between two fetches shifts the last row of a page to the next page. There it repeats.
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, toShown(row)])).values()]
}

function toShown(change: LevelChange) {
  return { ...change, createTime: new Date(change.createTime) }
}
