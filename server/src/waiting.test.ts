import { answerObjectionByOperator, callOffClass } from '@paidang/api/areas/activities/admin-classes'
import {
  decideStringingRefund,
  loseRacketOfOrder,
  recordPickupOfOrder,
  requestStringingRefund,
} from '@paidang/api/areas/activities/admin-stringing'
import { stringsOfMerchant } from '@paidang/api/areas/activities/merchant-strings'
import {
  cancelShopOrder,
  cancelUnsentShopOrder,
  decideShopRefund,
  sendShopOrder,
} from '@paidang/api/areas/activities/shop-orders'
import { readClosing } from '@paidang/api/areas/desks/accounts'
import { decideAssociation, decideVenue, type InboxItem, readInbox } from '@paidang/api/areas/desks/admin-approvals'
import { decideContent } from '@paidang/api/areas/desks/admin-content'
import { runInvariants } from '@paidang/api/areas/desks/admin-invariants'
import { retryJob } from '@paidang/api/areas/desks/admin-jobs'
import { decidePasswordRequest } from '@paidang/api/areas/desks/admin-password-requests'
import { listReconcileFindings, recheckFinding, startReconcile } from '@paidang/api/areas/desks/admin-reconcile'
import { decideReport } from '@paidang/api/areas/desks/admin-reports'
import { dismissOutbox, listOutbox, retryOutbox } from '@paidang/api/areas/ground/admin-outbox'
import { decideCardAdjustment } from '@paidang/api/areas/money/admin-cards'
import { decideOfflineEntry, enterOfflineRefund } from '@paidang/api/areas/money/admin-offline'
import { retryRefund } from '@paidang/api/areas/money/admin-payments'
import { retryShipment } from '@paidang/api/areas/money/admin-shipments'
import { decideApplication } from '@paidang/api/areas/people/registration'
import { advertForOperator, deleteAdvert, endAdvert, updateAdvert } from '@paidang/api/areas/views/admin-adverts'
import type { Call } from '@paidang/api/client'
import { WAITING, WAITING_KINDS, type WaitingKind } from '@paidang/domain/kernel/waiting'
import { eq, not } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { findBroken } from './invariants/check-all.ts'
import { JOBS } from './jobs-of-areas.ts'
import { staffAuditEvents } from './tables/audit-log.ts'
import { passwordRequests } from './tables/auth.ts'
import { cardAdjustments } from './tables/cards.ts'
import { closureItems } from './tables/closures.ts'
import { messages, outbox } from './tables/messages.ts'
import { alerts } from './tables/operations.ts'
import { offlineEntries, orders, payments, refunds, shipments, simulatedRefunds } from './tables/payments.ts'
import { reconcileRuns } from './tables/reconcile.ts'
import { reports } from './tables/reports.ts'
import { products, shopOrders } from './tables/shop.ts'
import { stringingOrders, stringingRefunds } from './tables/stringing-orders.ts'
import {
  givenAdvert,
  givenClosure,
  givenCoach,
  givenMessage,
  givenPlayer,
  givenScene,
  givenStaff,
  only,
  TEST_NOW,
  TOMORROW,
} from './testing/builders.ts'
import {
  givenContent,
  givenNewVenue,
  givenOperations,
  givenPasswordRequest,
  givenReport,
  givenRequest,
  waitingOf,
} from './testing/given-desks.ts'
import { givenInvitation, givenObjection } from './testing/given-invitation.ts'
import { givenCard, givenMoney, givenStuckRefund } from './testing/given-money.ts'
import { givenApplication } from './testing/given-people.ts'
import { givenProduct, givenShopOrder } from './testing/given-shop.ts'
import { givenRacket, givenShop } from './testing/given-stringing.ts'
import { type GivenStringingOrder, givenStringingOrder } from './testing/given-stringing-order.ts'
import { runNamedJobs } from './testing/run-job.ts'
import { atOnce, cancelAs, SHOP_ACTIONS } from './testing/stringing-life.ts'
import { startTestServer } from './testing/test-server.ts'

// What is paid for, or asked for, and waits: who is reminded, when operators see it, and how it ends. Every kind has a
// row, at each border of time.

const server = await startTestServer({ queues: 'prepared' })
const { db, clock, signedInAs, asStaff, maintenance } = server

const DAY_MS = 86_400_000
const at = (since: Date, days: number, ms = 0) => clock.set(new Date(since.getTime() + days * DAY_MS + ms))
const runJobs = () =>
  runNamedJobs(server, JOBS, [
    'end-unsent-shop-orders',
    'end-waiting-stringing-orders',
    'expire-card-adjustments',
    'expire-password-requests',
  ])
