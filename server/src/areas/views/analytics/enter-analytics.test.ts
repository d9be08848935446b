import { enterAnalytics, renewStaffToken, staffLogOut } from '@paidang/api/areas/desks/staff'
import { logOut } from '@paidang/api/areas/people/auth'
import { changeCompanyAdmin, leaveCompany } from '@paidang/api/areas/places/companies'
import { analyticsCoaches, openAnalytics } from '@paidang/api/areas/views/analytics'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idempotencyKeys } from '../../../db/machinery-tables.ts'
import { analyticsSessions } from '../../../tables/analytics.ts'
import type { companies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { givenCoach, givenCompany, givenCourse, givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { db, call, clock, clientOf, request, signedInAs, tokenOf } = await startTestServer()

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const after = (ms: number) => clock.set(new Date(TEST_NOW.getTime() + ms))
const enter = (ticket: string) => call(enterAnalytics, { body: { ticket } })
const REFUSED = { status: 400, code: 'analytics_link_used' }
const DEAD = { status: 401, code: 'session_expired' }

/** A company whose admin has a link, and the app session that requested it. */
async function givenLink(over: Partial<typeof companies.$inferInsert> = {}) {
  const { companyId, adminId } = await givenCompany(db, { companyName: '青杉网球俱乐部', ...over })
  await db.update(users).set({ nickname: '王启明' }).where(eq(users.id, adminId))
  const inApp = clientOf(await tokenOf(adminId))
  const { path, expiresAt } = await inApp(openAnalytics, { body: { companyId } })
  const ticket = new URL(path, 'http://server.test').searchParams.get('ticket') ?? ''
  return { companyId, adminId, inApp, path, expiresAt, ticket }
}

/** The same company, with the link opened in the console. */
async function givenEntered() {
  const link = await givenLink()
  const { token } = await enter(link.ticket)
  return { ...link, token, onDesktop: clientOf(token) }
}

test('the link of a company’s admin opens its analytics, and only the hash of its ticket is stored', async () => {
  const { companyId, adminId, path, expiresAt, ticket } = await givenLink()
  expect(path).toMatch(/^\/console\/enter\?ticket=[\w-]{43}$/)
  expect(Date.parse(expiresAt)).toBe(TEST_NOW.getTime() + 5 * MINUTE_MS)
  const { token, ...said } = await enter(ticket)
  const staff = {
    id: adminId,
    role: 'company',
    nickname: '王启明',
    merchantId: null,
    companyId,
    placeName: '青杉网球俱乐部',
    isPasswordGiven: false,
    needsFactor: false,
  }
  expect(said).toEqual({ expiresIn: 7200, staff })
  expect(await clientOf(token)(analyticsCoaches, {})).toEqual([{ id: adminId, name: '王启明', courseIds: [] }])
  expect(JSON.stringify(await db.select().from(analyticsSessions))).not.toContain(ticket)
})

test('a repeated request gives another link, even with the same idempotency key', async () => {
  const { companyId, adminId } = await givenLink()
  const headers = { authorization: `Bearer ${await tokenOf(adminId)}`, 'idempotency-key': 'one key for both links' }
  const ask = async () => {
    const answer = await request({
      method: 'POST',
      url: `/aaapi${openAnalytics.path}`,
      headers,
      payload: { companyId },
    })
    return answer.json().data.path as string
  }
  expect(await ask()).not.toBe(await ask())
  expect(await db.$count(idempotencyKeys)).toBe(0)
})

test('the coach of a one-person company is its admin', async () => {
  const { ticket } = await givenLink({ isPerson: true, companyName: '周野' })
  expect((await enter(ticket)).staff).toMatchObject({ role: 'company', placeName: '周野' })
})

test('nobody gets a link for a closed or absent company, or without being its admin', async () => {
  const { companyId, adminId } = await givenCompany(db)
  const member = await givenCoach(db, { companyId })
  const { adminId: otherAdmin } = await givenCompany(db)
  const open = (userId: string, id = companyId) => signedInAs(userId)(openAnalytics, { body: { companyId: id } })
  for (const by of [member, otherAdmin, await givenPlayer(db)]) {
    await expect(open(by)).rejects.toMatchObject({ status: 403, code: 'action_forbidden' })
  }
  await expect(open(adminId, '987654321')).rejects.toMatchObject({ code: 'action_forbidden' })
  const left = await givenCompany(db)
  await signedInAs(left.adminId)(leaveCompany, { body: { companyId: left.companyId } })
  await expect(open(left.adminId, left.companyId)).rejects.toMatchObject({ code: 'action_forbidden' })
  expect(await db.$count(analyticsSessions)).toBe(0)
})

test('a link opens once', async () => {
  const { ticket } = await givenLink()
  await enter(ticket)
  await expect(enter(ticket)).rejects.toMatchObject(REFUSED)
  await expect(enter('a ticket that nobody was given')).rejects.toMatchObject(REFUSED)
})

test('when twenty requests open one link at once, one succeeds', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { ticket } = await givenLink({ companyName: `第 ${round} 家俱乐部` })
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => enter(ticket)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(REFUSED)
  }
})

