import * as api from '@paidang/api/areas/activities/course-refunds'
import {
  CALENDAR_KEY,
  CARDS_KEY,
  CLASSES_KEY,
  ORDERS_KEY,
  PACKAGES_KEY,
  SCHEDULE_KEY,
} from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

const REFUNDS_KEY = ['course-refunds'] as const
const stale = [
  REFUNDS_KEY,
  ['contracts'],
  ...[CLASSES_KEY, SCHEDULE_KEY, CALENDAR_KEY],
  ...[PACKAGES_KEY, ORDERS_KEY, CARDS_KEY],
]

/** What a refund of a contract goes by; always as it is now. */
export const useCourseRefund = (contractId: string) =>
  useRead(REFUNDS_KEY, api.previewCourseRefund, contractId === '' ? null : { params: { id: contractId } }, {
    staleTime: 0,
  })

/**
 * 退课. Where another sum came of it by now, nothing is sent back, and the page shows the new one. The page itself
 * says why it failed.
 */
export const useRefundCourse = () => useWrite(api.refundCourse, { stale, refused: () => undefined })