const warnings = async () =>
  (await findBroken(maintenance, clock.now())).map(({ name }) => name).filter((name) => name.startsWith('X2'))

/** Something that waits since an instant. `end` is how it ended: its status, and the fen that went back. */
type Waiting = { userId: string; since: Date; end: () => Promise<[string, number]> }

const fenBack = async (orderId: string) =>
  (await db.select().from(refunds).where(eq(refunds.orderId, orderId))).reduce((sum, row) => sum + row.amountFen, 0)

async function givenParcel(over: { status: 'PAID' | 'SENT'; wish?: 'asked' }) {
  const userId = await givenPlayer(db)
  const productId = await givenProduct(db)
  const { id, paymentOrderId } = await givenShopOrder(db, { userId, items: [{ productId, quantity: 1 }], ...over })
  const row = async () => only(await db.select().from(shopOrders).where(eq(shopOrders.id, id)))
  const end = async (): Promise<[string, number]> => [(await row()).status, await fenBack(paymentOrderId)]
  return { id, userId, productId, row, end }
}

async function givenJob(over: Partial<GivenStringingOrder>) {
  const userId = await givenPlayer(db)
  const shop = await givenShop(db)
  const order = { userId, merchantId: shop.merchantId, racketId: await givenRacket(db, { userId }) }
  const { id, paymentOrderId } = await givenStringingOrder(db, { ...order, mains: { stringId: shop.polyId }, ...over })
  const row = async () => only(await db.select().from(stringingOrders).where(eq(stringingOrders.id, id)))
  const end = async (): Promise<[string, number]> => [(await row()).status, await fenBack(paymentOrderId)]
  return { id, userId, shop, row, end, since: (await row()).responseTime }
}

async function givenWaitingMoney() {
  const userId = await givenPlayer(db)
  const card = await givenCard(db, { userId })
  const requestedBy = await givenStaff(db, { kind: 'operator' })
  const job = await givenJob({ status: 'STRINGING' })
  return { userId, ...(await givenMoney(db, { userId, card, requestedBy, begunOrderId: job.id })) }
}

const stateOf = (read: () => Promise<{ state: string }[]>) => async (): Promise<[string, number]> => [
  only(await read()).state,
  0,
]

/** A waiting thing of each kind that holds money, strings, stock or an account. */
const HOLDING: Partial<Record<WaitingKind, () => Promise<Waiting>>> = {
  SHOP_UNSENT: async () => {
    const parcel = await givenParcel({ status: 'PAID' })
    return { ...parcel, since: (await parcel.row()).paidAt ?? TEST_NOW }
  },
  SHOP_REFUND: async () => {
    const parcel = await givenParcel({ status: 'SENT', wish: 'asked' })
    return { ...parcel, since: (await parcel.row()).refundAskedAt ?? TEST_NOW }
  },
  STRINGING_PAID: () => givenJob({ status: 'PAID' }),
  STRINGING_RECEIVED: () => givenJob({ status: 'RECEIVED' }),
  STRINGING_STRINGING: () => givenJob({ status: 'STRINGING' }),
  STRINGING_READY: () => givenJob({ status: 'READY' }),
  STRINGING_RETURN: () => givenJob({ status: 'CANCELLED', wasReceived: true }),
  CARD_ADJUSTMENT: async () => {
    const { userId } = await givenWaitingMoney()
    return { userId, since: TEST_NOW, end: stateOf(() => db.select().from(cardAdjustments)) }
  },
  STRINGING_REFUND: async () => {
    const { userId } = await givenWaitingMoney()
    return { userId, since: TEST_NOW, end: stateOf(() => db.select().from(stringingRefunds)) }
  },
  REFUND_STUCK: async () => {
    const userId = await givenPlayer(db)
    const id = await givenStuckRefund(db, userId)
    await db.update(refunds).set({ createdAt: TEST_NOW })
    return { userId, since: TEST_NOW, end: stateOf(() => db.select().from(refunds).where(eq(refunds.id, id))) }
  },
  REFUND_OPEN: async () => {
    const userId = await givenPlayer(db)
    const id = await givenStuckRefund(db, userId)
    await db.update(refunds).set({ state: 'PROCESSING', nextTryAt: TEST_NOW, createdAt: TEST_NOW })
    return { userId, since: TEST_NOW, end: stateOf(() => db.select().from(refunds).where(eq(refunds.id, id))) }
  },
}
const KINDS = Object.keys(HOLDING) as WaitingKind[]

