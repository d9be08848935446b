import { type LiveTopic, liveTopicKey } from '@paidang/api/live'
import { focusManager, onlineManager, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { freshToken } from './call'
import { createLiveClient } from './live-client'
import { openSocket } from './live-socket'
import { askedAt } from './query'
import { createQuietRefetch } from './quiet-refetch'
import { currentSession, useSession } from './session'

/** The one live connection of the app. */
const live = createLiveClient({
  openSocket,
  freshToken,
  random: Math.random,
  conditions() {
    const { userId, token } = currentSession()
    return { isActive: focusManager.isFocused() && onlineManager.isOnline(), userId, token }
  },
})

focusManager.subscribe(live.conditionsChanged)
onlineManager.subscribe(live.conditionsChanged)
useSession.subscribe(live.conditionsChanged)

/**
 * Hears of changes of these topics while the component is there, later than `askedAt`; none: of nothing. `version` answers a text that differs when
 * something changed, for the time without a connection.
 */
function useLive(
  topics: readonly LiveTopic[],
  onChanged: () => void,
  askedAt: () => number | undefined,
  version?: () => Promise<string>,
): void {
  const latest = useRef({ topics, onChanged, askedAt, version })
  latest.current = { topics, onChanged, askedAt, version }
  const key = topics.map(liveTopicKey).join(' ')
  const hasVersion = version !== undefined
  useEffect(() => {
    if (key === '') return
    return live.watch({
      topics: latest.current.topics,
      onChanged: () => latest.current.onChanged(),
      askedAt: () => latest.current.askedAt(),
      version: hasVersion ? async () => (await latest.current.version?.()) ?? '' : undefined,
    })
  }, [key, hasVersion])
}

/** Reads a query again, quietly, whenever one of these topics changes; what is shown stays until the answer is there. */
export function useLiveQuery(topics: readonly LiveTopic[], queryKey: QueryKey, version?: () => Promise<string>): void {
  const queryClient = useQueryClient()
  const latest = useRef(queryKey)
  latest.current = queryKey
  const refetch = useRef<() => void>()
  refetch.current ??= createQuietRefetch(queryClient, () => latest.current)
  useLive(topics, refetch.current, () => askedAt(queryKey), version)
}
