import { checkOrder, closeOrder, getOrder, type PayChannel, payOrder } from '@paidang/api/areas/money/payments'
import { createClient } from '@paidang/api/client'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API_PREFIX } from '../../../../http/serve.ts'
import { paymentEvents, payments as paymentRows, refunds } from '../../../../tables/payments.ts'
import { givenPlayer, TEST_NOW } from '../../../../testing/builders.ts'
import { givenOrder, watchedEffects } from '../../../../testing/given-money.ts'
import { runJob } from '../../../../testing/run-job.ts'
import { startTestServer } from '../../../../testing/test-server.ts'
import { closeUnpaidOrders, pollPayments } from '../ask-provider.ts'
import { notifyPath } from '../notifications.ts'
import { retryRefunds } from '../refunds.ts'
import { MERCHANT_PRIVATE_KEY } from './testing/test-keys.ts'
import { type SignedNotification, startWechatPayStandIn, type WechatPayStandIn } from './testing/wechat-pay-stand-in.ts'
import { createWechatPay } from './wechat-pay.ts'

// The whole path of the money through our API and our jobs. A WeChat Pay on this machine signs and encrypts.

const { effects, actions } = watchedEffects()
const server = await startTestServer()
const { db, clock } = server
let standIn: WechatPayStandIn
let app: FastifyInstance
const log: string[] = []

beforeAll(async () => {
  standIn = await startWechatPayStandIn({ now: clock.now })
  app = await server.another({
    paymentProvider: createWechatPay(standIn.settings, { now: clock.now }),
    orderEffects: effects,
    logger: { level: 'trace', stream: { write: (line: string) => void log.push(line) } },
  })
})
afterAll(() => standIn.close())

let payer: string
let orderId: string
beforeEach(async () => {
  actions.length = 0
  log.length = 0
  standIn.calls.length = 0
  payer = await givenPlayer(db)
  orderId = await givenOrder(db, { userId: payer })
})