/** How each kind ends by itself at its limit. The others stay. */
const ENDS: Partial<Record<WaitingKind, [string, number]>> = {
  SHOP_UNSENT: ['REFUNDED', 9_900],
  STRINGING_PAID: ['CANCELLED', 11_000],
  STRINGING_RECEIVED: ['CANCELLED', 11_000],
  CARD_ADJUSTMENT: ['WITHDRAWN', 0],
  STRINGING_REFUND: ['WITHDRAWN', 0],
}

/** The invariant that counts a kind over its limit. */
const invariantOf = (kind: WaitingKind) => {
  if (kind.startsWith('REFUND')) return 'X2 a refund arrives within its limit'
  const isRequest = kind === 'CARD_ADJUSTMENT' || kind === 'STRINGING_REFUND'
  return isRequest
    ? 'X2 a request to move money is decided within its limit'
    : 'X2 a paid order waits no longer than its limit'
}

const given = async (kind: WaitingKind) => {
  const arrange = HOLDING[kind]
  if (!arrange) throw new Error(`nobody arranges ${kind}`)
  return arrange()
}
const toldOf = async (userId: string) =>
  (await db.select().from(messages).where(eq(messages.receiverId, userId))).map(({ title }) => title)
const lateOf = async (kind: WaitingKind) => {
  const { counts } = await asStaff('operator')(readInbox, { query: { kind } })
  return counts.find((one) => one.kind === kind)?.late ?? 0
}

describe('what is paid for or asked for has an end', () => {
  test.each(KINDS.filter((kind) => WAITING[kind].remind !== null))('%s: one reminder', async (kind) => {
    const { userId, since } = await given(kind)
    const before = await toldOf(userId)
    at(since, WAITING[kind].remind ?? 0, -1)
    await runJobs()
    expect(await toldOf(userId)).toEqual(before)
    for (const ms of [0, 1, DAY_MS / 2]) {
      at(since, WAITING[kind].remind ?? 0, ms)
      await runJobs()
      expect(await toldOf(userId)).toHaveLength(before.length + 1)
    }
  })

  test.each(KINDS)('%s: then a task of the operators, with its age and limit', async (kind) => {
    const { since } = await given(kind)
    const { task, limit } = WAITING[kind]
    if (task > 0) {
      at(since, task, -1)
      expect(await waitingOf(asStaff('operator'), kind)).toBe(0)
    }
    at(since, task)
    const { items } = await asStaff('operator')(readInbox, { query: { kind } })
    const limitAt = new Date(since.getTime() + limit * DAY_MS).toISOString()
    expect(items).toMatchObject([{ kind, since: since.toISOString(), limitAt, amountFen: expect.any(Number) }])
    at(since, limit, -1)
    expect(await lateOf(kind)).toBe(0)
    at(since, limit)
    expect(await lateOf(kind)).toBe(1)
  })

  test.each(KINDS)('%s: at its limit it ends if nothing was begun, else an invariant counts it', async (kind) => {
    const { end, since } = await given(kind)
    const before = await end()
    const { limit, isEnded } = WAITING[kind]
    at(since, limit, -1)
    await runJobs()
    expect(await end()).toEqual(before)
    // Without its job, an end is counted a day later.
    at(since, limit + (isEnded ? 1 : 0))
    expect(await warnings()).not.toContain(invariantOf(kind))
    at(since, limit + (isEnded ? 1 : 0), 1)
    expect(await warnings()).toContain(invariantOf(kind))
    at(since, limit)
    for (let run = 0; run < 2; run++) await runJobs()
    expect(await end()).toEqual(ENDS[kind] ?? before)
  })

  test.each(Object.keys(ENDS) as WaitingKind[])('%s: nothing of it waits four months later', async (kind) => {
    await given(kind)
    at(TEST_NOW, 120)
    expect(await warnings()).not.toEqual([])
    await runJobs()
    expect(await waitingOf(asStaff('operator'), kind)).toBe(0)
  })
})

test('four months later an order that nobody served no longer blocks closing the account', async () => {
  const parcel = await givenParcel({ status: 'PAID' })
  const job = await givenJob({ status: 'PAID' })
  at(TEST_NOW, 120)
  const kinds = async (userId: string) =>
    (await signedInAs(userId)(readClosing, {})).blockers.map((blocker) => blocker.kind)
  expect(await kinds(parcel.userId)).toContain('SHOP')
  expect(await kinds(job.userId)).toContain('STRINGING')
  await runJobs()
  expect(await kinds(parcel.userId)).not.toContain('SHOP')
  expect(await kinds(job.userId)).not.toContain('STRINGING')
})

