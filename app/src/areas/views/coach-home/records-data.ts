import { exportRecords, type RecordMonth, recordMonths, recordsOfCoach } from '@paidang/api/areas/views/coach-home'
import type { InvitationStatus } from '@paidang/domain/areas/activities/classes/invitation-status'
import type { Day } from '@paidang/domain/kernel/day'
import { COACH_HOME_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { usePages, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useToday } from '../../../platform/use-minute'
import { useWrite } from '../../../platform/write'
import { addMonths, type Month, monthOf } from '../../../ui/month-days'
import { saveFetchedFile } from '../../../ui/save-fetched-file'
import { coachRows } from './schedule-data'

/** The filters of the records. `keyword` is searched in players, venue and course. */
export type RecordFilters = { keyword: string; status: InvitationStatus | 'all'; courseId: string | undefined }

/** Number of months in the chart, including the current one. */
const CHART_MONTHS = 6

/**
 * Returns the coach's class records under these filters, the latest created first. Source: specification §9 "Sorts".
 */
export function useRecords({ keyword, status, courseId }: RecordFilters) {
  const query = {
    sort: 'createTime' as const,
    sord: 'desc' as const,
    ...(keyword === '' ? {} : { keyword }),
    ...(status === 'all' ? {} : { invitationStatus: status }),
    ...(courseId === undefined ? {} : { courseDesignId: courseId }),
  }
  return usePages(COACH_HOME_KEY, recordsOfCoach, { params: { coachId: useUserId() ?? '' }, query }, coachRows)
}

/**
 * Returns what the coach taught in each of the last six months, the oldest first. A month without a class has zeros.
 */
export function useRecordMonths() {
  const input = { params: { coachId: useUserId() ?? '' }, query: { months: CHART_MONTHS } }
  const today = useToday()
  return useRead(COACH_HOME_KEY, recordMonths, input, { select: (rows) => lastMonths(rows, today, CHART_MONTHS) })
}

/** Exports the records of so many months as a workbook. */
export function useExportRecords() {
  const params = { coachId: useUserId() ?? '' }
  return useWrite(exportRecords, {
    stale: [],
    says: (isKept) => (isKept ? exportRecords.outcome.done : undefined),
    send: async (months: number) => saveFetchedFile(await call(exportRecords, { params, query: { months } })),
  })
}

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
