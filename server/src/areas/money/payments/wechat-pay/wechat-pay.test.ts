import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PaymentProvider, type Prepayment, ProviderUnavailable } from '../provider.ts'
import { MERCHANT_PRIVATE_KEY } from './testing/test-keys.ts'
import { type StandInFault, startWechatPayStandIn, type WechatPayStandIn } from './testing/wechat-pay-stand-in.ts'
import { createWechatPay } from './wechat-pay.ts'

const NOW = new Date('2026-05-01T12:00:00+08:00')
const OUT_TRADE_NO = 'P0123456789abcdef0123456789abcd'
const UNPAID_TRADE_NO = `${OUT_TRADE_NO}6`
const OUT_REFUND_NO = 'R0123456789abcdef0123456789abcd'

let standIn: WechatPayStandIn
let wechatPay: PaymentProvider
beforeEach(async () => {
  standIn = await startWechatPayStandIn({ now: () => NOW })
  wechatPay = createWechatPay(standIn.settings, { now: () => NOW })
})
afterEach(() => standIn.close())

const prepayment: Prepayment = {
  outTradeNo: OUT_TRADE_NO,
  title: '约球报名',
  amountFen: 4_500,
  expiresAt: new Date('2026-05-01T12:15:00.400+08:00'),
  channel: 'JSAPI',
  openId: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o',
  payerIp: '::ffff:203.0.113.7',
}
const prepay = (change: Partial<Prepayment> = {}) => wechatPay.prepay({ ...prepayment, ...change })
const refund = {
  outTradeNo: OUT_TRADE_NO,
  outRefundNo: OUT_REFUND_NO,
  amountFen: 1_500,
  totalFen: 4_500,
  reason: '退出',
}
const bodyOfCall = (index: number) => JSON.parse(standIn.calls.at(index)?.body ?? '')

/** Returns the error of the provider, which must be ProviderUnavailable. */
async function unavailable(asked: Promise<unknown>): Promise<ProviderUnavailable> {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderUnavailable)) throw new Error('expected ProviderUnavailable', { cause: error })
  return error
}

describe('preparing a payment', () => {
  test('in the mini-program returns the argument of requestPayment, signed by us', async () => {
    const step = await prepay()
    if (step.kind !== 'jsapi') throw new Error(step.kind)
    expect(step).toMatchObject({ timeStamp: '1777608000', package: `prepay_id=wx${OUT_TRADE_NO}`, signType: 'RSA' })
    const message = `${standIn.settings.appId}\n${step.timeStamp}\n${step.nonceStr}\n${step.package}\n`
    const key = createPublicKey(MERCHANT_PRIVATE_KEY)
    expect(verify('RSA-SHA256', Buffer.from(message), key, Buffer.from(step.paySign, 'base64'))).toBe(true)
    expect(bodyOfCall(-1)).toEqual({
      appid: 'wx8888888888888888',
      mchid: '1900000109',
      description: '约球报名',
      out_trade_no: OUT_TRADE_NO,
      time_expire: '2026-05-01T12:15:00+08:00',
      notify_url: 'https://paidang.example/aaapi/payments/notify/wechat',
      amount: { total: 4_500, currency: 'CNY' },
      payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
    })
  })

  test('in a browser returns an address to open, and passes on the payer’s address', async () => {
    expect(await prepay({ channel: 'H5', openId: null })).toMatchObject({ kind: 'h5', url: /^https:/ })
    expect(bodyOfCall(-1)).toMatchObject({
      scene_info: { payer_client_ip: '203.0.113.7', h5_info: { type: 'Wap' } },
    })
    expect(bodyOfCall(-1)).not.toHaveProperty('payer')
    await prepay({ channel: 'H5', outTradeNo: UNPAID_TRADE_NO, payerIp: '2001:db8::1' })
    expect(bodyOfCall(-1)).toMatchObject({ scene_info: { payer_client_ip: '2001:db8::1' } })
  })

  test('for another device returns a code to scan', async () => {
    expect(await prepay({ channel: 'NATIVE', openId: null })).toEqual({
      kind: 'native',
      codeUrl: `weixin://wxpay/bizpayurl?pr=${OUT_TRADE_NO}`,
    })
  })

  test('twice under one number creates one payment', async () => {
    await prepay({ channel: 'NATIVE' })
    expect(await prepay({ channel: 'NATIVE' })).toMatchObject({ kind: 'native' })
    expect(standIn.payments.size).toBe(1)
  })

  test('shortens a title to what WeChat Pay accepts, by whole characters', async () => {
    await prepay({ title: '球'.repeat(60) })
    expect(bodyOfCall(-1).description).toBe('球'.repeat(42))
    await prepay({ title: `${'a'.repeat(124)}🎾🎾`, outTradeNo: UNPAID_TRADE_NO })
    expect(bodyOfCall(-1).description).toBe('a'.repeat(124))
  })

  test.each(['P1234', 'P'.repeat(33), 'P0123 56', 'P0123/56', 'P01234球', `${OUT_TRADE_NO}\n`])(
    'sends no request with the invalid number %j',
    async (outTradeNo) => {
      await expect(prepay({ outTradeNo })).rejects.toThrow(RangeError)
      await expect(wechatPay.query(outTradeNo)).rejects.toThrow(RangeError)
      await expect(wechatPay.close(outTradeNo)).rejects.toThrow(RangeError)
      await expect(wechatPay.refund({ ...refund, outTradeNo })).rejects.toThrow(RangeError)
      expect(standIn.calls).toEqual([])
    },
  )

  test('accepts every number that WeChat Pay accepts', async () => {
    const outTradeNo = 'a_b-c|d*E9'
    await prepay({ outTradeNo, channel: 'NATIVE' })
    expect(await wechatPay.query(outTradeNo)).toEqual({ state: 'NOTPAY' })
    await wechatPay.close(outTradeNo)
    expect(await wechatPay.query(outTradeNo)).toEqual({ state: 'CLOSED' })
  })

  test('in the mini-program needs the payer’s openId', async () => {
    await expect(prepay({ openId: null })).rejects.toThrow(TypeError)
  })

  test('that WeChat Pay refuses gives the reason', async () => {
    standIn.failNext({ status: 403, code: 'NO_AUTH', message: '商户号未开通\nH5 支付' })
    const { message } = await unavailable(prepay({ channel: 'H5' }))
    expect(message).toBe('WeChat Pay refused POST v3/pay/transactions/h5: 403 NO_AUTH 商户号未开通 H5 支付')
  })
})

