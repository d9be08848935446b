import * as home from '@paidang/api/areas/home'
import * as usual from '@paidang/api/areas/usual-courses'
import { dayOf } from '@paidang/domain/kernel/day'
import { GUEST_ID } from '@paidang/domain/kernel/id'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bookingPath } from '../../paths'
import { call } from '../../platform/call'
import { goTo } from '../../platform/navigate'
import { useOpening } from '../../platform/opening'
import { useUserId } from '../../platform/session'
import { store } from '../../platform/storage'
import { BALLS_KEY } from '../balls/ball-data'
import { USUAL_COURSES_KEY } from '../booking/usual-course-data'
import { unfinishedKey } from '../classes/unfinished-data'
import { liveBallsKey } from './own-balls-data'
import { classesOnKey, liveClassesKey, OWN_CLASSES_KEY } from './own-classes-data'

const ADVERTS_KEY = ['home', 'adverts'] as const

const TOP_ADVERTS_KEY = [...ADVERTS_KEY, 'top'] as const
const usualCoursesKey = (userId: string) => [...USUAL_COURSES_KEY, userId] as const

/** Fetches the first screen of the page in one call. */
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
  }
  useOpening(userId, keys, () => call(home.homeStart, { query: { date } }))
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
    queryKey: [...ADVERTS_KEY, 'body'],
    queryFn: ({ signal }) => call(home.homeAdverts, {}, { signal }),
  })
}

/** The user's usual courses. A guest has none, and sends the id 123456. Source: specification §9. */
export function useUsualCourses() {
  const userId = useUserId() ?? GUEST_ID
  return useQuery({
    queryKey: usualCoursesKey(userId),
    queryFn: ({ signal }) => call(usual.usualCourses, { params: { id: userId } }, { signal }),
  })
}

/** Passes a usual course to the booking page and opens it. Source: specification §2 "/pages/booking/index". */
export function bookUsualCourse(course: usual.UsualCourse): Promise<void> {
  store('usualCourse', course)
  return goTo(bookingPath())
}

/** The query keys of the blocks of the page. */
export const HOME_KEYS = [ADVERTS_KEY, USUAL_COURSES_KEY, OWN_CLASSES_KEY, BALLS_KEY]

/** Fetches every block of the page again. Resolves when the last has answered; each block reports its own failure. */
export function useReloadHome() {
  const queryClient = useQueryClient()
  return () => Promise.all(HOME_KEYS.map((queryKey) => queryClient.refetchQueries({ queryKey, type: 'active' })))
}
