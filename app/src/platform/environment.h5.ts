import type { ClientErrorKind } from '@paidang/domain/kernel/client-error'
import Taro from '@tarojs/taro'
import { useSyncExternalStore } from 'react'
import { loginH5Path } from '../paths'

const DESK = '(min-width: 1024px)'

/**
 * Whether the window is as wide as a desktop: two columns, and no bar at the foot. Source: design "Desktop and wide".
 */
export function useWide(): boolean {
  return useSyncExternalStore(
    (notify) => {
      // Older browsers do not support listening to a media query.
      window.addEventListener('resize', notify)
      return () => window.removeEventListener('resize', notify)
    },
    () => matchMedia(DESK).matches,
  )
}

/** A browser has no mode that shows a single page alone. */
export const isSinglePage = (): boolean => false

/** The public origin of the server: as configured, else the origin of the app itself. */
export const serverOrigin = (): string => API_ORIGIN || window.location.origin

/** Family names in a user agent; the first match counts. Many browsers also name Chrome or Safari. */
const FAMILIES = ['MicroMessenger', 'Edg', 'Firefox', 'CriOS', 'Chrome', 'Version']

/** The browser's family and its version. */
export function clientName(): string {
  for (const family of FAMILIES) {
    const version = new RegExp(`${family}/(\\d+)`).exec(navigator.userAgent)?.[1]
    if (version) return `${family === 'Version' ? 'Safari' : family} ${version}`
  }
  return ''
}

/** Called with errors that nobody caught. */
export type OnError = (kind: ClientErrorKind, error: unknown) => void

/** Reports errors that nobody caught, from now on. */
export function watchErrors(hear: OnError): void {
  window.addEventListener('error', ({ error, message }) => hear('script', error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => hear('rejection', reason))
}

/** Reports whether the browser has a network, now and on each change. Returns a function that stops it. */
export function watchOnline(report: (online: boolean) => void): () => void {
  const notify = () => report(navigator.onLine)
  notify()
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

/** The log-in page of this platform. */
export const loginPath = loginH5Path

/** Resolves when the router shows a page, whose code may first have to load, or when the browser goes back instead. */
export function pageOpened(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      Taro.eventCenter.off('__afterTaroRouterChange', done)
      window.removeEventListener('popstate', done)
      resolve()
    }
    Taro.eventCenter.on('__afterTaroRouterChange', done)
    window.addEventListener('popstate', done)
  })
}

/**
 * Runs the work while no other tab runs its own. If two tabs used one refresh token at once, one pair would replace
 * the other. The tab with the replaced pair would log the user out at its next refresh.
 */
export async function withRefreshLock(work: () => Promise<void>): Promise<void> {
  // Absent before 2022 and on pages without https. There the small risk between two tabs remains.
  if ('locks' in navigator) await navigator.locks.request('paidang-refresh', work)
  else await work()
}

/** Calls back when another tab of the browser changes the storage. */
export function watchStorage(onChange: () => void): void {
  window.addEventListener('storage', onChange)
}

/** Whether the user asked the system for reduced motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** 跟随系统, 浅色, 深色 */
export type Theme = 'system' | 'light' | 'dark'

/** Sets the theme on the root element, where the tokens read it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/**
 * Returns undefined. A browser itself applies the user's text size to the root element and to the media query of
 * `short-lines`.
 */
export function useTextSize(): string | undefined {
  return undefined
}
