import { bookCommonCourse, commonCoursesOfUser } from '@paidang/api/areas/common-courses'
import { commonCourses } from '@paidang/api/areas/companies'
import type { Input } from '@paidang/api/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CATALOGUE_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'

/** The catalogue as a guest sees it: without coaches. */
const readAsGuest = async (signal: AbortSignal) =>
  (await call(commonCourses, {}, { signal })).map((course) => ({ ...course, offers: [] }))

/** The catalogue, taught courses first. */
export function useCatalogue() {
  const userId = useUserId()
  const queryClient = useQueryClient()
  const queryKey = [...CATALOGUE_KEY, userId]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => (userId === null ? readAsGuest(signal) : call(commonCoursesOfUser, {}, { signal })),
  })
  return {
    ...query,
    cause: query.isError ? failureText(commonCoursesOfUser.outcome, query.error) : undefined,
    refresh: async () => {
      await queryClient.invalidateQueries({ queryKey })
      return queryClient.getQueryState(queryKey)?.error ?? null
    },
  }
}

/** What a booking changes: grids and marks, contract hours, lists of classes, home, messages, the calendar. */
const CHANGED = [SCHEDULE_KEY, ['contracts'], ['classes'], ['home'], ['messages'], ['calendar'], CATALOGUE_KEY]

/** Books a class of the catalogue with one of its coaches. */
export function useBookCommonCourse() {
  return useAction({
    endpoint: bookCommonCourse,
    stale: CHANGED,
    run: (body: Input<typeof bookCommonCourse>['body'], idempotencyKey) =>
      call(bookCommonCourse, { body }, { idempotencyKey }),
  })
}
