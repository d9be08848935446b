import * as managed from '@paidang/api/areas/activities/admin-products'
import { selectCartItems } from '@paidang/api/areas/activities/shop'
import { createShopOrder } from '@paidang/api/areas/activities/shop-orders'
import { cardsOfUser } from '@paidang/api/areas/money/cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products, shopOrders } from '../../../tables/shop.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { givenAddress } from '../../../testing/given-people.ts'
import { givenCartItem, givenProduct, givenShopOrder } from '../../../testing/given-shop.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { shopLife } from '../../../testing/shop-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { closeUnpaidOrders } from '../../money/payments/ask-provider.ts'

// Many buyers want the last units at once, and exclusive actions run at once.

const server = await startTestServer()
const { db, clock, signedInAs, request, tokenOf } = server
const { begin, cancel, decide, order, payWithCard, play, read, send, unitsOf } = shopLife(server)

const ROUNDS = raceRounds(8)
const DAY_MS = 86_400_000

/**
 * Runs calls at once.
 *
 * @returns how many succeeded, and the refusals of the others
 */
async function atOnce(calls: (() => Promise<unknown>)[]): Promise<{ done: number; refusals: ApiError[] }> {
  const answers = await Promise.allSettled(calls.map((call) => call()))
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const strange = refused.find((reason) => !(reason instanceof ApiError))
  if (strange) throw strange
  return { done: answers.length - refused.length, refusals: refused as ApiError[] }
}

/** A buyer with ¥800 on a card, and a function that reads the card's balance. */
async function givenBuyer(): Promise<{ userId: string; cardId: string; balance(): Promise<number> }> {
  const userId = await givenPlayer(db)
  const { cardId } = await givenCard(db, { userId, paidAt: new Date(TEST_NOW.getTime() - 30 * DAY_MS) })
  const balance = async () => (await signedInAs(userId)(cardsOfUser, { params: { userId } }))[0]?.balanceFen ?? 0
  return { userId, cardId, balance }
}

test('of fifty buyers of the last three units, exactly three get an order', async () => {
  const productId = await givenProduct(db, { stock: 3 })
  const buyers = await Promise.all(Array.from({ length: 50 }, () => givenPlayer(db)))
  const { done, refusals } = await atOnce(buyers.map((userId) => () => order(userId, { [productId]: 1 })))
  expect(done).toBe(3)
  const short = { code: 'shop_stock_short', data: [{ productId, left: 0 }] }
  expect(refusals).toMatchObject(Array.from({ length: 47 }, () => short))
  expect(await unitsOf(productId)).toEqual({ stock: 0, sales: 0 })
  expect(await db.$count(shopOrders)).toBe(3)
})

test('orders of the same products in opposite order wait for each other without a deadlock', async () => {
  const [first, second] = [await givenProduct(db, { stock: 99 }), await givenProduct(db, { stock: 99 })]
  const [one, other] = [await givenPlayer(db), await givenPlayer(db)]
  const place = async (userId: string, ids: string[]) => {
    const items = ids.map((productId) => ({ productId, quantity: 1 }))
    const body = { addressId: await givenAddress(db, { userId }), totalFen: 2 * 9_900, items }
    return signedInAs(userId)(createShopOrder, { body })
  }
  let waiting: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await tx.select().from(products).where(eq(products.id, first)).for('update')
    waiting = place(one, [second, first])
    await isWaiting()
    // A buyer who waits for the first product must not hold a lock on the second one.
    await tx.select().from(products).where(eq(products.id, second)).for('update', { noWait: true })
  })
  await waiting
  const rounds = Array.from({ length: ROUNDS }, () => [
    () => place(one, [first, second]),
    () => place(other, [second, first]),
  ])
  expect(await atOnce(rounds.flat())).toEqual({ done: 2 * ROUNDS, refusals: [] })
  expect(await unitsOf(first)).toEqual({ stock: 99 - 1 - 2 * ROUNDS, sales: 0 })
})

/** Resolves once a connection to this database waits for a lock. */
async function isWaiting(): Promise<void> {
  const waits = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%products%'`
  await expect.poll(async () => (await db.execute(waits)).rows.length).toBeGreaterThan(0)
}

test('a cart that is submitted twice at once is ordered once', async () => {
  const productId = await givenProduct(db)
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await givenPlayer(db)
    const addressId = await givenAddress(db, { userId })
    await givenCartItem(db, { userId, productId })
    const as = signedInAs(userId)
    const send = () => as(createShopOrder, { body: { addressId, totalFen: 9_900 } })
    const { done, refusals } = await atOnce([send, send])
    expect([done, ...refusals.map(({ code }) => code)]).toEqual([1, 'cart_nothing_selected'])
  }
  expect(await unitsOf(productId)).toEqual({ stock: 10 - ROUNDS, sales: 0 })
})

