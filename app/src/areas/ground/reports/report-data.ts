import { reportContent } from '@paidang/api/areas/reports'
import type { Input } from '@paidang/api/endpoint'
import { useWrite } from '../../../platform/write'

/** 举报: the report changes nothing for other users. */
export function useReport() {
  return useWrite(reportContent, { stale: [], input: (body: Input<typeof reportContent>['body']) => ({ body }) })
}
