/** The code of a page did not come: without a line to the server, or for another reason. */
export class PageNotLoaded extends Error {
  constructor(readonly isOffline: boolean) {
    super(isOffline ? '暂时连不上服务器' : '页面没有加载成功')
  }
}

/** Says in this tab that it was loaded anew for a page whose code did not come. */
const RELOADED = 'paidang-console-reloaded'

/** Whether the server answers at all. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/console/', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Fetches the code of a page. What a release took away is followed by loading the console anew, once; the same page failing again
 * says so.
 *
 * @throws PageNotLoaded
 */
export async function loadPage<T>(load: () => Promise<T>, reload = () => location.reload()): Promise<T> {
  try {
    const page = await load()
    sessionStorage.removeItem(RELOADED)
    return page
  } catch {
    if (!(await isReachable())) throw new PageNotLoaded(true)
    if (sessionStorage.getItem(RELOADED) !== null) throw new PageNotLoaded(false)
    sessionStorage.setItem(RELOADED, '1')
    reload()
    // Nothing more is shown before the console is loaded anew.
    return new Promise(() => undefined)
  }
}
