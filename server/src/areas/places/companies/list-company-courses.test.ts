import { coursesOfCompany } from '@paidang/api/areas/places/companies'
import { expect, test } from 'vitest'
import { givenCoach, givenContract, givenCourse, givenPlayer, givenScene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

const coursesOf = (id: string, actorId: string) => signedInAs(actorId)(coursesOfCompany, { params: { id } })

test('a company’s courses are listed by name, with the number of students and of completed classes', async () => {
  const scene = await givenScene(db)
  const { companyId, courseId, coachId, adminId, playerId } = scene
  await givenContract(db, { userId: playerId, courseId, sessions: 5, spent: 5 })
  await givenContract(db, { userId: await givenPlayer(db), courseId })
  await givenInvitation(db, { scene, status: 'COMPLETED' })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const own = { companyId, coachIds: [adminId], createdBy: adminId, courseDescription: '两人起开' }
  const basics = await givenCourse(db, { ...own, courseName: '初级班', pricePerSession: 20_000, maxParticipants: 2 })
  await givenCourse(db, { companyId, coachIds: [coachId], delFlag: true })

  const seen = await coursesOf(companyId, coachId)
  expect(seen.map(({ companyCourse, ...rest }) => [companyCourse.id, rest])).toEqual([
    [basics, { isTaughtByMe: false, studentCount: 0, courseCount: 0 }],
    [courseId, { isTaughtByMe: true, studentCount: 2, courseCount: 1 }],
  ])
  expect(seen[0]?.companyCourse).toMatchObject({
    companyGuid: companyId,
    courseName: '初级班',
    courseDescription: '两人起开',
    pricePerSession: 20_000,
    sessionDuration: 60,
    maxParticipants: 2,
    createdBy: adminId,
    updatedAt: null,
    delFlag: false,
  })
})

test('only members read the list, with their own suffix or without one', async () => {
  const { companyId, coachId, adminId, playerId } = await givenScene(db)
  const affiliated = await givenCoach(db, { companyId, userType: 2 })
  expect(await coursesOf(companyId, adminId)).toHaveLength(1)
  expect(await coursesOf(`${companyId}-${affiliated}`, affiliated)).toHaveLength(1)
  await expect(coursesOf(`${companyId}-${coachId}`, affiliated)).rejects.toMatchObject({
    status: 403,
    code: 'data_of_others',
  })
  for (const actorId of [await givenCoach(db), playerId]) {
    await expect(coursesOf(companyId, actorId)).rejects.toMatchObject({ status: 403, code: 'action_forbidden' })
  }
  await expect(coursesOf('987654321987', coachId)).rejects.toMatchObject({ status: 403, code: 'action_forbidden' })
})
