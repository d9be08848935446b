import { searchVenues } from '@paidang/api/areas/places/venues'
import { expect, test } from 'vitest'
import { courts } from '../../../tables/venues.ts'
import { givenVenue } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, request, asStaff } = await startTestServer()

const page = { current: 1, rows: 10 }
const search = (query: { city?: string; keyword?: string; approveStatus?: 1; current?: number; rows?: number } = {}) =>
  call(searchVenues, { query: { ...page, ...query } })
const names = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)

test('a guest finds the venues of a city ordered by the pinyin of their names', async () => {
  for (const name of ['徐汇球馆', '晨光球馆', '白鹭球馆', '静安球馆']) await givenVenue(db, { name })
  await givenVenue(db, { name: '西湖球馆', city: '杭州' })
  expect(names(await search({ city: '上海' }))).toEqual(['白鹭球馆', '晨光球馆', '静安球馆', '徐汇球馆'])
  expect(names(await search({ city: ' 杭州 ' }))).toEqual(['西湖球馆'])
  expect(names(await search({ city: '广州' }))).toEqual([])
  expect(await search()).toMatchObject({ total: 5 })
})

test.each([undefined, 1] as const)('with approveStatus=%s only approved venues are found', async (approveStatus) => {
  await givenVenue(db, { name: '待审核', approveStatus: 0 })
  await givenVenue(db, { name: '已通过', approveStatus: 1 })
  await givenVenue(db, { name: '已驳回', approveStatus: 2 })
  expect(await search(approveStatus && { approveStatus })).toMatchObject({ rows: [{ name: '已通过' }], total: 1 })
})

test('the keyword is searched in name, district and address, and nowhere else', async () => {
  await givenVenue(db, { name: '东方 Tennis 中心', district: '浦东新区', address: '世纪大道 1 号' })
  await givenVenue(db, { name: '源深球馆', district: '徐汇区', address: '东方路 8 号' })
  await givenVenue(db, { name: '晨光球馆', district: '东方区', address: '张杨路 3 号' })
  await givenVenue(db, { name: '静安球馆', address: '南京西路', phone: '东方', avatar: '东方' })
  expect(names(await search({ keyword: '东方' }))).toEqual(['晨光球馆', '东方 Tennis 中心', '源深球馆'])
  expect(names(await search({ keyword: ' tennis ' }))).toEqual(['东方 Tennis 中心'])
  expect(names(await search({ keyword: '东方', city: '杭州' }))).toEqual([])
  expect(await search({ keyword: '  ' })).toMatchObject({ total: 4 })
})

test.each([
  ['%', '100% 球馆'],
  ['_', 'a_b 球馆'],
  ['\\', 'c\\d 球馆'],
  ["'", "e'f 球馆"],
])('the character %s in the keyword has no special meaning', async (keyword, expected) => {
  for (const name of ['100% 球馆', 'a_b 球馆', 'c\\d 球馆', "e'f 球馆", '普通球馆']) await givenVenue(db, { name })
  expect(names(await search({ keyword }))).toEqual([expected])
})

test('a venue has its courts in the order that selectedCourt counts in', async () => {
  const { venueId } = await givenVenue(db, {
    name: '源深球馆',
    courts: 0,
    courtCount: 3,
    courtCodes: '中心场, A, B',
    phone: '02158880000',
    avatar: 'public/venues/1.webp',
    latitude: 31.23,
    longitude: 121.53,
    firstStart: 14,
    lastStart: 40,
  })
  for (const [courtIndex, courtCode] of [
    [2, 'B'],
    [0, '中心场'],
    [1, 'A'],
  ] as const) {
    await db.insert(courts).values({ venueId, courtIndex, courtCode, name: `${courtCode} 号`, surface: '硬地' })
  }
  await givenVenue(db, { name: '邻馆', courts: 1 })
  const { rows } = await search({ keyword: '源深' })
  const id = expect.stringMatching(/^[1-9]\d*$/)
  expect(rows).toEqual([
    {
      id: venueId,
      name: '源深球馆',
      address: '世纪大道 1 号',
      city: '上海',
      district: '浦东新区',
      phone: '02158880000',
      avatar: 'public/venues/1.webp',
      latitude: 31.23,
      longitude: 121.53,
      courtCodes: '中心场, A, B',
      courtCount: 3,
      firstStart: 14,
      lastStart: 40,
      releasesCourts: false,
      courts: [
        { id, courtCode: '中心场', name: '中心场 号', surface: '硬地' },
        { id, courtCode: 'A', name: 'A 号', surface: '硬地' },
        { id, courtCode: 'B', name: 'B 号', surface: '硬地' },
      ],
    },
  ])
})

test('pages follow one another, and every page has the total number of venues', async () => {
  for (const number of [1, 2, 3, 4, 5]) await givenVenue(db, { name: `馆${number}` })
  expect(names(await search({ current: 1, rows: 2 }))).toEqual(['馆1', '馆2'])
  expect(names(await search({ current: 3, rows: 2 }))).toEqual(['馆5'])
  expect(await search({ current: 4, rows: 2 })).toEqual({ rows: [], total: 5 })
})

test('the holder of a staff token can read public venues', async () => {
  await givenVenue(db, { name: '公开球馆' })
  const { rows } = await asStaff('operator')(searchVenues, { query: page })
  expect(rows).toMatchObject([{ name: '公开球馆' }])
})

test.each([
  'current=0',
  'rows=0',
  'rows=101',
  'rows=ten',
  'approveStatus=0',
  'approveStatus=2',
  'page=2',
  'keyword=%00',
])('%s is refused', async (query) => {
  const response = await request({ method: 'GET', url: `/aaapi/stadium/searchByCityAndApprove?${query}` })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ success: false, code: 'input_invalid', msg: '参数错误' })
})
