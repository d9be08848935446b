import * as payments from '@paidang/api/areas/money/payments'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { cardLedger, storedCards } from '../../../tables/cards.ts'
import { users } from '../../../tables/identities.ts'
import { payments as paymentRows } from '../../../tables/payments.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard, givenOrder, watchedEffects } from '../../../testing/given-money.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { pollPayments } from './ask-provider.ts'
import { ProviderUnavailable } from './provider.ts'

// A payer pays an order, reads it, or gives it up.

const { effects, actions, soldOut } = watchedEffects()
const server = await startTestServer({ orderEffects: effects })
const { app, db, clock, call, signedInAs, takeFaults, tokenOf, another } = server

let payer: string
let stranger: string
let orderId: string
beforeEach(async () => {
  actions.length = 0
  soldOut.clear()
  payer = await givenPlayer(db)
  stranger = await givenPlayer(db)
  orderId = await givenOrder(db, { userId: payer })
})

const later = (minutes: number) => clock.set(new Date(TEST_NOW.getTime() + minutes * 60_000))
const refused = (run: () => Promise<unknown>, refusal: object) => expectRefusal(db, run, refusal)

const payByCard = (cardId: string, actorId = payer) =>
  signedInAs(actorId)(payments.payOrder, { body: { orderId, method: 'CARD', cardId } })
const payByCode = (actorId = payer) =>
  signedInAs(actorId)(payments.payOrder, { body: { orderId, method: 'WECHAT', channel: 'NATIVE' } })
const check = (actorId = payer) => signedInAs(actorId)(payments.checkOrder, { params: { id: orderId } })
const giveUp = (actorId = payer) => signedInAs(actorId)(payments.closeOrder, { params: { id: orderId } })
const read = (actorId = payer) => signedInAs(actorId)(payments.getOrder, { params: { id: orderId } })
const simulated = (outTradeNo: string, actorId = payer) =>
  signedInAs(actorId)(payments.getSimulatedPayment, { params: { outTradeNo } })
const play = (outTradeNo: string, action: 'PAY' | 'FAIL' | 'LATER', actorId = payer) =>
  signedInAs(actorId)(payments.playSimulatedPayment, { params: { outTradeNo }, body: { action, notify: { times: 0 } } })

const tradeNoOf = ({ step }: payments.Paying): string => {
  if (step?.kind !== 'simulator') throw new Error('the simulator is off')
  return step.outTradeNo
}
const balanceOf = async (cardId: string) => {
  const [card] = await db.select().from(storedCards).where(eq(storedCards.id, cardId))
  return [card?.principalFen, card?.giftFen]
}

/** Starts a server whose provider is unavailable, or differs from the simulator in some calls. */
async function paidThrough(over: Partial<typeof app.payments.provider>) {
  const own = await another({ paymentProvider: { ...app.payments.provider, ...over } })
  const headers = { authorization: `Bearer ${await tokenOf(payer)}` }
  return (path: string, payload: object = {}) =>
    own.inject({ method: 'POST', url: `/aaapi${path}`, headers: { ...headers }, payload })
}
const away = () => Promise.reject(new ProviderUnavailable('nobody answers'))

describe('by card', () => {
  test('the order is paid at once, principal first, and the effect happens', async () => {
    const { cardId } = await givenCard(db, { userId: payer, principalFen: 4_000, giftFen: 2_000 })
    expect(await payByCard(cardId)).toMatchObject({
      step: null,
      order: { id: orderId, state: 'PAID', method: 'CARD', paidAt: TEST_NOW.toISOString() },
    })
    expect(await balanceOf(cardId)).toEqual([0, 1_000])
    expect(actions).toEqual([{ what: 'paid', orderId }])
  })

  test('paying again takes the money once, also with many requests at the same time', async () => {
    const { cardId } = await givenCard(db, { userId: payer })
    const answers = await Promise.all(Array.from({ length: 8 }, () => payByCard(cardId)))
    expect(answers.map(({ order }) => order.state)).toEqual(Array(8).fill('PAID'))
    expect(await balanceOf(cardId)).toEqual([75_000, 0])
    expect(actions).toHaveLength(1)
  })

  test('two requests with one idempotency key pay once, and both answer with the present order', async () => {
    const { cardId } = await givenCard(db, { userId: payer })
    const headers = { authorization: `Bearer ${await tokenOf(payer)}`, 'idempotency-key': 'one-press-1' }
    const payload = { orderId, method: 'CARD', cardId }
    const press = () => app.inject({ method: 'POST', url: '/aaapi/orders/pay', headers, payload })
    const answers = await Promise.all([press(), press()])
    expect(answers.map((answer) => answer.json().data?.order.state)).toEqual(['PAID', 'PAID'])
    expect(await balanceOf(cardId)).toEqual([75_000, 0])
  })

  test('two orders paid at once never take more than the balance of the card', async () => {
    const { cardId } = await givenCard(db, { userId: payer, principalFen: 5_000 })
    const other = await givenOrder(db, { userId: payer })
    const pay = (id: string) => signedInAs(payer)(payments.payOrder, { body: { orderId: id, method: 'CARD', cardId } })
    const answers = await Promise.allSettled([pay(orderId), pay(other)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'card_balance_too_low' },
    })
    expect(await balanceOf(cardId)).toEqual([0, 0])
  })

  test('an order for something no longer available is closed, and the money goes back to the card', async () => {
    soldOut.add('987654321')
    const { cardId } = await givenCard(db, { userId: payer, principalFen: 4_000, giftFen: 2_000 })
    expect(await payByCard(cardId)).toMatchObject({ order: { state: 'CLOSED', method: null, refundedFen: 0 } })
    expect(await balanceOf(cardId)).toEqual([4_000, 2_000])
    expect(await db.select().from(cardLedger)).toHaveLength(3)
  })

  test('a refusal changes nothing', async () => {
    const { cardId } = await givenCard(db, { userId: payer, principalFen: 4_999 })
    const { cardId: foreign } = await givenCard(db, { userId: stranger })
    await refused(() => payByCard(cardId), { status: 409, code: 'card_balance_too_low' })
    await refused(() => payByCard(foreign), { status: 404, code: 'card_not_found' })
    await refused(() => payByCard('987654321'), { status: 404, code: 'card_not_found' })
    await refused(() => payByCard(foreign, stranger), { status: 404, code: 'order_not_found' })
    await refused(() => signedInAs(payer)(payments.payOrder, { body: { orderId, method: 'CARD' } }), {
      status: 400,
      code: 'payment_channel_missing',
    })
    later(15)
    await refused(() => payByCard(cardId), { status: 409, code: 'order_closed' })
  })

  test('a card cannot pay for a top-up', async () => {
    const { cardId } = await givenCard(db, { userId: payer })
    orderId = await givenOrder(db, { userId: payer, kind: 'CARD_TOP_UP', objectId: cardId })
    await refused(() => payByCard(cardId), { status: 400, code: 'order_kind_without_card' })
  })
})

