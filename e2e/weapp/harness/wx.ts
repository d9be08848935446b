import { hasCall } from './base-library.ts'
import { capsuleOf, type Device, windowOf } from './device.ts'
import type { PageStack } from './page-stack.ts'
import type { SubPackages } from './sub-packages.ts'
import type { Consents } from './wx-consents.ts'
import { namesOfWx } from './wx-names.ts'
import type { Network } from './wx-request.ts'
import type { Sockets } from './wx-socket.ts'
import type { DeviceStorage } from './wx-storage.ts'

/** A call of wx by the app. `options` are those of the app without callbacks. `at` is by the app's clock. */
export type WxCall = { name: string; options: unknown; at: number }

type Callbacks = {
  success?: (answer: unknown) => void
  fail?: (answer: unknown) => void
  complete?: (answer: unknown) => void
}
type Options = Record<string, unknown> & Callbacks

/**
 * Calls that return a task. Every other call without a callback returns a promise.
 *
 * Source: developers.weixin.qq.com/miniprogram/dev/framework/app-service/api.html
 */
const WITH_TASK = ['request', 'downloadFile', 'uploadFile', 'connectSocket']

/** Calls that WeChat carries out without a meaningful answer. */
const CARRIED_OUT = [
  ...['showToast', 'hideToast', 'showLoading', 'hideLoading', 'hideKeyboard', 'showShareMenu', 'hideShareMenu'],
  ...['setNavigationBarTitle', 'showNavigationBarLoading', 'hideNavigationBarLoading', 'hideHomeButton'],
  ...['setBackgroundColor', 'setBackgroundTextStyle', 'setTabBarStyle', 'setTabBarItem', 'setTabBarBadge'],
  ...['removeTabBarBadge', 'showTabBar', 'hideTabBar', 'showTabBarRedDot', 'hideTabBarRedDot', 'pageScrollTo'],
  ...[
    'startPullDownRefresh',
    'stopPullDownRefresh',
    'vibrateShort',
    'vibrateLong',
    'setClipboardData',
    'makePhoneCall',
  ],
  ...[
    'enableAlertBeforeUnload',
    'disableAlertBeforeUnload',
    'addPhoneCalendar',
    'openPrivacyContract',
    'openLocation',
    'setKeepScreenOn',
    'updateShareMenu',
  ],
]

const DEVICE = {
  brand: 'iPhone',
  model: 'iPhone 12',
  system: 'iOS 15.0',
  platform: 'ios',
  benchmarkLevel: 40,
  abi: 'arm64',
}
const BASE = {
  version: '8.0.50',
  language: 'zh_CN',
  enableDebug: false,
}
const RECTANGLE = { id: '', dataset: {}, left: 0, top: 0, right: 375, bottom: 44, width: 375, height: 44 }

/** Newer versions of WeChat also report the factor. */
export type TextSize = { fontSizeSetting?: number; fontSizeScaleFactor?: number }

type Parts = {
  copy: <T>(value: T) => T
  later: (where: string, work: () => void) => void
  /** The app's own time. */
  nowMs: () => number
  storage: DeviceStorage
  network: Network
  sockets: Sockets
  pages: () => PageStack
  launch: () => object
  /** The WeChat user of this phone. */
  person: string
  /** The text size that WeChat reports. */
  textSize: TextSize
  device: Device
  onCall: (call: WxCall) => void
  consents: Consents
  subPackages: SubPackages
  /** The version of the base library on this phone. */
  library: string
}

/** The user's answers to WeChat's questions. */
export type Answers = {
  modal: boolean
  actionSheet: number
  /** For every template. `off`: the user has disabled such questions. */
  subscription: 'accept' | 'reject' | 'ban' | 'off'
  payment: 'paid' | 'cancelled' | 'failed'
  /** The chosen address. Undefined if the user cancels. */
  address: Record<string, string> | undefined
  /** The bytes of the chosen picture, and of its compressed version. Undefined if the user cancels. */
  picture: { bytes: number; compressed: number } | undefined
}

/** The reason why WeChat did not carry out a call, where an error number belongs to it. */
class Refusal {
  readonly reason: string
  readonly errCode: number

  constructor(reason: string, errCode: number) {
    this.reason = reason
    this.errCode = errCode
  }
}

/** Source: developers.weixin.qq.com/miniprogram/dev/api/open-api/subscribe-message/wx.requestSubscribeMessage.html */
const SUBSCRIPTIONS_OFF = new Refusal('The main switch is switched off', 20004)
const PAYMENT_ENDS = { paid: {}, cancelled: 'cancel', failed: 'system error' }
const NO_FILE = 'no such file or directory'
const PICTURE_BYTES = 1024
const PICTURE = 'wxfile://tmp/picture'
const COMPRESSED = 'wxfile://tmp/compressed'

