import { coachDayMarks } from '@paidang/api/areas/coach-home'
import type { LiveTopic } from '@paidang/api/live'
import type { Day } from '@paidang/domain/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useLiveQuery } from '../../../platform/live'
import { useUserId } from '../../../platform/session'

const OWN_MESSAGES: LiveTopic[] = [{ kind: 'messages' }]
const NOTHING: LiveTopic[] = []

type Span = { from: Day; days: number }

/** Returns the query key of the marks of a coach's days. */
export const coachDayMarksKey = (userId: string | null, { from, days }: Span) =>
  [...SCHEDULE_KEY, 'coach-day-marks', userId, from, days] as const

/**
 * Returns the marks of the calling coach's date strip, for `days` days from `from`. A new request counts as soon as it
 * exists.
 */
export function useCoachDayMarks({ from, days }: Span, isEnabled = true) {
  const userId = useUserId()
  const queryKey = coachDayMarksKey(userId, { from, days })
  useLiveQuery(isEnabled ? OWN_MESSAGES : NOTHING, queryKey)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(coachDayMarks, { query: { from, days } }, { signal }),
    enabled: userId !== null && isEnabled,
  })
}
