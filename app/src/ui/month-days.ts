import { addDays, type Day, weekdayOf } from '@paidang/domain/kernel/day'

/** A month as yyyy-mm. */
export type Month = string

/** The month of a day. */
export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

/** The month n months later, or earlier for a negative n. */
export function addMonths(month: Month, n: number): Month {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + n
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The month as text: 2027 年 3 月. */
export function monthText(month: Month): string {
  return `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`
}

/** The days of a month in weeks from Sunday to Saturday; null before the first and after the last. */
export function weeksOf(month: Month): (Day | null)[][] {
  const first = `${month}-01`
  const cells: (Day | null)[] = Array.from({ length: weekdayOf(first) }, () => null)
  for (let day = first; monthOf(day) === month; day = addDays(day, 1)) cells.push(day)
  while (cells.length % 7 > 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
