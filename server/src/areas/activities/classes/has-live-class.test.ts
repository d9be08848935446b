import { removeStudent } from '@paidang/api/areas/activities/students'
import * as companies from '@paidang/api/areas/places/companies'
import { leaveVenue } from '@paidang/api/areas/places/venues'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { seats } from '../../../tables/classes.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { givenContract, givenCourse, givenScene, type Scene } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation, type InvitationInput } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const refusal = { status: 409, code: 'classes_unfinished', message: '尚有未完成的约课' }

/** A scene whose course nobody has active hours of, so that only a class can prevent a removal. */
async function givenFreeScene(): Promise<Scene> {
  const scene = await givenScene(db)
  const { companyId, coachId, adminId, playerId: userId } = scene
  const courseId = await givenCourse(db, { companyId, coachIds: [coachId, adminId] })
  const contractId = await givenContract(db, { userId, courseId, sessions: 2, expiryDate: '2026-04-30' })
  return { ...scene, courseId, contractId }
}

/** Every action that removes something that a class of the scene depends on. */
const DOORS: [string, (scene: Scene) => Promise<unknown>][] = [
  ['leaves the venue', ({ coachId, venueId }) => signedInAs(coachId)(leaveVenue, { params: { stadiumId: venueId } })],
  ['leaves the company', ({ coachId }) => signedInAs(coachId)(companies.leaveCompany, { body: {} })],
  [
    'parts from the student',
    async ({ coachId }) => {
      const [relation] = await db.select().from(studentRelations).where(eq(studentRelations.coachId, coachId))
      return signedInAs(coachId)(removeStudent, { params: { id: relation?.id ?? '' } })
    },
  ],
  [
    'no longer teaches the course',
    ({ companyId: companyGuid, adminId, courseId: id }) => {
      const form = { courseName: '成人小班', pricePerSession: '28000', sessionDuration: '60' }
      const body = { ...form, id, companyGuid, coachIds: [adminId] }
      return signedInAs(adminId)(companies.updateCourse, { body })
    },
  ],
  [
    'sees the course deleted',
    ({ adminId, courseId }) => signedInAs(adminId)(companies.deleteCourse, { params: { id: courseId } }),
  ],
]

/** The class is tomorrow from 10:00 to 11:00, and a request for it waits until two hours before. */
const KEEPS: [string, Partial<InvitationInput>, string][] = [
  ['a request that may still be answered', { needContract: true }, '2026-05-02T07:59:59.999+08:00'],
  ['an invitation of his that may still be answered', { madeBy: 'coach' }, '2026-05-02T07:59:59.999+08:00'],
  ['a class to come', { status: 'CONFIRMED' }, '2026-05-01T12:00:00+08:00'],
  ['a class that runs', { status: 'CONFIRMED' }, '2026-05-02T10:30:00+08:00'],
  ['a class whose hour has passed, not completed yet', { status: 'CONFIRMED' }, '2026-05-02T11:00:00+08:00'],
  ['a class of last month that nobody has completed', { status: 'CONFIRMED' }, '2026-06-10T11:00:00+08:00'],
]

const LETS_GO: [string, Partial<InvitationInput>, string][] = [
  ['a request whose time to be answered is over', { needContract: true }, '2026-05-02T08:00:00+08:00'],
  ['an invitation of his that nobody took', { madeBy: 'coach' }, '2026-05-02T08:00:00+08:00'],
  ['a class that he has completed', { status: 'COMPLETED' }, '2026-05-01T12:00:00+08:00'],
  ['a class that was cancelled', { status: 'CANCELLED' }, '2026-05-01T12:00:00+08:00'],
  ['a request that has expired', { status: 'EXPIRED', needContract: true }, '2026-05-01T12:00:00+08:00'],
]

describe.each(DOORS)('a coach %s', (_door, leave) => {
  test.each(KEEPS)('not with %s', async (_name, over, at) => {
    const scene = await givenFreeScene()
    await givenInvitation(db, { scene, ...over })
    clock.set(new Date(at))
    await expectRefusal(db, () => leave(scene), refusal)
  })

  test.each(LETS_GO)('with %s behind them', async (_name, over, at) => {
    const scene = await givenFreeScene()
    await givenInvitation(db, { scene, ...over })
    clock.set(new Date(at))
    await expect(leave(scene)).resolves.toBeDefined()
  })
})

test('a class at another venue, with another person or of another course prevents nothing', async () => {
  for (const [door, leave] of DOORS) {
    const [scene, other] = [await givenFreeScene(), await givenFreeScene()]
    await givenInvitation(db, { scene: other, status: 'CONFIRMED' })
    await givenInvitation(db, { scene: { ...scene, coachId: scene.adminId }, status: 'CONFIRMED' })
    if (door !== 'sees the course deleted') await expect(leave(scene), door).resolves.toBeDefined()
  }
})

test('a player who has left a class prevents nothing', async () => {
  const scene = await givenFreeScene()
  const { playerId, coachId } = scene
  const [, part] = DOORS.find(([door]) => door === 'parts from the student') ?? []
  const id = await givenInvitation(db, { scene, madeBy: 'coach', invited: [playerId] })
  await expectRefusal(db, () => part?.(scene) ?? Promise.resolve(), refusal)
  await db.update(seats).set({ state: 'LEFT' }).where(eq(seats.invitationId, id))
  expect(await part?.(scene)).toBeNull()
  expect(await db.$count(studentRelations, eq(studentRelations.coachId, coachId))).toBe(0)
})