describe('through the provider', () => {
  test('paying again continues the pending payment under the same number', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => payByCode()))
    expect(new Set(answers.map(tradeNoOf)).size).toBe(1)
    expect(await db.select().from(paymentRows)).toMatchObject([{ state: 'PENDING', orderId }])
  })

  test('a payer whose payment failed may try again under the same number, also after a query', async () => {
    const outTradeNo = tradeNoOf(await payByCode())
    expect(await play(outTradeNo, 'FAIL')).toMatchObject({ state: 'PAYERROR' })
    expect(await check()).toMatchObject({ state: 'UNPAID' })
    expect(tradeNoOf(await payByCode())).toBe(outTradeNo)
    await play(outTradeNo, 'LATER')
    await play(outTradeNo, 'PAY')
    expect(await check()).toMatchObject({ state: 'PAID' })
  })

  test('a payer whose payment failed and who gives up the order can no longer pay', async () => {
    const outTradeNo = tradeNoOf(await payByCode())
    await play(outTradeNo, 'FAIL')
    expect(await giveUp()).toMatchObject({ state: 'CLOSED' })
    await expect(play(outTradeNo, 'PAY')).rejects.toMatchObject({ code: 'order_closed' })
  })

  test('paying a paid order again answers with it as it is; another method is refused', async () => {
    await play(tradeNoOf(await payByCode()), 'PAY')
    await check()
    expect(await payByCode()).toMatchObject({ step: null, order: { state: 'PAID', method: 'WECHAT' } })
    const { cardId } = await givenCard(db, { userId: payer })
    await refused(() => payByCard(cardId), { status: 409, code: 'order_paid' })
  })

  test('a refusal changes nothing', async () => {
    const outTradeNo = tradeNoOf(await payByCode())
    const pay = (body: { channel?: 'NATIVE' }, actorId: string) =>
      signedInAs(actorId)(payments.payOrder, { body: { orderId, method: 'WECHAT', ...body } })
    await refused(() => pay({}, payer), { status: 400, code: 'payment_channel_missing' })
    await refused(() => pay({ channel: 'NATIVE' }, stranger), { status: 404, code: 'order_not_found' })
    await refused(() => check(stranger), { status: 404, code: 'order_not_found' })
    await refused(() => giveUp(stranger), { status: 404, code: 'order_not_found' })
    await refused(() => read(stranger), { status: 404, code: 'order_not_found' })
    await refused(() => simulated(outTradeNo, stranger), { status: 404, code: 'payment_not_found' })
    await refused(() => play(outTradeNo, 'PAY', stranger), { status: 404, code: 'payment_not_found' })
    await refused(() => simulated('P000000'), { status: 404, code: 'payment_not_found' })
    await expect(call(payments.payOrder, { body: { orderId, method: 'WECHAT' } })).rejects.toMatchObject({
      status: 401,
    })
    later(15)
    await refused(() => pay({ channel: 'NATIVE' }, payer), { status: 409, code: 'order_closed' })
    await refused(() => play(outTradeNo, 'PAY'), { status: 409, code: 'order_closed' })
  })

  test('while the provider is unavailable paying is refused; the payment stays and continues later', async () => {
    const post = await paidThrough({ prepay: away, query: away })
    const body = { orderId, method: 'WECHAT', channel: 'NATIVE' }
    expect((await post('/orders/pay', body)).json()).toMatchObject({ code: 'payment_unavailable' })
    expect((await post(`/orders/check/${orderId}`)).statusCode).toBe(503)
    expect(takeFaults()).toHaveLength(2)
    const [begun] = await db.select().from(paymentRows)
    expect(tradeNoOf(await payByCode())).toBe(begun?.outTradeNo)
  })

  test('a payer needs a bound WeChat account to pay within WeChat', async () => {
    await db.update(users).set({ openId: null }).where(eq(users.id, payer))
    const post = await paidThrough({ name: 'WECHAT' })
    const answer = await post('/orders/pay', { orderId, method: 'WECHAT', channel: 'JSAPI' })
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'payment_without_wechat' }])
  })

  test('the simulator is unavailable next to a real provider', async () => {
    const outTradeNo = tradeNoOf(await payByCode())
    const post = await paidThrough({})
    const answer = await post(`/payment-simulator/${outTradeNo}`, { action: 'PAY' })
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'payment_not_found' }])
  })
})

