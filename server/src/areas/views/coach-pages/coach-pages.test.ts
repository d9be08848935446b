import { sendStudentRequest } from '@paidang/api/areas/activities/student-requests'
import { addToBlacklist } from '@paidang/api/areas/ground/blacklist'
import { savePlayer } from '@paidang/api/areas/people/registration'
import * as api from '@paidang/api/areas/views/coach-pages'
import { addDays, dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { venues } from '../../../tables/venues.ts'
import {
  givenCoach,
  givenCoachLock,
  givenCommonCourse,
  givenCompany,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenVenue,
  givenVenueLock,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenApplication } from '../../../testing/given-people.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, call: guest, signedInAs } = server
const TODAY = dayOf(TEST_NOW)
const HERE = { latitude: 31.2, longitude: 121.4 }

/** A club with a coach who teaches one course at one venue of one court. */
async function givenTeaching(over: { companyName?: string; latitude?: number; commonCourseId?: string } = {}) {
  const { companyName = '青杉', latitude = HERE.latitude, commonCourseId } = over
  const { companyId } = await givenCompany(db, { companyName })
  const coachId = await givenCoach(db, {
    companyId,
    verified: 1,
    phone: `138${String(Math.round(latitude * 1e6)).padStart(8, '0')}`,
  })
  const courseId = await givenCourse(db, { companyId, coachIds: [coachId], ...(commonCourseId && { commonCourseId }) })
  const { venueId, courtIds } = await givenVenue(db, { coachIds: [coachId], courts: 1 })
  await db.update(venues).set({ latitude, longitude: HERE.longitude }).where(eq(venues.id, venueId))
  return { companyId, coachId, courseId, venueId, courtId: courtIds[0] ?? '' }
}

const page = (coachId: string, as = guest) => as(api.getCoachPage, { params: { id: coachId } })
const list = (over: object = {}, as = guest) => as(api.listCoachPages, { body: { current: 1, rows: 10, ...over } })

test('a guest reads the page of a coach: courses, venues, and free starts without whose the others are', async () => {
  const { coachId, venueId, courtId } = await givenTeaching()
  const createdAt = new Date(TEST_NOW.getTime() - 400 * 86_400_000)
  const approved = { realName: '王启明', yearsTeaching: 11, approveStatus: 1, decidedAt: TEST_NOW, createdAt }
  await givenApplication(db, { userId: coachId, ...approved })
  await givenCompany(db, { companyName: '王启明', isPerson: true, adminId: coachId })
  // Today nothing is free any more; tomorrow the coach has only the morning, and the court not all of it.
  await givenCoachLock(db, { coachId, beginTimeSlot: 0, endTimeSlot: 48, day: TODAY })
  const tomorrow = addDays(TODAY, 1)
  await givenCoachLock(db, { coachId, beginTimeSlot: 20, endTimeSlot: 48, day: tomorrow })
  await givenVenueLock(db, { courtId, beginTimeSlot: 12, endTimeSlot: 17, day: tomorrow })
  const shown = await page(coachId)
  expect(shown).toMatchObject({ tie: 'GUEST', request: null, asksAgainFrom: null, clubs: ['青杉'] })
  expect(shown.coach).toMatchObject({ id: coachId, yearsTeaching: 12, classesCount: 0, takesStudents: true })
  expect(shown.courses).toHaveLength(1)
  expect(shown.venues).toMatchObject([{ id: venueId }])
  expect(shown.freeDays.map(({ date }) => date)).toEqual([1, 2, 3].map((days) => addDays(TODAY, days)))
  expect(shown.freeDays[0]?.starts).toEqual([17, 18].map((beginTimeSlot) => ({ beginTimeSlot, stadiumId: venueId })))
  expect(shown.freeDays[1]?.starts).toHaveLength(3)
  expect(JSON.stringify(shown)).not.toMatch(/138\d{8}|王启明|inviteId|holder/)
})

test('a whole day has every start of the wanted length; another coach’s course, and a day outside the window, have none', async () => {
  const { coachId, venueId, companyId } = await givenTeaching()
  const trialId = await givenCourse(db, {
    companyId,
    coachIds: [coachId],
    isTrial: true,
    maxParticipants: 1,
    sessionDuration: 90,
  })
  const other = await givenTeaching({ companyName: '蓝湾', latitude: 31.3 })
  const date = addDays(TODAY, 1)
  await givenCoachLock(db, { coachId, beginTimeSlot: 0, endTimeSlot: 30, day: date })
  await givenCoachLock(db, { coachId, beginTimeSlot: 36, endTimeSlot: 48, day: date })
  const begins = async (query: object, id = coachId) =>
    (await guest(api.listCoachStarts, { params: { id }, query: { date, ...query } })).map((start) => {
      expect(start.stadiumId).toBe(venueId)
      return start.beginTimeSlot
    })
  expect(await begins({})).toEqual([30, 31, 32, 33, 34])
  expect(await begins({ courseId: trialId })).toEqual([30, 31, 32, 33])
  expect(await begins({ courseId: other.courseId })).toEqual([])
  expect(await begins({ date: addDays(TODAY, 14) })).toEqual([])
  expect(await begins({ date: addDays(TODAY, -1) })).toEqual([])
  const playerId = await givenPlayer(db)
  await expectRefusal(db, () => begins({}, playerId), { status: 404, code: 'coach_not_found' })
})

test('what one is to the coach decides what the page offers', async () => {
  const { coachId, courseId } = await givenTeaching()
  const [stranger, student, blocking, blocked] = [
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
  ]
  await givenRelation(db, coachId, student)
  await signedInAs(blocking)(addToBlacklist, { params: { id: coachId } })
  await signedInAs(coachId)(addToBlacklist, { params: { id: blocked } })
  const tieOf = async (userId: string) => (await page(coachId, signedInAs(userId))).tie
  expect([await tieOf(coachId), await tieOf(student), await tieOf(stranger), await tieOf(blocking)]).toEqual([
    'SELF',
    'STUDENT',
    'NONE',
    'BLOCKED',
  ])
  const gone = { status: 404, code: 'coach_not_found' }
  await expectRefusal(db, () => page(coachId, signedInAs(blocked)), gone)
  const starts = { params: { id: coachId }, query: { date: TODAY } }
  await expectRefusal(db, () => signedInAs(blocked)(api.listCoachStarts, starts), gone)
  await expectRefusal(db, () => page(stranger), gone)
  const body = { coachId, courseId, freeTimes: [] }
  const { id } = await signedInAs(stranger)(sendStudentRequest, { body })
  expect((await page(coachId, signedInAs(stranger))).request).toMatchObject({ id })
  expect((await page(coachId, signedInAs(student))).request).toBeNull()
})

test('the list has who teaches a course at a venue, the nearest first, with the next free time', async () => {
  const commonCourseId = await givenCommonCourse(db)
  const far = await givenTeaching({ companyName: '远', latitude: 31.4, commonCourseId })
  const near = await givenTeaching({ companyName: '近', latitude: 31.21 })
  const refused = await givenTeaching({ companyName: '拒', latitude: 31.2 })
  await db.update(venues).set({ approveStatus: 2, reason: '地址不实' }).where(eq(venues.id, refused.venueId))
  await givenCoach(db)
  const ids = async (over: object) => (await list(over)).rows.map(({ id }) => id)
  expect(await ids({})).toEqual([far.coachId, near.coachId])
  expect(await ids({ near: HERE })).toEqual([near.coachId, far.coachId])
  expect(await ids({ commonCourseId })).toEqual([far.coachId])
  expect(await ids({ stadiumId: near.venueId })).toEqual([near.coachId])
  // Who said nothing may play anything.
  expect(await ids({ sport: 'badminton' })).toEqual([far.coachId, near.coachId])
  await signedInAs(far.coachId)(savePlayer, { body: { sport: 'tennis' } })
  await signedInAs(near.coachId)(savePlayer, { body: { sport: 'badminton' } })
  expect((await list({ sport: 'badminton' })).rows.map(({ id, sport }) => [id, sport])).toEqual([
    [near.coachId, 'badminton'],
  ])
  await givenCoachLock(db, { coachId: near.coachId, beginTimeSlot: 0, endTimeSlot: 48, day: TODAY })
  const { rows, total } = await list({ near: HERE, rows: 1 })
  expect(total).toBe(2)
  expect(rows).toMatchObject([
    {
      club: '近',
      venue: { id: near.venueId },
      distanceKm: 1.1,
      starts: [{ date: addDays(TODAY, 1), stadiumId: near.venueId }, {}, {}],
    },
  ])
})

test('a list by price, day and hour has who can begin a class then, at the venue that it names', async () => {
  const [one, other] = [
    await givenTeaching({ companyName: '一' }),
    await givenTeaching({ companyName: '二', latitude: 31.3 }),
  ]
  const { venueId, courtIds } = await givenVenue(db, { coachIds: [one.coachId], courts: 2 })
  const date = addDays(TODAY, 3)
  const ids = async (over: object) => (await list(over)).rows.map(({ id }) => id)
  const evening = { date, from: 36, to: 40 }
  expect(await ids({ on: evening })).toEqual([one.coachId, other.coachId])
  expect(await ids({ on: { ...evening, date: date.replaceAll('-', '/') } })).toEqual([one.coachId, other.coachId])
  // A cheap trial lesson makes no cheap coach.
  const { companyId, coachId } = one
  await givenCourse(db, { companyId, coachIds: [coachId], pricePerSession: 1, maxParticipants: 1, isTrial: true })
  expect(await ids({ priceTo: 1 })).toEqual([])
  await expectRefusal(db, () => list({ priceTo: 1e300 }), { status: 400, code: 'input_invalid' })
  // An hour must fit: from 36 to 41 the coach has the last half-hour alone.
  await givenCoachLock(db, { coachId: other.coachId, beginTimeSlot: 36, endTimeSlot: 41, day: date })
  expect(await ids({ on: { ...evening, to: 39 } })).toEqual([one.coachId])
  expect(await ids({ on: { ...evening, to: 41 } })).toEqual([one.coachId, other.coachId])
  // The first venue is closed then, so that the second is named; of its two courts one is enough.
  for (const courtId of [one.courtId, courtIds[0] ?? ''])
    await givenVenueLock(db, { courtId, beginTimeSlot: 30, endTimeSlot: 48, day: date })
  const { rows } = await list({ on: evening })
  expect(rows[0]).toMatchObject({
    venue: { id: venueId },
    starts: [36, 37, 38].map((beginTimeSlot) => ({ date, beginTimeSlot, stadiumId: venueId })),
  })
  // What was pressed at a venue stays there, though another has that time too.
  for (const stadiumId of [one.venueId, venueId]) {
    const query = { date, beginTimeSlot: 20, stadiumId }
    const { freeDays } = await guest(api.getCoachPage, { params: { id: one.coachId }, query })
    const starts = freeDays.find((day) => day.date === date)?.starts ?? []
    expect(starts).toContainEqual({ beginTimeSlot: 20, stadiumId })
  }
  await givenVenueLock(db, { courtId: courtIds[1] ?? '', beginTimeSlot: 37, endTimeSlot: 48, day: date })
  expect(await ids({ on: evening })).toEqual([])
  // What has begun today is not offered, wherever the clock stands in it.
  const now = halfHourOfInstant(TEST_NOW)
  expect(await ids({ on: { date: TODAY, from: 0, to: now } })).toEqual([])
  const soon = await ids({ on: { date: TODAY, from: 0, to: now + 1 } })
  expect(new Set(soon)).toEqual(new Set([one.coachId, other.coachId]))
})

test('a coach is not among the coaches whom they can book', async () => {
  const { coachId } = await givenTeaching()
  const other = await givenTeaching({ companyName: '蓝湾', latitude: 31.3 })
  expect((await list({}, signedInAs(coachId))).rows.map(({ id }) => id)).toEqual([other.coachId])
})

test('a list leaves out whom a blacklist hides, either way', async () => {
  const { coachId } = await givenTeaching()
  const [one, other] = [await givenPlayer(db), await givenPlayer(db)]
  await signedInAs(one)(addToBlacklist, { params: { id: coachId } })
  await signedInAs(coachId)(addToBlacklist, { params: { id: other } })
  for (const userId of [one, other]) expect(await list({}, signedInAs(userId))).toEqual({ rows: [], total: 0 })
})
