import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as companies from '@paidang/api/areas/places/companies'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { coachCourses, companyMembers, companies as companyRows } from '../../../tables/companies.ts'
import { messages } from '../../../tables/messages.ts'
import { studentRelations } from '../../../tables/relations.ts'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, request, tokenOf, clock } = await startTestServer()

const company = (id: string, actorId: string) => signedInAs(actorId)(companies.getCompany, { params: { id } })
const coachesOf = (id: string, actorId: string, nickname?: string) =>
  signedInAs(actorId)(companies.coachesOfCompany, { params: { id }, query: nickname === undefined ? {} : { nickname } })
const transfer = (coachId: string, actorId: string, companyId?: string) =>
  signedInAs(actorId)(companies.changeCompanyAdmin, { body: { coachId, ...(companyId && { companyId }) } })
const leave = (actorId: string, companyId?: string) =>
  signedInAs(actorId)(companies.leaveCompany, { body: companyId === undefined ? {} : { companyId } })
const refused = (call: () => Promise<unknown>, refusal: object) => expectRefusal(db, call, refusal)
const told = async () =>
  (await db.select().from(messages).orderBy(messages.id)).map(({ receiverId, title, objectKind }) => [
    receiverId,
    title,
    objectKind,
  ])

describe('a company', () => {
  test('is shown to everybody, its phone to its members', async () => {
    const { companyId, adminId, coachId, playerId } = await givenScene(db)
    await db.update(companyRows).set({ phone: '021-55550201' })
    const seen = await company(companyId, playerId)
    expect(seen).toMatchObject({
      id: companyId,
      adminId,
      isPerson: false,
      phone: null,
      coachCount: 2,
      courseCount: 1,
      studentCount: 1,
      isMember: false,
      freeCancelHours: 24,
      forgivenLateCancels: 1,
      firstStart: 12,
      lastStart: 44,
    })
    expect(await company(companyId, coachId)).toEqual({ ...seen, phone: '021-55550201', isMember: true })
    const affiliated = await givenCoach(db, { companyId, userType: 2 })
    expect(await company(`${companyId}-${affiliated}`, affiliated)).toMatchObject({ isMember: true, coachCount: 3 })
    await refused(() => company(`${companyId}-${coachId}`, affiliated), { status: 403, code: 'data_of_others' })
    await refused(() => company('987654321987', coachId), { status: 404, code: 'company_not_found' })
  })

  test('shows its coaches by name to its members, of every type of coach', async () => {
    const { companyId, adminId } = await givenCompany(db, { adminId: await givenCoach(db, { nickname: '安娜' }) })
    const bo = await givenCoach(db, { companyId, nickname: '柏_100%', userType: 2 })
    await givenCourse(db, { companyId, coachIds: [bo], courseName: '小班' })
    await givenCourse(db, { companyId, coachIds: [bo], courseName: '旧课', delFlag: true })
    await givenCourse(db, { companyId: (await givenCompany(db)).companyId, coachIds: [bo], courseName: '别处' })
    expect(await coachesOf(companyId, bo)).toEqual([
      {
        coachVO: { id: adminId, userType: 1, nickname: '安娜', avatar: null, likeCount: 0 },
        isAdmin: true,
        courseNames: [],
      },
      {
        coachVO: { id: bo, userType: 2, nickname: '柏_100%', avatar: null, likeCount: 0 },
        isAdmin: false,
        courseNames: ['小班'],
      },
    ])
    expect(await coachesOf(companyId, adminId, '_100%')).toHaveLength(1)
    expect(await coachesOf(companyId, adminId, '%')).toHaveLength(1)
    expect(await coachesOf(companyId, adminId, '安 ')).toHaveLength(1)
    const stranger = await givenCoach(db)
    await refused(() => coachesOf(companyId, stranger), { status: 403, code: 'action_forbidden' })
  })
})

