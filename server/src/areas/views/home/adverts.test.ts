import { homeAdverts, homeTopAdverts } from '@paidang/api/areas/views/home'
import { routeToThing } from '@paidang/domain/areas/views/home/advert-target'
import { expect, test } from 'vitest'
import { adverts } from '../../../tables/home.ts'
import { givenPlayer, givenVenue } from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenProduct } from '../../../testing/given-shop.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const now = new Date('2026-05-01T12:00:00+08:00')
const { db, call, request } = await startTestServer({ now })

const before = new Date('2026-04-01T00:00:00+08:00')
const after = new Date('2026-06-01T00:00:00+08:00')

async function givenAdvert(over: Partial<typeof adverts.$inferInsert> & { title: string }) {
  await db.insert(adverts).values({ place: 'home', beginsAt: before, endsAt: after, ...over })
}
const titles = (rows: { title: string }[]) => rows.map(({ title }) => title)

test('a guest sees the adverts of each place in the operators’ order, then by age', async () => {
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

test('an advert has its content and its target, and nothing of its schedule', async () => {
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

test('an advert whose target is gone is shown without a link; other adverts keep theirs', async () => {
  const [sold, off] = [await givenProduct(db), await givenProduct(db, { isPublished: false })]
  const open = await givenBall(db, { playerIds: [await givenPlayer(db)] })
  const over = await givenBall(db, { playerIds: [await givenPlayer(db)], isPublic: false })
  const { venueId } = await givenVenue(db)
  const { venueId: venueOff } = await givenVenue(db, { approveStatus: 2 })
  const targets = [
    ...[sold, off].map((id) => routeToThing({ kind: 'product', id })),
    ...[open, over].map((id) => routeToThing({ kind: 'ball', id })),
    ...[venueId, venueOff].map((id) => routeToThing({ kind: 'venue', id })),
    '/pages/bookingClass/index',
  ]
  for (const place of ['home', 'top'] as const) {
    for (const [sortOrder, target] of targets.entries()) await givenAdvert({ title: '广告', place, sortOrder, target })
  }
  const shown = [targets[0], null, targets[2], null, targets[4], null, targets[6]]
  for (const endpoint of [homeAdverts, homeTopAdverts]) {
    expect((await call(endpoint, {})).map(({ target }) => target)).toEqual(shown)
  }
})

test('an expired token still opens the adverts', async () => {
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

test('at most as many adverts are returned as a page shows', async () => {
  for (let number = 0; number < 21; number++) await givenAdvert({ title: `广告${number}`, sortOrder: number })
  const rows = await call(homeAdverts, {})
  expect(rows).toHaveLength(20)
  expect(rows[19]?.title).toBe('广告19')
})
