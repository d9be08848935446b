import {
  acceptStringingOrder,
  cancelStringingOrder,
  getStringingOrderOfMerchant,
  receiveStringingOrder,
  refuseStringingOrder,
} from '@paidang/api/areas/activities/stringing-orders'
import { closeOrder } from '@paidang/api/areas/money/payments'
import {
  maySucceed,
  STRINGING_ACTIONS,
  STRINGING_STATUSES,
  STRINGING_TRANSITIONS,
  type StringingStatus,
} from '@paidang/domain/areas/activities/stringing/order-status'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { JOBS } from '../../../jobs-of-areas.ts'
import { messages } from '../../../tables/messages.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { stringLedger } from '../../../tables/stringing.ts'
import { stringingOrders, stringingSteps } from '../../../tables/stringing-orders.ts'
import { fingerprints } from '../../../testing/all-rows.ts'
import { TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { runJob } from '../../../testing/run-job.ts'
import { type RacketOwner, SHOP_ACTIONS, type StaffedShop, stringingLife } from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { stringingEffect } from './order.ts'

// The life of a stringing order against the table of transitions. Every action is tried at every status, by right and
// wrong actors.

const server = await startTestServer()
const { db, clock, signedInAs } = server
const life = stringingLife(server)

const CODE = '0042'
const MINUTE_MS = 60_000

let owner: RacketOwner
let shop: StaffedShop

beforeEach(async () => {
  owner = await life.racketOwner()
  shop = await life.staffedShop()
})

const given = (status: StringingStatus) =>
  givenStringingOrder(db, {
    ...owner,
    merchantId: shop.shop.merchantId,
    mains: { stringId: shop.shop.polyId },
    status,
    pickupCode: CODE,
    wasReceived: status === 'CANCELLED',
  })
const stepsOf = (id: string) =>
  db.select().from(stringingSteps).where(eq(stringingSteps.orderId, id)).orderBy(asc(stringingSteps.seq))
const statusOf = async (id: string) => (await life.read(owner, id)).status
const messagesTo = async (id: string) => {
  const rows = await db.select().from(messages).where(eq(messages.objectId, id)).orderBy(asc(messages.id))
  return rows.map(({ receiverId, title, content }) => ({ receiverId, title, content }))
}

const rowsBesideLogIns = async () => ({ ...(await fingerprints(db)), login_sessions: '' })

/** The actions of operators need two people and have a test of their own. */
type MannedAction = keyof typeof SHOP_ACTIONS | 'cancel'
const MANNED = STRINGING_ACTIONS.filter((action): action is MannedAction =>
  ['PLAYER', 'MERCHANT'].includes(STRINGING_TRANSITIONS[action].by),
)

/** Performs the action as its proper actor. */
const perform = (action: MannedAction, id: string) =>
  action === 'cancel' ? life.cancel(owner, id) : SHOP_ACTIONS[action](shop.staff, id, CODE)

/** The refusal of an action at a status that does not allow it. */
function refusalAt(action: MannedAction, status: StringingStatus) {
  if (action !== 'cancel') return status === 'SUBMITTED' ? 'stringing_not_found' : 'stringing_settled'
  return status === 'STRINGING' || status === 'READY' ? 'stringing_started' : 'stringing_settled'
}

describe.each(STRINGING_STATUSES)('an order that is %s', (status) => {
  test.each(MANNED)('%s', async (action) => {
    const { id } = await given(status)
    const before = await stepsOf(id)
    const isRepeat = before.at(-1)?.action === action
    if (isRepeat) {
      const rows = await rowsBesideLogIns()
      expect(await perform(action, id)).toMatchObject({ id, status })
      expect(await rowsBesideLogIns()).toEqual(rows)
    } else if (maySucceed(action, status)) {
      const { to, by } = STRINGING_TRANSITIONS[action]
      expect(await perform(action, id)).toMatchObject({ id, status: to })
      expect((await stepsOf(id)).slice(before.length)).toMatchObject([{ action, actor: by, status: to }])
      // A repeat returns the order as it is.
      expect(await perform(action, id)).toMatchObject({ id, status: to })
      expect(await stepsOf(id)).toHaveLength(before.length + 1)
    } else {
      await expectRefusal(db, () => perform(action, id), { code: refusalAt(action, status) })
    }
  })

  test('belongs to one player and one shop: others, and the wrong side of the two, cannot act on it', async () => {
    const { id } = await given(status)
    const [stranger, rival] = [await life.racketOwner(), await life.staffedShop()]
    const [hidden, forbidden] = [{ code: 'stringing_not_found', status: 404 }, { status: 403 }]
    const before = await rowsBesideLogIns()
    await expect(life.read(stranger, id)).rejects.toMatchObject(hidden)
    await expect(life.cancel(stranger, id)).rejects.toMatchObject(hidden)
    await expect(life.rate(stranger, id)).rejects.toMatchObject(hidden)
    await expect(rival.staff(getStringingOrderOfMerchant, { params: { id } })).rejects.toMatchObject(hidden)
    for (const action of Object.values(SHOP_ACTIONS)) {
      await expect(action(rival.staff, id, CODE)).rejects.toMatchObject(hidden)
      await expect(action(signedInAs(owner.userId), id, CODE)).rejects.toMatchObject(forbidden)
    }
    const asStaff = shop.staff(cancelStringingOrder, { params: { id }, body: {} })
    await expect(asStaff).rejects.toMatchObject(forbidden)
    expect(await rowsBesideLogIns()).toEqual(before)
  })

  test('only an order that waits for money can be paid, or expires', async () => {
    const { id, paymentOrderId } = await given(status)
    const [payment] = await db.select().from(orders).where(eq(orders.id, paymentOrderId))
    if (!payment) throw new Error('no payment')
    if (status === 'SUBMITTED') return
    const before = await fingerprints(db)
    const outcome = await db.transaction((tx) => stringingEffect.paid(tx, payment, clock.now()))
    await db.transaction((tx) => stringingEffect.closed(tx, payment, clock.now()))
    expect(outcome).toBe('refused')
    expect(await fingerprints(db)).toEqual(before)
    expect(await statusOf(id)).toBe(status)
  })
})

test('a racket is paid, accepted, received, strung, picked up and reviewed, and its player is notified', async () => {
  const order = await life.order(owner, life.form(shop, owner))
  expect(order).toMatchObject({ status: 'SUBMITTED', totalFen: 17_000, order: { state: 'UNPAID' } })
  const { id, pickupCode } = order
  await life.pay(owner, order)
  expect(await life.read(owner, id)).toMatchObject({ status: 'PAID', order: { state: 'PAID' } })
  const expectedAt = new Date(TEST_NOW.getTime() + 30 * 60 * MINUTE_MS).toISOString()
  for (const minute of [1, 2, 3, 4, 5]) {
    clock.set(new Date(TEST_NOW.getTime() + minute * MINUTE_MS))
    if (minute === 1) {
      await shop.staff(acceptStringingOrder, { params: { id }, body: { expectedAt, remark: '请早点来' } })
    } else {
      const action = (['receive', 'start', 'ready', 'handOver'] as const)[minute - 2] ?? 'handOver'
      await SHOP_ACTIONS[action](shop.staff, id, pickupCode ?? '')
    }
  }
  await life.rate(owner, id, 4)
  const done = await life.read(owner, id)
  expect(done).toMatchObject({
    status: 'COMPLETED',
    expectedAt,
    isRated: true,
    review: { stars: 4, text: '手法细致' },
    order: { refundedFen: 0 },
  })
  expect(done.steps.map(({ action, actor, remark }) => [action, actor, remark])).toEqual([
    ['submit', 'PLAYER', ''],
    ['pay', 'SYSTEM', ''],
    ['accept', 'MERCHANT', '请早点来'],
    ['receive', 'MERCHANT', '拍框完好'],
    ['start', 'MERCHANT', ''],
    ['ready', 'MERCHANT', ''],
    ['handOver', 'MERCHANT', ''],
  ])
  expect(done.isInShop).toBe(false)
  expect(done.acceptedAt).toBe(new Date(TEST_NOW.getTime() + MINUTE_MS).toISOString())
  expect(done.readyAt).toBe(new Date(TEST_NOW.getTime() + 4 * MINUTE_MS).toISOString())
  expect(done.responseTime).toBe(new Date(TEST_NOW.getTime() + 5 * MINUTE_MS).toISOString())
  const told = (title: string, text: string) => ({ receiverId: owner.userId, title, content: `海德 速度 MP：${text}` })
  expect(await messagesTo(id)).toEqual([
    told('商家已接单', '商家已接单，请送拍到店，预计 2026-05-02 18:00 可取'),
    told('商家已收拍', '商家已收到球拍，拍框完好'),
    told('球拍已穿好', `已穿好，可到店取拍，取拍码 ${pickupCode}`),
  ])
  expect(
    await db
      .select()
      .from(stringLedger)
      .where(eq(stringLedger.reference, `order:${id}`)),
  ).toMatchObject([
    { stringId: shop.shop.polyId, kind: 'DRAWN', metresChange: -12, metresAfter: 88, reason: `穿线 ${done.orderNo}` },
  ])
})

test.each(['PAID', 'RECEIVED'] as const)(
  'cancelled while %s all money is refunded, to the player’s card if any, with a notification',
  async (status) => {
    const withCard = status === 'RECEIVED'
    if (withCard) await givenCard(db, { userId: owner.userId })
    const { id } = await given(status)
    const cancelled = await life.cancel(owner, id)
    expect(cancelled).toMatchObject({ cancelReason: 'PLAYER', order: { amountFen: 11_000, refundedFen: 11_000 } })
    expect(cancelled.order?.refunds).toMatchObject([
      { amountFen: 11_000, reason: '取消穿线', target: withCard ? 'CARD' : 'SOURCE' },
    ])
    const words = status === 'RECEIVED' ? `已退回储值卡，球拍在店里，凭取拍码 ${CODE} 取回` : '将原路退回'
    expect(await messagesTo(id)).toMatchObject([
      { title: '退款通知', content: `海德 速度 MP：订单已取消，¥110 ${words}` },
    ])
  },
)

test('an order cancelled before it was paid costs nothing, and can no longer be paid', async () => {
  const order = await life.order(owner, life.form(shop, owner))
  expect(await life.cancel(owner, order.id)).toMatchObject({ status: 'CANCELLED', order: { state: 'CLOSED' } })
  await expect(life.pay(owner, order)).rejects.toMatchObject({ code: 'order_closed' })
  expect([await db.$count(refunds), await messagesTo(order.id)]).toEqual([0, []])
})

test('an order that the shop refuses is refunded in full, and its player reads why', async () => {
  const { id } = await given('RECEIVED')
  const params = { id }
  await expectRefusal(db, () => shop.staff(refuseStringingOrder, { params, body: { reason: ' ' } }), {
    code: 'stringing_reason_missing',
  })
  await shop.staff(refuseStringingOrder, { params, body: { reason: '拍框有裂纹' } })
  expect(await life.read(owner, id)).toMatchObject({
    status: 'CANCELLED',
    cancelReason: 'MERCHANT',
    order: { refunds: [{ amountFen: 11_000, reason: '商家拒单：拍框有裂纹' }] },
  })
  expect(await messagesTo(id)).toMatchObject([
    { title: '商家已拒单', content: `海德 速度 MP：拍框有裂纹，¥110 将原路退回，球拍在店里，凭取拍码 ${CODE} 取回` },
  ])
  // The player's own cancellation comes too late, so the order keeps the shop's refusal as its end.
  await expectRefusal(db, () => life.cancel(owner, id), { code: 'stringing_settled' })
})

test('an order unpaid after half an hour expires and releases its strings; one given up does so at once', async () => {
  const other = await life.racketOwner()
  const [expiring, given] = [
    await life.order(owner, life.form(shop, owner)),
    await life.order(other, life.form(shop, other)),
  ]
  await signedInAs(other.userId)(closeOrder, { params: { id: given.paymentOrderId } })
  expect(await life.read(other, given.id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'UNPAID' })
  const close = JOBS.find(({ name }) => name === 'close-unpaid-orders')
  if (!close) throw new Error('no such job')
  clock.set(new Date(TEST_NOW.getTime() + 30 * MINUTE_MS - 1))
  await runJob(server, close.run)
  expect(await statusOf(expiring.id)).toBe('SUBMITTED')
  clock.set(new Date(TEST_NOW.getTime() + 30 * MINUTE_MS))
  expect(await runJob(server, close.run)).toEqual([])
  expect(await life.read(owner, expiring.id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'UNPAID' })
  expect((await stepsOf(expiring.id)).at(-1)).toMatchObject({ action: 'expire', actor: 'SYSTEM', actorId: null })
})

test('the late clock of a process puts no step before the previous one', async () => {
  const { id } = await given('PAID')
  const before = await stepsOf(id)
  clock.set(new Date((before.at(-1)?.createdAt.getTime() ?? 0) - 60 * MINUTE_MS))
  const fresh = server.asStaff('merchant', shop.shop.merchantId)
  await SHOP_ACTIONS.receive(fresh, id)
  const times = (await stepsOf(id)).map(({ createdAt }) => createdAt.getTime())
  expect(times).toEqual([...times].sort((one, other) => one - other))
  expect((await db.select().from(stringingOrders))[0]?.responseTime.getTime()).toBe(times.at(-1))
})

test('a racket is received only with its condition, and its due time must be in the future', async () => {
  const { id } = await given('PAID')
  const receive = (body: { condition: string; expectedAt?: string }) =>
    shop.staff(receiveStringingOrder, { params: { id }, body })
  await expectRefusal(db, () => receive({ condition: ' ' }), { code: 'stringing_condition_missing' })
  for (const far of [-1, 90 * 24 * 60]) {
    const expectedAt = new Date(TEST_NOW.getTime() + far * MINUTE_MS).toISOString()
    await expectRefusal(db, () => receive({ condition: '好', expectedAt }), { code: 'stringing_due_invalid' })
  }
})

test('a player who watches an order in another process is notified when it changes', async () => {
  const { id, paymentOrderId } = await given('PAID')
  const other = await server.another()
  const apply = other.applyChanges.bind(other)
  const heard = new Promise<void>((resolve) => {
    other.applyChanges = (changed) => {
      const topics = [...changed]
      apply(topics)
      if (topics.includes(`order|${paymentOrderId}`)) resolve()
    }
  })
  await SHOP_ACTIONS.receive(shop.staff, id)
  await heard
})
