import * as calls from '@paidang/api/areas/desks/admin-reconcile'
import { enterOfflinePayment } from '@paidang/api/areas/money/admin-offline'
import {
  askProviderOfOrder,
  getManagedOrder,
  queryOrders,
  queryRefunds,
  retryRefund,
} from '@paidang/api/areas/money/admin-payments'
import type { Call } from '@paidang/api/client'
import { MAX_RUN_ATTEMPTS } from '@paidang/domain/areas/money/payments/reconcile'
import { dayOf } from '@paidang/domain/kernel/day'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { offlineSettings, payments, refunds, simulatedPayments, simulatedRefunds } from '../../../tables/payments.ts'
import { reconcileRuns } from '../../../tables/reconcile.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { CARD_EFFECTS, cardLife } from '../../../testing/card-life.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenStuckRefund } from '../../../testing/given-money.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { ProviderUnavailable } from '../../money/payments/provider.ts'
import { retryRefunds } from '../../money/payments/refunds.ts'
import { runReconcile } from './run-reconcile.ts'
import { reconcileYesterday } from './runs.ts'

// Our books and the provider's, compared day by day. Differences are found, reported, and settled by a new query.

const server = await startTestServer({ orderEffects: CARD_EFFECTS })
const { app, db, clientOf, staffTokenOf, clock } = server
const { begin, play, orderGame, topUp } = cardLife(server)

const TODAY = dayOf(TEST_NOW)
const DAY_MS = 86_400_000

let operator: Call
let userId: string
beforeEach(async () => {
  operator = clientOf(await staffTokenOf('operator'))
  userId = await givenPlayer(db)
})

const start = (day = TODAY) => operator(calls.startReconcile, { body: { day } })
/** Compares today's books. @returns the run and its findings */
async function reconcile() {
  const { id } = await start()
  expect(await runJob(server, runReconcile)).toEqual([])
  const run = await operator(calls.getReconcileRun, { params: { id } })
  const query = { current: 1, rows: 20 }
  const { rows: findings } = await operator(calls.listReconcileFindings, { params: { id }, query })
  return { run, findings }
}
const recheck = (id: string) => operator(calls.recheckFinding, { params: { id } })
const only = <T>(rows: T[]): T => {
  expect(rows).toHaveLength(1)
  return rows[0] as T
}

/** Creates a paid order of ¥50 of the user. @returns its id and its payment's number */
async function paidGame() {
  const orderId = await orderGame(userId, 5_000)
  const outTradeNo = await begin(userId, orderId)
  await play(userId, outTradeNo)
  return { orderId, outTradeNo }
}

test('books that agree have no difference, and the run shows how many were compared', async () => {
  await paidGame()
  await topUp(userId, '200')
  await begin(userId, await orderGame(userId, 1_000))
  const { run, findings } = await reconcile()
  expect(run).toMatchObject({ state: 'DONE', day: TODAY, toCompare: 3, compared: 3, findings: 0 })
  expect(findings).toEqual([])
})

test('another amount at the provider is found, shown as both sides have it, and stays until they agree', async () => {
  const { orderId, outTradeNo } = await paidGame()
  const set = (amountFen: number) =>
    db.update(simulatedPayments).set({ amountFen }).where(eq(simulatedPayments.outTradeNo, outTradeNo))
  await set(4_999)
  const { run, findings } = await reconcile()
  expect(run).toMatchObject({ findings: 1, openFindings: 1 })
  const finding = only(findings)
  expect(finding).toMatchObject({ kind: 'PAYMENT_AMOUNT', orderId, settledTime: null })
  expect([finding.ours, finding.theirs]).toEqual([
    expect.stringMatching(/^SETTLED ¥50 S/),
    expect.stringMatching(/^SUCCESS ¥49\.99 S/),
  ])
  expect(await recheck(finding.id)).toMatchObject({ settledTime: null })
  await set(5_000)
  expect(await recheck(finding.id)).toMatchObject({ settledTime: TEST_NOW.toISOString() })
  expect((await operator(calls.getReconcileRun, { params: { id: run.id } })).openFindings).toBe(0)
})

test('unnoticed money for a payment we had closed is found, and a recheck settles or refunds it', async () => {
  const orderId = await orderGame(userId, 5_000)
  const outTradeNo = await begin(userId, orderId)
  await db.update(payments).set({ state: 'CLOSED', nextPollAt: null }).where(eq(payments.outTradeNo, outTradeNo))
  const came = { state: 'SUCCESS' as const, transactionId: 'S-late', paidAt: TEST_NOW }
  await db.update(simulatedPayments).set(came).where(eq(simulatedPayments.outTradeNo, outTradeNo))
  const finding = only((await reconcile()).findings)
  expect(finding.kind).toBe('PAYMENT_MISSED')
  expect(await recheck(finding.id)).toMatchObject({ settledTime: TEST_NOW.toISOString() })
  const { order } = await operator(getManagedOrder, { params: { id: orderId } })
  expect(order.state).toBe('PAID')
})

