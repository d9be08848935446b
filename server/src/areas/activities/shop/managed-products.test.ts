import * as managed from '@paidang/api/areas/activities/admin-products'
import * as shop from '@paidang/api/areas/activities/shop'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { products } from '../../../tables/shop.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCategory, givenProduct, givenShopOrder } from '../../../testing/given-shop.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { shopLife } from '../../../testing/shop-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, call } = server
const { operator: loggedInOperator, unitsOf } = shopLife(server)

const ROUNDS = raceRounds(20)
const page = { current: 1, rows: 20 }
const actions = async () =>
  (await db.select().from(staffAuditEvents).orderBy(desc(staffAuditEvents.id))).map(({ action, summary }) => [
    action,
    summary,
  ])

test('operators find every product that is not deleted by name, category, stock and position', async () => {
  const operator = await loggedInOperator()
  const [balls, grips] = [await givenCategory(db, '网球'), await givenCategory(db, '手胶')]
  await givenProduct(db, { name: '训练球', categoryId: balls, stock: 50, priceFen: 5_000 })
  await givenProduct(db, { name: '比赛球', categoryId: balls, stock: 3, priceFen: 9_000 })
  const hidden = await givenProduct(db, { name: '样品', categoryId: grips, stock: 0, isPublished: false })
  const gone = await givenProduct(db, { name: '旧款', categoryId: grips })
  await operator(shop.deleteProduct, { params: { id: gone } })
  const names = async (query: object) =>
    (await operator(managed.productsForOperator, { query: { ...page, ...query } })).rows.map(({ name }) => name)

  expect(await names({})).toEqual(['样品', '比赛球', '训练球'])
  expect(await names({ sort: 'price', sord: 'asc' })).toEqual(['训练球', '比赛球', '样品'])
  expect(await names({ sort: 'stock', sord: 'desc' })).toEqual(['训练球', '比赛球', '样品'])
  expect(await names({ keyword: ' 球 ' })).toEqual(['比赛球', '训练球'])
  expect(await names({ categoryId: grips })).toEqual(['样品'])
  expect(await names({ isPublished: true })).toEqual(['比赛球', '训练球'])
  expect(await names({ stockLevel: 'few' })).toEqual(['比赛球'])
  expect(await names({ stockLevel: 'none' })).toEqual(['样品'])
  expect(await operator(managed.productForOperator, { params: { id: hidden } })).toMatchObject({ isPublished: false })
  await expectRefusal(db, () => operator(managed.productForOperator, { params: { id: gone } }), {
    code: 'product_not_found',
  })
})

test('nobody can read a product that is off the shelf; taking it off twice is one action', async () => {
  const operator = await loggedInOperator()
  const params = { id: await givenProduct(db, { name: '训练球' }) }
  const shelve = (isPublished: boolean) => operator(managed.shelveProduct, { params, body: { isPublished } })
  await shelve(false)
  await shelve(false)
  await expect(call(shop.getProduct, { params })).rejects.toMatchObject({ code: 'product_not_found' })
  await shelve(true)
  expect(await call(shop.getProduct, { params })).toMatchObject({ name: '训练球' })
  expect(await actions()).toEqual([
    ['product.shelve', '上架商品「训练球」'],
    ['product.unshelve', '下架商品「训练球」'],
  ])
})

test('stock is moved manually with a reason, and its history names the staff member or the order', async () => {
  const operator = await loggedInOperator()
  const id = await givenProduct(db, { name: '训练球', stock: 10 })
  await givenShopOrder(db, { userId: await givenPlayer(db), items: [{ productId: id, quantity: 2 }], status: 'PAID' })
  const move = (body: { kind: 'DELIVERY' | 'ADJUST'; units: number; reason: string }) =>
    operator(managed.moveProductStock, { params: { id }, body })
  expect(await move({ kind: 'DELIVERY', units: 20, reason: ' 补货 ' })).toMatchObject({ stock: 28 })
  expect(await move({ kind: 'ADJUST', units: -3, reason: '破损' })).toMatchObject({ stock: 25 })
  const { rows, total } = await operator(managed.movesOfProduct, { params: { id }, query: page })
  expect(total).toBe(4)
  expect(rows.map(({ kind, units, unitsAfter, reason }) => [kind, units, unitsAfter, reason])).toEqual([
    ['ADJUST', -3, 25, '破损'],
    ['DELIVERY', 20, 28, '补货'],
    ['SALE', -2, 8, ''],
    ['DELIVERY', 10, 10, ''],
  ])
  expect([rows[0]?.staffName, rows[2]?.shopOrderNo]).toEqual([expect.any(String), expect.stringMatching(/^S\d+$/)])
  expect(await actions()).toEqual([
    ['product.move-stock', '商品「训练球」盘点 -3 件：破损'],
    ['product.move-stock', '商品「训练球」入库 +20 件：补货'],
  ])
})

