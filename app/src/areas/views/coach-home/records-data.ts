import { exportRecords, recordMonths, recordsOfCoach } from '@paidang/api/areas/coach-home'
import type { InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import { dayOf } from '@paidang/domain/kernel/day'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { COACH_HOME_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText, showDone, showFailed } from '../../../platform/toast'
import { saveFetchedFile } from '../../../ui/save-fetched-file'
import { usePagedClasses } from './paged-classes-data'
import { lastMonths } from './parts/record-months'

/** The filters of the records. `keyword` is searched in players, venue and course. */
export type RecordFilters = { keyword: string; status: InvitationStatus | 'all'; courseId: string | undefined }

/** Number of months in the chart, including the current one. */
const CHART_MONTHS = 6

/**
 * Returns the coach's class records under these filters, the latest created first. Source: specification §9 "Sorts".
 */
export function useRecords({ keyword, status, courseId }: RecordFilters) {
  const coachId = useUserId() ?? ''
  return usePagedClasses([...COACH_HOME_KEY, 'records', coachId, keyword, status, courseId], (page, signal) =>
    call(
      recordsOfCoach,
      {
        params: { coachId },
        query: {
          ...page,
          sort: 'createTime',
          sord: 'desc',
          ...(keyword === '' ? {} : { keyword }),
          ...(status === 'all' ? {} : { invitationStatus: status }),
          ...(courseId === undefined ? {} : { courseDesignId: courseId }),
        },
      },
      { signal },
    ),
  )
}

/**
 * Returns what the coach taught in each of the last six months, the oldest first. A month without a class has zeros.
 */
export function useRecordMonths() {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...COACH_HOME_KEY, 'months', userId],
    queryFn: ({ signal }) =>
      call(recordMonths, { params: { coachId: userId ?? '' }, query: { months: CHART_MONTHS } }, { signal }),
    select: (rows) => lastMonths(rows, dayOf(new Date()), CHART_MONTHS),
    enabled: userId !== null,
  })
  return { ...query, cause: query.error ? failureText(recordMonths.outcome, query.error) : undefined }
}

/** Exports the records of so many months as a workbook. A second press while it runs does nothing. */
export function useExportRecords() {
  const coachId = useUserId() ?? ''
  const running = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: async (months: number) =>
      saveFetchedFile(await call(exportRecords, { params: { coachId }, query: { months } })),
    onSuccess: (isKept) => isKept && showDone(exportRecords.outcome),
    onError: (error) => showFailed(exportRecords.outcome, error),
    onSettled: () => {
      running.current = false
    },
  })
  const run = (months: number) => {
    if (running.current) return
    running.current = true
    mutate(months)
  }
  return { run, isPending }
}
