import { MAX_TRIES } from '@paidang/domain/areas/money/payments/order'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { payments, shipments } from '../../../tables/payments.ts'
import { givenPlayer, only, TEST_NOW } from '../../../testing/builders.ts'
import { givenOrder, watchedEffects } from '../../../testing/given-money.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { ORDER_PATH, startWechatStandIn, TOKEN_PATH, UPLOAD_PATH } from '../../../testing/wechat-stand-in.ts'
import { createWechatClient } from '../../ground/wechat/http-client.ts'
import { insertPayment } from './payment-rows.ts'
import { settlePayment } from './settle-payment.ts'
import { queueShipment, uploadShipments } from './shipments.ts'

// Uploads what was paid in the mini-program to WeChat, which is a stand-in on this machine.

const { effects } = watchedEffects()
const standIn = await startWechatStandIn()
const server = await startTestServer({
  orderEffects: effects,
  wechat: (db, now) => createWechatClient(standIn.settings, { db, now, limit: standIn.limit }),
})
const { db, clock } = server
let payer: string
afterAll(() => standIn.close())

beforeEach(async () => {
  clock.set(TEST_NOW)
  standIn.calls.length = 0
  payer = await givenPlayer(db)
  await db.update(users).set({ openId: 'open-me' }).where(eq(users.id, payer))
})

type Paid = { orderId: string; transactionId: string }

/** Creates an order of ¥50 that its payer paid within WeChat. WeChat knows it unless `isKnown` is false. */
async function givenPaid({
  kind = 'BALL_SEAT',
  channel = 'JSAPI',
  isKnown = true,
}: Partial<Paying> = {}): Promise<Paid> {
  const orderId = await givenOrder(db, { userId: payer, kind })
  const outTradeNo = `P${orderId.padStart(10, '0')}`
  const transactionId = `T${orderId}`
  const times = { nextPollAt: TEST_NOW, createdAt: TEST_NOW }
  await insertPayment(db, { orderId, provider: 'SIMULATOR', channel, outTradeNo, amountFen: 5_000, ...times })
  const received = { transactionId, amountFen: 5_000, currency: 'CNY' }
  await db.transaction((tx) => settlePayment(tx, { outTradeNo, received, effects, now: TEST_NOW }))
  if (isKnown) standIn.knowPayment(transactionId, 'open-me')
  return { orderId, transactionId }
}
type Paying = {
  kind: 'BALL_SEAT' | 'STRINGING'
  channel: 'JSAPI' | 'NATIVE'
  isKnown: boolean
}

const minutesLater = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000))
/** Runs the job that many minutes later. @returns its messages in the log */
async function work(minutes: number): Promise<string[]> {
  minutesLater(minutes)
  return (await runJob(server, uploadShipments)).map(({ error }) => (error as Error).message)
}
const rowOf = async ({ orderId }: Paid) =>
  only(
    (
      await db
        .select({ shipment: shipments })
        .from(shipments)
        .innerJoin(payments, eq(payments.id, shipments.paymentId))
        .where(eq(payments.orderId, orderId))
    ).map(({ shipment }) => shipment),
  )
const uploads = () => standIn.callsTo(UPLOAD_PATH)

test('a seat ships with its payment; WeChat knows it, and later that it was received', async () => {
  const seat = await givenPaid()
  expect(await work(0.5)).toEqual([])
  expect(uploads()).toEqual([])
  expect(await work(1)).toEqual([])
  expect(uploads().map(({ body }) => body)).toEqual([
    {
      order_key: { order_number_type: 2, transaction_id: seat.transactionId },
      logistics_type: 3,
      delivery_mode: 1,
      shipping_list: [{ item_desc: '周末双打' }],
      upload_time: '2026-05-01T12:01:30+08:00',
      payer: { openid: 'open-me' },
    },
  ])
  expect(await rowOf(seat)).toMatchObject({ state: 'SHIPPED', lastError: null })
  expect(await work(10)).toEqual([])
  expect(await rowOf(seat)).toMatchObject({ state: 'SHIPPED', attempts: 0 })
  standIn.setOrderState(seat.transactionId, 3)
  expect(await work(24 * 60)).toEqual([])
  expect(await rowOf(seat)).toMatchObject({ state: 'RECEIVED', receivedAt: clock.now(), nextTryAt: null })
  expect(uploads()).toHaveLength(1)
})

