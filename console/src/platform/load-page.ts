/** The code of a page could not be loaded, because the server is unreachable or for another reason. */
export class PageNotLoaded extends Error {
  constructor(readonly isOffline: boolean) {
    super(isOffline ? '暂时连不上服务器' : '页面没有加载成功')
  }
}

/** Marks in this tab that it was reloaded because the code of a page was missing. */
const RELOADED = 'paidang-console-reloaded'

/** Whether this tab was reloaded already. Blocked storage cannot tell, and a second reload could go on forever. */
function wasReloaded(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) !== null) return true
    sessionStorage.setItem(RELOADED, '1')
    return false
  } catch {
    return true
  }
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(RELOADED)
  } catch {
    // Blocked storage remembers nothing.
  }
}

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
    forgetReload()
    return page
  } catch {
    if (!(await isReachable())) throw new PageNotLoaded(true)
    if (wasReloaded()) throw new PageNotLoaded(false)
    reload()
    // Nothing more is shown before the reload.
    return new Promise(() => undefined)
  }
}