test('an unsent order gives its units back, and its buyer reads why', async () => {
  const { id, userId, productId } = await givenParcel({ status: 'PAID' })
  at(TEST_NOW, 14)
  await runJobs()
  expect(only(await db.select().from(products).where(eq(products.id, productId)))).toMatchObject({
    stock: 10,
    sales: 0,
  })
  expect(only(await db.select().from(shopOrders).where(eq(shopOrders.id, id)))).toMatchObject({
    refundReason: '超过14天未发货，系统自动取消',
    isRestocked: true,
  })
  const told = await db.select().from(messages).where(eq(messages.receiverId, userId))
  expect(told.at(-1)?.content).toContain('超过14天未发货，订单已自动取消，¥99 将原路退回')
})

test('a racket that came stays to be returned, and work waits from its due time on', async () => {
  const received = await givenJob({ status: 'RECEIVED' })
  const planned = await givenJob({ status: 'RECEIVED', dueAt: new Date(TEST_NOW.getTime() + 10 * DAY_MS) })
  at(TEST_NOW, 31)
  await runJobs()
  expect(await received.row()).toMatchObject({ status: 'CANCELLED', cancelReason: 'OVERDUE', returnedAt: null })
  expect((await planned.row()).status).toBe('RECEIVED')
  expect(await waitingOf(asStaff('operator'), 'STRINGING_RETURN')).toBe(0)
  await SHOP_ACTIONS.giveBack(
    asStaff('merchant', received.shop.merchantId),
    received.id,
    (await received.row()).pickupCode,
  )
  at(TEST_NOW, 40)
  await runJobs()
  expect((await planned.row()).status).toBe('CANCELLED')
})

describe('the end by the clock and somebody’s act at the same moment: one of both counts', () => {
  test('an operator sends the parcel, its buyer cancels', async () => {
    const sent = await givenParcel({ status: 'PAID' })
    const cancelled = await givenParcel({ status: 'PAID' })
    at(TEST_NOW, 14)
    const operator = asStaff('operator')
    await operator(readInbox, { query: {} })
    const body = { carrier: '顺丰速运', trackingNo: 'SF100001' }
    const { done, codes } = await atOnce([
      runJobs,
      () => operator(sendShopOrder, { params: { id: sent.id }, body }),
      () => signedInAs(cancelled.userId)(cancelShopOrder, { params: { id: cancelled.id }, body: {} }),
      runJobs,
    ])
    const [status, fen] = await sent.end()
    expect([done, codes]).toEqual(status === 'SENT' ? [4, []] : [3, ['shop_order_settled']])
    expect(fen).toBe(status === 'SENT' ? 0 : 9_900)
    expect(await cancelled.end()).toEqual(['REFUNDED', 9_900])
  })

  test.each(['receive', 'refuse', 'start'] as const)('the shop: %s', async (action) => {
    const job = await givenJob({ status: action === 'start' ? 'RECEIVED' : 'PAID' })
    at(job.since, 30)
    const staff = asStaff('merchant', job.shop.merchantId)
    await staff(stringsOfMerchant, {})
    const { codes } = await atOnce([runJobs, () => SHOP_ACTIONS[action](staff, job.id), runJobs])
    const [status, fen] = await job.end()
    expect(fen).toBe(status === 'CANCELLED' ? 11_000 : 0)
    const isByClock = (await job.row()).cancelReason === 'OVERDUE'
    expect(codes).toEqual(isByClock ? ['stringing_settled'] : [])
  })

  test('the player cancels', async () => {
    const job = await givenJob({ status: 'PAID' })
    at(job.since, 30)
    await atOnce([runJobs, () => cancelAs(signedInAs(job.userId), job.id), runJobs])
    expect(await job.end()).toEqual(['CANCELLED', 11_000])
  })

  test('a senior approves the adjustment', async () => {
    const { adjustmentId } = await givenWaitingMoney()
    at(TEST_NOW, 30)
    const senior = asStaff('senior')
    await senior(readInbox, { query: {} })
    const approve = () => senior(decideCardAdjustment, { params: { id: adjustmentId }, body: { approve: true } })
    const { codes } = await atOnce([runJobs, approve, runJobs])
    const { state } = only(await db.select().from(cardAdjustments))
    expect([state, codes]).toEqual(codes.length === 0 ? ['DONE', []] : ['WITHDRAWN', ['money_request_ended']])
  })
})

