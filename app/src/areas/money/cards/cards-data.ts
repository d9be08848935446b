import * as cards from '@paidang/api/areas/money/cards'
import type { TopUpPlan } from '@paidang/domain/areas/money/cards/stored-card'
import { REFUND_WAYS, type RefundTarget } from '@paidang/domain/areas/money/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { cashierPath } from '../../../paths'
import { CARDS_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { goTo } from '../../../platform/navigate'
import { usePages, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'
import { saveFetchedFile } from '../../../ui/save-fetched-file'

/** The caller's cards, the one with the highest balance first; nothing is fetched for a guest. */
export function useCards({ isEnabled = true } = {}) {
  return useRead(CARDS_KEY, cards.cardsOfUser, { params: { userId: useUserId() ?? '' } }, { isEnabled })
}

/** Which movements of a card are shown. */
export type Direction = 'ALL' | 'IN' | 'OUT'

/**
 * The movements of one card, latest first, page by page; instants as Dates. On a new direction the old rows stay until
 * the new ones arrive.
 */
export function useMovements(cardId: string, direction: Direction) {
  const query = direction === 'ALL' ? {} : { direction }
  return usePages(
    CARDS_KEY,
    cards.transactionsOfCard,
    { params: { cardId }, query },
    { show: toMovement, keyOf: ({ seq }) => seq, keepsOld: true },
  )
}

const toMovement = (row: cards.CardTransaction) => ({ ...row, at: new Date(row.createTime) })

/** The sums in and out of a card by month. */
export function useMonths(cardId: string) {
  return useRead(CARDS_KEY, cards.monthsOfCard, { params: { cardId } })
}

/** The plans for a top-up; fetched once the choice is open. */
export function usePlans(isEnabled: boolean) {
  return useRead(CARDS_KEY, cards.topUpPlans, {}, { isEnabled })
}

/** Orders a top-up, of a new card without a given card, and goes on to the cashier. */
export function useTopUp() {
  return useWrite(cards.topUpCard, {
    stale: [CARDS_KEY],
    // A plan that changed meanwhile is shown anew.
    isStale: (failure) => failure !== null,
    isSilent: true,
    input: ({ plan: { id, principalFen, giftFen }, cardId }: { plan: TopUpPlan; cardId: string | undefined }) => ({
      body: { planId: id, principalFen, giftFen, ...(cardId === undefined ? {} : { cardId }) },
    }),
    keep: ({ id }) => void goTo(cashierPath(id)),
  })
}

/** Which top-ups of a card can be refunded today. */
export function useWithdrawals(cardId: string) {
  return useRead(CARDS_KEY, cards.withdrawalsOfCard, { params: { cardId } })
}

/** Refunds a top-up with the amount that was shown. In every case the card is read again. */
export function useWithdraw() {
  return useWrite(cards.withdrawTopUp, {
    stale: [CARDS_KEY],
    input: ({
      cardId,
      orderId,
      refundFen,
    }: {
      cardId: string
      orderId: string
      refundFen: number
      target: RefundTarget
    }) => ({
      body: { cardId, orderId, refundFen },
    }),
    says: (_card, { refundFen, target }) => `退款已受理，¥${yuanOf(refundFen)} ${REFUND_WAYS[target]}`,
  })
}

/** Exports all movements of a card as a file. */
export function useExport(cardId: string) {
  return useWrite(cards.exportTransactions, {
    stale: [],
    says: (isKept) => (isKept ? cards.exportTransactions.outcome.done : undefined),
    send: async (format: 'xlsx' | 'csv') =>
      saveFetchedFile(await call(cards.exportTransactions, { params: { cardId }, query: { format } })),
  })
}
