import { coachesOfCourse } from '@paidang/api/areas/activities/classes'
import { getPlayerView } from '@paidang/api/areas/people/profile'
import { type CoachRecord, coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { searchVenues } from '@paidang/api/areas/places/venues'
import { CLASSES_KEY, PROFILE_KEY, VENUES_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'

/** Venues in the list for finding a coach. One page is enough to begin with. */
const VENUES_SHOWN = 20
const OWN_MESSAGES = [{ kind: 'messages' as const }]

/**
 * Returns the coaches whom the player may book, those with the most classes together first. Whoever is taken on gets a
 * message, and then it is read again.
 */
export function useMyCoaches(isEnabled = true) {
  return useRead(
    ['relations'],
    coachesOfPlayer,
    { params: { playerId: useUserId() ?? '' } },
    { isEnabled, live: OWN_MESSAGES },
  )
}

/** Returns the coaches who teach a course. */
export function useCoachesOfCourse(courseId: string | undefined) {
  const input = courseId === undefined ? null : { params: { id: courseId }, query: {} }
  return useRead(CLASSES_KEY, coachesOfCourse, input)
}

/** Returns how a coach can be reached, as far as the coach shows it. */
export function useCoachContact(coachId: string | null) {
  return useRead(PROFILE_KEY, getPlayerView, coachId === null ? null : { params: { id: coachId } })
}

/** Returns venues where coaches can be found, for a player without a coach. */
export function useVenuesNearby(isEnabled: boolean) {
  const query = { current: 1, rows: VENUES_SHOWN, approveStatus: 1 } as const
  return useRead(VENUES_KEY, searchVenues, { query }, { isEnabled })
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