/** What waits for an operator besides. */
const OTHERS: Partial<Record<WaitingKind, () => Promise<unknown>>> = {
  SHIPMENT: givenWaitingMoney,
  OBJECTION: async () => {
    const scene = await givenScene(db)
    const invitationId = await givenInvitation(db, { scene, status: 'COMPLETED' })
    await givenObjection(db, { invitationId, userId: scene.playerId })
  },
  CLOSURE: async () => {
    const scene = await givenScene(db)
    const invitationId = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    const where = { venueId: scene.venueId, courtIds: scene.courtIds, madeBy: scene.coachId, day: TOMORROW }
    const { closureItemId } = await givenClosure(db, { invitationId, ...where })
    const failed = { state: 'FAILED' as const, outcome: null, settledAt: null }
    await db.update(closureItems).set(failed).where(eq(closureItems.id, closureItemId))
  },
  RECONCILE: givenWaitingMoney,
  RECONCILE_FAILED: () => givenFailedRun(),
  VENUE: async () => givenNewVenue(db, { createdBy: await givenCoach(db) }),
  ASSOCIATION: async () => givenRequest(db, await givenCoach(db), (await givenScene(db)).venueId),
  COACH: async () => givenApplication(db, { userId: await givenPlayer(db) }),
  REPORT: async () => givenReport(db, { reporterId: await givenPlayer(db), ownerId: await givenCoach(db) }),
  CONTENT: async () => givenContent(db, { authorId: await givenPlayer(db) }),
  OFFLINE_ENTRY: () => givenWaitingMoney(),
  OFFLINE_REFUND: () => givenWaitingMoney(),
  PASSWORD: async () => givenPasswordRequest(db, { userId: await givenPlayer(db) }),
  ADVERT_GONE: () => givenAdvert(db, { goneAt: TEST_NOW, endsAt: new Date(TEST_NOW.getTime() + 90 * DAY_MS) }),
  ALERT: () => db.insert(alerts).values({ kind: 'DISK', detail: '只剩 10 MB', createdAt: TEST_NOW }),
  JOB: () => givenOperations(db),
  WECHAT_MESSAGE: () => givenUndelivered(),
  INVARIANT: () => givenOperations(db),
}

const givenFailedRun = (day = '2026-04-29') =>
  db.insert(reconcileRuns).values({ day, state: 'FAILED', endedAt: TEST_NOW, createdAt: TEST_NOW })

/** A message of a player that was given up with this error. */
async function givenUndelivered(lastError = 'WeChat refused /cgi-bin/message: 40037 (rid: 1)', mayBeSent = false) {
  const messageId = await givenMessage(db, { receiverId: await givenPlayer(db) })
  const givenUp = { lastError, mayBeSent, givenUpAt: TEST_NOW, createdAt: TEST_NOW }
  await db.update(outbox).set(givenUp).where(eq(outbox.messageId, messageId))
}

type Way = (item: InboxItem) => Promise<unknown>
const operate =
  (call: (operator: Call, params: { id: string }) => Promise<unknown>): Way =>
  (item) =>
    call(asStaff('operator'), { id: item.pageId })
const decide = (run: (senior: Call, params: { id: string }, approve: boolean) => Promise<unknown>) => ({
  approve: ({ id }: InboxItem) => run(asStaff('senior'), { id }, true),
  refuse: ({ id }: InboxItem) => run(asStaff('senior'), { id }, false),
})

const refundOrder: Way = async ({ pageId: id }) => {
  const wish = { cause: 'SHOP_GONE' as const, reason: '店铺停业', isRacketLost: false }
  const request = await asStaff('operator')(requestStringingRefund, { params: { id }, body: wish })
  await asStaff('senior')(decideStringingRefund, { params: { id: request.id }, body: { approve: true } })
}
const pickUp = operate((call, params) => call(recordPickupOfOrder, { params, body: { reason: '顾客已取走' } }))
const retry = async ({ id }: { id: string }) => {
  await asStaff('operator')(retryRefund, { params: { id } })
  await runNamedJobs(server, JOBS, ['retry-refunds'])
}
const giveBack = (id: string) =>
  asStaff('operator')(enterOfflineRefund, {
    params: { id },
    body: { amountFen: 5_000, way: 'CASH', receiptNo: 'B-1', reason: '已退现金' },
  })
const undelivered = async () =>
  (await asStaff('operator')(listOutbox, { query: { current: 1, rows: 20, state: 'GIVEN_UP' } })).rows
const compareAgain: Way = async ({ about: day }) => {
  await asStaff('operator')(startReconcile, { body: { day } })
  await runNamedJobs(server, JOBS, ['reconcile'])
}

