import * as contracts from '@paidang/api/areas/contracts'
import { assessLevel } from '@paidang/api/areas/registration'
import * as students from '@paidang/api/areas/students'
import { usedRecordsInCompany } from '@paidang/api/areas/used-records'
import type { Answer, Outcome } from '@paidang/api/endpoint'
import { companyPathId } from '@paidang/domain/areas/companies/company-path'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../../platform/call'
import { useFreshStart } from '../../../platform/fresh-start'
import { mayHaveActed } from '../../../platform/network-error'
import { currentSession, useUserId } from '../../../platform/session'
import { failureText, showDone, showFailed } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'

/** The key of all queries about students. */
const STUDENTS_KEY = ['students'] as const

/** Which students: the coach's own, all of a company, or own ones whose hours or time run out. */
export type StudentsQuery = { tab: 'mine' | 'ending' } | { tab: 'all'; companyId: string }

/** The order of the list of students. */
export type StudentOrder = (typeof students.STUDENT_SORTS)[number]

type StudentPage = Answer<typeof students.studentsOfCoach>
type RecordPage = Answer<typeof usedRecordsInCompany>

const listKey = (userId: string | null, input: StudentsQuery, { userName, order }: Listed) =>
  [...STUDENTS_KEY, 'list', userId, tabName(input), userName, order] as const

const tabName = (input: StudentsQuery) => (input.tab === 'all' ? `all-${input.companyId}` : input.tab)

/** The search of a list, a part of a name or a complete phone number, and its order. */
type Listed = { userName: string; order: StudentOrder }

/** Returns the requested students, page by page. */
export function useStudents(input: StudentsQuery, { userName, order }: Listed) {
  const userId = useUserId()
  const queryKey = listKey(userId, input, { userName, order })
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchStudents(
        input,
        { current: pageParam, rows: PAGE_SIZE, sort: order, ...(userName !== '' && { userName }) },
        signal,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ current, rows: PAGE_SIZE, total, loading: false }) ? current + 1 : undefined,
    select: toStudents,
    enabled: userId !== null,
    // Changing the tab reloads it.
    staleTime: 0,
    // With another search or order the old list stays until the new one is there. Another tab starts empty.
    placeholderData: (before, last) => (String(last?.queryKey[3]) === tabName(input) ? before : undefined),
  })
  return { ...query, refresh: useFreshStart(queryKey) }
}

/** Returns the number of students of each of these lists, in the same order; undefined where it is unknown. */
export function useStudentTotals(lists: readonly StudentsQuery[]): (number | undefined)[] {
  const userId = useUserId()
  return useQueries({
    queries: lists.map((input) => ({
      queryKey: [...STUDENTS_KEY, 'total', userId, tabName(input)],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchStudents(input, { current: FIRST_PAGE, rows: 1 }, signal),
    })),
    combine: (results) => results.map(({ data }) => data?.total),
  })
}

/** Returns one student with their contracts. */
export function useStudent(playerId: string) {
  const userId = useUserId()
  return useQuery({
    queryKey: [...STUDENTS_KEY, 'one', userId, playerId],
    queryFn: ({ signal }) => call(students.getStudent, { params: { playerId } }, { signal }),
    enabled: userId !== null && playerId !== '',
  })
}

/** Returns what a student's classes consumed, the latest first, page by page; of one contract if it is given. */
export function useUsedRecords(playerId: string, contractId: string | undefined) {
  const userId = useUserId()
  return useInfiniteQuery({
    queryKey: [...STUDENTS_KEY, 'records', userId, playerId, contractId],
    queryFn: ({ pageParam, signal }) => {
      const query = { userId: playerId, current: pageParam, rows: PAGE_SIZE, userCourseContractId: contractId }
      return call(usedRecordsInCompany, { query: { ...query, sort: 'createTime', sord: 'desc' } }, { signal })
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ current, rows: PAGE_SIZE, total, loading: false }) ? current + 1 : undefined,
    select: toRecords,
    placeholderData: keepPreviousData,
    enabled: userId !== null,
  })
}

/** Fetches the shown data of a student again, for pull-to-refresh. Resolves to the failure, or to null. */
export function useReloadStudent(playerId: string) {
  const queryClient = useQueryClient()
  const userId = useUserId()
  return async () => {
    await Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    return queryClient.getQueryState([...STUDENTS_KEY, 'one', userId, playerId])?.error ?? null
  }
}

