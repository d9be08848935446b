import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { describe, expect, test } from 'vitest'
import { seats } from '../../../tables/classes.ts'
import { lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { CLAIM_KIND, lockYields, slotClaims } from '../../../tables/schedule.ts'
import {
  givenCoach,
  givenCoachLock,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const bodyFor = (scene: Scene, over: Partial<classActions.CreateByCoach> = {}): classActions.CreateByCoach => ({
  courseDesignId: scene.courseId,
  stadiumId: scene.venueId,
  studentIds: [scene.playerId],
  courseDate: TOMORROW,
  beginTimeSlot: 20,
  endTimeSlot: 22,
  ...over,
})
const create = (scene: Scene, over: Partial<classActions.CreateByCoach> = {}, actorId = scene.coachId) =>
  signedInAs(actorId)(classActions.createByCoach, { body: bodyFor(scene, over) })
const fullInfo = (id: string, actorId: string) =>
  signedInAs(actorId)(classes.getFullInfo, { params: { id }, query: {} })
const givenStudent = async ({ coachId }: Scene) => {
  const playerId = await givenPlayer(db)
  await givenRelation(db, coachId, playerId)
  return playerId
}

test('a coach makes a class for two students: it waits for them, holds court and coach, and costs nothing yet', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, courseId, venueId, companyId } = scene
  const other = await givenStudent(scene)
  const made = await create(scene, { studentIds: [playerId, other], messageToPlayers: '请带双反拍' })

  expect(made).toMatchObject({
    initiatorId: coachId,
    initiatorRole: 'coach',
    coachId,
    companyId,
    courseDesignId: courseId,
    courseDesignPrice: 30_000,
    consumedSessions: 1,
    stadiumId: venueId,
    selectedCourt: 0,
    participantsCount: 2,
    maxParticipants: 4,
    seatsTaken: 0,
    useUnavailable: false,
    needContract: false,
    invitationStatus: 'PENDING',
    messageToPlayers: '请带双反拍',
    confirmedAt: null,
  })
  expect(new Date(made.expiresAt)).toEqual(new Date('2026-05-02T08:00:00+08:00'))
  const claims = await db.select().from(slotClaims)
  expect(claims.map(({ kind, resourceId, halfHour }) => [kind, resourceId, halfHour])).toEqual(
    expect.arrayContaining([
      [CLAIM_KIND.COURT, scene.courtIds[0], 20],
      [CLAIM_KIND.COURT, scene.courtIds[0], 21],
      [CLAIM_KIND.COACH, coachId, 20],
      [CLAIM_KIND.COACH, coachId, 21],
    ]),
  )
  expect(claims).toHaveLength(4)
  expect(await db.select().from(seats).orderBy(seats.userId)).toMatchObject([
    { userId: playerId, state: 'INVITED', heldSessions: 0, contractId: null },
    { userId: other, state: 'INVITED', heldSessions: 0, contractId: null },
  ])
  expect(await db.$count(lessonLedger)).toBe(1)
  const told = await db.select().from(messages).orderBy(messages.id)
  expect(told.map(({ receiverId, category }) => [receiverId, category])).toEqual([
    [playerId, 'invitation'],
    [other, 'invitation'],
  ])
  expect(told[0]?.content).toContain('10:00–11:00')

  const asStudent = await fullInfo(made.id, playerId)
  expect(asStudent.invitation.messageToPlayers).toBe('请带双反拍')
  expect(asStudent.reqUser).toMatchObject({
    role: 'viewer',
    isInvited: true,
    joinCost: { neededSessions: 1, availableSessions: 10 },
    shareToken: null,
  })
  expect(asStudent.events.map(({ action }) => action)).toEqual(['create'])
})

test('seats may be more or fewer than the students asked, up to the limit of the course', async () => {
  const scene = await givenScene(db)
  const students = [scene.playerId, await givenStudent(scene), await givenStudent(scene)]
  expect(await create(scene, { studentIds: students, participantsCount: 1 })).toMatchObject({ participantsCount: 1 })
  expect(await create(scene, { participantsCount: 4, beginTimeSlot: 30, endTimeSlot: 32 })).toMatchObject({
    participantsCount: 4,
  })
  await expect(create(scene, { participantsCount: 5 })).rejects.toMatchObject({
    status: 400,
    code: 'participants_invalid',
  })
  const more = [...students, await givenStudent(scene), await givenStudent(scene)]
  await expect(create(scene, { studentIds: more })).rejects.toMatchObject({ code: 'participants_invalid' })
})

