import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as shop from '@paidang/api/areas/activities/shop'
import type { Input } from '@paidang/api/endpoint'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '../../../tables/files.ts'
import { stockLedger } from '../../../tables/shop.ts'
import { givenFile, givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCategory, givenProduct } from '../../../testing/given-shop.ts'
import { shopLife } from '../../../testing/shop-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { app, db, call, asStaff, request, staffTokenOf } = server
const { operator: loggedInOperator } = shopLife(server)

type Query = Partial<Input<typeof shop.listProducts>['query']>
const page = { current: 1, rows: 100 }
const namesOf = async (query: Query = {}) =>
  (await call(shop.listProducts, { query: { ...page, ...query } })).rows.map(({ name }) => name)

/** Five products. Each is the first in one sort order, or hidden. */
async function givenRange() {
  const [balls, grips] = [await givenCategory(db, '网球'), await givenCategory(db, '手胶')]
  const one = (name: string, over: Parameters<typeof givenProduct>[1]) => givenProduct(db, { name, ...over })
  const ids = {
    club: await one('俱乐部球', { categoryId: balls, priceFen: 5_900 }),
    match: await one('比赛球', { categoryId: balls, priceFen: 9_900, originalFen: 11_000, sortOrder: -1 }),
    grip: await one('干性手胶', { categoryId: grips, priceFen: 2_000, originalFen: 4_000, subtitle: '100%吸汗' }),
    soldOut: await one('湿性手胶', { categoryId: grips, priceFen: 3_000, stock: 0 }),
    hidden: await one('样品', { categoryId: grips, isPublished: false }),
  }
  return { ...ids, balls, grips }
}

test('the list has the requested sort order and shows only published products', async () => {
  await givenRange()
  expect(await namesOf()).toEqual(['比赛球', '湿性手胶', '干性手胶', '俱乐部球'])
  expect(await namesOf({ order: 'price' })).toEqual(['干性手胶', '湿性手胶', '俱乐部球', '比赛球'])
  expect(await namesOf({ order: 'price', direction: 'desc' })).toEqual(['比赛球', '俱乐部球', '湿性手胶', '干性手胶'])
  // A half-price product first, then one with a tenth off, then products without promotion in the usual order.
  expect(await namesOf({ order: 'promotion' })).toEqual(['干性手胶', '比赛球', '湿性手胶', '俱乐部球'])
})

test('the list is searched by keyword, category and stock, page by page', async () => {
  const { balls, grips } = await givenRange()
  expect(await namesOf({ keyword: '手胶' })).toEqual(['湿性手胶', '干性手胶'])
  expect(await namesOf({ keyword: ' 100% ' })).toEqual(['干性手胶'])
  expect(await namesOf({ keyword: '1_0' })).toEqual([])
  expect(await namesOf({ keyword: '样品' })).toEqual([])
  expect(await namesOf({ categoryId: balls })).toEqual(['比赛球', '俱乐部球'])
  expect(await namesOf({ categoryId: grips, inStock: true })).toEqual(['干性手胶'])
  const second = await call(shop.listProducts, { query: { current: 2, rows: 3 } })
  expect([second.total, second.rows.map(({ name }) => name)]).toEqual([4, ['俱乐部球']])
})

test('categories count only products on sale', async () => {
  const { balls, grips } = await givenRange()
  expect(await call(shop.listCategories, {})).toEqual([
    { id: balls, name: '网球', productCount: 2 },
    { id: grips, name: '手胶', productCount: 2 },
  ])
})

test('a guest reads a product, but nobody reads an unpublished or deleted one', async () => {
  const { match, hidden } = await givenRange()
  expect(await call(shop.getProduct, { params: { id: match } })).toMatchObject({
    id: match,
    categoryName: '网球',
    priceFen: 9_900,
    originalFen: 11_000,
    pictures: [],
    picture: null,
    isPublished: true,
  })
  const read = (id: string) => call(shop.getProduct, { params: { id } })
  await expect(read(hidden)).rejects.toMatchObject({ code: 'product_not_found', status: 404 })
  await asStaff('operator')(shop.deleteProduct, { params: { id: match } })
  await expect(read(match)).rejects.toMatchObject({ code: 'product_not_found', status: 404 })
})

const formIn = (categoryId: string) => ({ categoryId, name: ' 训练球 ', priceFen: 19_900, stock: 7 })

