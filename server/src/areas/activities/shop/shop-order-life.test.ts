import {
  cancelUnsentShopOrder,
  shopOrderForOperator,
  shopOrdersForOperator,
} from '@paidang/api/areas/activities/shop-orders'
import { messagesOfType } from '@paidang/api/areas/ground/messages'
import { closeOrder } from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  maySucceed,
  SHOP_STATUSES,
  SHOP_TRANSITIONS,
  type ShopAction,
  type ShopStatus,
} from '@paidang/domain/areas/activities/shop/order-status'
import { expect, test } from 'vitest'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { givenProduct, givenShopOrder } from '../../../testing/given-shop.ts'
import { runJob } from '../../../testing/run-job.ts'
import { shopLife } from '../../../testing/shop-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { closeUnpaidOrders } from '../../money/payments/ask-provider.ts'
import { receiveSentOrders } from './end-orders.ts'

const server = await startTestServer()
const { db, clock, signedInAs, asStaff } = server
const life = shopLife(server)
const {
  ask,
  cancel,
  correct,
  decide,
  operator: loggedInOperator,
  order,
  pay,
  payWithCard,
  read,
  receive,
  send,
  unitsOf,
} = life

const DAY_MS = 86_400_000
const later = (days: number) => clock.set(new Date(clock.now().getTime() + days * DAY_MS))
const settled = { code: 'shop_order_settled', status: 409 }

/** An order, its payment, its buyer and the buyer's card. */
type Case = { userId: string; id: string; paymentOrderId: string; cardId: string }

/** Every call on an order: its name with the actor, the actions that it may cause, and the call. */
const DOINGS: { name: string; mayBe: ShopAction[]; run(order: Case): Promise<unknown> }[] = [
  { name: 'the money', mayBe: ['pay'], run: (one) => payWithCard(one.userId, one, one.cardId) },
  { name: 'the clock of payments', mayBe: ['close'], run: async () => later(1) ?? runJob(server, closeUnpaidOrders) },
  { name: 'the buyer who cancels', mayBe: ['close', 'cancel'], run: ({ userId, id }) => cancel(userId, id) },
  { name: 'the buyer who receives', mayBe: ['receive'], run: ({ userId, id }) => receive(userId, id) },
  { name: 'the buyer who asks', mayBe: ['askRefund'], run: ({ userId, id }) => ask(userId, id) },
  { name: 'the clock of parcels', mayBe: ['receive'], run: async () => later(10) ?? runJob(server, receiveSentOrders) },
  { name: 'the operator who sends', mayBe: ['send'], run: ({ id }) => send(id, 'another parcel') },
  { name: 'the operator who corrects', mayBe: ['correct'], run: ({ id }) => correct(id) },
  {
    name: 'the operator who cancels',
    mayBe: ['cancel'],
    run: async ({ id }) =>
      (await loggedInOperator())(cancelUnsentShopOrder, { params: { id }, body: { reason: '缺货' } }),
  },
  { name: 'the operator who agrees', mayBe: ['refund'], run: ({ id }) => decide(id, { agrees: true }) },
  { name: 'the operator who denies', mayBe: ['denyRefund'], run: ({ id }) => decide(id, { agrees: false }) },
]

const steps = SHOP_STATUSES.flatMap((status) => DOINGS.map((doing) => [status, doing.name, doing] as const))

