import { setTimeout as sleep } from 'node:timers/promises'
import type { KnownShipment } from '@paidang/domain/areas/money/payments/shipment'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../db/database.ts'
import { codeOf } from '../../../process/error-parts.ts'
import { createAccessTokens } from './access-tokens.ts'
import { verdictOf, WECHAT_ERRORS, type WechatClient, WechatRefusal, WechatUnavailable } from './wechat-client.ts'

/** The version of the mini-program that codes and messages open. */
const ENV_VERSIONS = ['release', 'trial', 'develop'] as const

/** The settings of the WeChat client. */
export type WechatSettings = {
  appId: string
  appSecret: string
  baseUrl: string
  envVersion: (typeof ENV_VERSIONS)[number]
  /** The token with which WeChat signs its notifications. */
  pushToken: string | undefined
}

const WECHAT_BASE_URL = 'https://api.weixin.qq.com'

/** Reads the settings from WECHAT_*; undefined where WeChat is not configured. */
export function readWechatSettings({ wechat }: Pick<Config, 'wechat'>): WechatSettings | undefined {
  if (!wechat) return undefined
  return {
    appId: wechat.WECHAT_APP_ID,
    appSecret: wechat.WECHAT_APP_SECRET,
    baseUrl: wechat.WECHAT_BASE_URL ?? WECHAT_BASE_URL,
    envVersion: ENV_VERSIONS.find((known) => known === wechat.WECHAT_ENV_VERSION) ?? 'release',
    pushToken: wechat.WECHAT_PUSH_TOKEN,
  }
}

/** Users wait for most of these answers. */
const TIMEOUT_MS = 5_000
/** The pauses before the second and the third attempt while WeChat is busy. */
const BUSY_PAUSES_MS = [200, 600]
/** The names of the mini-program's versions in messages. Source: WeChat documents, subscribeMessage.send */
const MINIPROGRAM_STATES = { release: 'formal', trial: 'trial', develop: 'developer' } as const

/** Error codes of a call that never reached WeChat. There was no connection, or a proxy said that WeChat is down. */
const UNHEARD_CODES = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]
const UNHEARD_STATUSES = [429, 502, 503]

const Refusal = Type.Object({ errcode: Type.Integer(), errmsg: Type.Optional(Type.String()) })
const Session = Type.Object({
  openid: Type.String({ minLength: 1, maxLength: 128 }),
  session_key: Type.String({ minLength: 1, maxLength: 128 }),
  unionid: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
})
const Token = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Integer({ minimum: 1 }) })
const Phone = Type.Object({
  phone_info: Type.Object({
    purePhoneNumber: Type.String({ pattern: '^\\d{4,15}$' }),
    countryCode: Type.Union([Type.String(), Type.Integer()]),
    watermark: Type.Object({ appid: Type.String() }),
  }),
})
/** Some of WeChat's servers send a label as a number, others as digits. */
const Label = Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,9}$' })])
const CheckResult = Type.Object({ suggest: Type.String(), label: Label })
const TextChecked = Type.Object({ result: CheckResult })
const PictureTaken = Type.Object({ trace_id: Type.String({ minLength: 1, maxLength: 128 }) })

/** The second version of WeChat's checks. Its media type 2 is a picture. */
const CHECK_VERSION = 2
const PICTURE = 2

const Done = Type.Object({ errcode: Type.Literal(0) })
const ShippedOrder = Type.Object({ order: Type.Object({ order_state: Type.Integer() }) })
const Carriers = Type.Object({
  delivery_list: Type.Array(Type.Object({ delivery_id: Type.String(), delivery_name: Type.String() })),
})

/** Source: WeChat documents, uploadShippingInfo, logistics_type and delivery_mode */
const LOGISTICS_TYPES = { EXPRESS: 1, LOCAL: 2, VIRTUAL: 3, PICKUP: 4 } as const
const ONE_PARCEL = 1
const BY_TRANSACTION_ID = 2
const MAX_TITLE_LENGTH = 120
/** Source: WeChat documents, getOrder, order_state. 4 is completed; 6 waits for settlement after the receipt. */
const SHIPPING_STATES: Record<number, KnownShipment> = {
  1: 'WAITING',
  2: 'SHIPPED',
  3: 'RECEIVED',
  4: 'RECEIVED',
  5: 'REFUNDED',
  6: 'RECEIVED',
}