test.each([payments.payBall, payments.payBallOrder])('$path pays orders of ball games only', async (endpoint) => {
  const { cardId } = await givenCard(db, { userId: payer })
  const topUp = await givenOrder(db, { userId: payer, kind: 'CARD_TOP_UP', objectId: cardId })
  const pay = (id: string) =>
    signedInAs(payer)(endpoint, { body: { orderId: id, method: 'WECHAT', channel: 'NATIVE' } })
  await refused(() => pay(topUp), { status: 404, code: 'order_not_found' })
  expect(await pay(orderId)).toMatchObject({ order: { object: { kind: 'ball', id: '987654321' } } })
})

describe('giving up', () => {
  test('closes the order and its payment, once', async () => {
    const outTradeNo = tradeNoOf(await payByCode())
    expect(await giveUp()).toMatchObject({ state: 'CLOSED', closedAt: TEST_NOW.toISOString() })
    expect(await giveUp()).toMatchObject({ state: 'CLOSED' })
    expect(await simulated(outTradeNo)).toMatchObject({ state: 'CLOSED' })
    expect(actions).toEqual([{ what: 'closed', orderId }])
    await refused(() => payByCode(), { status: 409, code: 'order_closed' })
  })

  test('honours money that came before', async () => {
    await play(tradeNoOf(await payByCode()), 'PAY')
    await expect(giveUp()).rejects.toMatchObject({ status: 409, code: 'order_paid' })
    expect(await read()).toMatchObject({ state: 'PAID' })
    expect(actions).toEqual([{ what: 'paid', orderId }])
  })

  test('closes a payment unknown to the provider once no call can still be under way', async () => {
    const post = await paidThrough({ prepay: away })
    await post('/orders/pay', { orderId, method: 'WECHAT', channel: 'NATIVE' })
    expect(takeFaults()).toHaveLength(1)
    const stateOfPayment = async () => (await db.select().from(paymentRows))[0]?.state
    expect(await giveUp()).toMatchObject({ state: 'CLOSED' })
    expect(await stateOfPayment()).toBe('PENDING')
    later(11)
    expect(await runJob(server, pollPayments)).toEqual([])
    expect(await stateOfPayment()).toBe('CLOSED')
  })

  test('works without the provider', async () => {
    await payByCode()
    const post = await paidThrough({ close: away })
    expect((await post(`/orders/close/${orderId}`)).json()).toMatchObject({ data: { state: 'CLOSED' } })
  })

  test('and paying by card at the same time: exactly one of the two happens, completely', async () => {
    const { cardId } = await givenCard(db, { userId: payer })
    for (let round = 0; round < 5; round++) {
      actions.length = 0
      orderId = await givenOrder(db, { userId: payer })
      const before = await balanceOf(cardId)
      await Promise.allSettled([payByCard(cardId), giveUp()])
      const { state } = await read()
      expect(actions).toEqual([{ what: state === 'PAID' ? 'paid' : 'closed', orderId }])
      expect((await balanceOf(cardId))[0]).toBe((before[0] ?? 0) - (state === 'PAID' ? 5_000 : 0))
    }
  })
})

test('a payer reads their own orders, latest first, all or those in one state', async () => {
  const second = await givenOrder(db, { userId: payer, title: '充值', kind: 'CARD_TOP_UP' })
  await givenOrder(db, { userId: stranger })
  await giveUp()
  const mine = (query: { state?: 'UNPAID'; current?: number; rows?: number }) =>
    signedInAs(payer)(payments.ordersOfCaller, { query: { current: 1, rows: 10, ...query } })
  expect(await mine({})).toMatchObject({ total: 2, rows: [{ id: second }, { id: orderId, state: 'CLOSED' }] })
  expect(await mine({ state: 'UNPAID' })).toMatchObject({ total: 1, rows: [{ id: second, object: { kind: 'card' } }] })
  expect(await mine({ current: 2, rows: 1 })).toMatchObject({ total: 2, rows: [{ id: orderId }] })
})
