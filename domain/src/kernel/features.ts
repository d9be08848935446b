/**
 * The optional features of a deployment. `wechat` is log-in, messages and codes of WeChat; without it there is no
 * `wechatPay` either. Source: decision records 033, 051
 */
export const FEATURES = [
  'cards',
  'shop',
  'stringingPayments',
  'ballPayments',
  'trialLessons',
  'wechat',
  'wechatPay',
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
  wechat: true,
  wechatPay: true,
}
