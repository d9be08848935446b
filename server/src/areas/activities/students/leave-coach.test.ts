import { createByCoach } from '@paidang/api/areas/activities/class-actions'
import { addStudent, leaveCoach } from '@paidang/api/areas/activities/students'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import { studentFinds, studentRelations } from '../../../tables/relations.ts'
import {
  givenCoach,
  givenContract,
  givenFind,
  givenPlayer,
  givenRelation,
  givenScene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

const leave = (actorId: string, coachId: string) => signedInAs(actorId)(leaveCoach, { params: { coachId } })
const isStudent = async (coachId: string) =>
  (await db.$count(studentRelations, eq(studentRelations.coachId, coachId))) > 0

test('a player leaves a coach who found them by number, and cannot be added again without a new search', async () => {
  const [coachId, playerId] = [await givenCoach(db), await givenPlayer(db)]
  await givenRelation(db, coachId, playerId)
  await givenFind(db, coachId, playerId)
  expect(await leave(playerId, coachId)).toBeNull()
  expect([await isStudent(coachId), await db.$count(studentFinds)]).toEqual([false, 0])
  await expectRefusal(db, () => leave(playerId, coachId), { status: 404, code: 'relation_not_found' })
  const again = () => signedInAs(coachId)(addStudent, { body: { playerId } })
  await expectRefusal(db, again, { status: 404, code: 'student_unknown' })
})

test('a player can only leave a coach of their own', async () => {
  const [coachId, other] = [await givenCoach(db), await givenPlayer(db)]
  await givenRelation(db, coachId, await givenPlayer(db))
  await expectRefusal(db, () => leave(other, coachId), { status: 404, code: 'relation_not_found' })
  await expectRefusal(db, () => leave(coachId, coachId), { status: 404, code: 'relation_not_found' })
})

test('a player with usable hours of a course of the coach cannot leave; spent and expired hours do not count', async () => {
  const scene = await givenScene(db)
  const { playerId, coachId } = scene
  const refusal = { status: 409, code: 'hours_unfinished', message: '还有未用完的课时，暂时不能解除' }
  await expectRefusal(db, () => leave(playerId, coachId), refusal)
  const player = await givenPlayer(db)
  await givenRelation(db, coachId, player)
  const own = { userId: player, courseId: scene.courseId, coachId }
  await givenContract(db, { ...own, sessions: 5, spent: 5 })
  await givenContract(db, { ...own, sessions: 5, expiryDate: '2026-04-30' })
  expect(await leave(player, coachId)).toBeNull()
  expect(await db.$count(contracts, eq(contracts.userId, player))).toBe(2)
})

test('a player with an open class with the coach cannot leave', async () => {
  const scene = await givenScene(db)
  const { coachId } = scene
  const player = await givenPlayer(db)
  await givenRelation(db, coachId, player)
  const invitationId = await givenInvitation(db, { scene: { ...scene, playerId: player }, needContract: true })
  const refusal = { status: 409, code: 'classes_unfinished', message: '尚有未完成的约课' }
  await expectRefusal(db, () => leave(player, coachId), refusal)
  expect(await db.$count(invitations, eq(invitations.id, invitationId))).toBe(1)
})

test('a player who leaves while the coach makes a class has either the class or no longer the coach', async () => {
  for (let round = 0; round < 8; round++) {
    const { coachId, courseId, venueId } = await givenScene(db)
    const playerId = await givenPlayer(db)
    await givenRelation(db, coachId, playerId)
    const span = { courseDate: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22, selectedCourt: 0 }
    const body = { studentIds: [playerId], stadiumId: venueId, courseDesignId: courseId, ...span }
    const book = () => signedInAs(coachId)(createByCoach, { body })
    const pair = round % 2 === 0 ? [book(), leave(playerId, coachId)] : [leave(playerId, coachId), book()]
    const settled = await Promise.allSettled<unknown>(pair)
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const hasClass = (await db.$count(invitations, eq(invitations.coachId, coachId))) === 1
    const standing = await db.$count(studentRelations, eq(studentRelations.playerId, playerId))
    expect(hasClass).toBe(standing === 1)
  }
})
