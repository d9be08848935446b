import * as sharing from '@paidang/api/areas/sharing'
import type { Input } from '@paidang/api/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'

/** A page that can be shared. */
export type SharedPage = Input<typeof sharing.sharePage>['body']

/** The target of a short id; nothing is fetched without one. */
export function useOpenShare(shareId: string | null) {
  const userId = useUserId()
  return useQuery({
    queryKey: ['share', 'open', userId, shareId],
    queryFn: ({ signal }) => call(sharing.openShare, { params: { shareId: shareId ?? '' } }, { signal }),
    enabled: shareId !== null,
  })
}

/**
 * The short id, the pictures and the text under which the caller shares a page. They never change, so they are fetched
 * once: as soon as `isEnabled`, or at the latest by `find`.
 * @throws as a call does, from `find`
 */
export function useSharePage(page: SharedPage, isEnabled = false) {
  const userId = useUserId()
  const queryClient = useQueryClient()
  const query = {
    queryKey: ['share', 'page', userId, page.kind, page.objectId],
    queryFn: () => call(sharing.sharePage, { body: page }),
    staleTime: Number.POSITIVE_INFINITY,
  }
  const { data } = useQuery({ ...query, enabled: isEnabled && userId !== null })
  return { shared: data, find: () => queryClient.fetchQuery(query) }
}
