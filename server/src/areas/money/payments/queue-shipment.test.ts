import { handOverStringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { queryShipments, retryShipment } from '@paidang/api/areas/money/admin-shipments'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { payments, shipments } from '../../../tables/payments.ts'
import { givenPlayer, only } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenProduct, givenShopOrder } from '../../../testing/given-shop.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { runJob } from '../../../testing/run-job.ts'
import { shopLife } from '../../../testing/shop-life.ts'
import { stringingLife } from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { startWechatStandIn, UPLOAD_PATH } from '../../../testing/wechat-stand-in.ts'
import { createWechatClient } from '../../ground/wechat/http-client.ts'
import { uploadShipments } from './shipments.ts'

// Shipments of a parcel and a racket, and what operators see of them.

const standIn = await startWechatStandIn()
const server = await startTestServer({
  wechat: (db, now) => createWechatClient(standIn.settings, { db, now, limit: standIn.limit }),
})
const { db, clock, asStaff } = server
const { send, operator: loggedInOperator } = shopLife(server)
const life = stringingLife(server)
afterAll(() => standIn.close())
beforeEach(() => {
  standIn.calls.length = 0
})

/** Marks the payment of an order as made in the mini-program by this person. */
async function paidInWechat(orderId: string, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ openId: `open-${userId}` })
    .where(eq(users.id, userId))
  const change = { channel: 'JSAPI' as const }
  const rows = await db.update(payments).set(change).where(eq(payments.orderId, orderId)).returning()
  standIn.knowPayment(only(rows).transactionId ?? '', `open-${userId}`)
}

async function givenParcel(): Promise<{ id: string }> {
  const userId = await givenPlayer(db)
  const items = [{ productId: await givenProduct(db), quantity: 1 }]
  const order = await givenShopOrder(db, { userId, items, status: 'PAID' })
  await paidInWechat(order.paymentOrderId, userId)
  return order
}
const work = (minutes = 2) => {
  clock.set(new Date(clock.now().getTime() + minutes * 60_000))
  return runJob(server, uploadShipments)
}
const listed = async () => {
  const { rows } = await asStaff('operator')(queryShipments, { query: { current: 1, rows: 10 } })
  return only(rows)
}

test('the upload of a parcel carries its carrier, its number and the last digits of the phone number', async () => {
  const { id } = await givenParcel()
  expect(await db.select().from(shipments)).toEqual([])
  await send(id)
  expect(await work()).toEqual([])
  expect(standIn.callsTo(UPLOAD_PATH).map(({ body }) => body)).toMatchObject([
    {
      logistics_type: 1,
      shipping_list: [
        {
          tracking_no: 'SF100001',
          express_company: 'SF',
          contact: { receiver_contact: expect.stringMatching(/^\d{3}\*{4}\d{4}$/) },
        },
      ],
    },
  ])
  expect(await listed()).toMatchObject({ state: 'SHIPPED', logistics: 'EXPRESS', problem: null })
})

test('a corrected parcel is uploaded anew, whether WeChat knew it or had refused it', async () => {
  const { id } = await givenParcel()
  await send(id)
  await work()
  expect(await listed()).toMatchObject({ state: 'SHIPPED' })
  const correct = (trackingNo: string) => shopLife(server).correct(id, trackingNo, asStaff('operator'), '顺丰速运')
  await correct('SF100002')
  expect(await listed()).toMatchObject({ state: 'WAITING', attempts: 0 })
  await work()
  const uploaded = standIn.callsTo(UPLOAD_PATH).map(({ body }) => body.shipping_list)
  expect(uploaded).toMatchObject([[{ tracking_no: 'SF100001' }], [{ tracking_no: 'SF100002' }]])
  expect(await listed()).toMatchObject({ state: 'SHIPPED', problem: null })
  // WeChat takes one correction. Of the next it is asked, and knows the parcel all the same.
  await correct('SF100003')
  expect(await work()).toEqual([])
  expect(await listed()).toMatchObject({ state: 'SHIPPED', problem: null })
  await db.update(shipments).set({ state: 'REFUSED', nextTryAt: null, attempts: 12, lastError: 'no answer' })
  await correct('SF100004')
  expect(await listed()).toMatchObject({ state: 'WAITING', attempts: 0 })
})

test('a correction while WeChat is asked is not lost', async () => {
  const { id } = await givenParcel()
  await send(id)
  const release = standIn.hold(UPLOAD_PATH)
  const working = work()
  await expect.poll(() => standIn.callsTo(UPLOAD_PATH).length).toBe(1)
  await shopLife(server).correct(id, 'SF100002', asStaff('operator'), '顺丰速运')
  release()
  await working
  expect(await listed()).toMatchObject({ state: 'WAITING', attempts: 0 })
  await work()
  expect(standIn.callsTo(UPLOAD_PATH).at(-1)?.body.shipping_list).toMatchObject([{ tracking_no: 'SF100002' }])
})

test('a racket is uploaded as picked up once its player has given the code', async () => {
  const owner = await life.racketOwner()
  const { shop, staff } = await life.staffedShop()
  const { merchantId } = shop
  const { id } = await givenStringingOrder(db, { ...owner, merchantId, status: 'READY', pickupCode: '0042' })
  const { order } = await life.read(owner, id)
  await paidInWechat(order?.id ?? '', owner.userId)
  await staff(handOverStringingOrder, { params: { id }, body: { pickupCode: '0042' } })
  expect(await work()).toEqual([])
  expect(standIn.callsTo(UPLOAD_PATH).map(({ body }) => body.logistics_type)).toEqual([4])
})

test('an operator sees why WeChat does not know a parcel, and can retry once the upload is given up', async () => {
  const { id } = await givenParcel()
  await send(id)
  standIn.failNext(UPLOAD_PATH, { errcode: 10060031 })
  expect(await work()).toHaveLength(1)
  const { id: shipmentId, ...row } = await listed()
  expect(row).toMatchObject({ state: 'WAITING', attempts: 1, problem: '支付单不属于这位付款人' })
  const operator = await loggedInOperator()
  const retry = () => operator(retryShipment, { params: { id: shipmentId } })
  await expectRefusal(db, retry, { code: 'shipment_not_refused' })
  await db.update(shipments).set({ state: 'REFUSED', nextTryAt: null, attempts: 12 })
  expect(await retry()).toMatchObject({ state: 'WAITING', attempts: 0 })
  expect(await work(0)).toEqual([])
  expect(await listed()).toMatchObject({ state: 'SHIPPED', problem: null })
})
