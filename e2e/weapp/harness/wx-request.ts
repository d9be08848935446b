import type { Faults } from './faults.ts'
import type { Package } from './package-files.ts'

/** One call that the app sent: the path with its query, and the status once it is answered. */
export type SentRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  status: number | undefined
}

type Options = {
  url: string
  method?: string
  header?: Record<string, string>
  data?: unknown
  /** The form to send in place of the data. */
  form?: FormData
  dataType?: string
  timeout?: number
  success?: (answer: unknown) => void
  fail?: (answer: unknown) => void
  complete?: (answer: unknown) => void
}

type UploadOptions = Pick<Options, 'url' | 'header' | 'success' | 'fail' | 'complete'> & { name: string }

/** The smallest picture there is: one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Source: developers.weixin.qq.com, "network" */
const MOST_AT_ONCE = 10
const INTERRUPTED = 'interrupted'

/** Carries the app's calls to a running server, whatever address was built in. */
export class Network {
  /** Every call, in the order of sending. */
  readonly sent: SentRequest[] = []
  /** The maximum number of simultaneous calls. WeChat sends at most ten and queues the others. */
  mostAtOnce = 0
  isConnected = true
  /** Replacements for answers of services that the server cannot reach here, by path below /aaapi. */
  readonly standIns = new Map<string, (answer: unknown) => unknown>()
  #isClosed = false
  #underWay = new Set<AbortController>()
  #keptBack: (() => void)[] = []
  readonly #origin: string
  readonly #address: string
  readonly #faults: Faults
  readonly #copy: <T>(value: T) => T
  readonly #onAnswer: () => void

  /**
   * @param origin the server address in the built app; the app may call no other host
   * @param address where the server under test is
   * @param onAnswer runs when any call has ended
   */
  constructor({
    origin,
    address,
    faults,
    copy,
    onAnswer,
  }: { origin: string; address: string; faults: Faults; copy: <T>(value: T) => T; onAnswer: () => void }) {
    this.#origin = origin
    this.#address = address
    this.#faults = faults
    this.#copy = copy
    this.#onAnswer = onAnswer
  }

  /** Whether every call has been answered. */
  get isIdle(): boolean {
    return this.#underWay.size === 0 && this.#keptBack.length === 0
  }

  /** The calls whose path starts with this, below /aaapi. */
  sentTo(path: string): SentRequest[] {
    return this.sent.filter((request) => request.path.startsWith(`/aaapi${path}`))
  }

  /** The address at the server under test for an address of the app. Undefined for another host. */
  addressOf(url: string): string | undefined {
    return url.startsWith(`${this.#origin}/`) ? this.#address + url.slice(this.#origin.length) : undefined
  }

  /**
   * The reason why nothing may be loaded from this address. A reason also counts as an error of the app. Undefined if
   * allowed.
   */
  refusalOf(url: string): string | undefined {
    if (this.addressOf(url)) return undefined
    const reason = url.startsWith('http:') ? 'is not https' : 'is not on the server'
    this.#faults.add('wx', `${url} ${reason}`)
    return 'url not in domain list'
  }

  /** Records a picture that WeChat would not show: from another host, or missing in the package. */
  refusalOfPicture(source: string, built: Package): void {
    if (/^(data:|wxfile:)/.test(source)) return
    if (/^https?:/.test(source)) this.refusalOf(source)
    else if (!built.has(source.replace(/^\//, ''))) this.#faults.add('wx', `${source} is not in the package`)
  }

  /** Aborts the pending calls. WeChat does so when the app has been in the background for a while. */
  interrupt(): void {
    for (const giveUp of this.#underWay) giveUp.abort(INTERRUPTED)
  }

  /** Passes no further answer to the app. */
  close(): void {
    this.#isClosed = true
    this.#keptBack = []
    for (const giveUp of this.#underWay) giveUp.abort()
  }

  /** wx.request. */
  readonly request = (options: Options) => {
    const giveUp = new AbortController()
    const begin = () => void this.#carry(options, giveUp)
    if (this.#underWay.size < MOST_AT_ONCE) begin()
    else this.#keptBack.push(begin)
    const unheard = () => undefined
    return {
      abort: () => giveUp.abort(),
      onHeadersReceived: unheard,
      offHeadersReceived: unheard,
      onChunkReceived: unheard,
      offChunkReceived: unheard,
    }
  }

  /** wx.uploadFile: the file is sent as a PNG. */
  readonly upload = ({ url, name, header = {}, success, fail, complete }: UploadOptions): object => {
    const form = new FormData()
    form.append(name, new Blob([PNG], { type: 'image/png' }), 'picture.png')
    // The server answers JSON, and WeChat passes it on as unparsed text.
    const { abort } = this.request({ url, method: 'POST', header, form, dataType: 'text', success, fail, complete })
    const unheard = () => undefined
    return { abort, onProgressUpdate: unheard, offProgressUpdate: unheard, onHeadersReceived: unheard }
  }

  async #changed(path: string, text: string): Promise<string> {
    const change = this.standIns.get(path.replace(/^\/aaapi/, '').split('?')[0] ?? '')
    return change ? JSON.stringify(await change(JSON.parse(text))) : text
  }

  async #carry(options: Options, giveUp: AbortController): Promise<void> {
    const { method = 'GET', header = {}, data, timeout = 60_000 } = options
    const url = this.addressOf(options.url)
    const request: SentRequest = {
      method,
      path: options.url.slice(this.#origin.length),
      headers: { ...header },
      body: data === undefined || data === null ? undefined : typeof data === 'string' ? data : JSON.stringify(data),
      status: undefined,
    }
    this.#underWay.add(giveUp)
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay.size)
    let answer: { statusCode: number; header: Record<string, string>; text: string } | undefined
    let reason = 'timeout'
    try {
      if (!url) {
        this.refusalOf(options.url)
        throw new Error('url not in domain list')
      }
      this.sent.push(request)
      if (!this.isConnected) throw new Error('ERR_INTERNET_DISCONNECTED')
      const signal = AbortSignal.any([giveUp.signal, AbortSignal.timeout(timeout)])
      const response = await fetch(url, {
        method,
        headers: request.headers,
        body: options.form ?? request.body,
        signal,
      })
      const text = await this.#changed(request.path, await response.text())
      request.status = response.status
      answer = { statusCode: response.status, header: Object.fromEntries(response.headers), text }
    } catch (error) {
      const isInterrupted = giveUp.signal.reason === INTERRUPTED
      reason = isInterrupted ? INTERRUPTED : giveUp.signal.aborted ? 'abort' : String((error as Error).message)
    }
    this.#underWay.delete(giveUp)
    this.#keptBack.shift()?.()
    if (this.#isClosed) return
    this.#faults.guard(`the answer to ${method} ${request.path}`, () => {
      if (answer) this.#succeed(options, answer)
      else this.#end(options, options.fail, { errno: 600000, errMsg: `request:fail ${reason}` })
    })
    this.#onAnswer()
  }

  #succeed(
    options: Options,
    { text, ...answer }: { statusCode: number; header: Record<string, string>; text: string },
  ): void {
    const isJson = (options.dataType ?? 'json') === 'json'
    this.#end(options, options.success, {
      ...answer,
      data: isJson ? parsed(text) : text,
      cookies: [],
      errMsg: 'request:ok',
    })
  }

  #end(options: Options, listener: ((answer: unknown) => void) | undefined, answer: unknown): void {
    const copy = this.#copy(answer)
    listener?.(copy)
    options.complete?.(copy)
  }
}

/** WeChat passes on a text unchanged if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
