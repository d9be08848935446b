import {
  courtStatusForCoach,
  courtStatusForPlayer,
  courtStatusVersion,
  dayMarks,
} from '@paidang/api/areas/time/schedule'
import { coachDayMarks } from '@paidang/api/areas/views/coach-home'
import { cellsAfter } from '@paidang/domain/areas/time/schedule/compact-grid'
import type { Day } from '@paidang/domain/kernel/day'
import { useEffect } from 'react'
import { SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useRead } from '../../../platform/read'

/** How often an open grid is read again without a notification: a connection can break without notice. */
const GRID_REFRESH_MS = 60_000

type OneDay = { coachId: string; stadiumId: string; date: Day }

/** The role in which a grid is read: a player, or the coach of that time. */
export type GridSide = 'player' | 'coach'

/**
 * Returns the grid of a coach, a venue and a day: the cells that are not free. While `isLive` it follows each change, by
 * the message or by reading again, and is read whenever `isLive` becomes true. A day from the cache is shown at once
 * during the fetch.
 */
export function useCourtStatus(input: OneDay | undefined, isLive: boolean, by: GridSide = 'player') {
  const endpoint = by === 'coach' ? courtStatusForCoach : courtStatusForPlayer
  const query = useRead(SCHEDULE_KEY, endpoint, input ? { body: input } : null, {
    outcome: { failed: courtStatusForPlayer.outcome.failed },
    staleTime: 0,
    refetchInterval: isLive ? GRID_REFRESH_MS : false,
    live: isLive && input ? [{ kind: 'grid', ...input }] : [],
    // A coach may also see their own grids as a player, so one version serves both roles.
    version: async () => (await call(courtStatusVersion, { body: input as OneDay })).version,
    applyChange: (shown, message) => message.grid && cellsAfter(shown, message.grid, (input as OneDay).date),
  })
  useRefetchOnReturn(isLive && input !== undefined, query.refetch)
  return query
}

/** Returns the marks of the date strip for the 14 days from today. */
export function useDayMarks(input: Omit<OneDay, 'date'> | undefined, isLive: boolean) {
  const query = useRead(SCHEDULE_KEY, dayMarks, input ? { body: input } : null)
  useRefetchOnReturn(isLive && input !== undefined, query.refetch)
  return query
}

/** Fetches again when the page returns to the front. A fetch that is already running is enough. */
function useRefetchOnReturn(isLive: boolean, refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  useEffect(() => {
    if (isLive) refetch({ cancelRefetch: false })
  }, [isLive, refetch])
}

/**
 * Returns the marks of the calling coach's date strip, for `days` days from `from`. A new request counts as soon as it
 * exists.
 */
export function useCoachDayMarks({ from, days }: { from: Day; days: number }, isEnabled = true) {
  return useRead(SCHEDULE_KEY, coachDayMarks, { query: { from, days } }, { isEnabled, live: [{ kind: 'messages' }] })
}
