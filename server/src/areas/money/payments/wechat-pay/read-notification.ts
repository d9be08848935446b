import type { KeyObject } from 'node:crypto'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin'
import { NotificationRefused, type ProviderEvent, ProviderUnavailable, type RawNotification } from '../provider.ts'
import { asPayment, asRefund, RefundNotice, Transaction } from './answers.ts'
import type { WechatPaySettings } from './settings.ts'

/** Older notifications may be replays. Source: WeChat Pay v3, "how to verify a signature" */
const MAX_AGE_SECONDS = 300
/** From time to time WeChat Pay sends wrong signatures that begin like this, to test the verification. */
const PROBE = 'WECHATPAY/SIGNTEST/'

const Envelope = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  event_type: Type.String(),
  resource: Type.Object({
    algorithm: Type.Literal('AEAD_AES_256_GCM'),
    ciphertext: Type.String(),
    nonce: Type.String(),
    associated_data: Type.Optional(Type.String()),
  }),
})

/**
 * Verifies and decrypts a notification. It must be signed by WeChat Pay, at most five minutes old, and about our
 * merchant. The caller checks its numbers and amounts against our order.
 *
 * @throws NotificationRefused
 */
export function readNotification(
  settings: WechatPaySettings,
  { headers, body }: RawNotification,
  now: Date,
): ProviderEvent {
  const text = body.toString('utf8')
  assertSigned(settings.publicKeys, headers, text, now)

  const envelope = parse(Envelope, text)
  const content = decrypt(settings.apiV3Key, envelope.resource)
  try {
    if (envelope.event_type.startsWith('TRANSACTION.')) return asPaymentEvent(settings, envelope.id, content)
    if (envelope.event_type.startsWith('REFUND.')) return asRefundEvent(settings, envelope.id, content)
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new NotificationRefused(error.message)
    throw error
  }
  throw new NotificationRefused('the notification is of a kind that we do not take')
}

function assertSigned(
  publicKeys: Readonly<Record<string, KeyObject>>,
  headers: RawNotification['headers'],
  text: string,
  now: Date,
): void {
  const header = (name: string): string => {
    const value = headers[name]
    if (typeof value !== 'string' || value === '') throw new NotificationRefused(`the header ${name} is missing`)
    return value
  }
  const timestamp = header('wechatpay-timestamp')
  const nonce = header('wechatpay-nonce')
  const signature = header('wechatpay-signature')
  const serial = header('wechatpay-serial')

  if (signature.startsWith(PROBE)) throw new NotificationRefused('the signature is a probe')
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || ageSeconds > MAX_AGE_SECONDS) {
    throw new NotificationRefused('the timestamp is more than five minutes away')
  }
  const key = Object.hasOwn(publicKeys, serial) ? publicKeys[serial] : undefined
  if (!key) throw new NotificationRefused('the serial number names no key of ours')
  if (!Rsa.verify(Formatter.response(timestamp, nonce, text), signature, key)) {
    throw new NotificationRefused('the signature is wrong')
  }
}

function decrypt(key: KeyObject, resource: Static<typeof Envelope>['resource']): string {
  try {
    return Aes.AesGcm.decrypt(resource.ciphertext, key, resource.nonce, resource.associated_data)
  } catch {
    // Whatever the reason, a text that was not encrypted with our key is not for us.
    throw new NotificationRefused('the content cannot be decrypted')
  }
}

function asPaymentEvent(settings: WechatPaySettings, eventId: string, content: string): ProviderEvent {
  const transaction = parse(Transaction, content)
  assertOurs(settings, transaction.mchid, transaction.appid)
  return { kind: 'payment', eventId, outTradeNo: transaction.out_trade_no, payment: asPayment(transaction) }
}

function asRefundEvent(settings: WechatPaySettings, eventId: string, content: string): ProviderEvent {
  const notice = parse(RefundNotice, content)
  // A refund names no app.
  assertOurs(settings, notice.mchid, settings.appId)
  return {
    kind: 'refund',
    eventId,
    outTradeNo: notice.out_trade_no,
    outRefundNo: notice.out_refund_no,
    refund: asRefund(notice.out_refund_no, notice.refund_status),
  }
}

function assertOurs(settings: WechatPaySettings, mchId: string, appId: string | undefined): void {
  if (mchId !== settings.mchId) throw new NotificationRefused('the notification is of another merchant')
  if (appId !== settings.appId) throw new NotificationRefused('the notification is of another app')
}

function parse<T extends TSchema>(shape: T, text: string): Static<T> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's message quotes the text, so it is not passed on.
    throw new NotificationRefused('the notification is no JSON')
  }
  if (!Value.Check(shape, value)) throw new NotificationRefused('the notification has another shape')
  return value
}
