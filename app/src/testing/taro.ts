import { useEffect } from 'react'
import { vi } from 'vitest'

/**
 * The part of Taro that the app uses, for tests. Storage is in memory, navigation is recorded, and a test can fire
 * hooks.
 */
type Handler = (...args: never[]) => void
type Life = 'show' | 'hide' | 'load' | 'pull' | 'bottom'

const storage = new Map<string, unknown>()
const lives: Record<Life, Set<() => void>> = {
  show: new Set(),
  hide: new Set(),
  load: new Set(),
  pull: new Set(),
  bottom: new Set(),
}
const events = new Map<string, Set<Handler>>()

/** The top page, as set by tests; Taro tracks its own pages. */
export const router = { path: '/pages/home/index', params: {} as Record<string, string> }
/** A page of the stack, with the parameters it was opened with. */
type OpenPage = { route: string; $taroParams?: Record<string, string> }
export const pages: OpenPage[] = [{ route: 'pages/home/index' }]

/** The answers of the top page when WeChat asks for its share message. */
export const shares: { chat?: (() => unknown) | undefined; timeline?: (() => unknown) | undefined } = {}

/** Calls every mounted hook of this kind, as Taro does when the page comes to the front or is pulled. */
export function fire(life: Life): void {
  for (const hear of lives[life]) hear()
}

/** Resets all state between tests. */
export function forgetTaro(): void {
  storage.clear()
  router.path = '/pages/home/index'
  router.params = {}
  shares.chat = undefined
  shares.timeline = undefined
  pages.splice(0, pages.length, { route: 'pages/home/index' })
  vi.clearAllMocks()
}

function useLife(life: Life, hear: () => void): void {
  useEffect(() => {
    lives[life].add(hear)
    return () => {
      lives[life].delete(hear)
    }
  })
}

export const useDidShow = (hear: () => void) => useLife('show', hear)
export const useDidHide = (hear: () => void) => useLife('hide', hear)
export const usePullDownRefresh = (hear: () => void) => useLife('pull', hear)
export const useReachBottom = (hear: () => void) => useLife('bottom', hear)
export const useShareAppMessage = (say: () => unknown) => {
  shares.chat = say
}
export const useShareTimeline = (say: () => unknown) => {
  shares.timeline = say
}
export const useRouter = () => router
export function useLoad(hear: (params: Record<string, string>) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => hear(router.params), [])
}

const trigger = (name: string) => {
  for (const hear of [...(events.get(name) ?? [])]) hear()
}

/** Opens at once; Taro's router then reports the page. */
const done = () => {
  trigger('__afterTaroRouterChange')
  return Promise.resolve({ errMsg: 'ok' })
}

export default {
  getStorageSync: (key: string) => storage.get(key) ?? '',
  setStorageSync: (key: string, value: unknown) => storage.set(key, value),
  removeStorageSync: (key: string) => storage.delete(key),
  pxTransform: (length: number) => `${length}px`,
  getCurrentPages: () => pages,
  getCurrentInstance: () => ({ router }),
  navigateTo: vi.fn(done),
  redirectTo: vi.fn(done),
  switchTab: vi.fn(done),
  navigateBack: vi.fn(done),
  setNavigationBarTitle: vi.fn(done),
  pageScrollTo: vi.fn(done),
  stopPullDownRefresh: vi.fn(),
  makePhoneCall: vi.fn(done),
  requestPayment: vi.fn(done),
  openLocation: vi.fn(done),
  setClipboardData: vi.fn(done),
  vibrateShort: vi.fn(done),
  eventCenter: {
    on: (name: string, hear: Handler) => {
      events.set(name, (events.get(name) ?? new Set()).add(hear))
    },
    trigger,
    off: (name: string, hear: Handler) => {
      events.get(name)?.delete(hear)
    },
  },
}