describe('asking about a payment', () => {
  test('says that nobody paid, who paid and when, and counts a refunded payment as paid', async () => {
    await prepay()
    expect(await wechatPay.query(OUT_TRADE_NO)).toEqual({ state: 'NOTPAY' })
    standIn.pay(OUT_TRADE_NO, { at: new Date('2026-05-01T12:01:02+08:00') })
    const success = {
      state: 'SUCCESS',
      transactionId: standIn.payments.get(OUT_TRADE_NO)?.transactionId,
      amountFen: 4_500,
      currency: 'CNY',
      paidAt: new Date('2026-05-01T12:01:02+08:00'),
    }
    expect(await wechatPay.query(OUT_TRADE_NO)).toEqual(success)
    await wechatPay.refund(refund)
    expect(standIn.payments.get(OUT_TRADE_NO)?.tradeState).toBe('REFUND')
    expect(await wechatPay.query(OUT_TRADE_NO)).toEqual(success)
  })

  test('returns the received amount, which may differ from the requested one', async () => {
    await prepay()
    standIn.pay(OUT_TRADE_NO, { amountFen: 1 })
    expect(await wechatPay.query(OUT_TRADE_NO)).toMatchObject({ state: 'SUCCESS', amountFen: 1 })
  })

  test.each([
    ['USERPAYING', 'NOTPAY'],
    ['CLOSED', 'CLOSED'],
    ['REVOKED', 'CLOSED'],
    ['PAYERROR', 'PAYERROR'],
  ] as const)('reads %s as %s', async (tradeState, state) => {
    await prepay()
    standIn.setPayment(OUT_TRADE_NO, { tradeState })
    expect(await wechatPay.query(OUT_TRADE_NO)).toEqual({ state })
  })

  test('that WeChat Pay does not know is UNKNOWN', async () => {
    expect(await wechatPay.query(OUT_TRADE_NO)).toEqual({ state: 'UNKNOWN' })
  })

  test('trusts no success without its money', async () => {
    await prepay()
    standIn.setPayment(OUT_TRADE_NO, { tradeState: 'SUCCESS' })
    await unavailable(wechatPay.query(OUT_TRADE_NO))
  })

  test('trusts no answer about another payment, merchant or app', async () => {
    await prepay()
    standIn.pay(OUT_TRADE_NO)
    await unavailable(createWechatPay({ ...standIn.settings, appId: 'wx1' }, { now: () => NOW }).query(OUT_TRADE_NO))
    // A signed answer does not name the question: this one is genuine, but about the first payment.
    const other = UNPAID_TRADE_NO
    await prepay({ outTradeNo: other })
    standIn.setPayment(other, { ...standIn.payments.get(OUT_TRADE_NO) })
    await unavailable(wechatPay.query(other))
  })
})

