import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as locks from '@paidang/api/areas/activities/locks'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import { expect, test } from 'vitest'
import { coachLocks, slotClaims } from '../../../tables/schedule.ts'
import { givenCoach, givenCoachLock, givenPlayer, givenScene, type Scene, TOMORROW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, db, signedInAs, tokenOf, clock } = await startTestServer()

type Body = Parameters<typeof lock>[1]
const lock = (actorId: string, body: Partial<Parameters<typeof create>[1]> = {}) =>
  create(actorId, { date: TOMORROW, beginTimeSlot: 20, endTimeSlot: 24, ...body })
const create = (
  actorId: string,
  body: {
    coachId?: string
    date: string
    beginTimeSlot: number
    endTimeSlot: number
    moreSpans?: { beginTimeSlot: number; endTimeSlot: number }[]
    reason?: string
    repeatUntil?: string
  },
) => signedInAs(actorId)(locks.createCoachLock, { body })
const unlock = (actorId: string, id: string, series?: boolean) =>
  signedInAs(actorId)(locks.deleteCoachLock, { params: { id }, query: series === undefined ? {} : { series } })
const locksOf = (userId: string, actorId = userId, date = TOMORROW) =>
  signedInAs(actorId)(locks.coachLocksOfDay, { query: { userId, date } })
const unavailable = async ({ coachId, venueId, playerId }: Scene, date = TOMORROW) => {
  const grid = await signedInAs(playerId)(courtStatusForPlayer, { body: { coachId, stadiumId: venueId, date } })
  const times = grid.filter(({ status }) => status === 'COACH_UNAVAILABLE').map(({ timeIndex }) => timeIndex)
  return [...new Set(times)]
}

