import type { Feature } from '../../../kernel/features.ts'

/**
 * UNPAID waits for money. PAID has received exactly its amount. CLOSED accepts none. Source: decision "Hours and
 * money", Payments
 */
export const ORDER_STATES = ['UNPAID', 'PAID', 'CLOSED'] as const
export type OrderState = (typeof ORDER_STATES)[number]

const MINUTE_MS = 60_000

/** What an order buys. */
export const ORDER_KINDS = [
  'BALL_PUBLISH',
  'BALL_SEAT',
  'BALL_SWAP',
  'CARD_TOP_UP',
  'STRINGING',
  'SHOP',
  'TRIAL',
  'COURSE',
] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

/** The object that an order of each kind buys. */
export const OBJECT_OF = {
  BALL_PUBLISH: 'ball',
  BALL_SEAT: 'ball',
  BALL_SWAP: 'ball',
  CARD_TOP_UP: 'card',
  STRINGING: 'stringing',
  SHOP: 'shop',
  TRIAL: 'trial',
  COURSE: 'package',
} as const satisfies Record<OrderKind, string>

/** The feature without which no order of a kind can be paid. */
export const FEATURE_OF: Readonly<Record<OrderKind, Feature>> = {
  BALL_PUBLISH: 'ballPayments',
  BALL_SEAT: 'ballPayments',
  BALL_SWAP: 'ballPayments',
  CARD_TOP_UP: 'cards',
  STRINGING: 'stringingPayments',
  SHOP: 'shop',
  TRIAL: 'trialLessons',
  COURSE: 'packages',
}

/** The ways to pay on the platform. */
export const PAY_METHODS = ['CARD', 'WECHAT'] as const
export type PayMethod = (typeof PAY_METHODS)[number]

/**
 * How an order is paid: on the platform, at the front desk with an entry by staff (OFFLINE), or directly to the shop.
 * Money paid to the shop does not pass through the platform.
 */
export const ORDER_METHODS = [...PAY_METHODS, 'OFFLINE', 'IN_SHOP'] as const
export type OrderMethod = (typeof ORDER_METHODS)[number]

/** The names of the methods that a payer reads. */
export const PAY_METHOD_NAMES: Record<OrderMethod, string> = {
  CARD: '储值卡',
  WECHAT: '微信支付',
  OFFLINE: '线下付款',
  IN_SHOP: '到店付款',
}

/**
 * The states of a payment. PENDING waits for the answer of its provider. SETTLED paid its order. CLOSED and FAILED
 * brought no money. SURPLUS is money that pays nothing and goes back in full. The order was closed or already paid, or
 * the amount was different.
 */
