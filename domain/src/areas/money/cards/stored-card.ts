import type { Fen } from '../../../kernel/fen.ts'
import { CORRECTION_REASON } from '../../../kernel/money-request.ts'

/** The kinds of money movements on a stored card. Source: decision "Hours and money" */
export const CARD_LEDGER_KINDS = ['TOP_UP', 'PAY', 'REFUND', 'WITHDRAW', 'ADJUST'] as const
export type CardLedgerKind = (typeof CARD_LEDGER_KINDS)[number]

/** The names of movements that people read. */
export const CARD_LEDGER_NAMES: Record<CardLedgerKind, string> = {
  TOP_UP: '充值',
  PAY: '消费',
  REFUND: '退款',
  WITHDRAW: '充值退款',
  ADJUST: '调整',
}

/** The name of a movement as people read it. What staff had entered by mistake was never topped up, and not given back. */
export const cardLedgerName = ({ kind, reason }: { kind: CardLedgerKind; reason: string }): string =>
  kind === 'WITHDRAW' && reason === CORRECTION_REASON ? '冲正' : CARD_LEDGER_NAMES[kind]

/** Principal is the paid-in money, gift the bonus. Both are in fen. */
export type CardMoney = { principalFen: Fen; giftFen: Fen }

/** An amount to top up with, and the gift that comes with it. */
export type TopUpPlan = CardMoney & { id: string }

export const MIN_TOP_UP_FEN = 100

/** Gifts are small, so that they do not motivate people to pay in more than they use. */
const GIFT_SHARE = 5

/** Why nobody can be offered this top-up; undefined when it can be sold. */
export function whyNotPlan(plan: CardMoney): 'top_up_plan_invalid' | undefined {
  const { principalFen, giftFen } = plan
  const isSound = principalFen >= MIN_TOP_UP_FEN && balanceOf(plan) <= MAX_CARD_FEN
  return isSound && giftFen >= 0 && giftFen * GIFT_SHARE <= principalFen ? undefined : 'top_up_plan_invalid'
}

/** The name of every card while there is only one kind. */
export const CARD_NAME = '拍档储值卡'

/** The number on a card's face: sixteen digits that end in its id. */
export function cardNoOf(id: string): string {
  return `86${id.padStart(14, '0')}`
}

/** The limit of a registered card: 5,000 yuan. Source: rules for single-purpose prepaid cards */
export const MAX_CARD_FEN = 500_000

/** Whether a full card could pay this amount. No top-up helps beyond it. */
export function isWithinCardLimit(amountFen: Fen): boolean {
  return amountFen <= MAX_CARD_FEN
}

/** Whether a top-up would exceed the limit of a card. */
export function isTooFullFor(card: CardMoney, topUp: CardMoney): boolean {
  return balanceOf(card) + balanceOf(topUp) > MAX_CARD_FEN
}

/** The number of days in which unused principal is refunded without a reason. Source: decision "Hours and money" */
export const WITHDRAWAL_DAYS = 7

const MS_PER_DAY = 86_400_000

/** Principal and gift together. */
export function balanceOf({ principalFen, giftFen }: CardMoney): Fen {
  return principalFen + giftFen
}

/**
 * How a payment is taken from a card: first from the principal, then from the gift. So a gift is spent last. Undefined
 * when the balance is too low.
 */
export function takenFrom(card: CardMoney, amountFen: Fen): CardMoney | undefined {
  if (amountFen > balanceOf(card)) return undefined
  const principalFen = Math.min(card.principalFen, amountFen)
  return { principalFen, giftFen: amountFen - principalFen }
}

/**
 * How part of a payment is refunded: first to the gift, because it was spent last. `paid` is the part of the payment
 * that is not refunded yet.
 */
export function givenBack(paid: CardMoney, amountFen: Fen): CardMoney | undefined {
  if (amountFen > balanceOf(paid)) return undefined
  const giftFen = Math.min(paid.giftFen, amountFen)
  return { principalFen: amountFen - giftFen, giftFen }
}

/** A top-up that is not fully refunded. It has principal and gift minus refunds, and its payment time. */
export type TopUp = CardMoney & { orderId: string; paidAt: Date }

/** What can be withdrawn of a top-up today, and the gift that is lost with it. `until` is when that ends. */
export type Withdrawal = { orderId: string; refundFen: Fen; lostGiftFen: Fen; until: Date }

/**
 * What is left on a card of each of its top-ups, the latest first. The oldest money is spent first, so the rest belongs
 * to the latest top-ups. `topUps` are in the order of their payment.
 */
export function leftOfTopUps(card: CardMoney, topUps: readonly TopUp[]): TopUp[] {
  let { principalFen, giftFen } = card
  return [...topUps].reverse().map((topUp) => {
    const left = {
      ...topUp,
      principalFen: Math.min(principalFen, topUp.principalFen),
      giftFen: Math.min(giftFen, topUp.giftFen),
    }
    principalFen -= left.principalFen
    giftFen -= left.giftFen
    return left
  })
}

/**
 * What a person can still withdraw of their top-ups: the unused principal of each one of the last seven days. The gift
 * of a top-up is lost as far as it is still there. `topUps` are in the order of their payment.
 * Source: decision "Hours and money", 7-day refund
 */
export function withdrawalsOf(card: CardMoney, topUps: readonly TopUp[], now: Date): Withdrawal[] {
  return leftOfTopUps(card, topUps).flatMap(({ orderId, paidAt, principalFen: refundFen, giftFen: lostGiftFen }) => {
    const until = new Date(paidAt.getTime() + WITHDRAWAL_DAYS * MS_PER_DAY)
    return refundFen > 0 && now.getTime() < until.getTime() ? [{ orderId, refundFen, lostGiftFen, until }] : []
  })
}
