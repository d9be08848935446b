import Taro from '@tarojs/taro'
import { useSyncExternalStore } from 'react'

type RouteChange = { toLocation?: { path?: string } }

let path = pathOfHash()
const listeners = new Set<() => void>()

// Taro's router announces every change here; the browser's own hashchange misses those made by pushState.
Taro.eventCenter.on('__taroRouterChange', ({ toLocation }: RouteChange) => {
  const next = toLocation?.path ?? pathOfHash()
  if (next === path) return
  path = next
  for (const tell of listeners) tell()
})

/** Path of the page on top, without its query, for the bars that stand outside of pages. */
export function useCurrentPath(): string {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => path,
  )
}

function pathOfHash(): string {
  return window.location.hash.slice(1).split('?')[0] ?? ''
}
