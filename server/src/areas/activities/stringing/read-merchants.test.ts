import { listMerchants } from '@paidang/api/areas/activities/stringing'
import type { Input } from '@paidang/api/endpoint'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { merchants } from '../../../tables/stringing.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { givenMerchant, givenRacket, givenService, givenShop } from '../../../testing/given-stringing.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, request } = await startTestServer()

type Query = Partial<Input<typeof listMerchants>['query']>
const list = (query: Query = {}) => call(listMerchants, { query: { current: 1, rows: 10, ...query } })
const names = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)

/** Creates one finished and reviewed job for the shop per number of stars. */
async function givenStars(merchantId: string, stars: number[]): Promise<void> {
  const userId = await givenPlayer(db)
  const racketId = await givenRacket(db, { userId })
  for (const one of stars) await givenStringingOrder(db, { userId, merchantId, racketId, stars: one })
}

/** People's Square, and shops one and three kilometres to its north. */
const here = { latitude: 31.23, longitude: 121.47 }
const northOf = (km: number) => ({ latitude: here.latitude + km / 111.19, longitude: here.longitude })

test('the best rated shop is first, equal ones by the pinyin of their names, one without reviews last', async () => {
  await givenMerchant(db, { name: '安亭穿线' })
  await givenStars(await givenMerchant(db, { name: '徐汇穿线' }), [4, 5])
  await givenStars(await givenMerchant(db, { name: '白玉兰穿线' }), [5, 4])
  await givenStars(await givenMerchant(db, { name: '杨浦穿线' }), [5])
  expect(names(await list())).toEqual(['杨浦穿线', '白玉兰穿线', '徐汇穿线', '安亭穿线'])
  expect(names(await list({ order: 'rating', ...here }))).toEqual(names(await list()))
})

test('a rating is the mean of the reviews to one decimal, null before the first', async () => {
  await givenStars(await givenMerchant(db, { name: '甲' }), [5, 5, 4])
  await givenStars(await givenMerchant(db, { name: '乙' }), [4, 5, 4])
  await givenStars(await givenMerchant(db, { name: '丙' }), [1])
  await givenMerchant(db, { name: '丁' })
  const { rows } = await list()
  expect(rows.map(({ name, rating, ratingCount }) => [name, rating, ratingCount])).toEqual([
    ['甲', 4.7, 3],
    ['乙', 4.3, 3],
    ['丙', 1, 1],
    ['丁', null, 0],
  ])
})

test('with a point the nearest shop is first and shows its distance; one without coordinates is last', async () => {
  await givenMerchant(db, { name: '三公里', ...northOf(3) })
  await givenMerchant(db, { name: '不知道', latitude: null, longitude: null })
  await givenMerchant(db, { name: '一公里', ...northOf(1) })
  await givenMerchant(db, { name: '就在这里', ...here })
  const { rows } = await list(here)
  expect(names({ rows })).toEqual(['就在这里', '一公里', '三公里', '不知道'])
  expect(rows.map(({ distanceKm }) => distanceKm && Math.round(distanceKm * 10) / 10)).toEqual([0, 1, 3, null])
  expect((await list()).rows.map(({ distanceKm }) => distanceKm)).toEqual([null, null, null, null])
})

test('a distance is correct around the globe', async () => {
  await givenMerchant(db, { latitude: 0, longitude: 179.5 })
  await givenMerchant(db, { latitude: 90, longitude: 0 })
  const { rows } = await list({ latitude: 0, longitude: -179.5 })
  // One degree of the equator, and a quarter of a meridian, of a sphere of 6,371 km.
  expect(rows.map(({ distanceKm }) => Math.round(distanceKm ?? 0))).toEqual([111, 10_008])
})

test('the fastest shop needs the fewest hours', async () => {
  await givenMerchant(db, { name: '隔天', turnaroundHours: 24, ...here })
  await givenMerchant(db, { name: '两小时', turnaroundHours: 2, ...northOf(9) })
  await givenMerchant(db, { name: '两天', turnaroundHours: 48 })
  expect(names(await list({ order: 'fastest', ...here }))).toEqual(['两小时', '隔天', '两天'])
})

test('a shop lists its sports once each and its cheapest labour of the requested sport', async () => {
  const merchantId = await givenMerchant(db, {
    name: '拍线工坊',
    avatar: 'public/merchants/1.webp',
    introduction: '二十年老师傅',
  })
  const badminton = { merchantId, sport: 'badminton' as const }
  await givenService(db, { merchantId, priceFen: 12_000 })
  await givenService(db, { merchantId, priceFen: 8_000 })
  await givenService(db, { ...badminton, priceFen: 4_050 })
  await givenService(db, { ...badminton, priceFen: 100, kind: 'EXTRA' })
  await givenService(db, { ...badminton, priceFen: 200, isOffered: false })
  const { rows } = await list()
  expect(rows).toEqual([
    {
      id: merchantId,
      name: '拍线工坊',
      avatar: 'public/merchants/1.webp',
      city: '上海',
      district: '徐汇区',
      address: '星湖路 270 号',
      introduction: '二十年老师傅',
      rating: null,
      ratingCount: 0,
      monthJobs: 0,
      turnaroundHours: 24,
      openFrom: 18,
      openTo: 42,
      sports: ['badminton', 'tennis'],
      priceFrom: 4_050,
      courierFeeFen: 1_500,
      distanceKm: null,
    },
  ])
  expect((await list({ sport: 'tennis' })).rows).toMatchObject([{ priceFrom: 8_000, sports: ['badminton', 'tennis'] }])
})

