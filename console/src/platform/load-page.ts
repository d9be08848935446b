/** The code of a page could not be loaded, because the server is unreachable or for another reason. */
export class PageNotLoaded extends Error {
  constructor(readonly isOffline: boolean) {
    super(isOffline ? '暂时连不上服务器' : '页面没有加载成功')
  }
}

/** Marks in this tab that it was reloaded because the code of a page was missing. */
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
 * Loads the code of a page. If a release removed it, the console is reloaded once. A second failure of the same page
 * is thrown.
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
    // Nothing more is shown before the reload.
    return new Promise(() => undefined)
  }
}
