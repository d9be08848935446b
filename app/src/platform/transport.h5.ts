import type { Envelope } from '@paidang/api/envelope'
import { LIVE_PATH } from '@paidang/api/live'
import { ABNORMAL_CLOSURE, type LiveSocket, NORMAL_CLOSURE, type OpenSocket } from './live-client'
import { NetworkError } from './network-error'
import { type HttpAnswer, type HttpRequest, parsedJson, REQUEST_TIMEOUT_MS } from './transport-types'

/** A call that config/early.js began before the app was there. */
type EarlyCall = {
  url: string
  authorization: string
  /** Undefined when none came. */
  answer: Promise<HttpAnswer | undefined>
  come?: HttpAnswer
}

declare global {
  interface Window {
    earlyCall?: EarlyCall
  }
}

/** The body of the answer to such a call, if it has come. It is taken once where it is a success. */
export function takeReady(url: string, token: string): Envelope<unknown> | undefined {
  const early = window.earlyCall
  const body = early?.come?.body as Envelope<unknown> | undefined
  if (early?.url !== url || early.authorization !== `Bearer ${token}` || !body?.success) return undefined
  delete window.earlyCall
  return body
}

/** The answer to this request, if it was asked for early. It is taken once; undefined also if it failed. */
async function takeEarly({ url, headers }: HttpRequest): Promise<HttpAnswer | undefined> {
  const early = window.earlyCall
  if (early?.url !== url || early.authorization !== headers.Authorization) return undefined
  delete window.earlyCall
  return early.answer
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
    throw new NetworkError({ cause })
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
