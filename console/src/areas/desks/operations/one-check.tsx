import { readInvariantRun } from '@paidang/api/areas/desks/admin-invariants'
import { useRead } from '../../../platform/queries'
import { Failed } from '../../../ui/failed'
import { CheckResult } from './check-result'

/** A check of the history. */
export function OneCheck({ id }: { id: string }) {
  const { data, isError, error, refetch } = useRead(readInvariantRun, { params: { id } })
  if (isError) return <Failed error={error} onRetry={() => void refetch()} />
  return <CheckResult found={data} />
}