/** Makes the codes of one test run unique, because the server accepts each only once. */
let codes = 0
/** A WeChat code for a person, or for their phone number. It works once. */
export function codeOf(person: string): string {
  codes += 1
  return `sim:${person}:${process.pid}-${Date.now()}-${codes}`
}

/** The phone as the app sees it: `wx`, and the means to make things happen on the phone. */
export class Phone {
  readonly wx: Record<string, unknown>
  readonly answers: Answers = {
    modal: true,
    actionSheet: 0,
    subscription: 'accept',
    payment: 'paid',
    address: undefined,
    picture: { bytes: PICTURE_BYTES, compressed: PICTURE_BYTES },
  }
  /** The written files, with their size in bytes. */
  readonly files = new Map<string, number>()
  readonly #listeners = new Map<string, Set<(payload: unknown) => void>>()
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    const names = namesOfWx()
    const supplied: Record<string, unknown> = {
      ...Object.fromEntries(names.map((name) => [name, this.#absent(name)])),
      ...Object.fromEntries(names.filter((name) => /^on[A-Z]/.test(name)).map((name) => [name, this.#listen(name)])),
      ...Object.fromEntries(names.filter((name) => /^off[A-Z]/.test(name)).map((name) => [name, this.#unlisten(name)])),
      ...this.#immediate(),
      ...this.#answered(),
    }
    // Calls newer than the phone's base library do not exist.
    for (const name of names) if (!hasCall(parts.library, name, names)) delete supplied[name]
    this.wx = new Proxy(supplied, {
      get(target, name, receiver) {
        if (typeof name === 'symbol' || name in target) return Reflect.get(target, name, receiver)
        throw new Error(`wx.${name} does not exist`)
      },
    })
  }

  /** Triggers an event on the phone for the listeners of `on…`. */
  happens(listener: string, payload: unknown): void {
    for (const listen of this.#listeners.get(listener) ?? []) {
      this.#parts.later(listener, () => listen(this.#parts.copy(payload)))
    }
  }

  /** WeChat's information about itself. */
  #base(): object {
    const { library, textSize, device } = this.#parts
    return { ...BASE, theme: device.theme, SDKVersion: library, ...textSize }
  }

  /** The synchronous calls. */
  #immediate(): Record<string, unknown> {
    const { copy, storage, network, sockets, launch, later, consents, device } = this.#parts
    const { library } = this.#parts
    const base = this.#base()
    const read = (value: object) => () => copy(value)
    const recorded = Object.entries(storage.sync).map(([name, work]) => [name, this.#record(name, work as Work)])
    return {
      ...Object.fromEntries(recorded),
      request: this.#record('request', network.request as Work),
      connectSocket: this.#record('connectSocket', sockets.connect as Work),
      uploadFile: this.#record('uploadFile', this.#upload),
      env: { USER_DATA_PATH: 'wxfile://usr' },
      cloud: undefined,
      webpackJsonp: undefined,
      canIUse: (name: string) => !name.includes('.') && hasCall(library, name, namesOfWx()),
      onNeedPrivacyAuthorization: consents.onPrivacy,
      getUpdateManager: () => ({
        onCheckForUpdate: this.#listen('onCheckForUpdate'),
        onUpdateReady: this.#listen('onUpdateReady'),
        onUpdateFailed: this.#listen('onUpdateFailed'),
        applyUpdate: this.#record('applyUpdate', () => undefined),
      }),
      nextTick: (work: () => void) => later('nextTick', work),
      getSystemInfoSync: read({ ...windowOf(device), ...DEVICE, ...base }),
      getWindowInfo: read(windowOf(device)),
      getDeviceInfo: read(DEVICE),
      getAppBaseInfo: read(base),
      getSystemSetting: read({
        bluetoothEnabled: true,
        locationEnabled: true,
        wifiEnabled: true,
        deviceOrientation: 'portrait',
      }),
      getAppAuthorizeSetting: read({ notificationAuthorized: 'authorized', locationAuthorized: 'not determined' }),
      getAccountInfoSync: read({ miniProgram: { appId: 'touristappid', envVersion: 'develop', version: '' } }),
      getMenuButtonBoundingClientRect: read(capsuleOf(device)),
      getLaunchOptionsSync: () => copy(launch()),
      getEnterOptionsSync: () => copy(launch()),
      createSelectorQuery: () => this.#selectorQuery(),
      getFileSystemManager: () => this.#files(),
    }
  }

  /** The calls that answer by callbacks. */
  #answered(): Record<string, unknown> {
    const { storage, network, pages, person, subPackages, device } = this.#parts
    const way = (name: 'navigateTo' | 'redirectTo' | 'switchTab' | 'reLaunch') =>
      this.#answer(
        name,
        ({ url }) => pages()[name](String(url)) ?? {},
        ({ url }, go) => subPackages.load(String(url), go),
      )
    const system = { ...windowOf(device), ...DEVICE, ...this.#base() }
    const picture = { tempFilePath: PICTURE, width: 640, height: 480, fileType: 'image' }
    const place = { name: '网球中心', address: '体育路 1 号', latitude: 31.2, longitude: 121.4 }
    return {
      ...Object.fromEntries(CARRIED_OUT.map((name) => [name, this.#answer(name, () => ({}))])),
      ...Object.fromEntries(Object.entries(storage.async).map(([name, work]) => [name, this.#answer(name, work)])),
      navigateTo: way('navigateTo'),
      redirectTo: way('redirectTo'),
      switchTab: way('switchTab'),
      reLaunch: way('reLaunch'),
      navigateBack: this.#answer('navigateBack', ({ delta }) => pages().navigateBack(Number(delta ?? 1)) ?? {}),
      getSystemInfo: this.#answer('getSystemInfo', () => system),
      getSystemInfoAsync: this.#answer('getSystemInfoAsync', () => system),
      getNetworkType: this.#answer('getNetworkType', () => ({ networkType: network.isConnected ? 'wifi' : 'none' })),
      setNavigationBarColor: this.#answer('setNavigationBarColor', ({ frontColor }) =>
        frontColor === '#ffffff' || frontColor === '#000000' ? {} : `invalid frontColor ${frontColor}`,
      ),
      showModal: this.#answer('showModal', () => ({ confirm: this.answers.modal, cancel: !this.answers.modal })),
      showActionSheet: this.#answer('showActionSheet', () => ({ tapIndex: this.answers.actionSheet })),
      login: this.#answer('login', () => ({ code: codeOf(person) })),
      requestSubscribeMessage: this.#answer('requestSubscribeMessage', ({ tmplIds }) => {
        const { subscription } = this.answers
        if (subscription === 'off') return SUBSCRIPTIONS_OFF
        return Object.fromEntries((tmplIds as string[]).map((id) => [id, subscription]))
      }),
      requestPayment: this.#answer('requestPayment', () => PAYMENT_ENDS[this.answers.payment]),
      chooseAddress: this.#answer('chooseAddress', () => this.answers.address ?? 'cancel'),
      downloadFile: this.#answer('downloadFile', ({ url }) => {
        const refusal = network.refusalOf(String(url))
        if (refusal === undefined) this.files.set(PICTURE, PICTURE_BYTES)
        return refusal ?? { statusCode: 200, tempFilePath: PICTURE }
      }),
      previewImage: this.#answer('previewImage', ({ urls }) => {
        const refusalOf = (url: string) => (/^https?:/.test(url) ? network.refusalOf(url) : this.#whyNotRead(url))
        return (urls as string[]).map(refusalOf).find((refusal) => refusal !== undefined) ?? {}
      }),
      chooseMedia: this.#answer('chooseMedia', () => {
        if (!this.answers.picture) return 'cancel'
        const { bytes, compressed } = this.answers.picture
        this.files.set(PICTURE, bytes).set(COMPRESSED, compressed)
        return { type: 'image', tempFiles: [{ ...picture, size: bytes }] }
      }),
      compressImage: this.#answer(
        'compressImage',
        this.#reading('src', () => ({ tempFilePath: COMPRESSED })),
      ),
      openDocument: this.#answer('openDocument', this.#reading('filePath')),
      shareFileMessage: this.#answer('shareFileMessage', this.#reading('filePath')),
      chooseLocation: this.#answer('chooseLocation', () => place),
      getFuzzyLocation: this.#answer('getFuzzyLocation', () => place),
      saveImageToPhotosAlbum: this.#answer('saveImageToPhotosAlbum', this.#reading('filePath')),
      openSetting: this.#answer('openSetting', () => ({ authSetting: {} })),
    }
  }

  #record(name: string, work: Work): Work {
    return (...parts) => {
      const plain = parts.map((part) => withoutCallbacks(part))
      this.#parts.onCall({ name, options: plain.length > 1 ? plain : plain[0], at: this.#parts.nowMs() })
      return work(...parts)
    }
  }

  /** @param before the step between the call and its work; default: the user's consent */
  #answer(name: string, work: (options: Options) => object | string, before?: Before): Work {
    const { copy, later, consents } = this.#parts
    const ask: Before = before ?? ((_options, go) => consents.ask(name, go))
    return this.#record(name, (given) => {
      const options = (given ?? {}) as Options
      const begin = ({ success, fail, complete }: Callbacks) => {
        const end = (result: object | string) => {
          const { reason, errCode } = typeof result === 'string' ? { reason: result } : (result as Partial<Refusal>)
          const isRefusal = reason !== undefined
          const answer = copy(
            isRefusal ? { errMsg: `${name}:fail ${reason}`, errCode } : { ...(result as object), errMsg: `${name}:ok` },
          )
          if (isRefusal) fail?.(answer)
          else if (name === 'requestPayment') consents.during('payment', () => success?.(answer))
          else success?.(answer)
          complete?.(answer)
        }
        const refusal = consents.whyNotNow(name)
        if (refusal) later(name, () => end(refusal))
        else ask(options, (why) => later(name, () => end(why ?? work(options))))
      }
      const hasCallback = options.success || options.fail || options.complete
      if (hasCallback || WITH_TASK.includes(name)) return begin(options)
      return new Promise((success, fail) => begin({ success, fail }))
    })
  }

