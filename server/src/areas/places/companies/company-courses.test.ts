import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { usualCourses } from '@paidang/api/areas/activities/usual-courses'
import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import * as companies from '@paidang/api/areas/places/companies'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { describe, expect, test } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { coachCourses, courses } from '../../../tables/companies.ts'
import { messages } from '../../../tables/messages.ts'
import {
  givenCoach,
  givenCommonCourse,
  givenCompany,
  givenContract,
  givenCourse,
  givenPin,
  givenPlayer,
  givenScene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, signedInAs, request, tokenOf } = await startTestServer()

type Form = companies.CourseForm & { companyGuid: string }
const add = (body: Form, actorId: string) => signedInAs(actorId)(companies.addCourse, { body })
const update = (body: Form & { id: string }, actorId: string) => signedInAs(actorId)(companies.updateCourse, { body })
const remove = (id: string, actorId: string) => signedInAs(actorId)(companies.deleteCourse, { params: { id } })
const detail = (id: string, actorId: string) => signedInAs(actorId)(companies.getCompanyCourse, { params: { id } })
const refused = (call: () => Promise<unknown>, refusal: object) => expectRefusal(db, call, refusal)

const form = { courseName: ' 成人小班 ', pricePerSession: '28000', sessionDuration: '90' }
const told = async () =>
  (await db.select().from(messages).orderBy(messages.id)).map(({ receiverId, title }) => [receiverId, title])

describe('the admin adds a course', () => {
  test('as a copy of a catalogue course, and only the admin changes or removes that link', async () => {
    const { companyId: companyGuid, adminId } = await givenScene(db)
    const [commonCourseId, other] = [await givenCommonCourse(db), await givenCommonCourse(db, { courseName: '小班课' })]
    const { companyCourse, ...made } = await add({ ...form, companyGuid, commonCourseId }, adminId)
    expect(made).toMatchObject({ commonCourseId })
    const changed = { ...form, companyGuid, id: companyCourse.id }
    expect(await update(changed, adminId)).toMatchObject({ commonCourseId })
    expect(await update({ ...changed, commonCourseId: other }, adminId)).toMatchObject({ commonCourseId: other })
    expect(await update({ ...changed, commonCourseId: null }, adminId)).toMatchObject({ commonCourseId: null })
    const absent = { commonCourseId: '987654321' }
    await refused(() => update({ ...changed, ...absent }, adminId), { code: 'common_course_not_found' })
    await refused(() => add({ ...form, companyGuid, ...absent }, adminId), { code: 'common_course_not_found' })
  })

  test('with the fields of a form and with its coaches, who are notified', async () => {
    const { companyId, adminId, coachId } = await givenScene(db)
    const made = await add({ ...form, companyGuid: companyId, maxParticipants: '4', coachIds: [coachId] }, adminId)
    expect(made).toMatchObject({
      companyCourse: {
        companyGuid: companyId,
        courseName: '成人小班',
        courseDescription: '',
        pricePerSession: 28_000,
        sessionDuration: 90,
        maxParticipants: 4,
        createdBy: adminId,
        createdAt: '2026-05-01T04:00:00.000Z',
        updatedAt: null,
        delFlag: false,
      },
      isTaughtByMe: false,
      coaches: [{ id: coachId }],
    })
    expect(await detail(made.companyCourse.id, coachId)).toEqual({ ...made, isTaughtByMe: true })
    expect(await told()).toEqual([[coachId, '授课安排有变化']])
  })

  test('ignoring creator and deletion flag in the body; without coaches the admin teaches it', async () => {
    const { companyId, adminId, coachId } = await givenScene(db)
    const payload = { ...form, companyGuid: companyId, createdBy: coachId, delFlag: true, id: '1', createdAt: 'never' }
    const answer = await request({
      method: 'POST',
      url: '/aaapi/company-course/add-by-company',
      headers: { authorization: `Bearer ${await tokenOf(adminId)}` },
      payload,
    })
    expect(answer.json().data).toMatchObject({
      companyCourse: { createdBy: adminId, delFlag: false, maxParticipants: 1 },
      coaches: [{ id: adminId }],
    })
  })

  test('only of their own company: another coach or the admin of another club is refused', async () => {
    const { companyId, coachId, adminId } = await givenScene(db)
    const other = await givenCompany(db)
    const body = { ...form, companyGuid: companyId }
    for (const actorId of [coachId, other.adminId])
      await refused(() => add(body, actorId), { status: 403, code: 'action_forbidden' })
    const absent = { ...form, companyGuid: '987654321987' }
    await refused(() => add(absent, adminId), { status: 403, code: 'action_forbidden' })
  })

  test('and in a one-person company the coach is the admin', async () => {
    const { companyId, adminId } = await givenCompany(db, { isPerson: true })
    expect(await add({ ...form, companyGuid: companyId }, adminId)).toMatchObject({ isTaughtByMe: true })
  })

  test.each([
    [{ courseName: ' ' }, 'course_name_missing'],
    [{ pricePerSession: 100.5 }, 'course_price_invalid'],
    [{ sessionDuration: 45 }, 'course_duration_invalid'],
    [{ maxParticipants: 21 }, 'course_participants_invalid'],
  ])('but is refused with %o', async (change, code) => {
    const { companyId, adminId } = await givenScene(db)
    await refused(() => add({ ...form, companyGuid: companyId, ...change }, adminId), { status: 400, code })
  })

  test('but is refused with coaches of other companies', async () => {
    const { companyId, adminId } = await givenScene(db)
    const stranger = await givenCoach(db)
    const body = { ...form, companyGuid: companyId, coachIds: [adminId, stranger] }
    await refused(() => add(body, adminId), { status: 400, code: 'coach_not_of_company' })
  })
})

