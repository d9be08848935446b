import { coachesOfCourse } from '@paidang/api/areas/classes'
import { getPlayerView } from '@paidang/api/areas/profile'
import { type CoachRecord, coachesOfPlayer } from '@paidang/api/areas/relations'
import { searchVenues } from '@paidang/api/areas/venues'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'

/** Venues in the list for finding a coach. One page is enough to begin with. */
const VENUES_SHOWN = 20

/** Returns the coaches whom the player may book, those with the most classes together first. */
export function useMyCoaches(isEnabled = true) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: ['relations', 'coaches', userId],
    queryFn: ({ signal }) => call(coachesOfPlayer, { params: { playerId: userId ?? '' } }, { signal }),
    enabled: userId !== null && isEnabled,
  })
  return { ...query, cause: causeOf(coachesOfPlayer, query) }
}

/** Returns the coaches who teach a course. */
export function useCoachesOfCourse(courseId: string | undefined) {
  const query = useQuery({
    queryKey: ['classes', 'coaches-of-course', courseId],
    queryFn: ({ signal }) => call(coachesOfCourse, { params: { id: courseId ?? '' }, query: {} }, { signal }),
    enabled: courseId !== undefined,
  })
  return { ...query, cause: causeOf(coachesOfCourse, query) }
}

/** Returns how a coach can be reached, as far as the coach shows it. */
export function useCoachContact(coachId: string | null) {
  const query = useQuery({
    queryKey: ['profile', 'player', coachId],
    queryFn: ({ signal }) => call(getPlayerView, { params: { id: coachId ?? '' } }, { signal }),
    enabled: coachId !== null,
  })
  return { ...query, cause: causeOf(getPlayerView, query) }
}

/** Returns venues where coaches can be found, for a player without a coach. */
export function useVenuesNearby(isEnabled: boolean) {
  const query = useQuery({
    queryKey: ['venues', 'nearby'],
    queryFn: ({ signal }) =>
      call(searchVenues, { query: { current: 1, rows: VENUES_SHOWN, approveStatus: 1 } }, { signal }),
    enabled: isEnabled,
  })
  return { ...query, cause: causeOf(searchVenues, query) }
}

/** Returns the coach with the most finished classes together, if there is one: 常约. */
export function usualCoachOf(coaches: readonly CoachRecord[]): CoachRecord | undefined {
  const most = Math.max(0, ...coaches.map(({ finishedClasses }) => finishedClasses))
  return most > 0 ? coaches.find(({ finishedClasses }) => finishedClasses === most) : undefined
}

/**
 * Returns the coach with whom the screen begins: the usual coach, or the only one. Otherwise the player chooses first.
 */
export function firstCoachOf(coaches: readonly CoachRecord[]): CoachRecord | undefined {
  return usualCoachOf(coaches) ?? (coaches.length === 1 ? coaches[0] : undefined)
}

function causeOf(
  { outcome }: { outcome: { failed: string } },
  { isError, error }: { isError: boolean; error: unknown },
) {
  return isError ? failureText(outcome, error) : undefined
}
