import type { Shared } from '@paidang/api/areas/sharing'
import { linkedAddress } from '../../../platform/picture-address'

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
