import Taro from '@tarojs/taro'
import { NetworkError } from './network-error'
import { FILE_PART, UPLOAD_TIMEOUT_MS, type UploadRequest } from './picture-limits'
import { type HttpAnswer, parsedJson } from './transport-types'

/**
 * Uploads one file by wx.uploadFile.
 *
 * @throws NetworkError when no answer came; the signal's reason when it was aborted
 */
export function uploadFile({ url, headers, picture, signal, onProgress }: UploadRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const task = Taro.uploadFile({
      url,
      filePath: picture.address,
      name: FILE_PART,
      header: headers,
      timeout: UPLOAD_TIMEOUT_MS,
      success: ({ statusCode, data }) => resolve({ status: statusCode, body: parsedJson(data) }),
      fail: (cause) => reject(signal?.aborted ? signal.reason : new NetworkError({ cause })),
    })
    task.progress(({ progress }) => onProgress(progress))
    signal?.addEventListener('abort', () => task.abort())
    // The callbacks above report everything. This prevents an unhandled rejection of the promise.
    task.catch(() => undefined)
  })
}
