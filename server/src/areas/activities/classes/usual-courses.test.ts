import * as usualApi from '@paidang/api/areas/activities/usual-courses'
import { expect, test } from 'vitest'
import { usualPins } from '../../../tables/classes.ts'
import { coachCourses } from '../../../tables/companies.ts'
import { coachVenues } from '../../../tables/venues.ts'
import { givenCoachLock, givenPlayer, givenScene, givenVenueLock, type Scene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, call, clock } = await startTestServer()

const usual = (actorId: string) => signedInAs(actorId)(usualApi.usualCourses, { params: { id: actorId } })
const pin = (actorId: string, body: usualApi.UsualCourseKey) => signedInAs(actorId)(usualApi.pinUsualCourse, { body })
const unpin = (actorId: string, id: string) => signedInAs(actorId)(usualApi.unpinUsualCourse, { params: { id } })

/** Saturdays (tomorrow is one) from 10:00 to 11:00 on the first court. */
const saturdays = ({ coachId, venueId: stadiumId, courseId: courseDesignId }: Scene): usualApi.UsualCourseKey => ({
  coachId,
  stadiumId,
  courseDesignId,
  weekday: 6,
  beginTimeSlot: 20,
  endTimeSlot: 22,
  selectedCourt: 0,
})

test('pinned ones come first; a class that is pinned and frequent appears once', async () => {
  const scene = await givenScene(db)
  const { playerId } = scene
  for (const courseDate of ['2026-04-18', '2026-04-25']) {
    await givenInvitation(db, { scene, status: 'COMPLETED', courseDate })
    await givenInvitation(db, { scene, status: 'COMPLETED', courseDate, beginTimeSlot: 30 })
  }
  expect((await usual(playerId)).map(({ pinId }) => pinId)).toEqual([null, null])
  const { id } = await pin(playerId, { ...saturdays(scene), beginTimeSlot: 30, endTimeSlot: 32, selectedCourt: 1 })
  expect(await usual(playerId)).toMatchObject([
    { pinId: id, beginTimeSlot: 30, selectedCourt: 1, courseDate: '2026-05-02', isFree: true, availableSessions: 6 },
    { pinId: null, beginTimeSlot: 20, selectedCourt: 0 },
  ])
  expect(await unpin(playerId, id)).toBeNull()
  expect(await unpin(playerId, id)).toBeNull()
  expect((await usual(playerId)).map(({ pinId }) => pinId)).toEqual([null, null])
})

test('pinning again keeps the pin and takes the new court; nobody unpins for another', async () => {
  const scene = await givenScene(db)
  const first = await pin(scene.playerId, saturdays(scene))
  expect(await pin(scene.playerId, { ...saturdays(scene), selectedCourt: 1 })).toEqual(first)
  await unpin(scene.coachId, first.id)
  expect(await usual(scene.playerId)).toMatchObject([{ pinId: first.id, selectedCourt: 1 }])
})

test('is refused where the class could never be booked', async () => {
  const scene = await givenScene(db)
  const key = saturdays(scene)
  const elsewhere = await givenScene(db)
  const refusals: [Partial<usualApi.UsualCourseKey>, string][] = [
    [{ coachId: scene.playerId }, 'invitation_with_oneself'],
    [{ coachId: elsewhere.playerId }, 'coach_not_found'],
    [{ coachId: elsewhere.coachId }, 'coach_not_of_course'],
    [{ stadiumId: elsewhere.venueId }, 'coach_not_at_venue'],
    [{ courseDesignId: elsewhere.courseId }, 'coach_not_of_course'],
    [{ selectedCourt: 2 }, 'court_not_found'],
    [{ endTimeSlot: 20 }, 'invitation_time_invalid'],
    [{ beginTimeSlot: 10, endTimeSlot: 12 }, 'invitation_time_invalid'],
    [{ endTimeSlot: 27 }, 'invitation_too_long'],
  ]
  for (const [over, code] of refusals) {
    await expect(pin(scene.playerId, { ...key, ...over }), code).rejects.toMatchObject({ code })
  }
  expect(await db.$count(usualPins)).toBe(0)
})

