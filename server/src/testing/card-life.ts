import { cardsOfUser, topUpCard, transactionsOfCard } from '@paidang/api/areas/money/cards'
import { payOrder, playSimulatedPayment } from '@paidang/api/areas/money/payments'
import type { OrderEffects } from '../areas/money/payments/order.ts'
import { topUpEffect } from '../areas/money/top-ups/top-ups.ts'
import { only } from './builders.ts'
import { givenOrder, watchedEffects } from './given-money.ts'
import type { TestServer } from './test-server.ts'

const MINUTE_MS = 60_000

/** Order effects: top-ups take effect, orders of games change nothing. */
export const CARD_EFFECTS: OrderEffects = { ...watchedEffects().effects, CARD_TOP_UP: topUpEffect }

/** The actions of people with their cards, over the calls of the app. */
export function cardLife({ db, clock, signedInAs }: TestServer) {
  /** Begins the payment of an order through the simulator. @returns the payment's number */
  const begin = async (userId: string, orderId: string): Promise<string> => {
    const body = { orderId, method: 'WECHAT' as const, channel: 'NATIVE' as const }
    const { step } = await signedInAs(userId)(payOrder, { body })
    if (step?.kind !== 'simulator') throw new Error(`order ${orderId} has no payment to be made`)
    return step.outTradeNo
  }
  const play = async (userId: string, outTradeNo: string): Promise<void> => {
    await signedInAs(userId)(playSimulatedPayment, { params: { outTradeNo }, body: { action: 'PAY' } })
  }
  const orderTopUp = (userId: string, planId: string, cardId?: string) =>
    signedInAs(userId)(topUpCard, { body: { planId, ...(cardId !== undefined && { cardId }) } })
  /** Adds an unpaid order of a game. @returns its id */
  const orderGame = (userId: string, unitFen: number) =>
    givenOrder(db, {
      userId,
      lines: [{ label: '报名费', quantity: 1, unitFen }],
      expiresAt: new Date(clock.now().getTime() + 15 * MINUTE_MS),
    })
  const payWithCard = (userId: string, orderId: string, cardId: string) =>
    signedInAs(userId)(payOrder, { body: { orderId, method: 'CARD', cardId } })
  return {
    begin,
    play,
    orderTopUp,
    orderGame,
    payWithCard,
    /** Tops up the card, or a new card when none is named, and pays. @returns the paid order's id */
    async topUp(userId: string, planId: string, cardId?: string): Promise<string> {
      const { id } = await orderTopUp(userId, planId, cardId)
      await play(userId, await begin(userId, id))
      return id
    },
    cards: (userId: string) => signedInAs(userId)(cardsOfUser, { params: { userId } }),
    card: async (userId: string) => only(await signedInAs(userId)(cardsOfUser, { params: { userId } })),
    /** The kinds and amounts of a card's movements, latest first. */
    async movements(userId: string, cardId: string): Promise<[kind: string, fen: number][]> {
      const query = { current: 1, rows: 100 }
      const { rows } = await signedInAs(userId)(transactionsOfCard, { params: { cardId }, query })
      return rows.map(({ kind, amountFen }) => [kind, amountFen])
    },
  }
}