describe('the admin hands over the role', () => {
  test('to a coach of the company, at once; both are notified, and the former admin loses the role', async () => {
    const { companyId, adminId, coachId } = await givenScene(db)
    expect(await transfer(coachId, adminId)).toMatchObject({ id: companyId, adminId: coachId, isMember: true })
    expect(await told()).toEqual([
      [coachId, '公司管理员已转让', 'company'],
      [adminId, '公司管理员已转让', 'company'],
    ])
    await refused(() => transfer(coachId, adminId, companyId), { status: 403, code: 'company_admin_only' })
    expect(await transfer(adminId, coachId, companyId)).toMatchObject({ adminId })
  })

  test('but not to a stranger, an affiliated coach or themselves; and nobody else hands it over', async () => {
    const { companyId, adminId, coachId } = await givenScene(db)
    const affiliated = await givenCoach(db, { companyId, userType: 2 })
    const stranger = await givenCoach(db)
    for (const target of [stranger, affiliated, adminId, '987654321987'])
      await refused(() => transfer(target, adminId, companyId), { status: 404, code: 'coach_not_found' })
    for (const actorId of [coachId, affiliated, stranger])
      await refused(() => transfer(coachId, actorId, companyId), { status: 403, code: 'company_admin_only' })
    await refused(() => transfer(coachId, adminId, '987654321987'), { status: 403, code: 'company_admin_only' })
  })

  test('naming the company if they administer several', async () => {
    const { companyId, adminId, coachId } = await givenScene(db)
    await givenCompany(db, { adminId })
    await refused(() => transfer(coachId, adminId), { status: 400, code: 'input_invalid' })
    expect(await transfer(coachId, adminId, companyId)).toMatchObject({ adminId: coachId })
  })

  test('and of several concurrent transfers exactly one succeeds', async () => {
    const { companyId, adminId } = await givenCompany(db)
    const heirs = await Promise.all(Array.from({ length: 8 }, () => givenCoach(db, { companyId })))
    const results = await Promise.allSettled(heirs.map((heir) => transfer(heir, adminId, companyId)))
    const winners = heirs.filter((_, index) => results[index]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 403, code: 'company_admin_only' })
    expect((await db.select().from(companyRows))[0]?.adminId).toBe(winners[0])
    expect(await told()).toHaveLength(2)
  })

  test('and the same call with the same key gets the first answer again', async () => {
    const { companyId, adminId, coachId } = await givenScene(db)
    const headers = { authorization: `Bearer ${await tokenOf(adminId)}`, 'idempotency-key': 'transfer-once' }
    const call = { method: 'POST' as const, url: '/aaapi/coach-home/changeCompanyAdmin', headers }
    const payload = { coachId, companyId }
    const first = await request({ ...call, payload })
    const again = await request({ ...call, payload })
    expect([again.statusCode, again.body]).toEqual([200, first.body])
    expect(await told()).toHaveLength(2)
  })
})

