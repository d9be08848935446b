import { readSetUp } from '@paidang/api/areas/desks/admin-approvals'
import { expect, test } from 'vitest'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenVenue,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, asStaff } = await startTestServer()

test('each step is done once the data shows it, and never by what belongs to one-person companies', async () => {
  const operator = asStaff('operator')
  const done = async () =>
    Object.entries(await operator(readSetUp, {})).flatMap(([step, isDone]) => (isDone ? [step] : []))
  const solo = await givenCoach(db)
  const { companyId: own } = await givenCompany(db, { adminId: solo, isPerson: true })
  await givenCourse(db, { companyId: own, coachIds: [solo] })
  expect(await done()).toEqual([])

  const { companyId, adminId } = await givenCompany(db)
  expect(await done()).toEqual(['company'])
  await givenVenue(db)
  expect(await done()).toEqual(['company', 'venue'])
  const { venueId, courtIds } = await givenVenue(db, { coachIds: [adminId] })
  expect(await done()).toEqual(['company', 'venue', 'coach'])
  await givenCourse(db, { companyId })
  expect(await done()).toEqual(['company', 'venue', 'coach'])
  const courseId = await givenCourse(db, { companyId, coachIds: [adminId] })
  expect(await done()).toEqual(['company', 'venue', 'coach', 'course'])

  const playerId = await givenPlayer(db)
  await givenRelation(db, adminId, playerId)
  const contractId = await givenContract(db, { userId: playerId, courseId, coachId: adminId })
  const scene = { coachId: adminId, courseId, venueId, courtIds, playerId, contractId }
  await givenInvitation(db, { scene, status: 'PENDING' })
  expect(await done()).not.toContain('firstClass')
  await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 30 })
  // The simulators are neither WeChat nor a way to be paid.
  expect(await done()).toEqual(['company', 'venue', 'coach', 'course', 'firstClass'])
})
