import * as payments from '@paidang/api/areas/money/payments'
import { type PayChannel, payOrder, playSimulatedPayment } from '@paidang/api/areas/money/payments'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { storedCards } from '../../../tables/cards.ts'
import { messages } from '../../../tables/messages.ts'
import {
  orders,
  paymentEvents,
  payments as paymentRows,
  refunds,
  simulatedNotifications,
  simulatedPayments,
} from '../../../tables/payments.ts'
import { givenPlayer, TEST_NOW, TOKEN_SECRET } from '../../../testing/builders.ts'
import { givenCard, givenOrder, watchedEffects } from '../../../testing/given-money.ts'
import { openLive } from '../../../testing/live-client.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { closeUnpaidOrders, pollPayments } from './ask-provider.ts'
import { notifyPath } from './notifications.ts'
import { ProviderUnavailable } from './provider.ts'
import { runSimulator } from './simulated-payments.ts'
import { createNotificationSeal } from './simulator.ts'

// Incoming money, by any path and any number of times: it pays an order once, or it is refunded.

const { effects, actions, soldOut } = watchedEffects()
const server = await startTestServer({ orderEffects: effects })
const { app, db, clock, signedInAs, request, another } = server
const seal = createNotificationSeal(TOKEN_SECRET)

let payer: string
let orderId: string
beforeEach(async () => {
  actions.length = 0
  soldOut.clear()
  payer = await givenPlayer(db)
  orderId = await givenOrder(db, { userId: payer })
})

const later = (minutes: number) => clock.set(new Date(TEST_NOW.getTime() + minutes * 60_000))

/** Begins a payment through the simulator. @returns its number */
async function begin(channel: PayChannel = 'NATIVE'): Promise<string> {
  const { step } = await signedInAs(payer)(payOrder, { body: { orderId, method: 'WECHAT', channel } })
  if (step?.kind !== 'simulator') throw new Error('the simulator is off')
  return step.outTradeNo
}

const play = (outTradeNo: string, notify?: { delaySeconds?: number; times?: number }) =>
  signedInAs(payer)(playSimulatedPayment, {
    params: { outTradeNo },
    body: { action: 'PAY', ...(notify && { notify }) },
  })
const check = () => signedInAs(payer)(payments.checkOrder, { params: { id: orderId } })
const orderNow = () => signedInAs(payer)(payments.getOrder, { params: { id: orderId } })
const paymentNow = async (outTradeNo: string) =>
  (await db.select().from(paymentRows).where(eq(paymentRows.outTradeNo, outTradeNo)))[0]

/** Posts the notification of a success, as the simulator would send it now. */
async function bring(outTradeNo: string, over: { eventId?: string; payment?: object } = {}, through = app) {
  const [row] = await db.select().from(simulatedPayments).where(eq(simulatedPayments.outTradeNo, outTradeNo))
  const payment = {
    state: 'SUCCESS',
    transactionId: row?.transactionId ?? `S${outTradeNo}`,
    amountFen: 5_000,
    currency: 'CNY',
    paidAt: clock.now().toISOString(),
    ...over.payment,
  }
  const body = JSON.stringify({
    kind: 'payment',
    eventId: over.eventId ?? `event of ${outTradeNo}`,
    outTradeNo,
    payment,
  })
  const headers = seal.headersFor(body, clock.now())
  return through.inject({ method: 'POST', url: notifyPath('simulator'), headers, payload: body })
}

test('money pays its order, and the effect is visible when the payer looks', async () => {
  const outTradeNo = await begin()
  expect(await play(outTradeNo)).toMatchObject({ state: 'SUCCESS', orderId, amountFen: 5_000 })
  expect(await orderNow()).toMatchObject({
    state: 'PAID',
    method: 'WECHAT',
    paidAt: TEST_NOW.toISOString(),
    refundedFen: 0,
    lines: [{ label: '报名费', quantity: 1, unitFen: 5_000, amountFen: 5_000 }],
  })
  expect(actions).toEqual([{ what: 'paid', orderId }])
})

