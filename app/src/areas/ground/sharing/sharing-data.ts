import type { Shared } from '@paidang/api/areas/views/sharing'
import * as sharing from '@paidang/api/areas/views/sharing'
import type { Input } from '@paidang/api/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { linkedAddress } from '../../../platform/picture-address'
import { readKey, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'

const SHARE_KEY = ['share'] as const

/** A page that can be shared. */
type SharedPage = Input<typeof sharing.sharePage>['body']

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

const SHARE_ID = /^[0-9A-Za-z]{1,16}$/

/**
 * The short id of a shared page. It comes from the address, or from the encoded scene of a scanned code
 * (`i%3DAb12Cd34`). Null if it is missing or invalid.
 */
export function shareIdOf({ i, scene }: { i?: string | undefined; scene?: string | undefined }): string | null {
  const text = i ?? /(?:^|&)i=([^&]*)/.exec(decoded(scene ?? ''))?.[1]
  return text !== undefined && SHARE_ID.test(text) ? text : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** A shared page as a WeChat chat message: title, path and picture. */
export function chatMessage({ title, path, picture }: Pick<Shared, 'title' | 'path' | 'picture'>) {
  return { title, path, imageUrl: linkedAddress(picture) }
}

/** The same for the WeChat timeline, which opens this page with the query of its path. */
export function timelineMessage({ title, path, picture }: Pick<Shared, 'title' | 'path' | 'picture'>) {
  return { title, query: path.split('?')[1] ?? '', imageUrl: linkedAddress(picture) }
}

type Message = { title: string; path: string }

/**
 * A chat message whose picture is fetched only now; WeChat waits a moment for it. Without a picture, or after a
 * failure, the message has none.
 */
export function withPicture(message: Message, find: (() => Promise<Shared>) | undefined) {
  if (!find) return message
  const promise = find().then(
    ({ picture }) => ({ ...message, imageUrl: linkedAddress(picture) }),
    () => message,
  )
  return { ...message, promise }
}
