import { now } from '../../run/clock.ts'
import { AppClock } from './app-clock.ts'
import { type Device, IPHONE } from './device.ts'
import { Faults } from './faults.ts'
import { type Definition, LivePage, type SetDataCall, type Surroundings } from './live-page.ts'
import { builtPackage, type Package } from './package-files.ts'
import { PageStack } from './page-stack.ts'
import { Sandbox } from './sandbox.ts'
import { Screen } from './screen.ts'
import { SubPackages } from './sub-packages.ts'
import { nodesIn, type ViewNode } from './view.ts'
import { Phone, type TextSize, type WxCall } from './wx.ts'
import { Consents } from './wx-consents.ts'
import { Network } from './wx-request.ts'
import { Sockets } from './wx-socket.ts'
import { DeviceStorage } from './wx-storage.ts'
import { readWxml, type Scope, type WxmlFile } from './wxml.ts'

/** The address of the server in the built mini-program, unless the build sets another one. */
export const BUILT_ORIGIN = 'http://127.0.0.1:8080'

const LAST_CALLS_TOLD = 8
/** After this time in the background WeChat stops the app. Source: developers.weixin.qq.com, "operating mechanism" */
const SUSPENDED_AFTER_MS = 5000
/** The scene of a page opened from the timeline. */
const ALONE_SCENE = 1154

export type Start = {
  /** Address of the running server, as in http://127.0.0.1:40001. */
  server: string
  /** The first page, with parameters after a question mark. Default: home. */
  url?: string
  /** Data that an earlier use left on the device. */
  storage?: Record<string, unknown>
  /** The WeChat user. Default: somebody. */
  person?: string
  /** WeChat's number of the scene from which it was opened. Default: the list of mini-programs. */
  scene?: number
  /** The text size of this WeChat. Default: the usual one. */
  textSize?: TextSize
  /** The device. Default: an iPhone in the light theme. */
  device?: Device
  /** The version of the base library. Default: the lowest that the app supports. */
  library?: string
  /** The package to run. Default: the built app. */
  built?: Package
}

/** A running mini-program, with records of everything that it did. */
export class MiniProgram {
  readonly faults = new Faults()
  readonly package: Package
  readonly network: Network
  readonly sockets: Sockets
  readonly phone: Phone
  readonly consents: Consents
  readonly subPackages: SubPackages
  readonly screen: Screen
  readonly storage: DeviceStorage
  /** Every call of wx, in order. */
  readonly calls: WxCall[] = []
  /** Every call of setData, in order. */
  readonly setData: SetDataCall[] = []
  readonly #sandbox: Sandbox
  readonly #stack: PageStack
  readonly #definitions = new Map<string, Definition>()
  readonly #templates = new Map<string, WxmlFile & { modules: Scope }>()
  readonly #clock: AppClock
  #app: Definition = {}
  #suspension = 0

