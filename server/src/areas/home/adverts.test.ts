import { homeAdverts, homeTopAdverts } from '@paidang/api/areas/home'
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/test-server.ts'
import { adverts } from './tables.ts'

const now = new Date('2026-05-01T12:00:00+08:00')
const { db, call, request } = await startTestServer({ now })

const before = new Date('2026-04-01T00:00:00+08:00')
const after = new Date('2026-06-01T00:00:00+08:00')

async function givenAdvert(over: Partial<typeof adverts.$inferInsert> & { title: string }) {
  await db.insert(adverts).values({ place: 'home', beginsAt: before, endsAt: after, ...over })
}
const titles = (rows: { title: string }[]) => rows.map(({ title }) => title)

test('a guest sees each place its own adverts, in the order that the operators gave, then by age', async () => {
  await givenAdvert({ title: '第三', sortOrder: 2 })
  await givenAdvert({ title: '第二', sortOrder: 1 })
  await givenAdvert({ title: '第一', sortOrder: -1 })
  await givenAdvert({ title: '第四', sortOrder: 2 })
  await givenAdvert({ title: '轮播', place: 'top' })
  expect(titles(await call(homeAdverts, {}))).toEqual(['第一', '第二', '第三', '第四'])
  expect(titles(await call(homeTopAdverts, {}))).toEqual(['轮播'])
})

test('an advert is published from its beginning up to, not including, its end', async () => {
  const second = 1000
  await givenAdvert({ title: '明天开始', beginsAt: new Date(now.getTime() + second) })
  await givenAdvert({ title: '此刻开始', beginsAt: now })
  await givenAdvert({ title: '此刻结束', endsAt: now })
  await givenAdvert({ title: '将要结束', endsAt: new Date(now.getTime() + second) })
  expect(titles(await call(homeAdverts, {}))).toEqual(['此刻开始', '将要结束'])
})

test('an advert tells what is drawn and where it leads, and nothing of its schedule', async () => {
  await givenAdvert({
    title: '春季班',
    label: '新课',
    subtitle: '四人小班',
    image: 'public/adverts/1.webp',
    target: '/pages/bookingClass/index',
  })
  const [advert] = await call(homeAdverts, {})
  expect(advert).toEqual({
    id: expect.stringMatching(/^[1-9]\d*$/),
    title: '春季班',
    label: '新课',
    subtitle: '四人小班',
    image: 'public/adverts/1.webp',
    target: '/pages/bookingClass/index',
  })
})

test('an expired token does not keep anybody from the adverts', async () => {
  await givenAdvert({ title: '公开' })
  const url = '/aaapi/common/adv/getHomeAdv'
  const response = await request({ method: 'GET', url, headers: { authorization: 'Bearer nonsense' } })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ success: true, code: 0, data: [{ title: '公开' }] })
})

test('a home without adverts is an empty list', async () => {
  expect(await call(homeAdverts, {})).toEqual([])
  expect(await call(homeTopAdverts, {})).toEqual([])
})

test('no more adverts are answered than a page shows', async () => {
  for (let number = 0; number < 21; number++) await givenAdvert({ title: `广告${number}`, sortOrder: number })
  const rows = await call(homeAdverts, {})
  expect(rows).toHaveLength(20)
  expect(rows[19]?.title).toBe('广告19')
})
