import { getManagedOrder, queryRefunds, retryRefund } from '@paidang/api/areas/money/admin-payments'
import * as payments from '@paidang/api/areas/money/payments'
import { MAX_TRIES } from '@paidang/domain/areas/money/payments/order'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { storedCards } from '../../../tables/cards.ts'
import { refunds, simulatedPayments, simulatedRefunds } from '../../../tables/payments.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { givenCard, givenOrder, watchedEffects } from '../../../testing/given-money.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { type PaymentProvider, ProviderUnavailable } from './provider.ts'
import { refundOrder, retryRefunds } from './refunds.ts'
import { runSimulator } from './simulated-payments.ts'

// Refunds: to a card at once, or to the source by a job that reports when it gives up.

const { effects } = watchedEffects()
const server = await startTestServer({ orderEffects: effects })
const { app, db, clock, signedInAs, asStaff } = server

let payer: string
let orderId: string
beforeEach(async () => {
  payer = await givenPlayer(db)
  orderId = await givenOrder(db, { userId: payer })
})

const HOUR_MS = 3_600_000
const pass = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
const orderNow = () => signedInAs(payer)(payments.getOrder, { params: { id: orderId } })

async function payThroughSimulator(): Promise<void> {
  const { step } = await signedInAs(payer)(payments.payOrder, {
    body: { orderId, method: 'WECHAT', channel: 'NATIVE' },
  })
  if (step?.kind !== 'simulator') throw new Error('the simulator is off')
  const { outTradeNo } = step
  await signedInAs(payer)(payments.playSimulatedPayment, { params: { outTradeNo }, body: { action: 'PAY' } })
}

const giveBack = (over: Partial<Parameters<typeof refundOrder>[1]> = {}) =>
  db.transaction((tx) =>
    refundOrder(tx, {
      orderId,
      amountFen: 5_000,
      cause: 'left',
      reason: '退出球局',
      target: 'SOURCE',
      now: clock.now(),
      ...over,
    }),
  )
const cardNow = async (cardId: string) => {
  const [card] = await db.select().from(storedCards).where(eq(storedCards.id, cardId))
  return [card?.principalFen, card?.giftFen]
}

/** Runs the job with a provider that differs from the simulator in one call. */
const retryWith = (over: Partial<PaymentProvider>) =>
  runJob(server, retryRefunds, {
    payments: { ...app.payments, provider: { ...app.payments.provider, ...over } },
  })

describe('an order that a card paid', () => {
  let cardId: string
  beforeEach(async () => {
    ;({ cardId } = await givenCard(db, { userId: payer, principalFen: 4_000, giftFen: 2_000 }))
    await signedInAs(payer)(payments.payOrder, { body: { orderId, method: 'CARD', cardId } })
  })

  test('a partial refund goes back to that card as it was taken, gift first', async () => {
    await giveBack({ amountFen: 600, cause: 'settled' })
    expect(await cardNow(cardId)).toEqual([0, 1_600])
    await giveBack({ amountFen: 4_400 })
    expect(await cardNow(cardId)).toEqual([4_000, 2_000])
    expect(await orderNow()).toMatchObject({
      state: 'PAID',
      refundedFen: 5_000,
      refunds: [
        { amountFen: 600, target: 'CARD', state: 'DONE' },
        { amountFen: 4_400, target: 'CARD', state: 'DONE' },
      ],
    })
  })

  test('one cause is refunded once, also with many requests at the same time', async () => {
    const rows = await Promise.all(Array.from({ length: 6 }, () => giveBack({ amountFen: 1_000 })))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
    expect(await cardNow(cardId)).toEqual([0, 2_000])
  })

  test('refunds never exceed what was paid, also with many requests at the same time', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => giveBack({ amountFen: 2_000, cause: `cause ${n}` })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await orderNow()).toMatchObject({ refundedFen: 4_000 })
  })
})