/** How operators end what waits, from its row in the inbox. */
const WAYS_OUT: Record<WaitingKind, Record<string, Way>> = {
  SHOP_UNSENT: {
    send: operate((call, params) =>
      call(sendShopOrder, { params, body: { carrier: '顺丰速运', trackingNo: 'SF100001' } }),
    ),
    cancel: operate((call, params) => call(cancelUnsentShopOrder, { params, body: { reason: '缺货' } })),
  },
  SHOP_REFUND: {
    agree: operate((call, params) => call(decideShopRefund, { params, body: { agrees: true } })),
    deny: operate((call, params) => call(decideShopRefund, { params, body: { agrees: false, answer: '已使用' } })),
  },
  STRINGING_PAID: { refund: refundOrder },
  STRINGING_RECEIVED: { refund: refundOrder },
  STRINGING_STRINGING: { refund: refundOrder },
  STRINGING_READY: { refund: refundOrder, pickUp },
  STRINGING_RETURN: {
    pickUp,
    lose: operate((call, params) => call(loseRacketOfOrder, { params, body: { reason: '店铺已搬空' } })),
  },
  CARD_ADJUSTMENT: decide((call, params, approve) => call(decideCardAdjustment, { params, body: { approve } })),
  STRINGING_REFUND: decide((call, params, approve) => call(decideStringingRefund, { params, body: { approve } })),
  OFFLINE_ENTRY: decide((call, params, approve) => call(decideOfflineEntry, { params, body: { approve } })),
  OFFLINE_REFUND: { giveBack: ({ id }) => giveBack(id) },
  REFUND_STUCK: { retry },
  REFUND_OPEN: {
    retry: async ({ id }) => {
      await db.update(refunds).set({ state: 'WAITING' }).where(eq(refunds.id, id))
      // The provider accepts it, and has refunded it by the next question.
      await retry({ id })
      await db.update(simulatedRefunds).set({ state: 'SUCCESS' })
      await retry({ id })
    },
  },
  SHIPMENT: { retry: ({ id }) => asStaff('operator')(retryShipment, { params: { id } }) },
  OBJECTION: {
    answer: ({ id }) =>
      asStaff('operator')(answerObjectionByOperator, { params: { id }, body: { isRefunded: true, reason: '已核实' } }),
  },
  CLOSURE: {
    callOff: async ({ pageId }) => {
      await asStaff('operator')(callOffClass, { params: { id: pageId }, body: { reason: '下雨闭馆' } })
      await runNamedJobs(server, JOBS, ['settle-closures'])
    },
  },
  RECONCILE: {
    recheck: async ({ pageId }) => {
      // The refund is requested first, so that both books agree.
      const stuck = await db.select({ id: refunds.id }).from(refunds).where(eq(refunds.state, 'STUCK'))
      await retry(only(stuck))
      const operator = asStaff('operator')
      const query = { params: { id: pageId }, query: { current: 1, rows: 20 } }
      for (const { id } of (await operator(listReconcileFindings, query)).rows) {
        await operator(recheckFinding, { params: { id } })
      }
    },
    compareAgain,
  },
  RECONCILE_FAILED: { compareAgain },
  VENUE: decide((call, params, approve) => call(decideVenue, { params, body: { approve, reason: '资料不全' } })),
  ASSOCIATION: decide((call, params, approve) =>
    call(decideAssociation, { params, body: { approve, reason: '资料不全' } }),
  ),
  COACH: decide((call, params, approve) => call(decideApplication, { params, body: { approve, reason: '资料不全' } })),
  REPORT: decide((call, params, approve) =>
    call(decideReport, { params, body: { verdict: approve ? 'remove' : 'keep', parts: ['avatar'], reason: '核实' } }),
  ),
  CONTENT: decide((call, params, approve) => call(decideContent, { params, body: { approve, reason: '含广告' } })),
  PASSWORD: {
    refuse: ({ id }) =>
      asStaff('operator')(decidePasswordRequest, { params: { id }, body: { approve: false, reason: '资料不符' } }),
  },
  ADVERT_GONE: {
    lead: operate(async (call, params) => {
      const { beginsAt, endsAt } = await call(advertForOperator, { params })
      const texts = { label: '', title: '春季班', subtitle: '', image: null }
      const body = {
        place: 'home' as const,
        ...texts,
        target: '/pages/bookingClass/index',
        beginsAt,
        endsAt,
        revision: 0,
      }
      await call(updateAdvert, { params, body })
    }),
    end: operate((call, params) => call(endAdvert, { params, body: {} })),
    delete: operate((call, params) => call(deleteAdvert, { params, query: {} })),
  },
  JOB: { retry: ({ id }) => asStaff('operator')(retryJob, { params: { id } }) },
  WECHAT_MESSAGE: {
    retry: async () => asStaff('operator')(retryOutbox, { body: { ids: (await undelivered()).map(({ id }) => id) } }),
    dismiss: async () =>
      asStaff('operator')(dismissOutbox, { body: { ids: (await undelivered()).map(({ id }) => id) } }),
    dismissAll: () => asStaff('operator')(dismissOutbox, { body: {} }),
  },
  INVARIANT: {
    check: async () => {
      await asStaff('operator')(runInvariants, {})
      await db.execute('delete from job_failures')
      await runNamedJobs(server, JOBS, ['check-invariants'])
    },
  },
  ALERT: { over: () => runNamedJobs(server, JOBS, ['watch-deployment']) },
}

