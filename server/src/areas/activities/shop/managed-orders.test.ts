import * as shopOrders from '@paidang/api/areas/activities/shop-orders'
import { dayOf } from '@paidang/domain/kernel/day'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenProduct, givenShopOrder } from '../../../testing/given-shop.ts'
import { shopLife } from '../../../testing/shop-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db } = server
const { operator: loggedInOperator, send, decide } = shopLife(server)

const DAY_MS = 86_400_000
const page = { current: 1, rows: 20 }

async function givenOrders() {
  const userId = await givenPlayer(db, { nickname: '小林' })
  const items = [{ productId: await givenProduct(db, { name: '训练球', stock: 99 }), quantity: 1 }]
  const daysAgo = (days: number) => new Date(TEST_NOW.getTime() - days * DAY_MS)
  const old = await givenShopOrder(db, { userId, items, status: 'RECEIVED', createdAt: daysAgo(3), wish: 'asked' })
  const paid = await givenShopOrder(db, { userId, items, status: 'PAID', createdAt: daysAgo(1) })
  return { userId, old, paid }
}

test('operators find orders by number, phone, day, status and refund request, ordered by time', async () => {
  const { userId, old, paid } = await givenOrders()
  const operator = await loggedInOperator()
  const find = async (query: object) =>
    (await operator(shopOrders.shopOrdersForOperator, { query: { ...page, ...query } })).rows.map(({ id }) => id)
  const one = await operator(shopOrders.shopOrderForOperator, { params: { id: paid.id } })
  expect(one).toMatchObject({ buyer: { id: userId, nickname: '小林' }, contactPhone: one.address.phone })
  expect(await find({})).toEqual([paid.id, old.id])
  expect(await find({ sord: 'asc' })).toEqual([old.id, paid.id])
  expect(await find({ keyword: ` ${one.orderNo.toLowerCase()} ` })).toEqual([paid.id])
  expect(await find({ keyword: one.orderNo.slice(0, 5) })).toEqual([])
  expect((await find({ keyword: one.contactPhone })).includes(paid.id)).toBe(true)
  expect(await find({ status: 'PAID' })).toEqual([paid.id])
  expect(await find({ refundChoice: 'ASKED' })).toEqual([old.id])
  const day = dayOf(new Date(one.createTime))
  expect(await find({ from: day, to: day })).toEqual([paid.id])
  expect(await find({ to: dayOf(new Date(TEST_NOW.getTime() - 2 * DAY_MS)) })).toEqual([old.id])
  const unknown = () => operator(shopOrders.shopOrderForOperator, { params: { id: '987654' } })
  await expectRefusal(db, unknown, { code: 'shop_order_not_found', status: 404 })
})

test('each shipment and each decision of an operator is in the audit log once', async () => {
  const { old, paid } = await givenOrders()
  const operator = await loggedInOperator()
  const before = await db.$count(staffAuditEvents)
  const sent = await send(paid.id, 'SF900009', operator)
  await send(paid.id, 'SF900009', operator)
  const decided = await decide(old.id, { agrees: false, answer: '已拆封' }, operator)
  await decide(old.id, { agrees: false, answer: '已拆封' }, operator)
  const actions = (await db.select().from(staffAuditEvents).orderBy(asc(staffAuditEvents.id))).slice(before)
  expect(actions.map(({ action, objectId, summary }) => [action, objectId, summary])).toEqual([
    ['shop-order.send', paid.id, `订单 ${sent.orderNo} 发货：顺丰速运 SF900009`],
    ['shop-order.deny-refund', old.id, `拒绝订单 ${decided.orderNo} 的退款申请：已拆封`],
  ])
})
