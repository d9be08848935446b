import { agenda } from '@paidang/api/areas/classes'
import { scheduleOfCoach } from '@paidang/api/areas/coach-home'
import type { LiveTopic } from '@paidang/api/live'
import { NEAREST } from '@paidang/api/shapes'
import type { Day } from '@paidang/domain/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { COACH_HOME_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useLiveQuery } from '../../../platform/live'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useCoachDayMarks } from '../../time/schedule/coach-marks-data'
import { usePagedClasses } from './paged-classes-data'
import { type CoachClass, toCoachClass } from './parts/coach-class'
import { DAYS_PER_WEEK } from './parts/weeks'

const OWN_MESSAGES: LiveTopic[] = [{ kind: 'messages' }]

/** Returns every class of the coach. Future classes come first, the nearest first. */
export function useSchedule() {
  const coachId = useUserId() ?? ''
  return usePagedClasses([...COACH_HOME_KEY, 'schedule', coachId], (page, signal) =>
    call(scheduleOfCoach, { params: { coachId }, query: { ...page, sort: NEAREST } }, { signal }),
  )
}

/** Returns the coach's classes of the week that begins on `from`, by time, and the marks of its days. */
export function useWeek(from: Day) {
  const userId = useUserId()
  const queryKey = [...COACH_HOME_KEY, 'week', userId, from]
  useLiveQuery(OWN_MESSAGES, queryKey)
  const marks = useCoachDayMarks({ from, days: DAYS_PER_WEEK })
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const rows = await call(agenda, { query: { from, days: DAYS_PER_WEEK } }, { signal })
      // Classes that the coach takes as a player are not part of the schedule.
      return rows.filter(({ role }) => role === 'coach')
    },
    select: (rows): CoachClass[] => rows.map(toCoachClass),
    enabled: userId !== null,
  })
  return {
    ...query,
    marks: marks.data,
    cause: query.error ? failureText(agenda.outcome, query.error) : undefined,
  }
}
