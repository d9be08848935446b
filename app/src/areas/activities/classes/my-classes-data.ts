import * as classes from '@paidang/api/areas/classes'
import { NEAREST } from '@paidang/api/shapes'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useFreshStart } from '../../../platform/fresh-start'
import { useUserId } from '../../../platform/session'
import type { AgendaSpan } from './parts/agenda'
import { type ClassStatus, type MyClass, STATUSES_OF_TAB, toMyClass } from './parts/my-class'

type ClassPage = Awaited<ReturnType<typeof fetchPage>>
type AgendaPage = Awaited<ReturnType<typeof fetchAgenda>>

/** Number of days of the agenda in one request. */
const AGENDA_DAYS = 31

/** Returns the caller's classes as player and as coach, page by page. Future classes come first, the nearest first. */
export function useMyClasses(status: ClassStatus) {
  const userId = useUserId()
  const queryKey = [...CLASSES_KEY, 'mine', userId, status]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(status, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ current, rows: PAGE_SIZE, total, loading: false }) ? current + 1 : undefined,
    select: toMyClasses,
    enabled: userId !== null,
    // Changing the tab reloads it.
    staleTime: 0,
  })
  return { ...query, refresh: useFreshStart(queryKey) }
}

/**
 * Returns the caller's classes from today on, 31 days at a time, and the days that they cover. A period without any
 * class is the last one, because nobody can book further ahead.
 */
export function useAgenda() {
  const userId = useUserId()
  const today = dayOf(new Date())
  const queryKey = [...CLASSES_KEY, 'agenda', userId, today]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchAgenda(pageParam, signal),
    initialPageParam: today,
    getNextPageParam: (page, _pages, from) => (page.length > 0 ? addDays(from, AGENDA_DAYS) : undefined),
    select: toAgenda,
    enabled: userId !== null,
  })
  return { ...query, refresh: useFreshStart(queryKey) }
}

function fetchPage(status: ClassStatus, current: number, signal: AbortSignal) {
  return call(
    classes.pageOfUser,
    {
      query: {
        current,
        rows: PAGE_SIZE,
        sort: NEAREST,
        'invitation.invitationStatus': STATUSES_OF_TAB[status],
      },
    },
    { signal },
  )
}

function fetchAgenda(from: Day, signal: AbortSignal) {
  return call(classes.agenda, { query: { from, days: AGENDA_DAYS } }, { signal })
}

function toMyClasses({ pages }: InfiniteData<ClassPage>): { rows: MyClass[] } {
  const seen = new Set<string>()
  const rows: MyClass[] = []
  for (const row of pages.flatMap((page) => page.rows)) {
    // A class that moves up between two page requests is returned twice.
    const key = `${row.id}-${row.role}`
    if (seen.has(key)) continue
    seen.add(key)
    rows.push(toMyClass(row))
  }
  return { rows }
}

function toAgenda({ pages, pageParams }: InfiniteData<AgendaPage, Day>): { rows: MyClass[]; span: AgendaSpan } {
  const [from = ''] = pageParams
  return {
    rows: pages.flat().map(toMyClass),
    span: { from, until: addDays(from, pages.length * AGENDA_DAYS) },
  }
}
