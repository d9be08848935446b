import { closeOrder } from '@paidang/api/areas/payments'
import {
  acceptStringingOrder,
  cancelStringingOrder,
  getStringingOrderOfMerchant,
  receiveStringingOrder,
  refuseStringingOrder,
} from '@paidang/api/areas/stringing-orders'
import {
  maySucceed,
  STRINGING_DEEDS,
  STRINGING_STATUSES,
  STRINGING_TRANSITIONS,
  type StringingStatus,
} from '@paidang/domain/areas/stringing/order-status'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { JOBS } from '../../jobs-of-areas.ts'
import { fingerprints } from '../../testing/all-rows.ts'
import { TEST_NOW } from '../../testing/builders.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { givenCard } from '../../testing/given-card.ts'
import { givenStringingOrder } from '../../testing/given-stringing-order.ts'
import { runJob } from '../../testing/run-job.ts'
import { type RacketOwner, SHOP_DEEDS, type StaffedShop, stringingLife } from '../../testing/stringing-life.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { messages } from '../messages/tables.ts'
import { orders, refunds } from '../payments/tables.ts'
import { stringLedger } from '../stringing/tables.ts'
import { stringingEffect } from './stringing-effect.ts'
import { stringingOrders, stringingSteps } from './tables.ts'

// The life of a stringing order, walked as the table says: every deed at every status, by whom it is and by whom it is not.

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
const toldOf = async (id: string) => {
  const rows = await db.select().from(messages).where(eq(messages.objectId, id)).orderBy(asc(messages.id))
  return rows.map(({ receiverId, title, content }) => ({ receiverId, title, content }))
}

const rowsBesideLogIns = async () => ({ ...(await fingerprints(db)), login_sessions: '' })

/** What operators do takes two of them, and has a test of its own. */
type MannedDeed = keyof typeof SHOP_DEEDS | 'cancel'
const MANNED = STRINGING_DEEDS.filter((deed): deed is MannedDeed =>
  ['PLAYER', 'MERCHANT'].includes(STRINGING_TRANSITIONS[deed].by),
)

/** Does it as whoever does such things. */
const perform = (deed: MannedDeed, id: string) =>
  deed === 'cancel' ? life.cancel(owner, id) : SHOP_DEEDS[deed](shop.staff, id, CODE)

/** How a deed is refused at a status where it cannot be done. */
function refusalAt(deed: MannedDeed, status: StringingStatus) {
  if (deed !== 'cancel') return status === 'SUBMITTED' ? 'stringing_not_found' : 'stringing_settled'
  return status === 'STRINGING' || status === 'READY' ? 'stringing_started' : 'stringing_settled'
}

