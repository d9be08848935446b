import { type LiveTopic, liveTopicKey } from '@paidang/api/live'
import { focusManager, onlineManager, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { freshToken } from './call'
import { type ChangedMessage, createLiveClient } from './live-client'
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

/** How a query follows changes besides reading again. Both depend on nothing but the topics. */
export type LiveOptions<Answered> = {
  /** A text that differs after a change, for the time without a live connection. */
  version?: (() => Promise<string>) | undefined
  /** The answer after a change, where its message says it; undefined where only a read can tell. */
  applyChange?: ((shown: Answered, message: ChangedMessage) => Answered | undefined) | undefined
}

/**
 * Reads a query again in the background whenever one of these topics changes, unless the message itself says the answer.
 * The old data stays until the new one is there. Without topics nothing is watched.
 */
export function useLiveQuery<Answered>(
  topics: readonly LiveTopic[],
  queryKey: QueryKey,
  { version, applyChange }: LiveOptions<Answered> = {},
): void {
  const queryClient = useQueryClient()
  const latest = useRef(queryKey)
  latest.current = queryKey
  const key = topics.map(liveTopicKey).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the topics, with what belongs to them
  useEffect(() => {
    if (key === '') return
    const refetch = createQuietRefetch<Answered>(queryClient, () => latest.current)
    return live.watch({
      topics,
      onChanged: (message) => refetch(message && applyChange && ((shown) => applyChange(shown, message))),
      askedAt: () => askedAt(latest.current),
      version,
    })
  }, [key, queryClient])
}