/** Returns the student's complete phone number after a press. It is not kept longer than the page. */
export function useRevealPhone(playerId: string) {
  const { outcome } = students.revealStudentPhone
  return useMutation({
    mutationFn: () => call(students.revealStudentPhone, { params: { playerId } }),
    onError: (error) => showFailed(outcome, error),
    gcTime: 0,
  })
}

/** Removes a student from the coach's students. */
export function useRemoveStudent() {
  return useStudentAction(students.removeStudent.outcome, (relationId: string, idempotencyKey) =>
    call(students.removeStudent, { params: { id: relationId } }, { idempotencyKey }),
  )
}

/** 评定等级: sets the student's level. The student is notified, and can no longer set their own level. */
export function useAssessLevel(playerId: string) {
  return useAction({
    endpoint: assessLevel,
    stale: [STUDENTS_KEY, ['levels'], ['profile']],
    run: (body: { level: number; note: string }, idempotencyKey) =>
      call(assessLevel, { params: { playerId }, body }, { idempotencyKey }),
  })
}

/** Sets hours and end dates of several contracts at once. */
export function useUpdateSessions() {
  type Input = { items: contracts.SessionsItem[]; reason: string }
  return useStudentAction(contracts.updateSessions.outcome, (body: Input, idempotencyKey) =>
    call(contracts.updateSessions, { body }, { idempotencyKey }),
  )
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

/** Queries that a change of a student or their hours affects. */
const CHANGED = [STUDENTS_KEY, ['contracts'], ['companies'], ['messages']]

/**
 * Returns an action on a student. It shows its result, and reloads what it may have changed, also after a refusal.
 * `act` resolves to whether it succeeded. A second press while it runs does nothing. The same press after a missing
 * answer reuses the key of the first one, so that the server acts once. `failure` is the text of the last failure.
 */
function useStudentAction<Input>(outcome: Outcome, run: (input: Input, idempotencyKey: string) => Promise<unknown>) {
  const queryClient = useQueryClient()
  const running = useRef(false)
  const press = useRef<{ key: string; input: string }>()
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: ({ input, key }: { input: Input; key: string }) => run(input, key),
    onSuccess: () => {
      press.current = undefined
      showDone(outcome)
    },
    onError: (failure) => {
      if (!mayHaveActed(failure)) press.current = undefined
      showFailed(outcome, failure)
    },
    onSettled: () => {
      running.current = false
      return Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
  const act = async (input: Input): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    const text = JSON.stringify(input)
    const key = press.current?.input === text ? press.current.key : newKey()
    press.current = { key, input: text }
    return mutateAsync({ input, key }).then(
      () => true,
      // The message was already shown.
      () => false,
    )
  }
  return { act, isPending, failure: error ? failureText(outcome, error) : undefined, forget: reset }
}

function newKey(): string {
  const part = () => Math.random().toString(36).slice(2, 12)
  return `student-${Date.now().toString(36)}-${part()}-${part()}`
}

type StudentQuery = { current: number; rows: number; sort?: StudentOrder; userName?: string }

function fetchStudents(input: StudentsQuery, query: StudentQuery, signal: AbortSignal): Promise<StudentPage> {
  const { userInfo, userId } = currentSession()
  const own = userId ?? ''
  if (input.tab === 'all') {
    const companyId = companyPathId(input.companyId, { userType: userInfo?.userType ?? 0, userId: own })
    return call(students.studentsOfCompany, { params: { companyId }, query }, { signal })
  }
  const ending = input.tab === 'ending' ? { isRunningOut: true } : {}
  return call(students.studentsOfCoach, { params: { coachId: own }, query: { ...query, ...ending } }, { signal })
}

function toStudents({ pages }: InfiniteData<StudentPage>): { rows: students.Student[]; total: number } {
  // A student added between two page requests moves the last one of a page to the next. That student is then returned
  // twice.
  const rows = new Map(pages.flatMap((page) => page.rows.map((row) => [row.player.id, row])))
  return { rows: [...rows.values()], total: pages[0]?.total ?? 0 }
}

function toRecords({ pages }: InfiniteData<RecordPage>) {
  const rows = new Map(pages.flatMap((page) => page.rows.map((row) => [row.id, row])))
  return { rows: [...rows.values()], total: pages[0]?.total ?? 0 }
}
