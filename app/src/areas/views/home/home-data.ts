import * as home from '@paidang/api/areas/home'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { dayOf } from '@paidang/domain/kernel/day'
import { GUEST_ID } from '@paidang/domain/kernel/id'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BALLS_KEY, OWN_CLASSES_KEY, USUAL_COURSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useOpening } from '../../../platform/opening'
import { useUserId } from '../../../platform/session'
import { showDone } from '../../../platform/toast'
import { nearbyBallsKey } from '../../activities/balls/ball-data'
import { usualCoursesKey } from '../../activities/booking/usual-course-data'
import { unfinishedKey } from '../../activities/classes/unfinished-data'
import { adoptUserType, profileKey } from '../../people/profile/player-data'
import { liveBallsKey, pastBallsKey } from './own-balls-data'
import { classesOnKey, liveClassesKey } from './own-classes-data'

const ADVERTS_KEY = ['home', 'adverts'] as const

const TOP_ADVERTS_KEY = [...ADVERTS_KEY, 'top'] as const
const BODY_ADVERTS_KEY = [...ADVERTS_KEY, 'body'] as const

/** Fetches the page in one call. */
export function useHomeOpening(): void {
  const userId = useUserId()
  const date = dayOf(new Date())
  const keys = {
    topAdverts: TOP_ADVERTS_KEY,
    usualCourses: usualCoursesKey(userId ?? GUEST_ID),
    live: liveClassesKey(userId),
    unfinished: unfinishedKey(userId),
    today: classesOnKey(userId, date),
    games: liveBallsKey(userId),
    nearbyGames: nearbyBallsKey,
    pastGames: pastBallsKey(userId),
    adverts: BODY_ADVERTS_KEY,
    profile: profileKey(userId),
  }
  useOpening(userId, keys, async () => {
    const start = await call(home.homeStart, { query: { date } })
    adoptUserType(start.profile)
    return start
  })
}

/** The adverts of the carousel. */
export function useTopAdverts() {
  return useQuery({
    queryKey: TOP_ADVERTS_KEY,
    queryFn: ({ signal }) => call(home.homeTopAdverts, {}, { signal }),
  })
}

/** The adverts in the body of the page. */
export function useHomeAdverts() {
  return useQuery({
    queryKey: BODY_ADVERTS_KEY,
    queryFn: ({ signal }) => call(home.homeAdverts, {}, { signal }),
  })
}

/** The query keys of the blocks of the page. */
export const HOME_KEYS = [ADVERTS_KEY, USUAL_COURSES_KEY, OWN_CLASSES_KEY, BALLS_KEY]

/** Fetches every block of the page again. Resolves when the last has answered; each block reports its own failure. */
export function useReloadHome() {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(HOME_KEYS.map((queryKey) => queryClient.refetchQueries({ queryKey, type: 'active' })))
    const queries = HOME_KEYS.flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey, type: 'active' }))
    if (queries.every(({ state }) => state.status === 'success')) showDone(outcomes.refreshInformation)
  }
}