  constructor({ server, url = '', storage = {}, scene = 1001, built = builtPackage(), ...phone }: Start) {
    this.package = built
    const route = url.split('?')[0] || this.package.tabs[0] || ''
    const copy = <T>(value: T) => this.#sandbox.copy(value)
    const later = (where: string, work: () => void, ms?: number) => this.#sandbox.later(where, work, ms)
    const launch = { path: route, query: {}, scene, referrerInfo: {}, shareTicket: undefined }
    const define = (definition: Definition) => this.#definitions.set(this.#sandbox.running, definition)

    this.#clock = new AppClock({
      startMs: now().getTime(),
      isBusy: () => !this.network.isIdle || !this.sockets.isIdle,
    })
    const onAnswer = () => this.#clock.wake()
    this.network = new Network({ origin: BUILT_ORIGIN, address: server, faults: this.faults, copy, onAnswer })
    const addressOf = (url: string) => this.network.addressOf(url)
    const nowMs = () => this.#clock.nowMs
    this.sockets = new Sockets({ addressOf, faults: this.faults, copy, later, nowMs, onAnswer })
    this.#stack = new PageStack(this.package, (path, query) => this.#open(path, query))
    // The sandbox must exist before the app's code runs. The storage copies with the app's own objects.
    this.storage = new DeviceStorage(copy, storage)
    this.consents = new Consents({
      faults: this.faults,
      isAlone: scene === ALONE_SCENE,
      declared: built.app.requiredPrivateInfos ?? [],
    })
    this.subPackages = new SubPackages(this.package, later)
    this.phone = new Phone({
      copy,
      later,
      nowMs,
      storage: this.storage,
      network: this.network,
      sockets: this.sockets,
      pages: () => this.#stack,
      launch: () => launch,
      person: phone.person ?? 'somebody',
      textSize: phone.textSize ?? { fontSizeSetting: 17, fontSizeScaleFactor: 1 },
      device: phone.device ?? IPHONE,
      onCall: (call) => this.calls.push(call),
      consents: this.consents,
      subPackages: this.subPackages,
      library: phone.library ?? this.package.project.libVersion,
    })
    this.#sandbox = new Sandbox(
      this.package,
      { faults: this.faults, clock: this.#clock, subPackages: this.subPackages },
      {
        wx: this.phone.wx,
        App: (definition: Definition) => {
          this.#app = definition
        },
        Page: define,
        Component: define,
        Behavior: (definition: Definition) => definition,
        getApp: () => this.#app,
        getCurrentPages: () => this.#stack.pages.map(({ instance }) => instance),
      },
    )
    this.screen = new Screen({
      top: () => this.#stack.top,
      faults: this.faults,
      clock: this.#clock,
      copy,
      consents: this.consents,
      notify: () => this.#tell(),
    })

    this.#sandbox.require('app.js')
    this.#callApp('onLaunch', launch)
    this.#callApp('onShow', launch)
    const refusal = this.#stack.reLaunch(`/${url || route}`)
    if (refusal) throw new Error(refusal)
  }

  /** The top page. */
  get page(): LivePage {
    return this.#stack.top
  }

  /** Routes of the open pages, the top one last. */
  get routes(): string[] {
    return this.#stack.pages.map(({ route }) => route)
  }

  /** The texts of the toasts so far. */
  get toasts(): string[] {
    return this.callsOf('showToast').map(({ options }) => String((options as { title: unknown }).title))
  }

  callsOf(name: string): WxCall[] {
    return this.calls.filter((call) => call.name === name)
  }

  /** Opens a page from outside, as a link or a shared card does. */
  goTo(url: string): void {
    const refusal = this.#stack.reLaunch(url)
    if (refusal) throw new Error(refusal)
  }

  /** Presses a tab of the tab bar. Tabs count from 0. */
  tapTab(index: number): void {
    this.#stack.tapTab(index)
  }

  /** Goes back as the phone's own back button does. */
  goBack(): void {
    const refusal = this.#stack.navigateBack()
    if (refusal) throw new Error(refusal)
  }

  /** Sends the top page to a chat. @throws Error if it cannot be shared, or the shared path is no page */
  share(): unknown {
    return this.#shareBy('onShareAppMessage', (shared) => shareFaults(this.package, shared))
  }

  /** Shares the top page to the timeline. @throws as `share` does */
  shareToTimeline(): unknown {
    if (!this.page.takes('onShareAppMessage')) throw new Error(`${this.page.route} cannot be shared`)
    return this.#shareBy('onShareTimeline', timelineFaults)
  }

  /** The user goes to another app. After a while this app is suspended and its connections are closed. */
  hide(): void {
    this.page.notify('onHide')
    this.#callApp('onHide', {})
    this.#suspension = this.#clock.set(() => {
      this.sockets.cut()
      this.network.interrupt()
      this.#clock.suspend()
    }, SUSPENDED_AFTER_MS)
  }

  /** Lets time pass, even while answers are pending. */
  async stayAway(ms: number): Promise<void> {
    await this.#clock.pass(ms)
  }

  /** The user comes back. */
  show(): void {
    this.#clock.clear(this.#suspension)
    this.#clock.resume()
    this.#callApp('onShow', { path: this.page.route, query: this.page.query, scene: 1001 })
    this.page.notify('onShow')
  }

  /**
   * Pulls the page down. The app ends it by stopPullDownRefresh. @throws Error if the page's configuration does not
   * allow it
   */
  pullDown(): void {
    const { route } = this.page
    if (!this.package.configOf(route).enablePullDownRefresh) throw new Error(`${route} cannot be pulled down`)
    this.page.notify('onPullDownRefresh')
  }

  /** Scrolls to the end of the page. */
  reachBottom(): void {
    this.page.notify('onReachBottom')
  }

  /** Waits until every call is answered and nothing is about to change the screen. */
  async isQuiet(): Promise<void> {
    await this.#clock.changed()
    await this.screen.until('everything is quiet', () => this.#clock.isIdle)
    this.#lookAtPictures()
    this.faults.check()
  }

  /** Lets time pass for the app, and waits for every answer that it requests meanwhile. */
  async passTime(ms: number): Promise<void> {
    await this.#clock.advance(ms)
    this.faults.check()
  }

  /** Ends it. @throws Error if anything went wrong that no test has checked */
  close(): void {
    this.#stack.closeAll()
    this.#clock.close()
    this.network.close()
    this.sockets.close()
    this.faults.check()
  }

  /** Records a picture that WeChat would not load. On the screen it would only be an empty place. */
  #lookAtPictures(): void {
    for (const { trees } of this.#stack.pages) {
      for (const source of picturesIn(trees)) this.network.refusalOfPicture(source, this.package)
    }
  }

  #open(route: string, query: Record<string, string>): LivePage {
    this.subPackages.isOpen(route)
    const definition = this.#definitionOf(route)
    const around: Surroundings = {
      faults: this.faults,
      copy: (value) => this.#sandbox.copy(value),
      later: (where, work) => this.#sandbox.later(where, work),
      template: (name) => this.#templateOf(name),
      component: (tag, usedIn) => this.#componentOf(tag, usedIn),
      onSetData: (call) => this.setData.push(call),
    }
    return new LivePage(route, query, definition, around)
  }

  #shareBy(hook: string, faultsOf: (shared: object) => string[]): unknown {
    const { page } = this
    if (!page.takes(hook)) throw new Error(`${page.route} cannot be shared by ${hook}`)
    const shared = page.notify(hook, { from: 'menu' }) as object
    const faults = faultsOf(shared)
    if (faults.length > 0) throw new Error(`${page.route} shares: ${faults.join('; ')}`)
    return shared
  }

  #definitionOf(name: string): Definition {
    this.#sandbox.require(name)
    const definition = this.#definitions.get(name)
    if (!definition) throw new Error(`${name}.js defines neither a page nor a component`)
    return definition
  }

  #templateOf(name: string): WxmlFile & { modules: Scope } {
    const known = this.#templates.get(name)
    if (known) return known
    const file = readWxml(`${name}.wxml`, {
      partsOf: (path) => this.package.wxml(path),
      loadScript: (path) => this.#sandbox.require(path),
    })
    this.#templates.set(name, file)
    return file
  }

  #componentOf(tag: string, usedIn: string): { name: string; definition: Definition } | undefined {
    const path = this.package.configOf(usedIn).usingComponents?.[tag]
    if (!path) return undefined
    const name = new URL(path, `file:///${usedIn}`).pathname.slice(1)
    return { name, definition: this.#definitionOf(name) }
  }

  #callApp(lifecycle: string, options: object): void {
    const listener = this.#app[lifecycle]
    if (typeof listener !== 'function') return
    this.faults.guard(`${lifecycle} of the app`, () => listener.call(this.#app, this.#sandbox.copy(options)))
  }

  #tell(): string {
    const sent = this.network.sent
      .slice(-LAST_CALLS_TOLD)
      .map(({ method, path, status }) => `${method} ${path} ${status ?? '…'}`)
    return `Open: ${this.routes.join(' > ')}\nToasts: ${this.toasts.join(' | ')}\nLast calls:\n  ${sent.join('\n  ')}`
  }
}

