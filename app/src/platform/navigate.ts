import Taro from '@tarojs/taro'
import { homePath, isTabPath } from '../paths'
import { keepPlace, leavePage, returnToPlace } from './back-guard'
import { leaveIfAllowed } from './leave-question'
import { loginPath } from './login-path'
import { readStored, store, unstore } from './storage'

/** WeChat keeps at most ten pages; beyond, a new one takes the place of the top one. */
const MAX_PAGES = 10

/** The page that led to the present tab, while the back button leads straight to it. */
let pageBelow: string | undefined

/** Opens a page of the app by its address; a tab is switched to. */
export function goTo(url: string): Promise<void> {
  const go = () =>
    leavePage(async () => {
      const from = currentUrl()
      pageBelow = undefined
      if (isTabPath(url)) {
        if (!isTabPath(from) && keepPlace()) pageBelow = from
        await Taro.switchTab({ url })
      } else if (Taro.getCurrentPages().length >= MAX_PAGES) await Taro.redirectTo({ url })
      else await Taro.navigateTo({ url })
    })
  // A page that opens over this one leaves what was typed here as it is.
  return isTabPath(url) ? leaveIfAllowed(go) : go()
}

/** Opens a page in place of this one. */
export function replaceWith(url: string): Promise<void> {
  return leaveIfAllowed(() => leavePage(() => (isTabPath(url) ? Taro.switchTab({ url }) : Taro.redirectTo({ url }))))
}

/** Back to the page that led to this tab when it is the wanted one, else to the wanted one in this place. */
export function returnTo(url: string): Promise<void> {
  const isBelow = pageBelow === url
  pageBelow = undefined
  return isBelow ? leavePage(returnToPlace) : replaceWith(url)
}

/** To the page before, or home when this one was opened by its address. */
export function back(): Promise<void> {
  return leaveIfAllowed(() =>
    leavePage(() => (Taro.getCurrentPages().length > 1 ? Taro.navigateBack() : Taro.switchTab({ url: homePath() }))),
  )
}

/** Back to a page that still lies below this one and was opened with these parameters, else to it in this place. */
export function backTo(url: string): Promise<void> {
  return leavePage(() => {
    const below = Taro.getCurrentPages().slice(0, -1)
    const delta = below.reverse().findIndex((page) => isOpenAt(page, url)) + 1
    return delta > 0 ? Taro.navigateBack({ delta }) : Taro.redirectTo({ url })
  })
}

/** Whether a page shows what an address names; it may know more, as a share link's token. */
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

/** A route without its query, and without the stroke that only some platforms begin it with. */
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
  // Taro keeps parameters encoded as they stood in the address.
  return `${plainPath}?${own.map(([name, value]) => `${name}=${value}`).join('&')}`
}

/** Whether the log-in page is on top. */
export function isAtLogin(): boolean {
  return currentUrl().split('?')[0] === loginPath()
}

/** To the log-in page, remembering where to come back to. */
export async function goToLogin(): Promise<void> {
  if (isAtLogin()) return
  store('returnTo', currentUrl())
  await goTo(loginPath())
}

/** After a log-in: back to where it was asked for, with what was typed there; else home. */
export async function leaveLogin(): Promise<void> {
  const url = readStored<string>('returnTo')
  unstore('returnTo')
  // The page below, if there is one, is the one that asked.
  if (Taro.getCurrentPages().length > 1) await back()
  else await replaceWith(url ?? homePath())
}
