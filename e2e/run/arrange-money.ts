import { cardsOfUser, type StoredCard, topUpCard } from '@paidang/api/areas/money/cards'
import { buyPackage, packagesOfCourse } from '@paidang/api/areas/money/packages'
import { payOrder, playSimulatedPayment } from '@paidang/api/areas/money/payments'
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
export async function beginTopUp(someone: Someone, planId = '500'): Promise<{ orderId: string; outTradeNo: string }> {
  const { id: cardId } = await cardOf(someone)
  const { id: orderId } = await someone.call(topUpCard, { body: { planId, cardId } })
  const { step } = await someone.call(payOrder, { body: { orderId, method: 'WECHAT', channel: 'H5' } })
  if (step?.kind !== 'simulator') throw new Error('the payment did not go to the simulator')
  return { orderId, outTradeNo: step.outTradeNo }
}

/** The smallest package of a course, paid by this method. @returns the contract that has its hours */
export async function buyHours(someone: Someone, courseId: string, method: 'CARD' | 'WECHAT'): Promise<string> {
  const { call } = someone
  const read = () => call(packagesOfCourse, { params: { id: courseId } })
  const [small] = (await read()).packages
  if (!small) throw new Error('the course has no package')
  const { id: orderId } = await call(buyPackage, { body: { packageId: small.id, version: small.version } })
  const way = method === 'CARD' ? { method, cardId: (await cardOf(someone)).id } : { method, channel: 'H5' as const }
  const { step } = await call(payOrder, { body: { orderId, ...way } })
  if (step?.kind === 'simulator')
    await call(playSimulatedPayment, { params: { outTradeNo: step.outTradeNo }, body: { action: 'PAY' } })
  const { contract } = await read()
  if (!contract) throw new Error(`order ${orderId} brought no hours`)
  return contract.id
}