describe('the admin changes a course', () => {
  test('and contracts and classes keep their price', async () => {
    const scene = await givenScene(db)
    const { companyId, adminId, courseId, coachId, playerId } = scene
    const id = await givenInvitation(db, { scene })
    const body = { ...form, id: courseId, companyGuid: companyId, pricePerSession: 99_900 }
    expect(await update(body, adminId)).toMatchObject({
      companyCourse: { id: courseId, courseName: '成人小班', pricePerSession: 99_900, updatedBy: adminId },
      coaches: [{}, {}],
    })
    const contracts = await signedInAs(playerId)(contractsOfUser, { params: { userId: playerId } })
    expect(JSON.stringify(contracts)).toContain('300')
    expect(await signedInAs(playerId)(classes.getInvitation, { params: { id }, query: {} })).toMatchObject({
      courseDesignPrice: 30_000,
      consumedSessions: 1,
    })
    expect((await detail(courseId, coachId)).companyCourse.pricePerSession).toBe(99_900)
  })

  test('and its coaches; a coach with a live class of it cannot be removed', async () => {
    const scene = await givenScene(db)
    const { companyId, adminId, courseId, coachId } = scene
    const colleague = await givenCoach(db, { companyId })
    const body = { ...form, id: courseId, companyGuid: companyId }
    const id = await givenInvitation(db, { scene })
    const withoutHim = { ...body, coachIds: [adminId, colleague] }
    await refused(() => update(withoutHim, adminId), { status: 409, code: 'classes_unfinished' })
    await signedInAs(coachId)(classActions.cancelByCoach, { params: { id }, body: {} })
    expect((await update(withoutHim, adminId)).coaches.map((coach) => coach.id).sort()).toEqual(
      [adminId, colleague].sort(),
    )
    expect((await told()).slice(1)).toEqual([
      [colleague, '授课安排有变化'],
      [coachId, '授课安排有变化'],
    ])
  })

  test('but is refused for an absent or deleted course, or one of another company', async () => {
    const { companyId, adminId } = await givenScene(db)
    const other = await givenCompany(db)
    const foreign = await givenCourse(db, { companyId: other.companyId })
    const deleted = await givenCourse(db, { companyId, delFlag: true })
    for (const id of [foreign, deleted, '987654321987'])
      await refused(() => update({ ...form, id, companyGuid: companyId }, adminId), {
        status: 404,
        code: 'course_not_found',
      })
    const claimed = { ...form, id: foreign, companyGuid: other.companyId }
    await refused(() => update(claimed, adminId), { status: 403, code: 'action_forbidden' })
  })
})

