/** An address that WeChat stores for its user; `nationalCode` is the six digits of its county or district. */
export type WechatAddress = {
  name: string
  phone: string
  nationalCode: string
  province: string
  city: string
  district: string
  detail: string
}

/** Only WeChat stores addresses of its user. */
export const CAN_CHOOSE_ADDRESS = false

/** Resolves to undefined: nothing can be chosen. */
export async function chooseAddress(): Promise<WechatAddress | undefined> {
  return undefined
}