type Shared = { title?: unknown; path?: unknown; query?: unknown; imageUrl?: unknown }

const PICTURE = /^(https?:\/\/|wxfile:\/\/|\/)/

/** The errors in the data with which a page is shared to a chat. */
function shareFaults(built: Package, { title, path, imageUrl }: Shared = {}): string[] {
  const route =
    String(path ?? '')
      .replace(/^\//, '')
      .split('?')[0] ?? ''
  return [
    ...titleFaults(title),
    ...(typeof path === 'string' && path.startsWith('/') ? [] : [`path ${path} does not begin with /`]),
    ...(built.routes.includes(route) ? [] : [`path ${path} is no page`]),
    ...pictureFaults(imageUrl),
  ]
}

/** The errors in the data with which a page is shared to the timeline. It accepts only parameters of the same page. */
function timelineFaults({ title, query = '', path, imageUrl }: Shared = {}): string[] {
  return [
    ...titleFaults(title),
    ...(typeof query === 'string' && !query.startsWith('?') ? [] : [`query ${query} begins with ?`]),
    ...(path === undefined ? [] : ['path is not taken']),
    ...pictureFaults(imageUrl),
  ]
}

function titleFaults(title: unknown): string[] {
  return typeof title === 'string' && title !== '' ? [] : ['there is no title']
}

function pictureFaults(imageUrl: unknown): string[] {
  return imageUrl === undefined || PICTURE.test(String(imageUrl)) ? [] : [`imageUrl ${imageUrl} is no picture`]
}

const ADDRESS = /url\(\s*["']?([^"')]+)/g

/** Every picture address on a page, in images and in backgrounds. */
function picturesIn(trees: readonly (ViewNode | string)[]): string[] {
  const sources = [...nodesIn(trees)].flatMap((node) => [
    ...(node.tag === 'image' ? [node.word('src')] : []),
    ...[...node.word('style').matchAll(ADDRESS)].map(([, address = '']) => address),
  ])
  return [...new Set(sources)].filter((source) => source !== '')
}
