import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NotificationRefused, type PaymentProvider } from '../provider.ts'
import type { NotificationWish } from './testing/stand-in-notification.ts'
import { type SignedNotification, startWechatPayStandIn, type WechatPayStandIn } from './testing/wechat-pay-stand-in.ts'
import { createWechatPay } from './wechat-pay.ts'

const NOW = new Date('2026-05-01T12:00:00+08:00')
const OUT_TRADE_NO = 'P0123456789abcdef0123456789abcd'
const OUT_REFUND_NO = 'R0123456789abcdef0123456789abcd'

let standIn: WechatPayStandIn
let wechatPay: PaymentProvider
beforeAll(async () => {
  standIn = await startWechatPayStandIn({ now: () => NOW })
  wechatPay = createWechatPay(standIn.settings, { now: () => NOW })
  await wechatPay.prepay({
    outTradeNo: OUT_TRADE_NO,
    title: '约球报名',
    amountFen: 4_500,
    expiresAt: new Date('2026-05-01T12:15:00+08:00'),
    channel: 'NATIVE',
    openId: null,
    payerIp: '203.0.113.7',
  })
  standIn.pay(OUT_TRADE_NO)
  await wechatPay.refund({
    outTradeNo: OUT_TRADE_NO,
    outRefundNo: OUT_REFUND_NO,
    amountFen: 1_500,
    totalFen: 4_500,
    reason: '退出',
  })
  standIn.finishRefund(OUT_REFUND_NO)
})
afterAll(() => standIn.close())

const read = (notification: SignedNotification) => wechatPay.readNotification(notification)
const paymentNotification = (wish?: NotificationWish) => standIn.paymentNotification(OUT_TRADE_NO, wish)

function refused(notification: SignedNotification): string {
  try {
    read(notification)
  } catch (error) {
    if (error instanceof NotificationRefused)
      return `${error.message} ${inspect(error, { depth: 9, showHidden: true })}`
    throw error
  }
  throw new Error('expected NotificationRefused')
}

describe('a notification', () => {
  test.each(['PUBLIC_KEY', 'PLATFORM_CERTIFICATE'] as const)(
    'signed with the %s is a payment received',
    (signedWith) => {
      expect(read(paymentNotification({ signedWith, eventId: 'event-1' }))).toEqual({
        kind: 'payment',
        eventId: 'event-1',
        outTradeNo: OUT_TRADE_NO,
        payment: {
          state: 'SUCCESS',
          transactionId: standIn.payments.get(OUT_TRADE_NO)?.transactionId,
          amountFen: 4_500,
          currency: 'CNY',
          paidAt: NOW,
        },
      })
    },
  )

  test('carries the outcome of a refund', () => {
    const about = { kind: 'refund', eventId: 'event-2', outTradeNo: OUT_TRADE_NO, outRefundNo: OUT_REFUND_NO }
    const notification = standIn.refundNotification(OUT_REFUND_NO, { eventId: 'event-2' })
    expect(read(notification)).toEqual({ ...about, refund: { state: 'SUCCESS' } })
    const abnormal = standIn.refundNotification(OUT_REFUND_NO, {
      eventId: 'event-2',
      eventType: 'REFUND.ABNORMAL',
      content: { refund_status: 'ABNORMAL' },
    })
    expect(read(abnormal)).toEqual({ ...about, refund: { state: 'ABNORMAL' } })
  })

  test('with another amount is accepted: the caller judges the amount', () => {
    const content = { amount: { total: 1, currency: 'USD' } }
    expect(read(paymentNotification({ content }))).toMatchObject({ payment: { amountFen: 1, currency: 'USD' } })
  })

  test.each([
    ['a payment that failed', 'PAYERROR'],
    ['a payment that nobody made', 'NOTPAY'],
  ] as const)('of %s carries that state', (_case, state) => {
    expect(read(paymentNotification({ content: { trade_state: state } }))).toMatchObject({ payment: { state } })
  })

  test.each([0, 299, 300, -300])('signed %i seconds ago is accepted', (ageSeconds) => {
    expect(read(paymentNotification({ ageSeconds })).outTradeNo).toBe(OUT_TRADE_NO)
  })
})

describe('a notification is refused', () => {
  test.each<[string, NotificationWish, string]>([
    ['with a wrong signature', { flaw: 'BAD_SIGNATURE' }, 'the signature is wrong'],
    ['whose bytes were changed, though they mean the same', { flaw: 'BODY_CHANGED' }, 'the signature is wrong'],
    ['that only probes whether we look', { flaw: 'PROBE' }, 'probe'],
    ['of a key that we do not know', { flaw: 'STRANGE_SERIAL' }, 'no key of ours'],
    ['signed with another key than it names', { flaw: 'SERIAL_OF_THE_OTHER_KEY' }, 'the signature is wrong'],
    ['older than five minutes', { ageSeconds: 301 }, 'five minutes'],
    ['from the future', { ageSeconds: -301 }, 'five minutes'],
    ['whose content was changed before it was signed', { flaw: 'CIPHERTEXT_CHANGED' }, 'cannot be decrypted'],
    ['encrypted with another key', { flaw: 'OTHER_KEY' }, 'cannot be decrypted'],
    ['of another merchant', { content: { mchid: '1900000110' } }, 'another merchant'],
    ['of another app', { content: { appid: 'wx1' } }, 'another app'],
    ['that names no app', { content: { appid: undefined } }, 'another app'],
    ['of success without an amount', { content: { amount: undefined } }, 'not how'],
    ['of success without a time', { content: { success_time: 'yesterday' } }, 'not how'],
    ['of an amount that is none', { content: { amount: { total: '4500' } } }, 'another shape'],
    ['of a state that nobody knows', { content: { trade_state: 'WON' } }, 'unknown state'],
    ['of a kind that we do not take', { eventType: 'COMPLAINT.CREATE' }, 'a kind that we do not take'],
    ['that is no JSON', { flaw: 'NO_JSON' }, 'no JSON'],
  ])('%s', (_case, wish, reason) => {
    const shown = refused(paymentNotification(wish))
    expect(shown).toContain(reason)
    expect(shown).not.toContain('a key of tests')
  })

  test('of a refund of another merchant', () => {
    expect(refused(standIn.refundNotification(OUT_REFUND_NO, { content: { mchid: '1' } }))).toContain(
      'another merchant',
    )
  })

  test.each(['wechatpay-timestamp', 'wechatpay-nonce', 'wechatpay-serial', 'wechatpay-signature'])(
    'without %s, or with two',
    (name) => {
      const { headers, body } = paymentNotification()
      const value = headers[name] ?? ''
      for (const wrong of [undefined, '', [value, value]]) {
        expect(() => wechatPay.readNotification({ headers: { ...headers, [name]: wrong }, body })).toThrow(
          NotificationRefused,
        )
      }
    },
  )

  test.each(['1e3', '', ' 1777608000', '1777608000.0', 'NaN'])('with the timestamp %j', (timestamp) => {
    const { headers, body } = paymentNotification()
    expect(() => read({ headers: { ...headers, 'wechatpay-timestamp': timestamp }, body })).toThrow(NotificationRefused)
  })

  test.each(['constructor', '__proto__', 'toString'])('with the serial number %s', (serial) => {
    const { headers, body } = paymentNotification()
    expect(refused({ headers: { ...headers, 'wechatpay-serial': serial }, body })).toContain('no key of ours')
  })

  test('that is empty', () => {
    expect(refused({ headers: paymentNotification().headers, body: Buffer.alloc(0) })).toContain(
      'the signature is wrong',
    )
  })
})