describe('the admin deletes a course', () => {
  test('which is then no longer offered, keeps its name where it was used, and may be deleted again', async () => {
    const scene = await givenScene(db)
    const { companyId, adminId, coachId, playerId, venueId } = scene
    const courseId = await givenCourse(db, { companyId, coachIds: [coachId], courseName: '旧课' })
    const own = { ...scene, courseId }
    const contractId = await givenContract(db, { userId: playerId, courseId, coachId, sessions: 3, spent: 3 })
    for (const beginTimeSlot of [20, 30])
      await givenInvitation(db, {
        scene: { ...own, contractId: '' },
        status: 'COMPLETED',
        beginTimeSlot,
        needContract: true,
        over: { needContract: false },
      })
    await givenPin(db, own)

    expect(await remove(courseId, adminId)).toBeNull()
    expect(await remove(courseId, adminId)).toBeNull()
    expect(await told()).toEqual([[coachId, '课程已删除']])
    await refused(() => detail(courseId, coachId), { status: 404, code: 'course_not_found' })

    const listed = await signedInAs(coachId)(companies.coursesOfCompany, { params: { id: companyId } })
    expect(listed.map(({ companyCourse }) => companyCourse.id)).toEqual([scene.courseId])
    const coaches = await signedInAs(playerId)(coachesOfPlayer, { params: { playerId } })
    expect(JSON.stringify(coaches)).not.toContain('旧课')
    expect(await signedInAs(playerId)(usualCourses, { params: { id: playerId } })).toMatchObject([
      { courseDesignId: courseId, isFree: false },
    ])
    const contracts = await signedInAs(playerId)(contractsOfUser, { params: { userId: playerId } })
    expect(JSON.stringify(contracts)).toContain(contractId)
    const booking = { coachId, courseDesignId: courseId, stadiumId: venueId, courseDate: TOMORROW }
    const body = { ...booking, beginTimeSlot: 20, endTimeSlot: 22 }
    await refused(() => signedInAs(playerId)(classActions.createByPlayer, { body }), { code: 'course_not_found' })
  })

  test('but is refused while a person has hours of it or a class of it is upcoming', async () => {
    const scene = await givenScene(db)
    const { adminId, coachId, courseId, companyId } = scene
    await refused(() => remove(courseId, adminId), { status: 409, code: 'course_has_contracts' })
    const trial = await givenCourse(db, { companyId, coachIds: [coachId] })
    const playerId = await givenPlayer(db)
    await givenContract(db, { userId: playerId, courseId: trial, expiryDate: '2026-04-30' })
    await givenInvitation(db, { scene: { ...scene, courseId: trial, playerId }, needContract: true })
    await refused(() => remove(trial, adminId), { status: 409, code: 'classes_unfinished' })
    await refused(() => remove(trial, coachId), { status: 403, code: 'action_forbidden' })
    await refused(() => remove('987654321987', adminId), { status: 404, code: 'course_not_found' })
  })

  test('but never while it is being booked: exactly one of the two succeeds, ten times in a row', async () => {
    const scene = await givenScene(db)
    const { companyId, adminId, coachId, venueId } = scene
    for (let round = 0; round < 10; round++) {
      const courseId = await givenCourse(db, { companyId, coachIds: [coachId] })
      const player = await givenPlayer(db)
      const beginTimeSlot = 12 + round * 3
      const body = {
        coachId,
        courseDesignId: courseId,
        stadiumId: venueId,
        courseDate: TOMORROW,
        beginTimeSlot,
        endTimeSlot: beginTimeSlot + 2,
      }
      const both = [() => signedInAs(player)(classActions.createByPlayer, { body }), () => remove(courseId, adminId)]
      const results = await Promise.allSettled((round % 2 === 0 ? both : both.reverse()).map((call) => call()))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
    expect((await db.$count(courses)) - 1).toBe(10)
    expect(await db.$count(coachCourses)).toBe(12)
    expect(await db.$count(invitations)).toBeLessThanOrEqual(10)
  })
})

test('a course is shown to the members of its company', async () => {
  const { courseId, adminId, coachId } = await givenScene(db)
  expect(await detail(courseId, coachId)).toMatchObject({ studentCount: 1, courseCount: 0, coaches: [{}, {}] })
  expect((await detail(courseId, adminId)).coaches.map(({ id }) => id).sort()).toEqual([adminId, coachId].sort())
  const stranger = await givenCoach(db)
  await refused(() => detail(courseId, stranger), { status: 403, code: 'action_forbidden' })
})

test('and the common catalogue, in its order, to everybody', async () => {
  const first = await givenCommonCourse(db)
  const second = await givenCommonCourse(db, { courseName: '双人课', maxParticipants: 2 })
  const player = await givenPlayer(db)
  const listed = await signedInAs(player)(companies.commonCourses, {})
  expect(listed.map(({ id }) => id)).toEqual([first, second])
  expect(await call(companies.commonCourses, {})).toEqual(listed)
  expect(await call(companies.getCommonCourse, { params: { id: second } })).toEqual(listed[1])
  await refused(() => call(companies.getCommonCourse, { params: { id: '987654321987' } }), {
    status: 404,
    code: 'course_not_found',
  })
})
