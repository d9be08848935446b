import type { Success } from '@paidang/api/client'
import { LIVE_PATH } from '@paidang/api/live'
import Taro from '@tarojs/taro'
import { ABNORMAL_CLOSURE, NORMAL_CLOSURE, type OpenSocket } from './live-client'
import { NetworkError } from './network-error'
import { type EarlyRequest, type HttpAnswer, type HttpRequest, parsedJson, REQUEST_TIMEOUT_MS } from './transport-types'

/** With this header the server recognizes a log-in of the mini-program, for the list of devices. */
const CLIENT = { 'x-client': 'weapp' }

/** Nothing is asked for before the app is there. */
export const takeReady = (_request: EarlyRequest): Success | undefined => undefined
export const sentAt = (askedMs: number): number => askedMs

/**
 * Sends one request by wx.request.
 *
 * @throws NetworkError when no answer came; the signal's reason when it was aborted
 */
export function transport({ method, url, headers, body, signal }: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const task = Taro.request<string>({
      method,
      url,
      header: { ...headers, ...CLIENT, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      data: body === undefined ? undefined : JSON.stringify(body),
      // Any value except `json` leaves the text unparsed.
      dataType: 'text',
      timeout: REQUEST_TIMEOUT_MS,
      success: ({ statusCode, data, header }) => {
        const retryAfter = header?.['Retry-After'] ?? header?.['retry-after']
        resolve({ status: statusCode, body: parsedJson(data), retryAfter })
      },
      // Only by this text WeChat reports that the time is over.
      fail: (cause) =>
        reject(
          signal?.aborted
            ? signal.reason
            : new NetworkError({ hasTimedOut: /timeout|timed out/i.test(cause?.errMsg ?? ''), cause }),
        ),
    })
    signal?.addEventListener('abort', () => task.abort())
    // The callbacks above report everything. This prevents an unhandled rejection of the promise.
    task.catch(() => undefined)
  })
}

/** Opens the live connection to our server by wx.connectSocket, whose task arrives asynchronously. */
export const openSocket: OpenSocket = (listener) => {
  let isOver = false
  let task: Taro.SocketTask | undefined
  const close = (code: number) => {
    if (isOver) return
    isOver = true
    listener.closed(code)
  }
  Taro.connectSocket({ url: `${API_ORIGIN.replace(/^http/, 'ws')}/aaapi${LIVE_PATH}` }).then(
    (made) => {
      task = made
      if (isOver) {
        made.close({ code: NORMAL_CLOSURE })
        return
      }
      made.onOpen(() => !isOver && listener.opened())
      made.onMessage(({ data }) => !isOver && listener.said(String(data)))
      made.onError(() => close(ABNORMAL_CLOSURE))
      made.onClose(({ code }) => close(code))
    },
    () => close(ABNORMAL_CLOSURE),
  )
  return {
    send: (text) => task?.send({ data: text }),
    close() {
      isOver = true
      task?.close({ code: NORMAL_CLOSURE })
    },
  }
}