test('money unknown to the provider is found', async () => {
  const { outTradeNo } = await paidGame()
  const gone = { state: 'NOTPAY' as const, transactionId: null, paidAt: null }
  await db.update(simulatedPayments).set(gone).where(eq(simulatedPayments.outTradeNo, outTradeNo))
  expect(only((await reconcile()).findings)).toMatchObject({ kind: 'PAYMENT_MISSING', theirs: 'NOTPAY' })
})

test('money at the front desk is compared with what staff entered that day', async () => {
  await db.update(offlineSettings).set({ isAllowed: true })
  const orderId = await orderGame(userId, 5_000)
  const body = { amountFen: 5_000, way: 'CASH' as const, receiptNo: 'A-1', reason: '现金' }
  await operator(enterOfflinePayment, { params: { id: orderId }, body })
  expect((await reconcile()).findings).toEqual([])
  const yesterday = new Date(TEST_NOW.getTime() - DAY_MS)
  await db.update(payments).set({ settledAt: yesterday }).where(eq(payments.orderId, orderId))
  const finding = { kind: 'OFFLINE_ENTRY', orderId, ours: '线下收退合计 ¥0', theirs: '前台登记合计 ¥50' }
  expect(only((await reconcile()).findings)).toMatchObject(finding)
})

test('a refund completed only at the provider is found, and a recheck completes it here', async () => {
  const refundId = await givenStuckRefund(db, userId)
  await db.update(simulatedRefunds).set({ state: 'SUCCESS' })
  const finding = only((await reconcile()).findings)
  expect(finding).toMatchObject({ kind: 'REFUND_STATE', theirs: 'SUCCESS' })
  expect(await recheck(finding.id)).toMatchObject({ settledTime: TEST_NOW.toISOString() })
  const [row] = await db.select().from(refunds).where(eq(refunds.id, refundId))
  expect(row?.state).toBe('DONE')
})

test('a day has one run at a time, however many are started at once, and no run for a future day', async () => {
  const runs = await Promise.all(Array.from({ length: 6 }, () => start()))
  expect(new Set(runs.map(({ id }) => id)).size).toBe(1)
  const tomorrow = dayOf(new Date(TEST_NOW.getTime() + DAY_MS))
  await expectRefusal(db, () => start(tomorrow), { code: 'reconcile_day_ahead', status: 400 })
})

test('two workers that take runs at once do not compare one twice', async () => {
  await paidGame()
  const { id } = await start()
  await Promise.all([runJob(server, runReconcile), runJob(server, runReconcile)])
  expect(await operator(calls.getReconcileRun, { params: { id } })).toMatchObject({ state: 'DONE', compared: 1 })
})

test('an unavailable provider postpones a run, which fails after several turns', async () => {
  await paidGame()
  const { id } = await start()
  const away = {
    ...app.payments,
    provider: { ...app.payments.provider, query: () => Promise.reject(new ProviderUnavailable('away')) },
  }
  for (let turn = 1; turn < MAX_RUN_ATTEMPTS; turn++) {
    expect(await runJob(server, runReconcile, { payments: away })).toHaveLength(1)
    expect((await operator(calls.getReconcileRun, { params: { id } })).state).toBe('WAITING')
  }
  await runJob(server, runReconcile, { payments: away })
  expect(await operator(calls.getReconcileRun, { params: { id } })).toMatchObject({ state: 'FAILED', compared: 0 })
  expect((await start()).id).not.toBe(id)
})

test('a run whose process was killed continues after its last batch', async () => {
  const { outTradeNo } = await paidGame()
  const { id } = await start()
  const [payment] = await db.select().from(payments).where(eq(payments.outTradeNo, outTradeNo))
  const lost = { state: 'RUNNING' as const, compared: 1, paymentsUpTo: payment?.id ?? '0', beatAt: TEST_NOW }
  await db.update(reconcileRuns).set(lost).where(eq(reconcileRuns.id, id))
  await runJob(server, runReconcile)
  expect((await operator(calls.getReconcileRun, { params: { id } })).state).toBe('RUNNING')
  clock.set(new Date(TEST_NOW.getTime() + 180_000))
  await runJob(server, runReconcile)
  expect(await operator(calls.getReconcileRun, { params: { id } })).toMatchObject({ state: 'DONE', compared: 1 })
})

