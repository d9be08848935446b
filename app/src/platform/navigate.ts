import Taro from '@tarojs/taro'
import { create } from 'zustand'
import { homePath, isTabPath } from '../paths'
import { leavePage, rememberPlace, returnToPlace } from './back-guard'
import { loginPath, pageOpened } from './environment'
import { readStored, store, unstore } from './storage'

/** WeChat keeps at most ten pages. Beyond that, a new page replaces the top one. */
const MAX_PAGES = 10

/** The target of the navigation under way, until its page is shown. */
export const useUnderWay = create<{ target?: string | undefined }>(() => ({}))

/** The tab that was last opened from within the app. */
let openedTab: string | undefined
export const lastTab = () => openedTab

/** Whether what runs now follows a call whose page was left: it navigates nowhere. */
let isAway = false
export const isPageLeft = () => isAway

/**
 * Remembers the page on top, for what follows a call of it. The returned function runs that. If the user has gone
 * elsewhere meanwhile, nothing in it navigates.
 */
export function fromHere(): <T>(work: () => T) => T {
  const url = currentUrl()
  const wasAway = isAway
  return (work) => {
    const before = isAway
    isAway = wasAway || currentUrl() !== url || useUnderWay.getState().target !== undefined
    try {
      return work()
    } finally {
      isAway = before
    }
  }
}

/** Navigates, unless a navigation to the same target is under way: the second of two quick presses does nothing. */
async function once(target: string, go: () => Promise<unknown>): Promise<void> {
  if (isAway || useUnderWay.getState().target === target) return
  useUnderWay.setState({ target })
  if (isTabPath(target)) openedTab = target
  try {
    await leavePage(async () => {
      // The router of the web reports nothing when the tab is open already.
      const isOpened = target === currentUrl() ? undefined : pageOpened()
      await go()
      await isOpened
    })
  } finally {
    if (useUnderWay.getState().target === target) useUnderWay.setState({ target: undefined })
  }
}

/** The page that led to the present tab, as long as the back button leads straight to it. */
let pageBelow: string | undefined

/** Opens a page of the app by its address; switches to a tab. */
export function goTo(url: string): Promise<void> {
  const go = () =>
    once(url, async () => {
      const from = currentUrl()
      pageBelow = undefined
      if (isTabPath(url)) {
        if (!isTabPath(from) && rememberPlace()) pageBelow = from
        await Taro.switchTab({ url })
      } else if (Taro.getCurrentPages().length >= MAX_PAGES) await Taro.redirectTo({ url })
      else await Taro.navigateTo({ url })
    })
  // A page that opens over this one keeps the input here.
  return isTabPath(url) ? leaveIfAllowed(go) : go()
}

/** Opens a page in place of this one. */
export function replaceWith(url: string): Promise<void> {
  return leaveIfAllowed(() => once(url, () => (isTabPath(url) ? Taro.switchTab({ url }) : Taro.redirectTo({ url }))))
}

/** Goes back to the page that led to this tab if it is the requested one. Else it replaces this page by it. */
export function returnTo(url: string): Promise<void> {
  const isBelow = pageBelow === url
  pageBelow = undefined
  return isBelow ? once(url, returnToPlace) : replaceWith(url)
}

/** Goes to the previous page, or home if this one was opened by its address. */
export function back(): Promise<void> {
  return leaveIfAllowed(() =>
    Taro.getCurrentPages().length > 1
      ? once('back', () => Taro.navigateBack())
      : once(homePath(), () => Taro.switchTab({ url: homePath() })),
  )
}

/** Goes back to a page below this one with the same parameters, else replaces this page by it. */
export function backTo(url: string): Promise<void> {
  return once(url, () => {
    const below = Taro.getCurrentPages().slice(0, -1)
    const delta = below.reverse().findIndex((page) => isOpenAt(page, url)) + 1
    return delta > 0 ? Taro.navigateBack({ delta }) : Taro.redirectTo({ url })
  })
}

/** Goes back if the page right below shows this address; an address without parameters fits any. Else as `backTo`. */
export function backOr(below: string, instead: string): Promise<void> {
  const pages = Taro.getCurrentPages()
  const page = pages[pages.length - 2]
  return page && isOpenAt(page, below) ? back() : backTo(instead)
}

/** Leaves the steps from the page of an address on: back to the page below it. Without such a page, opens `instead`. */
export function backBelow(url: string, instead: string): Promise<void> {
  const pages = Taro.getCurrentPages()
  const at = pages.findIndex((page) => isOpenAt(page, url))
  return at > 0 ? once(url, () => Taro.navigateBack({ delta: pages.length - at })) : backTo(instead)
}

/**
 * Whether a page shows the object of an address. The page may have further parameters, such as the token of a share
 * link.
 */
function isOpenAt({ route = '', $taroParams: params = {} }: Taro.Page, url: string): boolean {
  const [path = '', query = ''] = url.split('?')
  return (
    plainRoute(route) === plainRoute(path) &&
    query.split('&').every((pair) => {
      const [name = '', value] = pair.split('=')
      return name === '' || params[name] === value
    })
  )
}

/** A route without its query, and without the leading slash of some platforms. */
function plainRoute(route: string): string {
  return route.replace(/^\/+/, '').split('?')[0] ?? ''
}

/** Address of the page on top, with its own parameters. */
function currentUrl(): string {
  const { path = homePath(), params = {} } = Taro.getCurrentInstance().router ?? {}
  const own = Object.entries(params).filter(
    ([name, value]) => !name.startsWith('$') && name !== 'stamp' && value !== undefined,
  )
  const plainPath = `/${path.split('?')[0]}`.replace(/^\/+/, '/')
  if (own.length === 0) return plainPath
  // Taro keeps parameters encoded as in the address.
  return `${plainPath}?${own.map(([name, value]) => `${name}=${value}`).join('&')}`
}

/** Whether the log-in page is on top. */
export function isAtLogin(): boolean {
  return currentUrl().split('?')[0] === loginPath()
}

/** The log-in took the place of the page that asked for it, because no further page could open. */
let hasTakenPlace = false

/** Opens the log-in page, and remembers where to return. */
export async function goToLogin(): Promise<void> {
  if (isAtLogin()) return
  hasTakenPlace = Taro.getCurrentPages().length >= MAX_PAGES
  store('returnTo', currentUrl())
  await goTo(loginPath())
}

/** Leaves the log-in page: back to the page that asked for it, with its input, else home. */
export async function leaveLogin(): Promise<void> {
  const url = readStored<string>('returnTo')
  unstore('returnTo')
  // If there is a page below, it usually asked for the log-in.
  if (Taro.getCurrentPages().length > 1 && !hasTakenPlace) await back()
  else await replaceWith(url ?? homePath())
}

/** Asks whether unsaved input may be discarded; resolves to whether the user leaves. */
export type LeaveQuestion = () => Promise<boolean>

let open: LeaveQuestion | undefined

/** From now on this question is asked before the top page is left. Returns a function that removes it. */
export function askBeforeLeaving(question: LeaveQuestion): () => void {
  open = question
  return () => {
    if (open === question) open = undefined
  }
}

/** Navigates, or asks first if input would be lost. */
async function leaveIfAllowed(go: () => Promise<void>): Promise<void> {
  if (isAway || (open && !(await open()))) return
  await go()
}
