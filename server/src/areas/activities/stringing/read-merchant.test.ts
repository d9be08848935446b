import { getMerchant, reviewsOfMerchant } from '@paidang/api/areas/activities/stringing'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { merchants } from '../../../tables/stringing.ts'
import { stringingReviews } from '../../../tables/stringing-orders.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { givenMerchant, givenRacket, givenService, givenShop, givenString } from '../../../testing/given-stringing.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call } = await startTestServer()

const ABSENT = '987654321'
const get = (id: string, query = {}) => call(getMerchant, { params: { id }, query })
const reviews = (id: string, page = {}) =>
  call(reviewsOfMerchant, { params: { id }, query: { current: 1, rows: 10, ...page } })

test('a shop lists its services: labour before extras, tennis before badminton, the cheapest first', async () => {
  const shop = await givenShop(db, { name: '弦音', phone: '02155550301' })
  const { merchantId } = shop
  const dearId = await givenService(db, { merchantId, name: '精穿', priceFen: 9_000 })
  await givenService(db, { merchantId, name: '不再做', isOffered: false })
  const { services, ...found } = await get(merchantId)
  expect(found).toMatchObject({
    id: merchantId,
    name: '弦音',
    phone: '02155550301',
    latitude: 31.17,
    longitude: 121.46,
  })
  expect(found).toMatchObject({ sports: ['badminton', 'tennis'], priceFrom: 3_000, distanceKm: null })
  expect(services).toEqual([
    { id: shop.labourId, kind: 'LABOUR', sport: 'tennis', name: '手工费', priceFen: 5_000 },
    { id: dearId, kind: 'LABOUR', sport: 'tennis', name: '精穿', priceFen: 9_000 },
    { id: shop.badmintonLabourId, kind: 'LABOUR', sport: 'badminton', name: '手工费', priceFen: 3_000 },
    { id: shop.extraId, kind: 'EXTRA', sport: 'tennis', name: '换护线条', priceFen: 2_000 },
  ])
})

test('its strings show the free metres, less those reserved by orders that are not begun', async () => {
  const { merchantId, polyId, multiId, badmintonStringId } = await givenShop(db)
  await givenString(db, { merchantId, isOffered: false })
  const userId = await givenPlayer(db)
  const racketId = await givenRacket(db, { userId })
  const order = { userId, merchantId, racketId, mains: { stringId: polyId } }
  for (const status of ['SUBMITTED', 'PAID', 'RECEIVED'] as const) await givenStringingOrder(db, { ...order, status })
  // Both halves of one string. Then an order already drawn, and one no longer reserving.
  await givenStringingOrder(db, { ...order, crosses: { stringId: polyId }, status: 'PAID' })
  await givenStringingOrder(db, { ...order, status: 'STRINGING' })
  await givenStringingOrder(db, { ...order, status: 'CANCELLED' })
  const { strings } = await get(merchantId)
  expect(strings.map(({ id, freeMetres }) => [id, freeMetres])).toEqual([
    [polyId, 100 - 3 * 6.5 - 12 - 6.5],
    [multiId, 100],
    [badmintonStringId, 100],
  ])
  expect(strings[1]).toEqual({
    id: multiId,
    sport: 'tennis',
    brand: '弦音',
    name: '柔芯',
    material: 'MULTI',
    gauge: 1.3,
    color: '银色',
    halfPriceFen: 8_000,
    freeMetres: 100,
  })
})

test('a shop shows its distance from a point, and an incomplete point is refused', async () => {
  const merchantId = await givenMerchant(db, { latitude: 31.17, longitude: 121.46 })
  const { distanceKm } = await get(merchantId, { latitude: 31.18, longitude: 121.46 })
  expect(distanceKm).toBeCloseTo(1.11, 2)
  await expect(get(merchantId, { latitude: 31.18 })).rejects.toMatchObject({ code: 'input_invalid' })
})

test('reviews of a shop are listed latest first, with author and racket, page by page', async () => {
  const { merchantId } = await givenShop(db)
  const other = await givenMerchant(db)
  const userId = await givenPlayer(db, { nickname: '林知夏' })
  const racketId = await givenRacket(db, { userId })
  const order = { userId, merchantId, racketId }
  const ids: string[] = []
  for (const stars of [3, 4, 5]) {
    const { id } = await givenStringingOrder(db, { ...order, stars, text: `${stars} 星` })
    const createdAt = new Date(TEST_NOW.getTime() - (10 - stars) * 60_000)
    await db.update(stringingReviews).set({ createdAt }).where(eq(stringingReviews.orderId, id))
    ids.push(id)
  }
  await givenStringingOrder(db, order)
  await givenStringingOrder(db, { ...order, merchantId: other, stars: 1 })
  const first = await reviews(merchantId, { rows: 2 })
  expect(first.rows.map(({ orderId }) => orderId)).toEqual([ids[2], ids[1]])
  expect(first.rows[0]).toEqual({
    orderId: ids[2],
    author: { id: userId, nickname: '林知夏', avatar: null },
    stars: 5,
    text: '5 星',
    createTime: '2026-05-01T03:55:00.000Z',
  })
  expect(await reviews(merchantId, { current: 2, rows: 2 })).toMatchObject({ rows: [{ stars: 3 }], total: 3 })
  expect(await reviews(merchantId, { current: 3, rows: 2 })).toEqual({ rows: [], total: 3 })
})

test('an absent or unpublished shop cannot be found, nor its reviews', async () => {
  const id = await givenMerchant(db)
  await db.update(merchants).set({ isPublished: false })
  for (const merchantId of [id, ABSENT]) {
    await expect(get(merchantId)).rejects.toMatchObject({ code: 'merchant_not_found', status: 404 })
    await expect(reviews(merchantId)).rejects.toMatchObject({ code: 'merchant_not_found', status: 404 })
  }
})
