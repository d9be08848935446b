import { isToCome } from '@paidang/domain/areas/classes/invitation'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import { dayText } from '../../../../ui/time-format'

/** Classes of one day that are all in the future, or all past. */
export type DayGroup<Row> = { key: string; title: string; rows: Row[] }

type Timed = { invitation: Parameters<typeof isToCome>[0] & { courseDate: Day } }

/**
 * Groups the list by day, in the order of the server. Future classes come first, the nearest first; then past ones, the
 * latest first. A day with both kinds appears twice.
 */
export function groupByDay<Row extends Timed>(rows: readonly Row[], now: Date): DayGroup<Row>[] {
  const groups: DayGroup<Row>[] = []
  for (const row of rows) {
    const day = row.invitation.courseDate
    const isAhead = isToCome(row.invitation, now)
    const key = `${day} ${isAhead}`
    const last = groups[groups.length - 1]
    if (last?.key === key) last.rows.push(row)
    else groups.push({ key, title: titleOf(day, isAhead, now), rows: [row] })
  }
  return groups
}

function titleOf(day: Day, isAhead: boolean, now: Date): string {
  const today = dayOf(now)
  const name = day === today ? '今天' : day === addDays(today, 1) ? '明天' : dayText(day, now)
  if (isAhead) return name
  return day > today ? `${name} 已取消` : `${name} 已结束`
}
