import * as balls from '@paidang/api/areas/balls'
import { HOME_GAMES } from '@paidang/api/areas/home'
import * as schedule from '@paidang/api/areas/schedule'
import type { Sord } from '@paidang/api/shapes'
import type { BallGroup } from '@paidang/domain/areas/balls/ball-status'
import type { Day } from '@paidang/domain/kernel/day'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { BALLS_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useFreshStart } from '../../../platform/fresh-start'
import { useLiveQuery } from '../../../platform/live'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'

/** Number of games on the home page. */

/** The role of the caller in their own games. */
export type OwnRole = 'initiator' | 'participant' | 'waiting'

/** The pages of a list of games. A game that moved to the next page meanwhile is kept only once. */
type BallPage = { rows: balls.BallSummary[]; total: number }
const flat = ({ pages }: { pages: BallPage[] }) => ({
  rows: [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()],
  total: pages[0]?.total ?? 0,
})
const nextPage = ({ total }: BallPage, _pages: unknown, current: number) =>
  mayLoadMore({ loading: false, current, rows: PAGE_SIZE, total }) ? current + 1 : undefined

/**
 * Returns future public games that match the filters, sorted by time. Source: specification §9 "Sorts"
 */
export function useBallList(filters: balls.BallFilters, sord: Sord, isEnabled: boolean) {
  const userId = useUserId()
  const queryKey = [...BALLS_KEY, 'list', userId, filters, sord]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        balls.listBalls,
        {
          body: { current: pageParam, rows: PAGE_SIZE, sort: 'activityTime', sord, filters },
        },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    select: flat,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  const cause = query.isError ? failureText(balls.listBalls.outcome, query.error) : undefined
  return { ...query, cause, refresh: useFreshStart(queryKey) }
}

/**
 * Returns the caller's own games of a group, with this `role` or with all roles. Active games come nearest first, past
 * ones latest first.
 */
export function useOwnBalls({ group, role }: { group: BallGroup; role?: OwnRole }, isEnabled = true) {
  const userId = useUserId()
  const queryKey = [...BALLS_KEY, 'own', userId, group, role]
  const sord = group === '1' ? 'asc' : 'desc'
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        balls.ballsOfUser,
        {
          params: { group, userId: userId ?? '' },
          query: { current: pageParam, rows: PAGE_SIZE, sort: 'activityTime', sord, role },
        },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    select: flat,
    enabled: isEnabled && userId !== null,
    // Changing the tab reloads it.
    staleTime: 0,
  })
  const cause = query.isError ? failureText(balls.ballsOfUser.outcome, query.error) : undefined
  return { ...query, cause, refresh: useFreshStart(queryKey) }
}

/** Query key of the next few public games. */
export const nearbyBallsKey = [...BALLS_KEY, 'nearby'] as const

/** Returns the next few public games. */
export function useNearbyBalls() {
  return useQuery({
    queryKey: nearbyBallsKey,
    queryFn: async ({ signal }) =>
      (await call(balls.publicBalls, { query: { current: FIRST_PAGE, rows: HOME_GAMES } }, { signal })).rows,
  })
}

/**
 * Returns one whole game, also for a guest. `share` is the token of its link. It is read again as soon as anybody
 * changes it.
 */
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

/**
 * Returns the occupied half-hours of a venue's courts on a day. They are fetched only while a court is to be chosen.
 */
export function useTakenCourts(stadiumId: string | undefined, date: Day) {
  const query = useQuery({
    queryKey: [...SCHEDULE_KEY, 'venue-courts', stadiumId, date],
    queryFn: ({ signal }) =>
      call(schedule.courtStatusOfVenue, { params: { id: stadiumId ?? '' }, query: { date } }, { signal }),
    enabled: stadiumId !== undefined,
    // A court can be taken at any moment.
    staleTime: 0,
  })
  return { ...query, cause: query.isError ? failureText(schedule.courtStatusOfVenue.outcome, query.error) : undefined }
}

/** Returns the token as a query parameter; nothing without one. */
export const shareQuery = (share: string | null) => (share === null ? {} : { share })
