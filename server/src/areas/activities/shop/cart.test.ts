import * as shop from '@paidang/api/areas/activities/shop'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '../../../tables/shop.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCartItem, givenCategory, givenProduct } from '../../../testing/given-shop.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, clock, signedInAs, asStaff } = await startTestServer()

const MINUTE_MS = 60_000
const put = (userId: string, productId: string, quantity: number, adds?: boolean) =>
  signedInAs(userId)(shop.updateCart, { body: { productId, quantity, ...(adds !== undefined && { adds }) } })
const cartOf = (userId: string) => signedInAs(userId)(shop.getCart, {})
const linesOf = ({ items }: shop.Cart) => items.map(({ productId, quantity, state }) => [productId, quantity, state])

test('adding a product again adds to its units, and the cart lists the latest line first', async () => {
  const userId = await givenPlayer(db)
  const [first, second] = [await givenProduct(db), await givenProduct(db, { priceFen: 5_000 })]
  await put(userId, first, 3)
  clock.set(new Date(TEST_NOW.getTime() + MINUTE_MS))
  const both = await put(userId, second, 2, true)
  expect(linesOf(both)).toEqual([
    [second, 2, 'OK'],
    [first, 3, 'OK'],
  ])
  expect([both.totalFen, both.units]).toEqual([39_700, 5])
  clock.set(new Date(TEST_NOW.getTime() + 2 * MINUTE_MS))
  expect(linesOf(await put(userId, first, 1))).toEqual([
    [second, 2, 'OK'],
    [first, 1, 'OK'],
  ])
  expect(linesOf(await put(userId, first, 4, true))).toEqual([
    [first, 5, 'OK'],
    [second, 2, 'OK'],
  ])
})

test('lines are selected and removed, and products that are not in the cart are ignored', async () => {
  const userId = await givenPlayer(db)
  const [first, second, other] = [await givenProduct(db), await givenProduct(db), await givenProduct(db)]
  for (const id of [first, second]) await put(userId, id, 1)
  const as = signedInAs(userId)
  const productIds = [first, other]
  const without = await as(shop.selectCartItems, { body: { productIds, isSelected: false } })
  expect([without.units, without.totalFen, without.items.length]).toEqual([1, 9_900, 2])
  expect((await put(userId, first, 2)).units).toBe(1)
  expect((await put(userId, first, 1, true)).units).toBe(4)
  expect(linesOf(await as(shop.removeCartItems, { body: { productIds } }))).toEqual([[second, 1, 'OK']])
})

test('a cart shows the current state of its products and sums only those that can be ordered', async () => {
  const userId = await givenPlayer(db)
  const ids = await Promise.all(['dear', 'short', 'gone', 'deleted', 'fine'].map(() => givenProduct(db, { stock: 5 })))
  const [dear = '', short = '', gone = '', deleted = '', fine = ''] = ids
  for (const id of ids) await givenCartItem(db, { userId, productId: id, quantity: 2 })
  const operator = asStaff('operator')
  const categoryId = await givenCategory(db)
  const form = { categoryId, name: '网球', priceFen: 9_900, stock: 5 }
  const change = (id: string, over: object) =>
    operator(shop.updateProduct, { params: { id }, body: { ...form, ...over } })
  await change(dear, { priceFen: 12_000 })
  await change(short, { stock: 1 })
  await change(gone, { stock: 0 })
  await operator(shop.deleteProduct, { params: { id: deleted } })
  const cart = await cartOf(userId)
  expect(Object.fromEntries(cart.items.map(({ productId, state }) => [productId, state]))).toEqual({
    [dear]: 'PRICE_CHANGED',
    [short]: 'SHORT',
    [gone]: 'SOLD_OUT',
    [deleted]: 'REMOVED',
    [fine]: 'OK',
  })
  expect([cart.totalFen, cart.units]).toEqual([2 * 12_000 + 2 * 9_900, 4])
})

test('a new price is agreed to by whoever saw it, and never by a number alone', async () => {
  const userId = await givenPlayer(db)
  const productId = await givenProduct(db, { name: '训练球', priceFen: 9_900 })
  const puts = (body: { quantity: number; adds?: boolean; priceFen?: number }) =>
    signedInAs(userId)(shop.updateCart, { body: { productId, ...body } })
  await puts({ quantity: 1, adds: true, priceFen: 9_900 })
  await db.update(products).set({ priceFen: 12_000 }).where(eq(products.id, productId))
  for (const adds of [false, true]) {
    const refusal = {
      code: 'revision_outdated',
      status: 409,
      data: { changes: ['「训练球」的价格已改为 ¥120'], state: { items: [{ quantity: 1, priceFen: 12_000 }] } },
    }
    await expectRefusal(db, () => puts({ quantity: 2, adds, priceFen: 9_900 }), refusal)
  }
  for (const adds of [false, true]) {
    const { items } = await puts({ quantity: 2, adds })
    expect(items).toMatchObject([{ quantity: adds ? 4 : 2, state: 'PRICE_CHANGED', seenPriceFen: 9_900 }])
  }
  const { items } = await puts({ quantity: 3, priceFen: 12_000 })
  expect(items).toMatchObject([{ quantity: 3, state: 'OK', seenPriceFen: 12_000 }])
})

test('a product not on sale, the hundredth unit and the fifty-first product are refused', async () => {
  const userId = await givenPlayer(db)
  const productId = await givenProduct(db)
  await put(userId, productId, 99)
  await expectRefusal(db, () => put(userId, productId, 1, true), { code: 'cart_quantity_invalid', status: 400 })
  for (const quantity of [0, 100]) await expectRefusal(db, () => put(userId, productId, quantity), { status: 400 })
  const categoryId = await givenCategory(db)
  const hidden = await givenProduct(db, { categoryId, isPublished: false })
  for (const id of [hidden, '987654321'])
    await expectRefusal(db, () => put(userId, id, 1), { code: 'product_not_found', status: 404 })
  for (let n = 0; n < 49; n++) await givenCartItem(db, { userId, productId: await givenProduct(db, { categoryId }) })
  const another = await givenProduct(db, { categoryId })
  await expectRefusal(db, () => put(userId, another, 1), { code: 'cart_too_full', status: 409 })
})

test('concurrent taps are all counted, and a cart never has more than fifty products', async () => {
  const userId = await givenPlayer(db)
  const categoryId = await givenCategory(db)
  const productId = await givenProduct(db, { categoryId })
  await Promise.all(Array.from({ length: 20 }, () => put(userId, productId, 2, true)))
  expect(linesOf(await cartOf(userId))).toMatchObject([[productId, 40, 'SHORT']])
  for (let n = 0; n < 47; n++) await givenCartItem(db, { userId, productId: await givenProduct(db, { categoryId }) })
  const others = await Promise.all(Array.from({ length: 6 }, () => givenProduct(db, { categoryId })))
  const answers = await Promise.allSettled(others.map((id) => put(userId, id, 1)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect((await cartOf(userId)).items).toHaveLength(50)
})

test('each person has a separate cart', async () => {
  const [one, other] = [await givenPlayer(db), await givenPlayer(db)]
  const productId = await givenProduct(db)
  await put(one, productId, 2)
  await signedInAs(other)(shop.removeCartItems, { body: { productIds: [productId] } })
  expect(linesOf(await cartOf(other))).toEqual([])
  expect(linesOf(await cartOf(one))).toEqual([[productId, 2, 'OK']])
  const [product] = await db.select().from(products).where(eq(products.id, productId))
  expect(product?.stock).toBe(10)
})
