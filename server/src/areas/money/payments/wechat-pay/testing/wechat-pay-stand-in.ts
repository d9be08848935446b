import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { readWechatPaySettings, type WechatPaySettings } from '../settings.ts'
import { type Answer, createBank, type StandInPayment, type StandInRefund } from './stand-in-bank.ts'
import { type NotificationWish, writeNotification } from './stand-in-notification.ts'
import { MERCHANT_PRIVATE_KEY, PLATFORM_CERTIFICATE, WECHAT_PRIVATE_KEY } from './test-keys.ts'

/**
 * What goes wrong with a call. WeChat Pay fails (500), is busy (429) or does not trust us (403). The line is cut before
 * or after the call is done, or no answer comes. Or an answer is unsigned, badly signed, signed with a strange key or
 * long ago. Or its signature is valid and its content is wrong.
 */
export type StandInFault =
  | { status: number; code: string; message?: string }
  | { says: object }
  | 'CUT'
  | 'ANSWER_LOST'
  | 'SILENT'
  | 'UNSIGNED'
  | 'SIGNED_WRONGLY'
  | 'STRANGE_KEY'
  | 'SIGNED_LONG_AGO'

type ReceivedCall = { method: string; path: string; body: string; headers: IncomingMessage['headers'] }

/** A stand-in for WeChat Pay on this machine. It trusts only our key, signs its answers, and is its own bank. */
export type WechatPayStandIn = {
  /** The WECHAT_* and WECHATPAY_* variables that point to it. */
  env: Record<string, string>
  settings: WechatPaySettings
  /** Every call received, the latest last. */
  calls: ReceivedCall[]
  payments: ReadonlyMap<string, StandInPayment>
  refunds: ReadonlyMap<string, StandInRefund>
  /** The payer pays. Another amount than requested is a fault of WeChat Pay that must not be trusted. */
  pay(outTradeNo: string, wish?: { amountFen?: number; at?: Date }): void
  /** Sets another state of a payment, such as PAYERROR. */
  setPayment(outTradeNo: string, change: Partial<StandInPayment>): void
  /** The bank finishes a refund. */
  finishRefund(outRefundNo: string, status?: 'SUCCESS' | 'ABNORMAL' | 'CLOSED'): void
  /** The signed and encrypted notification of a payment, as it would be sent now. */
  paymentNotification(outTradeNo: string, wish?: NotificationWish): SignedNotification
  refundNotification(outRefundNo: string, wish?: NotificationWish): SignedNotification
  /** The next call, or the next `times` calls, meet this fault. */
  failNext(fault: StandInFault, times?: number): void
  /** Is told of each call that gets no answer. */
  silence: EventEmitter
  close(): Promise<void>
}

/** A notification as it is sent. */
export type SignedNotification = { headers: Record<string, string>; body: Buffer }

