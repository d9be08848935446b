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
import { call } from '../../platform/call'
import { NetworkError } from '../../platform/network-error'
import { currentSession, useUserId } from '../../platform/session'
import { failureText, showDone, showFailed } from '../../platform/toast'
import { useDeed } from '../../platform/use-deed'
import { useFreshStart } from '../classes/my-classes-data'

/** Under this key lies everything about students. */
const STUDENTS_KEY = ['students'] as const

/** Which students: the coach's own, those of all coaches of a company, or his own whose hours or time run out. */
export type StudentsWanted = { tab: 'mine' | 'ending' } | { tab: 'all'; companyId: string }

/** In which order students stand. */
export type StudentOrder = (typeof students.STUDENT_SORTS)[number]

type StudentPage = Answer<typeof students.studentsOfCoach>
type RecordPage = Answer<typeof usedRecordsInCompany>

const listKey = (userId: string | null, wanted: StudentsWanted, { userName, order }: Listed) =>
  [...STUDENTS_KEY, 'list', userId, tabName(wanted), userName, order] as const

const tabName = (wanted: StudentsWanted) => (wanted.tab === 'all' ? `all-${wanted.companyId}` : wanted.tab)

/** What a list is searched for, a part of a name or a whole phone number, and its order. */
type Listed = { userName: string; order: StudentOrder }

/** The students who are wanted, page by page. */
export function useStudents(wanted: StudentsWanted, { userName, order }: Listed) {
  const userId = useUserId()
  const queryKey = listKey(userId, wanted, { userName, order })
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchStudents(
        wanted,
        { current: pageParam, rows: PAGE_SIZE, sort: order, ...(userName !== '' && { userName }) },
        signal,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ current, rows: PAGE_SIZE, total, loading: false }) ? current + 1 : undefined,
    select: toStudents,
    enabled: userId !== null,
    // Another search or order keeps the list that stands until the new one is there; another tab begins anew.
    placeholderData: (before, last) => (String(last?.queryKey[3]) === tabName(wanted) ? before : undefined),
  })
  return { ...query, refresh: useFreshStart(queryKey) }
}

/** How many students each of these lists has, in the same order; undefined where that is not known. */
export function useStudentTotals(lists: readonly StudentsWanted[]): (number | undefined)[] {
  const userId = useUserId()
  return useQueries({
    queries: lists.map((wanted) => ({
      queryKey: [...STUDENTS_KEY, 'total', userId, tabName(wanted)],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchStudents(wanted, { current: FIRST_PAGE, rows: 1 }, signal),
    })),
    combine: (results) => results.map(({ data }) => data?.total),
  })
}

/** One student with his contracts. */
export function useStudent(playerId: string) {
  const userId = useUserId()
  return useQuery({
    queryKey: [...STUDENTS_KEY, 'one', userId, playerId],
    queryFn: ({ signal }) => call(students.getStudent, { params: { playerId } }, { signal }),
    enabled: userId !== null && playerId !== '',
  })
}

/** What a student's classes consumed, latest first, page by page; of one contract if it is named. */
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

/** Fetches what is shown of a student anew, for the pull; answers the failure, or null. */
export function useReloadStudent(playerId: string) {
  const queryClient = useQueryClient()
  const userId = useUserId()
  return async () => {
    await Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    return queryClient.getQueryState([...STUDENTS_KEY, 'one', userId, playerId])?.error ?? null
  }
}

/** The student's whole phone number, once it is pressed for; it is kept no longer than the page. */
export function useRevealPhone(playerId: string) {
  const { outcome } = students.revealStudentPhone
  return useMutation({
    mutationFn: () => call(students.revealStudentPhone, { params: { playerId } }),
    onError: (error) => showFailed(outcome, error),
    gcTime: 0,
  })
}

/** Parts from a student. */
export function useRemoveStudent() {
  return useStudentAction(students.removeStudent.outcome, (relationId: string, idempotencyKey) =>
    call(students.removeStudent, { params: { id: relationId } }, { idempotencyKey }),
  )
}

/** 评定等级: the student is told, and his level is no longer his own to say. */
export function useAssessLevel(playerId: string) {
  return useDeed({
    endpoint: assessLevel,
    stale: [STUDENTS_KEY, ['levels'], ['profile']],
    run: (body: { level: number; note: string }, idempotencyKey) =>
      call(assessLevel, { params: { playerId }, body }, { idempotencyKey }),
  })
}

/** Sets hours and last days of several contracts at once. */
export function useUpdateSessions() {
  type Input = { items: contracts.SessionsItem[]; reason: string }
  return useStudentAction(contracts.updateSessions.outcome, (body: Input, idempotencyKey) =>
    call(contracts.updateSessions, { body }, { idempotencyKey }),
  )
}

/** Makes a player the coach's student; silent, since the page says how it ended. */
export function useKeepStudent() {
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

/** What changes with a student or his hours. */
const CHANGED = [STUDENTS_KEY, ['contracts'], ['companies'], ['messages']]

/**
 * An action on a student: it says how it ended, and reloads what it may have changed, after a refusal too. `act` resolves to
 * whether it succeeded; a second press while it runs does nothing. The same press after an answer that never came has the
 * key of the first one, so that the server does it once. `failure` is the sentence of the last failure.
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
      if (!(failure instanceof NetworkError)) press.current = undefined
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
      // The sentence was shown already.
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

function fetchStudents(wanted: StudentsWanted, query: StudentQuery, signal: AbortSignal): Promise<StudentPage> {
  const { userInfo, userId } = currentSession()
  const own = userId ?? ''
  if (wanted.tab === 'all') {
    const companyId = companyPathId(wanted.companyId, { userType: userInfo?.userType ?? 0, userId: own })
    return call(students.studentsOfCompany, { params: { companyId }, query }, { signal })
  }
  const ending = wanted.tab === 'ending' ? { isRunningOut: true } : {}
  return call(students.studentsOfCoach, { params: { coachId: own }, query: { ...query, ...ending } }, { signal })
}

function toStudents({ pages }: InfiniteData<StudentPage>): { rows: students.Student[]; total: number } {
  // Somebody added between two pages pushes the last one of a page onto the next, where he comes again.
  const rows = new Map(pages.flatMap((page) => page.rows.map((row) => [row.player.id, row])))
  return { rows: [...rows.values()], total: pages[0]?.total ?? 0 }
}

function toRecords({ pages }: InfiniteData<RecordPage>) {
  const rows = new Map(pages.flatMap((page) => page.rows.map((row) => [row.id, row])))
  return { rows: [...rows.values()], total: pages[0]?.total ?? 0 }
}
