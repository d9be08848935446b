import { agenda, type InvitationResponse } from '@paidang/api/areas/classes'
import { scheduleOfCoach } from '@paidang/api/areas/coach-home'
import { NEAREST } from '@paidang/api/shapes'
import type { Day } from '@paidang/domain/kernel/day'
import { COACH_HOME_KEY } from '../../../platform/cache-keys'
import { usePages, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useCoachDayMarks } from '../../time/schedule/coach-marks-data'
import { toCoachClass } from './parts/coach-class'
import { DAYS_PER_WEEK } from './parts/weeks'

/** How the rows of the coach's lists are shown, and told apart. */
export const coachRows = {
  show: toCoachClass,
  keyOf: ({ invitation }: InvitationResponse) => invitation.id,
  keepsOld: true,
}

/** Returns every class of the coach. Future classes come first, the nearest first. */
export function useSchedule() {
  const params = { coachId: useUserId() ?? '' }
  return usePages(COACH_HOME_KEY, scheduleOfCoach, { params, query: { sort: NEAREST } }, coachRows)
}

/** Returns the coach's classes of the week that begins on `from`, by time, and the marks of its days. */
export function useWeek(from: Day) {
  const span = { from, days: DAYS_PER_WEEK }
  const marks = useCoachDayMarks(span)
  const query = useRead(COACH_HOME_KEY, agenda, { query: span }, { live: [{ kind: 'messages' }], select: taught })
  return { ...query, marks: marks.data }
}

/** Classes that the coach takes as a player are not part of the schedule. */
const taught = (rows: readonly InvitationResponse[]) => rows.filter(({ role }) => role === 'coach').map(toCoachClass)
