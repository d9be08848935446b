import * as classActions from '@paidang/api/areas/activities/class-actions'
import { courtStatusForPlayer, courtStatusVersion } from '@paidang/api/areas/time/schedule'
import { expect, test } from 'vitest'
import { givenPlayer, givenScene, type Scene, TOMORROW } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const bodyOf = ({ coachId, venueId: stadiumId }: Scene, date = TOMORROW) => ({ coachId, stadiumId, date })
const versionFor = async (userId: string, body: ReturnType<typeof bodyOf>) =>
  (await signedInAs(userId)(courtStatusVersion, { body })).version

test('the version stays while the grid stays, and changes with it, for everybody who looks at it', async () => {
  const scene = await givenScene(db)
  const watcherId = await givenPlayer(db)
  const versions = async () => [
    await versionFor(scene.playerId, bodyOf(scene)),
    await versionFor(watcherId, bodyOf(scene)),
    await versionFor(watcherId, bodyOf(scene, '2026-05-03')),
  ]
  const before = await versions()
  expect(await versions()).toEqual(before)
  const { coachId, courseId: courseDesignId, venueId: stadiumId } = scene
  const asked = { coachId, courseDesignId, stadiumId, courseDate: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22 }
  await signedInAs(scene.playerId)(classActions.createByPlayer, { body: asked })
  const after = await versions()
  expect(after[0]).not.toBe(before[0])
  expect(after[1]).not.toBe(before[1])
  expect(after[2]).toBe(before[2])
  // The caller sees their own class differently from other users.
  expect(after[0]).not.toBe(after[1])
})

test('the version changes with the clock exactly when the grid does', async () => {
  const scene = await givenScene(db)
  const today = bodyOf(scene, '2026-05-01')
  const call = signedInAs(scene.playerId)
  const both = async () => [
    await versionFor(scene.playerId, today),
    JSON.stringify(await call(courtStatusForPlayer, { body: today })),
  ]
  const first = await both()
  clock.set(new Date('2026-05-01T12:29:59+08:00'))
  expect(await both()).toEqual(first)
  clock.set(new Date('2026-05-01T12:30:00+08:00'))
  const second = await both()
  expect(second[0]).not.toBe(first[0])
  expect(second[1]).not.toBe(first[1])
})

test('an absent venue or coach has no version', async () => {
  const scene = await givenScene(db)
  const absent = '987654321987'
  const ask = (over: object) => versionFor(scene.playerId, { ...bodyOf(scene), ...over })
  await expect(ask({ stadiumId: absent })).rejects.toMatchObject({ status: 404, code: 'venue_not_found' })
  await expect(ask({ coachId: absent })).rejects.toMatchObject({ status: 404, code: 'coach_not_found' })
})
