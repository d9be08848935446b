import { classesOfCoachOnDay, type InvitationResponse, pageOfUser } from '@paidang/api/areas/activities/classes'
import { coachLocksOfDay } from '@paidang/api/areas/activities/locks'
import { myClaims } from '@paidang/api/areas/activities/roster'
import { studentsOfCoach } from '@paidang/api/areas/activities/students'
import { coachBoard, NAMED_STUDENTS } from '@paidang/api/areas/views/coach-board'
import { coachDayMarks, coachFigures, unfinishedOfCoach } from '@paidang/api/areas/views/coach-home'
import type { LiveTopic } from '@paidang/api/live'
import type { Day } from '@paidang/domain/kernel/day'
import { MAX_ROWS } from '@paidang/domain/kernel/page'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { COACH_HOME_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useOpening } from '../../../platform/opening'
import { readKey, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { UNFINISHED_KEY } from '../../activities/classes/unfinished-data'
import { ROSTER_KEY } from '../../activities/roster/roster-data'
import { byExpiry, isWaiting, toCoachClass } from './parts/coach-class'

/** A coach gets a message for each request, so the message topic announces a new one. */
const OWN_MESSAGES: LiveTopic[] = [{ kind: 'messages' }]
/** The maximum number of classes of a day with live updates. The connection serves other screens too. */
const MAX_WATCHED = 12

const dayInput = (userId: string | null, date: Day) => ({ body: { coachId: userId ?? '', date } })
const locksInput = (userId: string | null, date: Day) => ({ query: { userId: userId ?? '', date } })
const REQUESTS = { query: { current: 1, rows: MAX_ROWS, 'invitation.invitationStatus': 'PENDING' } }
const endingInput = (userId: string | null) => ({
  params: { coachId: userId ?? '' },
  query: { current: 1, rows: NAMED_STUDENTS, isRunningOut: true },
})

/** Fetches what the board shows at its opening in one answer. */
export function useBoardOpening(date: Day, marked: { from: Day; days: number }): void {
  const userId = useUserId()
  const keys = {
    figures: readKey(COACH_HOME_KEY, coachFigures, userId, {}),
    unfinished: readKey(UNFINISHED_KEY, unfinishedOfCoach, userId, {}),
    classes: readKey(COACH_HOME_KEY, classesOfCoachOnDay, userId, dayInput(userId, date)),
    locks: readKey(SCHEDULE_KEY, coachLocksOfDay, userId, locksInput(userId, date)),
    requests: readKey(COACH_HOME_KEY, pageOfUser, userId, REQUESTS),
    students: readKey(['students'], studentsOfCoach, userId, endingInput(userId)),
    marks: readKey(SCHEDULE_KEY, coachDayMarks, userId, { query: marked }),
    claims: readKey(ROSTER_KEY, myClaims, userId, {}),
  }
  useOpening(userId, keys, async () => {
    const { requests, ...board } = await call(coachBoard, { query: { date, ...marked } })
    return { ...board, requests: { rows: requests, total: requests.length } }
  })
}

/** Returns the totals of the coach's day and month. */
export function useCoachFigures() {
  return useRead(COACH_HOME_KEY, coachFigures, {}, { live: OWN_MESSAGES })
}

/** Returns the coach's classes of a day, by begin, including cancelled and expired ones. */
export function useClassesOnDay(date: Day) {
  const [watched, setWatched] = useState<readonly string[]>([])
  const query = useRead(COACH_HOME_KEY, classesOfCoachOnDay, dayInput(useUserId(), date), {
    select: toCoachClasses,
    live: [...OWN_MESSAGES, ...watched.map((id) => ({ kind: 'class' as const, id }))],
  })
  const shown = (query.data ?? []).slice(0, MAX_WATCHED).map(({ invitation: { id } }) => id)
  if (shown.join() !== watched.join()) setWatched(shown)
  return query
}

/** Returns the coach's own locks of a day. They are read again as soon as they change, on any device. */
export function useOwnLocks(date: Day) {
  const input = locksInput(useUserId(), date)
  return useRead(SCHEDULE_KEY, coachLocksOfDay, input, { live: [{ kind: 'own-day', date }] })
}

/**
 * Returns the requests of all days that wait for the coach's answer, the first to expire first. `rows` has those that the
 * last answer had, too, which wait no longer.
 */
export function useWaitingRequests(now: Date) {
  const query = useRead(COACH_HOME_KEY, pageOfUser, REQUESTS, { live: OWN_MESSAGES, select: toRows })
  return { ...query, rows: query.data, data: query.data?.filter((row) => isWaiting(row, now)) }
}

/** Returns the first students whose hours or time run out, and their number. */
export function useEndingStudents() {
  return useRead(['students'], studentsOfCoach, endingInput(useUserId()))
}

/** Reads all data of the day board again. Resolves to the first failure, or to null. */
export function useReloadDayBoard() {
  const queryClient = useQueryClient()
  return async (): Promise<Error | null> => {
    const keys = [COACH_HOME_KEY, [...SCHEDULE_KEY, coachLocksOfDay.path], [...SCHEDULE_KEY, coachDayMarks.path]]
    const read = (queryKey: readonly string[]) => queryClient.refetchQueries({ queryKey, type: 'active' })
    await Promise.all([...keys, UNFINISHED_KEY, ['students']].map(read))
    const failed = queryClient.getQueryCache().findAll({ queryKey: COACH_HOME_KEY, type: 'active' })
    return failed.find(({ state }) => state.status === 'error')?.state.error ?? null
  }
}

const toCoachClasses = (rows: readonly InvitationResponse[]) => rows.map(toCoachClass)
const toRows = ({ rows }: { rows: readonly InvitationResponse[] }) => byExpiry(toCoachClasses(rows))