/** The app's client for the payer, at the server that pays with WeChat Pay. */
const call = createClient({
  send: async ({ method, path, body }) => {
    const response = await app.inject({
      method,
      url: API_PREFIX + path,
      headers: { authorization: `Bearer ${await server.tokenOf(payer)}` },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: response.statusCode, body: response.json() }
  },
})
const pay = (channel: PayChannel = 'NATIVE') => call(payOrder, { body: { orderId, method: 'WECHAT', channel } })
const orderNow = () => call(getOrder, { params: { id: orderId } })
const job = (run: Parameters<typeof runJob>[1]) => runJob({ ...server, app }, run)
const later = (minutes: number) => clock.set(new Date(TEST_NOW.getTime() + minutes * 60_000))

/** Begins a payment. @returns its number, which WeChat Pay uses too */
async function begin(): Promise<string> {
  await pay()
  const [{ outTradeNo } = { outTradeNo: '' }] = await db.select().from(paymentRows)
  return outTradeNo
}

/** Posts a notification to our server. @returns the status of the answer */
async function bring({ headers, body }: SignedNotification): Promise<number> {
  const response = await app.inject({ method: 'POST', url: notifyPath('wechat'), headers, payload: body })
  return response.statusCode
}

/** Reads the only refund. */
async function refundNow() {
  const [refund, ...more] = await db.select().from(refunds)
  if (!refund || more.length > 0) throw new Error('expected one refund')
  return refund
}

test('a player pays in the mini-program, and the notification makes the order PAID', async () => {
  const { order, step } = await pay('JSAPI')
  expect([order.state, step]).toMatchObject(['UNPAID', { kind: 'jsapi', signType: 'RSA' }])
  const [{ outTradeNo, state } = { outTradeNo: '', state: '' }] = await db.select().from(paymentRows)
  expect(state).toBe('PENDING')
  expect(standIn.payments.get(outTradeNo)?.request).toMatchObject({
    description: '周末双打',
    amount: { total: 5_000 },
    time_expire: '2026-05-01T12:15:00+08:00',
    payer: { openid: expect.stringMatching(/^openid-/) },
  })

  standIn.pay(outTradeNo)
  expect(await bring(standIn.paymentNotification(outTradeNo))).toBe(204)
  expect(await orderNow()).toMatchObject({ state: 'PAID', method: 'WECHAT', refunds: [] })
  expect(actions).toEqual([{ what: 'paid', orderId }])
  const { transactionId } = standIn.payments.get(outTradeNo) ?? {}
  expect(await db.select().from(paymentRows)).toMatchObject([{ state: 'SETTLED', receivedFen: 5_000, transactionId }])
})

test('repeats of a notification, under one id or several, at once and from the poll, pay once', async () => {
  const outTradeNo = await begin()
  standIn.pay(outTradeNo)
  const first = standIn.paymentNotification(outTradeNo)
  const again = standIn.paymentNotification(outTradeNo, { signedWith: 'PLATFORM_CERTIFICATE' })
  const answers = await Promise.all([bring(first), bring(again), bring(first), bring(again), bring(first)])
  expect(answers).toEqual([204, 204, 204, 204, 204])
  await call(checkOrder, { params: { id: orderId } })
  expect(actions).toEqual([{ what: 'paid', orderId }])
  expect(await db.$count(paymentEvents)).toBe(2)
  expect(await orderNow()).toMatchObject({ state: 'PAID', refunds: [] })
})

test('the poll replaces a notification that never comes', async () => {
  const outTradeNo = await begin()
  standIn.pay(outTradeNo)
  later(1)
  expect(await job(pollPayments)).toEqual([])
  expect(await orderNow()).toMatchObject({ state: 'PAID' })
})

describe('a notification that cannot be trusted changes nothing:', () => {
  test.each([
    ['a bad signature', { flaw: 'BAD_SIGNATURE' }],
    ['a probe', { flaw: 'PROBE' }],
    ['changed bytes', { flaw: 'BODY_CHANGED' }],
    ['changed ciphertext', { flaw: 'CIPHERTEXT_CHANGED' }],
    ['an old timestamp', { ageSeconds: 301 }],
    ['another merchant', { content: { mchid: '1900000110' } }],
    ['another app', { content: { appid: 'wx1' } }],
  ] as const)('%s', async (_case, wish) => {
    const outTradeNo = await begin()
    standIn.pay(outTradeNo)
    expect(await bring(standIn.paymentNotification(outTradeNo, wish))).toBe(401)
    expect(await orderNow()).toMatchObject({ state: 'UNPAID', refunds: [] })
    expect([await db.$count(paymentEvents), await db.$count(refunds), actions]).toEqual([0, 0, []])
    // The genuine notification still pays.
    expect(await bring(standIn.paymentNotification(outTradeNo))).toBe(204)
    expect(await orderNow()).toMatchObject({ state: 'PAID' })
  })

  test('a payment that we never began', async () => {
    const outTradeNo = await begin()
    standIn.pay(outTradeNo)
    const content = { out_trade_no: 'P0000000000' }
    expect(await bring(standIn.paymentNotification(outTradeNo, { content }))).toBe(404)
    expect(await db.$count(paymentEvents)).toBe(0)
  })
})

describe('money that pays nothing is refunded', () => {
  test('in full, when the amount differs: requested by the job, and done when WeChat Pay says so', async () => {
    const outTradeNo = await begin()
    standIn.pay(outTradeNo, { amountFen: 4_999 })
    expect(await bring(standIn.paymentNotification(outTradeNo))).toBe(204)
    expect(await orderNow()).toMatchObject({ state: 'UNPAID' })
    expect(await refundNow()).toMatchObject({ state: 'WAITING', amountFen: 4_999 })

    expect(await job(retryRefunds)).toEqual([])
    const { outRefundNo, state } = await refundNow()
    expect(state).toBe('PROCESSING')
    expect(standIn.refunds.get(outRefundNo)).toMatchObject({
      out_trade_no: outTradeNo,
      amount: { refund: 4_999, total: 4_999 },
    })

    standIn.finishRefund(outRefundNo)
    const notification = standIn.refundNotification(outRefundNo)
    expect([await bring(notification), await bring(notification)]).toEqual([204, 204])
    expect(await refundNow()).toMatchObject({ state: 'DONE', doneAt: clock.now() })
    expect(await orderNow()).toMatchObject({ state: 'UNPAID', refunds: [{ amountFen: 4_999, state: 'DONE' }] })
  })

  test('when the order is closed; WeChat Pay is asked to close the payment', async () => {
    const outTradeNo = await begin()
    later(16)
    expect(await job(closeUnpaidOrders)).toEqual([])
    expect(standIn.payments.get(outTradeNo)?.tradeState).toBe('CLOSED')
    expect(await orderNow()).toMatchObject({ state: 'CLOSED' })
    // A payer who had begun may still succeed.
    standIn.pay(outTradeNo)
    expect(await bring(standIn.paymentNotification(outTradeNo))).toBe(204)
    expect(await orderNow()).toMatchObject({ state: 'CLOSED' })
    expect(await refundNow()).toMatchObject({ amountFen: 5_000, state: 'WAITING' })
    expect(actions).toEqual([{ what: 'closed', orderId }])
  })

  test('once, under one number, however often the answer is lost', async () => {
    const outTradeNo = await begin()
    standIn.pay(outTradeNo, { amountFen: 1 })
    await bring(standIn.paymentNotification(outTradeNo))
    standIn.failNext('ANSWER_LOST', 2)
    for (const minutes of [0, 1]) {
      later(minutes)
      expect(await job(retryRefunds)).toMatchObject([{ error: { name: 'ProviderUnavailable' } }])
      expect(await refundNow()).toMatchObject({ state: 'WAITING', attempts: minutes + 1 })
    }
    later(3)
    expect(await job(retryRefunds)).toEqual([])
    const { outRefundNo, state } = await refundNow()
    expect(state).toBe('PROCESSING')
    expect([...standIn.refunds.values()].filter((refund) => refund.out_trade_no === outTradeNo)).toHaveLength(1)

    // The notification is lost, so the job queries the refund.
    standIn.finishRefund(outRefundNo)
    later(10)
    expect(await job(retryRefunds)).toEqual([])
    expect(await refundNow()).toMatchObject({ state: 'DONE' })
  })

  test('or waits for a person, when the bank cannot refund it', async () => {
    const outTradeNo = await begin()
    standIn.pay(outTradeNo, { amountFen: 1 })
    await bring(standIn.paymentNotification(outTradeNo))
    await job(retryRefunds)
    const { outRefundNo } = await refundNow()
    standIn.finishRefund(outRefundNo, 'ABNORMAL')
    expect(await bring(standIn.refundNotification(outRefundNo))).toBe(204)
    expect(await refundNow()).toMatchObject({ state: 'STUCK' })
    // A person resolved it at WeChat Pay, so it is done after all.
    standIn.finishRefund(outRefundNo)
    expect(await bring(standIn.refundNotification(outRefundNo))).toBe(204)
    expect(await refundNow()).toMatchObject({ state: 'DONE' })
  })
})

describe('while WeChat Pay is unavailable', () => {
  test('nobody can begin to pay; a later retry continues under the same number', async () => {
    standIn.failNext('ANSWER_LOST')
    await expect(pay()).rejects.toMatchObject({ code: 'payment_unavailable' })
    standIn.failNext({ status: 500, code: 'SYSTEM_ERROR' })
    await expect(pay()).rejects.toMatchObject({ code: 'payment_unavailable' })
    expect((await pay()).step).toMatchObject({ kind: 'native' })
    const [{ outTradeNo } = { outTradeNo: '' }, ...more] = await db.select().from(paymentRows)
    expect(more).toEqual([])
    expect(standIn.calls.map(({ body }) => JSON.parse(body).out_trade_no)).toEqual([outTradeNo, outTradeNo, outTradeNo])
  })

  test('an answer with a wrong signature settles nothing', async () => {
    const outTradeNo = await begin()
    standIn.pay(outTradeNo)
    standIn.failNext('SIGNED_WRONGLY')
    await expect(call(checkOrder, { params: { id: orderId } })).rejects.toMatchObject({ code: 'payment_unavailable' })
    expect(await orderNow()).toMatchObject({ state: 'UNPAID' })
    expect(await call(checkOrder, { params: { id: orderId } })).toMatchObject({ state: 'PAID' })
  })

  test('giving up an order still works', async () => {
    await begin()
    standIn.failNext({ status: 429, code: 'FREQUENCY_LIMITED' })
    expect(await call(closeOrder, { params: { id: orderId } })).toMatchObject({ state: 'CLOSED' })
  })

  test('the log shows what happened and contains no secret', async () => {
    await begin()
    standIn.failNext({ status: 401, code: 'SIGN_ERROR', message: '验签失败' })
    await expect(call(checkOrder, { params: { id: orderId } })).rejects.toMatchObject({ code: 'payment_unavailable' })
    const lines = log.join('')
    expect(lines).toContain('401 SIGN_ERROR 验签失败')
    for (const secret of [
      MERCHANT_PRIVATE_KEY.split('\n')[1] ?? '',
      standIn.env.WECHATPAY_API_V3_KEY ?? '',
      'WECHATPAY2-SHA256-RSA2048',
    ]) {
      expect(lines).not.toContain(secret)
    }
  })
})
