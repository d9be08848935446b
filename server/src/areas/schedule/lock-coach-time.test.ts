import * as classActions from '@paidang/api/areas/class-actions'
import * as locks from '@paidang/api/areas/locks'
import { courtStatusForPlayer } from '@paidang/api/areas/schedule'
import { expect, test } from 'vitest'
import { givenCoach, givenCoachLock, givenPlayer, givenScene, type Scene, TOMORROW } from '../../testing/builders.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { givenInvitation } from '../../testing/given-invitation.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { coachLocks, slotClaims } from './tables.ts'

const { db, signedInAs, clock } = await startTestServer()

type Body = Parameters<typeof lock>[1]
const lock = (by: string, body: Partial<Parameters<typeof create>[1]> = {}) =>
  create(by, { date: TOMORROW, beginTimeSlot: 20, endTimeSlot: 24, ...body })
const create = (
  by: string,
  body: {
    coachId?: string
    date: string
    beginTimeSlot: number
    endTimeSlot: number
    reason?: string
    repeatUntil?: string
  },
) => signedInAs(by)(locks.createCoachLock, { body })
const unlock = (by: string, id: string, series?: boolean) =>
  signedInAs(by)(locks.deleteCoachLock, { params: { id }, query: series === undefined ? {} : { series } })
const locksOf = (userId: string, by = userId, date = TOMORROW) =>
  signedInAs(by)(locks.coachLocksOfDay, { query: { userId, date } })
const unavailable = async ({ coachId, venueId, playerId }: Scene, date = TOMORROW) => {
  const grid = await signedInAs(playerId)(courtStatusForPlayer, { body: { coachId, stadiumId: venueId, date } })
  const times = grid.filter(({ status }) => status === 'COACH_UNAVAILABLE').map(({ timeIndex }) => timeIndex)
  return [...new Set(times)]
}

test('a coach locks half-hours: every grid of his shows them at once, and asking again changes nothing', async () => {
  const scene = await givenScene(db)
  expect(await unavailable(scene)).toEqual([])
  const made = await lock(scene.coachId, { reason: ' 午休 ' })
  expect(made).toEqual([
    {
      id: expect.any(String),
      coachId: scene.coachId,
      date: TOMORROW,
      beginTimeSlot: 20,
      endTimeSlot: 24,
      reason: '午休',
      seriesId: null,
    },
  ])
  expect(await unavailable(scene)).toEqual([20, 21, 22, 23])
  expect(await lock(scene.coachId, { coachId: scene.coachId, date: '2026/05/02', reason: '会议' })).toEqual(made)
  expect([await db.$count(coachLocks), await db.$count(slotClaims)]).toEqual([1, 4])
})

test('a weekly lock falls on each week until its last day, and all of it shares the id of its first', async () => {
  const scene = await givenScene(db)
  const made = await lock(scene.coachId, { repeatUntil: '2026-05-20' })
  const [first] = made
  expect(made.map(({ date, seriesId }) => [date, seriesId])).toEqual(
    [TOMORROW, '2026-05-09', '2026-05-16'].map((date) => [date, first?.id]),
  )
  expect(await unavailable(scene, '2026-05-09')).toEqual([20, 21, 22, 23])
  expect(await lock(scene.coachId, { repeatUntil: '2026-05-20' })).toEqual(made)
  expect(await lock(scene.coachId, { repeatUntil: '2026-10-30' })).toHaveLength(26)
})

test('what is locked already stays with its lock, and the new one takes what is left', async () => {
  const { coachId } = await givenScene(db)
  const older = await givenCoachLock(db, { coachId, beginTimeSlot: 21, endTimeSlot: 23, reason: '旧' })
  const made = await lock(coachId, { reason: '新' })
  expect(made.map(({ beginTimeSlot, endTimeSlot, reason }) => [beginTimeSlot, endTimeSlot, reason])).toEqual([
    [20, 21, '新'],
    [21, 23, '旧'],
    [23, 24, '新'],
  ])
  expect(made[1]?.id).toBe(older)
  expect(await locksOf(coachId)).toEqual(made)
})

test('a lock over classes is refused and names them, on every day of a repetition, also where he takes part as a player', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId, playerId } = scene
  const other = await givenPlayer(db, { nickname: '李四' })
  const own = await givenInvitation(db, {
    scene,
    status: 'CONFIRMED',
    beginTimeSlot: 22,
    courseDate: '2026-05-16',
    joiners: [{ userId: other }],
    participantsCount: 2,
  })
  const asPlayer = await givenInvitation(db, {
    scene: { ...scene, coachId: adminId },
    joiners: [{ userId: coachId }],
    participantsCount: 2,
    beginTimeSlot: 23,
  })
  await givenInvitation(db, { scene, beginTimeSlot: 24, courseDate: '2026-05-23' })
  const refusal = { status: 409, code: 'lock_over_booking', message: '该时段已有约课，不能锁定' }
  const clash = {
    bookings: [
      { invitationId: asPlayer, date: TOMORROW, beginTimeSlot: 23, endTimeSlot: 25, courtName: '场地1' },
      { invitationId: own, date: '2026-05-16', beginTimeSlot: 22, endTimeSlot: 24, courtName: '场地1' },
    ],
  }
  await expectRefusal(db, () => lock(coachId, { repeatUntil: '2026-05-23' }), { ...refusal, data: clash })
  const error = await lock(coachId, { date: '2026-05-16' }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ data: { bookings: [{ title: expect.stringMatching(/^网球课\d+ · 球员\d+、李四$/) }] } })
  expect(await lock(playerId, {}).catch((thrown: unknown) => thrown)).toMatchObject({ code: 'action_forbidden' })
})