describe('closing a payment', () => {
  test('ends it; closing a closed, paid or unknown payment is no error', async () => {
    await prepay()
    await wechatPay.close(OUT_TRADE_NO)
    expect(standIn.payments.get(OUT_TRADE_NO)?.tradeState).toBe('CLOSED')
    await wechatPay.close(OUT_TRADE_NO)

    const paid = UNPAID_TRADE_NO
    await prepay({ outTradeNo: paid })
    standIn.pay(paid)
    await wechatPay.close(paid)
    expect(await wechatPay.query(paid)).toMatchObject({ state: 'SUCCESS' })
    await wechatPay.close(`${OUT_TRADE_NO}7`)
  })

  test('is not done while WeChat Pay says "not yet"', async () => {
    await prepay()
    standIn.failNext({ status: 202, code: 'USERPAYING' })
    expect((await unavailable(wechatPay.close(OUT_TRADE_NO))).message).toContain('202 USERPAYING')
  })
})

describe('refunding', () => {
  beforeEach(async () => {
    await prepay()
    standIn.pay(OUT_TRADE_NO)
  })

  test('begins at once and is done when the bank is', async () => {
    expect(await wechatPay.refund(refund)).toEqual({ state: 'PROCESSING' })
    expect(bodyOfCall(-1)).toEqual({
      out_trade_no: OUT_TRADE_NO,
      out_refund_no: OUT_REFUND_NO,
      reason: '退出',
      notify_url: 'https://paidang.example/aaapi/payments/notify/wechat',
      amount: { refund: 1_500, total: 4_500, currency: 'CNY' },
    })
    expect(await wechatPay.queryRefund(OUT_REFUND_NO)).toEqual({ state: 'PROCESSING' })
    standIn.finishRefund(OUT_REFUND_NO)
    expect(await wechatPay.queryRefund(OUT_REFUND_NO)).toEqual({ state: 'SUCCESS' })
  })

  test('whose answer was lost is requested again under the same number, and happens once', async () => {
    standIn.failNext('ANSWER_LOST')
    await unavailable(wechatPay.refund(refund))
    expect(await wechatPay.refund(refund)).toEqual({ state: 'PROCESSING' })
    standIn.finishRefund(OUT_REFUND_NO)
    expect(await wechatPay.refund(refund)).toEqual({ state: 'SUCCESS' })
    expect([...standIn.refunds.keys()]).toEqual([OUT_REFUND_NO])
    const numbers = standIn.calls.slice(1).map(({ body }) => JSON.parse(body).out_refund_no)
    expect(numbers).toEqual([OUT_REFUND_NO, OUT_REFUND_NO, OUT_REFUND_NO])
  })

  test.each(['ABNORMAL', 'CLOSED'] as const)('that the bank ends as %s has that state', async (status) => {
    await wechatPay.refund(refund)
    standIn.finishRefund(OUT_REFUND_NO, status)
    expect(await wechatPay.queryRefund(OUT_REFUND_NO)).toEqual({ state: status })
  })

  test('to a closed account, or of an unknown payment, needs a person', async () => {
    standIn.failNext({ status: 403, code: 'USER_ACCOUNT_ABNORMAL' })
    expect(await wechatPay.refund(refund)).toEqual({ state: 'ABNORMAL' })
    expect(await wechatPay.refund({ ...refund, outTradeNo: 'never-paid' })).toEqual({ state: 'ABNORMAL' })
  })

  test('waits while the merchant has too little money', async () => {
    standIn.failNext({ status: 403, code: 'NOT_ENOUGH', message: '基本账户余额不足' })
    expect((await unavailable(wechatPay.refund(refund))).message).toContain('NOT_ENOUGH 基本账户余额不足')
    expect(await wechatPay.refund(refund)).toEqual({ state: 'PROCESSING' })
  })

  test('that WeChat Pay has with another amount is refused', async () => {
    await wechatPay.refund(refund)
    await unavailable(wechatPay.refund({ ...refund, amountFen: 1_400 }))
    standIn.failNext({ says: { ...standIn.refunds.get(OUT_REFUND_NO), amount: { refund: 1_400 } } })
    await unavailable(wechatPay.refund(refund))
  })

  test('trusts no answer about another refund', async () => {
    await wechatPay.refund(refund)
    const other = { ...standIn.refunds.get(OUT_REFUND_NO), out_refund_no: 'R0' }
    standIn.failNext({ says: other }, 2)
    await unavailable(wechatPay.refund(refund))
    await unavailable(wechatPay.queryRefund(OUT_REFUND_NO))
  })

  test('shortens the reason to what WeChat Pay accepts', async () => {
    await wechatPay.refund({ ...refund, reason: '退'.repeat(40) })
    expect(bodyOfCall(-1).reason).toBe('退'.repeat(26))
  })

  test('that WeChat Pay does not know is UNKNOWN', async () => {
    expect(await wechatPay.queryRefund(OUT_REFUND_NO)).toEqual({ state: 'UNKNOWN' })
    await expect(wechatPay.queryRefund('R'.repeat(65))).rejects.toThrow(RangeError)
  })
})

