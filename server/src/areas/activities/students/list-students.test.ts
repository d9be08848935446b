import { studentsOfCoach, studentsOfCompany } from '@paidang/api/areas/activities/students'
import { isRunningOut } from '@paidang/domain/areas/money/contracts/adjust'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { expireContracts } from '../../money/contracts/expiry.ts'

const server = await startTestServer()
const { db, signedInAs, clock } = server

type Query = {
  current?: number
  rows?: number
  userName?: string
  isRunningOut?: boolean
  sort?: 'nickname' | 'courseDate'
  sord?: 'asc' | 'desc'
}

const students = (coachId: string, actorId: string, query: Query = {}) =>
  signedInAs(actorId)(studentsOfCoach, { params: { coachId }, query: { current: 1, rows: 10, ...query } })
const ofCompany = (companyId: string, actorId: string, query: Query = {}) =>
  signedInAs(actorId)(studentsOfCompany, { params: { companyId }, query: { current: 1, rows: 10, ...query } })

test('a coach sees their students by name, with contracts of the coach’s courses and their last class together', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, courseId, companyId, adminId } = scene
  const notHis = await givenCourse(db, { companyId, coachIds: [adminId] })
  await givenContract(db, { userId: playerId, courseId: notHis })
  const ended = await givenContract(db, { userId: playerId, courseId, sessions: 2, expiryDate: '2026-04-30' })
  const usedUp = await givenContract(db, { userId: playerId, courseId, sessions: 3, spent: 3 })
  for (const courseDate of ['2026-04-20', '2026-04-27']) {
    await givenInvitation(db, { scene, status: 'COMPLETED', courseDate })
  }
  await givenInvitation(db, { scene: { ...scene, coachId: adminId }, status: 'COMPLETED', courseDate: '2026-04-29' })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const { total, rows } = await students(coachId, coachId)
  expect(total).toBe(1)
  expect(rows).toMatchObject([
    {
      player: { id: playerId },
      lastFinishedCourse: { courseDate: '2026-04-27', stadiumName: expect.stringMatching(/^球馆/) },
      userCourseContracts: [
        {
          id: scene.contractId,
          companyId,
          contractStatus: 1,
          totalSessions: 10,
          remainingSessions: 7,
          availableSessions: 6,
          expiryDate: '2026-12-31',
        },
        { id: usedUp, contractStatus: 2, remainingSessions: 0 },
        { id: ended, contractStatus: 3, remainingSessions: 2 },
      ],
      theUserRelation: { id: expect.stringMatching(/^\d+$/) },
      isRunningOut: false,
    },
  ])
})

test('students are ordered by pinyin; the search takes a part of the name without wildcards', async () => {
  const { coachId, playerId } = await givenScene(db)
  for (const nickname of ['张三', '安娜_A', '李四']) {
    await givenRelation(db, coachId, await givenPlayer(db, { nickname }))
  }
  const names = async (query: object) => {
    const { rows, total } = await students(coachId, coachId, query)
    return [rows.map(({ player }) => player.nickname), total]
  }
  expect(await names({ rows: 2 })).toEqual([['安娜_A', '李四'], 4])
  expect((await students(coachId, coachId, { current: 2, rows: 2 })).rows.map(({ player }) => player.id)).toContain(
    playerId,
  )
  expect(await names({ userName: ' 李 ' })).toEqual([['李四'], 1])
  expect(await names({ userName: '_a' })).toEqual([['安娜_A'], 1])
  expect(await names({ userName: '%' })).toEqual([[], 0])
})

test('students are ordered by their last completed class, the later one first, and those without one always last', async () => {
  const scene = await givenScene(db)
  const { coachId, courseId, adminId } = scene
  const given = async (nickname: string, ...classes: [courseDate: string, beginTimeSlot: number][]) => {
    const playerId = await givenPlayer(db, { nickname })
    await givenRelation(db, coachId, playerId)
    const contractId = await givenContract(db, { userId: playerId, courseId })
    for (const [courseDate, beginTimeSlot] of classes)
      await givenInvitation(db, {
        scene: { ...scene, playerId, contractId },
        status: 'COMPLETED',
        courseDate,
        beginTimeSlot,
      })
    return { playerId, contractId }
  }
  await given('陈一', ['2026-04-20', 20])
  await given('丁一', ['2026-04-28', 20], ['2026-04-01', 20])
  await given('安一', ['2026-04-28', 24])
  await given('李一')
  const elsewhere = await given('白一')
  const ofAdmin = { ...scene, ...elsewhere, coachId: adminId }
  await givenInvitation(db, { scene: ofAdmin, status: 'COMPLETED', courseDate: '2026-04-29' })
  const names = async (query: Query) =>
    (await students(coachId, coachId, { userName: '一', ...query })).rows.map(({ player }) => player.nickname)
  expect(await names({ sort: 'courseDate' })).toEqual(['安一', '丁一', '陈一', '白一', '李一'])
  expect(await names({ sort: 'courseDate', sord: 'desc' })).toEqual(await names({ sort: 'courseDate' }))
  expect(await names({ sort: 'courseDate', sord: 'asc' })).toEqual(['陈一', '丁一', '安一', '白一', '李一'])
  expect(await names({ sort: 'courseDate', rows: 2, current: 2 })).toEqual(['陈一', '白一'])
  expect(await names({ sort: 'nickname' })).toEqual(await names({}))
  expect(await names({ sord: 'desc' })).toEqual((await names({})).reverse())
  const unknown = { sort: 'phone' as 'nickname' }
  await expect(students(coachId, coachId, unknown)).rejects.toMatchObject({ status: 400, code: 'input_invalid' })
})

