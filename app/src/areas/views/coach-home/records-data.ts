import { exportRecords, recordMonths, recordsOfCoach } from '@paidang/api/areas/coach-home'
import type { InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import { dayOf } from '@paidang/domain/kernel/day'
import { COACH_HOME_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { usePages, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'
import { saveFetchedFile } from '../../../ui/save-fetched-file'
import { lastMonths } from './parts/record-months'
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
  return useRead(COACH_HOME_KEY, recordMonths, input, {
    select: (rows) => lastMonths(rows, dayOf(new Date()), CHART_MONTHS),
  })
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
