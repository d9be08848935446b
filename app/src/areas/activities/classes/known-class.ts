import type { InvitationResponse } from '@paidang/api/areas/classes'
import { useQueryClient } from '@tanstack/react-query'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { useUserId } from '../../../platform/session'
import type { ClassInvitation } from './parts/invitation-info'
import { toMyClass } from './parts/my-class'

/** Returns a class from a list that the caller has loaded. The class page shows it until its own data is there. */
export function useKnownClass(id: string): ClassInvitation | undefined {
  const queryClient = useQueryClient()
  const userId = useUserId()
  const kept = queryClient.getQueriesData({
    queryKey: CLASSES_KEY,
    predicate: ({ queryKey }) => userId !== null && queryKey.includes(userId),
  })
  const row = kept.flatMap(([, data]) => rowsIn(data)).find(({ invitation }) => invitation?.id === id)
  return row && toMyClass(row).invitation
}

/** The rows of what the cache holds of a list: all of it, a page, or page by page. */
function rowsIn(data: unknown): InvitationResponse[] {
  if (Array.isArray(data)) return data
  const { rows, pages } = (data ?? {}) as { rows?: InvitationResponse[]; pages?: unknown[] }
  return rows ?? pages?.flatMap(rowsIn) ?? []
}
