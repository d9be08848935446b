import { coachDayMarks } from '@paidang/api/areas/coach-home'
import type { LiveTopic } from '@paidang/api/live'
import type { Day } from '@paidang/domain/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useLiveQuery } from '../../platform/live'
import { useUserId } from '../../platform/session'
import { scheduleKey } from './court-status-data'

const OWN_MESSAGES: LiveTopic[] = [{ kind: 'messages' }]
const NOTHING: LiveTopic[] = []

type Span = { from: Day; days: number }

/** Under which the marks of a coach's days lie. */
export const coachDayMarksKey = (userId: string | null, { from, days }: Span) =>
  [...scheduleKey, 'coach-day-marks', userId, from, days] as const

/** What the date strip of the calling coach marks, `days` days from `from` on; a new request counts as soon as it is there. */
export function useCoachDayMarks({ from, days }: Span, isWanted = true) {
  const userId = useUserId()
  const queryKey = coachDayMarksKey(userId, { from, days })
  useLiveQuery(isWanted ? OWN_MESSAGES : NOTHING, queryKey)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(coachDayMarks, { query: { from, days } }, { signal }),
    enabled: userId !== null && isWanted,
  })
}
