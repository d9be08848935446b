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

/**
 * Watches changes of these topics later than `askedAt` while the component is mounted; without topics it watches
 * nothing. `version` resolves to a text that differs after a change, for the time without a connection.
 */
function useLive(
  topics: readonly LiveTopic[],
  onChanged: (message?: ChangedMessage) => void,
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
      onChanged: (message) => latest.current.onChanged(message),
      askedAt: () => latest.current.askedAt(),
      version: hasVersion ? async () => (await latest.current.version?.()) ?? '' : undefined,
    })
  }, [key, hasVersion])
}

/** How a query follows changes besides reading again. */
export type LiveOptions<Answered> = {
  /** A text that differs after a change, for the time without a live connection. */
  version?: (() => Promise<string>) | undefined
  /** The answer after a change, where its message says it; undefined where only a read can tell. */
  applyChange?: ((shown: Answered, message: ChangedMessage) => Answered | undefined) | undefined
}

/**
 * Reads a query again in the background whenever one of these topics changes, unless the message itself carries the
 * answer. The old data stays until the new one is there.
 */
export function useLiveQuery<Answered>(
  topics: readonly LiveTopic[],
  queryKey: QueryKey,
  { version, applyChange }: LiveOptions<Answered> = {},
): void {
  const queryClient = useQueryClient()
  const latest = useRef({ queryKey, applyChange })
  latest.current = { queryKey, applyChange }
  const refetch = useRef<ReturnType<typeof createQuietRefetch<Answered>>>()
  refetch.current ??= createQuietRefetch<Answered>(queryClient, () => latest.current.queryKey)
  const onChanged = (message?: ChangedMessage) => {
    const { applyChange } = latest.current
    refetch.current?.(message && applyChange && ((shown) => applyChange(shown, message)))
  }
  useLive(topics, onChanged, () => askedAt(queryKey), version)
}
