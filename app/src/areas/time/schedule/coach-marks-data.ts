import { coachDayMarks } from '@paidang/api/areas/coach-home'
import type { Day } from '@paidang/domain/kernel/day'
import { SCHEDULE_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'

/**
 * Returns the marks of the calling coach's date strip, for `days` days from `from`. A new request counts as soon as it
 * exists.
 */
export function useCoachDayMarks({ from, days }: { from: Day; days: number }, isEnabled = true) {
  return useRead(SCHEDULE_KEY, coachDayMarks, { query: { from, days } }, { isEnabled, live: [{ kind: 'messages' }] })
}
