import { agenda, type InvitationResponse } from '@paidang/api/areas/activities/classes'
import { scheduleOfCoach } from '@paidang/api/areas/views/coach-home'
import { NEAREST } from '@paidang/api/shapes'
import { isToCome } from '@paidang/domain/areas/activities/classes/invitation'
import { addDays, type Day, weekdayOf } from '@paidang/domain/kernel/day'
import { COACH_HOME_KEY } from '../../../platform/cache-keys'
import { usePages, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { type Month, monthOf } from '../../../ui/month-days'
import { useCoachDayMarks } from '../../time/schedule/court-status-data'
import { type CoachClass, toCoachClass } from './parts/coach-class'

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

export const DAYS_PER_WEEK = 7

/** Returns the Monday of the week of this day. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((weekdayOf(day) + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK))
}

/** Returns the seven days from this one. */
export function daysFrom(from: Day): Day[] {
  return Array.from({ length: DAYS_PER_WEEK }, (_, offset) => addDays(from, offset))
}

/** Classes of a month that are all in the future, or all past. */
type MonthOfClasses = { month: Month; isAhead: boolean; rows: CoachClass[] }

/** Groups classes by month, in their order. */
export function byMonth(rows: readonly CoachClass[], now: Date): MonthOfClasses[] {
  const months: MonthOfClasses[] = []
  for (const row of rows) {
    const month = monthOf(row.invitation.courseDate)
    const isAhead = isToCome(row.invitation, now)
    const last = months[months.length - 1]
    if (last?.month === month && last.isAhead === isAhead) last.rows.push(row)
    else months.push({ month, isAhead, rows: [row] })
  }
  return months
}
