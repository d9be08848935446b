import type { InvitationResponse } from '@paidang/api/areas/classes'
import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { useUserId } from '../../../platform/session'
import type { ClassInvitation } from './parts/invitation-info'
import { toMyClass } from './parts/my-class'

type Rows = InvitationResponse[]
type Page = Rows | { rows: Rows }
/** What the cache holds of a list of classes: all of it, or page by page. */
type Kept = Rows | InfiniteData<Page>

/** The query keys of lists of the caller's classes: those of every user, and those of a coach. */
const LISTS = ['mine', 'agenda', 'own', 'unfinished', 'day', 'requests', 'week', 'schedule', 'records']

/** Returns a class from a list that the caller has loaded. The class page shows it until its own data is there. */
export function useKnownClass(id: string): ClassInvitation | undefined {
  const queryClient = useQueryClient()
  const userId = useUserId()
  const isOwnList = (key: QueryKey) => key.includes(userId) && LISTS.some((name) => key.includes(name))
  const kept = queryClient.getQueriesData<Kept>({
    queryKey: CLASSES_KEY,
    predicate: ({ queryKey }) => userId !== null && isOwnList(queryKey),
  })
  const row = kept.flatMap(([, list]) => rowsOf(list)).find(({ invitation }) => invitation.id === id)
  return row && toMyClass(row).invitation
}

function rowsOf(list: Kept | undefined): Rows {
  if (list === undefined) return []
  if (Array.isArray(list)) return list
  return list.pages.flatMap((page) => (Array.isArray(page) ? page : page.rows))
}
