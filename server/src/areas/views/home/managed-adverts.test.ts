import { deleteProduct } from '@paidang/api/areas/activities/shop'
import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import { decideContent, listContent } from '@paidang/api/areas/desks/admin-content'
import * as calls from '@paidang/api/areas/views/admin-adverts'
import { homeAdverts } from '@paidang/api/areas/views/home'
import { routeToThing } from '@paidang/domain/areas/views/home/advert-target'
import { asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { courses } from '../../../tables/companies.ts'
import { adverts } from '../../../tables/home.ts'
import { messages } from '../../../tables/messages.ts'
import { givenAdvert, givenCompany, givenCourse, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenProduct } from '../../../testing/given-shop.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { endGoneAdverts } from './advert-clock.ts'

const server = await startTestServer()
const { db, call, asAdmin, asStaff, clock } = server

const ROUNDS = raceRounds(20)
const HOUR_MS = 3_600_000
const hoursFrom = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS)
const at = (hours: number) => hoursFrom(hours).toISOString()
const form = (over: Partial<calls.AdvertForm> = {}): calls.AdvertForm => ({
  place: 'home',
  label: ' 新课 ',
  title: ' 春季班 ',
  subtitle: '四人小班',
  image: null,
  target: '/pages/threading/index',
  beginsAt: at(-1),
  endsAt: at(1),
  ...over,
})
const listed = async (operator: typeof call, query: { place: 'home' | 'top'; isOver?: boolean }) =>
  (await operator(calls.advertsForOperator, { query: { current: 1, rows: 50, ...query } })).rows
const shown = async () => (await call(homeAdverts, {})).map(({ title }) => title)

test('an advert is added, shown, changed, ended and deleted, and each action is in the audit log', async () => {
  const operator = asStaff('operator')
  const made = await operator(calls.createAdvert, { body: form({ target: '/pages/bookingClass/index' }) })
  expect(made).toMatchObject({ label: '新课', title: '春季班', state: 'running', targetName: '约课' })
  expect(await shown()).toEqual(['春季班'])
  const params = { id: made.id }
  const change = { ...form({ title: '暑期班' }), revision: made.revision }
  await operator(calls.updateAdvert, { params, body: change })
  const changed = {
    code: 'revision_outdated',
    status: 409,
  } as const
  await expectRefusal(db, () => operator(calls.updateAdvert, { params, body: change }), changed)
  expect(await operator(calls.advertForOperator, { params })).toMatchObject({ title: '暑期班', targetName: '穿线' })
  expect(await operator(calls.endAdvert, { params })).toMatchObject({ state: 'over', endsAt: at(0) })
  await expectRefusal(db, () => operator(calls.updateAdvert, { params, body: { ...change, revision: 1 } }), changed)
  expect(await shown()).toEqual([])
  expect((await listed(operator, { place: 'home', isOver: true })).map(({ title }) => title)).toEqual(['暑期班'])
  await expectRefusal(db, () => operator(calls.endAdvert, { params }), { code: 'advert_over', status: 409 })
  await operator(calls.deleteAdvert, { params })
  await expectRefusal(db, () => operator(calls.advertForOperator, { params }), { code: 'advert_not_found' })
  const actions = await db.select().from(staffAuditEvents).orderBy(asc(staffAuditEvents.id))
  expect(actions.map(({ action, summary }) => [action, summary])).toEqual([
    ['advert.create', '新增广告「春季班」'],
    ['advert.update', '修改广告「暑期班」'],
    ['advert.end', '结束广告「暑期班」'],
    ['advert.delete', '删除广告「暑期班」'],
  ])
})

test('an advert is future, current and past by its schedule; a future one cannot be ended', async () => {
  const operator = asStaff('operator')
  const { id } = await operator(calls.createAdvert, { body: form({ beginsAt: at(0.5), endsAt: at(1) }) })
  const params = { id }
  expect((await operator(calls.advertForOperator, { params })).state).toBe('coming')
  await expectRefusal(db, () => operator(calls.endAdvert, { params }), { code: 'advert_not_begun' })
  clock.set(hoursFrom(0.5))
  expect(await shown()).toEqual(['春季班'])
  clock.set(hoursFrom(1))
  expect((await operator(calls.advertForOperator, { params })).state).toBe('over')
})