test('twenty can be pinned, also when more are sent at once', async () => {
  const scene = await givenScene(db)
  const keys = Array.from({ length: 25 }, (_, number) => ({
    ...saturdays(scene),
    weekday: number % 7,
    beginTimeSlot: 14 + 2 * Math.floor(number / 7),
    endTimeSlot: 16 + 2 * Math.floor(number / 7),
  }))
  const results = await Promise.allSettled(keys.map((key) => pin(scene.playerId, key)))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toHaveLength(5)
  for (const reason of refused) expect(reason).toMatchObject({ status: 409, code: 'usual_courses_too_many' })
  expect(await usual(scene.playerId)).toHaveLength(20)
})

test('the proposed day is the first on which court, coach and player are free', async () => {
  const scene = await givenScene(db)
  const { playerId, coachId, courtIds } = scene
  await pin(playerId, saturdays(scene))
  const proposal = async () => {
    const [course] = await usual(playerId)
    return [course?.courseDate, course?.isFree]
  }
  expect(await proposal()).toEqual(['2026-05-02', true])
  await givenCoachLock(db, { coachId, beginTimeSlot: 21, endTimeSlot: 24 })
  expect(await proposal()).toEqual(['2026-05-09', true])
  await givenVenueLock(db, { courtId: courtIds[1] ?? '', day: '2026-05-09' })
  expect(await proposal()).toEqual(['2026-05-09', true])
  await givenVenueLock(db, { courtId: courtIds[0] ?? '', day: '2026-05-09', beginTimeSlot: 12, endTimeSlot: 21 })
  // The window ends on 14 May: no third Saturday.
  expect(await proposal()).toEqual(['2026-05-02', false])
})

test('a player who is busy elsewhere, or as a coach, is not free; a day whose hour has begun is over', async () => {
  const scene = await givenScene(db)
  const other = await givenScene(db)
  const { playerId } = scene
  await pin(playerId, saturdays(scene))
  await givenInvitation(db, {
    scene: { ...other, playerId, contractId: '' },
    needContract: true,
    courseDate: '2026-05-02',
  })
  expect(await usual(playerId)).toMatchObject([{ courseDate: '2026-05-09', isFree: true }])

  await pin(scene.adminId, saturdays(scene))
  await givenCoachLock(db, { coachId: scene.adminId, day: '2026-05-09' })
  expect(await usual(scene.adminId)).toMatchObject([{ courseDate: '2026-05-02', isFree: true }])
  clock.set(new Date('2026-05-02T09:59:00+08:00'))
  expect(await usual(scene.adminId)).toMatchObject([{ courseDate: '2026-05-02', isFree: true }])
  clock.set(new Date('2026-05-02T10:00:00+08:00'))
  expect(await usual(scene.adminId)).toMatchObject([{ courseDate: '2026-05-09', isFree: false }])
})

test('a class that is booked then already is named, with its cost', async () => {
  const scene = await givenScene(db)
  const { playerId } = scene
  await pin(playerId, saturdays(scene))
  expect(await usual(playerId)).toMatchObject([{ booked: null, neededSessions: 1 }])
  const later = await givenInvitation(db, { scene, courseDate: '2026-05-09', status: 'CONFIRMED' })
  expect(await usual(playerId)).toMatchObject([{ booked: { id: later, courseDate: '2026-05-09' }, isFree: true }])
  const next = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  expect(await usual(playerId)).toMatchObject([{ booked: { id: next, courseDate: '2026-05-02' }, isFree: false }])
  const other = await givenScene(db)
  await pin(playerId, saturdays(other))
  expect((await usual(playerId)).map(({ booked }) => booked?.id)).toEqual([next, undefined])
})

test('a coach who no longer teaches there is not proposed, and stays pinned without a free day', async () => {
  const scene = await givenScene(db)
  const { playerId } = scene
  for (const courseDate of ['2026-04-18', '2026-04-25'])
    await givenInvitation(db, { scene, status: 'COMPLETED', courseDate })
  expect(await usual(playerId)).toMatchObject([{ isFree: true }])
  await db.delete(coachCourses)
  expect(await usual(playerId)).toEqual([])
  await db.insert(coachCourses).values({ coachId: scene.coachId, courseId: scene.courseId })
  await pin(playerId, saturdays(scene))
  await db.delete(coachVenues)
  expect(await usual(playerId)).toMatchObject([{ isFree: false, courseDate: '2026-05-02' }])
})

test('the guest id answers an empty list to anybody', async () => {
  const player = await givenPlayer(db)
  expect(await call(usualApi.usualCourses, { params: { id: '123456' } })).toEqual([])
  expect(await signedInAs(player)(usualApi.usualCourses, { params: { id: '123456' } })).toEqual([])
})