test('two calls with the same key at once create one order, and both return it', async () => {
  const userId = await givenPlayer(db)
  const [productId, addressId] = [await givenProduct(db), await givenAddress(db, { userId })]
  const authorization = `Bearer ${await tokenOf(userId)}`
  const payload = { addressId, totalFen: 9_900, items: [{ productId, quantity: 1 }] }
  const once = () =>
    request({
      method: 'POST',
      url: '/aaapi/shop/orders/create',
      headers: { authorization, 'idempotency-key': 'one-order-of-mine' },
      payload,
    })
  const answers = await Promise.all([once(), once(), once()])
  const ids = answers.map((answer) => [answer.statusCode, answer.json().data.id])
  expect(ids).toEqual(Array.from({ length: 3 }, () => [200, ids[0]?.[1]]))
  expect(await unitsOf(productId)).toEqual({ stock: 9, sales: 0 })
})

test('of paying and cancelling at once, either nothing is paid or everything is refunded', async () => {
  const productId = await givenProduct(db, { stock: 50 })
  for (let round = 0; round < ROUNDS; round++) {
    const { userId, cardId, balance } = await givenBuyer()
    const made = await order(userId, { [productId]: 2 })
    const { refusals } = await atOnce([() => payWithCard(userId, made, cardId), () => cancel(userId, made.id)])
    const { status } = await read(userId, made.id)
    if (refusals.length === 0) expect(status).toBe('REFUNDED')
    else expect([status, ...refusals.map(({ code }) => code)]).toEqual(['CLOSED', 'order_closed'])
    expect(await balance()).toBe(80_000)
    expect(await unitsOf(productId)).toEqual({ stock: 50, sales: 0 })
  }
})

test('of sending and cancelling at once, one succeeds', async () => {
  const productId = await givenProduct(db, { stock: 50 })
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await givenPlayer(db)
    const { id } = await givenShopOrder(db, { userId, items: [{ productId, quantity: 1 }], status: 'PAID' })
    const { done, refusals } = await atOnce([() => send(id), () => cancel(userId, id)])
    expect([done, ...refusals.map(({ code }) => code)]).toEqual([1, 'shop_order_settled'])
    expect(['SENT', 'REFUNDED']).toContain((await read(userId, id)).status)
  }
})

test('of two operators who agree and deny at once, one succeeds', async () => {
  const productId = await givenProduct(db, { stock: 50 })
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await givenPlayer(db)
    const items = [{ productId, quantity: 1 }]
    const { id } = await givenShopOrder(db, { userId, items, status: 'RECEIVED', wish: 'asked' })
    const { done, refusals } = await atOnce([
      () => decide(id, { agrees: true, restocks: true }),
      () => decide(id, { agrees: false }),
    ])
    expect([done, ...refusals.map(({ code }) => code)]).toEqual([1, 'shop_order_settled'])
  }
})

test('an order that is closed while its payment arrives is either paid or refunded', async () => {
  const productId = await givenProduct(db, { stock: 50 })
  let paid = 0
  for (let round = 0; round < ROUNDS; round++) {
    clock.set(TEST_NOW)
    const userId = await givenPlayer(db)
    const made = await order(userId, { [productId]: 1 })
    const outTradeNo = await begin(userId, made.paymentOrderId)
    clock.set(new Date(TEST_NOW.getTime() + 31 * 60_000))
    await atOnce([() => runJob(server, closeUnpaidOrders), () => play(userId, outTradeNo)])
    await runJob(server, closeUnpaidOrders)
    const { status, order: payment } = await read(userId, made.id)
    if (status === 'PAID') paid += 1
    else expect([status, payment.state]).toEqual(['CLOSED', 'CLOSED'])
    expect(await unitsOf(productId)).toEqual({ stock: 50 - paid, sales: paid })
  }
})

test('a line that is deselected while its cart is ordered is either in the order or in the cart', async () => {
  const productId = await givenProduct(db)
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await givenPlayer(db)
    const addressId = await givenAddress(db, { userId })
    await givenCartItem(db, { userId, productId })
    const as = signedInAs(userId)
    const { refusals } = await atOnce([
      () => as(createShopOrder, { body: { addressId, totalFen: 9_900 } }),
      () => as(selectCartItems, { body: { productIds: [productId], isSelected: false } }),
    ])
    expect(refusals.map(({ code }) => code)).toEqual(refusals.length === 0 ? [] : ['cart_nothing_selected'])
    expect(await db.$count(shopOrders, eq(shopOrders.userId, userId))).toBe(1 - refusals.length)
  }
})

test('a category that is renamed while another takes the name is refused, whichever is first', async () => {
  const operator = server.asStaff('operator')
  const added = await operator(managed.createCategory, { body: { name: '球线' } })
  const id = added[0]?.id ?? ''
  for (let round = 0; round < ROUNDS; round++) {
    const name = `手胶${round}`
    const { done, refusals } = await atOnce([
      () => operator(managed.createCategory, { body: { name } }),
      () => operator(managed.renameCategory, { params: { id }, body: { name } }),
    ])
    expect([done, refusals.map(({ code }) => code)]).toEqual([1, ['category_name_taken']])
  }
})