describe('is refused', () => {
  test('for a user who is no student of the coach, for the coach, and in the name of another coach', async () => {
    const scene = await givenScene(db)
    const { playerId, adminId, coachId } = scene
    const strangerId = await givenPlayer(db)
    await expect(create(scene, { studentIds: [playerId, strangerId] })).rejects.toMatchObject({
      status: 403,
      code: 'action_forbidden',
    })
    await expect(create(scene, {}, adminId)).rejects.toMatchObject({ code: 'action_forbidden' })
    await expect(create(scene, { studentIds: [coachId] })).rejects.toMatchObject({ code: 'invitation_with_oneself' })
    await expect(create(scene, { coachId: adminId })).rejects.toMatchObject({ code: 'data_of_others' })
    await expect(create(scene, { initiatorId: playerId })).rejects.toMatchObject({ code: 'data_of_others' })
    await expect(create(scene, {}, playerId)).rejects.toMatchObject({ code: 'action_forbidden' })
  })

  test('outside the coach’s courses and venues, and outside the booking times', async () => {
    const scene = await givenScene(db)
    const courseDesignId = await givenCourse(db, { companyId: scene.companyId })
    await expect(create(scene, { courseDesignId })).rejects.toMatchObject({ code: 'coach_not_of_course' })
    await expect(create(scene, { selectedCourt: 9 })).rejects.toMatchObject({ code: 'court_not_found' })
    await expect(create(scene, { courseDate: '2026-05-15' })).rejects.toMatchObject({
      code: 'invitation_outside_window',
    })
    const wanderer = await givenCoach(db)
    await givenRelation(db, wanderer, scene.playerId)
    await expect(create(scene, {}, wanderer)).rejects.toMatchObject({ code: 'coach_not_of_course' })
  })

  test('on a court that is taken, with other free times; nothing is left behind', async () => {
    const scene = await givenScene(db)
    const other = { ...scene, coachId: scene.adminId }
    await givenInvitation(db, { scene: other, madeBy: 'coach' })
    const refused = await create(scene).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 409, code: 'slot_taken', data: { clash: 'COURT' } })
    const [first] = (refused as { data: classes.SlotClash }).data.alternatives
    expect(first).toMatchObject({ courseDate: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22, courtCode: '1' })
    expect(await db.$count(slotClaims)).toBe(4)
    expect(await create(scene, { selectedCourt: 1 })).toMatchObject({ courtCode: '1' })
  })

  test('when the coach teaches already, unless that request expired', async () => {
    const scene = await givenScene(db)
    await givenInvitation(db, { scene, courseDate: '2026-05-03', at: clock.now() })
    const again = { courseDate: '2026-05-03', selectedCourt: 1 }
    await expect(create(scene, again)).rejects.toMatchObject({ code: 'slot_mine', data: { clash: 'PLAYER' } })
    clock.set(new Date('2026-05-02T12:00:00+08:00'))
    expect(await create(scene, again)).toMatchObject({ invitationStatus: 'PENDING' })
  })
})

test('the coach’s own lock gives way on request, and has its half-hours back when the coach cancels', async () => {
  const scene = await givenScene(db)
  await givenCoachLock(db, { coachId: scene.coachId, beginTimeSlot: 19, endTimeSlot: 24 })
  await expect(create(scene)).rejects.toMatchObject({ code: 'slot_taken', data: { clash: 'COACH' } })
  const made = await create(scene, { useUnavailable: true })
  expect(made.useUnavailable).toBe(false)
  expect(await db.$count(lockYields)).toBe(2)
  expect(await db.$count(slotClaims)).toBe(3 + 4)
  await signedInAs(scene.coachId)(classActions.cancelByCoach, { params: { id: made.id }, body: {} })
  expect(await db.$count(lockYields)).toBe(0)
  expect(await db.$count(slotClaims)).toBe(5)
  const toStudent = (await db.select().from(messages).orderBy(messages.id)).filter(
    ({ receiverId }) => receiverId === scene.playerId,
  )
  expect(toStudent.map(({ title }) => title)).toEqual(['教练约您上课', '约课已取消'])
})

test('another class never gives way as a lock does', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await expect(create(scene, { useUnavailable: true, selectedCourt: 1 })).rejects.toMatchObject({ code: 'slot_mine' })
})
