import { ApiError, isErrorCode } from './catalogue/errors.ts'
import type { Answer, Endpoint, Input } from './endpoint.ts'
import type { Envelope } from './envelope.ts'

/** A request as a transport sends it. `path` is below /aaapi, with its parameters and query filled in. */
export type ApiRequest = { method: Endpoint['method']; path: string; body: unknown }

/** Carries one request to the server: fetch, Taro.request or light-my-request. Rejects when no answer came. */
export type Send = (request: ApiRequest, endpoint: Endpoint) => Promise<{ status: number; body: unknown }>

/** Calls an endpoint and resolves to its data, or to one page of it. @throws ApiError when the server refuses */
export type Call = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Answer<E>>

/** An input, whatever its endpoint. */
export type RequestParts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** The answer to a call that succeeded. */
export type Success = Extract<Envelope<unknown>, { success: true }>

/** The path with its parameters filled in and the query appended. Undefined values are left out. */
export function pathOf(path: string, { params = {}, query = {} }: RequestParts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.keys(query)
    .filter((name) => query[name] !== undefined)
    .map((name) => `${name}=${encodeURIComponent(String(query[name]))}`)
  return pairs.length ? `${filled}?${pairs.join('&')}` : filled
}

/** The data of a success, or one page of it. */
export function answerOf<E extends Endpoint>({ paged }: E, { data, total = 0 }: Success): Answer<E> {
  return (paged ? { rows: data, total } : data) as Answer<E>
}

/**
 * Creates the typed client that the app, the tests and the bench share.
 * A status outside 200-299 or `success: false` becomes an ApiError with the server's sentence. Source: specification
 * §7.
 */
export function createClient({ send }: { send: Send }): Call {
  return async <E extends Endpoint>(endpoint: E, input: Input<E>) => {
    const parts = input as RequestParts
    const { status, body } = await send(
      { method: endpoint.method, path: pathOf(endpoint.path, parts), body: parts.body },
      endpoint,
    )
    const envelope = body as Envelope<unknown> | null
    if (status >= 200 && status <= 299 && envelope?.success) {
      return answerOf(endpoint, envelope)
    }
    const code = envelope && !envelope.success && isErrorCode(envelope.code) ? envelope.code : 'unexpected'
    throw new ApiError(code, { status, message: envelope?.msg, data: envelope?.data })
  }
}
