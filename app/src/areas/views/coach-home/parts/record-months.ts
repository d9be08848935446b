import type { RecordMonth } from '@paidang/api/areas/coach-home'
import type { Day } from '@paidang/domain/kernel/day'
import { addMonths, type Month, monthOf } from '../../../../ui/month-days'

type Totals = Pick<RecordMonth, 'classes' | 'taughtHours' | 'consumedSessions' | 'incomeFen'>

/** What was taught in a month, in total and by course, the course that earned most first. */
export type TaughtMonth = Totals & { month: Month; courses: RecordMonth[] }

/** Returns the `count` months up to that of `today`, the oldest first. A month without a class has zeros. */
export function lastMonths(rows: readonly RecordMonth[], today: Day, count: number): TaughtMonth[] {
  const last = monthOf(today)
  return Array.from({ length: count }, (_, at) => {
    const month = addMonths(last, at + 1 - count)
    const courses = rows.filter((row) => row.month === month).sort((a, b) => b.incomeFen - a.incomeFen)
    return { month, courses, ...totalsOf(courses) }
  })
}

/** Returns shares in percent, for bars: the largest is 100. */
export function sharesOf(amounts: readonly number[]): number[] {
  const most = Math.max(0, ...amounts)
  return amounts.map((amount) => (most > 0 ? Math.round((amount / most) * 100) : 0))
}

/** Formats a month as in 11月; in January with the year. */
export function shortMonthText(month: Month): string {
  const number = Number(month.slice(5))
  return number === 1 ? `${month.slice(2, 4)}年1月` : `${number}月`
}

function totalsOf(courses: readonly RecordMonth[]): Totals {
  const total = (amountOf: (course: RecordMonth) => number) =>
    courses.reduce((sum, course) => sum + amountOf(course), 0)
  return {
    classes: total(({ classes }) => classes),
    taughtHours: total(({ taughtHours }) => taughtHours),
    consumedSessions: total(({ consumedSessions }) => consumedSessions),
    incomeFen: total(({ incomeFen }) => incomeFen),
  }
}