test('fifty copies of the same notification at once, over two processes, pay once', async () => {
  const other = await another()
  const outTradeNo = await begin()
  await play(outTradeNo, { times: 0 })
  const statuses: number[] = []
  const bringers = Array.from({ length: 50 }, (_, n) => {
    if (n % 5 === 0) return check()
    if (n % 5 === 1) return runJob({ ...server, app: n % 2 ? app : other }, pollPayments)
    return bring(outTradeNo, { eventId: `event ${n % 3}` }, n % 2 ? app : other).then(({ statusCode }) => {
      statuses.push(statusCode)
    })
  })
  const answers = await Promise.allSettled(bringers)
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(statuses).toEqual(Array(30).fill(204))
  expect(actions).toEqual([{ what: 'paid', orderId }])
  expect(await orderNow()).toMatchObject({ state: 'PAID', refunds: [] })
})

test('a payer who watches an order through another process is notified; nobody else may watch it', async () => {
  const other = await another()
  const topic = { kind: 'order' as const, id: orderId }
  const watching = async (userId: string) => {
    const client = await openLive(other)
    client.send({ type: 'hello', token: await server.tokenOf(userId) })
    await client.next('welcome')
    client.send({ type: 'watch', topics: [topic] })
    return { client, answer: await client.next('watching') }
  }
  const { client } = await watching(payer)
  expect((await watching(await givenPlayer(db))).answer).toEqual({ type: 'watching', topics: [] })
  await play(await begin())
  expect(await client.next('changed')).toEqual({ type: 'changed', topic })
})

describe('the notification', () => {
  test('that is brought three times takes effect once', async () => {
    await play(await begin(), { times: 3 })
    expect(actions).toEqual([{ what: 'paid', orderId }])
    expect(await db.$count(paymentEvents)).toBe(1)
  })

  test('that is lost is replaced by the payer’s check of the order', async () => {
    await play(await begin(), { times: 0 })
    expect(await orderNow()).toMatchObject({ state: 'UNPAID' })
    expect(await check()).toMatchObject({ state: 'PAID' })
    expect(actions).toEqual([{ what: 'paid', orderId }])
  })

  test('that is lost is replaced by the poll when it is due', async () => {
    await play(await begin(), { times: 0 })
    expect(await runJob(server, pollPayments)).toEqual([])
    expect(await orderNow()).toMatchObject({ state: 'UNPAID' })
    later(1)
    expect(await runJob(server, pollPayments)).toEqual([])
    expect(await orderNow()).toMatchObject({ state: 'PAID' })
  })

  test('that arrives before the provider’s answer finds its payment', async () => {
    const { provider } = app.payments
    const answers: number[] = []
    const hasty = await another({
      paymentProvider: {
        ...provider,
        async prepay(prepayment) {
          const step = await provider.prepay(prepayment)
          answers.push((await bring(prepayment.outTradeNo)).statusCode)
          return step
        },
      },
    })
    const headers = { authorization: `Bearer ${await server.tokenOf(payer)}` }
    const body = { orderId, method: 'WECHAT', channel: 'NATIVE' }
    const answer = await hasty.inject({ method: 'POST', url: '/aaapi/orders/pay', headers, payload: body })
    expect([answers, answer.statusCode]).toEqual([[204], 200])
    expect(await orderNow()).toMatchObject({ state: 'PAID' })
  })

  test('with another amount pays nothing, and all of it is refunded', async () => {
    const outTradeNo = await begin()
    expect((await bring(outTradeNo, { payment: { amountFen: 4_999 } })).statusCode).toBe(204)
    expect(await orderNow()).toMatchObject({
      state: 'UNPAID',
      refundedFen: 0,
      refunds: [{ amountFen: 4_999, reason: '支付金额不符', target: 'SOURCE', state: 'WAITING' }],
    })
    expect(actions).toEqual([])
    expect(await paymentNow(outTradeNo)).toMatchObject({ state: 'SURPLUS', receivedFen: 4_999 })
  })

  test.each([
    ['unsigned', () => ({}), 401],
    ['under another secret', (body: string) => createNotificationSeal('another').headersFor(body, clock.now()), 401],
    ['of another body', (body: string) => seal.headersFor(`${body} `, clock.now()), 401],
    ['six minutes old', (body: string) => seal.headersFor(body, new Date(clock.now().getTime() - 360_000)), 401],
    ['from the future', (body: string) => seal.headersFor(body, new Date(clock.now().getTime() + 360_000)), 401],
  ])('%s is refused', async (_what, headersFor, status) => {
    const outTradeNo = await begin()
    const payment = { state: 'SUCCESS', transactionId: 'S1', amountFen: 5_000, currency: 'CNY', paidAt: TEST_NOW }
    const body = JSON.stringify({ kind: 'payment', eventId: 'event', outTradeNo, payment })
    const headers = { 'content-type': 'application/json', ...headersFor(body) }
    const answer = await request({ method: 'POST', url: notifyPath('simulator'), headers, payload: body })
    expect([answer.statusCode, answer.json()]).toEqual([status, { code: 'FAIL', message: expect.any(String) }])
    expect(await orderNow()).toMatchObject({ state: 'UNPAID' })
    expect(await db.$count(paymentEvents)).toBe(0)
  })

  test('about a payment we never began, or from another provider, is refused and changes nothing', async () => {
    const unknown = await bring('P0000000000')
    expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { code: 'FAIL' }])
    expect(server.takeFaults()).toHaveLength(1)
    const wrongDoor = await request({ method: 'POST', url: notifyPath('wechat'), payload: {} })
    expect(wrongDoor.statusCode).toBe(404)
    expect(await db.$count(paymentEvents)).toBe(0)
  })
})

