import type { WechatAddress } from './choose-address-types'

/** Only WeChat stores addresses of its user. */
export const CAN_CHOOSE_ADDRESS = false

/** Resolves to undefined: nothing can be chosen. */
export async function chooseAddress(): Promise<WechatAddress | undefined> {
  return undefined
}