test.each(steps)('a %s order and %s', async (status, _name, { mayBe, run }) => {
  const userId = await givenPlayer(db)
  const { cardId } = await givenCard(db, { userId, paidAt: new Date(TEST_NOW.getTime() - 30 * DAY_MS) })
  const productId = await givenProduct(db)
  const isSent = maySucceed('refund', status)
  const wish = isSent && mayBe.some((action) => action === 'refund' || action === 'denyRefund') ? 'asked' : undefined
  const items = [{ productId, quantity: 3 }]
  const made = await givenShopOrder(db, { userId, items, status, ...(wish && { wish }) })
  const before = await read(userId, made.id)

  const refusal = await run({ ...made, userId, cardId }).then(
    () => undefined,
    (error: unknown) => error,
  )
  const after = await read(userId, made.id)
  const action = mayBe.find((one) => maySucceed(one, status))
  if (action) {
    const { to } = SHOP_TRANSITIONS[action]
    expect(refusal).toBeUndefined()
    expect(after.status).toBe(to === 'same' ? status : to)
    expect(after).not.toEqual(before)
  } else {
    expect(after).toEqual(before)
    // A repeated action gets no refusal, and neither does a job. Every other failure must be an ApiError.
    expect(refusal === undefined || refusal instanceof ApiError).toBe(true)
  }
  const hasLeft: readonly ShopStatus[] = ['UNPAID', 'PAID', 'SENT', 'RECEIVED']
  const isKept = hasLeft.includes(after.status) || (after.status === 'REFUNDED' && after.sentAt !== null)
  const isSold = maySucceed('cancel', after.status) || maySucceed('refund', after.status)
  expect(await unitsOf(productId)).toEqual({ stock: isKept ? 7 : 10, sales: isSold ? 3 : 0 })
})

const refusedSteps = [
  ['UNPAID', 'the operator who sends'],
  ['UNPAID', 'the buyer who receives'],
  ['UNPAID', 'the buyer who asks'],
  ['PAID', 'the operator who agrees'],
  ['PAID', 'the buyer who asks'],
  ['SENT', 'the buyer who cancels'],
  ['SENT', 'the operator who sends'],
  ['SENT', 'the operator who agrees'],
  ['RECEIVED', 'the buyer who cancels'],
  ['RECEIVED', 'the operator who denies'],
  ['CLOSED', 'the operator who sends'],
  ['CLOSED', 'the buyer who receives'],
  ['REFUNDED', 'the operator who sends'],
  ['REFUNDED', 'the buyer who asks'],
] as const

test('an action outside the table, or an answer without a request, is refused and leaves no trace', async () => {
  const operator = await loggedInOperator()
  const productId = await givenProduct(db, { stock: 99 })
  for (const [status, name] of refusedSteps) {
    const userId = await givenPlayer(db)
    const { id } = await givenShopOrder(db, { userId, items: [{ productId, quantity: 1 }], status })
    const calls: Record<(typeof refusedSteps)[number][1], () => Promise<unknown>> = {
      'the operator who sends': () => send(id, 'another parcel', operator),
      'the operator who agrees': () => decide(id, { agrees: true }, operator),
      'the operator who denies': () => decide(id, { agrees: false }, operator),
      'the buyer who receives': () => receive(userId, id),
      'the buyer who asks': () => ask(userId, id),
      'the buyer who cancels': () => cancel(userId, id),
    }
    await expectRefusal(db, calls[name], settled)
  }
})

test('a cancelled paid order is refunded to a card at once, and its buyer is notified', async () => {
  const userId = await givenPlayer(db)
  const { cardId } = await givenCard(db, { userId, paidAt: new Date(TEST_NOW.getTime() - 30 * DAY_MS) })
  const made = await order(userId, { [await givenProduct(db)]: 2 })
  await payWithCard(userId, made, cardId)
  const cancelled = await cancel(userId, made.id)
  expect(cancelled).toMatchObject({ status: 'REFUNDED', refundReason: '不想要了', refundChoice: 'NONE' })
  expect(cancelled.order).toMatchObject({
    refundedFen: 19_800,
    refunds: [{ amountFen: 19_800, target: 'CARD', state: 'DONE', reason: '商城订单取消' }],
  })
  expect(await cancel(userId, made.id)).toEqual(cancelled)
  expect(await messagesTo(userId)).toEqual([
    ['退款通知', `订单 ${made.orderNo}：订单已取消，¥198 已退回储值卡`, made.id],
  ])
})

/** Title, text and order of a person's messages, latest first. */
async function messagesTo(userId: string) {
  const query = { current: 1, rows: 10 }
  const { rows } = await signedInAs(userId)(messagesOfType, { params: { messageType: 'all' }, query })
  return rows.map(({ title, content, object }) => [title, content, object?.id])
}

