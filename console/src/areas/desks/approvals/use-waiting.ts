import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import type { WaitingKind } from '@paidang/domain/kernel/waiting'
import { useRead } from '../../../platform/queries'

const LOOK_AGAIN_MS = 60_000

/** Counts what waits for an operator, and what of it is over its limit, by kinds. Zero for others than operators. */
export function useWaiting({ enabled = true }: { enabled?: boolean } = {}) {
  const { data } = useRead(readInbox, { query: {} }, { enabled, refetchInterval: LOOK_AGAIN_MS })
  return (kinds: readonly WaitingKind[]) => {
    const counts = data?.counts.filter(({ kind }) => kinds.includes(kind)) ?? []
    return {
      waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
      late: counts.reduce((sum, { late }) => sum + late, 0),
    }
  }
}
