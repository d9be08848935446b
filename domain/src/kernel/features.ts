/**
 * The optional features of a deployment. `wechat` is log-in, messages and codes of WeChat; without it there is no
 * `wechatPay` either. `sms` is text messages with codes. Source: decision records 033, 051, 060
 */
export const FEATURES = [
  'cards',
  'shop',
  'stringingPayments',
  'ballPayments',
  'trialLessons',
  'packages',
  'wechat',
  'wechatPay',
  'sms',
] as const
export type Feature = (typeof FEATURES)[number]

/** Which of the features a deployment has. */
export type Features = Readonly<Record<Feature, boolean>>

export const ALL_FEATURES: Features = {
  cards: true,
  shop: true,
  stringingPayments: true,
  ballPayments: true,
  trialLessons: true,
  packages: true,
  wechat: true,
  wechatPay: true,
  sms: true,
}
