import { reportContent } from '@paidang/api/areas/reports'
import type { Input } from '@paidang/api/endpoint'
import { call } from '../../../platform/call'
import { useAction } from '../../../platform/use-action'

/** 举报: the report changes nothing for other users. */
export function useReport() {
  return useAction({
    endpoint: reportContent,
    stale: [],
    run: (body: Input<typeof reportContent>['body'], idempotencyKey) =>
      call(reportContent, { body }, { idempotencyKey }),
  })
}
