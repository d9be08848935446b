import { createByCoach } from '@paidang/api/areas/activities/class-actions'
import { addStudent, removeStudent } from '@paidang/api/areas/activities/students'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { studentRelations } from '../../../tables/relations.ts'
import {
  givenCoach,
  givenFind,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

const add = (actorId: string, body: { coachId?: string; playerId: string }) => signedInAs(actorId)(addStudent, { body })
const remove = (actorId: string, id: string) => signedInAs(actorId)(removeStudent, { params: { id } })
const relationOf = async ({ coachId }: Pick<Scene, 'coachId'>) =>
  (await db.select().from(studentRelations).where(eq(studentRelations.coachId, coachId)))[0]?.id ?? ''

test('a coach adds a player as a student, who is notified once and then sees the coach in their list', async () => {
  const coachId = await givenCoach(db, { nickname: '林教练' })
  const playerId = await givenPlayer(db)
  await givenFind(db, coachId, playerId)
  const added = await add(coachId, { coachId, playerId })
  expect(added).toMatchObject({ coachId, playerId, createdAt: '2026-05-01T04:00:00.000Z' })
  expect(await add(coachId, { playerId })).toEqual(added)
  expect(await db.select().from(messages)).toMatchObject([
    { receiverId: playerId, senderId: coachId, category: 'classNotice', objectKind: 'coach', objectId: coachId },
  ])
  const coaches = await signedInAs(playerId)(coachesOfPlayer, { params: { playerId } })
  expect(coaches.map(({ coach }) => coach.id)).toEqual([coachId])
})

test('a player added five times at once is a student once, and is notified once', async () => {
  const coachId = await givenCoach(db)
  const playerId = await givenPlayer(db)
  await givenFind(db, coachId, playerId)
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(coachId, { playerId })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect([await db.$count(studentRelations), await db.$count(messages)]).toEqual([1, 1])
})

test('nobody can add a student for another coach, themselves, or an unknown user', async () => {
  const coachId = await givenCoach(db)
  const playerId = await givenPlayer(db)
  const other = await givenCoach(db)
  await expectRefusal(db, () => add(coachId, { coachId: other, playerId }), { status: 403, code: 'data_of_others' })
  await expectRefusal(db, () => add(coachId, { playerId: coachId }), { status: 400, code: 'student_is_oneself' })
  await expectRefusal(db, () => add(coachId, { playerId: '987654321' }), { status: 404, code: 'student_unknown' })
  await expectRefusal(db, () => add(playerId, { playerId: other }), { status: 403, code: 'action_forbidden' })
})

test('a coach removes a student without an upcoming class, and contracts and past classes remain', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId } = scene
  await givenInvitation(db, { scene, status: 'COMPLETED' })
  await givenInvitation(db, { scene, status: 'CANCELLED' })
  await givenInvitation(db, { scene: { ...scene, coachId: scene.adminId }, status: 'CONFIRMED' })
  const id = await relationOf(scene)
  expect(await remove(coachId, id)).toBeNull()
  expect([await db.$count(studentRelations), await db.$count(contracts), await db.$count(invitations)]).toEqual([
    0, 1, 3,
  ])
  await expectRefusal(db, () => remove(coachId, id), { status: 404, code: 'relation_not_found' })
  expect((await add(coachId, { playerId })).id).not.toBe(id)
})

test('a coach can only remove their own student, and not while they have an open class together', async () => {
  const scene = await givenScene(db)
  const id = await relationOf(scene)
  for (const actorId of [scene.adminId, await givenCoach(db)]) {
    await expectRefusal(db, () => remove(actorId, id), { status: 404, code: 'relation_not_found' })
  }
  const refusal = { status: 409, code: 'classes_unfinished', message: '尚有未完成的约课' }
  const open = [
    { scene, beginTimeSlot: 20 },
    { scene, status: 'CONFIRMED' as const, beginTimeSlot: 24 },
  ]
  for (const invitation of open) {
    const invitationId = await givenInvitation(db, invitation)
    await expectRefusal(db, () => remove(scene.coachId, id), refusal)
    expect(await db.$count(invitations, eq(invitations.id, invitationId))).toBe(1)
  }
})

test('an invitation, or a joined class, is an open class too; an expired request is not', async () => {
  const scene = await givenScene(db)
  const invited = await givenPlayer(db)
  const joiner = await givenPlayer(db)
  const late = await givenPlayer(db)
  const ids = new Map<string, string>()
  for (const player of [invited, joiner, late]) ids.set(player, await givenRelation(db, scene.coachId, player))
  await givenInvitation(db, { scene, madeBy: 'coach', invited: [invited], joiners: [], beginTimeSlot: 20 })
  await givenInvitation(db, { scene, joiners: [{ userId: joiner }], participantsCount: 2, beginTimeSlot: 24 })
  const at = new Date('2026-04-30T09:00:00+08:00')
  await givenInvitation(db, {
    scene: { ...scene, playerId: late },
    needContract: true,
    beginTimeSlot: 28,
    at,
  })
  for (const player of [invited, joiner]) {
    await expect(remove(scene.coachId, ids.get(player) ?? '')).rejects.toMatchObject({ code: 'classes_unfinished' })
  }
  expect(await remove(scene.coachId, ids.get(late) ?? '')).toBeNull()
})

test('a student who is removed while a class is made for them has either the class or no longer the coach', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const scene = await givenScene(db)
    const { coachId, playerId, courseId, venueId } = scene
    const id = await relationOf(scene)
    const book = () =>
      signedInAs(coachId)(createByCoach, {
        body: {
          studentIds: [playerId],
          stadiumId: venueId,
          courseDesignId: courseId,
          selectedCourt: 0,
          courseDate: TOMORROW,
          beginTimeSlot: 20,
          endTimeSlot: 22,
        },
      })
    const pair = round % 2 === 0 ? [book(), remove(coachId, id)] : [remove(coachId, id), book()]
    const settled = await Promise.allSettled<unknown>(pair)
    const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refused).toHaveLength(1)
    outcomes.add(refused[0])
    const hasClass = (await db.$count(invitations, eq(invitations.coachId, coachId))) === 1
    const hasRelation = (await db.$count(studentRelations, eq(studentRelations.coachId, coachId))) === 1
    expect(hasClass).toBe(hasRelation)
  }
  expect([...outcomes].every((code) => ['classes_unfinished', 'action_forbidden'].includes(code))).toBe(true)
})
