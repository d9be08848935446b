import { CARD_LEDGER_KINDS, MAX_CARD_FEN } from '@paidang/domain/areas/money/cards/stored-card'
import { REFUND_TARGETS } from '@paidang/domain/areas/money/payments/order'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Fen, Id, Instant, orNull, PageQuery, UserId } from '../../shapes.ts'
import { Order, OrderObject } from './payments.ts'

/** A stored-value card. Principal and gift are separate, in fen. */
export const StoredCard = Type.Object({
  id: Id,
  cardNo: Type.String(),
  name: Type.String(),
  balanceFen: Fen,
  principalFen: Fen,
  giftFen: Fen,
  createTime: Instant,
})
export type StoredCard = Static<typeof StoredCard>

export const cardsOfUser = {
  method: 'GET',
  path: '/stored-card/user/:userId',
  access: 'app',
  summary: "The caller's cards, the highest balance first",
  errors: ['data_of_others'],
  outcome: outcomes.listStoredCards,
  params: Type.Object({ userId: UserId }),
  data: Type.Array(StoredCard),
} satisfies Endpoint

/**
 * A movement of money on a card, with the balance after it. `order` is the order it belongs to, with what that order
 * buys, for its link.
 */
export const CardTransaction = Type.Object({
  seq: Type.Integer(),
  kind: Type.Enum([...CARD_LEDGER_KINDS]),
  amountFen: Fen,
  principalChange: Fen,
  giftChange: Fen,
  balanceAfterFen: Fen,
  principalAfter: Fen,
  giftAfter: Fen,
  reason: Type.String(),
  order: orNull(Type.Object({ id: Id, title: Type.String(), object: OrderObject })),
  createTime: Instant,
})
export type CardTransaction = Static<typeof CardTransaction>

const byCard = Type.Object({ cardId: Id })
/** A calendar month in Shanghai, yyyy-mm. */
const Month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' })
const transactionFilters = {
  month: Type.Optional(Month),
  direction: Type.Optional(Type.Enum(['IN', 'OUT'])),
}

export const transactionsOfCard = {
  method: 'GET',
  path: '/stored-card/transactions/card/:cardId',
  access: 'app',
  summary: 'The movements of a card of the caller, latest first',
  errors: ['card_not_found'],
  outcome: outcomes.listStoredCardTransactions,
  params: byCard,
  query: Type.Object({ ...PageQuery, ...transactionFilters }),
  data: Type.Array(CardTransaction),
  paged: true,
} satisfies Endpoint

export const monthsOfCard = {
  method: 'GET',
  path: '/stored-card/months/card/:cardId',
  access: 'app',
  summary: 'The money in and out of a card in each month that has movements, the latest first',
  errors: ['card_not_found'],
  outcome: outcomes.listStoredCardTransactions,
  params: byCard,
  data: Type.Array(Type.Object({ month: Month, inFen: Fen, outFen: Fen })),
} satisfies Endpoint

export const exportTransactions = {
  method: 'GET',
  path: '/stored-card/file/card/:cardId',
  access: 'app',
  summary: 'The movements as a file, of all time or of one month',
  description: ['`base64` is the file.'],
  errors: ['card_not_found'],
  outcome: outcomes.exportTransactions,
  params: byCard,
  query: Type.Object({ ...transactionFilters, format: Type.Enum(['xlsx', 'csv']) }),
  data: Type.Object({ fileName: Type.String(), contentType: Type.String(), base64: Type.String() }),
} satisfies Endpoint

export const topUpPlans = {
  method: 'GET',
  path: '/stored-card/plans',
  access: 'app',
  needs: 'cards',
  summary: 'The amounts that a card can be topped up with, and the gift of each',
  outcome: outcomes.listStoredCards,
  data: Type.Array(Type.Object({ id: Id, principalFen: Fen, giftFen: Fen })),
} satisfies Endpoint

export const topUpCard = {
  method: 'POST',
  path: '/stored-card/top-up',
  access: 'app',
  once: 'by-key',
  needs: 'cards',
  summary: 'Creates the order of a top-up, to be paid with WeChat Pay',
  description: ['Without `cardId` a new card is issued once it is paid.'],
  errors: ['card_not_found', 'card_plan_changed', 'card_plan_unknown', 'card_too_full'],
  outcome: outcomes.topUpCard,
  body: Type.Object({
    planId: Id,
    cardId: Type.Optional(Id),
    /** The amounts on the screen. Other ones refuse. */
    principalFen: Type.Optional(Fen),
    giftFen: Type.Optional(Fen),
  }),
  data: Order,
} satisfies Endpoint