describe('late money', () => {
  test('pays an order past its time that is not closed yet', async () => {
    const outTradeNo = await begin()
    later(20)
    expect((await bring(outTradeNo)).statusCode).toBe(204)
    expect(await orderNow()).toMatchObject({ state: 'PAID' })
  })

  test('at the last moment is found when the order is about to be closed', async () => {
    await play(await begin(), { times: 0 })
    later(20)
    expect(await runJob(server, closeUnpaidOrders)).toEqual([])
    expect(await orderNow()).toMatchObject({ state: 'PAID', closedAt: null })
    expect(actions).toEqual([{ what: 'paid', orderId }])
  })

  test('is waited for while the provider cannot be asked', async () => {
    await play(await begin(), { times: 0 })
    later(20)
    const provider = {
      ...app.payments.provider,
      query: () => Promise.reject(new ProviderUnavailable('nobody answers')),
    }
    const faults = await runJob(server, closeUnpaidOrders, { payments: { ...app.payments, provider } })
    expect(faults).toMatchObject([{ what: `close order ${orderId}`, error: { message: 'nobody answers' } }])
    expect(await orderNow()).toMatchObject({ state: 'UNPAID' })
    expect(await runJob(server, closeUnpaidOrders)).toEqual([])
    expect(await orderNow()).toMatchObject({ state: 'PAID' })
  })

  test('for a closed order is refunded in full, and its payer is notified', async () => {
    const outTradeNo = await begin()
    later(20)
    expect(await runJob(server, closeUnpaidOrders)).toEqual([])
    expect(await orderNow()).toMatchObject({ state: 'CLOSED' })
    expect(await paymentNow(outTradeNo)).toMatchObject({ state: 'CLOSED' })
    expect((await bring(outTradeNo)).statusCode).toBe(204)
    expect((await bring(outTradeNo, { eventId: 'another event' })).statusCode).toBe(204)
    expect(await orderNow()).toMatchObject({
      state: 'CLOSED',
      refunds: [{ amountFen: 5_000, reason: '订单已关闭', target: 'SOURCE' }],
    })
    expect(actions).toEqual([{ what: 'closed', orderId }])
    expect(await db.select().from(messages)).toMatchObject([
      {
        receiverId: payer,
        category: 'systemNotice',
        content: '周末双打：订单已关闭，¥50 将原路退回',
        objectKind: 'order',
      },
    ])
  })

  test('for something no longer available is refunded in full, and the order is closed', async () => {
    soldOut.add('987654321')
    await play(await begin())
    expect(await orderNow()).toMatchObject({ state: 'CLOSED', method: null, refunds: [{ amountFen: 5_000 }] })
    expect(actions).toEqual([{ what: 'refused', orderId }])
  })
})

