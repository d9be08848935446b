import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Decorator } from 'wechatpay-axios-plugin'
import { codeOf } from '../../../../process/error-parts.ts'
import { ProviderUnavailable } from '../provider.ts'
import type { WechatPaySettings } from './settings.ts'

/** Short, because payers wait for some of these answers. */
const TIMEOUT_MS = 10_000

/** Ends a call that takes too long. */
export type Limit = () => AbortSignal
const afterTimeout: Limit = () => AbortSignal.timeout(TIMEOUT_MS)
const MAX_ANSWER_BYTES = 1_000_000
const MAX_MESSAGE_LENGTH = 200

type MerchantCall = { method: 'GET' | 'POST'; path: string; query?: Record<string, string>; body?: object }

/** Calls WeChat Pay and returns its answer, once the signature and the shape are valid. */
export type AskWechatPay = <T extends TSchema>(call: MerchantCall, shape: T) => Promise<Static<T>>

/** WeChat Pay received a call and refused it. `code` is WeChat Pay's own code for the reason. */
export class WechatPayRefusal extends ProviderUnavailable {
  readonly code: string

  constructor(call: string, status: number, { code, message = '' }: Static<typeof Refusal>) {
    super(`WeChat Pay refused ${call}: ${status} ${printable(code)} ${printable(message)}`.trimEnd())
    this.code = code
  }
}

const Refusal = Type.Object({ code: Type.String({ minLength: 1 }), message: Type.Optional(Type.String()) })

/** The shape of an answer without a body. */
export const NoContent = Type.Literal('')

/**
 * Creates the client for the signed calls of a merchant. The library signs requests and verifies answers. An answer
 * with an error status may be unsigned, so it must never settle anything.
 *
 * @throws ProviderUnavailable when there is no answer, none in time, or one that cannot be trusted;
 * WechatPayRefusal when WeChat Pay refused
 */
export function createMerchantClient(settings: WechatPaySettings, limit: Limit = afterTimeout): AskWechatPay {
  const { v3: axios } = new Decorator({
    mchid: settings.mchId,
    serial: settings.serialNo,
    privateKey: settings.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    certs: { ...settings.publicKeys },
    ...(settings.baseUrl !== undefined && { baseURL: settings.baseUrl }),
    // In public key mode WeChat Pay signs its answer with the key that is named here.
    headers: { 'Wechatpay-Serial': settings.publicKeyId },
    maxContentLength: MAX_ANSWER_BYTES,
    // A signature is valid for one address only.
    maxRedirects: 0,
    // The proxy settings of the machine must not redirect payments.
    proxy: false,
    // 202 means "not yet" here. Any status without a result counts as a failure.
    validateStatus: (status) => status === 200 || status === 204,
  })

  return async ({ method, path, query, body }, shape) => {
    const name = `${method} ${path}`
    // The signal limits the whole call; the client's own timeout limits only the silence within it.
    const signal = limit()
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

/** The error for callers. The client's own error contains the whole signed request, so it is not passed on. */
function asUnavailable(call: string, error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('isAxiosError' in error)) return error
  const { response } = error as { response?: { status: number; data: unknown } }
  if (response && response.status !== 200 && response.status !== 204) {
    if (Value.Check(Refusal, response.data)) return new WechatPayRefusal(call, response.status, response.data)
    return new ProviderUnavailable(`WeChat Pay answered ${call} with ${response.status}`)
  }
  // With a good status, this is the library's reason for not trusting the signature.
  return new ProviderUnavailable(`WeChat Pay could not be asked ${call}: ${codeOf(error) ?? 'no answer'}`)
}

function printable(text: string): string {
  return text.slice(0, MAX_MESSAGE_LENGTH).replace(/\p{C}/gu, ' ')
}
