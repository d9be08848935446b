import { NetworkError } from './network-error'
import { type HttpAnswer, type HttpRequest, parsedJson, REQUEST_TIMEOUT_MS } from './transport-types'

/**
 * Sends one request by fetch.
 *
 * @throws NetworkError when no answer came; the signal's reason when it was aborted
 */
export async function transport({ method, url, headers, body, signal }: HttpRequest): Promise<HttpAnswer> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), REQUEST_TIMEOUT_MS)
  const giveUp = () => patience.abort()
  signal?.addEventListener('abort', giveUp)
  try {
    const answer = await fetch(url, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: patience.signal,
    })
    return { status: answer.status, body: parsedJson(await answer.text()) }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    throw new NetworkError({ cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}
