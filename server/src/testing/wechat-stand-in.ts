import { createCipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import type { WechatSettings } from '../areas/ground/wechat/http-client.ts'
import { ONE_PIXEL } from './multipart-form.ts'

/**
 * A fault of a WeChat call. WeChat returns an error number, breaks (500), answers HTML or nonsense, closes the
 * connection, redirects, or never answers.
 */
type WechatFault = { errcode: number } | { says: unknown } | 'BROKEN' | 'HTML' | 'CUT' | 'ELSEWHERE' | 'SILENT'

type ReceivedRequest = { method: string; path: string; query: Record<string, string>; body: Record<string, unknown> }

/** A WeChat server on this machine. Its tokens expire, its codes work once, and it uses WeChat's wire format. */
export type WechatStandIn = {
  settings: WechatSettings
  /** Every received call, the latest last. */
  calls: ReceivedRequest[]
  /** The calls to one path. */
  callsTo(path: string): ReceivedRequest[]
  /** Creates a login code for this person. */
  codeOf(openId: string, sessionKey?: string): string
  /** Creates a phone code for this number, issued to that app. */
  phoneCodeOf(number: string, over?: { countryCode?: string; appid?: string }): string
  /** Rejects the current token from now on. */
  revokeToken(): void
  /** Sets the lifetime of the next tokens. */
  giveTokensFor(seconds: number): void
  /** Adds a payment of this person that may be shipped. */
  knowPayment(transactionId: string, openId: string): void
  /** Sets the state of a payment in the order centre, as WeChat’s number. */
  setOrderState(transactionId: string, state: number): void
  /** The next calls to a path meet this fault, one by default. */
  failNext(path: string, fault: WechatFault, times?: number): void
  /** The limit of a call, for the client: the time is over as soon as a call meets SILENT. */
  limit: () => AbortSignal
  /** Delays the answers to a path until the returned function is called. */
  hold(path: string): () => void
  close(): Promise<void>
}

const STAND_IN_APP_ID = 'wx8888888888888888'
const APP_SECRET = 'a secret of tests'
export const TOKEN_PATH = '/cgi-bin/stable_token'
export const SESSION_PATH = '/sns/jscode2session'
export const PHONE_PATH = '/wxa/business/getuserphonenumber'
export const SEND_PATH = '/cgi-bin/message/subscribe/send'
export const UPLOAD_PATH = '/wxa/sec/order/upload_shipping_info'
export const ORDER_PATH = '/wxa/sec/order/get_order'
const CARRIERS_PATH = '/cgi-bin/express/delivery/open_msg/get_delivery_list'
export const CODE_PATH = '/wxa/getwxacodeunlimit'
export const TEXT_CHECK_PATH = '/wxa/msg_sec_check'
export const PICTURE_CHECK_PATH = '/wxa/media_check_async'
/** The token that signs the stand-in's notifications. */
const PUSH_TOKEN = 'atokenoftests'

/** Starts it on a free loopback port. */
export async function startWechatStandIn(): Promise<WechatStandIn> {
  const calls: ReceivedRequest[] = []
  const faults = new Map<string, WechatFault[]>()
  const holds = new Map<string, Promise<void>>()
  const codes = new Map<string, object>()
  const limits: AbortController[] = []
  const orderCentre = new Map<string, PaidOrder>()
  const state = { token: '', tokens: 0, lifeSeconds: 7200, codes: 0, traces: 0 }

  const take = (code: unknown) => {
    const found = codes.get(String(code))
    codes.delete(String(code))
    return found ?? { errcode: 40029, errmsg: 'invalid code' }
  }
  const answerOf = ({ path, query, body }: ReceivedRequest): unknown => {
    if (path === TOKEN_PATH) {
      if (body.appid !== STAND_IN_APP_ID || body.secret !== APP_SECRET) return { errcode: 40125, errmsg: 'bad secret' }
      if (state.token === '') {
        state.tokens += 1
        state.token = `token ${state.tokens}`
      }
      return { access_token: state.token, expires_in: state.lifeSeconds }
    }
    if (path === SESSION_PATH) {
      const isOurs = query.appid === STAND_IN_APP_ID && query.secret === APP_SECRET
      return isOurs ? take(query.js_code) : { errcode: 40013, errmsg: 'invalid appid' }
    }
    if (query.access_token !== state.token) return { errcode: 40001, errmsg: 'invalid credential' }
    if (path === PHONE_PATH) return take(body.code)
    if (path === SEND_PATH) return { errcode: 0, errmsg: 'ok' }
    if (path === CODE_PATH) return ONE_PIXEL
    if (path === TEXT_CHECK_PATH) return { errcode: 0, trace_id: 'text', result: { suggest: 'pass', label: 100 } }
    if (path === PICTURE_CHECK_PATH) {
      state.traces += 1
      return { errcode: 0, errmsg: 'ok', trace_id: `trace ${state.traces}` }
    }
    if (path === UPLOAD_PATH) return upload(orderCentre, body)
    if (path === ORDER_PATH) {
      const order = orderCentre.get(String(body.transaction_id))
      if (!order) return { errcode: 10060001, errmsg: '支付单不存在' }
      return { errcode: 0, errmsg: 'ok', order: { transaction_id: body.transaction_id, order_state: order.state } }
    }
    if (path === CARRIERS_PATH)
      return { errcode: 0, count: 1, delivery_list: [{ delivery_id: 'SF', delivery_name: '顺丰速运' }] }
    return { errcode: 43104, errmsg: 'no such call' }
  }

  const server = createServer((request, response) => {
    void hear(request, response).catch((error: Error) => response.destroy(error))
  })
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const text = await readText(request)
    const heard: ReceivedRequest = {
      method: request.method ?? '',
      path,
      query: Object.fromEntries(searchParams),
      body: text === '' ? {} : (JSON.parse(text) as ReceivedRequest['body']),
    }
    calls.push(heard)
    await holds.get(path)
    const fault = faults.get(path)?.shift()
    if (fault === 'SILENT') {
      for (const call of limits.splice(0)) call.abort(new DOMException('the time is over', 'TimeoutError'))
      return
    }
    if (fault === 'CUT') return void request.socket.destroy()
    if (fault === 'BROKEN') return send(response, 500, 'text/html', 'Internal Server Error')
    if (fault === 'HTML') return send(response, 200, 'text/html', '<html><body>维护中</body></html>')
    if (fault === 'ELSEWHERE') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    if (fault && 'errcode' in fault) return say(response, { errcode: fault.errcode, errmsg: 'as the test says' })
    if (fault) return say(response, fault.says)
    const answer = answerOf(heard)
    if (Buffer.isBuffer(answer)) send(response, 200, 'image/png', answer)
    else say(response, answer)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const newCode = (answer: object) => {
    state.codes += 1
    const code = `code ${state.codes}`
    codes.set(code, answer)
    return code
  }
  return {
    settings: {
      appId: STAND_IN_APP_ID,
      appSecret: APP_SECRET,
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      envVersion: 'release',
      pushToken: PUSH_TOKEN,
    },
    calls,
    callsTo: (path) => calls.filter((call) => call.path === path),
    codeOf: (openid, session_key = 'bm8ga2V5IGhlcmUgeWV0IQ==') => newCode({ openid, session_key }),
    phoneCodeOf: (purePhoneNumber, { countryCode = '86', appid = STAND_IN_APP_ID } = {}) =>
      newCode({
        errcode: 0,
        errmsg: 'ok',
        phone_info: {
          phoneNumber: purePhoneNumber,
          purePhoneNumber,
          countryCode,
          watermark: { timestamp: 0, appid },
        },
      }),
    revokeToken: () => {
      state.token = ''
    },
    giveTokensFor: (seconds) => {
      state.lifeSeconds = seconds
    },
    knowPayment: (transactionId, openId) => {
      orderCentre.set(transactionId, { openId, state: 1, shipped: [] })
    },
    setOrderState: (transactionId, orderState) => {
      const order = orderCentre.get(transactionId)
      if (!order) throw new Error(`nothing was paid under ${transactionId}`)
      order.state = orderState
    },
    failNext: (path, fault, times = 1) => {
      faults.set(path, [...(faults.get(path) ?? []), ...new Array<WechatFault>(times).fill(fault)])
    },
    limit: () => {
      const call = new AbortController()
      limits.push(call)
      return call.signal
    },
    hold: (path) => {
      let release: () => void = () => undefined
      holds.set(path, new Promise((resolve) => (release = resolve)))
      return release
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A payment in the order centre: its payer, its state, and its shipping reports. */
type PaidOrder = { openId: string; state: number; shipped: string[] }

type Upload = {
  order_key?: { order_number_type?: number; transaction_id?: string }
  logistics_type?: number
  delivery_mode?: number
  shipping_list?: { item_desc?: string; tracking_no?: string; express_company?: string }[]
  upload_time?: string
  payer?: { openid?: string }
}

/** Accepts a shipping report of a payment, or refuses it with an error number of uploadShippingInfo. */
function upload(orderCentre: Map<string, PaidOrder>, body: Upload): { errcode: number; errmsg: string } {
  const refused = (errcode: number, errmsg: string) => ({ errcode, errmsg })
  const { order_key: key, logistics_type: type, shipping_list: list, upload_time: time, payer } = body
  const [item, ...more] = Array.isArray(list) ? list : []
  const isWhole = key?.order_number_type === 2 && body.delivery_mode === 1 && item && more.length === 0
  if (!isWhole || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(time ?? ''))
    return refused(47001, 'data format error')
  const order = orderCentre.get(key.transaction_id ?? '')
  if (!order) return refused(10060001, '支付单不存在')
  if (payer?.openid !== order.openId) return refused(10060031, '该笔支付单不属于 openid 所指定的用户')
  if (!item.item_desc) return refused(10060008, '商品描述不能为空')
  if (type === 1 && !item.tracking_no) return refused(268485226, '物流单号不能为空')
  if (type === 1 && !item.express_company) return refused(268485227, '物流公司编码不能为空')
  if (order.state > 2) return refused(10060004, '支付单处于不可发货的状态')
  const said = JSON.stringify([type, item])
  if (order.shipped.at(-1) === said) return refused(10060023, '发货信息未更新')
  if (order.shipped.length === 2) return refused(10060003, '支付单已使用重新发货机会')
  order.shipped.push(said)
  order.state = 2
  return { errcode: 0, errmsg: 'ok' }
}

/** Answers JSON. WeChat labels its JSON as plain text. */
function say(response: ServerResponse, json: unknown): void {
  send(response, 200, 'text/plain', JSON.stringify(json))
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'Content-Type': type })
  response.end(body)
}

/** Encrypts data as WeChat does for a user, with their session key. */
export function encryptAsWechat(
  sessionKey: string,
  content: object,
  iv = randomBytes(16),
): { encryptedData: string; iv: string } {
  const cipher = createCipheriv('aes-128-cbc', Buffer.from(sessionKey, 'base64'), iv)
  const encryptedData = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]).toString('base64')
  return { encryptedData, iv: iv.toString('base64') }
}

/** The content of an encrypted phone number. Default: a number of mainland China. */
export function phoneContent(
  number: string,
  { appid, at, countryCode = '86' }: { appid: string; at: Date; countryCode?: string },
): object {
  return {
    phoneNumber: countryCode === '86' ? number : `+${countryCode}${number}`,
    purePhoneNumber: number,
    countryCode,
    watermark: { appid, timestamp: Math.floor(at.getTime() / 1000) },
  }
}
