import type { InvitationResponse } from '@paidang/api/areas/classes'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useFreshStart } from '../../../platform/fresh-start'
import { useUserId } from '../../../platform/session'
import { type CoachClass, toCoachClass } from './parts/coach-class'

/** One page as the server answers it. */
type ClassPage = { rows: InvitationResponse[]; total: number }

/** The requested page. */
type Asked = { current: number; rows: number }

/**
 * Returns a list of the coach's classes that loads page by page. With other filters the shown rows stay until the new
 * ones are there.
 */
export function usePagedClasses(
  queryKey: QueryKey,
  fetchPage: (page: Asked, signal: AbortSignal) => Promise<ClassPage>,
) {
  const userId = useUserId()
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage({ current: pageParam, rows: PAGE_SIZE }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ current, rows: PAGE_SIZE, total, loading: false }) ? current + 1 : undefined,
    select: toList,
    enabled: userId !== null,
    placeholderData: keepPreviousData,
  })
  return { ...query, refresh: useFreshStart(queryKey) }
}

function toList({ pages }: InfiniteData<ClassPage>): { rows: CoachClass[]; total: number } {
  const rows = new Map<string, CoachClass>()
  // A class that moves between two page requests is returned twice.
  for (const row of pages.flatMap((page) => page.rows)) rows.set(row.invitation.id, toCoachClass(row))
  return { rows: [...rows.values()], total: pages[0]?.total ?? 0 }
}
