import Taro from '@tarojs/taro'
import { useSyncExternalStore } from 'react'
import { plainLink } from './plain-link'

type RouteChange = { toLocation?: { path?: string } }

// Before the router reads the address.
repairAddress()

let path = pathOfHash()
let isUnknown = false
const listeners = new Set<() => void>()

// Taro's router reports every change here; the browser's own hashchange misses those made by pushState.
Taro.eventCenter.on('__taroRouterChange', ({ toLocation }: RouteChange) => {
  const next = toLocation?.path ?? pathOfHash()
  if (next === path && !isUnknown) return
  path = next
  isUnknown = false
  for (const notify of listeners) notify()
})

Taro.eventCenter.on('__taroRouterNotFound', () => {
  // A damaged link that was opened while the app runs.
  if (repairAddress()) return window.location.reload()
  isUnknown = true
  for (const notify of listeners) notify()
})

/** Path of the page on top, without its query, for the bars outside of pages. */
export function useCurrentPath(): string {
  return useSyncExternalStore(listen, () => path)
}

/** Whether the address is of no page. */
export function useIsUnknownPath(): boolean {
  return useSyncExternalStore(listen, () => isUnknown)
}

function listen(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Replaces an address that a program damaged. @returns whether it was one */
function repairAddress(): boolean {
  const { pathname, search, hash } = window.location
  // The server marks its answer to an unknown path so. Otherwise the path is where the app lies.
  const isElsewhere = document.querySelector('base') !== null
  const plain = plainLink(isElsewhere ? { pathname, search, hash } : { pathname: '', search: '', hash })
  if (plain === '') return false
  window.history.replaceState(window.history.state, '', `${isElsewhere ? '/' : pathname + search}#${plain}`)
  return window.location.hash !== hash
}

function pathOfHash(): string {
  return window.location.hash.slice(1).split('?')[0] ?? ''
}
