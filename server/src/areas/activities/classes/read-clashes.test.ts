import { confirmInvitation } from '@paidang/api/areas/activities/class-actions'
import { getFullInfo } from '@paidang/api/areas/activities/classes'
import { describe, expect, test } from 'vitest'
import {
  givenCoachLock,
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  givenVenueLock,
  type Scene,
} from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const clashes = async (id: string, actorId: string) =>
  (await signedInAs(actorId)(getFullInfo, { params: { id }, query: {} })).clashes
const request = (scene: Scene) => givenInvitation(db, { scene, useUnavailable: true, at: clock.now() })

/** Another player of the same coach, with hours. */
async function givenOther(scene: Scene): Promise<Scene> {
  const playerId = await givenPlayer(db)
  const contractId = await givenContract(db, { userId: playerId, courseId: scene.courseId })
  await givenRelation(db, scene.coachId, playerId)
  return { ...scene, playerId, contractId }
}

// The request is for tomorrow, 10:00 to 11:00, half-hours 20 and 21.
describe('what a request with 允许冲突 clashes with', () => {
  test('is shown to the coach who has to confirm it, and is empty without a clash', async () => {
    const scene = await givenScene(db)
    const id = await request(scene)
    expect(await clashes(id, scene.coachId)).toEqual([])
    expect(await clashes(id, scene.playerId)).toBeNull()
    expect(await clashes(id, scene.adminId)).toBeNull()
    await signedInAs(scene.coachId)(confirmInvitation, { params: { id } })
    expect(await clashes(id, scene.coachId)).toBeNull()
  })

  test('is empty for a request that holds its half-hours', async () => {
    const scene = await givenScene(db)
    expect(await clashes(await givenInvitation(db, { scene, at: clock.now() }), scene.coachId)).toBeNull()
  })

  test('the coach’s lock with its reason, as far as it reaches', async () => {
    const scene = await givenScene(db)
    await givenCoachLock(db, { coachId: scene.coachId, beginTimeSlot: 21, endTimeSlot: 24, reason: '午休' })
    expect(await clashes(await request(scene), scene.coachId)).toEqual([
      { kind: 'own_lock', title: '午休', invitationId: null, beginTimeSlot: 21, endTimeSlot: 22 },
    ])
  })

  test('another class of the coach on the same court, by its name and once', async () => {
    const scene = await givenScene(db)
    const other = await givenInvitation(db, { scene: await givenOther(scene), status: 'CONFIRMED' })
    expect(await clashes(await request(scene), scene.coachId)).toEqual([
      { kind: 'own_class', title: expect.any(String), invitationId: other, beginTimeSlot: 20, endTimeSlot: 22 },
    ])
  })

  test('the court: a venue’s lock, and a game of others without its name', async () => {
    const scene = await givenScene(db)
    const { venueId: stadiumId, courtIds } = scene
    const courtId = courtIds[0] ?? ''
    await givenVenueLock(db, { courtId, beginTimeSlot: 20, endTimeSlot: 21 })
    const other = await givenPlayer(db)
    await givenBall(db, { playerIds: [other], stadiumId, courtId, beginTimeSlot: 21, endTimeSlot: 23 })
    expect(await clashes(await request(scene), scene.coachId)).toEqual([
      { kind: 'court_locked', title: '', invitationId: null, beginTimeSlot: 20, endTimeSlot: 21 },
      { kind: 'court_booked', title: '', invitationId: null, beginTimeSlot: 21, endTimeSlot: 22 },
    ])
  })

  test('a game in which the coach plays', async () => {
    const scene = await givenScene(db)
    await givenBall(db, { playerIds: [scene.coachId], beginTimeSlot: 20, endTimeSlot: 22 })
    expect(await clashes(await request(scene), scene.coachId)).toMatchObject([{ kind: 'own_ball', invitationId: null }])
  })

  test('an expired request holds nothing', async () => {
    const scene = await givenScene(db)
    const ends = clock.now().getTime()
    await givenInvitation(db, { scene: await givenOther(scene), at: new Date(ends - 24 * 3_600_000) })
    const id = await givenInvitation(db, { scene, useUnavailable: true, at: new Date(ends - 3_600_000) })
    clock.set(new Date(ends - 1))
    expect(await clashes(id, scene.coachId)).toHaveLength(1)
    clock.set(new Date(ends))
    expect(await clashes(id, scene.coachId)).toEqual([])
  })
})
