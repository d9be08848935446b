import { selectCartItems } from '@paidang/api/areas/activities/shop'
import * as shopOrders from '@paidang/api/areas/activities/shop-orders'
import { messagesOfType } from '@paidang/api/areas/ground/messages'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addresses } from '../../../tables/addresses.ts'
import { cartItems, products } from '../../../tables/shop.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenAddress } from '../../../testing/given-people.ts'
import { givenCartItem, givenProduct } from '../../../testing/given-shop.ts'
import { runJob } from '../../../testing/run-job.ts'
import { shopLife } from '../../../testing/shop-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { closeUnpaidOrders } from '../../money/payments/ask-provider.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server
const { order, pay, read, unitsOf } = shopLife(server)

const MINUTE_MS = 60_000
type Body = Partial<{
  addressId: string
  totalFen: number
  prices: { productId: string; priceFen: number }[]
  items: { productId: string; quantity: number }[]
  note: string
}>
const create = (userId: string, body: Body & { addressId: string; totalFen: number }) =>
  signedInAs(userId)(shopOrders.createShopOrder, { body })
const cartOf = (userId: string) => db.select().from(cartItems).where(eq(cartItems.userId, userId))

test('the selected lines are ordered and leave the cart, and their units are reserved for half an hour', async () => {
  const userId = await givenPlayer(db)
  const addressId = await givenAddress(db, { userId })
  const [first, second] = [await givenProduct(db, { name: '网球' }), await givenProduct(db, { priceFen: 5_000 })]
  const left = await givenProduct(db)
  await givenCartItem(db, { userId, productId: first, quantity: 2 })
  await givenCartItem(db, { userId, productId: second, quantity: 3, addedAt: new Date(TEST_NOW.getTime() - MINUTE_MS) })
  await givenCartItem(db, { userId, productId: left })
  await signedInAs(userId)(selectCartItems, { body: { productIds: [left], isSelected: false } })

  const made = await create(userId, { addressId, totalFen: 2 * 9_900 + 3 * 5_000, note: ' 放前台 ' })
  expect(made).toMatchObject({
    status: 'UNPAID',
    totalFen: 34_800,
    note: '放前台',
    refundChoice: 'NONE',
    createTime: TEST_NOW.toISOString(),
    expiresAt: new Date(TEST_NOW.getTime() + 30 * MINUTE_MS).toISOString(),
    address: { name: '林晓', phone: '13812345678', region: '上海市 浦东新区', detail: '世纪大道 1 号 2 楼' },
    order: { kind: 'SHOP', title: '网球等2种商品', amountFen: 34_800, state: 'UNPAID', object: { kind: 'shop' } },
    receiveBy: null,
    returnBy: null,
  })
  expect(made.orderNo).toMatch(/^S20260501\d{8,}$/)
  expect(made.order.object.id).toBe(made.id)
  expect(made.items.map(({ productId, quantity }) => [productId, quantity])).toEqual([
    [first, 2],
    [second, 3],
  ])
  expect([await unitsOf(first), await unitsOf(second)]).toEqual([
    { stock: 8, sales: 0 },
    { stock: 7, sales: 0 },
  ])
  expect((await cartOf(userId)).map(({ productId }) => productId)).toEqual([left])
})

test('items are ordered without the cart: the same product twice makes one line, and a line in the cart is removed', async () => {
  const userId = await givenPlayer(db)
  const addressId = await givenAddress(db, { userId })
  const productId = await givenProduct(db)
  await givenCartItem(db, { userId, productId, isSelected: false })
  const items = [
    { productId, quantity: 1 },
    { productId, quantity: 2 },
  ]
  const made = await create(userId, { addressId, totalFen: 29_700, items })
  expect(made.items).toMatchObject([{ productId, quantity: 3, priceFen: 9_900 }])
  expect(await cartOf(userId)).toEqual([])
})

test('an order keeps its products and its address even if product and address change later', async () => {
  const userId = await givenPlayer(db)
  const productId = await givenProduct(db, { name: '网球', pictures: 'public/products/1.webp,public/products/2.webp' })
  const { id } = await order(userId, { [productId]: 1 })
  const change = { name: '别的', priceFen: 1, pictures: '', isPublished: false, deletedAt: TEST_NOW }
  await db.update(products).set(change).where(eq(products.id, productId))
  await db.delete(addresses)
  expect(await read(userId, id)).toMatchObject({
    items: [{ name: '网球', priceFen: 9_900, picture: 'public/products/1.webp' }],
    address: { detail: '世纪大道 1 号 2 楼' },
  })
})

test('if stock is short nothing is ordered, and the refusal names every short line with the units left', async () => {
  const userId = await givenPlayer(db)
  const addressId = await givenAddress(db, { userId })
  const fine = await givenProduct(db)
  const short = await givenProduct(db, { name: '手胶', stock: 1 })
  const gone = await givenProduct(db, { name: '护腕', stock: 0 })
  const removed = await givenProduct(db, { name: '样品', isPublished: false })
  for (const productId of [fine, short, gone, removed]) await givenCartItem(db, { userId, productId, quantity: 2 })
  const data = expect.arrayContaining([
    { productId: short, name: '手胶', left: 1 },
    { productId: gone, name: '护腕', left: 0 },
    { productId: removed, name: '样品', left: null },
  ])
  const refusal = { code: 'shop_stock_short', status: 409, data }
  await expectRefusal(db, () => create(userId, { addressId, totalFen: 8 * 9_900 }), refusal)
  const productIds = [short, gone, removed]
  await signedInAs(userId)(selectCartItems, { body: { productIds, isSelected: false } })
  expect((await create(userId, { addressId, totalFen: 2 * 9_900 })).items).toMatchObject([{ productId: fine }])
})

