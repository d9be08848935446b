import {
  focusManager,
  notifyManager,
  onlineManager,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { useDidHide, useDidShow } from '@tarojs/taro'
import { useSyncExternalStore } from 'react'
import { watchOnline } from './environment'
import { NetworkError } from './network-error'
import { sentAt } from './transport'

/** How often a fetch is retried after a network failure. */
const NETWORK_RETRIES = 2
/** How long an answer counts as fresh. Going back to a page within that time fetches nothing. */
const FRESH_MS = 15_000

onlineManager.setEventListener(watchOnline)

/**
 * Only network failures are retried, refusals are not. Who has waited the whole time for an answer reads so, and asks
 * again by a press.
 */
export const mayRetry = (failures: number, error: Error): boolean =>
  error instanceof NetworkError && !error.hasTimedOut && failures < NETWORK_RETRIES

/**
 * The app's cache of the server's answers. Offline, fetches fail at once and show their cause instead of waiting.
 * Earlier data stays on the screen.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: mayRetry,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** When the shown data of a query was requested, and the latest request. */
const asked = new WeakMap<Query, { latestMs: number; shownMs?: number }>()

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return
  const { query, action } = event
  const known = asked.get(query)
  if (action.type === 'fetch') asked.set(query, { ...known, latestMs: Date.now() })
  else if (action.type === 'success' && !action.manual && known) asked.set(query, { ...known, shownMs: known.latestMs })
})

/**
 * When the shown data under a key was requested, or the data that is about to be shown. Undefined where that is
 * unknown.
 */
export function askedAt(queryKey: QueryKey): number | undefined {
  const query = queryClient.getQueryCache().find({ queryKey })
  if (!query) return undefined
  const { dataUpdateCount, dataUpdatedAt, fetchStatus } = query.state
  const known = asked.get(query)
  // A query that began with data has it of the page.
  const begunMs = dataUpdateCount === 0 && dataUpdatedAt > 0 ? dataUpdatedAt : undefined
  const askedMs = known?.shownMs ?? begunMs ?? (fetchStatus === 'fetching' ? known?.latestMs : undefined)
  return askedMs === undefined ? undefined : sentAt(askedMs)
}

/** Notifies the cache when the app comes to the front; for the root of the app. */
export function useQueryFocus(): void {
  useDidShow(() => focusManager.setFocused(true))
  useDidHide(() => focusManager.setFocused(false))
}

/** Whether anything on screen is an answer of the server. */
export function useShowsAnswers(): boolean {
  const cache = queryClient.getQueryCache()
  return useSyncExternalStore(
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    () => cache.findAll({ type: 'active' }).some(({ state }) => state.data !== undefined),
  )
}

/** Whether the device has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )
}
