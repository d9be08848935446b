import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import { dayText } from '../class-times'

/** Rows that changed on one day. */
export type DayGroup<Row> = { day: Day; title: string; rows: Row[] }

/**
 * The list cut into days, in the order in which the server gives it: latest change first. The days are those of the last
 * change, not of the class, so that the next page only ever adds at the end. Source: specification §9 "Sorts".
 */
export function groupByDay<Row extends { responseTime: Date }>(rows: readonly Row[], now: Date): DayGroup<Row>[] {
  const groups: DayGroup<Row>[] = []
  for (const row of rows) {
    const day = dayOf(row.responseTime)
    const last = groups[groups.length - 1]
    if (last?.day === day) last.rows.push(row)
    else groups.push({ day, title: titleOf(day, now), rows: [row] })
  }
  return groups
}

function titleOf(day: Day, now: Date): string {
  const today = dayOf(now)
  if (day === today) return '今天更新'
  if (day === addDays(today, -1)) return '昨天更新'
  return `${dayText(day, now)}更新`
}