test('a payment queues no shipment if the goods follow later or it was not made in the mini-program', async () => {
  for (const paying of [{ kind: 'STRINGING' }, { channel: 'NATIVE' }] as const) await givenPaid(paying)
  expect(await db.select().from(shipments)).toEqual([])
})

test.each([
  ['PICKUP', 4],
  ['LOCAL', 2],
] as const)('a racket that is handed over by %s is uploaded as %i, once', async (logistics, type) => {
  const job = await givenPaid({ kind: 'STRINGING' })
  const queue = () => db.transaction((tx) => queueShipment(tx, { orderId: job.orderId, logistics, now: TEST_NOW }))
  await queue()
  await queue()
  expect(await work(1)).toEqual([])
  expect(uploads().map(({ body }) => body.logistics_type)).toEqual([type])
})

test('after a busy WeChat, an unknown payment or an ended token the upload is retried, later each time', async () => {
  const seat = await givenPaid({ isKnown: false })
  expect(await work(1)).toEqual([expect.stringContaining('10060001')])
  expect(await rowOf(seat)).toMatchObject({ state: 'WAITING', attempts: 1 })
  standIn.failNext(UPLOAD_PATH, { errcode: -1 }, 3)
  expect(await work(1)).toEqual([expect.stringContaining(' -1 ')])
  expect(await work(1)).toEqual([])
  expect(await rowOf(seat)).toMatchObject({ attempts: 2, lastError: expect.stringContaining(' -1 ') })
  standIn.knowPayment(seat.transactionId, 'open-me')
  standIn.revokeToken()
  expect(await work(1)).toEqual([])
  expect(await rowOf(seat)).toMatchObject({ state: 'SHIPPED', lastError: null })
  expect(standIn.callsTo(TOKEN_PATH).length).toBeGreaterThan(1)
})

test('an upload whose answer was lost is not repeated: WeChat says that it knows it', async () => {
  const seat = await givenPaid()
  // WeChat did it; only the answer did not arrive.
  const release = standIn.hold(UPLOAD_PATH)
  const working = work(1)
  await expect.poll(() => uploads().length).toBe(1)
  standIn.failNext(UPLOAD_PATH, 'CUT')
  release()
  expect(await working).toHaveLength(1)
  standIn.failNext(UPLOAD_PATH, { errcode: 10060002 })
  standIn.setOrderState(seat.transactionId, 2)
  expect(await work(1)).toEqual([])
  expect(await rowOf(seat)).toMatchObject({ state: 'SHIPPED', attempts: 0 })
})

test('an order refunded in the meantime needs no shipment', async () => {
  const seat = await givenPaid()
  standIn.setOrderState(seat.transactionId, 5)
  expect(await work(1)).toEqual([])
  expect(await rowOf(seat)).toMatchObject({ state: 'REFUNDED', nextTryAt: null })
})

test('a shipment that WeChat took and forgot is uploaded again', async () => {
  const seat = await givenPaid()
  await work(1)
  standIn.knowPayment(seat.transactionId, 'open-me')
  expect(await work(10)).toHaveLength(1)
  expect(await rowOf(seat)).toMatchObject({ state: 'WAITING' })
  await work(5)
  expect(await rowOf(seat)).toMatchObject({ state: 'SHIPPED' })
  expect(uploads()).toHaveLength(2)
})

test('a payer without WeChat, or repeated refusals, make the shipment wait for an operator', async () => {
  const seat = await givenPaid()
  await db.update(users).set({ openId: null }).where(eq(users.id, payer))
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) expect(await work(400)).toHaveLength(1)
  expect(await rowOf(seat)).toMatchObject({ state: 'REFUSED', attempts: MAX_TRIES, nextTryAt: null })
  expect(await work(400)).toEqual([])
  expect(uploads()).toEqual([])
})

test('while the receipt cannot be queried, the shipment keeps its state', async () => {
  const seat = await givenPaid()
  await work(1)
  standIn.failNext(ORDER_PATH, 'BROKEN')
  expect(await work(10)).toHaveLength(1)
  expect(await rowOf(seat)).toMatchObject({ state: 'SHIPPED' })
})

test('several processes at once upload to WeChat once', async () => {
  await givenPaid()
  minutesLater(1)
  await Promise.all([1, 2, 3].map(() => runJob(server, uploadShipments)))
  expect(uploads()).toHaveLength(1)
})
