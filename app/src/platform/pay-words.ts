/** How WeChat Pay is opened from here: inside WeChat, by leaving the browser for it, or by a code for another device. */
export type PayWay = 'JSAPI' | 'H5' | 'NATIVE'

/** What WeChat wants to know to open its payment; an address where the browser goes instead. */
export type PayStep =
  | { kind: 'jsapi'; timeStamp: string; nonceStr: string; package: string; signType: 'RSA'; paySign: string }
  | { kind: 'h5'; url: string }

/**
 * How it ended here: WeChat says it was paid (a hint, the server knows), the browser left for it, the payer turned back, it
 * failed, or this device cannot take the step.
 */
export type PayEnd = 'paid' | 'left' | 'cancelled' | 'failed' | 'unable'