test('a parcel with a typing mistake is corrected on its way: its buyer reads the new number, operators the old one too', async () => {
  const userId = await givenPlayer(db)
  const made = await order(userId, { [await givenProduct(db)]: 1 })
  await pay(userId, made)
  await send(made.id, 'SF900009')
  const operator = await loggedInOperator()
  for (const odd of ['SF123', 'SF_123456'])
    await expectRefusal(db, () => correct(made.id, odd, operator), { code: 'shop_tracking_invalid', status: 400 })
  await expectRefusal(db, () => correct(made.id, ' ', operator), { code: 'shop_tracking_missing', status: 400 })
  const corrected = await correct(made.id, ' ZT 900010 ', operator)
  expect(corrected).toMatchObject({ status: 'SENT', carrier: '中通快递', trackingNo: 'ZT900010' })
  expect(await correct(made.id, 'ZT900010', operator)).toEqual(corrected)
  expect(await read(userId, made.id)).toMatchObject({ carrier: '中通快递', trackingNo: 'ZT900010' })
  expect(await messagesTo(userId)).toEqual([
    ['快递单号已更正', `订单 ${made.orderNo}：中通快递 ZT900010，请以此为准`, made.id],
    ['商品已发货', `订单 ${made.orderNo}：顺丰速运 SF900009`, made.id],
  ])
  const { auditEvents } = await operator(shopOrderForOperator, { params: { id: made.id } })
  expect(auditEvents.map(({ action, summary }) => [action, summary])).toEqual([
    ['shop-order.correct-parcel', `更正订单 ${made.orderNo} 的快递：顺丰速运 SF900009 改为 中通快递 ZT900010`],
    ['shop-order.send', `订单 ${made.orderNo} 发货：顺丰速运 SF900009`],
  ])
  await receive(userId, made.id)
  await expectRefusal(db, () => correct(made.id, 'ZT900011', operator), settled)
})

test('a parcel is sent, received, its refund requested, denied, requested again and granted', async () => {
  const userId = await givenPlayer(db)
  const productId = await givenProduct(db)
  const made = await order(userId, { [productId]: 1 })
  await pay(userId, made)
  const sent = await send(made.id, ' SF900009 ')
  const receiveBy = new Date(TEST_NOW.getTime() + 10 * DAY_MS).toISOString()
  expect(sent).toMatchObject({ status: 'SENT', carrier: '顺丰速运', trackingNo: 'SF900009', receiveBy, returnBy: null })
  expect(await send(made.id, 'SF900009')).toEqual(sent)
  const received = await receive(userId, made.id)
  const returnBy = new Date(TEST_NOW.getTime() + 7 * DAY_MS).toISOString()
  expect(received).toMatchObject({ status: 'RECEIVED', receiveBy: null, returnBy })
  expect(await receive(userId, made.id)).toEqual(received)

  const asked = await ask(userId, made.id)
  expect(asked).toMatchObject({ status: 'RECEIVED', refundChoice: 'ASKED', refundReason: '尺码不合适' })
  expect(await ask(userId, made.id, '别的原因')).toEqual(asked)
  const query = { current: 1, rows: 10, refundChoice: 'ASKED' as const }
  expect(await asStaff('operator')(shopOrdersForOperator, { query })).toMatchObject({
    total: 1,
    rows: [{ id: made.id }],
  })
  const denied = await decide(made.id, { agrees: false, answer: '请补充照片' })
  expect(denied).toMatchObject({ status: 'RECEIVED', refundChoice: 'DENIED', refundAnswer: '请补充照片' })
  expect(await decide(made.id, { agrees: false, answer: '另一个' })).toEqual(denied)
  expect(await ask(userId, made.id, '球拍开裂')).toMatchObject({ refundChoice: 'ASKED', refundAnswer: '' })
  const returned = await decide(made.id, { agrees: true, restocks: true })
  expect(returned).toMatchObject({ status: 'REFUNDED', refundChoice: 'AGREED', order: { refundedFen: 9_900 } })
  expect(await decide(made.id, { agrees: true })).toEqual(returned)
  expect(await unitsOf(productId)).toEqual({ stock: 10, sales: 0 })
  await expectRefusal(db, () => cancel(userId, made.id), settled)
  expect((await messagesTo(userId)).map(([title]) => title)).toEqual(['退款通知', '退款申请未通过', '商品已发货'])
})

