import type { PaymentStep } from '@paidang/api/areas/money/payments'
import { Type } from 'typebox'
import { type PaymentProvider, type Prepayment, type ProviderRefund, ProviderUnavailable } from '../provider.ts'
import { asPayment, asRefund, RefundAnswer, Transaction } from './answers.ts'
import { type AskWechatPay, createMerchantClient, type Limit, NoContent, WechatPayRefusal } from './merchant-client.ts'
import { readNotification } from './read-notification.ts'
import type { WechatPaySettings } from './settings.ts'
import { signPayment } from './sign-payment.ts'

/** The numbers that WeChat Pay accepts. Source: WeChat Pay v3, out_trade_no and out_refund_no */
const OUT_TRADE_NO = /^[\w|*-]{6,32}$/
const OUT_REFUND_NO = /^[\w|*@-]{1,64}$/
/** In bytes of UTF-8, of which a Chinese character takes three. Source: WeChat Pay v3, description and reason */
const MAX_DESCRIPTION_BYTES = 127
const MAX_REASON_BYTES = 80
const SHANGHAI_OFFSET_MS = 8 * 60 * 60 * 1000

const UNKNOWN_PAYMENT = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS']
/** Closing a closed, paid or unknown payment is no error. The query that follows says which it is. */
const NOTHING_TO_CLOSE = [...UNKNOWN_PAYMENT, 'ORDER_CLOSED', 'ORDERCLOSED', 'ORDER_PAID', 'ORDERPAID']
/** The payer's account is gone, or the payment does not exist. Any other refusal may be temporary. */
const REFUND_IS_STUCK = ['USER_ACCOUNT_ABNORMAL', 'RESOURCE_NOT_EXISTS']

/**
 * Creates the provider for WeChat Pay v3 with one merchant. It uses JSAPI in the mini-program, H5 and native codes on
 * the web. `limit` ends a call that takes too long. `now` dates our own data; the requests use the clock of the machine.
 */
export function createWechatPay(
  settings: WechatPaySettings,
  { now, limit }: { now: () => Date; limit?: Limit },
): PaymentProvider {
  const ask = createMerchantClient(settings, limit)

  return {
    name: 'WECHAT',

    prepay: (prepayment) => prepay(ask, settings, prepayment, now),

    async query(outTradeNo) {
      const path = `v3/pay/transactions/out-trade-no/${inPath(outTradeNo, OUT_TRADE_NO)}`
      try {
        const transaction = await ask({ method: 'GET', path, query: { mchid: settings.mchId } }, Transaction)
        const { appid = settings.appId } = transaction
        if (
          transaction.out_trade_no !== outTradeNo ||
          transaction.mchid !== settings.mchId ||
          appid !== settings.appId
        ) {
          throw new ProviderUnavailable(`WeChat Pay was asked about payment ${outTradeNo} and answered about another`)
        }
        return asPayment(transaction)
      } catch (error) {
        if (isRefusal(error, UNKNOWN_PAYMENT)) return { state: 'UNKNOWN' }
        throw error
      }
    },

    async close(outTradeNo) {
      const path = `v3/pay/transactions/out-trade-no/${inPath(outTradeNo, OUT_TRADE_NO)}/close`
      try {
        await ask({ method: 'POST', path, body: { mchid: settings.mchId } }, NoContent)
      } catch (error) {
        if (!isRefusal(error, NOTHING_TO_CLOSE)) throw error
      }
    },

    async refund({ outTradeNo, outRefundNo, amountFen, totalFen, reason }) {
      assertNumber(outTradeNo, OUT_TRADE_NO)
      assertNumber(outRefundNo, OUT_REFUND_NO)
      const body = {
        out_trade_no: outTradeNo,
        out_refund_no: outRefundNo,
        reason: firstBytes(reason, MAX_REASON_BYTES),
        notify_url: settings.notifyUrl,
        amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
      }
      try {
        const answer = await ask({ method: 'POST', path: 'v3/refund/domestic/refunds', body }, RefundAnswer)
        if (answer.amount.refund !== amountFen) {
          throw new ProviderUnavailable(`WeChat Pay has refund ${outRefundNo} with another amount`)
        }
        return refundOf(answer, outRefundNo)
      } catch (error) {
        if (isRefusal(error, REFUND_IS_STUCK)) return { state: 'ABNORMAL' }
        throw error
      }
    },

    async queryRefund(outRefundNo) {
      const path = `v3/refund/domestic/refunds/${inPath(outRefundNo, OUT_REFUND_NO)}`
      try {
        return refundOf(await ask({ method: 'GET', path }, RefundAnswer), outRefundNo)
      } catch (error) {
        if (isRefusal(error, UNKNOWN_PAYMENT)) return { state: 'UNKNOWN' }
        throw error
      }
    },

    readNotification: (notification) => readNotification(settings, notification, now()),
  }
}

