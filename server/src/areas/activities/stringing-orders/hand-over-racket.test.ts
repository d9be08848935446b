import {
  correctStringingParcel,
  getStringingOrder,
  getStringingOrderOfMerchant,
  giveBackRacket,
  handOverStringingOrder,
} from '@paidang/api/areas/activities/stringing-orders'
import type { StringingStatus } from '@paidang/domain/areas/activities/stringing/order-status'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { messages } from '../../../tables/messages.ts'
import { fingerprints } from '../../../testing/all-rows.ts'
import { TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { type RacketOwner, SHOP_ACTIONS, type StaffedShop, stringingLife } from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// How a racket returns to its player: strung, or after its order was cancelled.

const server = await startTestServer()
const { db, clock } = server
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
    status,
    pickupCode: CODE,
    wasReceived: status === 'CANCELLED',
  })
const lastMessageTo = async (id: string) => {
  const rows = await db.select().from(messages).where(eq(messages.objectId, id)).orderBy(asc(messages.id))
  return rows.at(-1)
}

type Shown = { pickupCode?: string; trackingNo?: string }
const handOver = (orderId: string, body: Shown) => shop.staff(handOverStringingOrder, { params: { id: orderId }, body })
const giveBack = (orderId: string, body: Shown) => shop.staff(giveBackRacket, { params: { id: orderId }, body })
/** Fingerprints of all rows, except those that count wrong codes, and the caller’s log-in. */
const rowsBesideTries = async () => ({ ...(await fingerprints(db)), stringing_orders: '', staff_sessions: '' })

/** Expects a refusal for the wrong code, with the racket still in the shop. */
async function expectWrongCode(call: () => Promise<unknown>): Promise<void> {
  const before = await rowsBesideTries()
  await expect(call()).rejects.toMatchObject({ code: 'stringing_code_wrong', status: 409 })
  expect(await rowsBesideTries()).toEqual(before)
}

test('a racket is handed out only for its code, and sent only with a tracking number', async () => {
  const { id } = await given('READY')
  for (const body of [{}, { pickupCode: '0043' }, { trackingNo: 'SF1234' }]) {
    await expectWrongCode(() => handOver(id, body))
  }
  await handOver(id, { pickupCode: ` ${CODE} ` })
  // A repeat is done. Another code is not told to be right because a colleague was faster.
  expect(await handOver(id, { pickupCode: CODE })).toMatchObject({ status: 'COMPLETED' })
  const late = { code: 'stringing_done_otherwise' }
  for (const body of [{ pickupCode: '0043' }, {}]) await expectRefusal(db, () => handOver(id, body), late)

  const courier = { ...owner, merchantId: shop.shop.merchantId, status: 'READY' as const, handIn: 'COURIER' as const }
  const [sent, fetched] = [
    await givenStringingOrder(db, { ...courier, pickupCode: '7000' }),
    await givenStringingOrder(db, { ...courier, pickupCode: '7001' }),
  ]
  await expectRefusal(db, () => handOver(sent.id, { trackingNo: ' ' }), { code: 'stringing_tracking_missing' })
  for (const odd of ['SF123', 'SF_1234', '顺丰 1234567', '1'.repeat(33)])
    await expectRefusal(db, () => handOver(sent.id, { trackingNo: odd }), { code: 'stringing_tracking_invalid' })
  await expectWrongCode(() => handOver(sent.id, { pickupCode: '7001' }))
  expect(await handOver(sent.id, { trackingNo: ' SF 1234 ' })).toMatchObject({
    status: 'COMPLETED',
    trackingNo: 'SF1234',
  })
  await expectRefusal(db, () => handOver(sent.id, { pickupCode: '7000' }), late)
  expect(await handOver(fetched.id, { pickupCode: '7001' })).toMatchObject({ status: 'COMPLETED', trackingNo: '' })
  await expectRefusal(db, () => handOver(fetched.id, { trackingNo: 'SF1234' }), late)
})

test.each(['READY', 'CANCELLED'] as const)(
  'after five wrong codes for a racket that is %s, codes are refused for a quarter of an hour',
  async (status) => {
    const { id } = await given(status)
    const path = `/aaapi/merchant/threading/orders/${status === 'READY' ? 'hand-over' : 'give-back'}/${id}`
    const authorization = `Bearer ${await server.staffTokenOf('merchant', shop.shop.merchantId)}`
    // The idempotency key resets no count and stores no refusal.
    const say = async (pickupCode: string) => {
      const headers = { authorization, 'idempotency-key': `try with ${pickupCode}` }
      const answer = await server.request({ method: 'POST', url: path, headers, payload: { pickupCode } })
      return answer.statusCode
    }
    for (const code of ['0001', '0002', '0003', '0004', '0005']) expect(await say(code)).toBe(409)
    expect([await say('0006'), await say(CODE)]).toEqual([429, 429])
    await expectRefusal(db, () => (status === 'READY' ? handOver : giveBack)(id, { pickupCode: CODE }), {
      code: 'stringing_code_too_often',
    })
    clock.set(new Date(TEST_NOW.getTime() + 15 * MINUTE_MS))
    expect(await say(CODE)).toBe(200)
    expect(await life.read(owner, id)).toMatchObject({ isInShop: false })
  },
)

