import Taro from '@tarojs/taro'
import type { PayEnd, PayStep, PayWay } from './pay.h5'

/** Always JSAPI: the app runs inside WeChat. */
export function payWay(): PayWay {
  return 'JSAPI'
}

/** Opens WeChat's own payment over the page. */
export async function takePayStep(step: PayStep): Promise<PayEnd> {
  if (step.kind !== 'jsapi') return 'unable'
  const { kind: _kind, ...signed } = step
  try {
    await Taro.requestPayment(signed)
    return 'paid'
  } catch (error) {
    return saysCancel(error) ? 'cancelled' : 'failed'
  }
}

/** Only by this text WeChat reports that the payer cancelled. */
function saysCancel(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errMsg' in error && /cancel/.test(String(error.errMsg))
}
