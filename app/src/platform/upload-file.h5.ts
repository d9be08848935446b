import { NetworkError } from './network-error'
import { FILE_PART, UPLOAD_TIMEOUT_MS, type UploadRequest } from './picture-limits'
import { type HttpAnswer, parsedJson } from './transport-types'

/**
 * Uploads one file by XMLHttpRequest, because fetch reports no upload progress.
 *
 * @throws NetworkError when no answer came; the signal's reason when it was aborted
 */
export function uploadFile(request: UploadRequest): Promise<HttpAnswer> {
  const { method, url, headers, picture, signal, onProgress } = request
  return new Promise((resolve, reject) => {
    const http = new XMLHttpRequest()
    const fail = () => reject(signal?.aborted ? signal.reason : new NetworkError())
    http.open(method, url)
    http.timeout = UPLOAD_TIMEOUT_MS
    for (const [name, value] of Object.entries(headers)) http.setRequestHeader(name, value)
    http.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress(Math.floor((loaded / total) * 100))
    }
    http.onload = () => resolve({ status: http.status, body: parsedJson(http.responseText) })
    http.onerror = fail
    http.ontimeout = fail
    http.onabort = fail
    signal?.addEventListener('abort', () => http.abort())

    const form = new FormData()
    if (picture.content) form.append(FILE_PART, picture.content, 'picture')
    // The browser sets the form's content type itself, with its boundary.
    http.send(form)
  })
}
