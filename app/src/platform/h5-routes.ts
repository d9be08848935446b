type Route = { path: string; action: (context: { pathname: string }, params: object) => unknown }

/** Finds the page of an address for Taro's router, in place of `universal-router`: no page has a pattern. */
export default class Routes {
  readonly #routes: readonly Route[]

  constructor(routes: readonly Route[]) {
    this.#routes = routes
  }

  /** @throws Error with the status 404 when there is no such page */
  async resolve(pathname: string): Promise<unknown> {
    const wanted = pathname.replace(/\/$/, '')
    const route = this.#routes.find(({ path }) => path === wanted)
    if (!route) throw Object.assign(new Error(`No page ${pathname}`), { status: 404 })
    const [page] = await Promise.all([route.action({ pathname }, {}), earlyAnswers()])
    return page
  }
}

/** Nobody notices a wait of this length (ms) before a first screen. A skeleton does not show earlier either. */
const PATIENCE_MS = 150

/**
 * Waits for what the page asked for early, which mostly is at the door: the first page is drawn once, with it, and not
 * first with a skeleton.
 */
async function earlyAnswers(): Promise<void> {
  const asked = window.earlyCalls?.map(({ answer }) => answer)
  if (!asked?.length) return
  await Promise.race([Promise.all(asked), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}