  #absent(name: string): Work {
    return () => {
      throw new Error(`wx.${name} exists in WeChat, and this harness does not supply it`)
    }
  }

  #listen(name: string): Work {
    return (listener) => {
      const listeners = this.#listeners.get(name) ?? new Set()
      this.#listeners.set(name, listeners.add(listener as (payload: unknown) => void))
    }
  }

  #unlisten(name: string): Work {
    return (listener) => {
      const listeners = this.#listeners.get(name.replace(/^off/, 'on'))
      if (listener) listeners?.delete(listener as (payload: unknown) => void)
      else listeners?.clear()
    }
  }

  /** The mini-program's own folder, with names and sizes. */
  #files(): object {
    const answer = (work: (options: Options) => object | string) => this.#answer('getFileSystemManager', work)
    return {
      writeFile: answer(({ filePath, data }) => {
        this.files.set(String(filePath), Buffer.from(String(data), 'base64').length)
        return {}
      }),
      unlink: answer(({ filePath }) => (this.files.delete(String(filePath)) ? {} : NO_FILE)),
      readdir: answer(({ dirPath }) => {
        const folder = `${dirPath}/`
        const inside = [...this.files.keys()].filter((path) => path.startsWith(folder))
        return { files: inside.map((path) => path.slice(folder.length)) }
      }),
      getFileInfo: answer(
        this.#reading('filePath', ({ filePath }) => ({ size: this.files.get(String(filePath)) ?? 0 })),
      ),
    }
  }

  /** The work of a call that reads the file at the path in this option. */
  #reading(option: string, work: (options: Options) => object = () => ({})): (options: Options) => object | string {
    return (options) => this.#whyNotRead(options[option]) ?? work(options)
  }

  #whyNotRead(path: unknown): string | undefined {
    return this.files.has(String(path)) ? undefined : NO_FILE
  }

  readonly #upload: Work = (given) => {
    const { filePath, fail, complete } = given as Options
    const { network, later } = this.#parts
    if (this.files.has(String(filePath))) return network.upload(given as Parameters<Network['upload']>[0])
    later('uploadFile', () => {
      for (const listen of [fail, complete]) listen?.({ errMsg: `uploadFile:fail ${NO_FILE}` })
    })
    return { abort: () => undefined, onProgressUpdate: () => undefined, offProgressUpdate: () => undefined }
  }

  #selectorQuery(): object {
    const { copy, later } = this.#parts
    const asked: ((rectangle: unknown) => void)[] = []
    const ask = (listener?: (rectangle: unknown) => void) => {
      asked.push(listener ?? (() => undefined))
      return query
    }
    const nodes = () => ({
      boundingClientRect: ask,
      scrollOffset: ask,
      fields: (_f: unknown, done?: never) => ask(done),
      node: ask,
    })
    const query = {
      in: () => query,
      select: nodes,
      selectAll: nodes,
      selectViewport: nodes,
      exec: (done?: (answers: unknown[]) => void) =>
        later('createSelectorQuery', () => {
          for (const listener of asked) listener(copy(RECTANGLE))
          done?.(copy(asked.map(() => RECTANGLE)))
        }),
    }
    return query
  }
}

type Work = (...parts: unknown[]) => unknown
type Before = (options: Options, go: (refusal?: string) => void) => void

function withoutCallbacks(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return typeof part === 'function' ? undefined : part
  return Object.fromEntries(Object.entries(part).filter(([, value]) => typeof value !== 'function'))
}
