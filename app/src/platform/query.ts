import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query'
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
