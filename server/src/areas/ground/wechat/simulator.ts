import { createHash } from 'node:crypto'
import { encode } from 'uqr'
import { type SubscribeMessage, type WechatClient, type WechatPhone, WechatRefusal } from './wechat-client.ts'

/**
 * The simulator of WeChat outside production. `sent` has the messages that this process sent lately, the latest last.
 */
export type WechatSimulator = WechatClient & { readonly sent: readonly SubscribeMessage[] }

/** The appid in data that is encrypted for the simulator. */
export const SIMULATED_APP_ID = 'wx0000000000000000'
/** Source: WeChat documents, get_delivery_list, where they name the carriers */
const SIMULATED_CARRIERS = [
  { id: 'SF', name: '顺丰速运' },
  { id: 'YTO', name: '圆通速递' },
  { id: 'YD', name: '韵达速递' },
  { id: 'ZTO', name: '中通快递' },
  { id: 'STO', name: '申通快递' },
]
const KEPT_MESSAGES = 100
/** The person of every code that WeChat's own tools gave. */
const DEVELOPER = 'developer'
const KEY_BYTES = 16
const QUIET_MODULES = 4
/** The simulator rejects a text with the first word, and leaves a text with the second to operators. */
const REJECTED_WORD = '违禁词'
const UNDECIDED_WORD = '待人工'
const ADVERT_LABEL = 10001

/**
 * Simulates WeChat without a network.
 *
 * - Log-in: a code `sim:<person>:<anything>` belongs to that person. Any other code belongs to one developer, so
 *   WeChat's tools work too.
 * - Phone: the person is the number: `sim:13800000001:…`, or a foreign one `sim:+852-91234567:…`.
 * - Refusals: `error:<number>:<anything>` is refused with that number. So are messages with a field `error:<number>`
 *   and shipments with that title.
 * - Shipments: uploaded ones are known as shipped.
 * - Checks: a text with 违禁词 is rejected, one with 待人工 is left to operators. Every other text and every picture passes.
 *
 * The simulator accepts a code more than once: the caller has claimed it.
 */
export function createWechatSimulator(): WechatSimulator {
  const sent: SubscribeMessage[] = []
  return {
    appId: SIMULATED_APP_ID,
    pushToken: undefined,
    sent,

    async checkText({ text }) {
      if (text.includes(REJECTED_WORD)) return { verdict: 'rejected', label: ADVERT_LABEL }
      return { verdict: text.includes(UNDECIDED_WORD) ? 'undecided' : 'passed' }
    },

    async checkPicture() {
      return { verdict: 'passed' }
    },

    async codeToSession(code) {
      const openId = simulatedOpenId(personOf('jscode2session', code))
      return { openId, unionId: null, sessionKey: simulatedSessionKey(openId) }
    },

    async phoneOf(code) {
      return simulatedPhone(personOf('getuserphonenumber', code))
    },

    async sendSubscribeMessage(message) {
      for (const value of Object.values(message.data)) refuseWhenAsked('subscribe/send', value)
      sent.push(message)
      if (sent.length > KEPT_MESSAGES) sent.shift()
    },

    async uploadShippingInfo({ title }) {
      refuseWhenAsked('upload_shipping_info', title)
    },

    async shippingStateOf() {
      return 'SHIPPED'
    },

    async listCarriers() {
      return SIMULATED_CARRIERS
    },

    async miniProgramCode({ scene, width }) {
      const { data, size } = encode(scene, { ecc: 'M', border: QUIET_MODULES })
      const pixels = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)))
      const { default: sharp } = await import('sharp')
      return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
        .resize(width, width, { kernel: 'nearest' })
        .png()
        .toBuffer()
    },
  }
}

/** The openid of a person, in the form and length of a real one. */
export function simulatedOpenId(person: string): string {
  return `sim_${hashOf('openid', person).toString('base64url').slice(0, 24)}`
}

/** The session key of an openid. It is the same at every log-in, so a client on this machine can encrypt with it. */
export function simulatedSessionKey(openId: string): string {
  return hashOf('session key', openId).subarray(0, KEY_BYTES).toString('base64')
}

function simulatedPhone(person: string): WechatPhone {
  if (/^1[3-9]\d{9}$/.test(person)) return { countryCode: '86', number: person }
  const [, countryCode, number] = /^\+(\d{1,3})-(\d{4,14})$/.exec(person) ?? []
  if (countryCode !== undefined && number !== undefined) return { countryCode, number }
  const digits = String(hashOf('phone', person).readUInt32BE() % 100_000_000).padStart(8, '0')
  return { countryCode: '86', number: `199${digits}` }
}

function personOf(call: string, code: string): string {
  refuseWhenAsked(call, code)
  return /^sim:([^:]{1,64}):/.exec(code)?.[1] ?? DEVELOPER
}

function refuseWhenAsked(call: string, text: string): void {
  const errcode = /^error:(-?\d{1,6})(?::|$)/.exec(text)?.[1]
  if (errcode !== undefined) throw new WechatRefusal(call, Number(errcode), 'as it was told')
}

const hashOf = (what: string, text: string) => createHash('sha256').update(`simulated ${what}|${text}`).digest()
