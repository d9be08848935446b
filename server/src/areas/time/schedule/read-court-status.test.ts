import { courtStatusForCoach } from '@paidang/api/areas/time/schedule'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { coachVenues } from '../../../tables/venues.ts'
import { givenCoach, givenScene, givenVenueLock, TOMORROW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

test('without a coach the grid shows the courts alone, to a manager of the venue', async () => {
  const scene = await givenScene(db)
  const { coachId, venueId: stadiumId } = scene
  const managerId = await givenCoach(db)
  await db.insert(coachVenues).values({ coachId: managerId, venueId: stadiumId, isManager: true, approveStatus: 1 })
  const classId = await givenInvitation(db, { scene, beginTimeSlot: 20, endTimeSlot: 21 })
  await givenVenueLock(db, { courtId: scene.courtIds[0] ?? '', beginTimeSlot: 24, endTimeSlot: 25 })
  const read = (actorId: string, body: object) =>
    signedInAs(actorId)(courtStatusForCoach, { body: { stadiumId, date: TOMORROW, ...body } })
  const rows = (cells: Awaited<ReturnType<typeof read>>) =>
    cells.map(({ courtCode, timeIndex, status, inviteId }) => [courtCode, timeIndex, status, inviteId])

  // The class does not mark its coach as taken on other courts.
  expect(rows(await read(managerId, {}))).toEqual([
    ['0', 20, 'COURT_OCCUPIED', null],
    ['0', 24, 'COURT_UNAVAILABLE', null],
  ])
  expect((await read(coachId, { coachId })).some(({ courtCode }) => courtCode === '1')).toBe(true)
  await db.update(coachVenues).set({ isManager: true }).where(eq(coachVenues.coachId, coachId))
  expect(rows(await read(coachId, {}))).toEqual([
    ['0', 20, 'MY_INVITING', classId],
    ['0', 24, 'COURT_UNAVAILABLE', null],
  ])
})

test('a user who does not manage the venue sees no grid without a coach', async () => {
  const { venueId: stadiumId, coachId } = await givenScene(db)
  const read = () => signedInAs(coachId)(courtStatusForCoach, { body: { stadiumId, date: TOMORROW } })
  await expectRefusal(db, read, { code: 'action_forbidden' })
})