test.each([
  ['without a reason', { kind: 'DELIVERY' as const, units: 5, reason: ' ' }, 'product_move_invalid'],
  ['by more than lies there', { kind: 'ADJUST' as const, units: -11, reason: '破损' }, 'product_stock_too_low'],
  [
    'above all that may lie there',
    { kind: 'DELIVERY' as const, units: 999_991, reason: '补货' },
    'product_stock_too_high',
  ],
])('stock is not moved %s', async (_case, body, code) => {
  const operator = await loggedInOperator()
  const params = { id: await givenProduct(db, { stock: 10 }) }
  await expectRefusal(db, () => operator(managed.moveProductStock, { params, body }), { code })
})

test('a change without a stock field keeps concurrent stock movements', async () => {
  const operator = await loggedInOperator()
  const categoryId = await givenCategory(db)
  const id = await givenProduct(db, { categoryId, stock: 10 })
  const body = { categoryId, name: '训练球', priceFen: 9_900 }
  expect(await operator(shop.updateProduct, { params: { id }, body })).toMatchObject({ name: '训练球', stock: 10 })
  expect(await unitsOf(id)).toMatchObject({ stock: 10 })
})

test('a change based on an outdated revision is refused; sales and deliveries do not change the revision', async () => {
  const operator = await loggedInOperator()
  const categoryId = await givenCategory(db)
  const params = { id: await givenProduct(db, { categoryId, stock: 10 }) }
  const body = { categoryId, name: '训练球', priceFen: 9_900, isPublished: true }
  const delivery = { kind: 'DELIVERY' as const, units: 5, reason: '补货' }
  await operator(managed.moveProductStock, { params, body: delivery })
  const said = await operator(shop.updateProduct, { params, body: { ...body, revision: 0 } })
  expect(said).toMatchObject({ revision: 1, stock: 15 })
  await operator(managed.shelveProduct, { params, body: { isPublished: false } })
  const late = () => operator(shop.updateProduct, { params, body: { ...body, revision: 1 } })
  await expectRefusal(db, late, { code: 'revision_outdated', status: 409 })
  expect(await operator(managed.productForOperator, { params })).toMatchObject({ isPublished: false, revision: 2 })
})

test('two operators who remove the last units at once remove them once', async () => {
  const [one, other] = [await loggedInOperator(), await loggedInOperator()]
  for (let round = 0; round < ROUNDS; round++) {
    const params = { id: await givenProduct(db, { stock: 3 }) }
    const body = { kind: 'ADJUST' as const, units: -2, reason: '破损' }
    const ends = await Promise.allSettled([one, other].map((by) => by(managed.moveProductStock, { params, body })))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await unitsOf(params.id)).toMatchObject({ stock: 1 })
  }
})

test('categories are added, renamed, ordered and deleted', async () => {
  const operator = await loggedInOperator()
  const names = (categories: managed.ManagedCategory[]) => categories.map(({ name }) => name)
  const create = (name: string) => operator(managed.createCategory, { body: { name } })
  await create(' 网球 ')
  const [balls, grips] = (await create('手胶')).map(({ id }) => id) as [string, string]
  await expectRefusal(db, () => create('网球'), { code: 'category_name_taken', status: 409 })
  await expectRefusal(db, () => create(' '), { code: 'category_name_missing' })
  const rename = (id: string, name: string) => operator(managed.renameCategory, { params: { id }, body: { name } })
  expect(names(await rename(grips, '吸汗带'))).toEqual(['网球', '吸汗带'])
  await expectRefusal(db, () => rename(grips, '网球'), { code: 'category_name_taken' })
  const order = (ids: string[]) => operator(managed.orderCategories, { body: { ids } })
  expect(names(await order([grips, balls]))).toEqual(['吸汗带', '网球'])
  expect((await call(shop.listCategories, {})).map(({ name }) => name)).toEqual(['吸汗带', '网球'])
  await expectRefusal(db, () => order([grips]), { code: 'categories_changed' })

  const productId = await givenProduct(db, { categoryId: grips })
  const remove = (id: string) => operator(managed.deleteCategory, { params: { id } })
  await expectRefusal(db, () => remove(grips), { code: 'category_in_use', status: 409 })
  await operator(shop.deleteProduct, { params: { id: productId } })
  expect(names(await remove(grips))).toEqual(['网球'])
  expect((await call(shop.listCategories, {})).map(({ name }) => name)).toEqual(['网球'])
  await expectRefusal(db, () => remove(grips), { code: 'category_not_found' })
  expect(names(await create('吸汗带'))).toEqual(['网球', '吸汗带'])
  expect((await actions())[1]).toEqual(['category.delete', '删除商品分类「吸汗带」'])
})

test('of adding a product to a category and deleting the category at once, one is refused', async () => {
  const [one, other] = [await loggedInOperator(), await loggedInOperator()]
  for (let round = 0; round < ROUNDS; round++) {
    const categoryId = await givenCategory(db)
    const body = { categoryId, name: '训练球', priceFen: 9_900, stock: 1 }
    const [made, deleted] = await Promise.allSettled([
      one(shop.createProduct, { body }),
      other(managed.deleteCategory, { params: { id: categoryId } }),
    ])
    expect([made.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.$count(products, eq(products.categoryId, categoryId))).toBe(made.status === 'fulfilled' ? 1 : 0)
  }
})
