import { unreadCounts } from '@paidang/api/areas/messages'
import type { LiveTopic } from '@paidang/api/live'
import { useQuery } from '@tanstack/react-query'
import { UNREAD_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useLiveQuery } from '../../../platform/live'
import { useUserId } from '../../../platform/session'

const OWN_MESSAGES: LiveTopic[] = [{ kind: 'messages' }]
const NOTHING: LiveTopic[] = []

/** How many messages the user has not read, in total and by category; nothing is fetched for a guest. */
export function useUnreadCounts() {
  const userId = useUserId()
  const queryKey = [...UNREAD_KEY, userId]
  useLiveQuery(userId === null ? NOTHING : OWN_MESSAGES, queryKey)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(unreadCounts, {}, { signal }),
    enabled: userId !== null,
  })
}
