import * as sharing from '@paidang/api/areas/sharing'
import type { Input } from '@paidang/api/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { readKey, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'

const SHARE_KEY = ['share'] as const

/** A page that can be shared. */
export type SharedPage = Input<typeof sharing.sharePage>['body']

/** The target of a short id; nothing is fetched without one. */
export function useOpenShare(shareId: string | null) {
  return useRead(SHARE_KEY, sharing.openShare, shareId === null ? null : { params: { shareId } })
}

/**
 * The short id, the pictures and the text under which the caller shares a page. They never change, so they are fetched
 * once: as soon as `isEnabled`, or at the latest by `find`.
 * @throws as a call does, from `find`
 */
export function useSharePage(page: SharedPage, isEnabled = false) {
  const userId = useUserId()
  const queryClient = useQueryClient()
  const input = { body: page }
  const staleTime = Number.POSITIVE_INFINITY
  const { data } = useRead(SHARE_KEY, sharing.sharePage, input, { isEnabled, staleTime })
  const queryKey = readKey(SHARE_KEY, sharing.sharePage, userId, input)
  const queryFn = () => call(sharing.sharePage, input)
  return { shared: data, find: () => queryClient.fetchQuery({ queryKey, queryFn, staleTime }) }
}