test('a link lasts five minutes', async () => {
  const { ticket } = await givenLink()
  after(5 * MINUTE_MS)
  await expect(enter(ticket)).rejects.toMatchObject(REFUSED)
  after(5 * MINUTE_MS - 1)
  await expect(enter(ticket)).resolves.toBeDefined()
})

test('once another user is the admin, neither the link nor its token opens anything', async () => {
  const { companyId, inApp, onDesktop } = await givenEntered()
  const { path } = await inApp(openAnalytics, { body: { companyId } })
  const successor = await givenCoach(db, { companyId })
  await expect(onDesktop(analyticsCoaches, {})).resolves.toHaveLength(2)
  await inApp(changeCompanyAdmin, { body: { coachId: successor, companyId } })
  await expect(onDesktop(analyticsCoaches, {})).rejects.toMatchObject(DEAD)
  await expect(onDesktop(renewStaffToken, {})).rejects.toMatchObject(DEAD)
  await expect(enter(path.split('ticket=')[1] ?? '')).rejects.toMatchObject(REFUSED)
})

test('a company that its last coach left opens to nobody', async () => {
  const { companyId, inApp, onDesktop } = await givenEntered()
  await inApp(leaveCompany, { body: { companyId } })
  await expect(onDesktop(analyticsCoaches, {})).rejects.toMatchObject(DEAD)
})

test('a log-out from the app ends the analytics session, and the unopened link is invalid', async () => {
  const { companyId, inApp, onDesktop } = await givenEntered()
  const { path } = await inApp(openAnalytics, { body: { companyId } })
  await inApp(logOut, { body: {} })
  await expect(onDesktop(analyticsCoaches, {})).rejects.toMatchObject(DEAD)
  await expect(enter(path.split('ticket=')[1] ?? '')).rejects.toMatchObject(REFUSED)
})

test('a log-out from the analytics keeps the session in the app', async () => {
  const { companyId, inApp, onDesktop } = await givenEntered()
  await onDesktop(staffLogOut, {})
  await expect(onDesktop(analyticsCoaches, {})).rejects.toMatchObject(DEAD)
  await expect(inApp(openAnalytics, { body: { companyId } })).resolves.toBeDefined()
})

test('a token lasts two hours and is renewed until twelve hours after the link was opened', async () => {
  const { onDesktop } = await givenEntered()
  let desktop = onDesktop
  for (let hours = 1.5; hours < 12; hours += 1.5) {
    after(hours * HOUR_MS)
    desktop = clientOf((await desktop(renewStaffToken, {})).token)
  }
  await expect(onDesktop(analyticsCoaches, {})).rejects.toMatchObject(DEAD)
  after(12 * HOUR_MS)
  await expect(desktop(analyticsCoaches, {})).resolves.toBeDefined()
  await expect(desktop(renewStaffToken, {})).rejects.toMatchObject(DEAD)
})

test('every session sees only its own company, even when one person is the admin of two', async () => {
  const first = await givenEntered()
  const second = await givenCompany(db, { adminId: first.adminId })
  const colleague = await givenCoach(db, { companyId: second.companyId, nickname: '顾南' })
  const { path } = await first.inApp(openAnalytics, { body: { companyId: second.companyId } })
  const other = clientOf((await enter(path.split('ticket=')[1] ?? '')).token)
  const of = { companyId: first.companyId, coachIds: [first.adminId] }
  const courseId = await givenCourse(db, of)
  await givenCourse(db, { ...of, isTrial: true, maxParticipants: 1 })
  const own = { id: first.adminId, name: '王启明' }
  expect(await first.onDesktop(analyticsCoaches, {})).toEqual([{ ...own, courseIds: [courseId] }])
  expect(await other(analyticsCoaches, {})).toEqual([
    { id: colleague, name: '顾南', courseIds: [] },
    { ...own, courseIds: [] },
  ])
})
