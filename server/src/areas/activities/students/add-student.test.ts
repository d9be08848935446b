import { addStudent, revealStudentPhone, searchStudentByPhone } from '@paidang/api/areas/activities/students'
import { expect, test } from 'vitest'
import { messages } from '../../../tables/messages.ts'
import { studentFinds, studentRelations } from '../../../tables/relations.ts'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenFind,
  givenPlayer,
  givenRelation,
  givenScene,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { cleanupFinds } from './students.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server
const DAY = 86_400_000

const add = (actorId: string, playerId: string) => signedInAs(actorId)(addStudent, { body: { playerId } })
const search = (actorId: string, phone: string) => signedInAs(actorId)(searchStudentByPhone, { params: { phone } })
const unknown = { status: 404, code: 'student_unknown', message: '未找到该手机号对应的学员' }

test('a coach who tries out ids cannot add anybody or read anybody’s number', async () => {
  const coachId = await givenCoach(db)
  const other = await givenCoach(db)
  const players = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  for (const playerId of players) {
    await givenFind(db, other, playerId)
    await givenRelation(db, other, playerId)
    await expectRefusal(db, () => add(coachId, playerId), unknown)
    const reveal = () => signedInAs(coachId)(revealStudentPhone, { params: { playerId } })
    await expectRefusal(db, reveal, { status: 404, code: 'relation_not_found' })
  }
  expect([await db.$count(studentRelations), await db.$count(messages)]).toEqual([3, 0])
})

test('a player found by number can be added for a day, and no longer', async () => {
  const coachId = await givenCoach(db)
  const playerId = await givenPlayer(db, { phone: '13712345678' })
  await search(coachId, '13712345678')
  clock.set(new Date(TEST_NOW.getTime() + DAY + 1))
  await expectRefusal(db, () => add(coachId, playerId), unknown)
  await search(coachId, '13712345678')
  clock.set(new Date(TEST_NOW.getTime() + 2 * DAY + 1))
  expect(await add(coachId, playerId)).toMatchObject({ coachId, playerId })
  expect(await add(coachId, playerId)).toMatchObject({ coachId, playerId })
})

test('a search is remembered for a day, counted from the last time', async () => {
  const coachId = await givenCoach(db)
  const [early, late] = [await givenPlayer(db), await givenPlayer(db)]
  await givenFind(db, coachId, early, new Date(TEST_NOW.getTime() - DAY - 1))
  await givenFind(db, coachId, late, new Date(TEST_NOW.getTime() - DAY))
  expect(await runJob(server, cleanupFinds)).toEqual([])
  expect(await db.select().from(studentFinds)).toMatchObject([{ playerId: late }])
})

test('a player who booked or joined a class with the coach can be added, but not once it is cancelled', async () => {
  const scene = await givenScene(db)
  const { coachId } = scene
  const [joiner, left] = [await givenPlayer(db), await givenPlayer(db)]
  await givenInvitation(db, { scene, joiners: [{ userId: joiner }], participantsCount: 2 })
  await givenInvitation(db, { scene: { ...scene, playerId: left }, needContract: true, status: 'CANCELLED' })
  expect(await add(coachId, joiner)).toMatchObject({ playerId: joiner })
  await expectRefusal(db, () => add(coachId, left), unknown)
})

test('a player with a contract of the coach’s company can be added, but not with one of another company', async () => {
  const { companyId } = await givenCompany(db)
  const coachId = await givenCoach(db, { companyId })
  const courseId = await givenCourse(db, { companyId, coachIds: [coachId] })
  const playerId = await givenPlayer(db)
  await givenContract(db, { userId: playerId, courseId, coachId })
  expect(await add(coachId, playerId)).toMatchObject({ playerId })
  const { adminId } = await givenCompany(db)
  await expectRefusal(db, () => add(adminId, playerId), unknown)
})
