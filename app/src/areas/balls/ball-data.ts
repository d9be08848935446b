import * as balls from '@paidang/api/areas/balls'
import * as schedule from '@paidang/api/areas/schedule'
import { NEAREST } from '@paidang/api/shapes'
import type { BallGroup } from '@paidang/domain/areas/balls/ball-status'
import type { Day } from '@paidang/domain/kernel/day'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useLiveQuery } from '../../platform/live'
import { useUserId } from '../../platform/session'
import { failureText } from '../../platform/toast'
import { useFreshStart } from '../classes/my-classes-data'
import { scheduleKey } from '../schedule/court-status-data'

/** Everything about ball games is fetched anew together. */
export const BALLS_KEY = ['balls'] as const

/** How many games the home page shows. */
const NEARBY_ROWS = 3

/** As what the caller stands in his own games. */
export type OwnRole = 'initiator' | 'participant' | 'waiting'

type Sord = 'asc' | 'desc'

/** By their time, from the near end or from the far one. */
const orderOf = (sord: Sord) => (sord === 'asc' ? { sort: NEAREST } : ({ sort: 'activityTime', sord } as const))

/** One page after another of a list of games; a game that moved to the next page while the user read is still one. */
type BallPage = { rows: balls.BallSummary[]; total: number }
const flat = ({ pages }: { pages: BallPage[] }) => ({
  rows: [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()],
  total: pages[0]?.total ?? 0,
})
const nextPage = ({ total }: BallPage, _pages: unknown, current: number) =>
  mayLoadMore({ loading: false, current, rows: PAGE_SIZE, total }) ? current + 1 : undefined

/** Public games that are still to come, cut by filters, by their time; from the near end full ones stand last. Source: specification §9 "Sorts" */
export function useBallList(filters: balls.BallFilters, sord: Sord, isWanted: boolean) {
  const userId = useUserId()
  const queryKey = [...BALLS_KEY, 'list', userId, filters, sord]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        balls.listBalls,
        {
          body: { current: pageParam, rows: PAGE_SIZE, ...orderOf(sord), filters },
        },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    select: flat,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  const cause = query.isError ? failureText(balls.listBalls.outcome, query.error) : undefined
  return { ...query, cause, refresh: useFreshStart(queryKey) }
}

/**
 * The caller's own games of a group, in which they stand as `role`; without one all of them. The nearest come first while they
 * stand, the latest once they are over.
 */
export function useOwnBalls({ group, role }: { group: BallGroup; role?: OwnRole }, isWanted = true) {
  const userId = useUserId()
  const queryKey = [...BALLS_KEY, 'own', userId, group, role]
  const order = orderOf(group === '1' ? 'asc' : 'desc')
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        balls.ballsOfUser,
        {
          params: { group, userId: userId ?? '' },
          query: { current: pageParam, rows: PAGE_SIZE, ...order, role },
        },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    select: flat,
    enabled: isWanted && userId !== null,
  })
  const cause = query.isError ? failureText(balls.ballsOfUser.outcome, query.error) : undefined
  return { ...query, cause, refresh: useFreshStart(queryKey) }
}

/** The next few public games, those with room first. */
export function useNearbyBalls() {
  return useQuery({
    queryKey: [...BALLS_KEY, 'nearby'],
    queryFn: async ({ signal }) =>
      (await call(balls.publicBalls, { query: { current: FIRST_PAGE, rows: NEARBY_ROWS, sort: NEAREST } }, { signal }))
        .rows,
  })
}

/** One game whole, also for a guest; `share` is the token of its link. It is read again as soon as anybody changes it. */
export function useBall(id: string, share: string | null) {
  const userId = useUserId()
  const queryKey = [...BALLS_KEY, 'one', userId, id, share]
  const query = shareQuery(share)
  useLiveQuery(id === '' ? [] : [{ kind: 'ball', id, ...query }], queryKey)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(balls.getBallDetail, { params: { id }, query }, { signal }),
    enabled: id !== '',
  })
}

/** The half-hours of a venue's courts that are taken on a day; fetched only while a court is to be chosen. */
export function useTakenCourts(stadiumId: string | undefined, date: Day) {
  const query = useQuery({
    queryKey: [...scheduleKey, 'venue-courts', stadiumId, date],
    queryFn: ({ signal }) =>
      call(schedule.courtStatusOfVenue, { params: { id: stadiumId ?? '' }, query: { date } }, { signal }),
    enabled: stadiumId !== undefined,
    // Whether a court is free is a question about now.
    staleTime: 0,
  })
  return { ...query, cause: query.isError ? failureText(schedule.courtStatusOfVenue.outcome, query.error) : undefined }
}

/** The token as calls carry it; nothing without one. */
export const shareQuery = (share: string | null) => (share === null ? {} : { share })
