import { courtStatusForCoach, courtStatusForPlayer, courtStatusVersion, dayMarks } from '@paidang/api/areas/schedule'
import type { LiveTopic } from '@paidang/api/live'
import type { Day } from '@paidang/domain/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useLiveQuery } from '../../../platform/live'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'

/** How often an open grid is read again without a notification: a connection can break without notice. */
const GRID_REFRESH_MS = 60_000

type OneDay = { coachId: string; stadiumId: string; date: Day }

/** The role in which a grid is read: a player, or the coach of that time. */
export type GridSide = 'player' | 'coach'

const NOTHING: LiveTopic[] = []

/**
 * Returns the grid of a coach, a venue and a day: the cells that are not free. While `isLive` it is read again as soon
 * as anybody changes it, and whenever `isLive` becomes true. A day from the cache is shown at once during the fetch.
 */
export function useCourtStatus(input: OneDay | undefined, isLive: boolean, by: GridSide = 'player') {
  const userId = useUserId()
  const endpoint = by === 'coach' ? courtStatusForCoach : courtStatusForPlayer
  const queryKey = [...SCHEDULE_KEY, 'court-status', by, userId, input?.coachId, input?.stadiumId, input?.date]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(endpoint, { body: input as OneDay }, { signal }),
    enabled: input !== undefined && userId !== null,
    staleTime: 0,
    refetchInterval: isLive ? GRID_REFRESH_MS : false,
  })
  useRefetchOnReturn(isLive && input !== undefined, query.refetch)
  useLiveQuery(isLive && input ? [{ kind: 'grid', ...input }] : NOTHING, queryKey, () => versionOf(input as OneDay))
  const { failed } = courtStatusForPlayer.outcome
  return { ...query, cause: query.isError ? failureText({ failed }, query.error) : undefined }
}

/** A coach may also see their own grids as a player, so one version serves both roles. */
async function versionOf(body: OneDay): Promise<string> {
  return (await call(courtStatusVersion, { body })).version
}

/** Returns the marks of the date strip for the 14 days from today. */
export function useDayMarks(input: Omit<OneDay, 'date'> | undefined, isLive: boolean) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...SCHEDULE_KEY, 'day-marks', userId, input?.coachId, input?.stadiumId],
    queryFn: ({ signal }) => call(dayMarks, { body: input as Omit<OneDay, 'date'> }, { signal }),
    enabled: input !== undefined && userId !== null,
  })
  useRefetchOnReturn(isLive && input !== undefined, query.refetch)
  return query
}

/** Fetches again when the page returns to the front. A fetch that is already running is enough. */
function useRefetchOnReturn(isLive: boolean, refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  useEffect(() => {
    if (isLive) refetch({ cancelRefetch: false })
  }, [isLive, refetch])
}
