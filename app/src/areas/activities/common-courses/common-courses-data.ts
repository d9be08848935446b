import { bookCommonCourse, commonCoursesOfUser } from '@paidang/api/areas/common-courses'
import { commonCourses } from '@paidang/api/areas/companies'
import type { Input } from '@paidang/api/endpoint'
import { CATALOGUE_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useReadOf, useReload } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'

/** The catalogue as a guest sees it: without coaches. */
const readAsGuest = async (signal: AbortSignal) =>
  (await call(commonCourses, {}, { signal })).map((course) => ({ ...course, offers: [] }))

/** The catalogue, taught courses first. */
export function useCatalogue() {
  const userId = useUserId()
  const queryKey = [...CATALOGUE_KEY, userId]
  const query = useReadOf(
    queryKey,
    (signal) => (userId === null ? readAsGuest(signal) : call(commonCoursesOfUser, {}, { signal })),
    { outcome: commonCoursesOfUser.outcome },
  )
  return { ...query, refresh: useReload([queryKey], queryKey) }
}

/** What a booking changes: grids and marks, contract hours, lists of classes, home, messages, the calendar. */
const CHANGED = [SCHEDULE_KEY, ['contracts'], ['classes'], ['home'], ['messages'], ['calendar'], CATALOGUE_KEY]

/** Books a class of the catalogue with one of its coaches. */
export function useBookCommonCourse() {
  return useWrite(bookCommonCourse, {
    stale: CHANGED,
    input: (body: Input<typeof bookCommonCourse>['body']) => ({ body }),
  })
}
