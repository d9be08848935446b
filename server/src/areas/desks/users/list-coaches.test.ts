import { queryCoaches, readManagedCoach } from '@paidang/api/areas/desks/admin-coaches'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { userSuspensions } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { coachVenues } from '../../../tables/venues.ts'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenFile,
  givenPlayer,
  givenPolicy,
  givenRelation,
  givenScene,
  givenStaff,
  givenVenue,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { givenReport, givenRequest } from '../../../testing/given-desks.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'

const { db, asStaff } = await startTestServer()

const ask = () => asStaff('operator')
const list = async (query: object) => {
  const { rows, total } = await ask()(queryCoaches, { query: { current: 1, rows: 10, ...query } })
  return { ids: rows.map(({ id }) => id), total, rows }
}
const detail = (id: string) => ask()(readManagedCoach, { params: { id } })

test('coaches are found by name and number, players never; the latest come first', async () => {
  const at = (day: string) => ({ createdAt: new Date(`${day}T08:00:00+08:00`) })
  await givenPlayer(db, { nickname: '林球员', ...at('2026-04-09') })
  const lin = await givenCoach(db, { nickname: '林一鸣', phone: '13811112222', ...at('2026-04-01') })
  const zhou = await givenCoach(db, { nickname: '周野', phone: '13833334444', userType: 2, ...at('2026-04-02') })
  expect((await list({})).ids).toEqual([zhou, lin])
  expect((await list({ sort: 'createdAt', sord: 'asc' })).ids).toEqual([lin, zhou])
  expect((await list({ keyword: ' 林 ' })).ids).toEqual([lin])
  expect((await list({ keyword: '13833334444' })).ids).toEqual([zhou])
  const { rows, total } = await list({ keyword: '2222' })
  expect([rows, total]).toMatchObject([[{ id: lin, phone: '138****2222', state: 'NORMAL', companies: [] }], 1])
  expect(JSON.stringify(rows)).not.toContain('username')
})

test('coaches are filtered by company, by verification, by whether they teach for a club, and by state', async () => {
  const { companyId, adminId } = await givenCompany(db)
  const { companyId: ownId, adminId: solo } = await givenCompany(db, { isPerson: true })
  const loner = await givenCoach(db)
  await db.update(users).set({ verified: 1 }).where(eq(users.id, solo))
  const staffId = await givenStaff(db, { kind: 'operator' })
  await db.insert(userSuspensions).values({ userId: loner, reason: '爽约', staffId, createdAt: TEST_NOW })
  expect((await list({ companyId })).ids).toEqual([adminId])
  expect((await list({ companyId: ownId })).ids).toEqual([solo])
  expect(await list({ isVerified: true })).toMatchObject({ ids: [solo], total: 1 })
  expect(await list({ isVerified: false })).toMatchObject({ total: 2 })
  expect((await list({ isPerson: false })).ids).toEqual([adminId])
  expect((await list({ isPerson: true })).ids.sort()).toEqual([solo, loner].sort())
  expect((await list({ state: 'SUSPENDED' })).ids).toEqual([loner])
})

test('a row counts permitted venues, students, and the classes held in the last 30 days', async () => {
  const scene = await givenScene(db)
  const { coachId, companyId } = scene
  const { companyId: ownId } = await givenCompany(db, { adminId: coachId, isPerson: true })
  await givenRequest(db, coachId, (await givenVenue(db)).venueId)
  await givenRelation(db, coachId, await givenPlayer(db))
  const held = { scene, status: 'COMPLETED' as const, attendance: 'present' as const }
  await givenInvitation(db, { ...held, courseDate: '2026-05-01', beginTimeSlot: 14, endTimeSlot: 16 })
  await givenInvitation(db, { ...held, courseDate: '2026-04-02' })
  await givenInvitation(db, { ...held, courseDate: '2026-04-01' })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const { rows } = await list({})
  expect(rows.find(({ id }) => id === coachId)).toMatchObject({
    venueCount: 1,
    studentCount: 2,
    classCount: 2,
    companies: [
      { id: companyId, isPerson: false, isAdmin: false },
      { id: ownId, isPerson: true, isAdmin: true },
    ],
  })
})