/**
 * The part of a recent top-up that can be withdrawn, and the gift that is lost with it. Only top-ups of the last seven
 * days count.
 */
export const Withdrawal = Type.Object({
  orderId: Id,
  refundFen: Fen,
  lostGiftFen: Fen,
  target: Type.Enum([...REFUND_TARGETS]),
  until: Instant,
})
export type Withdrawal = Static<typeof Withdrawal>

export const withdrawalsOfCard = {
  method: 'GET',
  path: '/stored-card/withdrawals/card/:cardId',
  access: 'app',
  summary: 'The top-ups of a card that can be paid back',
  errors: ['card_not_found'],
  outcome: outcomes.listStoredCards,
  params: byCard,
  data: Type.Array(Withdrawal),
} satisfies Endpoint

export const withdrawTopUp = {
  method: 'POST',
  path: '/stored-card/withdraw',
  access: 'app',
  once: 'by-key',
  summary: 'Refunds the unused principal of one top-up to its source',
  description: ['`refundFen` is the amount the person saw.'],
  errors: ['card_not_found', 'card_withdrawal_changed'],
  outcome: outcomes.withdrawTopUp,
  body: Type.Object({ cardId: Id, orderId: Id, refundFen: Type.Integer({ minimum: 1, maximum: MAX_CARD_FEN }) }),
  data: StoredCard,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "The caller's stored-value cards: movements, top-ups, and paying back what was not used.",
  fields: {
    seq: "The position of the movement in the card's history, counted from 1.",
    kind: 'The kind of movement: TOP_UP paid in, PAY spent, REFUND came back, WITHDRAW paid out, ADJUST changed by staff.',
    'CardTransaction.amountFen': 'How much the money on the card changed, in fen; negative when it left.',
    balanceAfterFen: 'The money on the card after the movement, in fen.',
    principalAfter: 'The principal after the movement, in fen.',
    giftAfter: 'The gift after the movement, in fen.',
    reason: 'Why staff changed it; empty for others.',
    'CardTransaction.order': 'The order to which the movement belongs; null without one.',
    'order.id': 'The id of the payment order.',
    'order.title': 'What the order buys, in words.',
    'order.object': 'The object that the order buys, for a link to it.',
    'StoredCard.id': 'The id of the stored card.',
    'StoredCard.name': 'The name of the card, in Chinese.',
    refundFen: "How much of the top-up's principal is unused and can go back, in fen.",
    'withdrawTopUp.refundFen': 'The amount that the caller saw and agrees to, in fen.',
    lostGiftFen: 'How much of the gift is lost with it, in fen.',
    target: 'Where the money would go: SOURCE to where it came from, OFFLINE back at the front desk, CARD to a card.',
    'Withdrawal.until': 'Until when the top-up can be paid back.',
    orderId: "The id of the top-up's order.",
    direction: 'Which movements: IN onto the card, OUT of it.',
    inFen: 'The money that came onto the card in the month, in fen.',
    outFen: 'The money that left the card in the month, in fen.',
    'topUpPlans.id': 'The id of the offer.',
    'topUpPlans.principalFen': 'What is paid in, in fen.',
    'topUpPlans.giftFen': 'What comes on top as a gift, in fen.',
    planId: 'The id of the offer that is bought.',
    'topUpCard.principalFen': 'What the person saw to pay in, in fen; another amount refuses.',
    'topUpCard.giftFen': 'The gift that the person saw, in fen; another amount refuses.',
    'topUpCard.cardId': 'The id of the card to top up; left out, a new card is issued.',
    'CardTransaction.createTime': 'When the money moved.',
    'StoredCard.createTime': 'When the card was issued.',
    'cardsOfUser.userId': "The caller's user id.",
    CardTransaction: 'A movement of money on a stored card.',
    StoredCard: 'A stored card: money that was paid in beforehand.',
    Withdrawal: 'A recent top-up of which money can be paid back.',
  },
}