describe('every kind has its ways out, from its row in the inbox', () => {
  const ways = WAITING_KINDS.flatMap((kind) => Object.keys(WAYS_OUT[kind]).map((way) => [kind, way] as const))
  test.each(ways)('%s: %s', async (kind, way) => {
    const arrange = HOLDING[kind] ?? OTHERS[kind]
    if (!arrange) throw new Error(`nobody arranges ${kind}`)
    await arrange()
    // Operators answer an objection once the coach had their time.
    at(TEST_NOW, kind === 'OBJECTION' ? 7 : WAITING[kind].task)
    const item = async () => (await asStaff('operator')(readInbox, { query: { kind } })).items[0]
    const before = await item()
    if (!before) throw new Error(`no ${kind} waits`)
    await WAYS_OUT[kind][way]?.(before)
    expect(await item()).toBeUndefined()
  })
})

test.each(['STRINGING_PAID', 'STRINGING_RECEIVED', 'STRINGING_STRINGING', 'STRINGING_READY'] as const)(
  '%s of an order that is paid in the shop ends as well, without a refund',
  async (kind) => {
    const waiting = await given(kind)
    await db.delete(payments)
    await db.update(orders).set({ method: 'IN_SHOP' })
    at(TEST_NOW, WAITING[kind].task)
    const item = async () => (await asStaff('operator')(readInbox, { query: { kind } })).items[0]
    const before = await item()
    if (!before) throw new Error(`no ${kind} waits`)
    await refundOrder(before)
    expect(await item()).toBeUndefined()
    expect(await waiting.end()).toEqual(['CANCELLED', 0])
    expect(await db.$count(refunds)).toBe(0)
    const told = await db.select().from(messages).where(eq(messages.receiverId, waiting.userId))
    expect(told.at(-1)).toMatchObject({ title: '平台已结束订单', content: expect.stringContaining('请与商家结算') })
    const audited = await db.select().from(staffAuditEvents).orderBy(staffAuditEvents.id)
    expect(audited.map(({ summary }) => summary.slice(0, 8))).toEqual(['申请结束穿线订单', '通过结束穿线订单'])
  },
)

test('content, reports and lost passwords say what they are about', async () => {
  const [authorId, ownerId] = [await givenPlayer(db), await givenCoach(db)]
  await givenContent(db, { authorId })
  await givenContent(db, { authorId, field: 'avatar', value: 'public/avatars/new.webp' })
  await givenReport(db, { reporterId: authorId, ownerId })
  await givenPasswordRequest(db, { userId: authorId })
  const aboutOf = async (kind: 'CONTENT' | 'REPORT' | 'PASSWORD') =>
    (await asStaff('operator')(readInbox, { query: { kind } })).items.map(({ about }) => about).sort()
  expect(await aboutOf('CONTENT')).toEqual(['图片', '新的昵称'])
  const [report] = await db.select().from(reports)
  expect(await aboutOf('REPORT')).toEqual([report?.reason])
  const [request] = await db.select().from(passwordRequests)
  expect(await aboutOf('PASSWORD')).toEqual([request?.account])
})

