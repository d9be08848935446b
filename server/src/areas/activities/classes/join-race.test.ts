import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { expect, test } from 'vitest'
import { contracts } from '../../../tables/contracts.ts'
import { CLAIM_KIND, slotClaims } from '../../../tables/schedule.ts'
import {
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const PLAYERS = 20
const SEATS_LEFT = 3
const ROUNDS = raceRounds(10)

const join = (id: string, actorId: string) =>
  signedInAs(actorId)(classActions.joinInvitation, { params: { a: id, b: actorId }, body: {} })
const givenStudents = async ({ coachId }: Scene, courseId: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const userId = await givenPlayer(db)
      await givenRelation(db, coachId, userId)
      await givenContract(db, { userId, courseId, sessions: ROUNDS })
      return userId
    }),
  )
const heldInAll = async () =>
  (await db.select().from(contracts)).reduce((sum, { heldSessions }) => sum + heldSessions, 0)

test(`of ${PLAYERS} players who request the last ${SEATS_LEFT} seats exactly ${SEATS_LEFT} get one, ${ROUNDS} times in a row`, async () => {
  const scene = await givenScene(db)
  const students = await givenStudents(scene, scene.courseId, PLAYERS)
  for (let round = 0; round < ROUNDS; round++) {
    const id = await givenInvitation(db, {
      scene,
      madeBy: 'coach',
      status: 'CONFIRMED',
      participantsCount: SEATS_LEFT + 1,
      beginTimeSlot: 12 + round * 2,
    })
    const results = await Promise.allSettled(students.map((userId) => join(id, userId)))
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals).toHaveLength(PLAYERS - SEATS_LEFT)
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, code: 'invitation_full' })
    expect(await heldInAll()).toBe((round + 1) * (SEATS_LEFT + 1))
    expect(await db.$count(slotClaims)).toBe((round + 1) * (SEATS_LEFT + 3) * 2)
  }
})

test('a player who joins twice at once has one seat and one hold', async () => {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, madeBy: 'coach', participantsCount: 3, at: clock.now() })
  const results = await Promise.all(Array.from({ length: 5 }, () => join(id, scene.playerId)))
  expect(results.map(({ seatsTaken }) => seatsTaken)).toEqual([1, 1, 1, 1, 1])
  expect(await heldInAll()).toBe(1)
})

test('a player who joins two classes of one hour at once gets one of them', async () => {
  const scene = await givenScene(db)
  const courseId = await givenCourse(db, { companyId: scene.companyId, coachIds: [scene.adminId] })
  await givenContract(db, { userId: scene.playerId, courseId })
  const ids = [
    await givenInvitation(db, { scene, madeBy: 'coach', at: clock.now() }),
    await givenInvitation(db, {
      scene: { ...scene, coachId: scene.adminId, courseId },
      madeBy: 'coach',
      courtId: scene.courtIds[1] ?? '',
      at: clock.now(),
    }),
  ]
  const results = await Promise.allSettled(ids.map((id) => join(id, scene.playerId)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'slot_mine' } })
  expect(await heldInAll()).toBe(1)
})

test('the last hours of a contract pay one of two classes that are joined at once', async () => {
  const scene = await givenScene(db, { sessions: 1 })
  const ids = [
    await givenInvitation(db, { scene, madeBy: 'coach', at: clock.now() }),
    await givenInvitation(db, { scene, madeBy: 'coach', beginTimeSlot: 24, at: clock.now() }),
  ]
  const results = await Promise.allSettled(ids.map((id) => join(id, scene.playerId)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'lesson_hours_too_few' },
  })
})

test(`joining against cancelling, ${ROUNDS} times: in either order the class ends cancelled and nothing is held`, async () => {
  const scene = await givenScene(db)
  const { coachId, playerId } = scene
  for (let round = 0; round < ROUNDS; round++) {
    const beginTimeSlot = 12 + round * 2
    const id = await givenInvitation(db, { scene, madeBy: 'coach', beginTimeSlot, at: clock.now() })
    const [joined, cancelled] = await Promise.allSettled([
      join(id, playerId),
      signedInAs(coachId)(classActions.cancelByCoach, { params: { id }, body: {} }),
    ])
    expect(cancelled).toMatchObject({ status: 'fulfilled', value: { invitationStatus: 'CANCELLED' } })
    if (joined.status === 'rejected') expect(joined.reason).toMatchObject({ status: 409, code: 'invitation_settled' })
    expect([await heldInAll(), await db.$count(slotClaims)]).toEqual([0, 0])
  }
})

test(`the last player leaves while another joins, ${ROUNDS} times: the class stays confirmed by the player who stayed`, async () => {
  const scene = await givenScene(db)
  const [other = ''] = await givenStudents(scene, scene.courseId, 1)
  const { coachId, playerId } = scene
  for (let round = 0; round < ROUNDS; round++) {
    const beginTimeSlot = 12 + round * 2
    const own = { scene, madeBy: 'coach' as const, status: 'CONFIRMED' as const, participantsCount: 2 }
    const id = await givenInvitation(db, { ...own, beginTimeSlot, courseDate: '2026-05-03' })
    await Promise.all([
      join(id, other),
      signedInAs(playerId)(classActions.cancelByPlayer, { params: { id }, body: {} }),
    ])
    const { invitation } = await signedInAs(coachId)(classes.getFullInfo, { params: { id }, query: {} })
    expect(invitation).toMatchObject({ invitationStatus: 'CONFIRMED', seatsTaken: 1 })
  }
  expect(await heldInAll()).toBe(ROUNDS)
})

test('of two coaches who request one court for their students at once one gets it, completely', async () => {
  const scene = await givenScene(db)
  await givenRelation(db, scene.adminId, scene.playerId)
  const body: classActions.CreateByCoach = {
    courseDesignId: scene.courseId,
    stadiumId: scene.venueId,
    studentIds: [scene.playerId],
    courseDate: TOMORROW,
    beginTimeSlot: 20,
    endTimeSlot: 22,
  }
  const results = await Promise.allSettled(
    [scene.coachId, scene.adminId].map((actorId) => signedInAs(actorId)(classActions.createByCoach, { body })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'slot_taken', data: { clash: 'COURT' } },
  })
  expect(await db.$count(slotClaims)).toBe(4)
  expect((await db.select().from(slotClaims)).map(({ kind }) => kind)).not.toContain(CLAIM_KIND.PLAYER)
})
