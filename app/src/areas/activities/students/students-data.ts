import * as students from '@paidang/api/areas/activities/students'
import * as contracts from '@paidang/api/areas/money/contracts'
import { usedRecordsInCompany } from '@paidang/api/areas/money/used-records'
import { assessLevel } from '@paidang/api/areas/people/registration'
import { companyPathId } from '@paidang/domain/areas/places/companies/company-path'
import { FIRST_PAGE } from '@paidang/domain/kernel/page'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { readKey, usePages, useRead, useReads, useReload } from '../../../platform/read'
import { currentSession, useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'

/** The key of all queries about students. */
const STUDENTS_KEY = ['students'] as const

/** What a change of a student or their hours affects. */
const CHANGED = [STUDENTS_KEY, ['contracts'], ['companies'], ['messages']]

/** Which students: own ones, all of a company (empty while it is not known), or own ones whose hours or time run out. */
export type StudentsQuery = { tab: 'mine' | 'ending' } | { tab: 'all'; companyId: string }

/** The order of the list of students. */
export type StudentOrder = (typeof students.STUDENT_SORTS)[number]

/** The search of a list, a part of a name or a complete phone number, and its order. */
type Listed = { userName: string; order: StudentOrder }

const keyOf = ({ player }: students.Student) => player.id

/** Returns the requested students, page by page. Changing the tab reloads it. */
export function useStudents(input: StudentsQuery, { userName, order }: Listed) {
  const query = { sort: order, ...(userName !== '' && { userName }) }
  // With another search or order the old list stays until the new one is there. Another tab starts empty.
  const own = usePages(STUDENTS_KEY, students.studentsOfCoach, ofCoach(input, query), {
    keyOf,
    staleTime: 0,
    keepsOld: (before) => before.query?.isRunningOut === ofCoach(input, query)?.query.isRunningOut,
  })
  const all = usePages(STUDENTS_KEY, students.studentsOfCompany, ofCompany(input, query), {
    keyOf,
    staleTime: 0,
    keepsOld: true,
  })
  return input.tab === 'all' ? all : own
}

function ofCoach<Q extends object>(input: StudentsQuery, query: Q) {
  if (input.tab === 'all') return null
  const params = { coachId: currentSession().userId ?? '' }
  return { params, query: { ...query, isRunningOut: input.tab === 'ending' || undefined } }
}

function ofCompany<Q extends object>(input: StudentsQuery, query: Q) {
  if (input.tab !== 'all' || input.companyId === '') return null
  const { userInfo, userId } = currentSession()
  const reader = { userType: userInfo?.userType ?? 0, userId: userId ?? '' }
  return { params: { companyId: companyPathId(input.companyId, reader) }, query }
}

/** Returns the number of students of each of these lists, in the same order; undefined where it is unknown. */
export function useStudentTotals(lists: readonly StudentsQuery[]): (number | undefined)[] {
  const first = { current: FIRST_PAGE, rows: 1 }
  const own = lists.flatMap((input) => ofCoach(input, first) ?? [])
  const all = lists.flatMap((input) => ofCompany(input, first) ?? [])
  const ownTotals = useReads(STUDENTS_KEY, students.studentsOfCoach, own, totals)
  const allTotals = useReads(STUDENTS_KEY, students.studentsOfCompany, all, totals)
  const [ofOwn, ofAll] = [[...ownTotals], [...allTotals]]
  return lists.map(({ tab }) => (tab === 'all' ? ofAll : ofOwn).shift())
}

const totals = (reads: { data: { total: number } | undefined }[]) => reads.map(({ data }) => data?.total)

/** Returns one student with their contracts. */
export function useStudent(playerId: string) {
  return useRead(STUDENTS_KEY, students.getStudent, playerId === '' ? null : { params: { playerId } })
}

/** Returns what a student's classes consumed, the latest first, page by page; of one contract if it is given. */
export function useUsedRecords(playerId: string, contractId: string | undefined) {
  const query = { userId: playerId, userCourseContractId: contractId, sort: 'createTime', sord: 'desc' } as const
  return usePages(STUDENTS_KEY, usedRecordsInCompany, { query }, { keepsOld: true })
}

/** Fetches the shown data of a student again, for pull-to-refresh. Resolves to the failure, or to null. */
export function useReloadStudent(playerId: string) {
  return useReload(CHANGED, readKey(STUDENTS_KEY, students.getStudent, useUserId(), { params: { playerId } }))
}

/** Returns the student's complete phone number after a press. It is not kept longer than the page. */
export function useRevealPhone(playerId: string) {
  return useWrite(students.revealStudentPhone, { stale: [], isSilent: true, input: () => ({ params: { playerId } }) })
}

/** Removes a student from the coach's students. */
export function useRemoveStudent() {
  return useWrite(students.removeStudent, {
    stale: CHANGED,
    input: (relationId: string) => ({ params: { id: relationId } }),
  })
}

/** 评定等级: sets the student's level. The student is notified, and can no longer set their own level. */
export function useAssessLevel(playerId: string) {
  return useWrite(assessLevel, {
    stale: [STUDENTS_KEY, ['levels'], ['profile']],
    input: (body: { level: number; note: string }) => ({ params: { playerId }, body }),
  })
}

/** Sets hours and end dates of several contracts at once. */
export function useUpdateSessions() {
  return useWrite(contracts.updateSessions, {
    stale: CHANGED,
    input: (body: { items: contracts.SessionsItem[]; reason: string }) => ({ body }),
  })
}

/** Makes a player the coach's student. It shows no message, because the page shows the result. */
export function useAddStudentQuietly() {
  const queryClient = useQueryClient()
  return async (playerId: string) => {
    const coachId = currentSession().userId ?? undefined
    try {
      return await call(students.addStudent, { body: { coachId, playerId } })
    } finally {
      queryClient.invalidateQueries({ queryKey: STUDENTS_KEY })
    }
  }
}
