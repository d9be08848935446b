import { courtStatusForCoach, courtStatusForPlayer, courtStatusVersion, dayMarks } from '@paidang/api/areas/schedule'
import type { LiveTopic } from '@paidang/api/live'
import type { Day } from '@paidang/domain/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../platform/call'
import { useLiveQuery } from '../../platform/live'
import { useUserId } from '../../platform/session'
import { failureText } from '../../platform/toast'

/** How often an open grid is read again although nothing was told: a connection can be dead without a word. */
const GRID_REFRESH_MS = 60_000

/** Everything that claims change: grids and date marks. Invalidate it after each booking, cancellation and lock. */
export const scheduleKey = ['schedule']

type OneDay = { coachId: string; stadiumId: string; date: Day }

/** As whom one looks at a grid: as a player, or as the coach whose time it is. */
export type GridSide = 'player' | 'coach'

const NOTHING: LiveTopic[] = []

/**
 * The grid of a coach, a venue and a day: the cells that are not free. Read again while `isLive` as soon as anybody changes
 * it, and whenever it becomes so; a day seen before stands at once while it is read again.
 */
export function useCourtStatus(wanted: OneDay | undefined, isLive: boolean, by: GridSide = 'player') {
  const userId = useUserId()
  const endpoint = by === 'coach' ? courtStatusForCoach : courtStatusForPlayer
  const queryKey = [...scheduleKey, 'court-status', by, userId, wanted?.coachId, wanted?.stadiumId, wanted?.date]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(endpoint, { body: wanted as OneDay }, { signal }),
    enabled: wanted !== undefined && userId !== null,
    staleTime: 0,
    refetchInterval: isLive ? GRID_REFRESH_MS : false,
  })
  useRefetchOnReturn(isLive && wanted !== undefined, query.refetch)
  useLiveQuery(isLive && wanted ? [{ kind: 'grid', ...wanted }] : NOTHING, queryKey, () => versionOf(wanted as OneDay))
  const { failed } = courtStatusForPlayer.outcome
  return { ...query, cause: query.isError ? failureText({ failed }, query.error) : undefined }
}

/** Each grid that its coach may see he may see as a player, too: one version stands for both. */
async function versionOf(body: OneDay): Promise<string> {
  return (await call(courtStatusVersion, { body })).version
}

/** What the date strip marks for the 14 days from today. */
export function useDayMarks(wanted: Omit<OneDay, 'date'> | undefined, isLive: boolean) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...scheduleKey, 'day-marks', userId, wanted?.coachId, wanted?.stadiumId],
    queryFn: ({ signal }) => call(dayMarks, { body: wanted as Omit<OneDay, 'date'> }, { signal }),
    enabled: wanted !== undefined && userId !== null,
  })
  useRefetchOnReturn(isLive && wanted !== undefined, query.refetch)
  return query
}

/** Asks again when the page comes back to the front; a fetch that is under way already counts as the one. */
function useRefetchOnReturn(isLive: boolean, refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  useEffect(() => {
    if (isLive) refetch({ cancelRefetch: false })
  }, [isLive, refetch])
}
