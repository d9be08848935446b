import { studentsOfCoach } from '@paidang/api/areas/activities/students'
import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import { type CompanyCourse, coursesOfCompany } from '@paidang/api/areas/places/companies'
import { companyPathId } from '@paidang/domain/areas/places/companies/company-path'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { useMemo } from 'react'
import { usePages, useReads } from '../../../platform/read'
import { useSession, useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { isUsable, isWaitingForPlatform } from '../../places/venues/venue-labels'
import { useVenuesOfCoach } from '../../places/venues/venues-data'
import type { StudentContract } from './coach-draft'

/** Students per page. Source: specification §9 "Page size". */
const STUDENTS_PER_PAGE = 10

/**
 * Returns the venues where the coach may teach. `waiting` has the names of those that only lack the approval of the
 * platform.
 */
export function useOwnVenues() {
  const query = useVenuesOfCoach()
  const { data } = query
  return {
    ...query,
    data: useMemo(() => data?.filter(isUsable), [data]),
    waiting: useMemo(() => data?.filter(isWaitingForPlatform).map(({ name }) => name) ?? [], [data]),
  }
}

/** Returns the courses that the coach teaches and books, of all companies for which the coach works. */
export function useOwnCourses() {
  const userId = useUserId() ?? ''
  const userType = useSession(({ userInfo }) => userInfo?.userType ?? USER_TYPES.PLAYER)
  const coach = useOwnCoachView()
  const companies = (coach.data?.companies ?? []).map(({ id }) => ({
    params: { id: companyPathId(id, { userType, userId }) },
  }))
  const lists = useReads(['companies'], coursesOfCompany, companies, (results) => ({
    data: results.every(({ data }) => data) ? results.flatMap(({ data }) => data ?? []) : undefined,
    error: results.find(({ error }) => error)?.error,
    isFetching: results.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
  }))
  const all = coach.data && lists.data
  const error = coach.error ?? lists.error
  return {
    data: useMemo(() => all && taughtOf(all), [all]),
    cause: error ? failureText(coursesOfCompany.outcome, error) : undefined,
    isFetching: coach.isFetching || lists.isFetching,
    refetch: () => (coach.data ? lists.refetch() : coach.refetch()),
  }
}

function taughtOf(courses: readonly CompanyCourse[]): CompanyCourse[] {
  return courses.filter(({ isTaughtByMe, companyCourse: { delFlag, isTrial } }) => isTaughtByMe && !delFlag && !isTrial)
}

/**
 * Returns the coach's own students whose name contains this text, page by page. A new search keeps the shown list until
 * the new one is there.
 */
export function useOwnStudents(userName: string, isEnabled: boolean) {
  const input = { params: { coachId: useUserId() ?? '' }, query: userName === '' ? {} : { userName } }
  return usePages(['students'], studentsOfCoach, input, {
    isEnabled,
    keyOf: studentOfRow,
    size: STUDENTS_PER_PAGE,
    keepsOld: true,
  })
}

const studentOfRow = ({ player }: { player: { id: string } }) => player.id

/**
 * Returns the contracts of these students for the coach's courses, by student. Students whose contracts are not read
 * yet are absent.
 */
export function useContractsOfStudents(studentIds: readonly string[]): ReadonlyMap<string, readonly StudentContract[]> {
  const inputs = studentIds.map((userId) => ({ params: { userId } }))
  return useReads(
    ['contracts'],
    contractsOfUser,
    inputs,
    (results) =>
      new Map(
        results.flatMap(({ data }, at) => {
          const studentId = studentIds[at]
          return data && studentId !== undefined ? [[studentId, data] as const] : []
        }),
      ),
  )
}
