import * as locks from '@paidang/api/areas/activities/locks'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { slotClaims, venueLocks } from '../../../tables/schedule.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'
import { givenCoach, givenScene, givenVenue, givenVenueLock, type Scene, TOMORROW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Half a year of locks needs tables of its own: what the statistics of others say would make their plans slow.
const { db, maintenance, signedInAs, clock } = await startTestServer({ rows: 'emptied' })

type Slots = [courtIndex: number, ...timeIndices: number[]][]
const slotsOf = (slots: Slots) =>
  slots.flatMap(([courtIndex, ...times]) => times.map((timeIndex) => ({ courtIndex, timeIndex })))
const lock = (actorId: string, stadiumId: string, slots: Slots, more: { date?: string; repeatUntil?: string } = {}) =>
  signedInAs(actorId)(locks.lockVenueCells, { body: { stadiumId, date: TOMORROW, slots: slotsOf(slots), ...more } })
const unlock = (actorId: string, stadiumId: string, slots: Slots, more: { date?: string; series?: boolean } = {}) =>
  signedInAs(actorId)(locks.unlockVenueCells, { body: { stadiumId, date: TOMORROW, slots: slotsOf(slots), ...more } })
const locksOf = (actorId: string, stadiumId: string, date = TOMORROW) =>
  signedInAs(actorId)(locks.venueLocksOfDay, { query: { stadiumId, date } })
const timesOf = (rows: locks.VenueLock[]) =>
  rows.map(({ courtNum, beginTime, endTime }) => `${courtNum} ${beginTime}-${endTime}`)

/** A scene whose venue another person manages. */
async function givenManagedScene(): Promise<Scene & { managerId: string }> {
  const scene = await givenScene(db)
  const managerId = await givenCoach(db)
  await db.insert(coachVenues).values({ coachId: managerId, venueId: scene.venueId, isManager: true, approveStatus: 1 })
  return { ...scene, managerId }
}

const closed = async ({ coachId, venueId, playerId }: Scene, date = TOMORROW) => {
  const grid = await signedInAs(playerId)(courtStatusForPlayer, { body: { coachId, stadiumId: venueId, date } })
  return grid
    .filter(({ status }) => status === 'COURT_UNAVAILABLE')
    .map(({ courtCode, timeIndex }) => `${courtCode} ${timeIndex}`)
}

test('a manager closes cells: each span of a court is one lock; every grid shows it at once, and everybody reads the times', async () => {
  const scene = await givenManagedScene()
  const { managerId, venueId, playerId } = scene
  expect(await closed(scene)).toEqual([])
  const made = await lock(managerId, venueId, [
    [0, 20, 21, 23, 20],
    [1, 44],
  ])
  expect(timesOf(made)).toEqual(['0 10:00-11:00', '0 11:30-12:00', '1 22:00-22:30'])
  expect(made[0]).toEqual({
    id: expect.any(String),
    courtNum: 0,
    courtCode: '0',
    date: TOMORROW,
    beginTime: '10:00',
    endTime: '11:00',
  })
  expect(await closed(scene)).toEqual(['0 20', '0 21', '0 23', '1 44'])
  expect(await locksOf(playerId, venueId)).toEqual(made)
  expect(await lock(managerId, venueId, [[0, 20, 21, 23]])).toEqual(made)
  expect(timesOf(await lock(managerId, venueId, [[0, 20, 21, 22]]))).toEqual([
    '0 10:00-11:00',
    '0 11:00-11:30',
    '0 11:30-12:00',
    '1 22:00-22:30',
  ])
  expect([await db.$count(venueLocks), await db.$count(slotClaims)]).toEqual([4, 5])
})

test('a repetition is opened with its later weeks, and cells that other locks keep closed stay closed', async () => {
  const scene = await givenManagedScene()
  const { managerId, venueId } = scene
  // The week after, somebody had closed the second half-hour before.
  await lock(managerId, venueId, [[0, 21]], { date: '2026-05-09' })
  await lock(managerId, venueId, [[0, 20, 21, 22]], { repeatUntil: '2026-05-16' })
  await unlock(managerId, venueId, [[0, 20, 21]], { date: '2026-05-09', series: true })
  expect(await closed(scene)).toEqual(['0 20', '0 21', '0 22'])
  for (const date of ['2026-05-09', '2026-05-16']) expect(await closed(scene, date)).toEqual(['0 22'])

  await lock(managerId, venueId, [[1, 21]], { date: '2026-05-09' })
  await lock(managerId, venueId, [[1, 20, 21]], { repeatUntil: '2026-05-16' })
  await unlock(managerId, venueId, [[1, 20, 21]], { series: true })
  expect(await closed(scene, '2026-05-09')).toEqual(['0 22', '1 21'])
  expect(await closed(scene, '2026-05-16')).toEqual(['0 22'])
})

test('each week until a day, in one series', async () => {
  const scene = await givenManagedScene()
  const { managerId, venueId } = scene
  await lock(managerId, venueId, [[1, 30, 31]], { repeatUntil: '2026-05-16' })
  expect(timesOf(await locksOf(managerId, venueId, '2026-05-16'))).toEqual(['1 15:00-16:00'])
  expect(await closed(scene, '2026-05-09')).toEqual(['1 30', '1 31'])
  const rows = await db.select().from(venueLocks).orderBy(venueLocks.id)
  expect(rows.map(({ seriesId }) => seriesId)).toEqual([rows[0]?.id, rows[0]?.id, rows[0]?.id])
})

test('booked cells refuse the whole lock and are all named; the class is named only to those who may see it', async () => {
  const scene = await givenManagedScene()
  const { managerId, adminId, venueId, courtIds } = scene
  await db
    .update(coachVenues)
    .set({ isManager: true })
    .where(and(eq(coachVenues.venueId, venueId), eq(coachVenues.coachId, adminId)))
  const first = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const later = await givenInvitation(db, { scene, courseDate: '2026-05-09', courtId: courtIds[1] ?? '' })
  const attempt = (actorId: string) => () =>
    lock(
      actorId,
      venueId,
      [
        [0, 18, 21],
        [1, 20, 40],
      ],
      { repeatUntil: '2026-05-16' },
    )
  const refusal = { status: 409, code: 'lock_over_booking' }
  const [at, then] = [
    { date: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22, courtName: '场地1' },
    { date: '2026-05-09', beginTimeSlot: 20, endTimeSlot: 22, courtName: '场地2' },
  ]
  await expectRefusal(db, attempt(managerId), {
    ...refusal,
    data: {
      bookings: [
        { ...at, invitationId: null, title: '约课' },
        { ...then, invitationId: null, title: '约课' },
      ],
    },
  })
  const title = expect.stringMatching(/^网球课\d+ · 教练\d+、球员\d+$/)
  await expectRefusal(db, attempt(adminId), {
    ...refusal,
    data: {
      bookings: [
        { ...at, invitationId: first, title },
        { ...then, invitationId: later, title },
      ],
    },
  })
})

test('a request that nobody answered in time does not block a lock', async () => {
  const scene = await givenManagedScene()
  await givenInvitation(db, { scene, courseDate: '2026-05-05' })
  clock.set(new Date('2026-05-02T12:00:00+08:00'))
  const made = await lock(scene.managerId, scene.venueId, [[0, 20]], { date: '2026-05-05' })
  expect(timesOf(made)).toEqual(['0 10:00-10:30'])
})

test('exactly the named cells are opened: a lock is split, and keeps its reason', async () => {
  const scene = await givenManagedScene()
  const { managerId, venueId, courtIds } = scene
  await givenVenueLock(db, { courtId: courtIds[0] ?? '', beginTimeSlot: 20, endTimeSlot: 26, reason: '维修' })
  await givenVenueLock(db, { courtId: courtIds[1] ?? '' })
  await givenVenueLock(db, { courtId: courtIds[0] ?? '', day: '2026-05-09' })
  const left = await unlock(managerId, venueId, [
    [0, 22, 23, 25, 40],
    [1, 20, 21],
  ])
  expect(timesOf(left)).toEqual(['0 10:00-11:00', '0 12:00-12:30'])
  expect(await closed(scene)).toEqual(['0 20', '0 21', '0 24'])
  expect(await unlock(managerId, venueId, [[0, 22, 23]])).toEqual(left)
  const rows = await db.select().from(venueLocks).where(eq(venueLocks.day, TOMORROW))
  expect(rows.map(({ reason }) => reason)).toEqual(['维修', '维修'])
  expect(timesOf(await locksOf(managerId, venueId, '2026-05-09'))).toEqual(['0 10:00-11:00'])
})

test.each([
  ['no cell', [], {}, { status: 400, code: 'lock_slots_missing' }],
  ['a court that is not there', [[2, 20]], {}, { status: 400, code: 'court_not_found' }],
  ['a half-hour before opening', [[0, 11]], {}, { status: 400, code: 'input_invalid' }],
  ['a half-hour after closing', [[0, 45]], {}, { status: 400, code: 'input_invalid' }],
  ['what has begun', [[0, 24]], { date: '2026-05-01' }, { status: 400, code: 'lock_in_past' }],
  ['more than a year ahead', [[0, 20]], { date: '2027-05-02' }, { status: 400, code: 'lock_too_far' }],
  ['27 weeks', [[0, 20]], { repeatUntil: '2026-10-31' }, { status: 400, code: 'lock_repeats_too_long' }],
] satisfies [string, Slots, object, object][])(
  'refuses %s and leaves no trace',
  async (_case, slots, more, refusal) => {
    const { managerId, venueId } = await givenManagedScene()
    await expectRefusal(db, () => lock(managerId, venueId, slots, more), refusal)
  },
)

test('opening refuses an empty list of cells and an unknown court', async () => {
  const { managerId, venueId } = await givenManagedScene()
  await expectRefusal(db, () => unlock(managerId, venueId, []), { status: 400, code: 'input_invalid' })
  await expectRefusal(db, () => unlock(managerId, venueId, [[7, 20]]), { status: 400, code: 'court_not_found' })
})

test('only an approved manager of the venue closes and opens its cells', async () => {
  const { coachId, adminId, venueId } = await givenManagedScene()
  const [waiting, refused, elsewhere] = [await givenCoach(db), await givenCoach(db), await givenCoach(db)]
  await givenVenue(db, { managerIds: [elsewhere] })
  await db.insert(coachVenues).values([
    { coachId: waiting, venueId, isManager: true, approveStatus: 0 },
    { coachId: refused, venueId, isManager: true, approveStatus: 2 },
  ])
  for (const actorId of [coachId, adminId, waiting, refused, elsewhere]) {
    for (const attempt of [lock, unlock]) {
      await expectRefusal(db, () => attempt(actorId, venueId, [[0, 20]]), { status: 403, code: 'venue_not_managed' })
    }
  }
  await expectRefusal(db, () => lock(elsewhere, '987654321', [[0, 20]]), { status: 403, code: 'venue_not_managed' })
})

test('a venue that is absent or not approved has no locks to read', async () => {
  const { managerId, venueId, playerId } = await givenManagedScene()
  await expect(locksOf(playerId, '987654321')).rejects.toMatchObject({ status: 404, code: 'venue_not_found' })
  await db.update(venues).set({ approveStatus: 0 }).where(eq(venues.id, venueId))
  await expect(locksOf(playerId, venueId)).rejects.toMatchObject({ status: 404, code: 'venue_not_found' })
  await expectRefusal(db, () => lock(managerId, venueId, [[0, 20]]), { status: 404, code: 'venue_not_found' })
})

test('all courts of the largest venue, from opening to closing, for 26 weeks: one request', async () => {
  const managerId = await givenCoach(db)
  const { venueId } = await givenVenue(db, { courts: 60, managerIds: [managerId] })
  const times = Array.from({ length: 33 }, (_, index) => 12 + index)
  const all: Slots = Array.from({ length: 60 }, (_, court) => [court, ...times])
  expect(await lock(managerId, venueId, all, { repeatUntil: '2026-10-30' })).toHaveLength(60)
  expect([await db.$count(venueLocks), await db.$count(slotClaims)]).toEqual([60 * 26, 60 * 26 * 33])
  // The invariants are asked with plans for the few rows of other tests, unless the tables are looked at anew.
  await maintenance('analyze venue_locks, slot_claims', [])
})
