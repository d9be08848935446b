import { focusManager, onlineManager, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import { useDidHide, useDidShow } from '@tarojs/taro'
import { useSyncExternalStore } from 'react'
import { NetworkError } from './network-error'
import { watchOnline } from './online'

/** How often a fetch that the network lost is tried again. */
const NETWORK_RETRIES = 2
/** For how long an answer counts as fresh: going back to a page shows it without asking again. */
const FRESH_MS = 15_000

onlineManager.setEventListener(watchOnline)

/**
 * The app's cache of what the server said. Only lost calls are tried again: a refusal stays one. Offline nothing waits in
 * silence: fetches fail and show their cause, and what was fetched before stays on the screen.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => error instanceof NetworkError && failures < NETWORK_RETRIES,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** When what a query shows was asked for, and what is under way. */
const asked = new WeakMap<Query, { latestMs: number; shownMs?: number }>()

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return
  const { query, action } = event
  const known = asked.get(query)
  if (action.type === 'fetch') asked.set(query, { ...known, latestMs: Date.now() })
  else if (action.type === 'success' && !action.manual && known) asked.set(query, { ...known, shownMs: known.latestMs })
})

/** When what is shown under a key was asked for, or what is about to be; undefined where that is not known. */
export function askedAt(queryKey: QueryKey): number | undefined {
  const query = queryClient.getQueryCache().find({ queryKey })
  const known = query && asked.get(query)
  return known?.shownMs ?? (query?.state.fetchStatus === 'fetching' ? known?.latestMs : undefined)
}

/** Tells the cache when the app comes to the front: for the root of the app. */
export function useQueryFocus(): void {
  useDidShow(() => focusManager.setFocused(true))
  useDidHide(() => focusManager.setFocused(false))
}

/** Whether the device has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )
}