export const PAYMENT_STATES = ['PENDING', 'SETTLED', 'SURPLUS', 'CLOSED', 'FAILED'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * The states of a refund. WAITING to be requested, or at the front desk for staff to give it back; PROCESSING at the
 * provider, DONE, or STUCK. Only an operator can continue a STUCK one.
 */
export const REFUND_STATES = ['WAITING', 'PROCESSING', 'DONE', 'STUCK'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** Why a refund does not come through, in its recorded form. The first two are states of WeChat Pay. */
export const NOT_REFUNDED = {
  ABNORMAL: 'the provider has it as ABNORMAL',
  CLOSED: 'the provider has it as CLOSED',
  FORGOTTEN: 'the provider accepted it and knows nothing of it',
} as const

const WORDS: Record<string, string> = {
  [NOT_REFUNDED.ABNORMAL]: '退款异常，用户的账户收不了款，请在微信商户平台处理',
  [NOT_REFUNDED.CLOSED]: '支付方已关闭这笔退款',
  [NOT_REFUNDED.FORGOTTEN]: '支付方受理后查不到这笔退款',
}

/** The reasons for operators, by WeChat Pay's error code. Source: WeChat Pay documents, refunds and their error codes */
const REFUSALS: Record<string, string> = {
  NOT_ENOUGH: '商户账户余额不足',
  USER_ACCOUNT_ABNORMAL: '用户的账户异常或已注销',
  FREQUENCY_LIMITED: '请求过于频繁',
  SYSTEM_ERROR: '支付方系统繁忙',
  INVALID_REQUEST: '支付方不接受这笔退款的内容',
  PARAM_ERROR: '支付方不接受这笔退款的内容',
  MCH_NOT_EXISTS: '商户号不存在',
  NO_AUTH: '商户没有退款权限',
  SIGN_ERROR: '签名未通过支付方的验证',
  RESOURCE_NOT_EXISTS: '支付方没有这笔支付单',
}
const REFUSED = /^WeChat Pay refused [^:]*: \d+ ([A-Z_]+)/

/** Why the last attempt of a refund failed, as operators read it. */
export function reasonOfNotRefunded(lastError: string): string {
  const code = REFUSED.exec(lastError)?.[1]
  if (code !== undefined) return REFUSALS[code] ?? `支付方拒绝退款（${code}）`
  return WORDS[lastError] ?? '没有得到支付方的答复'
}

/** Where a payer may choose to have money: at once on a stored card, or back where it came from. */
export const REFUND_WISHES = ['CARD', 'SOURCE'] as const
export type RefundWish = (typeof REFUND_WISHES)[number]

/** Where a refund goes: as the payer may choose, or back at the front desk, where it was paid. */
export const REFUND_TARGETS = [...REFUND_WISHES, 'OFFLINE'] as const
export type RefundTarget = (typeof REFUND_TARGETS)[number]

/** Where a refund on record went. A CORRECTION moved no money: staff had entered by mistake that it came. */
export const RECORDED_TARGETS = [...REFUND_TARGETS, 'CORRECTION'] as const
export type RecordedTarget = (typeof RECORDED_TARGETS)[number]

/** How a refund reaches its payer, as messages say it after the amount. */
export const REFUND_WAYS: Record<RecordedTarget, string> = {
  CARD: '已退回储值卡',
  SOURCE: '将原路退回',
  OFFLINE: '请到前台领取',
  CORRECTION: '已冲正',
}

/** Where the money of an order goes by itself, without a payer's choice. */
export function refundTargetOf(method: OrderMethod | null): RefundTarget {
  return method === 'CARD' || method === 'OFFLINE' ? method : 'SOURCE'
}

/**
 * Where the money of an order of the shop or of a stringing order goes that ends: to a card, where its payer has one. What
 * was paid at the front desk is fetched there, since nobody asked whether its payer wants it on a card.
 */
export const refundWishOf = (method: OrderMethod | null): RefundWish => (method === 'OFFLINE' ? 'SOURCE' : 'CARD')

/** For how many days WeChat Pay gives money back to its source. Source: WeChat Pay documents, refunds */
export const SOURCE_REFUND_DAYS = 365

/** Where the money of a paid order goes at an instant. What its source does not take any longer goes to a card. */
export function refundTargetAt(
  { method, paidAt }: { method: OrderMethod | null; paidAt: Date },
  now: Date,
): RefundTarget {
  const target = refundTargetOf(method)
  const isOld = now.getTime() > paidAt.getTime() + SOURCE_REFUND_DAYS * 1_440 * MINUTE_MS
  return target === 'SOURCE' && isOld ? 'CARD' : target
}

/** How many minutes a top-up waits for its payment. */
export const TOP_UP_MINUTES_TO_PAY = 30

/** After this many refusals in a row the attempts end: a refund is STUCK, a shipment REFUSED. */
export const MAX_TRIES = 12

/** When to try a provider again after this many failures: after 1, 2, 4, … minutes, 6 hours at most. */
export function nextTry(attempts: number, now: Date): Date {
  const minutes = Math.min(2 ** Math.max(attempts - 1, 0), 360)
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

/** When to check again a payment without an answer. By its age the interval is 10 s, then 1 min, then 10 min. */
export function nextPaymentPoll(madeAt: Date, now: Date): Date {
  const age = now.getTime() - madeAt.getTime()
  const seconds = age < 2 * MINUTE_MS ? 10 : age < 30 * MINUTE_MS ? 60 : 600
  return new Date(now.getTime() + seconds * 1_000)
}
