import type { PayEnd, PayStep, PayWay } from './pay-types'

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
