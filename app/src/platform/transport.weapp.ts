import Taro from '@tarojs/taro'
import { NetworkError } from './network-error'
import { type HttpAnswer, type HttpRequest, parsedJson, REQUEST_TIMEOUT_MS } from './transport-types'

/** With this header the server recognizes a log-in of the mini-program, for the list of devices. */
const CLIENT = { 'x-client': 'weapp' }

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
      success: ({ statusCode, data }) => resolve({ status: statusCode, body: parsedJson(data) }),
      fail: (cause) => reject(signal?.aborted ? signal.reason : new NetworkError({ cause })),
    })
    signal?.addEventListener('abort', () => task.abort())
    // The callbacks above report everything. This prevents an unhandled rejection of the promise.
    task.catch(() => undefined)
  })
}