test('at most ten classes are named', async () => {
  const scene = await givenScene(db, { sessions: 20 })
  for (let week = 0; week < 12; week++) {
    const courseDate = new Date(Date.UTC(2026, 4, 2 + 7 * week)).toISOString().slice(0, 10)
    await givenInvitation(db, { scene, courseDate, status: 'CONFIRMED' })
  }
  const error = await lock(scene.coachId, { repeatUntil: '2026-10-01' }).catch((thrown: unknown) => thrown)
  expect((error as { data: locks.LockClash }).data.bookings).toHaveLength(10)
})

test('a request that nobody answered in time stands in no lock’s way', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene, courseDate: '2026-05-05' })
  await expectRefusal(db, () => lock(scene.coachId, { date: '2026-05-05' }), { code: 'lock_over_booking' })
  clock.set(new Date('2026-05-02T12:00:00+08:00'))
  expect(await lock(scene.coachId, { date: '2026-05-05' })).toHaveLength(1)
})

test.each([
  ['no half-hour', { beginTimeSlot: 24, endTimeSlot: 24 }, { status: 400, code: 'lock_slots_missing' }],
  ['an end before the begin', { beginTimeSlot: 24, endTimeSlot: 20 }, { status: 400, code: 'lock_slots_missing' }],
  ['what has begun', { date: '2026-05-01' }, { status: 400, code: 'lock_in_past' }],
  ['27 weeks', { repeatUntil: '2026-10-31' }, { status: 400, code: 'lock_repeats_too_long' }],
  ['a half-hour of tomorrow', { endTimeSlot: 49 }, { status: 400, code: 'input_invalid' }],
  ['too long a reason', { reason: '长'.repeat(21) }, { status: 400, code: 'input_invalid' }],
] satisfies [string, Partial<Body>, object][])('refuses %s and leaves no trace', async (_case, body, refusal) => {
  const { coachId } = await givenScene(db)
  await expectRefusal(db, () => lock(coachId, body), refusal)
})

test('nobody locks times of another coach, sees or deletes his locks, save his company’s admin who sees them', async () => {
  const { coachId, adminId, companyId } = await givenScene(db)
  const colleague = await givenCoach(db, { companyId })
  const outsider = await givenCoach(db)
  const [made] = await lock(coachId)
  const id = made?.id ?? ''
  for (const by of [adminId, colleague, outsider]) {
    await expectRefusal(db, () => lock(by, { coachId }), { status: 403, code: 'data_of_others' })
    await expectRefusal(db, () => unlock(by, id), { status: 404, code: 'lock_not_found' })
  }
  await expectRefusal(db, () => unlock(coachId, '987654321'), { status: 404, code: 'lock_not_found' })
  expect(await locksOf(coachId, adminId)).toEqual([made])
  expect(await locksOf(adminId)).toEqual([])
  for (const [userId, by] of [
    [coachId, colleague],
    [coachId, outsider],
    [adminId, coachId],
    ['defaultUserId', coachId],
  ] as const) {
    await expect(locksOf(userId, by)).rejects.toMatchObject({ status: 403, code: 'data_of_others' })
  }
})

test('a lock is given up alone, or with the later ones of its repetition', async () => {
  const scene = await givenScene(db)
  const { coachId } = scene
  const single = await lock(coachId, { beginTimeSlot: 40, endTimeSlot: 42 })
  const [, second, third, fourth] = await lock(coachId, { repeatUntil: '2026-05-23' })
  expect(await unlock(coachId, third?.id ?? '')).toEqual({ removed: 1 })
  expect(await unavailable(scene, '2026-05-16')).toEqual([])
  expect(await unlock(coachId, second?.id ?? '', true)).toEqual({ removed: 2 })
  expect(await unavailable(scene, '2026-05-23')).toEqual([])
  await expectRefusal(db, () => unlock(coachId, fourth?.id ?? ''), { code: 'lock_not_found' })
  expect(await unavailable(scene)).toEqual([20, 21, 22, 23, 40, 41])
  expect(await unlock(coachId, single[0]?.id ?? '', true)).toEqual({ removed: 1 })
  expect(await unavailable(scene)).toEqual([20, 21, 22, 23])
})

test('a lock that gave way is deleted under a class that stands, and does not return with the end of the class', async () => {
  const scene = await givenScene(db)
  const { coachId } = scene
  const id = await givenInvitation(db, { scene, useUnavailable: true, beginTimeSlot: 21 })
  const [made] = await lock(coachId)
  await signedInAs(coachId)(classActions.confirmInvitation, { params: { id } })
  expect(await unavailable(scene)).toEqual([20, 23])

  expect(await lock(coachId)).toEqual([made])
  await expectRefusal(db, () => lock(coachId, { beginTimeSlot: 20, endTimeSlot: 26, date: '2026-05-01' }), {
    code: 'lock_in_past',
  })
  expect(await unlock(coachId, made?.id ?? '')).toEqual({ removed: 1 })
  expect(await unavailable(scene)).toEqual([])
  await expectRefusal(db, () => lock(coachId), {
    code: 'lock_over_booking',
    data: { bookings: [{ invitationId: id, beginTimeSlot: 21, endTimeSlot: 23 }] },
  })
  await signedInAs(coachId)(classActions.cancelByCoach, { params: { id }, body: {} })
  expect(await unavailable(scene)).toEqual([])
  expect(await db.$count(slotClaims)).toBe(0)
})
