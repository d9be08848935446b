import Taro from '@tarojs/taro'
import { NetworkError } from './network-error'
import { type HttpAnswer, type HttpRequest, parsedJson, REQUEST_TIMEOUT_MS } from './transport-words'

/** By this header the server knows a log-in of the mini-program in the list of devices. */
const CLIENT = { 'x-client': 'weapp' }

/** One request by wx.request. @throws NetworkError when no answer came; the signal's reason when it was aborted */
export function transport({ method, url, headers, body, signal }: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const task = Taro.request<string>({
      method,
      url,
      header: { ...headers, ...CLIENT, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      data: body === undefined ? undefined : JSON.stringify(body),
      // Any other word than json leaves the text as it came.
      dataType: 'text',
      timeout: REQUEST_TIMEOUT_MS,
      success: ({ statusCode, data }) => resolve({ status: statusCode, body: parsedJson(data) }),
      fail: (cause) => reject(signal?.aborted ? signal.reason : new NetworkError({ cause })),
    })
    signal?.addEventListener('abort', () => task.abort())
    // The callbacks above have told all; the promise's own rejection would go unheard.
    task.catch(() => undefined)
  })
}