test('an operator creates, changes and deletes a product, and its stock moves by the difference', async () => {
  const categoryId = await givenCategory(db)
  const operator = asStaff('operator')
  const made = await operator(shop.createProduct, { body: formIn(categoryId) })
  expect(made).toMatchObject({ name: '训练球', stock: 7, sales: 0, originalFen: null, isPublished: true })
  expect(made.createTime).toBe(TEST_NOW.toISOString())
  const change = { ...formIn(categoryId), name: '练习球', stock: 4, originalFen: 29_900, isPublished: false }
  const params = { id: made.id }
  expect(await operator(shop.updateProduct, { params, body: change })).toMatchObject({ ...change, id: made.id })
  const { isPublished: _isPublished, ...unsaid } = { ...change, stock: 9 }
  expect(await operator(shop.updateProduct, { params, body: unsaid })).toMatchObject({ stock: 9, isPublished: false })
  await operator(shop.updateProduct, { params, body: unsaid })
  const rows = await db
    .select()
    .from(stockLedger)
    .where(eq(stockLedger.productId, made.id))
    .orderBy(asc(stockLedger.seq))
  expect(rows.map(({ kind, unitsChange }) => [kind, unitsChange])).toEqual([
    ['DELIVERY', 7],
    ['ADJUST', -3],
    ['ADJUST', 5],
  ])
  await operator(shop.deleteProduct, { params })
  await operator(shop.deleteProduct, { params })
  await expectRefusal(db, () => operator(shop.updateProduct, { params, body: unsaid }), { code: 'product_not_found' })
})

test('the path identifies the product, and an id in the body is ignored', async () => {
  const categoryId = await givenCategory(db)
  const input = await givenProduct(db, { name: '甲', categoryId })
  const other = await givenProduct(db, { name: '乙', categoryId })
  const answer = await request({
    method: 'PUT',
    url: `/aaapi/products/${input}`,
    headers: { authorization: `Bearer ${await staffTokenOf('operator')}` },
    payload: { ...formIn(categoryId), id: other },
  })
  expect(answer.json()).toMatchObject({ success: true, data: { id: input, name: '训练球' } })
  expect(await namesOf()).toEqual(['乙', '训练球'])
})

test.each([
  ['without a name', { name: ' ' }, 'product_name_missing', 400],
  ['with a usual price that is not higher', { originalFen: 19_900 }, 'product_price_invalid', 400],
  ['in no category', { categoryId: '987654321' }, 'category_not_found', 404],
  ['with a picture that is not there', { pictures: ['public/products/none.webp'] }, 'file_not_found', 404],
  ['with a private picture', { pictures: ['private/contracts/1.webp'] }, 'file_not_found', 404],
  ['with a path that leads elsewhere', { pictures: ['public/../private/contracts/1.webp'] }, 'file_not_found', 404],
])('no product is created %s', async (_case, fault, code, status) => {
  const picture = join(app.filesDirectory, 'private/contracts/1.webp')
  await mkdir(dirname(picture), { recursive: true })
  await writeFile(picture, 'the bytes of a picture')
  const body = { ...formIn(await givenCategory(db)), ...fault }
  const operator = await loggedInOperator()
  await expectRefusal(db, () => operator(shop.createProduct, { body }), { code, status })
})

test('a product shows existing public pictures, but none that is being removed', async () => {
  const paths = ['public/products/1.webp', 'public/venues/x.webp']
  for (const path of paths) {
    await mkdir(dirname(join(app.filesDirectory, path)), { recursive: true })
    await writeFile(join(app.filesDirectory, path), 'the bytes of a picture')
  }
  await givenFile(db, { ownerId: await givenPlayer(db), relativePath: 'public/venues/x.webp' })
  const categoryId = await givenCategory(db)
  const operator = asStaff('operator')
  const made = await operator(shop.createProduct, { body: { ...formIn(categoryId), pictures: paths } })
  expect([made.picture, made.pictures]).toEqual([paths[0], paths])
  await operator(shop.updateProduct, { params: { id: made.id }, body: formIn(categoryId) })
  await db.update(files).set({ discardedAt: TEST_NOW })
  const again = () => operator(shop.createProduct, { body: { ...formIn(categoryId), pictures: paths } })
  await expectRefusal(db, again, { code: 'file_not_found' })
})