describe.each(STRINGING_STATUSES)('an order that is %s', (status) => {
  test.each(MANNED)('%s', async (deed) => {
    const { id } = await given(status)
    const before = await stepsOf(id)
    const isRepeat = before.at(-1)?.deed === deed
    if (isRepeat) {
      const rows = await rowsBesideLogIns()
      expect(await perform(deed, id)).toMatchObject({ id, status })
      expect(await rowsBesideLogIns()).toEqual(rows)
    } else if (maySucceed(deed, status)) {
      const { to, by } = STRINGING_TRANSITIONS[deed]
      expect(await perform(deed, id)).toMatchObject({ id, status: to })
      expect((await stepsOf(id)).slice(before.length)).toMatchObject([{ deed, actor: by, status: to }])
      // The same once more is answered with what stands.
      expect(await perform(deed, id)).toMatchObject({ id, status: to })
      expect(await stepsOf(id)).toHaveLength(before.length + 1)
    } else {
      await expectRefusal(db, () => perform(deed, id), { code: refusalAt(deed, status) })
    }
  })

  test('is nobody else’s: not another player’s, not another shop’s, and nobody does what the other side does', async () => {
    const { id } = await given(status)
    const [stranger, rival] = [await life.racketOwner(), await life.staffedShop()]
    const [hidden, forbidden] = [{ code: 'stringing_not_found', status: 404 }, { status: 403 }]
    const before = await rowsBesideLogIns()
    await expect(life.read(stranger, id)).rejects.toMatchObject(hidden)
    await expect(life.cancel(stranger, id)).rejects.toMatchObject(hidden)
    await expect(life.rate(stranger, id)).rejects.toMatchObject(hidden)
    await expect(rival.staff(getStringingOrderOfMerchant, { params: { id } })).rejects.toMatchObject(hidden)
    for (const deed of Object.values(SHOP_DEEDS)) {
      await expect(deed(rival.staff, id, CODE)).rejects.toMatchObject(hidden)
      await expect(deed(signedInAs(owner.userId), id, CODE)).rejects.toMatchObject(forbidden)
    }
    const asStaff = shop.staff(cancelStringingOrder, { params: { id }, body: {} })
    await expect(asStaff).rejects.toMatchObject(forbidden)
    expect(await rowsBesideLogIns()).toEqual(before)
  })

  test('only one that waits for money takes it, or lapses', async () => {
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

test('a racket goes its whole way: paid, accepted, received, strung, fetched and praised, and its player is told of it', async () => {
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
      const deed = (['receive', 'start', 'ready', 'handOver'] as const)[minute - 2] ?? 'handOver'
      await SHOP_DEEDS[deed](shop.staff, id, pickupCode ?? '')
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
  expect(done.steps.map(({ deed, actor, remark }) => [deed, actor, remark])).toEqual([
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
  expect(await toldOf(id)).toEqual([
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
  'cancelled while %s all money goes back, to his card if he has one, and he is told',
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
    expect(await toldOf(id)).toMatchObject([{ title: '退款通知', content: `海德 速度 MP：订单已取消，¥110 ${words}` }])
  },
)

test('cancelled before it was paid it costs nothing, and cannot be paid any more', async () => {
  const order = await life.order(owner, life.form(shop, owner))
  expect(await life.cancel(owner, order.id)).toMatchObject({ status: 'CANCELLED', order: { state: 'CLOSED' } })
  await expect(life.pay(owner, order)).rejects.toMatchObject({ code: 'order_closed' })
  expect([await db.$count(refunds), await toldOf(order.id)]).toEqual([0, []])
})

test('what the shop refuses is given back whole, and its player reads why', async () => {
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
  expect(await toldOf(id)).toMatchObject([
    { title: '商家已拒单', content: `海德 速度 MP：拍框有裂纹，¥110 将原路退回，球拍在店里，凭取拍码 ${CODE} 取回` },
  ])
  // The player's own wish comes too late: it says who called it off.
  await expectRefusal(db, () => life.cancel(owner, id), { code: 'stringing_settled' })
})

test('an order that nobody pays within half an hour lapses and frees its strings; one that its player gives up does at once', async () => {
  const other = await life.racketOwner()
  const [lapsing, given] = [
    await life.order(owner, life.form(shop, owner)),
    await life.order(other, life.form(shop, other)),
  ]
  await signedInAs(other.userId)(closeOrder, { params: { id: given.paymentOrderId } })
  expect(await life.read(other, given.id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'UNPAID' })
  const close = JOBS.find(({ name }) => name === 'close-unpaid-orders')
  if (!close) throw new Error('no such job')
  clock.set(new Date(TEST_NOW.getTime() + 30 * MINUTE_MS - 1))
  await runJob(server, close.run)
  expect(await statusOf(lapsing.id)).toBe('SUBMITTED')
  clock.set(new Date(TEST_NOW.getTime() + 30 * MINUTE_MS))
  expect(await runJob(server, close.run)).toEqual([])
  expect(await life.read(owner, lapsing.id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'UNPAID' })
  expect((await stepsOf(lapsing.id)).at(-1)).toMatchObject({ deed: 'lapse', actor: 'SYSTEM', actorId: null })
})

test('the clock of a process that is behind puts no step before the one before it', async () => {
  const { id } = await given('PAID')
  const before = await stepsOf(id)
  clock.set(new Date((before.at(-1)?.createdAt.getTime() ?? 0) - 60 * MINUTE_MS))
  const fresh = server.asStaff('merchant', shop.shop.merchantId)
  await SHOP_DEEDS.receive(fresh, id)
  const times = (await stepsOf(id)).map(({ createdAt }) => createdAt.getTime())
  expect(times).toEqual([...times].sort((one, other) => one - other))
  expect((await db.select().from(stringingOrders))[0]?.responseTime.getTime()).toBe(times.at(-1))
})

test('a racket is received only with what it looks like, and promised for a time that is to come', async () => {
  const { id } = await given('PAID')
  const receive = (body: { condition: string; expectedAt?: string }) =>
    shop.staff(receiveStringingOrder, { params: { id }, body })
  await expectRefusal(db, () => receive({ condition: ' ' }), { code: 'stringing_condition_missing' })
  for (const far of [-1, 90 * 24 * 60]) {
    const expectedAt = new Date(TEST_NOW.getTime() + far * MINUTE_MS).toISOString()
    await expectRefusal(db, () => receive({ condition: '好', expectedAt }), { code: 'stringing_due_invalid' })
  }
})

test('who watches an order in another process is told when it goes on', async () => {
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
  await SHOP_DEEDS.receive(shop.staff, id)
  await heard
})