test('a different total, an empty selection, the hundredth unit and an unknown product are refused', async () => {
  const userId = await givenPlayer(db)
  const addressId = await givenAddress(db, { userId })
  const productId = await givenProduct(db, { stock: 200 })
  const one = (quantity: number) => [{ productId, quantity }]
  const refuse = (body: Body & { totalFen: number }, refusal: object) =>
    expectRefusal(db, () => create(userId, { addressId, ...body }), refusal)
  for (const totalFen of [9_899, 9_901, 0]) {
    await refuse({ totalFen, items: one(1) }, { code: 'revision_outdated', status: 409 })
  }
  await refuse({ totalFen: 0 }, { code: 'cart_nothing_selected', status: 400 })
  const hundred = [...one(99), { productId, quantity: 1 }]
  await refuse({ totalFen: 990_000, items: hundred }, { code: 'cart_quantity_invalid', status: 400 })
  const none = [{ productId: '987654321', quantity: 1 }]
  await refuse({ totalFen: 9_900, items: none }, { code: 'product_not_found', status: 404 })
})

test('a changed price is refused with the product and its new price, even where the total stays the same', async () => {
  const userId = await givenPlayer(db)
  const addressId = await givenAddress(db, { userId })
  const [dearer, cheaper] = [await givenProduct(db, { name: '网球' }), await givenProduct(db, { name: '手胶' })]
  const items = [dearer, cheaper].map((productId) => ({ productId, quantity: 1 }))
  const at = (first: number, second: number) => ({
    addressId,
    items,
    totalFen: 19_800,
    prices: [
      { productId: dearer, priceFen: first },
      { productId: cheaper, priceFen: second },
    ],
  })
  await db.update(products).set({ priceFen: 10_900 }).where(eq(products.id, dearer))
  await db.update(products).set({ priceFen: 8_900 }).where(eq(products.id, cheaper))
  const changes = ['「网球」的价格已改为 ¥109', '「手胶」的价格已改为 ¥89']
  await expectRefusal(db, () => create(userId, at(9_900, 9_900)), {
    code: 'revision_outdated',
    status: 409,
    message: `${changes.join('，')}，请核对后再操作`,
    data: { changes, state: { totalFen: 19_800 } },
  })
  expect(await create(userId, at(10_900, 8_900))).toMatchObject({ status: 'UNPAID', totalFen: 19_800 })
})

test('an order can only be sent to an address of the buyer', async () => {
  const [userId, other] = [await givenPlayer(db), await givenPlayer(db)]
  const addressId = await givenAddress(db, { userId: other })
  const items = [{ productId: await givenProduct(db), quantity: 1 }]
  const foreign = () => create(userId, { addressId, totalFen: 9_900, items })
  await expectRefusal(db, foreign, { code: 'address_not_found', status: 404 })
})

test('an order not paid within half an hour is closed, its units are back in stock, and the buyer is notified', async () => {
  const userId = await givenPlayer(db)
  const productId = await givenProduct(db)
  const unpaid = await order(userId, { [productId]: 4 })
  const paid = await order(userId, { [productId]: 1 })
  await pay(userId, paid)
  clock.set(new Date(TEST_NOW.getTime() + 30 * MINUTE_MS - 1))
  await runJob(server, closeUnpaidOrders)
  expect(await read(userId, unpaid.id)).toMatchObject({ status: 'UNPAID' })
  clock.set(new Date(TEST_NOW.getTime() + 30 * MINUTE_MS))
  expect(await runJob(server, closeUnpaidOrders)).toEqual([])
  await runJob(server, closeUnpaidOrders)
  expect(await read(userId, unpaid.id)).toMatchObject({ status: 'CLOSED', endedAt: clock.now().toISOString() })
  expect(await read(userId, paid.id)).toMatchObject({ status: 'PAID' })
  expect(await unitsOf(productId)).toEqual({ stock: 9, sales: 1 })
  const query = { current: 1, rows: 10 }
  const { rows } = await signedInAs(userId)(messagesOfType, { params: { messageType: 'all' }, query })
  expect(rows).toMatchObject([{ title: '订单已关闭', object: { kind: 'shop', id: unpaid.id } }])
})

test('my orders are under their tabs, latest first, and nobody sees another’s', async () => {
  const [userId, other] = [await givenPlayer(db), await givenPlayer(db)]
  const productId = await givenProduct(db)
  const first = await order(userId, { [productId]: 1 })
  const second = await order(userId, { [productId]: 2 })
  await pay(userId, first)
  const listOf = async (as: string, tab?: shopOrders.ShopTab) => {
    const query = { current: 1, rows: 10, ...(tab && { tab }) }
    const { rows, total } = await signedInAs(as)(shopOrders.listShopOrders, { query })
    return [total, ...rows.map(({ id }) => id)]
  }
  expect(await listOf(userId)).toEqual([2, second.id, first.id])
  expect(await listOf(userId, 'unpaid')).toEqual([1, second.id])
  expect(await listOf(userId, 'paid')).toEqual([1, first.id])
  expect(await listOf(userId, 'sent')).toEqual([0])
  expect(await listOf(other)).toEqual([0])
  await expectRefusal(db, () => read(other, first.id), { code: 'shop_order_not_found', status: 404 })
})
