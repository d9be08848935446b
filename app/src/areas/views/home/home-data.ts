import { ballsOfUser, publicBalls } from '@paidang/api/areas/balls'
import { agenda, pageOfUser } from '@paidang/api/areas/classes'
import { unfinishedOfCoach } from '@paidang/api/areas/coach-home'
import * as home from '@paidang/api/areas/home'
import { usualCourses } from '@paidang/api/areas/usual-courses'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { dayOf } from '@paidang/domain/kernel/day'
import { useQueryClient } from '@tanstack/react-query'
import { BALLS_KEY, CLASSES_KEY, OWN_CLASSES_KEY, USUAL_COURSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useOpening } from '../../../platform/opening'
import { readKey, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { showDone } from '../../../platform/toast'
import { NEARBY_BALLS } from '../../activities/balls/ball-data'
import { usualCoursesOf } from '../../activities/booking/usual-course-data'
import { adoptUserType, profileKey } from '../../people/profile/player-data'
import { liveBallsOf, pastBallsOf } from './own-balls-data'
import { classesOn, LIVE_CLASSES } from './own-classes-data'

const ADVERTS_KEY = ['home', 'adverts'] as const

/** Fetches the page in one call. */
export function useHomeOpening(): void {
  const userId = useUserId()
  const date = dayOf(new Date())
  const keys = {
    topAdverts: readKey(ADVERTS_KEY, home.homeTopAdverts, userId, {}),
    usualCourses: readKey(USUAL_COURSES_KEY, usualCourses, userId, usualCoursesOf(userId)),
    live: readKey(OWN_CLASSES_KEY, pageOfUser, userId, LIVE_CLASSES),
    unfinished: readKey(CLASSES_KEY, unfinishedOfCoach, userId, {}),
    today: readKey(OWN_CLASSES_KEY, agenda, userId, classesOn(date)),
    games: readKey(BALLS_KEY, ballsOfUser, userId, liveBallsOf(userId)),
    nearbyGames: readKey(BALLS_KEY, publicBalls, userId, NEARBY_BALLS),
    pastGames: readKey(BALLS_KEY, ballsOfUser, userId, pastBallsOf(userId)),
    adverts: readKey(ADVERTS_KEY, home.homeAdverts, userId, {}),
    profile: profileKey(userId),
  }
  useOpening(userId, keys, async () => {
    const start = await call(home.homeStart, { query: { date } })
    adoptUserType(start.profile)
    const { live, games, nearbyGames, pastGames } = start
    const pages = { live: page(live), games: page(games), nearbyGames: page(nearbyGames), pastGames: page(pastGames) }
    return { ...start, ...pages }
  })
}

/** The page of a list that has no further one. */
const page = <Row>(rows: Row[]) => ({ rows, total: rows.length })

/** The adverts of the carousel. */
export function useTopAdverts() {
  return useRead(ADVERTS_KEY, home.homeTopAdverts, {})
}

/** The adverts in the body of the page. */
export function useHomeAdverts() {
  return useRead(ADVERTS_KEY, home.homeAdverts, {})
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
