import { addDays, type Day, weekdayOf } from '@paidang/domain/kernel/day'
import { type Month, monthOf } from '../../../ui/month-days'
import type { CoachClass } from './coach-class'

export const DAYS_PER_WEEK = 7

/** The Monday of the week of this day. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((weekdayOf(day) + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK))
}

/** The seven days from this one on. */
export function daysFrom(from: Day): Day[] {
  return Array.from({ length: DAYS_PER_WEEK }, (_, offset) => addDays(from, offset))
}

/** Classes cut into months, in the order in which they stand. */
export function byMonth(rows: readonly CoachClass[]): { month: Month; rows: CoachClass[] }[] {
  const months: { month: Month; rows: CoachClass[] }[] = []
  for (const row of rows) {
    const month = monthOf(row.invitation.courseDate)
    const last = months[months.length - 1]
    if (last?.month === month) last.rows.push(row)
    else months.push({ month, rows: [row] })
  }
  return months
}
