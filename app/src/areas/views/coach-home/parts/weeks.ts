import { isToCome } from '@paidang/domain/areas/classes/invitation'
import { addDays, type Day, weekdayOf } from '@paidang/domain/kernel/day'
import { type Month, monthOf } from '../../../../ui/month-days'
import type { CoachClass } from './coach-class'

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
