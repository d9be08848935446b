import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import * as api from '@paidang/api/areas/activities/course-refunds'
import { buyPackage } from '@paidang/api/areas/money/packages'
import { checkOrder, payOrder, playSimulatedPayment } from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { courseRefundPlan } from '@paidang/domain/areas/money/contracts/course-refund'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { courseRefunds, packagePurchases } from '../../../tables/packages.ts'
import { orders, payments, refunds } from '../../../tables/payments.ts'
import { givenScene, TEST_NOW } from '../../../testing/builders.ts'
import { givenPackage } from '../../../testing/given-package.ts'
import { modelRuns } from '../../../testing/model/model-runs.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { closeUnpaidOrders, pollPayments } from '../../money/payments/ask-provider.ts'
import { retryRefunds } from '../../money/payments/refunds.ts'
import { runSimulator } from '../../money/payments/simulated-payments.ts'

// A model test of packages and their refunds, with random sequences of actions, some at the same time. The provider
// delays, repeats and loses its notifications. At the end all money is either back or worth the hours that it brought.

const RUNS = { usual: 6, long: 200 }

const server = await startTestServer()
const { db, clock, signedInAs } = server
const JOBS = { closeUnpaidOrders, pollPayments, retryRefunds, runSimulator }

const travel = fc.record({ delaySeconds: fc.constantFrom(0, 30, 900), times: fc.constantFrom(0, 0, 1, 3) })
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const action = fc.oneof(
  often(3, fc.record({ what: fc.constant('buy' as const), nth: fc.nat(1) })),
  often(5, fc.record({ what: fc.constant('play' as const), nth: fc.nat(4), notify: travel })),
  often(2, fc.record({ what: fc.constant('check' as const), nth: fc.nat(4) })),
  often(
    2,
    fc.record({
      what: fc.constant('job' as const),
      name: fc.constantFrom(...(Object.keys(JOBS) as (keyof typeof JOBS)[])),
    }),
  ),
  often(2, fc.record({ what: fc.constant('wait' as const), minutes: fc.constantFrom(1, 12, 1_440) })),
  often(3, fc.record({ what: fc.constant('book' as const), day: fc.integer({ min: 1, max: 9 }), slot: fc.nat(3) })),
  often(3, fc.record({ what: fc.constant('refund' as const), nth: fc.nat(2), cancels: fc.boolean() })),
)
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

/** An API refusal is a valid answer; any other error is a fault. */
const orRefusal = (error: unknown) => {
  if (!(error instanceof ApiError)) throw error
}

