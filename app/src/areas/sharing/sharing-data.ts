import * as sharing from '@paidang/api/areas/sharing'
import type { Input } from '@paidang/api/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useUserId } from '../../platform/session'

/** A page that is handed on. */
export type SharedPage = Input<typeof sharing.sharePage>['body']

/** Where a short id leads; nothing is asked without one. */
export function useOpenShare(shareId: string | null) {
  const userId = useUserId()
  return useQuery({
    queryKey: ['share', 'open', userId, shareId],
    queryFn: ({ signal }) => call(sharing.openShare, { params: { shareId: shareId ?? '' } }, { signal }),
    enabled: shareId !== null,
  })
}

/**
 * The short id, the pictures and the words under which the caller hands a page on. They are the same each time: asked for once,
 * as soon as `isWanted`, or at the latest by `find`, which throws as a call does.
 */
export function useSharePage(page: SharedPage, isWanted = false) {
  const userId = useUserId()
  const queryClient = useQueryClient()
  const query = {
    queryKey: ['share', 'page', userId, page.kind, page.objectId],
    queryFn: () => call(sharing.sharePage, { body: page }),
    staleTime: Number.POSITIVE_INFINITY,
  }
  const { data } = useQuery({ ...query, enabled: isWanted && userId !== null })
  return { shared: data, find: () => queryClient.fetchQuery(query) }
}
