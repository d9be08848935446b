import { posix } from 'node:path'
import type { LivePage } from './live-page.ts'
import type { Package } from './package-files.ts'

/** WeChat's maximum of open pages. */
const MAX_PAGES = 10

/** Opens a route with the parameters of its address. */
export type Opener = (route: string, query: Record<string, string>) => LivePage

/** The open pages, the top one last, with WeChat's navigation rules. Each method returns a refusal or nothing. */
export class PageStack {
  readonly #package: Package
  readonly #create: Opener
  readonly #tabs = new Map<string, LivePage>()
  #pages: LivePage[] = []

  constructor(built: Package, create: Opener) {
    this.#package = built
    this.#create = create
  }

  get pages(): readonly LivePage[] {
    return this.#pages
  }

  get top(): LivePage {
    const top = this.#pages.at(-1)
    if (!top) throw new Error('no page is open')
    return top
  }

  navigateTo(url: string): string | undefined {
    const { route, query } = this.#parse(url)
    const refusal = this.#whyNotPage(route)
    if (refusal) return refusal
    if (this.#pages.length >= MAX_PAGES) return `page limit exceeded: ${MAX_PAGES}`
    this.#pages.at(-1)?.notify('onHide')
    this.#push(route, query)
    return undefined
  }

  redirectTo(url: string): string | undefined {
    const { route, query } = this.#parse(url)
    const refusal = this.#whyNotPage(route)
    if (refusal) return refusal
    this.#drop(this.#pages.pop())
    this.#push(route, query)
    return undefined
  }

  switchTab(url: string): string | undefined {
    const { route, query } = this.#parse(url)
    if (!this.#package.tabs.includes(route)) return `can not switch to no-tabBar page ${route}`
    if (Object.keys(query).some((name) => !name.startsWith('__'))) return 'url has a query, which a tab does not take'
    const [bottom] = this.#pages
    const known = this.#tabs.get(route)
    if (known && known === this.top) return undefined
    if (bottom && this.top === bottom) bottom.notify('onHide')
    for (const page of this.#pages.slice(1).reverse()) this.#drop(page)
    if (bottom && this.#tabs.get(bottom.route) !== bottom) this.#drop(bottom)
    this.#pages = []
    if (!known) this.#push(route, query)
    else {
      this.#pages.push(known)
      known.notify('onShow')
    }
    return undefined
  }

  reLaunch(url: string): string | undefined {
    const { route, query } = this.#parse(url)
    if (!this.#package.routes.includes(route)) return `page "${route}" is not found`
    for (const page of [...this.#pages].reverse()) this.#drop(page)
    for (const page of this.#tabs.values()) if (!this.#pages.includes(page)) this.#drop(page)
    this.#tabs.clear()
    this.#pages = []
    this.#push(route, query)
    return undefined
  }

  navigateBack(delta = 1): string | undefined {
    if (this.#pages.length < 2) return 'cannot navigate back at first page.'
    for (const page of this.#pages.splice(Math.max(1, this.#pages.length - delta)).reverse()) this.#drop(page)
    this.top.notify('onShow')
    return undefined
  }

  /** Presses a tab of the tab bar. */
  tapTab(index: number): void {
    const tab = this.#package.app.tabBar.list[index]
    if (!tab) throw new Error(`there is no tab ${index}`)
    const refusal = this.switchTab(`/${tab.pagePath}`)
    if (refusal) throw new Error(refusal)
    this.top.notify('onTabItemTap', { index: String(index), pagePath: tab.pagePath, text: tab.text })
  }

  /** Closes every page, the top one first. */
  closeAll(): void {
    const open = new Set([...this.#pages].reverse().concat(...this.#tabs.values()))
    for (const page of open) page.close()
    this.#pages = []
    this.#tabs.clear()
  }

  #push(route: string, query: Record<string, string>): void {
    const page = this.#create(route, query)
    this.#pages.push(page)
    if (this.#package.tabs.includes(route)) this.#tabs.set(route, page)
    page.open()
  }

  #drop(page: LivePage | undefined): void {
    if (!page) return
    if (this.#tabs.get(page.route) === page) this.#tabs.delete(page.route)
    page.close()
  }

  #whyNotPage(route: string): string | undefined {
    if (!this.#package.routes.includes(route)) return `page "${route}" is not found`
    return this.#package.tabs.includes(route) ? 'can not navigateTo a tabbar page' : undefined
  }

  /** WeChat passes parameters exactly as in the address: nothing is decoded. */
  #parse(url: string): { route: string; query: Record<string, string> } {
    const [path = '', search = ''] = url.split('?')
    const here = this.#pages.at(-1)?.route ?? ''
    const route = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(here), path)
    const pairs = search.split('&').filter(Boolean)
    const query = pairs.map((pair) => [pair.split('=')[0], pair.slice(pair.indexOf('=') + 1)] as const)
    return { route, query: Object.fromEntries(query) }
  }
}