test('goods that do not return to the stock are refunded all the same', async () => {
  const userId = await givenPlayer(db)
  const productId = await givenProduct(db)
  const { id } = await givenShopOrder(db, {
    userId,
    items: [{ productId, quantity: 2 }],
    status: 'SENT',
    wish: 'asked',
  })
  expect(await decide(id, { agrees: true })).toMatchObject({ status: 'REFUNDED', order: { refundedFen: 19_800 } })
  expect(await unitsOf(productId)).toEqual({ stock: 8, sales: 0 })
})

test('a parcel counts as received ten days after it was sent, and a week later it cannot be returned', async () => {
  const userId = await givenPlayer(db)
  const items = [{ productId: await givenProduct(db), quantity: 1 }]
  const { id } = await givenShopOrder(db, { userId, items, status: 'SENT' })
  const sentAt = new Date((await read(userId, id)).sentAt ?? '').getTime()
  clock.set(new Date(sentAt + 10 * DAY_MS - 1))
  expect(await runJob(server, receiveSentOrders)).toEqual([])
  expect(await read(userId, id)).toMatchObject({ status: 'SENT' })
  clock.set(new Date(sentAt + 10 * DAY_MS))
  expect(await runJob(server, receiveSentOrders)).toEqual([])
  expect(await read(userId, id)).toMatchObject({ status: 'RECEIVED', receivedAt: clock.now().toISOString() })
  expect((await messagesTo(userId))[0]?.[0]).toBe('订单已完成')
  clock.set(new Date(sentAt + 17 * DAY_MS))
  await expectRefusal(db, () => ask(userId, id), { code: 'shop_return_too_late', status: 409 })
})

test('a parcel needs carrier and number, a request needs a reason, and only the buyer reads an order', async () => {
  const [userId, other] = [await givenPlayer(db), await givenPlayer(db)]
  const items = [{ productId: await givenProduct(db), quantity: 1 }]
  const paid = await givenShopOrder(db, { userId, items, status: 'PAID' })
  const sent = await givenShopOrder(db, { userId, items, status: 'SENT' })
  const operator = await loggedInOperator()
  for (const odd of ['SF 中文 123', 'SF123', 'SF_123456'])
    await expectRefusal(db, () => send(paid.id, odd, operator), { code: 'shop_tracking_invalid', status: 400 })
  await expectRefusal(db, () => send(paid.id, ' ', operator), { code: 'shop_tracking_missing', status: 400 })
  await expectRefusal(db, () => ask(userId, sent.id, ' '), { code: 'shop_reason_missing', status: 400 })
  const absent = { code: 'shop_order_not_found', status: 404 }
  await expectRefusal(db, () => cancel(other, paid.id), absent)
  await expectRefusal(db, () => receive(other, sent.id), absent)
  await expectRefusal(db, () => ask(other, sent.id), absent)
  await expectRefusal(db, () => send('987654321', 'SF100001', operator), absent)
  await expectRefusal(db, () => decide('987654321', { agrees: true }, operator), absent)
})

test('cancelling the payment closes the order, and a late payment is refunded', async () => {
  const userId = await givenPlayer(db)
  const productId = await givenProduct(db)
  const made = await order(userId, { [productId]: 2 })
  const outTradeNo = await life.begin(userId, made.paymentOrderId)
  await cancel(userId, made.id)
  await life.play(userId, outTradeNo)
  expect(await read(userId, made.id)).toMatchObject({ status: 'CLOSED', order: { state: 'CLOSED', refundedFen: 0 } })
  expect(await unitsOf(productId)).toEqual({ stock: 10, sales: 0 })
  const other = await order(userId, { [productId]: 1 })
  await signedInAs(userId)(closeOrder, { params: { id: other.paymentOrderId } })
  expect(await read(userId, other.id)).toMatchObject({ status: 'CLOSED' })
})
