import { countAdverts, homeAdverts, homeTopAdverts, readAdvertPage } from '@paidang/api/areas/views/home'
import { advertPageOf, routeToThing } from '@paidang/domain/areas/views/home/advert-target'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies, companyMembers, courses } from '../../../tables/companies.ts'
import { advertCounts, advertDays, adverts } from '../../../tables/home.ts'
import { givenCompany, givenCourse, givenPlayer, givenVenue } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenProduct } from '../../../testing/given-shop.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { foldAdvertCounts } from './advert-clock.ts'

const now = new Date('2026-05-01T12:00:00+08:00')
const server = await startTestServer({ now })
const { db, call, request } = server

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
    club: null,
  })
})

test('an advert whose thing is gone is shown to nobody; other adverts are', async () => {
  const [sold, off] = [await givenProduct(db), await givenProduct(db, { isPublished: false })]
  const open = await givenBall(db, { playerIds: [await givenPlayer(db)] })
  const over = await givenBall(db, { playerIds: [await givenPlayer(db)], isPublic: false })
  const { venueId } = await givenVenue(db)
  const { venueId: venueOff } = await givenVenue(db, { approveStatus: 2 })
  const { companyId, adminId } = await givenCompany(db)
  const { companyId: closedId } = await givenCompany(db, { companyName: '已停业' })
  await db.delete(companyMembers).where(eq(companyMembers.companyId, closedId))
  await db.update(companies).set({ closedAt: before }).where(eq(companies.id, closedId))
  const [courseId, taken] = [await givenCourse(db, { companyId }), await givenCourse(db, { companyId, delFlag: true })]
  const coachOf = (id: string) => routeToThing({ kind: 'coach', id })
  const targets = [
    ...[sold, off].map((id) => routeToThing({ kind: 'product', id })),
    ...[open, over].map((id) => routeToThing({ kind: 'ball', id })),
    ...[venueId, venueOff].map((id) => routeToThing({ kind: 'venue', id })),
    ...[courseId, taken].map((id) => routeToThing({ kind: 'course', id })),
    ...[adminId, await givenPlayer(db)].map(coachOf),
    '/pages/bookingClass/index',
  ]
  for (const place of ['home', 'top'] as const) {
    for (const [sortOrder, target] of targets.entries()) await givenAdvert({ title: '广告', place, sortOrder, target })
  }
  await givenAdvert({ title: '停业', companyId: closedId, place: 'top', sortOrder: -1 })
  const shown = targets.filter((_, at) => at % 2 === 0)
  for (const endpoint of [homeAdverts, homeTopAdverts]) {
    expect((await call(endpoint, {})).map(({ target }) => target)).toEqual(shown)
  }
})

test('terms, or nothing else to open, lead to the advert’s own page, which says what is so now', async () => {
  const { companyId } = await givenCompany(db, { companyName: '青杉', phone: '02112345678' })
  const courseId = await givenCourse(db, { companyId, courseName: '春季班', pricePerSession: 30_000 })
  const target = routeToThing({ kind: 'course', id: courseId })
  await givenAdvert({ title: '有条款', target, companyId, terms: '限新学员' })
  await givenAdvert({ title: '单独一页', companyId, sortOrder: 1 })
  const [one, other] = await call(homeAdverts, {})
  expect([one?.target, other?.target]).toEqual([advertPageOf(one?.id ?? ''), advertPageOf(other?.id ?? '')])
  const page = () => call(readAdvertPage, { params: { id: one?.id ?? '' } })
  expect(await page()).toMatchObject({ terms: '限新学员', club: '青杉', phone: '02112345678', mayAsk: true, target })
  await db.update(courses).set({ pricePerSession: 25_000 })
  expect((await page()).thing).toEqual({ kind: 'course', id: courseId, name: '春季班 · 青杉', priceFen: 25_000 })
  await db.update(courses).set({ delFlag: true })
  await expectRefusal(db, page, { code: 'advert_not_found', status: 404 })
})

test('twenty guests at once are counted, whatever the job does meanwhile, and nothing of them is kept', async () => {
  await givenAdvert({ title: '春季班' })
  await givenAdvert({ title: '已结束', endsAt: now })
  const ids = (await db.select({ id: adverts.id }).from(adverts)).map(({ id }) => id)
  const [running = '', over = ''] = ids
  const count = () => call(countAdverts, { body: { seen: [running, over], pressed: running } })
  const fold = () => runJob(server, foldAdvertCounts)
  await Promise.all([...Array.from({ length: 20 }, count), fold(), fold()])
  await fold()
  expect(await db.$count(advertCounts)).toBe(0)
  expect(await db.select().from(advertDays)).toEqual([{ advertId: running, day: '2026-05-01', seen: 20, pressed: 20 }])
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
