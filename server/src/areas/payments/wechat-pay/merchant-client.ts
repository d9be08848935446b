import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Decorator } from 'wechatpay-axios-plugin'
import { codeOf } from '../../../process/error-parts.ts'
import { ProviderUnavailable } from '../provider.ts'
import type { WechatPaySettings } from './settings.ts'

/** Payers wait for some of these answers. */
export const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 1_000_000
const MAX_MESSAGE_LENGTH = 200

type MerchantCall = { method: 'GET' | 'POST'; path: string; query?: Record<string, string>; body?: object }

/** Asks WeChat Pay one thing and answers with what it said, once its signature and its shape held. */
export type AskWechatPay = <T extends TSchema>(call: MerchantCall, shape: T) => Promise<Static<T>>

/** WeChat Pay heard a call and did not do it; `code` is its own word for the reason. */
export class WechatPayRefusal extends ProviderUnavailable {
  readonly code: string

  constructor(call: string, status: number, { code, message = '' }: Static<typeof Refusal>) {
    super(`WeChat Pay refused ${call}: ${status} ${printable(code)} ${printable(message)}`.trimEnd())
    this.code = code
  }
}

const Refusal = Type.Object({ code: Type.String({ minLength: 1 }), message: Type.Optional(Type.String()) })

/** What an answer without a body is. */
export const NoContent = Type.Literal('')

/**
 * The signed calls of a merchant. Requests are signed and answers verified by the library; an answer with the status of
 * an error need not be signed, so nothing may be settled by one.
 *
 * @throws ProviderUnavailable when there is no answer, none in time, or one that cannot be believed; as WechatPayRefusal
 *   when WeChat Pay refused
 */
export function createMerchantClient(settings: WechatPaySettings, timeoutMs: number): AskWechatPay {
  const { v3: axios } = new Decorator({
    mchid: settings.mchId,
    serial: settings.serialNo,
    privateKey: settings.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    certs: { ...settings.publicKeys },
    ...(settings.baseUrl !== undefined && { baseURL: settings.baseUrl }),
    // In the mode of the public key WeChat Pay signs its answer with the key that is named here.
    headers: { 'Wechatpay-Serial': settings.publicKeyId },
    maxContentLength: MAX_ANSWER_BYTES,
    // A signature is for one address.
    maxRedirects: 0,
    // What other programs are told about proxies must not carry payments elsewhere.
    proxy: false,
    // 202 means "not yet" here, and whatever else is no result is no success.
    validateStatus: (status) => status === 200 || status === 204,
  })

  return async ({ method, path, query, body }, shape) => {
    const name = `${method} ${path}`
    // The signal bounds the whole call; the client's own time-out only the silence within it.
    const signal = AbortSignal.timeout(timeoutMs)
    const request = { method, url: path, signal, ...(query && { params: query }), ...(body && { data: body }) }
    const data: unknown = await axios.request(request).then(
      (response) => response.data,
      (error: unknown) => {
        throw asUnavailable(name, error)
      },
    )
    if (!Value.Check(shape, data)) throw new ProviderUnavailable(`WeChat Pay answered nonsense to ${name}`)
    return data
  }
}

/** The error that callers see; the client's own carries the whole signed request, so it goes no further. */
function asUnavailable(call: string, error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('isAxiosError' in error)) return error
  const { response } = error as { response?: { status: number; data: unknown } }
  if (response && response.status !== 200 && response.status !== 204) {
    if (Value.Check(Refusal, response.data)) return new WechatPayRefusal(call, response.status, response.data)
    return new ProviderUnavailable(`WeChat Pay answered ${call} with ${response.status}`)
  }
  // With a good status: the library's reason for not believing the signature.
  return new ProviderUnavailable(`WeChat Pay could not be asked ${call}: ${codeOf(error) ?? 'no answer'}`)
}

function printable(text: string): string {
  return text.slice(0, MAX_MESSAGE_LENGTH).replace(/\p{C}/gu, ' ')
}
