import {
  getStudent,
  revealStudentPhone,
  type Student,
  studentsOfCoach,
  studentsOfCompany,
} from '@paidang/api/areas/activities/students'
import { expect, test } from 'vitest'
import {
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { LOOK_UPS_PER_HOUR } from '../../people/relations/look-ups.ts'

const { db, clock, signedInAs, another, tokenOf } = await startTestServer()

const read = (playerId: string, actorId: string) => signedInAs(actorId)(getStudent, { params: { playerId } })
const reveal = (playerId: string, actorId: string) => signedInAs(actorId)(revealStudentPhone, { params: { playerId } })
const notFound = { status: 404, code: 'relation_not_found' }

test('a student is shown to their coach and to the admin of the coach’s company, with the phone masked', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId, companyId, courseId, contractId } = scene
  const playerId = await givenPlayer(db, { phone: '13712345678', level: 4.5 })
  await givenRelation(db, coachId, playerId)
  const mine = await givenContract(db, { userId: playerId, courseId })
  const ofCompany = await givenCourse(db, { companyId, coachIds: [adminId] })
  const his = await givenContract(db, { userId: playerId, courseId: ofCompany })
  const elsewhere = await givenCompany(db)
  const foreign = await givenCourse(db, { companyId: elsewhere.companyId, coachIds: [elsewhere.adminId] })
  await givenContract(db, { userId: playerId, courseId: foreign })

  const toCoach = await read(playerId, coachId)
  expect(toCoach).toMatchObject({ player: { id: playerId }, phone: '137****5678', level: 4.5, isRunningOut: false })
  expect(toCoach.userCourseContracts.map(({ id }) => id)).toEqual([mine])
  const toAdmin = await read(playerId, adminId)
  expect(toAdmin.userCourseContracts.map(({ id }) => id)).toEqual([mine, his])
  expect(toAdmin.userCourseContracts.map(({ id }) => id)).not.toContain(contractId)
})

test('a student has the same data on every card and on their page, for the coach and for the admin', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId, companyId, playerId } = scene
  await givenRelation(db, adminId, playerId)
  const colleague = { ...scene, coachId: adminId }
  const elsewhere = await givenCompany(db)
  const foreign = await givenCourse(db, { companyId: elsewhere.companyId, coachIds: [coachId] })
  const foreignContract = await givenContract(db, { userId: playerId, courseId: foreign, sessions: 1 })
  const notTaught = await givenCourse(db, { companyId, coachIds: [coachId] })
  await givenContract(db, { userId: playerId, courseId: notTaught, sessions: 1.5 })
  const abroad = { ...scene, courseId: foreign, contractId: foreignContract }
  await givenInvitation(db, { scene: colleague, status: 'COMPLETED', courseDate: '2026-04-20' })
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-04-25' })
  await givenInvitation(db, { scene: abroad, status: 'COMPLETED', courseDate: '2026-04-28' })
  await givenInvitation(db, { scene: { ...scene, courseId: notTaught, contractId: '' }, needContract: true })

  const query = { current: 1, rows: 10 }
  const listOf = async (actorId: string, of: string) =>
    (await signedInAs(actorId)(studentsOfCoach, { params: { coachId: of }, query })).rows
  const seen = ([row]: Student[]) => {
    const { lastFinishedCourse, userCourseContracts, pendingCount, isRunningOut } = row as Student
    const ids = userCourseContracts.map(({ id }) => id)
    return { lastDay: lastFinishedCourse?.courseDate, ids, pendingCount, isRunningOut }
  }
  const toCoach = seen([await read(playerId, coachId)])
  expect(seen(await listOf(coachId, coachId))).toEqual(toCoach)
  expect(toCoach).toMatchObject({ lastDay: '2026-04-28', pendingCount: 1 })
  expect(toCoach.ids).toHaveLength(3)

  const toAdmin = seen([await read(playerId, adminId)])
  const company = await signedInAs(adminId)(studentsOfCompany, { params: { companyId }, query })
  for (const rows of [await listOf(adminId, adminId), await listOf(adminId, coachId), company.rows])
    expect(seen(rows)).toEqual(toAdmin)
  expect(toAdmin).toMatchObject({ lastDay: '2026-04-25', pendingCount: 1, isRunningOut: true })
  expect(toAdmin.ids).toHaveLength(2)
  expect(toAdmin.ids).not.toContain(foreignContract)
})

test('nobody else learns whether a person is a student at all', async () => {
  const { playerId, companyId, coachId } = await givenScene(db)
  const { adminId: stranger } = await givenCompany(db)
  for (const id of [playerId, '987654321987']) await expect(read(id, stranger)).rejects.toMatchObject(notFound)
  await expect(read(companyId, coachId)).rejects.toMatchObject(notFound)
})

test('a student’s coach may reveal the number, and nobody else may', async () => {
  const { coachId, adminId } = await givenScene(db)
  const playerId = await givenPlayer(db, { phone: '13712345678' })
  await givenRelation(db, coachId, playerId)
  expect(await reveal(playerId, coachId)).toEqual({ phone: '13712345678' })
  const { adminId: stranger } = await givenCompany(db)
  for (const actorId of [adminId, stranger]) await expectRefusal(db, () => reveal(playerId, actorId), notFound)
  const without = await givenPlayer(db, { phone: null })
  await givenRelation(db, coachId, without)
  expect(await reveal(without, coachId)).toEqual({ phone: null })
})

test('the numbers revealed per hour are limited for each coach separately', async () => {
  const { coachId, adminId, playerId } = await givenScene(db)
  await givenRelation(db, adminId, playerId)
  const all = await Promise.allSettled(Array.from({ length: LOOK_UPS_PER_HOUR + 3 }, () => reveal(playerId, coachId)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(LOOK_UPS_PER_HOUR)
  await expectRefusal(db, () => reveal(playerId, coachId), { status: 429, code: 'requests_too_many' })
  await expect(reveal(playerId, adminId)).resolves.toMatchObject({ phone: expect.any(String) })
  clock.set(new Date(TEST_NOW.getTime() + 3_600_000))
  await expect(reveal(playerId, coachId)).resolves.toMatchObject({ phone: expect.any(String) })
})

test('each revealed number is logged with the coach and the student, also a repeat, and without the number', async () => {
  const { coachId } = await givenScene(db)
  const playerId = await givenPlayer(db, { phone: '13712345678' })
  await givenRelation(db, coachId, playerId)
  const lines: string[] = []
  const app = await another({ logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } } })
  const headers = {
    authorization: `Bearer ${await tokenOf(coachId)}`,
  }
  for (let time = 0; time < 2; time++) {
    const answer = await app.inject({
      method: 'POST',
      url: `/aaapi/coach-home/student-phone/${playerId}`,
      headers: { ...headers, 'idempotency-key': 'one-key-for-both' },
    })
    expect(answer.json()).toMatchObject({ data: { phone: '13712345678' } })
  }
  const shown = lines.map((line) => JSON.parse(line) as object).filter((line) => 'playerId' in line)
  expect(shown).toMatchObject([
    { coachId, playerId },
    { coachId, playerId },
  ])
  expect(lines.join('')).not.toContain('13712345678')
})