describe('a refund of an order that WeChat paid', () => {
  beforeEach(payThroughSimulator)

  test('goes to the payer’s card at once as principal, if the payer asks for it and has one', async () => {
    const { cardId } = await givenCard(db, { userId: payer, principalFen: 10_000, giftFen: 500 })
    expect(await giveBack({ target: 'CARD' })).toMatchObject({ target: 'CARD', state: 'DONE' })
    expect(await cardNow(cardId)).toEqual([15_000, 500])
  })

  test('goes to the source if the payer has no card', async () => {
    expect(await giveBack({ target: 'CARD' })).toMatchObject({ target: 'SOURCE', state: 'WAITING' })
  })

  test('is requested, accepted, and done when the provider says so', async () => {
    await giveBack({ amountFen: 1_234 })
    expect(await runJob(server, retryRefunds)).toEqual([])
    expect(await orderNow()).toMatchObject({ refunds: [{ state: 'PROCESSING', doneTime: null }] })
    expect(await runJob(server, runSimulator)).toEqual([])
    expect(await orderNow()).toMatchObject({
      refundedFen: 1_234,
      refunds: [{ state: 'DONE', doneTime: TEST_NOW.toISOString() }],
    })
    expect(await runJob(server, retryRefunds)).toEqual([])
  })

  test('is done also when its notification is lost, because the job queries it', async () => {
    await giveBack()
    await runJob(server, retryRefunds)
    await db.update(simulatedRefunds).set({ state: 'SUCCESS' })
    pass(60_000)
    expect(await runJob(server, retryRefunds)).toEqual([])
    expect(await orderNow()).toMatchObject({ refunds: [{ state: 'DONE' }] })
  })

  test('that failed is requested again at growing intervals, under the same number, and happens once', async () => {
    await giveBack()
    const numbers: string[] = []
    const unheard: PaymentProvider['refund'] = async (refund) => {
      numbers.push(refund.outRefundNo)
      // The provider accepted it; only its answer was lost.
      await app.payments.provider.refund(refund)
      throw new ProviderUnavailable('the answer was lost')
    }
    expect(await retryWith({ refund: unheard })).toMatchObject([{ what: expect.stringMatching(/^refund \d+$/) }])
    expect(await retryWith({ refund: unheard })).toEqual([])
    pass(60_000)
    expect(await retryWith({ refund: unheard })).toHaveLength(1)
    pass(HOUR_MS)
    expect(await runJob(server, retryRefunds)).toEqual([])
    expect(new Set(numbers).size).toBe(1)
    expect(numbers).toHaveLength(2)
    expect(await db.select().from(simulatedRefunds)).toMatchObject([{ outRefundNo: numbers[0], amountFen: 5_000 }])
  })

  test('that is refused again and again is STUCK and logged; a later success still counts', async () => {
    const { outRefundNo } = await giveBack()
    const refund = () => Promise.reject(new ProviderUnavailable('nobody answers'))
    const said: string[] = []
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      for (const { error } of await retryWith({ refund })) said.push((error as Error).message)
      pass(7 * HOUR_MS)
    }
    expect(said).toHaveLength(MAX_TRIES)
    expect(said.at(-1)).toBe(`given up after ${MAX_TRIES} tries`)
    expect(await runJob(server, retryRefunds)).toEqual([])
    expect(await orderNow()).toMatchObject({ refundedFen: 5_000, refunds: [{ state: 'STUCK' }] })

    const [{ outTradeNo = '' } = {}] = await db.select().from(simulatedPayments)
    await app.payments.provider.refund({ outTradeNo, outRefundNo, amountFen: 5_000, totalFen: 5_000, reason: '' })
    expect(await runJob(server, runSimulator)).toEqual([])
    expect(await orderNow()).toMatchObject({ refunds: [{ state: 'DONE' }] })
  })

  test('that cannot go through is STUCK at once', async () => {
    await giveBack()
    const faults = await retryWith({ refund: async () => ({ state: 'ABNORMAL' }) })
    expect(faults).toMatchObject([{ error: { message: 'the provider cannot give back: ABNORMAL' } }])
    expect(await db.select().from(refunds)).toMatchObject([{ state: 'STUCK', nextTryAt: null }])
  })
})

describe('an operator reads why a refund failed', () => {
  beforeEach(payThroughSimulator)
  const REFUSED = new ProviderUnavailable('WeChat Pay refused refund of R1: 403 NOT_ENOUGH 基本账户余额不足')
  const problemNow = async () => {
    const { rows } = await asStaff('operator')(queryRefunds, { query: { current: 1, rows: 10 } })
    const order = await asStaff('operator')(getManagedOrder, { params: { id: orderId } })
    expect(order.refundProblems).toEqual(
      rows.flatMap(({ refund, problem }) => (problem === null ? [] : [{ id: refund.id, problem }])),
    )
    return rows[0]?.problem
  }

  test.each([
    ['a refusal', () => Promise.reject(REFUSED), '商户账户余额不足'],
    ['no answer', () => Promise.reject(new ProviderUnavailable('gone')), '没有得到支付方的答复'],
    [
      'a state that cannot go through',
      () => Promise.resolve({ state: 'ABNORMAL' }),
      '退款异常，用户的账户收不了款，请在微信商户平台处理',
    ],
  ] satisfies [string, PaymentProvider['refund'], string][])('%s', async (_, refund, problem) => {
    await giveBack()
    expect(await problemNow()).toBeNull()
    await retryWith({ refund })
    expect(await problemNow()).toBe(problem)
  })

  test('until an attempt succeeds', async () => {
    await giveBack()
    await retryWith({ refund: () => Promise.resolve({ state: 'CLOSED' }) })
    const [stuck] = await db.select({ id: refunds.id }).from(refunds)
    await asStaff('operator')(retryRefund, { params: { id: stuck?.id ?? '' } })
    expect(await problemNow()).toBe('支付方已关闭这笔退款')
    await runJob(server, retryRefunds)
    expect(await problemNow()).toBeNull()
  })
})

test('an order that nobody paid has no money to refund', async () => {
  await expect(giveBack()).rejects.toThrow('nothing of it can go back')
  await expect(giveBack({ orderId: '987654321' })).rejects.toMatchObject({ code: 'order_not_found' })
})
