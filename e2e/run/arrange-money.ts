import { cardsOfUser, type StoredCard, topUpCard } from '@paidang/api/areas/money/cards'
import { payOrder } from '@paidang/api/areas/money/payments'
import type { Someone } from './arrange.ts'

/** What somebody's money stands in, arranged behind the screen. */

/** The card with most on it. */
export async function cardOf({ call, logIn }: Someone): Promise<StoredCard> {
  const { nickname, userId } = logIn.userInfo
  const [card] = await call(cardsOfUser, { params: { userId } })
  if (!card) throw new Error(`${nickname} has no stored card`)
  return card
}

/** A top-up that nobody has paid yet: its order, and the payment at the simulator that has begun. */
export async function beginTopUp(someone: Someone): Promise<{ orderId: string; outTradeNo: string }> {
  const { id: cardId } = await cardOf(someone)
  const { id: orderId } = await someone.call(topUpCard, { body: { planId: '500', cardId } })
  const { step } = await someone.call(payOrder, { body: { orderId, method: 'WECHAT', channel: 'H5' } })
  if (step?.kind !== 'simulator') throw new Error('the payment did not go to the simulator')
  return { orderId, outTradeNo: step.outTradeNo }
}
