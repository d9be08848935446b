import type { Feature } from '../../kernel/features.ts'

/** UNPAID waits for money, PAID has exactly its amount, CLOSED will take none. Source: decision "Hours and money", Payments */
export const ORDER_STATES = ['UNPAID', 'PAID', 'CLOSED'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** What an order buys. */
export const ORDER_KINDS = ['BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP', 'CARD_TOP_UP', 'STRINGING', 'SHOP'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

/** Without which no order of a kind is paid. */
export const FEATURE_OF: Readonly<Record<OrderKind, Feature>> = {
  BALL_PUBLISH: 'ballPayments',
  BALL_SEAT: 'ballPayments',
  BALL_SWAP: 'ballPayments',
  CARD_TOP_UP: 'cards',
  STRINGING: 'stringingPayments',
  SHOP: 'shop',
}

/** Two ways to pay. */
export const PAY_METHODS = ['CARD', 'WECHAT'] as const
export type PayMethod = (typeof PAY_METHODS)[number]

/** How an order is paid: here, or to the shop itself, of which no money passes through the platform. */
export const ORDER_METHODS = [...PAY_METHODS, 'IN_SHOP'] as const
export type OrderMethod = (typeof ORDER_METHODS)[number]

/** What a payer calls them. */
export const PAY_METHOD_NAMES: Record<OrderMethod, string> = { CARD: '储值卡', WECHAT: '微信支付', IN_SHOP: '到店付款' }

/**
 * A payment is PENDING until its provider has spoken; SETTLED paid its order; SURPLUS is money that pays nothing (the order
 * was closed or paid already, or the amount was another) and goes back whole; CLOSED and FAILED brought none.
 */
export const PAYMENT_STATES = ['PENDING', 'SETTLED', 'SURPLUS', 'CLOSED', 'FAILED'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** A refund is WAITING to be asked for, PROCESSING at the provider, DONE, or STUCK: only an operator can go on. */
export const REFUND_STATES = ['WAITING', 'PROCESSING', 'DONE', 'STUCK'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** Where money goes back to: at once to a stored card, or where it came from. */
export const REFUND_TARGETS = ['CARD', 'SOURCE'] as const
export type RefundTarget = (typeof REFUND_TARGETS)[number]

/** How long a top-up waits for its payment. */
export const TOP_UP_MINUTES_TO_PAY = 30

/** After this many refusals in a row nothing more is tried: a refund is STUCK, a shipment REFUSED. */
export const MAX_TRIES = 12

const MINUTE_MS = 60_000

/** When what failed so many times at a provider is asked for again: after 1, 2, 4, … minutes, 6 hours at most. */
export function nextTry(attempts: number, now: Date): Date {
  const minutes = Math.min(2 ** Math.max(attempts - 1, 0), 360)
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

/** When a payment nobody has heard of is asked about again, `age` ms after its making: every 10 s, then 1 min, then 10 min. */
export function nextPaymentPoll(madeAt: Date, now: Date): Date {
  const age = now.getTime() - madeAt.getTime()
  const seconds = age < 2 * MINUTE_MS ? 10 : age < 30 * MINUTE_MS ? 60 : 600
  return new Date(now.getTime() + seconds * 1_000)
}
