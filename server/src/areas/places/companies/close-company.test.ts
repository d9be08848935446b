import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { getCoachView } from '@paidang/api/areas/people/profile'
import { closeCompany, queryCompanies, readManagedCompany } from '@paidang/api/areas/places/admin-companies'
import { openAnalytics } from '@paidang/api/areas/views/analytics'
import type { Call } from '@paidang/api/client'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  givenVenue,
  only,
  TEST_NOW,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation, givenObjection } from '../../../testing/given-invitation.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)
const HOUR_MS = 3_600_000

const { db, clock, signedInAs, asStaff } = await startTestServer()

let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await operator(queryCompanies, { query: { current: 1, rows: 10 } })
})

const close = (id: string, reason = '停业') => operator(closeCompany, { params: { id }, body: { reason } })

test('a company closes: its coaches are told and stay coaches, its courses end, and its history stays readable', async () => {
  const { companyId, adminId } = await givenCompany(db, { companyName: '青杉网球俱乐部' })
  const coachId = await givenCoach(db, { companyId })
  await givenCourse(db, { companyId, coachIds: [adminId, coachId] })
  const closed = await close(companyId)
  expect(closed).toMatchObject({ closedAt: TEST_NOW.toISOString(), coachCount: 0, courseCount: 0, members: [] })
  const said = await db.select().from(messages)
  expect(said.map(({ receiverId }) => receiverId).sort()).toEqual([adminId, coachId].sort())
  expect(said[0]).toMatchObject({
    title: '公司已关闭',
    content: '青杉网球俱乐部已由平台关闭，您的学员和场馆不受影响，原因：停业',
  })
  expect(await db.select().from(staffAuditEvents)).toMatchObject([
    { action: 'company.close', summary: '关闭公司「青杉网球俱乐部」，原因：停业' },
  ])
  const view = await signedInAs(coachId)(getCoachView, { params: { id: coachId } })
  expect(view).toMatchObject({ userType: 1, companies: [] })
  await expectRefusal(db, () => signedInAs(adminId)(openAnalytics, { body: { companyId } }), { status: 403 })
  expect(await operator(readManagedCompany, { params: { id: companyId } })).toMatchObject({ id: companyId })

  // Pressed again, nothing more happens.
  expect(await close(companyId, '再次')).toMatchObject({ closedAt: closed.closedAt })
  expect([await db.$count(messages), await db.$count(staffAuditEvents)]).toEqual([2, 1])
})

test('a contracted coach without another club is an ordinary coach from then on', async () => {
  const { companyId } = await givenCompany(db)
  const { companyId: other } = await givenCompany(db)
  const here = await givenCoach(db, { companyId, userType: 2 })
  const both = await givenCoach(db, { companyId, userType: 2 })
  await db.insert(companyMembers).values({ companyId: other, userId: both })
  await close(companyId)
  const typeOf = async (id: string) => only(await db.select().from(users).where(eq(users.id, id))).userType
  expect([await typeOf(here), await typeOf(both)]).toEqual([1, 2])
})

test('a company that owes classes, hours or an answer stays open', async () => {
  const scene = await givenScene(db, { sessions: 10 })
  const { companyId } = scene
  await expectRefusal(db, () => close(companyId), {
    status: 409,
    code: 'company_has_contracts',
    message: '公司还有课时没用完的合同：1 份',
  })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await expectRefusal(db, () => close(companyId), { status: 409, code: 'classes_unfinished' })

  // Hours that ran out or were used are owed no more.
  const { companyId: used } = await givenCompany(db)
  const usedCourse = await givenCourse(db, { companyId: used })
  const userId = await givenPlayer(db)
  await givenContract(db, { userId, courseId: usedCourse, sessions: 4, spent: 4 })
  await givenContract(db, { userId: await givenPlayer(db), courseId: usedCourse, expiryDate: '2026-04-30' })
  expect(await close(used)).toMatchObject({ contractCount: 2, courses: [] })
})

test('a company stays open while a player may object to a class, or waits for the answer', async () => {
  const scene = await givenScene(db, { sessions: 1 })
  const { companyId, playerId } = scene
  const invitationId = await givenInvitation(db, { scene, status: 'COMPLETED' })
  const refusal = { status: 409, code: 'company_has_objections' }
  await expectRefusal(db, () => close(companyId), refusal)
  await givenObjection(db, { invitationId, userId: playerId })
  clock.set(new Date(TEST_NOW.getTime() + 73 * HOUR_MS))
  operator = asStaff('operator')
  await operator(readManagedCompany, { params: { id: companyId } })
  await expectRefusal(db, () => close(companyId), refusal)
})

test('a one-person company, an unknown one, and a close without a reason are refused', async () => {
  const { companyId: own } = await givenCompany(db, { isPerson: true })
  const { companyId } = await givenCompany(db)
  await expectRefusal(db, () => close(own), { status: 409, code: 'company_is_own' })
  await expectRefusal(db, () => close('987654321987'), { status: 404, code: 'company_not_found' })
  await expectRefusal(db, () => close(companyId, ' '), { code: 'input_invalid' })
})

test('of a booking and a close at once only one succeeds', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { companyId, adminId } = await givenCompany(db)
    const courseDesignId = await givenCourse(db, { companyId, coachIds: [adminId] })
    const { venueId: stadiumId } = await givenVenue(db, { coachIds: [adminId] })
    const playerId = await givenPlayer(db)
    await givenRelation(db, adminId, playerId)
    const slots = { courseDate: TOMORROW, beginTimeSlot: 32, endTimeSlot: 34 }
    const body = { coachId: adminId, stadiumId, courseDesignId, ...slots }
    const attempts = [() => signedInAs(playerId)(createByPlayer, { body }), () => close(companyId)]
    const answers = await Promise.allSettled((round % 2 === 0 ? attempts : attempts.reverse()).map((go) => go()))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})
