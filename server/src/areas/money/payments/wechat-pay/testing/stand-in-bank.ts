/** What the stand-in knows about a payment. */
export type StandInPayment = {
  kind: 'jsapi' | 'h5' | 'native'
  request: PrepayBody
  /** The requested amount; `pay` may set another one. */
  amountFen: number
  tradeState: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED' | 'PAYERROR' | 'USERPAYING' | 'REVOKED'
  transactionId: string
  successTime: string | undefined
}

export type StandInRefund = {
  out_trade_no: string
  out_refund_no: string
  refund_id: string
  transaction_id: string
  status: 'PROCESSING' | 'SUCCESS' | 'ABNORMAL' | 'CLOSED'
  amount: { refund: number; total: number; currency: string }
}

export type Answer = { status: number; body?: object }

type PrepayBody = {
  appid: string
  mchid: string
  description: string
  out_trade_no: string
  time_expire: string
  notify_url: string
  amount: { total: number; currency: string }
  payer?: { openid: string }
  scene_info?: { payer_client_ip: string; h5_info: { type: string } }
}
type RefundBody = {
  out_trade_no: string
  out_refund_no: string
  reason: string
  notify_url: string
  amount: { refund: number; total: number; currency: string }
}

type Bank = {
  payments: Map<string, StandInPayment>
  refunds: Map<string, StandInRefund>
  answer(method: string, path: string, body: string): Answer
  pay(outTradeNo: string, wish?: { amountFen?: number; at?: Date }): void
  setPayment(outTradeNo: string, change: Partial<StandInPayment>): void
  finishRefund(outRefundNo: string, status?: 'SUCCESS' | 'ABNORMAL' | 'CLOSED'): void
  transactionOf(outTradeNo: string): object
  refundOf(outRefundNo: string): StandInRefund
}

const SHANGHAI_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/

/**
 * Creates the books of the stand-in. They follow WeChat Pay's documents on what is accepted and how repeats are
 * answered.
 */
