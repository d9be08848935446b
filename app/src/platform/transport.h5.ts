import type { Success } from '@paidang/api/client'
import { LIVE_PATH } from '@paidang/api/live'
import { ABNORMAL_CLOSURE, type LiveSocket, NORMAL_CLOSURE, type OpenSocket } from './live-client'
import { NetworkError } from './network-error'
import { type EarlyRequest, type HttpAnswer, type HttpRequest, parsedJson, REQUEST_TIMEOUT_MS } from './transport-types'

/** A read that config/early.js began before the app was there. */
type EarlyCall = {
  method: string
  url: string
  /** As JSON. */
  body?: string
  authorization: string
  /** When it began, in milliseconds. */
  at: number
  /** Undefined when none came. */
  answer: Promise<HttpAnswer | undefined>
  come?: HttpAnswer
}

declare global {
  interface Window {
    earlyCalls?: EarlyCall[]
  }
}

/** An answer that nothing has taken for so long may be of the past. */
const EARLY_MS = 30_000

/** When the page began to ask, before the app was there. */
const earlySince = window.earlyCalls?.[0]?.at

/** When a request of this time was sent at the earliest: the page may have asked before the app did. In milliseconds. */
export function sentAt(askedMs: number): number {
  const mayBeEarly = earlySince !== undefined && earlySince < askedMs && askedMs - earlySince < EARLY_MS
  return mayBeEarly ? earlySince : askedMs
}

/** The early call of this request that nothing has taken yet. */
function earlyCallOf({ method, url, body, headers }: EarlyRequest): EarlyCall | undefined {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return window.earlyCalls?.find(
    (early) =>
      early.url === url &&
      early.method === method &&
      early.body === text &&
      Date.now() - early.at < EARLY_MS &&
      early.authorization === headers.Authorization,
  )
}

/** The body of the answer to such a request, if it has come. It is taken once where it is a success. */
export function takeReady(request: EarlyRequest): Success | undefined {
  const early = earlyCallOf(request)
  const body = early?.come?.body as Success | { success: false } | undefined
  if (!early || !body?.success) return undefined
  forget(early)
  return body
}

/** The answer to this request, if it was asked for early. It is taken once; undefined also if it failed. */
async function takeEarly(request: HttpRequest): Promise<HttpAnswer | undefined> {
  const early = earlyCallOf(request)
  if (early) forget(early)
  return early?.answer
}

function forget(early: EarlyCall): void {
  window.earlyCalls = window.earlyCalls?.filter((call) => call !== early)
}

/**
 * Sends one request by fetch.
 *
 * @throws NetworkError when no answer came; the signal's reason when it was aborted
 */
export async function transport(request: HttpRequest): Promise<HttpAnswer> {
  const { method, url, headers, body, signal } = request
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), REQUEST_TIMEOUT_MS)
  const giveUp = () => patience.abort()
  signal?.addEventListener('abort', giveUp)
  try {
    const early = await takeEarly(request)
    if (early) return early
    const answer = await fetch(url, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: patience.signal,
    })
    const retryAfter = answer.headers.get('retry-after') ?? undefined
    return { status: answer.status, body: parsedJson(await answer.text()), retryAfter }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    throw new NetworkError({ hasTimedOut: patience.signal.aborted, cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Opens the live connection to our server. Uses the browser's own socket, because Taro's hides the close code. */
export const openSocket: OpenSocket = (listener) => {
  const origin = API_ORIGIN || window.location.origin
  let socket: WebSocket
  try {
    socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/aaapi${LIVE_PATH}`)
  } catch {
    // A page that must not open a socket is notified at once.
    return closedAtOnce(() => listener.closed(ABNORMAL_CLOSURE))
  }
  let isLeft = false
  socket.onopen = () => !isLeft && listener.opened()
  socket.onmessage = ({ data }) => !isLeft && listener.said(String(data))
  socket.onclose = ({ code }) => !isLeft && listener.closed(code)
  return {
    send: (text) => socket.send(text),
    close() {
      isLeft = true
      socket.close(NORMAL_CLOSURE)
    },
  }
}

function closedAtOnce(notify: () => void): LiveSocket {
  const timer = setTimeout(notify)
  return { send: () => undefined, close: () => clearTimeout(timer) }
}