test('undelivered messages wait by their reason, and only where it is ours to mend', async () => {
  await givenUndelivered()
  await givenUndelivered('WeChat refused /cgi-bin/message: 40037 (rid: 2)')
  await givenUndelivered('the attempt ended without a word: it may have been sent', true)
  await givenUndelivered('WeChat refused /cgi-bin/message: 43101 (rid: 3)')
  await givenUndelivered('it was read in the app')
  const { items } = await asStaff('operator')(readInbox, { query: { kind: 'WECHAT_MESSAGE' } })
  expect(items.map(({ about }) => about).sort()).toEqual([
    'WeChat refused /cgi-bin/message: 40037',
    'the attempt ended without a word: it may have been sent',
  ])
  expect(await asStaff('operator')(dismissOutbox, { body: {} })).toEqual({ dismissed: 3 })
  expect(await asStaff('operator')(dismissOutbox, { body: {} })).toEqual({ dismissed: 0 })
  expect((await undelivered()).length).toBe(5)
})

test('a failed comparison is over once a later one of its day began', async () => {
  await givenFailedRun()
  await db.insert(reconcileRuns).values({ day: '2026-04-29', createdAt: TEST_NOW })
  expect(await waitingOf(asStaff('operator'), 'RECONCILE_FAILED')).toBe(0)
})

test('one inbox shows a thing of every kind that waits for an operator', async () => {
  for (const kind of ['SHOP_UNSENT', 'SHOP_REFUND', 'STRINGING_PAID', 'STRINGING_RECEIVED', 'REFUND_OPEN'] as const)
    await given(kind)
  for (const kind of ['STRINGING_READY', 'STRINGING_RETURN'] as const) await given(kind)
  await givenWaitingMoney()
  const scene = await givenScene(db)
  const completed = await givenInvitation(db, { scene, status: 'COMPLETED' })
  await givenObjection(db, { invitationId: completed, userId: scene.playerId })
  const [coach, player] = [await givenCoach(db), await givenPlayer(db)]
  await givenRequest(db, coach, scene.venueId)
  await givenNewVenue(db, { createdBy: coach })
  await givenReport(db, { reporterId: player, ownerId: coach })
  await givenContent(db, { authorId: player })
  await givenApplication(db, { userId: player })
  at(TEST_NOW, 14)
  await givenPasswordRequest(db, { userId: player })
  await givenOperations(db)
  await givenFailedRun()
  await givenUndelivered()
  await OTHERS.ADVERT_GONE?.()
  await OTHERS.CLOSURE?.()
  await OTHERS.ALERT?.()
  await db.execute(`update job_failures set last_at = '${clock.now().toISOString()}'`)
  const { counts, items } = await asStaff('operator')(readInbox, { query: {} })
  expect(counts.map(({ kind }) => kind).sort()).toEqual([...WAITING_KINDS].sort())
  expect(items.map(({ limitAt }) => limitAt)).toEqual(items.map(({ limitAt }) => limitAt).sort())
  expect(new Set(items.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(items.length)
  const merchant = asStaff('merchant')
  await expect(merchant(readInbox, { query: {} })).rejects.toMatchObject({ status: 403 })
})

test('what operators have dealt with is no longer in the inbox', async () => {
  await givenWaitingMoney()
  await givenOperations(db)
  const kinds = async () => (await asStaff('operator')(readInbox, { query: {} })).counts.map(({ kind }) => kind).sort()
  expect(await kinds()).toEqual(
    [
      'CARD_ADJUSTMENT',
      'INVARIANT',
      'JOB',
      'OFFLINE_ENTRY',
      'OFFLINE_REFUND',
      'RECONCILE',
      'REFUND_STUCK',
      'SHIPMENT',
      'STRINGING_REFUND',
    ].sort(),
  )
  await db.update(cardAdjustments).set({ state: 'WITHDRAWN', endedAt: TEST_NOW })
  await db.update(stringingRefunds).set({ state: 'WITHDRAWN', endedAt: TEST_NOW })
  await db
    .update(offlineEntries)
    .set({ state: 'WITHDRAWN', endedAt: TEST_NOW })
    .where(eq(offlineEntries.state, 'WAITING'))
  const atDesk = eq(refunds.target, 'OFFLINE')
  await giveBack(only(await db.select({ id: refunds.id }).from(refunds).where(atDesk)).id)
  await db.update(refunds).set({ state: 'DONE', doneAt: TEST_NOW, nextTryAt: null }).where(not(atDesk))
  await db.update(shipments).set({ state: 'WAITING', nextTryAt: TEST_NOW })
  await db.execute('update reconcile_findings set settled_at = now()')
  await db.execute('update job_failures set retried_at = now()')
  await db.execute(`insert into invariant_runs (requested_by, created_at, seen_at, ended_at, total, checked)
    values (null, '2026-05-01T05:00Z', '2026-05-01T05:00Z', '2026-05-01T05:00Z', 1, 1)`)
  expect(await kinds()).toEqual([])
})