test('a coach locks half-hours: every grid of the coach shows them at once, and the same request again changes nothing', async () => {
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

test('a weekly lock falls on each week until its last day, and all its locks share the id of the first', async () => {
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

test('a half-hour that is locked already stays with its lock, and the new lock takes the rest', async () => {
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

const spans = (...pairs: [number, number][]) =>
  pairs.map(([beginTimeSlot, endTimeSlot]) => ({ beginTimeSlot, endTimeSlot }))

test('several spans of a day are locked with one call, each a lock of its own; spans that touch are one', async () => {
  const scene = await givenScene(db)
  const made = await lock(scene.coachId, { moreSpans: spans([40, 42], [24, 26], [30, 31]), reason: '午休' })
  expect(made.map(({ beginTimeSlot, endTimeSlot, reason }) => [beginTimeSlot, endTimeSlot, reason])).toEqual([
    [20, 26, '午休'],
    [30, 31, '午休'],
    [40, 42, '午休'],
  ])
  expect(await unavailable(scene)).toEqual([20, 21, 22, 23, 24, 25, 30, 40, 41])
  expect(await lock(scene.coachId, { moreSpans: spans([40, 42], [24, 26], [30, 31]) })).toEqual(made)
  // The lock between the spans was not requested, so the answer leaves it out.
  expect(await lock(scene.coachId, { moreSpans: spans([40, 42]) })).toEqual([made[0], made[2]])
})

test('a class in one of the spans refuses all of them, and only that class is named', async () => {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, beginTimeSlot: 40, status: 'CONFIRMED', courseDate: '2026-05-09' })
  await givenInvitation(db, { scene, beginTimeSlot: 30, status: 'CONFIRMED', courseDate: '2026-05-09' })
  const body = { moreSpans: spans([26, 28], [41, 44]), repeatUntil: '2026-05-20' }
  const data = { bookings: [expect.objectContaining({ invitationId: id, date: '2026-05-09', beginTimeSlot: 40 })] }
  await expectRefusal(db, () => lock(scene.coachId, body), { code: 'lock_over_booking', data })
})

test('each repeated span is a series of its own', async () => {
  const { coachId } = await givenScene(db)
  const made = await lock(coachId, { moreSpans: spans([30, 32]), repeatUntil: '2026-05-20' })
  const [first, second] = made
  expect(made.map(({ seriesId }) => seriesId)).toEqual([1, 2, 3].flatMap(() => [first?.id, second?.id]))
  expect(await unlock(coachId, first?.id ?? '', true)).toEqual({ removed: 3 })
  expect(await locksOf(coachId)).toEqual([second])
})

test.each([
  ['asked for again from its first day', TOMORROW, 6],
  ['asked for from a day in its middle', '2026-05-09', 5],
  ['asked for from the week after its last', '2026-05-23', 3],
])('a weekly lock that is extended continues its series: %s', async (_case, date, count) => {
  const { coachId } = await givenScene(db)
  const [first] = await lock(coachId, { repeatUntil: '2026-05-20' })
  const longer = await lock(coachId, { date, repeatUntil: '2026-06-06' })
  expect(longer.map(({ seriesId }) => seriesId)).toEqual(Array.from({ length: count }, () => first?.id))
  expect(await unlock(coachId, first?.id ?? '', true)).toEqual({ removed: 6 })
  expect(await db.$count(coachLocks)).toBe(0)
})

test('a lock that is repeated afterwards begins the series, and two series that meet become one', async () => {
  const { coachId } = await givenScene(db)
  const [single] = await lock(coachId)
  await lock(coachId, { repeatUntil: '2026-05-09' })
  const [later] = await lock(coachId, { date: '2026-05-23', repeatUntil: '2026-05-30' })
  expect(later?.seriesId).toBe(later?.id)
  const all = await lock(coachId, { repeatUntil: '2026-05-23' })
  expect(all.map(({ seriesId }) => seriesId)).toEqual(Array.from({ length: 4 }, () => single?.id))
  expect(await unlock(coachId, single?.id ?? '', true)).toEqual({ removed: 5 })
})

test('a different span or a single lock a week before does not begin a series', async () => {
  const { coachId } = await givenScene(db)
  await lock(coachId)
  const weekly = await lock(coachId, { date: '2026-05-09', repeatUntil: '2026-05-16' })
  const wider = await lock(coachId, { endTimeSlot: 26, date: '2026-05-23', repeatUntil: '2026-05-30' })
  expect(weekly.map(({ seriesId }) => seriesId)).toEqual([weekly[0]?.id, weekly[0]?.id])
  expect(wider.map(({ seriesId }) => seriesId)).toEqual([wider[0]?.id, wider[0]?.id])
  expect(await locksOf(coachId)).toMatchObject([{ seriesId: null }])
})

test('a lock over classes is refused and names them, on every day of a repetition, also where the coach takes part as a player', async () => {
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

test('a request that nobody answered in time does not block a lock', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene, courseDate: '2026-05-05' })
  await expectRefusal(db, () => lock(scene.coachId, { date: '2026-05-05' }), { code: 'lock_over_booking' })
  clock.set(new Date('2026-05-02T12:00:00+08:00'))
  expect(await lock(scene.coachId, { date: '2026-05-05' })).toHaveLength(1)
})

test('without a half-hour the refusal says what to choose', async () => {
  const headers = { authorization: `Bearer ${await tokenOf(await givenCoach(db))}` }
  for (const payload of [{ date: '2026-05-05' }, { date: '2026-05-05', beginTimeSlot: 24 }]) {
    const answer = await app.inject({ method: 'POST', url: '/aaapi/coach-lock-time/create', headers, payload })
    expect([answer.statusCode, answer.json().msg]).toEqual([400, '请先选择要设为不可用的时段'])
  }
})

test.each([
  ['no half-hour', { beginTimeSlot: 24, endTimeSlot: 24 }, { status: 400, code: 'lock_slots_missing' }],
  ['an end before the begin', { beginTimeSlot: 24, endTimeSlot: 20 }, { status: 400, code: 'lock_slots_missing' }],
  ['no half-hour in one of several spans', { moreSpans: spans([30, 30]) }, { status: 400, code: 'lock_slots_missing' }],
  [
    'more spans than a day holds',
    { moreSpans: Array(24).fill(spans([30, 31])[0]) },
    { status: 400, code: 'input_invalid' },
  ],
  ['what has begun', { date: '2026-05-01' }, { status: 400, code: 'lock_in_past' }],
  ['more than a year ahead', { date: '2027-05-02' }, { status: 400, code: 'lock_too_far' }],
  ['27 weeks', { repeatUntil: '2026-10-31' }, { status: 400, code: 'lock_repeats_too_long' }],
  ['a half-hour of tomorrow', { endTimeSlot: 49 }, { status: 400, code: 'input_invalid' }],
  ['too long a reason', { reason: '长'.repeat(21) }, { status: 400, code: 'input_invalid' }],
] satisfies [string, Partial<Body>, object][])('refuses %s and leaves no trace', async (_case, body, refusal) => {
  const { coachId } = await givenScene(db)
  await expectRefusal(db, () => lock(coachId, body), refusal)
})

test('a coach cannot lock times of another coach, or see or delete their locks; the admin of the company sees them', async () => {
  const { coachId, adminId, companyId } = await givenScene(db)
  const colleague = await givenCoach(db, { companyId })
  const outsider = await givenCoach(db)
  const [made] = await lock(coachId)
  const id = made?.id ?? ''
  for (const actorId of [adminId, colleague, outsider]) {
    await expectRefusal(db, () => lock(actorId, { coachId }), { status: 403, code: 'data_of_others' })
    await expectRefusal(db, () => unlock(actorId, id), { status: 404, code: 'lock_not_found' })
  }
  await expectRefusal(db, () => unlock(coachId, '987654321'), { status: 404, code: 'lock_not_found' })
  expect(await locksOf(coachId, adminId)).toEqual([made])
  expect(await locksOf(adminId)).toEqual([])
  for (const [userId, actorId] of [
    [coachId, colleague],
    [coachId, outsider],
    [adminId, coachId],
    ['defaultUserId', coachId],
  ] as const) {
    await expect(locksOf(userId, actorId)).rejects.toMatchObject({ status: 403, code: 'data_of_others' })
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

test('a lock that gave way is deleted under an active class, and does not return when the class ends', async () => {
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
