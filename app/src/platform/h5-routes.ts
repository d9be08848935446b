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
    return route.action({ pathname }, {})
  }
}
