import Taro from '@tarojs/taro'
import { saysCancel } from './environment.weapp'
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