test.each([
  ['without a title', { title: ' ' }, 'advert_title_missing'],
  ['that ends as it begins', { endsAt: at(-1) }, 'advert_schedule_invalid'],
  ['that leads out of the app', { target: 'https://example.com/pages/home/index' }, 'advert_target_unknown'],
  ['that leads to a page of somebody', { target: '/user/pages/account/index' }, 'advert_target_unknown'],
  ['that leads to a product nobody sells', { target: '/shop/pages/product/index?id=987654' }, 'advert_target_unknown'],
  ['of its own page without a company that answers', { target: null }, 'advert_company_needed'],
  ['of a company that is not there', { target: null, companyId: '987654' }, 'advert_company_unknown'],
  ['with a private picture', { image: 'private/contracts/1.webp' }, 'file_not_found'],
  ['with a picture that is not there', { image: 'public/adverts/none.webp' }, 'file_not_found'],
])('no advert is saved %s', async (_case, fault, code) => {
  const operator = asStaff('operator')
  await listed(operator, { place: 'home' })
  await expectRefusal(db, () => operator(calls.createAdvert, { body: form(fault) }), { code })
})

test('an advert links to a product that is found by its name, and says when the product is gone', async () => {
  const operator = asStaff('operator')
  const id = await givenProduct(db, { name: '训练球' })
  await givenProduct(db, { name: '训练网', isPublished: false })
  const found = await operator(calls.findTargets, { query: { kind: 'product', keyword: '训练' } })
  expect(found).toEqual([{ id, name: '训练球', target: `/shop/pages/product/index?id=${id}` }])
  const made = await operator(calls.createAdvert, { body: form({ target: found[0]?.target ?? null }) })
  expect(made.targetName).toBe('商品：训练球')
  await operator(deleteProduct, { params: { id } })
  expect((await listed(operator, { place: 'home' }))[0]?.targetName).toBe('商品（已不可见）')
})

test('the adverts of a place have the operators’ order; past ones are not part of it', async () => {
  const operator = asStaff('operator')
  await givenAdvert(db, { title: '旧', endsAt: TEST_NOW })
  const ids: string[] = []
  for (const title of ['甲', '乙', '丙']) {
    ids.push((await operator(calls.createAdvert, { body: form({ title }) })).id)
  }
  const order = (input: string[]) => operator(calls.orderAdverts, { body: { place: 'home', ids: input } })
  await order([...ids].reverse())
  expect(await shown()).toEqual(['丙', '乙', '甲'])
  await expectRefusal(db, () => order(ids.slice(1)), { code: 'adverts_changed', status: 409 })
  const params = { id: ids[2] ?? '' }
  await operator(calls.updateAdvert, { params, body: { ...form({ title: '丙', place: 'top' }), revision: 0 } })
  expect(await shown()).toEqual(['乙', '甲'])
  await expectRefusal(db, () => order(ids), { code: 'adverts_changed' })
})

test('when two operators add the last possible advert simultaneously, one is refused', async () => {
  const [one, other] = [asStaff('operator'), asStaff('senior')]
  for (let number = 1; number < 50; number++) await givenAdvert(db, { title: `广告${number}` })
  for (let round = 0; round < ROUNDS; round++) {
    const ends = await Promise.allSettled([one, other].map((by) => by(calls.createAdvert, { body: form() })))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const made = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.id] : []))
    await db.delete(adverts).where(inArray(adverts.id, made))
  }
})

/** A club, its admin in the console, and a course of it. */
async function givenClub() {
  const { companyId, adminId } = await givenCompany(db, { companyName: '青杉' })
  const courseId = await givenCourse(db, { companyId })
  return { companyId, adminId, courseId, admin: asAdmin({ userId: adminId, companyId }) }
}
const ofCourse = (courseId: string, over: Partial<calls.CompanyAdvertForm> = {}) => ({
  ...form({ target: routeToThing({ kind: 'course', id: courseId }) }),
  terms: '限新学员',
  ...over,
})
const own = async (admin: typeof call) =>
  (await admin(calls.advertsOfCompany, { query: { current: 1, rows: 10 } })).rows