async function givenBuyer() {
  const scene = await givenScene(db, { sessions: 1 })
  const { companyId, courseId, adminId, playerId, coachId, venueId } = scene
  const sold = { companyId, courseId, madeBy: adminId }
  const packageIds = [
    await givenPackage(db, { ...sold, hours: 3, giftHours: 1, priceFen: 100_002 }),
    await givenPackage(db, { ...sold, hours: 7, giftHours: 0, priceFen: 210_007 }),
  ]
  const call = signedInAs(playerId)
  const begun = () =>
    db
      .select({ outTradeNo: payments.outTradeNo, orderId: payments.orderId })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(orders.userId, playerId))
      .orderBy(payments.id)
  const mine = () =>
    db.select({ id: contracts.id }).from(contracts).where(eq(contracts.userId, playerId)).orderBy(contracts.id)

  const act = async (one: Action): Promise<unknown> => {
    if (one.what === 'wait') return clock.set(new Date(clock.now().getTime() + one.minutes * 60_000))
    if (one.what === 'job') return expect(await runJob(server, JOBS[one.name])).toEqual([])
    if (one.what === 'buy') {
      const { id } = await call(buyPackage, { body: { packageId: packageIds[one.nth] ?? '', version: 1 } })
      return call(payOrder, { body: { orderId: id, method: 'WECHAT', channel: 'NATIVE' } })
    }
    if (one.what === 'book') {
      const [courseDate, beginTimeSlot] = [addDays(dayOf(clock.now()), one.day), 20 + one.slot * 2]
      const where = { coachId, courseDesignId: courseId, stadiumId: venueId }
      return call(createByPlayer, { body: { ...where, courseDate, beginTimeSlot, endTimeSlot: beginTimeSlot + 1 } })
    }
    if (one.what === 'refund') {
      const all = await mine()
      const id = all[one.nth % all.length]?.id ?? ''
      const { purchases, lots, classes, seen } = await call(api.previewCourseRefund, { params: { id } })
      const off = one.cancels ? classes.filter(({ lock }) => lock === null) : []
      const hours = (some: typeof classes) => some.reduce((sum, held) => sum + held.hours, 0)
      const bought = purchases.map((purchase) => ({ ...purchase, paidAt: new Date(purchase.paidAt) }))
      const plan = courseRefundPlan(bought, lots, { keptHours: hours(classes) - hours(off), now: clock.now() })
      const body = { cancelledIds: off.map((held) => held.id), amountFen: Math.max(plan.back.fen, 1), seen }
      return call(api.refundCourse, { params: { id }, body })
    }
    const all = await begun()
    const payment = all[one.nth % all.length]
    if (!payment) return undefined
    if (one.what === 'check') return call(checkOrder, { params: { id: payment.orderId } })
    const params = { outTradeNo: payment.outTradeNo }
    return call(playSimulatedPayment, { params, body: { action: 'PAY', notify: one.notify } })
  }
  return { playerId, act: (one: Action) => act(one).catch(orRefusal) }
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)

test('what was paid is back, or worth the hours that it brought, to the fen', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 16, size: 'max' }),
      async (steps) => {
        clock.set(TEST_NOW)
        const { playerId, act } = await givenBuyer()
        for (const together of steps) await Promise.all(together.map(act))
        for (let round = 0; round < 4; round++) {
          clock.set(new Date(clock.now().getTime() + 30 * 60_000))
          for (const run of Object.values(JOBS)) expect(await runJob(server, run)).toEqual([])
        }
        const own = await db.select().from(orders).where(eq(orders.userId, playerId))
        const ids = own.map(({ id }) => id)
        const came = await db
          .select()
          .from(payments)
          .where(and(inArray(payments.orderId, ids), isNotNull(payments.receivedFen)))
        const back = await db.select().from(refunds).where(inArray(refunds.orderId, ids))
        const brought = await db
          .select({ hours: lessonLedger.remainingChange, unitPrice: lessonLedger.unitPrice })
          .from(packagePurchases)
          .innerJoin(
            lessonLedger,
            and(
              eq(lessonLedger.contractId, packagePurchases.contractId),
              eq(lessonLedger.seq, packagePurchases.grantSeq),
            ),
          )
          .where(and(eq(packagePurchases.userId, playerId), gt(lessonLedger.unitPrice, 0)))
        const paidBack = await db
          .select({ amountFen: courseRefunds.amountFen })
          .from(courseRefunds)
          .innerJoin(contracts, eq(contracts.id, courseRefunds.contractId))
          .where(eq(contracts.userId, playerId))
        const kept = sum(came, ({ receivedFen }) => receivedFen ?? 0) - sum(back, ({ amountFen }) => amountFen)
        expect(kept).toBe(
          sum(brought, ({ hours, unitPrice }) => hours * unitPrice) - sum(paidBack, ({ amountFen }) => amountFen),
        )
        for (const { id, receivedFen } of came) {
          const ofIt = back.filter(({ paymentId }) => paymentId === id)
          expect(sum(ofIt, ({ amountFen }) => amountFen)).toBeLessThanOrEqual(receivedFen ?? 0)
        }
        expect(back.every(({ state }) => state === 'DONE')).toBe(true)
      },
    ),
    modelRuns('course refunds', RUNS),
  )
  // The sequences did pay something back.
  expect(await db.$count(courseRefunds)).toBeGreaterThan(0)
})
