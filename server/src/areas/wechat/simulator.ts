import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { encode } from 'uqr'
import { type SubscribeMessage, type WechatClient, type WechatPhone, WechatRefusal } from './wechat-client.ts'

/** WeChat outside production; `sent` are the messages that this process handed it lately, the latest last. */
export type WechatSimulator = WechatClient & { readonly sent: readonly SubscribeMessage[] }

/** The appid that stands in what is encrypted for the simulator. */
export const SIMULATED_APP_ID = 'wx0000000000000000'
/** Source: WeChat documents, get_delivery_list, as far as they name them */
const SIMULATED_CARRIERS = [
  { id: 'SF', name: '顺丰速运' },
  { id: 'YTO', name: '圆通速递' },
  { id: 'YD', name: '韵达速递' },
  { id: 'ZTO', name: '中通快递' },
  { id: 'STO', name: '申通快递' },
]
const KEPT_MESSAGES = 100
/** Whoever comes with a code that WeChat's own tools gave. */
const DEVELOPER = 'developer'
const KEY_BYTES = 16
const QUIET_MODULES = 4
/** Words with which a text is refused, and left to operators. */
const REJECTED_WORD = '违禁词'
const UNDECIDED_WORD = '待人工'
const ADVERT_LABEL = 10001

/**
 * Behaves as WeChat does, without a network. A code `sim:<person>:<anything>` is that person's, any other one developer's, so
 * that WeChat's tools work against it; `error:<number>:<anything>` is refused with that number, and so is a message in which a
 * field is `error:<number>` and a shipment of that title; what is uploaded is known as shipped. As a phone code the person is
 * their number: `sim:13800000001:…`, or abroad `sim:+852-91234567:…`. That a code works once is not its affair: whoever asks has
 * claimed it. A text with 违禁词 is unfit to be seen, one with 待人工 is left to operators; every other text and every picture passes.
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
      for (const value of Object.values(message.data)) refuseIfTold('subscribe/send', value)
      sent.push(message)
      if (sent.length > KEPT_MESSAGES) sent.shift()
    },

    async uploadShippingInfo({ title }) {
      refuseIfTold('upload_shipping_info', title)
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
      return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
        .resize(width, width, { kernel: 'nearest' })
        .png()
        .toBuffer()
    },
  }
}

/** The openid of a person, of the form and length of WeChat's own. */
export function simulatedOpenId(person: string): string {
  return `sim_${hashOf('openid', person).toString('base64url').slice(0, 24)}`
}

/** The session key of an openid, the same at every log-in, so that a client on this machine can encrypt with it. */
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
  refuseIfTold(call, code)
  return /^sim:([^:]{1,64}):/.exec(code)?.[1] ?? DEVELOPER
}

function refuseIfTold(call: string, text: string): void {
  const errcode = /^error:(-?\d{1,6})(?::|$)/.exec(text)?.[1]
  if (errcode !== undefined) throw new WechatRefusal(call, Number(errcode), 'as it was told')
}

const hashOf = (what: string, text: string) => createHash('sha256').update(`simulated ${what}|${text}`).digest()
