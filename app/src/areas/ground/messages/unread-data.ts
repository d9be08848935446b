import { unreadCounts } from '@paidang/api/areas/messages'
import { UNREAD_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'

/** How many messages the user has not read, in total and by category; nothing is fetched for a guest. */
export function useUnreadCounts() {
  return useRead(UNREAD_KEY, unreadCounts, {}, { live: [{ kind: 'messages' }] })
}
