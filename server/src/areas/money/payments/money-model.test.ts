import * as payments from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  orders,
  payments as paymentRows,
  refunds,
  simulatedPayments,
  simulatedRefunds,
} from '../../../tables/payments.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { givenCard, givenOrder, watchedEffects } from '../../../testing/given-money.ts'
import { modelRuns } from '../../../testing/model/model-runs.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { closeUnpaidOrders, pollPayments } from './ask-provider.ts'
import { retryRefunds } from './refunds.ts'
import { runSimulator } from './simulated-payments.ts'

// A model test of payments with random sequences of actions, some at the same time. The payer, the clock and the jobs
// act; the provider delays, repeats and loses its notifications. At the end the provider, the orders and what they
// bought agree to the fen. A failure prints the seed and the shortest list of actions that shows it. MODEL_RUNS=1000
// runs longer.

const RUNS = { usual: 15, long: 300 }

const { effects, actions, soldOut } = watchedEffects()
const server = await startTestServer({ orderEffects: effects })
const { db, clock, signedInAs } = server

const ORDERS = 2
const JOBS = { closeUnpaidOrders, pollPayments, retryRefunds, runSimulator }
const SOLD_OUT = '987654322'

const anOrder = fc.nat(ORDERS - 1)
const aChannel = fc.constantFrom(...payments.PAY_CHANNELS)
const aJob = fc.constantFrom(...(Object.keys(JOBS) as (keyof typeof JOBS)[]))
const playing = fc.constantFrom('PAY' as const, 'FAIL' as const)
const travel = fc.record({ delaySeconds: fc.constantFrom(0, 30, 900), times: fc.constantFrom(0, 0, 1, 3) })
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const action = fc.oneof(
  often(3, fc.record({ what: fc.constant('begin' as const), order: anOrder, channel: aChannel })),
  often(5, fc.record({ what: fc.constant('play' as const), nth: fc.nat(3), action: playing, notify: travel })),
  often(3, fc.record({ what: fc.constant('check' as const), order: anOrder })),
  often(4, fc.record({ what: fc.constant('job' as const), name: aJob })),
  often(2, fc.record({ what: fc.constant('wait' as const), minutes: fc.constantFrom(1, 3, 12) })),
  often(1, fc.record({ what: fc.constant('underpay' as const), nth: fc.nat(3) })),
  often(1, fc.record({ what: fc.constant('card' as const), order: anOrder })),
  often(1, fc.record({ what: fc.constant('giveUp' as const), order: anOrder })),
)
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

/** The provider keeps a paid amount. Only an unpaid payment can get another amount. */
const isUnpaid = (outTradeNo: string) =>
  and(eq(simulatedPayments.outTradeNo, outTradeNo), eq(simulatedPayments.state, 'NOTPAY'))

/** An API refusal is a valid answer; any other error is a fault. */
const orRefusal = (error: unknown) => {
  if (!(error instanceof ApiError)) throw error
}

async function givenPayer() {
  const payer = await givenPlayer(db)
  const { cardId } = await givenCard(db, { userId: payer, principalFen: 8_000, giftFen: 1_000 })
  const orderIds: string[] = []
  for (let n = 0; n < ORDERS; n++)
    orderIds.push(await givenOrder(db, { userId: payer, ...(n === 0 && { objectId: SOLD_OUT }) }))
  const call = signedInAs(payer)
  const numbers = async () =>
    (await db.select().from(paymentRows).where(inArray(paymentRows.orderId, orderIds)))
      .filter(({ provider }) => provider === 'SIMULATOR')
      .map(({ outTradeNo }) => outTradeNo)

  const act = async (one: Action): Promise<unknown> => {
    if (one.what === 'wait') return clock.set(new Date(clock.now().getTime() + one.minutes * 60_000))
    if (one.what === 'job') return expect(await runJob(server, JOBS[one.name])).toEqual([])
    if (one.what === 'play' || one.what === 'underpay') {
      const begun = await numbers()
      const outTradeNo = begun[one.nth % begun.length]
      if (outTradeNo === undefined) return undefined
      if (one.what === 'underpay')
        return db.update(simulatedPayments).set({ amountFen: 4_999 }).where(isUnpaid(outTradeNo))
      const body = { action: one.action, notify: one.notify }
      return call(payments.playSimulatedPayment, { params: { outTradeNo }, body })
    }
    const orderId = orderIds[one.order] ?? ''
    if (one.what === 'card') return call(payments.payOrder, { body: { orderId, method: 'CARD', cardId } })
    if (one.what === 'begin')
      return call(payments.payOrder, { body: { orderId, method: 'WECHAT', channel: one.channel } })
    return call(one.what === 'check' ? payments.checkOrder : payments.closeOrder, { params: { id: orderId } })
  }
  return { orderIds, numbers, act: (one: Action) => act(one).catch(orRefusal) }
}

test('no money is lost or counted twice', async () => {
  soldOut.add(SOLD_OUT)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 15, size: 'max' }),
      async (steps) => {
        actions.length = 0
        clock.set(TEST_NOW)
        const { orderIds, numbers, act } = await givenPayer()
        for (const together of steps) await Promise.all(together.map(act))
        // After any sequence, the jobs finish what is still open.
        for (let round = 0; round < 4; round++) {
          clock.set(new Date(clock.now().getTime() + 30 * 60_000))
          for (const run of Object.values(JOBS)) expect(await runJob(server, run)).toEqual([])
        }

        const ended = await db.select().from(orders).where(inArray(orders.id, orderIds))
        const own = await db.select().from(paymentRows).where(inArray(paymentRows.orderId, orderIds))
        const back = await db.select().from(refunds).where(inArray(refunds.orderId, orderIds))
        const tradeNos = await numbers()
        const atProvider = await db
          .select()
          .from(simulatedPayments)
          .where(inArray(simulatedPayments.outTradeNo, tradeNos))
        const givenBack = await db.select().from(simulatedRefunds).where(inArray(simulatedRefunds.outTradeNo, tradeNos))

        for (const { id, state, objectId } of ended) {
          const done = actions.filter(({ orderId }) => orderId === id).map(({ what }) => what)
          if (state === 'PAID') expect([done, objectId === SOLD_OUT]).toEqual([['paid'], false])
          else expect([state, done.length, done.includes('paid')]).toEqual(['CLOSED', 1, false])
        }
        for (const { outTradeNo, state, amountFen } of atProvider) {
          const payment = own.find((one) => one.outTradeNo === outTradeNo)
          const brought = state === 'SUCCESS' ? amountFen : null
          expect([payment?.receivedFen, payment?.state !== 'PENDING']).toEqual([brought, true])
        }
        expect(back.every(({ state }) => state === 'DONE')).toBe(true)
        const toSource = back.filter(({ target }) => target === 'SOURCE').map(({ outRefundNo }) => outRefundNo)
        expect(givenBack.map(({ outRefundNo }) => outRefundNo).sort()).toEqual(toSource.sort())
      },
    ),
    modelRuns('money', RUNS),
  )
})
