import type { Shared } from '@paidang/api/areas/sharing'
import { linkedAddress } from '../../platform/picture-address'

/** A shared page as WeChat hands it on to a chat: title, path and picture. */
export function chatMessage({ title, path, picture }: Pick<Shared, 'title' | 'path' | 'picture'>) {
  return { title, path, imageUrl: linkedAddress(picture) }
}

/** The same for everybody's timeline, which opens this very page with the query of its path. */
export function timelineMessage({ title, path, picture }: Pick<Shared, 'title' | 'path' | 'picture'>) {
  return { title, query: path.split('?')[1] ?? '', imageUrl: linkedAddress(picture) }
}

type Message = { title: string; path: string }

/**
 * A message for a chat whose picture is asked for only now; WeChat waits for it for a moment. It goes out without a picture when
 * that fails, or where there is none.
 */
export function withPicture(message: Message, find: (() => Promise<Shared>) | undefined) {
  if (!find) return message
  const promise = find().then(
    ({ picture }) => ({ ...message, imageUrl: linkedAddress(picture) }),
    () => message,
  )
  return { ...message, promise }
}