describe('a second payment of one order', () => {
  test('by another channel is surplus', async () => {
    const [first, second] = [await begin('NATIVE'), await begin('H5')]
    expect(second).not.toBe(first)
    await play(first)
    await play(second)
    expect(await orderNow()).toMatchObject({
      state: 'PAID',
      refundedFen: 0,
      refunds: [{ amountFen: 5_000, reason: '重复支付' }],
    })
    expect(actions).toEqual([{ what: 'paid', orderId }])
  })

  test('that has only begun is closed at the provider by the poll', async () => {
    const [first, second] = [await begin('NATIVE'), await begin('H5')]
    await play(first)
    expect(await runJob(server, pollPayments)).toEqual([])
    expect(await paymentNow(second)).toMatchObject({ state: 'CLOSED' })
    await expect(play(second)).rejects.toMatchObject({ code: 'order_closed' })
  })

  test('of a card and WeChat at once, one pays and the other is refunded', async () => {
    const { cardId } = await givenCard(db, { userId: payer })
    for (let round = 0; round < 5; round++) {
      actions.length = 0
      orderId = await givenOrder(db, { userId: payer })
      const outTradeNo = await begin()
      await play(outTradeNo, { times: 0 })
      await Promise.allSettled([
        signedInAs(payer)(payOrder, { body: { orderId, method: 'CARD', cardId } }),
        bring(outTradeNo),
      ])
      expect(actions).toEqual([{ what: 'paid', orderId }])
      const { state, method, refunds: back } = await orderNow()
      expect([state, back.length]).toEqual(['PAID', method === 'CARD' ? 1 : 0])
    }
    const [card] = await db.select().from(storedCards).where(eq(storedCards.id, cardId))
    const paidByCard = await db.$count(orders, eq(orders.method, 'CARD'))
    expect(card?.principalFen).toBe(80_000 - 5_000 * paidByCard)
  })
})

test('a notification that the simulator is asked to delay waits for its time', async () => {
  await play(await begin(), { delaySeconds: 120, times: 2 })
  expect(await runJob(server, runSimulator)).toEqual([])
  expect(await orderNow()).toMatchObject({ state: 'UNPAID' })
  later(3)
  expect(await runJob(server, runSimulator)).toEqual([])
  expect(await orderNow()).toMatchObject({ state: 'PAID' })
  expect(await db.select().from(simulatedNotifications)).toMatchObject([
    { deliveredAt: clock.now() },
    { deliveredAt: clock.now() },
  ])
  expect(await db.$count(refunds)).toBe(0)
})

test('a notification that our server could not process is sent again', async () => {
  await play(await begin(), { delaySeconds: 1 })
  later(1)
  const { simulator } = app.payments
  const deaf = simulator && { ...simulator, bring: async () => 503 }
  expect(await runJob(server, runSimulator, { payments: { ...app.payments, simulator: deaf } })).toEqual([])
  expect(await orderNow()).toMatchObject({ state: 'UNPAID' })
  later(2)
  expect(await runJob(server, runSimulator)).toEqual([])
  expect(await orderNow()).toMatchObject({ state: 'PAID' })
})
