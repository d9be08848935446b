import { type CompanyCourse, coursesOfCompany } from '@paidang/api/areas/companies'
import { contractsOfUser } from '@paidang/api/areas/contracts'
import { studentsOfCoach } from '@paidang/api/areas/students'
import { venuesOfCoach } from '@paidang/api/areas/venues'
import { companyPathId } from '@paidang/domain/areas/companies/company-path'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../platform/call'
import { useSession, useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { isUsable, isWaitingForPlatform } from '../../places/venues/venue-labels'
import type { StudentContract } from './coach-draft'

/** Students per page. Source: specification §9 "Page size". */
const STUDENTS_PER_PAGE = 10

/**
 * Returns the venues where the coach may teach. `waiting` has the names of those that only lack the approval of the
 * platform.
 */
export function useOwnVenues() {
  const userId = useUserId()
  const query = useQuery({
    queryKey: ['venues', 'of-coach', userId],
    queryFn: ({ signal }) => call(venuesOfCoach, { params: { coachId: userId ?? '' } }, { signal }),
    enabled: userId !== null,
  })
  const { data } = query
  return {
    ...query,
    data: useMemo(() => data?.filter(isUsable), [data]),
    waiting: useMemo(() => data?.filter(isWaitingForPlatform).map(({ name }) => name) ?? [], [data]),
    cause: query.isError ? failureText(venuesOfCoach.outcome, query.error) : undefined,
  }
}

/** Returns the courses that the coach teaches, of all companies for which the coach works. */
export function useOwnCourses() {
  const userId = useUserId()
  const userType = useSession(({ userInfo }) => userInfo?.userType ?? USER_TYPES.PLAYER)
  const coach = useOwnCoachView()
  const lists = useQueries({
    queries: (coach.data?.companies ?? []).map(({ id }) => ({
      queryKey: ['companies', 'courses', userId, id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(coursesOfCompany, { params: { id: companyPathId(id, { userType, userId: userId ?? '' }) } }, { signal }),
    })),
    combine: (results) => ({
      data: results.every(({ data }) => data) ? results.flatMap(({ data }) => data ?? []) : undefined,
      error: results.find(({ error }) => error)?.error,
      isFetching: results.some(({ isFetching }) => isFetching),
      refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
    }),
  })
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
  return courses.filter(({ isTaughtByMe, companyCourse }) => isTaughtByMe && !companyCourse.delFlag)
}

/** Returns the coach's own students whose name contains this text, page by page. */
export function useOwnStudents(userName: string, isEnabled: boolean) {
  const userId = useUserId()
  const query = useInfiniteQuery({
    queryKey: ['students', 'of-coach', userId, userName],
    queryFn: ({ pageParam, signal }) =>
      call(
        studentsOfCoach,
        {
          params: { coachId: userId ?? '' },
          query: { current: pageParam, rows: STUDENTS_PER_PAGE, ...(userName !== '' && { userName }) },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, current) => (current * STUDENTS_PER_PAGE < total ? current + 1 : undefined),
    enabled: userId !== null && isEnabled,
    // A new search keeps the shown list until the new one is there.
    placeholderData: (before) => before,
  })
  return {
    ...query,
    students: query.data?.pages.flatMap(({ rows }) => rows),
    cause: query.isError ? failureText(studentsOfCoach.outcome, query.error) : undefined,
  }
}

/**
 * Returns the contracts of these students for the coach's courses, by student. Students whose contracts are not read
 * yet are absent.
 */
export function useContractsOfStudents(studentIds: readonly string[]): ReadonlyMap<string, readonly StudentContract[]> {
  return useQueries({
    queries: studentIds.map((studentId) => ({
      queryKey: ['contracts', 'of-student', studentId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(contractsOfUser, { params: { userId: studentId } }, { signal }),
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, at) => {
          const studentId = studentIds[at]
          return data && studentId !== undefined ? [[studentId, data] as const] : []
        }),
      ),
  })
}