test('each night the day before is compared, once', async () => {
  await runJob(server, reconcileYesterday)
  await runJob(server, reconcileYesterday)
  const { rows } = await operator(calls.listReconcileRuns, { query: { current: 1, rows: 20 } })
  expect(rows).toMatchObject([{ day: dayOf(new Date(TEST_NOW.getTime() - DAY_MS)), requestedBy: null }])
})

test('a day compared before its end, or without success, is compared again at night, and no other', async () => {
  const night = new Date('2026-05-02T03:30:00+08:00')
  const midnight = new Date('2026-05-02T00:00:00+08:00')
  const runsOfDay = () => db.$count(reconcileRuns, eq(reconcileRuns.day, TODAY))
  const given = (run: { state: 'DONE' | 'FAILED'; createdAt: Date }) =>
    db.insert(reconcileRuns).values({ day: TODAY, endedAt: run.createdAt, ...run })
  await given({ state: 'DONE', createdAt: new Date(midnight.getTime() - 1) })
  await given({ state: 'FAILED', createdAt: midnight })
  clock.set(night)
  await runJob(server, reconcileYesterday)
  expect(await runsOfDay()).toBe(3)
  await runJob(server, reconcileYesterday)
  expect(await runsOfDay()).toBe(3)
})

test('a run that a person began after midnight for the day before is enough', async () => {
  await db
    .insert(reconcileRuns)
    .values({ day: TODAY, state: 'DONE', createdAt: new Date('2026-05-02T00:00:00+08:00'), endedAt: TEST_NOW })
  clock.set(new Date('2026-05-02T03:30:00+08:00'))
  await runJob(server, reconcileYesterday)
  expect(await db.$count(reconcileRuns, eq(reconcileRuns.day, TODAY))).toBe(1)
})

test('a stuck refund is listed first; after a retry it keeps its number and is refunded once', async () => {
  const id = await givenStuckRefund(db, userId)
  const { rows } = await operator(queryRefunds, { query: { current: 1, rows: 20 } })
  expect(rows[0]?.refund).toMatchObject({ id, state: 'STUCK' })
  expect(await operator(retryRefund, { params: { id } })).toMatchObject({ refund: { state: 'WAITING' }, attempts: 0 })
  expect(await runJob(server, retryRefunds)).toEqual([])
  expect(await db.select().from(simulatedRefunds)).toHaveLength(1)
  expect((await db.select().from(staffAuditEvents)).map(({ action }) => action)).toEqual(['refund.retry'])
  // Until it has arrived, an operator may have the provider asked at once.
  await db.update(simulatedRefunds).set({ state: 'SUCCESS' })
  await operator(retryRefund, { params: { id } })
  expect(await runJob(server, retryRefunds)).toEqual([])
  expect(await db.select().from(simulatedRefunds)).toHaveLength(1)
  const refusal = { code: 'refund_done', status: 409 } as const
  await expectRefusal(db, () => operator(retryRefund, { params: { id } }), refusal)
})

test('refunds are listed latest first, in whatever sequence they were inserted', async () => {
  const [one, other] = [await givenStuckRefund(db, userId), await givenStuckRefund(db, userId)]
  await db
    .update(refunds)
    .set({ createdAt: new Date(TEST_NOW.getTime() + 1) })
    .where(eq(refunds.id, one))
  for (const query of [
    { current: 1, rows: 20 },
    { current: 1, rows: 20, state: 'STUCK' },
  ] as const) {
    const { rows } = await operator(queryRefunds, { query })
    expect(rows.map(({ refund }) => refund.id)).toEqual([one, other])
  }
})

test('orders are found by number, payment, payer, amount and day, with the state at the provider', async () => {
  const { orderId, outTradeNo } = await paidGame()
  await orderGame(userId, 1_200)
  const found = async (query: object) =>
    (await operator(queryOrders, { query: { current: 1, rows: 20, ...query } })).rows.map(({ id }) => id)
  for (const query of [{ keyword: outTradeNo }, { amount: '50' }, { state: 'PAID' }, { method: 'WECHAT' }])
    expect(await found(query)).toEqual([orderId])
  expect(await found({ keyword: userId })).toHaveLength(2)
  expect(await found({ from: '2020-01-01', until: '2020-01-02' })).toEqual([])
  const { payments: words } = await operator(askProviderOfOrder, { params: { id: orderId } })
  expect(words).toMatchObject([{ theirs: { state: 'SUCCESS', amountFen: 5_000, agrees: true } }])
})
