import type { KeyObject } from 'node:crypto'
import type { PaymentStep } from '@paidang/api/areas/money/payments'
import { Formatter, Rsa } from 'wechatpay-axios-plugin'

/** The argument of `requestPayment`, unchanged. */
type JsapiStep = Extract<PaymentStep, { kind: 'jsapi' }>

/**
 * Builds and signs the argument of `requestPayment` in the mini-program, with the merchant's key. `nonceStr` is for
 * tests with a known result.
 * Source: WeChat Pay v3, "paying from a mini-program"
 */
export function signPayment(
  { appId, privateKey }: { appId: string; privateKey: KeyObject },
  { prepayId, now, nonceStr = Formatter.nonce() }: { prepayId: string; now: Date; nonceStr?: string },
): JsapiStep {
  const timeStamp = String(Math.floor(now.getTime() / 1000))
  const prepay = `prepay_id=${prepayId}`
  const message = Formatter.joinedByLineFeed(appId, timeStamp, nonceStr, prepay)
  return {
    kind: 'jsapi',
    timeStamp,
    nonceStr,
    package: prepay,
    signType: 'RSA',
    paySign: Rsa.sign(message, privateKey),
  }
}