export function createBank({ mchId, appId, now }: { mchId: string; appId: string; now: () => Date }): Bank {
  const payments = new Map<string, StandInPayment>()
  const refunds = new Map<string, StandInRefund>()
  let lastNumber = 0
  const nextNumber = (prefix: string) => `${prefix}${String(++lastNumber).padStart(20, '0')}`

  const paymentOf = (outTradeNo: string): StandInPayment => {
    const payment = payments.get(outTradeNo)
    if (!payment) throw new Error(`the stand-in knows no payment ${outTradeNo}`)
    return payment
  }
  const refundOf = (outRefundNo: string): StandInRefund => {
    const refund = refunds.get(outRefundNo)
    if (!refund) throw new Error(`the stand-in knows no refund ${outRefundNo}`)
    return refund
  }
  const transactionOf = (outTradeNo: string): object => {
    const { request, amountFen, tradeState, transactionId, successTime } = paymentOf(outTradeNo)
    const isPaid = successTime !== undefined
    return {
      appid: appId,
      mchid: mchId,
      out_trade_no: request.out_trade_no,
      trade_state: tradeState,
      trade_state_desc: tradeState,
      amount: { total: amountFen, currency: 'CNY', ...(isPaid && { payer_total: amountFen, payer_currency: 'CNY' }) },
      ...(isPaid && {
        transaction_id: transactionId,
        success_time: successTime,
        bank_type: 'OTHERS',
        payer: request.payer,
      }),
    }
  }

  const prepay = (kind: StandInPayment['kind'], body: PrepayBody): Answer => {
    const fault = faultOfPrepay(kind, body, { mchId, appId })
    if (fault !== undefined) return refused(400, 'PARAM_ERROR', fault)
    const known = payments.get(body.out_trade_no)
    if (known && JSON.stringify(known.request) !== JSON.stringify(body)) return refused(403, 'OUT_TRADE_NO_USED')
    if (known && known.tradeState !== 'NOTPAY') return refused(400, 'ORDER_CLOSED')
    payments.set(body.out_trade_no, {
      kind,
      request: body,
      amountFen: body.amount.total,
      tradeState: 'NOTPAY',
      transactionId: nextNumber('42000000'),
      successTime: undefined,
    })
    if (kind === 'jsapi') return { status: 200, body: { prepay_id: `wx${body.out_trade_no}` } }
    if (kind === 'native')
      return { status: 200, body: { code_url: `weixin://wxpay/bizpayurl?pr=${body.out_trade_no}` } }
    return {
      status: 200,
      body: { h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${body.out_trade_no}` },
    }
  }

  const close = (outTradeNo: string): Answer => {
    const payment = payments.get(outTradeNo)
    if (!payment) return refused(404, 'ORDER_NOT_EXIST')
    if (payment.tradeState === 'CLOSED') return refused(400, 'ORDER_CLOSED')
    if (payment.successTime !== undefined) return refused(400, 'ORDER_PAID')
    payment.tradeState = 'CLOSED'
    return { status: 204 }
  }

  const refund = (body: RefundBody): Answer => {
    const payment = payments.get(body.out_trade_no)
    if (payment?.successTime === undefined) return refused(404, 'RESOURCE_NOT_EXISTS')
    if (body.amount.total !== payment.amountFen) return refused(400, 'INVALID_REQUEST')
    if (Buffer.byteLength(body.reason) > 80) return refused(400, 'PARAM_ERROR')
    const known = refunds.get(body.out_refund_no)
    if (known)
      return known.amount.refund === body.amount.refund ? { status: 200, body: known } : refused(400, 'INVALID_REQUEST')
    const sum = [...refunds.values()]
      .filter((other) => other.out_trade_no === body.out_trade_no)
      .reduce((total, other) => total + other.amount.refund, body.amount.refund)
    if (sum > payment.amountFen) return refused(400, 'INVALID_REQUEST')
    payment.tradeState = 'REFUND'
    const made: StandInRefund = {
      out_trade_no: body.out_trade_no,
      out_refund_no: body.out_refund_no,
      refund_id: nextNumber('50000000'),
      transaction_id: payment.transactionId,
      status: 'PROCESSING',
      amount: body.amount,
    }
    refunds.set(body.out_refund_no, made)
    return { status: 200, body: made }
  }

  return {
    payments,
    refunds,
    transactionOf,
    refundOf,
    answer(method, path, body) {
      const { pathname, searchParams } = new URL(path, 'http://stand-in')
      const [, kind] = /^\/v3\/pay\/transactions\/(jsapi|h5|native)$/.exec(pathname) ?? []
      if (method === 'POST' && (kind === 'jsapi' || kind === 'h5' || kind === 'native'))
        return prepay(kind, JSON.parse(body))
      const [, closing] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/.exec(pathname) ?? []
      if (method === 'POST' && closing !== undefined && JSON.parse(body).mchid === mchId)
        return close(decodeURIComponent(closing))
      const [, asked] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/.exec(pathname) ?? []
      if (method === 'GET' && asked !== undefined && searchParams.get('mchid') === mchId) {
        const outTradeNo = decodeURIComponent(asked)
        return payments.has(outTradeNo)
          ? { status: 200, body: transactionOf(outTradeNo) }
          : refused(404, 'ORDER_NOT_EXIST')
      }
      if (method === 'POST' && pathname === '/v3/refund/domestic/refunds') return refund(JSON.parse(body))
      const [, refundNo] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(pathname) ?? []
      if (method === 'GET' && refundNo !== undefined) {
        const known = refunds.get(decodeURIComponent(refundNo))
        return known ? { status: 200, body: known } : refused(404, 'RESOURCE_NOT_EXISTS')
      }
      return refused(400, 'INVALID_REQUEST', path)
    },
    pay(outTradeNo, { amountFen, at = now() } = {}) {
      const payment = paymentOf(outTradeNo)
      payment.amountFen = amountFen ?? payment.amountFen
      payment.tradeState = 'SUCCESS'
      payment.successTime = inShanghai(at)
    },
    setPayment: (outTradeNo, change) => void Object.assign(paymentOf(outTradeNo), change),
    finishRefund: (outRefundNo, status = 'SUCCESS') => {
      refundOf(outRefundNo).status = status
    },
  }
}

function faultOfPrepay(
  kind: StandInPayment['kind'],
  body: PrepayBody,
  { mchId, appId }: { mchId: string; appId: string },
): string | undefined {
  if (body.mchid !== mchId || body.appid !== appId) return 'mchid'
  if (body.description === '' || Buffer.byteLength(body.description) > 127) return 'description'
  if (!/^[0-9A-Za-z_|*-]{6,32}$/.test(body.out_trade_no)) return 'out_trade_no'
  if (!SHANGHAI_TIME.test(body.time_expire)) return 'time_expire'
  if (!/^https:\/\/[^?#]+$/.test(body.notify_url)) return 'notify_url'
  if (!Number.isSafeInteger(body.amount.total) || body.amount.total < 1 || body.amount.currency !== 'CNY')
    return 'amount'
  if (kind === 'jsapi' && !body.payer?.openid) return 'payer'
  if (kind === 'h5' && (!body.scene_info?.payer_client_ip || !body.scene_info.h5_info.type)) return 'scene_info'
  return undefined
}

function refused(status: number, code: string, message: string = code): Answer {
  return { status, body: { code, message } }
}

function inShanghai(instant: Date): string {
  return new Date(instant.getTime() + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00')
}
