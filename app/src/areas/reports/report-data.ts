import { reportContent } from '@paidang/api/areas/reports'
import type { Input } from '@paidang/api/endpoint'
import { call } from '../../platform/call'
import { useDeed } from '../../platform/use-deed'

/** 举报: what is reported stays as it is for everybody. */
export function useReport() {
  return useDeed({
    endpoint: reportContent,
    stale: [],
    run: (body: Input<typeof reportContent>['body'], idempotencyKey) =>
      call(reportContent, { body }, { idempotencyKey }),
  })
}
