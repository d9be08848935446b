import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as merchants from '@paidang/api/areas/activities/admin-merchants'
import * as keeping from '@paidang/api/areas/activities/merchant-shop'
import { getMerchant } from '@paidang/api/areas/activities/stringing'
import type { Call } from '@paidang/api/client'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { type GivenShop, givenShop } from '../../../testing/given-stringing.ts'
import { ONE_PIXEL, pictureForm } from '../../../testing/multipart-form.ts'
import { stringingLife } from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { app, db, call, asStaff, request, staffTokenOf, takeFaults } = server
const life = stringingLife(server)
const page = { current: 1, rows: 10 }

let shop: GivenShop
let owner: Call
let operator: Call
beforeEach(async () => {
  shop = await givenShop(db)
  owner = asStaff('owner', shop.merchantId)
  operator = asStaff('operator')
  await owner(keeping.ownShop, {})
  await operator(merchants.queryMerchants, { query: page })
})

const facts = {
  name: ' 弦音穿线 ',
  city: '上海',
  district: '徐汇区',
  address: '星湖路 1 号',
  phone: '02155550309',
  introduction: '当天可取',
  latitude: null,
  longitude: null,
  turnaroundHours: 3,
  openFrom: 20,
  openTo: 43,
  courierFeeFen: null,
}
const inApp = (id = shop.merchantId) => call(getMerchant, { params: { id }, query: {} })
const actions = async () =>
  (await db.select().from(staffAuditEvents).orderBy(staffAuditEvents.id)).map(({ action }) => action)

test('the app shows at once what the owner changes of the shop', async () => {
  const said = await owner(keeping.updateOwnShop, { body: { ...facts, revision: 0 } })
  expect(said).toMatchObject({ name: '弦音穿线', turnaroundHours: 3, revision: 1 })
  const shown = {
    name: '弦音穿线',
    phone: '02155550309',
    openFrom: 20,
    openTo: 43,
    courierFeeFen: null,
    latitude: null,
  }
  expect(await inApp()).toMatchObject(shown)
  expect(await actions()).toEqual(['merchant.edit'])
})

test('shop and operators cannot overwrite each other; hiding the shop counts as a change', async () => {
  const params = { id: shop.merchantId }
  await owner(keeping.publishOwnShop, { body: { isPublished: false } })
  await operator(merchants.updateMerchant, { params, body: { ...facts, revision: 1 } })
  const changed = {
    code: 'revision_outdated',
    status: 409,
  } as const
  const phone = '02155550310'
  await expectRefusal(db, () => owner(keeping.updateOwnShop, { body: { ...facts, phone, revision: 1 } }), changed)
  await expectRefusal(
    db,
    () => operator(merchants.updateMerchant, { params, body: { ...facts, phone, revision: 1 } }),
    changed,
  )
  const { revision } = await owner(keeping.ownShop, {})
  expect(await owner(keeping.updateOwnShop, { body: { ...facts, phone, revision } })).toMatchObject({ revision: 3 })
})

test.each([
  [{ address: ' ' }, 'merchant_facts_missing'],
  [{ openFrom: 43 }, 'merchant_hours_invalid'],
  [{ latitude: 31 }, 'merchant_place_invalid'],
])('a shop cannot be %o: %s', async (over, code) => {
  const body = { ...facts, ...over, revision: 0 }
  const params = { id: shop.merchantId }
  await expectRefusal(db, () => owner(keeping.updateOwnShop, { body }), { code })
  await expectRefusal(db, () => operator(merchants.updateMerchant, { params, body }), { code })
  await expectRefusal(db, () => operator(merchants.createMerchant, { body }), { code })
})

test('an unpublished shop is invisible to new customers, and existing orders continue', async () => {
  const racketOwner = await life.racketOwner()
  const { id } = await life.order(racketOwner, life.form({ shop }, racketOwner))
  const say = (isPublished: boolean) => owner(keeping.publishOwnShop, { body: { isPublished } })
  expect(await say(false)).toMatchObject({ isPublished: false })
  await say(false)
  await expect(inApp()).rejects.toMatchObject({ code: 'merchant_not_found' })
  const other = await life.racketOwner()
  await expect(life.order(other, life.form({ shop }, other))).rejects.toMatchObject({ code: 'merchant_not_found' })
  expect(await life.read(racketOwner, id)).toMatchObject({ status: 'SUBMITTED' })
  await say(true)
  expect((await inApp()).id).toBe(shop.merchantId)
  expect(await actions()).toEqual(['merchant.unpublish', 'merchant.publish'])
})

test('a new price of a service changes no existing order', async () => {
  const racketOwner = await life.racketOwner()
  const { id } = await life.order(racketOwner, life.form({ shop }, racketOwner))
  const before = await life.read(racketOwner, id)
  const params = { id: shop.labourId }
  await owner(keeping.updateService, { params, body: { name: '精穿', priceFen: 8_000, isOffered: true, revision: 0 } })
  expect((await inApp()).services).toContainEqual(expect.objectContaining({ name: '精穿', priceFen: 8_000 }))
  expect(await life.read(racketOwner, id)).toEqual(before)
  await owner(keeping.updateService, { params, body: { name: '精穿', priceFen: 8_000, isOffered: false, revision: 1 } })
  expect((await inApp()).services.map(({ name }) => name)).not.toContain('精穿')
  const late = { name: '精穿', priceFen: 9_000, isOffered: true, revision: 1 }
  const changed = { code: 'revision_outdated', status: 409 } as const
  await expectRefusal(db, () => owner(keeping.updateService, { params, body: late }), changed)
  const listed = await asStaff('merchant', shop.merchantId)(keeping.servicesOfMerchant, {})
  expect(listed.at(-1)).toMatchObject({ name: '精穿', isOffered: false })
  expect(await life.read(racketOwner, id)).toEqual(before)
})

