import type { Endpoint } from '@paidang/api/endpoint'

/** One request, ready to send: full address, headers, and the body before it becomes JSON. */
export type HttpRequest = {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  body: unknown
  signal?: AbortSignal
}

/** What tells whether a request was sent before the app was there. */
export type EarlyRequest = Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>

/**
 * An answer; `body` is the parsed JSON, or null without valid JSON. `retryAfter` says after how many seconds a busy
 * server wants to be asked again.
 */
export type HttpAnswer = { status: number; body: unknown; retryAfter?: string | undefined }

/** Carries one request. Rejects with NetworkError when no answer came, with the signal's reason when aborted. */
export type Transport = (request: HttpRequest) => Promise<HttpAnswer>

/** How long an answer may take before the call counts as failed. */
export const REQUEST_TIMEOUT_MS = 20_000

/** The JSON in a text, or null: the answer may be a proxy's own page. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