describe('a coach leaves', () => {
  test('and no longer teaches there, but keeps students and other companies; the admin is notified', async () => {
    const { companyId, adminId, coachId, courseId, playerId } = await givenScene(db)
    const own = await givenCompany(db, { adminId: coachId, isPerson: true })
    const ownCourse = await givenCourse(db, { companyId: own.companyId, coachIds: [coachId] })
    expect(await leave(coachId)).toBeNull()
    expect(await db.select().from(companyMembers).where(eq(companyMembers.userId, coachId))).toMatchObject([
      { companyId: own.companyId },
    ])
    expect(await db.select().from(coachCourses).where(eq(coachCourses.coachId, coachId))).toEqual([
      { coachId, courseId: ownCourse },
    ])
    expect(await db.select().from(coachCourses).where(eq(coachCourses.courseId, courseId))).toHaveLength(1)
    expect(await db.select().from(studentRelations)).toMatchObject([{ coachId, playerId }])
    expect(await told()).toEqual([
      [playerId, expect.stringContaining('已离开'), 'coach_leave'],
      [adminId, '有教练离开公司', 'company'],
    ])
    await refused(() => leave(coachId), { status: 403, code: 'action_forbidden' })
    await refused(() => leave(coachId, companyId), { status: 403, code: 'action_forbidden' })
    await refused(() => leave(coachId, own.companyId), { status: 403, code: 'action_forbidden' })
  })

  test('naming the club if they teach at several', async () => {
    const { companyId, coachId } = await givenScene(db)
    const other = await givenCompany(db)
    await db.insert(companyMembers).values({ companyId: other.companyId, userId: coachId })
    await refused(() => leave(coachId), { status: 400, code: 'input_invalid' })
    expect(await leave(coachId, companyId)).toBeNull()
    expect(await leave(coachId)).toBeNull()
  })

  test('but is refused with a live class; an expired request is no live class', async () => {
    const scene = await givenScene(db)
    const { coachId, adminId } = scene
    const id = await givenInvitation(db, { scene, courseDate: '2026-05-04' })
    await refused(() => leave(coachId), { status: 409, code: 'classes_unfinished' })
    clock.set(new Date('2026-05-02T11:30:00+08:00'))
    expect(await leave(coachId)).toBeNull()
    await refused(() => signedInAs(coachId)(classActions.confirmInvitation, { params: { id } }), {
      code: 'invitation_expired',
    })
    expect((await company(scene.companyId, adminId)).coachCount).toBe(1)
  })

  test('but the admin cannot leave before the others', async () => {
    const { adminId, coachId, companyId } = await givenScene(db)
    await refused(() => leave(adminId, companyId), { status: 409, code: 'company_admin_leaves' })
    await transfer(coachId, adminId)
    expect(await leave(adminId)).toBeNull()
    expect(await company(companyId, coachId)).toMatchObject({ adminId: coachId, coachCount: 1 })
  })

  test('and the last one closes the club once nobody has hours with it', async () => {
    const { companyId, adminId } = await givenCompany(db)
    const courseId = await givenCourse(db, { companyId, coachIds: [adminId] })
    const userId = await givenPlayer(db)
    await givenRelation(db, adminId, userId)
    await givenContract(db, { userId, courseId })
    await refused(() => leave(adminId), { status: 409, code: 'course_has_contracts' })
    clock.set(new Date('2027-01-01T12:00:00+08:00'))
    expect(await leave(adminId)).toBeNull()
    expect(await company(companyId, adminId)).toMatchObject({ coachCount: 0, courseCount: 0, isMember: false })
    const body = { companyGuid: companyId, courseName: '新课', pricePerSession: 1, sessionDuration: 60 }
    await refused(() => signedInAs(adminId)(companies.addCourse, { body }), { code: 'action_forbidden' })
    await refused(() => transfer(userId, adminId, companyId), { code: 'company_admin_only' })
  })

  test('but never while being booked: exactly one of the two succeeds, ten times in a row', async () => {
    const scene = await givenScene(db)
    const { companyId, coachId, courseId, venueId, playerId } = scene
    for (let round = 0; round < 10; round++) {
      const beginTimeSlot = 12 + round * 3
      const span = { courseDate: TOMORROW, beginTimeSlot, endTimeSlot: beginTimeSlot + 2 }
      const body = { coachId, courseDesignId: courseId, stadiumId: venueId, ...span }
      const byCoach = { ...body, coachId: undefined, studentIds: [playerId] }
      const book =
        round % 3 === 0
          ? () => signedInAs(coachId)(classActions.createByCoach, { body: byCoach })
          : () => signedInAs(playerId)(classActions.createByPlayer, { body })
      const both = [book, () => leave(coachId, companyId)]
      const results = await Promise.allSettled((round % 2 === 0 ? both : both.reverse()).map((call) => call()))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

      // Restores the initial state for the next round.
      for (const { id } of await db.select().from(invitations).where(eq(invitations.invitationStatus, 'PENDING')))
        await signedInAs(coachId)(classActions.cancelByCoach, { params: { id }, body: {} })
      await db.insert(companyMembers).values({ companyId, userId: coachId }).onConflictDoNothing()
      await db.insert(coachCourses).values({ coachId, courseId }).onConflictDoNothing()
    }
  })
})