test('a shop without services has no sports and no price', async () => {
  await givenMerchant(db, { name: '新店' })
  expect((await list()).rows).toMatchObject([{ sports: [], priceFrom: null }])
})

test('the jobs of a month are those that became ready in the last 30 days', async () => {
  const { merchantId } = await givenShop(db)
  const userId = await givenPlayer(db)
  const racketId = await givenRacket(db, { userId })
  const order = { userId, merchantId, racketId }
  const daysAgo = (days: number) => new Date(TEST_NOW.getTime() - days * 86_400_000)
  await givenStringingOrder(db, { ...order, status: 'READY' })
  await givenStringingOrder(db, { ...order, createdAt: daysAgo(29) })
  await givenStringingOrder(db, { ...order, createdAt: daysAgo(31) })
  for (const status of ['SUBMITTED', 'PAID', 'RECEIVED', 'STRINGING', 'CANCELLED'] as const)
    await givenStringingOrder(db, { ...order, status })
  expect((await list()).rows).toMatchObject([{ monthJobs: 2 }])
})

test('shops are found by city, district, sport, courier, and a keyword in name, district or address', async () => {
  const jing = await givenMerchant(db, { name: '静安快穿', district: '静安区', address: '南京西路 88 号' })
  await givenService(db, { merchantId: jing })
  const xu = await givenMerchant(db, { name: 'Ace 穿线', courierFeeFen: null, address: '宜山路 9 号' })
  await givenService(db, { merchantId: xu, sport: 'badminton' })
  await givenMerchant(db, { name: '苏州穿线', city: '苏州', district: '姑苏区', courierFeeFen: 0 })
  const found = async (query: Query) => names(await list(query)).sort()
  expect(await found({ city: '苏州' })).toEqual(['苏州穿线'])
  expect(await found({ district: '静安区' })).toEqual(['静安快穿'])
  expect(await found({ sport: 'badminton' })).toEqual(['Ace 穿线'])
  expect(await found({ hasCourier: true })).toEqual(['苏州穿线', '静安快穿'])
  expect(await found({ hasCourier: false })).toHaveLength(3)
  expect(await found({ keyword: ' ace ' })).toEqual(['Ace 穿线'])
  expect(await found({ keyword: '宜山' })).toEqual(['Ace 穿线'])
  expect(await found({ keyword: '静安' })).toEqual(['静安快穿'])
  expect(await found({ keyword: '%' })).toEqual([])
  expect(await found({ keyword: '', city: '', district: '' })).toHaveLength(3)
  expect(await list({ city: '上海', sport: 'tennis' })).toMatchObject({ rows: [{ name: '静安快穿' }], total: 1 })
})

test('an unpublished shop is not in the list', async () => {
  await givenMerchant(db, { name: '开着' })
  const id = await givenMerchant(db, { name: '关了' })
  await db.update(merchants).set({ isPublished: false }).where(eq(merchants.id, id))
  expect(await list()).toMatchObject({ rows: [{ name: '开着' }], total: 1 })
})

test('pages follow one another, and every page shows the total number of shops', async () => {
  for (const hours of [5, 4, 3, 2, 1]) {
    const merchantId = await givenMerchant(db, { name: `店${hours}`, turnaroundHours: hours })
    await givenService(db, { merchantId })
    await givenService(db, { merchantId, sport: 'badminton' })
  }
  const page = (current: number) => list({ order: 'fastest', current, rows: 2 })
  expect(names(await page(1))).toEqual(['店1', '店2'])
  expect(names(await page(2))).toEqual(['店3', '店4'])
  expect(await page(3)).toMatchObject({ rows: [{ name: '店5' }], total: 5 })
  expect(await page(4)).toEqual({ rows: [], total: 5 })
})

test('a request without page numbers gets the first page with ten rows', async () => {
  for (let number = 0; number < 11; number++) await givenMerchant(db)
  const response = await request({ method: 'GET', url: '/aaapi/threading/merchants' })
  expect(response.json().data).toHaveLength(10)
  expect(response.json()).toMatchObject({ success: true, code: 0, total: 11 })
})

test.each([
  'current=0',
  'rows=0',
  'rows=101',
  'rows=ten',
  'current=1.5',
  'order=cheapest',
  'sport=chess',
  'latitude=91&longitude=0',
  'hasCourier=perhaps',
])('%s is refused', async (query) => {
  const response = await request({ method: 'GET', url: `/aaapi/threading/merchants?${query}` })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ success: false, code: 'input_invalid', msg: '参数错误' })
})

test.each([
  ['latitude=31.2', 'longitude'],
  ['longitude=121.4', 'latitude'],
  ['order=distance', 'latitude'],
  ['order=distance&latitude=31.2', 'longitude'],
  ['order=distance&longitude=121.4', 'latitude'],
])('%s is refused, since %s is missing', async (query, field) => {
  const response = await request({ method: 'GET', url: `/aaapi/threading/merchants?${query}` })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ success: false, code: 'input_invalid', msg: '参数错误', data: { field } })
})