test('the racket of a cancelled order stays with the shop until it is picked up with its code', async () => {
  const { id } = await given('RECEIVED')
  await life.cancel(owner, id)
  expect(await life.read(owner, id)).toMatchObject({ status: 'CANCELLED', isInShop: true, pickupCode: CODE })
  const held = await shop.staff(getStringingOrderOfMerchant, { params: { id } })
  expect(held).toMatchObject({ isInShop: true, pickupCode: null })
  expect(held.customer.phone).not.toBeNull()
  await expectWrongCode(() => giveBack(id, { trackingNo: 'SF1234' }))

  const gone = await giveBack(id, { pickupCode: CODE })
  expect(gone).toMatchObject({ status: 'CANCELLED', isInShop: false, customer: { phone: null } })
  expect(gone.steps.at(-1)).toMatchObject({ action: 'giveBack', actor: 'MERCHANT', status: 'CANCELLED' })
  expect(await lastMessageTo(id)).toMatchObject({ title: '球拍已退还', content: '海德 速度 MP：已到店取回' })
  // The return keeps the time of the cancellation.
  expect(gone.responseTime).toBe(held.responseTime)
})

test('a refused racket brought by courier is sent back with a number, to the address the shop still sees', async () => {
  const { id } = await givenStringingOrder(db, {
    ...owner,
    merchantId: shop.shop.merchantId,
    status: 'RECEIVED',
    handIn: 'COURIER',
    pickupCode: CODE,
  })
  const refused = await SHOP_ACTIONS.refuse(shop.staff, id)
  expect(refused).toMatchObject({
    status: 'CANCELLED',
    isInShop: true,
    address: { name: '李雷', phone: '13900000000' },
  })
  expect((await lastMessageTo(id))?.content).toBe('海德 速度 MP：机器故障，¥65 将原路退回，球拍将寄回')
  await expectRefusal(db, () => giveBack(id, { trackingNo: ' ' }), { code: 'stringing_tracking_missing' })
  await expectRefusal(db, () => giveBack(id, { trackingNo: 'SF123' }), { code: 'stringing_tracking_invalid' })
  expect(await giveBack(id, { trackingNo: 'SF1234' })).toMatchObject({ trackingNo: 'SF1234', address: null })
  expect((await lastMessageTo(id))?.content).toBe('海德 速度 MP：已寄回，运单号 SF1234')
  await expect(giveBack(id, { trackingNo: 'SF1245' })).rejects.toMatchObject({ code: 'stringing_done_otherwise' })
})

test('a racket that never came to the shop is not returned, and the shop does not see its owner', async () => {
  const { id } = await given('PAID')
  await life.cancel(owner, id)
  await expectRefusal(db, () => giveBack(id, { pickupCode: CODE }), { code: 'stringing_settled' })
  const order = await shop.staff(getStringingOrderOfMerchant, { params: { id } })
  expect(order).toMatchObject({ isInShop: false, customer: { phone: null } })
})

test('the number of a racket on its way is corrected for ten days, and its player reads the new one', async () => {
  const courier = { ...owner, merchantId: shop.shop.merchantId, status: 'READY' as const, handIn: 'COURIER' as const }
  const { id } = await givenStringingOrder(db, { ...courier, pickupCode: CODE })
  const correct = (trackingNo: string, staff = shop.staff) =>
    staff(correctStringingParcel, { params: { id }, body: { trackingNo } })
  await expectRefusal(db, () => correct('SF9999'), { code: 'stringing_settled', status: 409 })
  const sent = await handOver(id, { trackingNo: 'SF1234' })
  await expectRefusal(db, () => correct(' '), { code: 'stringing_tracking_missing', status: 400 })
  await expectRefusal(db, () => correct('SF12'), { code: 'stringing_tracking_invalid', status: 400 })
  const { staff: stranger } = await life.staffedShop()
  await expectRefusal(db, () => correct('SF1235', stranger), { code: 'stringing_not_found', status: 404 })
  const corrected = await correct(' sf 1235')
  expect(corrected).toMatchObject({ status: 'COMPLETED', trackingNo: 'sf1235', steps: sent.steps })
  expect(await correct('sf1235')).toEqual(corrected)
  const by = { action: 'stringing-order.correct-parcel', createdAt: clock.now().toISOString() }
  const summary = `更正穿线订单 ${sent.orderNo} 的快递单号：SF1234 改为 sf1235`
  expect([sent.corrections, corrected.corrections]).toEqual([[], [expect.objectContaining({ ...by, summary })]])
  expect(await server.signedInAs(owner.userId)(getStringingOrder, { params: { id } })).not.toHaveProperty('corrections')
  expect(await lastMessageTo(id)).toMatchObject({
    title: '快递单号已更正',
    content: '海德 速度 MP：运单号 sf1235，请以此为准',
  })
  const trail = await db.select().from(staffAuditEvents).where(eq(staffAuditEvents.objectId, id))
  expect(trail.map(({ action, summary }) => [action, summary])).toEqual([[by.action, summary]])
  clock.set(new Date(TEST_NOW.getTime() + 10 * 24 * 60 * MINUTE_MS))
  // The log-in of before is over by then.
  const staff = server.asStaff('merchant', shop.shop.merchantId)
  await expect(correct('SF1236', staff)).rejects.toMatchObject({ code: 'stringing_settled' })
})