type WechatCall = { path: string; query?: Record<string, string>; body?: object }

/**
 * Creates a client of WeChat's real servers. `limit` ends a call that takes too long. All processes share the access
 * token. No error contains codes, keys or the
 * secret.
 */
export function createWechatClient(
  settings: WechatSettings,
  parts: { db: Database; now: () => Date; limit?: () => AbortSignal },
): WechatClient {
  const { db, now, limit = () => AbortSignal.timeout(TIMEOUT_MS) } = parts
  const { appId, appSecret: secret, baseUrl, envVersion } = settings

  /** Sends the call once. @throws WechatUnavailable */
  const fetchOnce = async ({ path, query, body }: WechatCall): Promise<Buffer> => {
    const url = new URL(path, baseUrl)
    url.search = new URLSearchParams(query).toString()
    try {
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        // A redirect is no answer of WeChat, and the address contains our secret.
        redirect: 'error',
        signal: limit(),
      })
      if (response.status !== 200) {
        const mayBeDone = !UNHEARD_STATUSES.includes(response.status)
        throw new WechatUnavailable(`WeChat answered ${path} with ${response.status}`, { mayBeDone })
      }
      return Buffer.from(await response.arrayBuffer())
    } catch (error) {
      if (error instanceof WechatUnavailable) throw error
      const reason = codeOf((error as Error).cause) ?? (error as Error).name
      const mayBeDone = !UNHEARD_CODES.includes(reason)
      throw new WechatUnavailable(`WeChat could not be asked ${path}: ${reason}`, { mayBeDone })
    }
  }

  /** Sends the call, and repeats it after a pause while WeChat is busy. @throws WechatRefusal, WechatUnavailable */
  const fetchPatiently = async (call: WechatCall): Promise<Buffer> => {
    for (let tries = 0; ; tries++) {
      const bytes = await fetchOnce(call)
      const refusal = refusalIn(bytes)
      if (!refusal) return bytes
      const pause = BUSY_PAUSES_MS[tries]
      if (refusal.errcode !== WECHAT_ERRORS.BUSY || pause === undefined) {
        throw new WechatRefusal(call.path, refusal.errcode, refusal.errmsg)
      }
      await sleep(pause)
    }
  }

  const ask = async <T extends TSchema>(call: WechatCall, shape: T): Promise<Static<T>> =>
    readAs(shape, await fetchPatiently(call), call.path)

  const tokens = createAccessTokens({
    db,
    appId,
    now,
    async renew() {
      const body = { grant_type: 'client_credential', appid: appId, secret, force_refresh: false }
      const { access_token: token, expires_in: expiresIn } = await ask({ path: '/cgi-bin/stable_token', body }, Token)
      return { token, expiresIn }
    },
  })

  /** Sends the call with the access token. A token that WeChat rejects is renewed, once. */
  const fetchWithToken = async (path: string, body: object): Promise<Buffer> => {
    const token = await tokens.current().catch(unasked)
    const fetchWith = (access_token: string) => fetchPatiently({ path, query: { access_token }, body })
    return fetchWith(token).catch(async (error: unknown) => {
      if (!isTokenRefusal(error)) throw error
      return fetchWith(await tokens.current(token).catch(unasked))
    })
  }

  return {
    appId,
    pushToken: settings.pushToken,

    async checkText({ openId, scene, text }) {
      const path = '/wxa/msg_sec_check'
      const asked = { content: text, version: CHECK_VERSION, scene, openid: knownOpenId(path, openId) }
      return verdictOf(readAs(TextChecked, await fetchWithToken(path, asked), path).result)
    },

    async checkPicture({ openId, scene, url }) {
      const path = '/wxa/media_check_async'
      const asked = {
        media_url: url,
        media_type: PICTURE,
        version: CHECK_VERSION,
        scene,
        openid: knownOpenId(path, openId),
      }
      const { trace_id: traceId } = readAs(PictureTaken, await fetchWithToken(path, asked), path)
      return { verdict: 'undecided', traceId }
    },

    async codeToSession(code) {
      const query = { appid: appId, secret, js_code: code, grant_type: 'authorization_code' }
      const session = await ask({ path: '/sns/jscode2session', query }, Session)
      return { openId: session.openid, unionId: session.unionid ?? null, sessionKey: session.session_key }
    },

    async phoneOf(code) {
      const path = '/wxa/business/getuserphonenumber'
      const { phone_info: info } = readAs(Phone, await fetchWithToken(path, { code }), path)
      if (info.watermark.appid !== appId) throw new WechatUnavailable('WeChat told the number of another app')
      return { countryCode: String(info.countryCode), number: info.purePhoneNumber }
    },

    async sendSubscribeMessage({ openId, templateId, page, data }) {
      const path = '/cgi-bin/message/subscribe/send'
      const answer = await fetchWithToken(path, {
        touser: openId,
        template_id: templateId,
        page,
        data: Object.fromEntries(Object.entries(data).map(([field, value]) => [field, { value }])),
        miniprogram_state: MINIPROGRAM_STATES[envVersion],
        lang: 'zh_CN',
      })
      readAs(Done, answer, path)
    },

    async miniProgramCode({ scene, page, width }) {
      const path = '/wxa/getwxacodeunlimit'
      // WeChat can check pages only once the mini-program is released.
      const wish = { scene, page, width, check_path: envVersion === 'release', env_version: envVersion }
      const bytes = await fetchWithToken(path, wish)
      const { default: sharp } = await import('sharp')
      return sharp(bytes)
        .png()
        .toBuffer()
        .catch(() => {
          throw new WechatUnavailable(`WeChat answered ${path} with no picture`)
        })
    },

    async uploadShippingInfo({ transactionId, openId, logistics, title, parcel, at }) {
      const path = '/wxa/sec/order/upload_shipping_info'
      const answer = await fetchWithToken(path, {
        order_key: { order_number_type: BY_TRANSACTION_ID, transaction_id: transactionId },
        logistics_type: LOGISTICS_TYPES[logistics],
        delivery_mode: ONE_PARCEL,
        shipping_list: [
          {
            item_desc: Array.from(title).slice(0, MAX_TITLE_LENGTH).join(''),
            ...(parcel && {
              tracking_no: parcel.trackingNo,
              express_company: parcel.carrierId,
              contact: { receiver_contact: parcel.contact },
            }),
          },
        ],
        upload_time: `${formatDateTime(at).replace(' ', 'T')}+08:00`,
        payer: { openid: openId },
      })
      readAs(Done, answer, path)
    },

    async shippingStateOf(transactionId) {
      const path = '/wxa/sec/order/get_order'
      const { order } = readAs(ShippedOrder, await fetchWithToken(path, { transaction_id: transactionId }), path)
      const state = SHIPPING_STATES[order.order_state]
      if (!state) throw new WechatUnavailable(`WeChat answered ${path} with state ${order.order_state}`)
      return state
    },

    async listCarriers() {
      const path = '/cgi-bin/express/delivery/open_msg/get_delivery_list'
      const { delivery_list: carriers } = readAs(Carriers, await fetchWithToken(path, {}), path)
      return carriers.map(({ delivery_id: id, delivery_name: name }) => ({ id, name }))
    },
  }
}

