import { classesOfCoachOnDay, type InvitationResponse, pageOfUser } from '@paidang/api/areas/classes'
import { coachBoard, NAMED_STUDENTS } from '@paidang/api/areas/coach-board'
import { coachFigures } from '@paidang/api/areas/coach-home'
import { coachLocksOfDay } from '@paidang/api/areas/locks'
import { studentsOfCoach } from '@paidang/api/areas/students'
import type { LiveTopic } from '@paidang/api/live'
import type { Day } from '@paidang/domain/kernel/day'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { COACH_HOME_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useLiveQuery } from '../../../platform/live'
import { useOpening } from '../../../platform/opening'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { unfinishedKey } from '../../activities/classes/unfinished-data'
import { coachDayMarksKey } from '../../time/schedule/coach-marks-data'
import { toCoachClass, waitingRequests } from './parts/coach-class'

/** A coach gets a message for each request, so the message topic announces a new one. */
const OWN_MESSAGES: LiveTopic[] = [{ kind: 'messages' }]
const NOTHING: LiveTopic[] = []
/** The maximum number of classes of a day with live updates. The connection serves other screens too. */
const MAX_WATCHED = 12

const figuresKey = (userId: string | null) => [...COACH_HOME_KEY, 'figures', userId] as const
const dayKey = (userId: string | null, date: Day) => [...COACH_HOME_KEY, 'day', userId, date] as const
const locksKey = (userId: string | null, date: Day) => [...SCHEDULE_KEY, 'coach-locks', userId, date] as const
const requestsKey = (userId: string | null) => [...COACH_HOME_KEY, 'requests', userId] as const
const endingKey = (userId: string | null) => ['students', 'running-out', userId] as const

/** Fetches what the board shows at its opening in one answer. */
export function useBoardOpening(date: Day, marked: { from: Day; days: number }): void {
  const userId = useUserId()
  const keys = {
    figures: figuresKey(userId),
    unfinished: unfinishedKey(userId),
    classes: dayKey(userId, date),
    locks: locksKey(userId, date),
    requests: requestsKey(userId),
    students: endingKey(userId),
    marks: coachDayMarksKey(userId, marked),
  }
  useOpening(userId, keys, () => call(coachBoard, { query: { date, ...marked } }))
}

/** Returns the totals of the coach's day and month. */
export function useCoachFigures() {
  const userId = useUserId()
  const queryKey = figuresKey(userId)
  useLiveQuery(OWN_MESSAGES, queryKey)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(coachFigures, {}, { signal }),
    enabled: userId !== null,
  })
}

/** Returns the coach's classes of a day, by begin, including cancelled and expired ones. */
export function useClassesOnDay(date: Day) {
  const userId = useUserId()
  const queryKey = dayKey(userId, date)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(classesOfCoachOnDay, { body: { coachId: userId ?? '', date } }, { signal }),
    select: toCoachClasses,
    enabled: userId !== null,
  })
  const { data } = query
  const topics = useMemo<LiveTopic[]>(
    () => [
      ...OWN_MESSAGES,
      ...(data ?? []).slice(0, MAX_WATCHED).map(({ invitation: { id } }) => ({ kind: 'class' as const, id })),
    ],
    [data],
  )
  useLiveQuery(topics, queryKey)
  return { ...query, cause: query.error ? failureText(classesOfCoachOnDay.outcome, query.error) : undefined }
}

/** Returns the coach's own locks of a day. They are read again as soon as they change, on any device. */
export function useOwnLocks(date: Day) {
  const userId = useUserId()
  const queryKey = locksKey(userId, date)
  useLiveQuery(userId === null ? NOTHING : [{ kind: 'own-day', date }], queryKey)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(coachLocksOfDay, { query: { userId: userId ?? '', date } }, { signal }),
    enabled: userId !== null,
  })
}

/** Returns the requests of all days that wait for the coach's answer, the first to expire first. */
export function useWaitingRequests() {
  const userId = useUserId()
  const queryKey = requestsKey(userId)
  useLiveQuery(OWN_MESSAGES, queryKey)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const query = { current: 1, rows: MAX_ROWS, 'invitation.invitationStatus': 'PENDING' }
      return (await call(pageOfUser, { query }, { signal })).rows
    },
    select: toCoachClasses,
    enabled: userId !== null,
  })
  return {
    ...query,
    data: query.data && waitingRequests(query.data, new Date()),
    cause: query.error ? failureText(pageOfUser.outcome, query.error) : undefined,
  }
}

/** Returns the first students whose hours or time run out, and their number. */
export function useEndingStudents() {
  const userId = useUserId()
  return useQuery({
    queryKey: endingKey(userId),
    queryFn: ({ signal }) =>
      call(
        studentsOfCoach,
        { params: { coachId: userId ?? '' }, query: { current: 1, rows: NAMED_STUDENTS, isRunningOut: true } },
        { signal },
      ),
    enabled: userId !== null,
  })
}

/** Reads all data of the day board again. Resolves to the first failure, or to null. */
export function useReloadDayBoard() {
  const queryClient = useQueryClient()
  return async (): Promise<Error | null> => {
    const keys = [COACH_HOME_KEY, [...SCHEDULE_KEY, 'coach-locks'], [...SCHEDULE_KEY, 'coach-day-marks'], ['students']]
    await Promise.all(keys.map((queryKey) => queryClient.refetchQueries({ queryKey, type: 'active' })))
    const failed = queryClient.getQueryCache().findAll({ queryKey: COACH_HOME_KEY, type: 'active' })
    return failed.find(({ state }) => state.status === 'error')?.state.error ?? null
  }
}

function toCoachClasses(rows: readonly InvitationResponse[]) {
  return rows.map(toCoachClass)
}