test('a card counts their classes that wait for an answer: made by the student, invited or joined', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId } = scene
  const pendingOf = async (actorId: string) =>
    (await students(coachId, actorId)).rows.map(({ pendingCount }) => pendingCount)
  expect(await pendingOf(coachId)).toEqual([0])
  await givenInvitation(db, { scene, beginTimeSlot: 16 })
  await givenInvitation(db, { scene, madeBy: 'coach', beginTimeSlot: 20 })
  await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 24 })
  await givenInvitation(db, { scene, status: 'CANCELLED', beginTimeSlot: 28 })
  await givenInvitation(db, { scene, status: 'EXPIRED', beginTimeSlot: 32 })
  await givenInvitation(db, { scene: { ...scene, coachId: adminId }, beginTimeSlot: 36 })
  expect([await pendingOf(coachId), await pendingOf(adminId)]).toEqual([[2], [3]])
  clock.set(new Date('2026-05-02T07:59:00+08:00'))
  expect(await pendingOf(coachId)).toEqual([1])
})

test('an ended contract shows the expired hours, and one with held hours the day of the last class', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, courseId } = scene
  const lost = await givenContract(db, { userId: playerId, courseId, sessions: 4, spent: 1, expiryDate: '2026-04-30' })
  await givenInvitation(db, { scene, status: 'COMPLETED' })
  await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-04' })
  await givenInvitation(db, { scene, courseDate: '2026-05-09' })
  await givenInvitation(db, { scene, courseDate: '2026-05-20', status: 'CANCELLED' })
  expect(await runJob(server, expireContracts)).toEqual([])
  const [student] = (await students(coachId, coachId)).rows
  expect(student?.userCourseContracts).toMatchObject([
    { id: scene.contractId, totalSessions: 10, availableSessions: 7, expiredSessions: 0, lastHeldDay: '2026-05-09' },
    { id: lost, totalSessions: 3, availableSessions: 0, expiredSessions: 3, lastHeldDay: null, contractStatus: 3 },
  ])
})

test('a whole phone number finds its owner, and a part of it finds nobody', async () => {
  const { coachId } = await givenScene(db)
  const playerId = await givenPlayer(db, { phone: '13712345678' })
  await givenRelation(db, coachId, playerId)
  await givenPlayer(db, { phone: '13712345679' })
  const found = async (userName: string) =>
    (await students(coachId, coachId, { userName })).rows.map(({ player }) => player.id)
  expect(await found(' 13712345678 ')).toEqual([playerId])
  for (const userName of ['1371234567', '3712345678', '13712345679']) expect(await found(userName)).toEqual([])
})

test('the filter for running out uses the same rule as the mark, for any contracts', async () => {
  const { coachId, courseId } = await givenScene(db)
  const today = dayOf(TEST_NOW)
  const half = (max: number) => fc.integer({ min: 0, max: max * 2 }).map((halves) => halves / 2)
  const contract = fc.record({ left: half(4), spent: half(2), days: fc.integer({ min: -2, max: 17 }) })
  const people = fc.sample(fc.array(contract, { minLength: 1, maxLength: 2 }), { numRuns: 40, seed: 7 })
  const expected: string[] = []
  for (const contracts of people) {
    const userId = await givenPlayer(db)
    await givenRelation(db, coachId, userId)
    for (const { left, spent, days } of contracts) {
      const expiryDate = addDays(today, days)
      const sessions = left + spent
      if (sessions > 0) await givenContract(db, { userId, courseId, sessions, spent, expiryDate })
      const stored = { remainingSessions: left, heldSessions: 0, expiryDate }
      if (sessions > 0 && isRunningOut(stored, today) && !expected.includes(userId)) expected.push(userId)
    }
  }
  const all = await students(coachId, coachId, { rows: 100 })
  const marked = all.rows.filter((row) => row.isRunningOut).map(({ player }) => player.id)
  expect(marked.sort()).toEqual(expected.sort())
  expect(expected.length).toBeGreaterThan(5)
  expect(expected.length).toBeLessThan(40)

  const page = await students(coachId, coachId, { rows: 4, isRunningOut: true })
  expect([page.rows.length, page.total]).toEqual([4, expected.length])
  const rest = await students(coachId, coachId, { rows: 100, isRunningOut: true })
  expect(rest.rows.map(({ player }) => player.id).sort()).toEqual(expected)
  expect((await students(coachId, coachId, { isRunningOut: false })).total).toBe(all.total)
})

