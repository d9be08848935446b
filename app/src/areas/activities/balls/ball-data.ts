import * as balls from '@paidang/api/areas/activities/balls'
import * as schedule from '@paidang/api/areas/time/schedule'
import { HOME_GAMES } from '@paidang/api/areas/views/home'
import type { Sord } from '@paidang/api/shapes'
import type { BallGroup } from '@paidang/domain/areas/activities/balls/ball-status'
import type { Day } from '@paidang/domain/kernel/day'
import { FIRST_PAGE } from '@paidang/domain/kernel/page'
import { useEffect } from 'react'
import { create } from 'zustand'
import { BALLS_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { usePages, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import type { ChosenFilters } from './parts/ball-filters'

/** The role of the caller in their own games. */
export type OwnRole = 'initiator' | 'participant' | 'waiting'

/**
 * Returns future public games that match the filters, sorted by time. Source: specification §9 "Sorts"
 */
export function useBallList(filters: balls.BallFilters, sord: Sord, isEnabled: boolean) {
  const body = { sort: 'activityTime' as const, sord, filters }
  return usePages(BALLS_KEY, balls.listBalls, { body }, { isEnabled, keepsOld: true })
}

/**
 * Returns the caller's own games of a group, with this `role` or with all roles. Active games come nearest first, past
 * ones latest first.
 */
export function useOwnBalls({ group, role }: { group: BallGroup; role?: OwnRole }, isEnabled = true) {
  const params = { group, userId: useUserId() ?? '' }
  const query = { sort: 'activityTime' as const, sord: group === '1' ? ('asc' as const) : ('desc' as const), role }
  // Changing the tab reloads it.
  return usePages(BALLS_KEY, balls.ballsOfUser, { params, query }, { isEnabled, staleTime: 0 })
}

const useWanted = create<{ games: ChosenFilters | undefined }>(() => ({ games: undefined }))

/** Lets the tab 约球 show these games as soon as it is seen: a tab has no parameters in its address. */
export function wantGames(games: ChosenFilters): void {
  useWanted.setState({ games })
}

/** Tells the tab 约球 once which games were asked for on another page. */
export function useWantedGames(onWanted: (games: ChosenFilters) => void): void {
  const { games } = useWanted()
  useEffect(() => {
    if (!games) return
    useWanted.setState({ games: undefined })
    onWanted(games)
  }, [games, onWanted])
}

/** What is read for the next few public games. */
export const NEARBY_BALLS = { query: { current: FIRST_PAGE, rows: HOME_GAMES } }

/** Returns the next few public games. */
export function useNearbyBalls() {
  return useRead(BALLS_KEY, balls.publicBalls, NEARBY_BALLS, { select: ({ rows }) => rows })
}

/**
 * Returns one whole game, also for a guest. `share` is the token of its link. It is read again as soon as anybody
 * changes it.
 */
export function useBall(id: string, share: string | null) {
  const query = shareQuery(share)
  return useRead(BALLS_KEY, balls.getBallDetail, id === '' ? null : { params: { id }, query }, {
    live: [{ kind: 'ball', id, ...query }],
  })
}

/**
 * Returns the occupied half-hours of a venue's courts on a day. They are fetched only while a court is to be chosen.
 */
export function useTakenCourts(stadiumId: string | undefined, date: Day) {
  const input = stadiumId === undefined ? null : { params: { id: stadiumId }, query: { date } }
  // A court can be taken at any moment.
  return useRead(SCHEDULE_KEY, schedule.courtStatusOfVenue, input, { staleTime: 0 })
}

/** Returns the token as a query parameter; nothing without one. */
export const shareQuery = (share: string | null) => (share === null ? {} : { share })
