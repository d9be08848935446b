import { coachesOfCourse } from '@paidang/api/areas/classes'
import { getPlayerView } from '@paidang/api/areas/profile'
import { type CoachRecord, coachesOfPlayer } from '@paidang/api/areas/relations'
import { searchVenues } from '@paidang/api/areas/venues'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useUserId } from '../../platform/session'
import { failureText } from '../../platform/toast'

/** Venues to look for a coach at; one page is enough to begin with. */
const VENUES_SHOWN = 20

/** The coaches whom the player may book, most classes together first. */
export function useMyCoaches(isWanted = true) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: ['relations', 'coaches', userId],
    queryFn: ({ signal }) => call(coachesOfPlayer, { params: { playerId: userId ?? '' } }, { signal }),
    enabled: userId !== null && isWanted,
  })
  return { ...query, cause: causeOf(coachesOfPlayer, query) }
}

/** Who teaches a course. */
export function useCoachesOfCourse(courseId: string | undefined) {
  const query = useQuery({
    queryKey: ['classes', 'coaches-of-course', courseId],
    queryFn: ({ signal }) => call(coachesOfCourse, { params: { id: courseId ?? '' }, query: {} }, { signal }),
    enabled: courseId !== undefined,
  })
  return { ...query, cause: causeOf(coachesOfCourse, query) }
}

/** How a coach can be reached, as far as he shows it. */
export function useCoachContact(coachId: string | null) {
  const query = useQuery({
    queryKey: ['profile', 'player', coachId],
    queryFn: ({ signal }) => call(getPlayerView, { params: { id: coachId ?? '' } }, { signal }),
    enabled: coachId !== null,
  })
  return { ...query, cause: causeOf(getPlayerView, query) }
}

/** Venues where a coach can be found, while one has none. */
export function useVenuesNearby(isWanted: boolean) {
  const query = useQuery({
    queryKey: ['venues', 'nearby'],
    queryFn: ({ signal }) =>
      call(searchVenues, { query: { current: 1, rows: VENUES_SHOWN, approveStatus: 1 } }, { signal }),
    enabled: isWanted,
  })
  return { ...query, cause: causeOf(searchVenues, query) }
}

/** The coach with the most finished classes together, if there is one: 常约. */
export function usualCoachOf(coaches: readonly CoachRecord[]): CoachRecord | undefined {
  const most = Math.max(0, ...coaches.map(({ finishedClasses }) => finishedClasses))
  return most > 0 ? coaches.find(({ finishedClasses }) => finishedClasses === most) : undefined
}

/** Whom the screen begins with: the usual coach, or the only one there is; otherwise the player chooses first. */
export function firstCoachOf(coaches: readonly CoachRecord[]): CoachRecord | undefined {
  return usualCoachOf(coaches) ?? (coaches.length === 1 ? coaches[0] : undefined)
}

function causeOf(
  { outcome }: { outcome: { failed: string } },
  { isError, error }: { isError: boolean; error: unknown },
) {
  return isError ? failureText(outcome, error) : undefined
}
