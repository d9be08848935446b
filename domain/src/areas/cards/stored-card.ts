import type { Fen } from '../../kernel/fen.ts'

/** What moves money on a stored card. Source: decision "Hours and money" */
export const CARD_LEDGER_KINDS = ['TOP_UP', 'PAY', 'REFUND', 'WITHDRAW', 'ADJUST'] as const
export type CardLedgerKind = (typeof CARD_LEDGER_KINDS)[number]

/** What a person reads of a movement. */
export const CARD_LEDGER_NAMES: Record<CardLedgerKind, string> = {
  TOP_UP: '充值',
  PAY: '消费',
  REFUND: '退款',
  WITHDRAW: '充值退款',
  ADJUST: '调整',
}

/** Principal is money that was paid in, gift what came on top; in fen. */
export type CardMoney = { principalFen: Fen; giftFen: Fen }

/** An amount to top up with, and the gift that comes with it. */
export type TopUpPlan = CardMoney & { id: string }

/** Gifts stay small: they are no reason to put in more than one plays for. */
export const TOP_UP_PLANS: readonly TopUpPlan[] = [
  { id: '200', principalFen: 20_000, giftFen: 0 },
  { id: '500', principalFen: 50_000, giftFen: 2_000 },
  { id: '1000', principalFen: 100_000, giftFen: 6_000 },
  { id: '2000', principalFen: 200_000, giftFen: 16_000 },
]

/** The plan that is paid with this much; the plans are told apart by their principal. */
export function planPaidWith(principalFen: Fen): TopUpPlan | undefined {
  return TOP_UP_PLANS.find((plan) => plan.principalFen === principalFen)
}

/** What a card is called until there are several kinds of it. */
export const CARD_NAME = '拍档储值卡'

/** The number on a card's face: sixteen digits that end in its id. */
export function cardNoOf(id: string): string {
  return `86${id.padStart(14, '0')}`
}

/** A card in a name holds at most 5,000 yuan. Source: rules for single-purpose prepaid cards */
export const MAX_CARD_FEN = 500_000

/** Whether a card would hold more than it may with a top-up on it. */
export function isTooFullFor(card: CardMoney, topUp: CardMoney): boolean {
  return balanceOf(card) + balanceOf(topUp) > MAX_CARD_FEN
}

/** Days within which unused principal goes back without a reason. Source: decision "Hours and money" */
export const WITHDRAWAL_DAYS = 7

const MS_PER_DAY = 86_400_000

/** Both together. */
export function balanceOf({ principalFen, giftFen }: CardMoney): Fen {
  return principalFen + giftFen
}

/**
 * How a payment is taken from a card: principal first, then gift, so that a gift is what is left to spend. Undefined when
 * the card has too little.
 */
export function takenFrom(card: CardMoney, amountFen: Fen): CardMoney | undefined {
  if (amountFen > balanceOf(card)) return undefined
  const principalFen = Math.min(card.principalFen, amountFen)
  return { principalFen, giftFen: amountFen - principalFen }
}

/** How part of a payment comes back: gift first, as it was spent last. `paid` is what is not refunded yet of it. */
export function givenBack(paid: CardMoney, amountFen: Fen): CardMoney | undefined {
  if (amountFen > balanceOf(paid)) return undefined
  const giftFen = Math.min(paid.giftFen, amountFen)
  return { principalFen: amountFen - giftFen, giftFen }
}

/** A top-up that stands: its principal and gift less what went back, and when it was paid. */
export type TopUp = CardMoney & { orderId: string; paidAt: Date }

/** What of a top-up can go back today, and the gift that is lost with it; `until` is when that ends. */
export type Withdrawal = { orderId: string; refundFen: Fen; lostGiftFen: Fen; until: Date }

/**
 * What a person can still take back of his top-ups: the unused principal of each of the last seven days. Money is spent
 * oldest first, so what is left is of the latest; the gift of a top-up goes with it as far as it is still there.
 * `topUps` in the order of their payment.
 * Source: decision "Hours and money", 7-day refund
 */
export function withdrawalsOf(card: CardMoney, topUps: readonly TopUp[], now: Date): Withdrawal[] {
  const found: Withdrawal[] = []
  let { principalFen, giftFen } = card
  for (const topUp of [...topUps].reverse()) {
    const refundFen = Math.min(principalFen, topUp.principalFen)
    const lostGiftFen = Math.min(giftFen, topUp.giftFen)
    principalFen -= refundFen
    giftFen -= lostGiftFen
    const until = new Date(topUp.paidAt.getTime() + WITHDRAWAL_DAYS * MS_PER_DAY)
    if (refundFen > 0 && now.getTime() < until.getTime())
      found.push({ orderId: topUp.orderId, refundFen, lostGiftFen, until })
  }
  return found
}
