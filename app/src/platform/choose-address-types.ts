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