test('a company advertises what is its own; its words are checked before others see them', async () => {
  const { admin, courseId, adminId } = await givenClub()
  const operator = asStaff('operator')
  const made = await admin(calls.createCompanyAdvert, { body: ofCourse(courseId, { title: '待人工 春季班' }) })
  expect(made).toMatchObject({ title: '新广告', isOfCompany: true, club: '青杉', state: 'running' })
  expect(made.pending).toEqual([{ field: 'title', value: '待人工 春季班' }])
  expect(await shown()).toEqual([])
  const page = { current: 1, rows: 10, state: 'waiting' as const }
  const [held] = (await operator(listContent, { query: page })).rows
  await operator(decideContent, { params: { id: held?.id ?? '' }, body: { approve: true } })
  expect(await shown()).toEqual(['待人工 春季班'])
  const params = { id: made.id }
  const change = { ...ofCourse(courseId, { title: '违禁词' }), revision: 1 }
  await expectRefusal(db, () => admin(calls.updateCompanyAdvert, { params, body: change }), {
    code: 'content_rejected',
  })
  const change2 = { ...ofCourse(courseId, { title: '秋季班' }), revision: 1 }
  expect(await admin(calls.updateCompanyAdvert, { params, body: change2 })).toMatchObject({
    title: '秋季班',
    pending: [],
  })
  const listedThere = await operator(calls.advertsForOperator, {
    query: { current: 1, rows: 10, place: 'home', ofCompanies: true },
  })
  expect(listedThere.rows).toMatchObject([{ id: made.id }])
  await expectRefusal(db, () => operator(calls.updateAdvert, { params, body: { ...form(), revision: 2 } }), {
    code: 'action_forbidden',
  })
  await operator(calls.endAdvert, { params })
  expect(await shown()).toEqual([])
  const foreign = await givenCourse(db, { companyId: (await givenCompany(db, { companyName: '江岸' })).companyId })
  const refused = { code: 'advert_target_unknown' }
  await expectRefusal(db, () => admin(calls.createCompanyAdvert, { body: ofCourse(foreign) }), refused)
  const other = routeToThing({ kind: 'product', id: await givenProduct(db) })
  await expectRefusal(db, () => admin(calls.createCompanyAdvert, { body: ofCourse('1', { target: other }) }), refused)
  expect(await db.$count(messages, eq(messages.receiverId, adminId))).toBe(0)
})

test('twenty presses are one advert, and a company has only so many', async () => {
  const { admin, courseId } = await givenClub()
  const press = (title: string) => admin(calls.createCompanyAdvert, { body: ofCourse(courseId, { title }) })
  await Promise.all(Array.from({ length: 20 }, () => press('春季班')))
  expect(await own(admin)).toHaveLength(1)
  const more = await Promise.allSettled(['一', '二', '三', '四', '五', '六'].map(press))
  expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  const [last] = await own(admin)
  await admin(calls.endCompanyAdvert, { params: { id: last?.id ?? '' }, body: { revision: last?.revision ?? 0 } })
  expect((await press('七')).state).toBe('running')
})

test('an advert whose thing is gone disappears at once, and its author is told once', async () => {
  const { admin, courseId, adminId } = await givenClub()
  await admin(calls.createCompanyAdvert, { body: ofCourse(courseId) })
  await givenAdvert(db, { title: '平台', sortOrder: -1, target: routeToThing({ kind: 'course', id: courseId }) })
  expect(await shown()).toEqual(['平台', '春季班'])
  await db.update(courses).set({ delFlag: true })
  expect(await shown()).toEqual([])
  for (const _ of [1, 2]) expect(await runJob(server, endGoneAdverts)).toEqual([])
  const told = await db.select().from(messages)
  expect(told).toMatchObject([{ receiverId: adminId, title: '广告「春季班」已下线' }])
  const inbox = await asStaff('operator')(readInbox, { query: {} })
  expect(inbox.items).toMatchObject([{ kind: 'ADVERT_GONE', about: '平台' }])
  // It does not come back by itself, but once its author leads it anywhere again.
  await db.update(courses).set({ delFlag: false })
  expect(await shown()).toEqual([])
  const [gone] = await own(admin)
  expect(gone?.state).toBe('gone')
  const body = { ...ofCourse(courseId), revision: gone?.revision ?? 0 }
  await admin(calls.updateCompanyAdvert, { params: { id: gone?.id ?? '' }, body })
  expect(await shown()).toEqual(['春季班'])
})