test('labour has a price, every service has a name, and each belongs to one shop', async () => {
  const make = (over: object) => () =>
    owner(keeping.createService, { body: { kind: 'LABOUR', sport: 'tennis', name: '手工费', priceFen: 1, ...over } })
  await expectRefusal(db, make({ priceFen: 0 }), { code: 'service_price_missing' })
  await expectRefusal(db, make({ name: ' ' }), { code: 'service_name_missing' })
  expect(await make({ kind: 'EXTRA', priceFen: 0, name: '贴标签' })()).toMatchObject({ priceFen: 0, isOffered: true })
  const free = { params: { id: shop.labourId }, body: { name: '手工费', priceFen: 0, isOffered: true, revision: 0 } }
  await expectRefusal(db, () => owner(keeping.updateService, free), { code: 'service_price_missing' })
  const rival = await givenShop(db)
  const theirs = {
    params: { id: rival.extraId },
    body: { name: '换护线条', priceFen: 1, isOffered: true, revision: 0 },
  }
  await expectRefusal(db, () => owner(keeping.updateService, theirs), { code: 'service_not_found', status: 404 })
})

/** The owner uploads a picture of the shop under an idempotency key. @returns its path; undefined when that failed */
async function sendPicture(token: string, key: string): Promise<string | undefined> {
  const { headers, payload } = pictureForm(ONE_PIXEL)
  const answer = await request({
    method: 'POST',
    url: `/aaapi${keeping.uploadOwnShopPicture.path}`,
    payload,
    headers: { ...headers, authorization: `Bearer ${token}`, 'idempotency-key': key },
  })
  return answer.json().data?.avatar
}
const lies = (path = '') => existsSync(join(app.filesDirectory, path))

test('a new picture replaces the last one, whose file is deleted', async () => {
  const token = await staffTokenOf('owner', shop.merchantId)
  const first = await sendPicture(token, 'the first picture')
  expect([first?.startsWith('public/shops/'), lies(first), (await inApp()).avatar]).toEqual([true, true, first])
  const second = await sendPicture(token, 'the second picture')
  expect([lies(first), lies(second), (await inApp()).avatar]).toEqual([false, true, second])
})

test('the last picture stays until the change to another is committed', async () => {
  const token = await staffTokenOf('owner', shop.merchantId)
  const first = await sendPicture(token, 'the first picture')
  await db.execute(sql`create function refuse_commit() returns trigger language plpgsql as
    $$ begin raise exception 'the commit fails'; end $$`)
  await db.execute(sql`create constraint trigger refused_commit after update on merchants
    deferrable initially deferred for each row execute function refuse_commit()`)
  try {
    expect(await sendPicture(token, 'the second picture')).toBeUndefined()
  } finally {
    await db.execute(sql`drop function refuse_commit cascade`)
  }
  expect(takeFaults()).toHaveLength(1)
  expect([lies(first), (await inApp()).avatar]).toEqual([true, first])
})

test('operators find shops, create them, and publish them', async () => {
  const made = await operator(merchants.createMerchant, { body: { ...facts, city: '杭州' } })
  expect(made.isPublished).toBe(false)
  await expect(inApp(made.id)).rejects.toMatchObject({ code: 'merchant_not_found' })
  const list = async (query: object) =>
    (await operator(merchants.queryMerchants, { query: { ...page, ...query } })).rows.map(({ id }) => id)
  expect((await list({})).sort()).toEqual([shop.merchantId, made.id].sort())
  expect(await list({ city: '杭州', isPublished: false, keyword: '弦音' })).toEqual([made.id])
  expect(await list({ isPublished: true })).toEqual([shop.merchantId])
  await operator(merchants.publishMerchant, { params: { id: made.id }, body: { isPublished: true } })
  expect((await inApp(made.id)).name).toBe('弦音穿线')
  const { services } = await operator(merchants.getMerchantFile, { params: { id: shop.merchantId } })
  expect(services).toHaveLength(3)
  const absent = { params: { id: '999999' }, body: { ...facts, revision: 0 } }
  await expectRefusal(db, () => operator(merchants.updateMerchant, absent), { code: 'merchant_not_found' })
  expect(await actions()).toEqual(['merchant.create', 'merchant.publish'])
})

test('the list shows recent jobs, the rating, and who may log in for each shop', async () => {
  const { rows } = await operator(merchants.queryMerchants, { query: { ...page, sort: 'rating', sord: 'desc' } })
  expect(rows).toMatchObject([{ id: shop.merchantId, rating: null, ratingCount: 0, monthJobs: 0, staffCount: 1 }])
})