/** Returns the author's openid, which WeChat needs for a check. @throws WechatRefusal when there is none */
function knownOpenId(path: string, openId: string | null): string {
  if (openId === null) throw new WechatRefusal(path, WECHAT_ERRORS.OPEN_ID_INVALID, 'the author has no openid')
  return openId
}

/**
 * Rethrows the error as one of a call that was never made: without a token no call was sent.
 *
 * @throws the error, with `mayBeDone` false
 */
function unasked(error: unknown): never {
  throw error instanceof WechatUnavailable ? new WechatUnavailable(error.message, { mayBeDone: false }) : error
}

/** The refusal in an answer of WeChat; undefined for any other answer. */
function refusalIn(bytes: Buffer): Static<typeof Refusal> | undefined {
  const said = jsonIn(bytes)
  return Value.Check(Refusal, said) && said.errcode !== 0 ? said : undefined
}

function readAs<T extends TSchema>(shape: T, bytes: Buffer, path: string): Static<T> {
  const said = jsonIn(bytes)
  if (!Value.Check(shape, said)) throw new WechatUnavailable(`WeChat answered nonsense to ${path}`)
  return said
}

/** The JSON of an answer; undefined when the answer is no JSON, for example a picture. */
function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

function isTokenRefusal(error: unknown): boolean {
  const { TOKEN_INVALID, TOKEN_EXPIRED } = WECHAT_ERRORS
  return error instanceof WechatRefusal && (error.errcode === TOKEN_INVALID || error.errcode === TOKEN_EXPIRED)
}