test('hours held for a class count as used when the rule for running out is applied', async () => {
  const scene = await givenScene(db, { sessions: 2.5 })
  const { coachId } = scene
  expect((await students(coachId, coachId, { isRunningOut: true })).total).toBe(0)
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  expect((await students(coachId, coachId, { isRunningOut: true })).rows).toMatchObject([{ isRunningOut: true }])
})

test('a company’s students are those of all its coaches, each once, with data of that company only', async () => {
  const scene = await givenScene(db)
  const { companyId, coachId, adminId, playerId, contractId } = scene
  await givenRelation(db, adminId, playerId)
  await givenInvitation(db, { scene: { ...scene, coachId: adminId }, status: 'COMPLETED', courseDate: '2026-04-20' })
  const elsewhere = await givenCompany(db)
  const course = await givenCourse(db, { companyId: elsewhere.companyId, coachIds: [coachId] })
  await givenContract(db, { userId: playerId, courseId: course, sessions: 1 })
  await givenInvitation(db, { scene: { ...scene, courseId: course }, status: 'COMPLETED', courseDate: '2026-04-27' })
  const other = await givenPlayer(db)
  await givenRelation(db, adminId, other)
  await givenRelation(db, elsewhere.adminId, await givenPlayer(db))

  const seen = await ofCompany(companyId, coachId)
  expect(seen.total).toBe(2)
  expect(new Set(seen.rows.map(({ player }) => player.id))).toEqual(new Set([playerId, other]))
  const student = seen.rows.find(({ player }) => player.id === playerId)
  expect(student).toMatchObject({ lastFinishedCourse: { courseDate: '2026-04-20' }, isRunningOut: false })
  expect(student?.userCourseContracts.map(({ id }) => id)).toEqual([contractId])
  expect((await ofCompany(companyId, coachId, { isRunningOut: true })).total).toBe(0)

  const [own] = (await students(coachId, coachId)).rows
  const [his] = (await students(adminId, adminId, { userName: student?.player.nickname ?? '' })).rows
  expect(student?.theUserRelation).toEqual(own?.theUserRelation)
  const asAdmin = (await ofCompany(companyId, adminId)).rows.find(({ player }) => player.id === playerId)
  expect(asAdmin?.theUserRelation).toEqual(his?.theUserRelation)
})

test('a company’s students are for its members, with their own suffix or without one', async () => {
  const { companyId, coachId, adminId, playerId } = await givenScene(db)
  const affiliated = await givenCoach(db, { companyId, userType: 2 })
  expect((await ofCompany(`${companyId}-${affiliated}`, affiliated)).total).toBe(1)
  await expect(ofCompany(`${companyId}-${coachId}`, adminId)).rejects.toMatchObject({ code: 'data_of_others' })
  const { adminId: stranger } = await givenCompany(db)
  for (const actorId of [stranger, playerId]) {
    await expect(ofCompany(companyId, actorId)).rejects.toMatchObject({ status: 403, code: 'action_forbidden' })
  }
})

test('the list is for the coach and the admin of the coach’s company', async () => {
  const { coachId, adminId, playerId, companyId } = await givenScene(db)
  expect((await students(coachId, adminId)).total).toBe(1)
  expect((await students(adminId, adminId)).rows).toEqual([])
  await expect(students(adminId, coachId)).rejects.toMatchObject({ status: 403, code: 'data_of_others' })
  await expect(students(coachId, playerId)).rejects.toMatchObject({ status: 403, code: 'action_forbidden' })
  for (const nobody of ['123456', 'defaultUserId', companyId]) {
    await expect(students(nobody, coachId)).rejects.toMatchObject({ status: 403, code: 'data_of_others' })
  }
})
