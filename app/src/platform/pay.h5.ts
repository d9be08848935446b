/** How WeChat Pay is opened: inside WeChat, by leaving the browser for WeChat, or by a code for another device. */
export type PayWay = 'JSAPI' | 'H5' | 'NATIVE'

/** The parameters with which WeChat opens its payment, or the address for the browser. */
export type PayStep =
  | { kind: 'jsapi'; timeStamp: string; nonceStr: string; package: string; signType: 'RSA'; paySign: string }
  | { kind: 'h5'; url: string }

/**
 * How the payment ended on this device.
 * - paid: WeChat reports a payment; only a hint, the server decides.
 * - left: the browser left for WeChat.
 * - cancelled: the payer turned back.
 * - failed: it failed.
 * - unable: this device cannot take the step.
 */
export type PayEnd = 'paid' | 'left' | 'cancelled' | 'failed' | 'unable'

/** A phone's browser opens WeChat; on a desktop the phone scans a code. */
export function payWay(): PayWay {
  return /Mobi|Android|iPhone|iPad|HarmonyOS/i.test(navigator.userAgent) ? 'H5' : 'NATIVE'
}

/** Leaves the browser for WeChat Pay. */
export function takePayStep(step: PayStep): Promise<PayEnd> {
  if (step.kind !== 'h5') return Promise.resolve('unable')
  window.location.assign(step.url)
  return Promise.resolve('left')
}
