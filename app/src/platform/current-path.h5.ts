import Taro from '@tarojs/taro'
import { useSyncExternalStore } from 'react'

type RouteChange = { toLocation?: { path?: string } }

let path = pathOfHash()
const listeners = new Set<() => void>()

// Taro's router reports every change here; the browser's own hashchange misses those made by pushState.
Taro.eventCenter.on('__taroRouterChange', ({ toLocation }: RouteChange) => {
  const next = toLocation?.path ?? pathOfHash()
  if (next === path) return
  path = next
  for (const notify of listeners) notify()
})

/** Path of the page on top, without its query, for the bars outside of pages. */
export function useCurrentPath(): string {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => path,
  )
}

function pathOfHash(): string {
  return window.location.hash.slice(1).split('?')[0] ?? ''
}