async function prepay(
  ask: AskWechatPay,
  settings: WechatPaySettings,
  prepayment: Prepayment,
  now: () => Date,
): Promise<PaymentStep> {
  assertNumber(prepayment.outTradeNo, OUT_TRADE_NO)
  const body = {
    appid: settings.appId,
    mchid: settings.mchId,
    description: firstBytes(prepayment.title, MAX_DESCRIPTION_BYTES),
    out_trade_no: prepayment.outTradeNo,
    time_expire: shanghaiTime(prepayment.expiresAt),
    notify_url: settings.notifyUrl,
    amount: { total: prepayment.amountFen, currency: 'CNY' },
  }
  const call = (kind: string, more: object) =>
    ({ method: 'POST', path: `v3/pay/transactions/${kind}`, body: { ...body, ...more } }) as const
  const Text = Type.String({ minLength: 1 })

  switch (prepayment.channel) {
    case 'JSAPI': {
      if (prepayment.openId === null) throw new TypeError('a JSAPI payment needs the payer within WeChat')
      const payer = { openid: prepayment.openId }
      const answer = await ask(call('jsapi', { payer }), Type.Object({ prepay_id: Text }))
      return signPayment(settings, { prepayId: answer.prepay_id, now: now() })
    }
    case 'H5': {
      const scene = { payer_client_ip: asPlainIp(prepayment.payerIp), h5_info: { type: 'Wap' } }
      const answer = await ask(call('h5', { scene_info: scene }), Type.Object({ h5_url: Text }))
      return { kind: 'h5', url: answer.h5_url }
    }
    case 'NATIVE': {
      const answer = await ask(call('native', {}), Type.Object({ code_url: Text }))
      return { kind: 'native', codeUrl: answer.code_url }
    }
  }
}

function refundOf(answer: { out_refund_no: string; status: string }, outRefundNo: string): ProviderRefund {
  if (answer.out_refund_no !== outRefundNo) {
    throw new ProviderUnavailable(`WeChat Pay was asked about refund ${outRefundNo} and answered about another`)
  }
  return asRefund(outRefundNo, answer.status)
}

function isRefusal(error: unknown, codes: readonly string[]): boolean {
  return error instanceof WechatPayRefusal && codes.includes(error.code)
}

function assertNumber(number: string, rule: RegExp): void {
  if (!rule.test(number)) throw new RangeError(`WeChat Pay takes no number like ${number}`)
}

function inPath(number: string, rule: RegExp): string {
  assertNumber(number, rule)
  return encodeURIComponent(number)
}

/** As many whole characters from the start as fit in the bytes. */
function firstBytes(text: string, maxBytes: number): string {
  let taken = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    taken += character
  }
  return taken
}

/** An instant in RFC 3339 to the second, as in 2026-05-01T12:00:00+08:00. */
function shanghaiTime(instant: Date): string {
  return `${new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19)}+08:00`
}

/** A dual-stack socket shows IPv4 callers as IPv6 addresses. */
function asPlainIp(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '')
}
