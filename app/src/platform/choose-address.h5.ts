import type { WechatAddress } from './choose-address-words'

/** Only WeChat keeps addresses of its user. */
export const CAN_CHOOSE_ADDRESS = false

/** Nothing can be chosen. */
export async function chooseAddress(): Promise<WechatAddress | undefined> {
  return undefined
}