test('the page of a coach shows their courses and venues, and counts their work', async () => {
  const scene = await givenScene(db, { sessions: 10 })
  const { coachId, companyId, courseId, venueId, playerId } = scene
  await givenCourse(db, { companyId, coachIds: [coachId], delFlag: true })
  await db.update(coachVenues).set({ isManager: true }).where(eq(coachVenues.coachId, coachId))
  const { venueId: asked } = await givenVenue(db)
  await givenRequest(db, coachId, asked)
  await givenContract(db, { userId: playerId, courseId, coachId: scene.adminId, sessions: 50 })
  await givenInvitation(db, { scene, status: 'COMPLETED', attendance: 'present' })
  await givenInvitation(db, { scene, status: 'EXPIRED', courseDate: '2026-04-20' })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await givenInvitation(db, { scene, beginTimeSlot: 30, endTimeSlot: 32 })
  const cancelled = (courseDate: string, cancelledAt: string) =>
    givenInvitation(db, {
      scene,
      status: 'CANCELLED',
      courseDate,
      cancelledBy: coachId,
      over: { cancelledAt: new Date(cancelledAt), confirmedAt: new Date('2026-04-01T08:00:00+08:00') },
    })
  // Both begin at 10:00. Free cancelling ends 24 hours before.
  await cancelled('2026-04-22', '2026-04-21T10:00:01+08:00')
  await cancelled('2026-04-24', '2026-04-23T10:00:00+08:00')
  // Classes that carry a policy are free until its first tier, or until they begin.
  const madeBy = scene.adminId
  await givenPolicy(db, { companyId, courseId, madeBy }, { tiers: [{ hours: 2, percent: 100 }] })
  await cancelled('2026-04-25', '2026-04-25T08:00:00+08:00')
  await cancelled('2026-04-27', '2026-04-27T08:00:01+08:00')
  await givenPolicy(db, { companyId, courseId, madeBy }, { tiers: [] })
  await cancelled('2026-04-26', '2026-04-26T09:59:59+08:00')
  await givenReport(db, { reporterId: playerId, ownerId: coachId })
  const { courses, venues, work, ...coach } = await detail(coachId)
  expect(coach).toMatchObject({ id: coachId, venueCount: 1, applications: [] })
  expect(courses).toMatchObject([{ id: courseId, companyId, pricePerSession: 30_000 }])
  expect(venues).toMatchObject([
    { id: venueId, isManager: true, associationStatus: 1 },
    { id: asked, isManager: false, associationStatus: 0 },
  ])
  expect(work).toEqual({
    runningContracts: 1,
    outstandingSessions: expect.any(Number),
    upcomingClasses: 2,
    classes: [
      { status: 'CANCELLED', count: 5 },
      { status: 'COMPLETED', count: 1 },
      { status: 'EXPIRED', count: 1 },
    ],
    lateCancels: 2,
    likes: 0,
    reports: 1,
    waitingReports: 1,
  })
})

test('the certificates of a coach are shown by links, with who decided and when', async () => {
  const coachId = await givenCoach(db, { verified: 1 })
  await givenCompany(db, { adminId: coachId, isPerson: true })
  const picture = await givenFile(db, { relativePath: 'private/certificates/1.webp', ownerId: coachId })
  const [application] = await db
    .insert(coachApplications)
    .values({
      userId: coachId,
      realName: '林一鸣',
      yearsTeaching: 8,
      region: '上海市',
      certificates: picture,
      approveStatus: 1,
      decidedAt: TEST_NOW,
    })
    .returning()
  const actorId = await givenStaff(db, { kind: 'operator', nickname: '小周' })
  const action = {
    actorId,
    action: 'coach-application.approve',
    summary: '通过用户（编号 7）的教练认证',
    now: TEST_NOW,
  } as const
  await recordAuditEvent(db, { ...action, objectId: application?.id ?? '' })
  const { applications } = await detail(coachId)
  expect(applications).toMatchObject([
    { application: { realName: '林一鸣' }, decision: { by: '小周', at: TEST_NOW.toISOString() } },
  ])
  expect(applications[0]?.application.certificates[0]?.url).toContain('/aaapi/files/private/certificates/1.webp?')
})

test('a user who is no coach has no such page', async () => {
  const player = await givenPlayer(db)
  for (const id of [player, '987654321987'])
    await expect(detail(id)).rejects.toMatchObject({ status: 404, code: 'coach_not_found' })
})
