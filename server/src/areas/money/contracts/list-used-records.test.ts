import { usedRecords, usedRecordsInCompany } from '@paidang/api/areas/money/used-records'
import { expect, test } from 'vitest'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

type Page = { current?: number; rows?: number }
const own = (actorId: string, query: Page & { as?: 'player' | 'coach' } = {}) =>
  signedInAs(actorId)(usedRecords, { query: { current: 1, rows: 10, ...query } })
const inCompany = (userId: string, actorId: string, query: Page & { userCourseContractId?: string } = {}) =>
  signedInAs(actorId)(usedRecordsInCompany, { query: { current: 1, rows: 10, userId, ...query } })
const daysOf = ({ rows, total }: { rows: { courseDate: string }[]; total: number }) => [
  rows.map(({ courseDate }) => courseDate),
  total,
]

test('a player reads what their classes consumed, and a coach what the classes they taught consumed, latest first', async () => {
  const scene = await givenScene(db)
  const { playerId, coachId, adminId, courseId, companyId, contractId } = scene
  const invitationId = await givenInvitation(db, {
    scene,
    status: 'COMPLETED',
    courseDate: '2026-04-20',
    attendance: 'late',
  })
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-04-27' })
  await givenInvitation(db, { scene: { ...scene, coachId: adminId }, status: 'COMPLETED', courseDate: '2026-04-23' })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })

  const mine = await own(playerId)
  expect(daysOf(mine)).toEqual([['2026-04-27', '2026-04-23', '2026-04-20'], 3])
  expect(mine.rows[2]).toMatchObject({
    invitationId,
    player: { id: playerId },
    coach: { id: coachId },
    companyId,
    userCourseContractId: contractId,
    courseDesignId: courseId,
    courseDesignName: expect.stringMatching(/^网球课/),
    stadiumName: expect.stringMatching(/^球馆/),
    courtName: '场地1',
    beginTimeSlot: 20,
    endTimeSlot: 22,
    usedSessions: 1,
    unitPrice: 30_000,
    attendance: 'late',
  })
  expect(daysOf(await own(coachId))).toEqual([['2026-04-27', '2026-04-20'], 2])
  expect(daysOf(await own(coachId, { current: 2, rows: 1 }))).toEqual([['2026-04-20'], 2])
  expect(daysOf(await own(coachId, { as: 'player' }))).toEqual([[], 0])
  expect(daysOf(await own(playerId, { as: 'coach' }))).toEqual([[], 0])
})

test('a player reads all their records, a coach those of shared companies, and both can name one contract', async () => {
  const scene = await givenScene(db)
  const { playerId, coachId, adminId, companyId, contractId } = scene
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-04-20' })
  const elsewhere = await givenCompany(db)
  const courseId = await givenCourse(db, { companyId: elsewhere.companyId, coachIds: [elsewhere.adminId] })
  const foreignContract = await givenContract(db, { userId: playerId, courseId })
  await givenRelation(db, elsewhere.adminId, playerId)
  await givenInvitation(db, {
    scene: { ...scene, coachId: elsewhere.adminId, courseId, contractId: foreignContract },
    status: 'COMPLETED',
    courseDate: '2026-04-24',
  })

  expect(daysOf(await inCompany(playerId, playerId))).toEqual([['2026-04-24', '2026-04-20'], 2])
  const colleague = await givenCoach(db, { companyId, userType: 2 })
  for (const actorId of [coachId, colleague, adminId]) {
    expect(daysOf(await inCompany(playerId, actorId))).toEqual([['2026-04-20'], 1])
    expect(daysOf(await inCompany(playerId, actorId, { userCourseContractId: foreignContract }))).toEqual([[], 0])
  }
  expect(daysOf(await inCompany(playerId, elsewhere.adminId))).toEqual([['2026-04-24'], 1])
  for (const actorId of [playerId, coachId]) {
    expect(daysOf(await inCompany(playerId, actorId, { userCourseContractId: contractId }))).toEqual([
      ['2026-04-20'],
      1,
    ])
  }
})

test('nobody else reads the records', async () => {
  const { playerId, coachId } = await givenScene(db)
  const { adminId: stranger } = await givenCompany(db)
  const refusal = { status: 403, code: 'data_of_others' }
  for (const actorId of [stranger, await givenCoach(db), await givenPlayer(db)]) {
    await expect(inCompany(playerId, actorId)).rejects.toMatchObject(refusal)
  }
  for (const nobody of ['123456', 'defaultUserId', '987654321']) {
    await expect(inCompany(nobody, coachId)).rejects.toMatchObject(refusal)
  }
})
