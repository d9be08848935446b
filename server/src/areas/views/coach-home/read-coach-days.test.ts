import { createCoachLock } from '@paidang/api/areas/activities/locks'
import { coachDayMarks } from '@paidang/api/areas/views/coach-home'
import { expect, test } from 'vitest'
import { givenCoach, givenScene, givenVenue, TOMORROW } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const marks = (actorId: string, from = '2026-05-01', days = 3) =>
  signedInAs(actorId)(coachDayMarks, { query: { from, days } })
const lock = (actorId: string, date: string, beginTimeSlot: number, endTimeSlot: number) =>
  signedInAs(actorId)(createCoachLock, { body: { date, beginTimeSlot, endTimeSlot } })
const resting = async (actorId: string) => (await marks(actorId)).map(({ isResting }) => isResting)

test('each day has its live classes and those that wait for the coach', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId } = scene
  await givenInvitation(db, { scene })
  await givenInvitation(db, { scene, beginTimeSlot: 24, status: 'CONFIRMED' })
  await givenInvitation(db, { scene, beginTimeSlot: 28, madeBy: 'coach' })
  await givenInvitation(db, { scene, beginTimeSlot: 32, status: 'CANCELLED' })
  await givenInvitation(db, { scene, courseDate: '2026-05-03', status: 'CONFIRMED' })
  await givenInvitation(db, { scene: { ...scene, coachId: adminId }, courseDate: '2026-05-03', beginTimeSlot: 30 })
  const expected = [
    { date: '2026-05-01', classes: 0, waiting: 0, isResting: false },
    { date: TOMORROW, classes: 3, waiting: 1, isResting: false },
    { date: '2026-05-03', classes: 1, waiting: 0, isResting: false },
  ]
  expect(await marks(coachId)).toEqual(expected)
  expect(await marks(coachId, '2026/05/02', 1)).toEqual(expected.slice(1, 2))
  clock.set(new Date('2026-05-02T12:00:00+08:00'))
  expect((await marks(coachId))[1]).toMatchObject({ classes: 1, waiting: 0 })
})

test('a day is a day of rest once the coach has locked every half-hour of the venues’ opening hours', async () => {
  const coachId = await givenCoach(db)
  await lock(coachId, TOMORROW, 12, 44)
  expect(await resting(coachId)).toEqual([false, false, false])
  await lock(coachId, TOMORROW, 44, 45)
  expect(await resting(coachId)).toEqual([false, true, false])

  await givenVenue(db, { coachIds: [coachId], firstStart: 14, lastStart: 40 })
  await lock(coachId, '2026-05-03', 14, 41)
  expect(await resting(coachId)).toEqual([false, true, true])
  await givenVenue(db, { coachIds: [coachId], firstStart: 14, lastStart: 41 })
  expect(await resting(coachId)).toEqual([false, true, false])
  await givenVenue(db, { coachIds: [coachId], lastStart: 47, approveStatus: 0 })
  expect(await resting(coachId)).toEqual([false, true, false])
})

test('a day with a class is no day of rest, and a request covers 1 to 62 days', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await lock(scene.coachId, TOMORROW, 12, 20)
  await lock(scene.coachId, TOMORROW, 22, 45)
  expect(await resting(scene.coachId)).toEqual([false, false, false])
  expect(await marks(scene.coachId, '2026-05-01', 62)).toHaveLength(62)
  for (const days of [0, 63]) {
    await expect(marks(scene.coachId, '2026-05-01', days)).rejects.toMatchObject({ code: 'input_invalid' })
  }
  await expect(marks(scene.playerId)).rejects.toMatchObject({ code: 'action_forbidden' })
})