describe('when a call fails', () => {
  const faults: StandInFault[] = [
    { status: 500, code: 'SYSTEM_ERROR' },
    { status: 502, code: '' },
    { status: 429, code: 'FREQUENCY_LIMITED' },
    { status: 401, code: 'SIGN_ERROR' },
    { status: 301, code: 'MOVED' },
    'CUT',
    'ANSWER_LOST',
    'UNSIGNED',
    'SIGNED_WRONGLY',
    'STRANGE_KEY',
    'SIGNED_LONG_AGO',
    { says: { nonsense: true } },
  ]
  const calls: [string, () => Promise<unknown>][] = [
    ['prepay', () => prepay({ outTradeNo: UNPAID_TRADE_NO })],
    ['query', () => wechatPay.query(OUT_TRADE_NO)],
    ['close', () => wechatPay.close(UNPAID_TRADE_NO)],
    ['refund', () => wechatPay.refund(refund)],
    ['queryRefund', () => wechatPay.queryRefund(OUT_REFUND_NO)],
  ]
  const secrets = [
    MERCHANT_PRIVATE_KEY.split('\n')[1] ?? '',
    'a key of tests',
    'WECHATPAY2-SHA256-RSA2048',
    'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o',
  ]

  test.each(faults.map((fault) => [typeof fault === 'string' ? fault : JSON.stringify(fault), fault] as const))(
    '%s: nothing is known, and the error contains no secret',
    async (_name, fault) => {
      await prepay()
      standIn.pay(OUT_TRADE_NO)
      await wechatPay.refund(refund)
      for (const [, call] of calls) {
        standIn.failNext(fault)
        const error = await unavailable(call())
        const shown = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)} ${error.cause}`
        for (const secret of secrets) expect(shown).not.toContain(secret)
      }
    },
  )

  test.each(calls)('%s: no answer in time is ProviderUnavailable', async (_name, call) => {
    const patience = new AbortController()
    standIn.silence.once('call', () => patience.abort(new DOMException('the time is over', 'TimeoutError')))
    wechatPay = createWechatPay(standIn.settings, { now: () => NOW, limit: () => patience.signal })
    standIn.failNext('SILENT')
    await unavailable(call())
    expect(standIn.calls).toHaveLength(1)
  })

  test('WeChat Pay rejects calls signed with another merchant key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const impostor = createWechatPay({ ...standIn.settings, privateKey }, { now: () => NOW })
    expect((await unavailable(impostor.query(OUT_TRADE_NO))).message).toContain('401 SIGN_ERROR')
  })

  test('no server at the address is ProviderUnavailable', async () => {
    const gone = createWechatPay({ ...standIn.settings, baseUrl: 'http://127.0.0.1:1' }, { now: () => NOW })
    expect((await unavailable(gone.query(OUT_TRADE_NO))).message).toContain('ECONNREFUSED')
  })
})
