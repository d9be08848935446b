import { type LiveTopic, liveTopicKey } from '@paidang/api/live'
import { focusManager, onlineManager, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { freshToken } from './call'
import { createLiveClient } from './live-client'
import { askedAt } from './query'
import { createQuietRefetch } from './quiet-refetch'
import { currentSession, useSession } from './session'
import { openSocket } from './transport'

/** The only live connection of the app. */
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
 * Watches changes of these topics later than `askedAt` while the component is mounted; without topics it watches
 * nothing. `version` resolves to a text that differs after a change, for the time without a connection.
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

/**
 * Reads a query again in the background whenever one of these topics changes; the old data stays until the answer
 * arrives.
 */
export function useLiveQuery(topics: readonly LiveTopic[], queryKey: QueryKey, version?: () => Promise<string>): void {
  const queryClient = useQueryClient()
  const latest = useRef(queryKey)
  latest.current = queryKey
  const refetch = useRef<() => void>()
  refetch.current ??= createQuietRefetch(queryClient, () => latest.current)
  useLive(topics, refetch.current, () => askedAt(queryKey), version)
}