export const STAND_IN_API_V3_KEY = 'a key of tests, thirty-two bytes'
const PUBLIC_KEY_ID = 'PUB_KEY_ID_0119000001092024'
const MCH_ID = '1900000109'
const SERIAL_NO = '3775B6A45ACD588826D15E583A95F5DD00000001'
const APP_ID = 'wx8888888888888888'
const NOTIFY_URL = 'https://paidang.example/aaapi/payments/notify/wechat'
const MAX_OFFSET_SECONDS = 300
const AUTHORIZATION =
  /^WECHATPAY2-SHA256-RSA2048 mchid="(?<mchid>[^"]+)",serial_no="(?<serial>[^"]+)",timestamp="(?<timestamp>\d+)",nonce_str="(?<nonce>[^"]+)",signature="(?<signature>[^"]+)"$/

/**
 * Starts it on a free port of loopback. `now` dates its payments and notifications; its answers carry the real time.
 */
export async function startWechatPayStandIn({ now }: { now: () => Date }): Promise<WechatPayStandIn> {
  const privateKey = createPrivateKey(WECHAT_PRIVATE_KEY)
  const merchantKey = createPublicKey(MERCHANT_PRIVATE_KEY)
  const bank = createBank({ mchId: MCH_ID, appId: APP_ID, now })
  const calls: ReceivedCall[] = []
  const faults: StandInFault[] = []
  const silence = new EventEmitter()

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: Error) => response.destroy(error))
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request
    const call = { method, path, body: await readText(request), headers }
    calls.push(call)
    const fault = faults.shift()
    if (fault === 'SILENT') return silence.emit('call')
    if (fault === 'CUT') return request.socket.destroy()
    if (typeof fault === 'object' && 'status' in fault) return send(response, { status: fault.status, body: fault }, {})

    const result = isSignedBy(merchantKey, call) ? bank.answer(method, path, call.body) : NOT_SIGNED
    if (fault === 'ANSWER_LOST') return request.socket.destroy()
    const said = typeof fault === 'object' ? { status: 200, body: fault.says } : result
    const text = said.body === undefined ? '' : JSON.stringify(said.body)
    send(response, said, said.status < 300 ? signatureOf(text, privateKey, fault) : {})
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const env = {
    WECHAT_APP_ID: APP_ID,
    WECHAT_APP_SECRET: 'a secret of tests',
    WECHATPAY_MCH_ID: MCH_ID,
    WECHATPAY_SERIAL_NO: SERIAL_NO,
    WECHATPAY_PRIVATE_KEY: MERCHANT_PRIVATE_KEY,
    WECHATPAY_API_V3_KEY: STAND_IN_API_V3_KEY,
    WECHATPAY_PUBLIC_KEY_ID: PUBLIC_KEY_ID,
    WECHATPAY_PUBLIC_KEY: publicPemOf(privateKey),
    WECHATPAY_PLATFORM_CERTIFICATE: PLATFORM_CERTIFICATE,
    WECHATPAY_NOTIFY_URL: NOTIFY_URL,
    WECHATPAY_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
  const settings = readWechatPaySettings({ wechat: env, wechatPay: env })
  if (!settings) throw new Error('the stand-in gives all settings')
  const write = { apiV3Key: STAND_IN_API_V3_KEY, publicKeyId: PUBLIC_KEY_ID, now }

  return {
    env,
    settings,
    calls,
    silence,
    payments: bank.payments,
    refunds: bank.refunds,
    pay: bank.pay,
    setPayment: bank.setPayment,
    finishRefund: bank.finishRefund,
    paymentNotification: (outTradeNo, wish = {}) =>
      writeNotification('TRANSACTION.SUCCESS', bank.transactionOf(outTradeNo), wish, write),
    refundNotification: (outRefundNo, wish = {}) => {
      const refund = bank.refundOf(outRefundNo)
      const { status, ...rest } = refund
      const content = { mchid: MCH_ID, ...rest, refund_status: status }
      return writeNotification(`REFUND.${status}`, content, wish, write)
    },
    failNext: (fault, times = 1) => {
      faults.push(...new Array<StandInFault>(times).fill(fault))
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const NOT_SIGNED: Answer = { status: 401, body: { code: 'SIGN_ERROR', message: '错误的签名，验签失败' } }

/** Whether a request carries the merchant's signature over what was sent. It follows the rule, without the library. */
function isSignedBy(key: KeyObject, { method, path, body, headers }: ReceivedCall): boolean {
  const parts = AUTHORIZATION.exec(headers.authorization ?? '')?.groups
  if (!parts || parts.mchid !== MCH_ID || parts.serial !== SERIAL_NO) return false
  if (headers['wechatpay-serial'] !== PUBLIC_KEY_ID || !headers.accept?.includes('application/json')) return false
  if (Math.abs(Date.now() / 1000 - Number(parts.timestamp)) > MAX_OFFSET_SECONDS) return false
  const message = [method, path, parts.timestamp, parts.nonce, body, ''].join('\n')
  return verify('RSA-SHA256', Buffer.from(message), key, Buffer.from(parts.signature ?? '', 'base64'))
}

function signatureOf(text: string, key: KeyObject, fault: StandInFault | undefined): Record<string, string> {
  if (fault === 'UNSIGNED') return {}
  const ageSeconds = fault === 'SIGNED_LONG_AGO' ? MAX_OFFSET_SECONDS * 2 : 0
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds)
  const nonce = randomBytes(16).toString('hex')
  const signed = fault === 'SIGNED_WRONGLY' ? `${text} ` : text
  return {
    'Wechatpay-Timestamp': timestamp,
    'Wechatpay-Nonce': nonce,
    'Wechatpay-Serial': fault === 'STRANGE_KEY' ? 'PUB_KEY_ID_0000000000000000' : PUBLIC_KEY_ID,
    'Wechatpay-Signature': sign('RSA-SHA256', Buffer.from(`${timestamp}\n${nonce}\n${signed}\n`), key).toString(
      'base64',
    ),
  }
}

function send(response: ServerResponse, { status, body }: Answer, headers: Record<string, string>): void {
  response.writeHead(status, { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

function publicPemOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
}
