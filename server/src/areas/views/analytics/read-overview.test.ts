import { cancelByPlayer } from '@paidang/api/areas/activities/class-actions'
import { updateSessions } from '@paidang/api/areas/money/contracts'
import { analyticsIncome, analyticsOverview, INCOME_BY } from '@paidang/api/areas/views/analytics'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { rosterImportRows, rosterImports } from '../../../tables/roster.ts'
import {
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenScene,
  givenVenue,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { takeBackContracts } from '../../money/contracts/ledger.ts'

const { db, clock, asAdmin, signedInAs } = await startTestServer()

const APRIL = { from: '2026-04-01', until: '2026-04-30' }
const at = (day: string) => new Date(`${day}T09:00:00+08:00`)
const overview = (admin: { userId: string; companyId: string }, period = APRIL) =>
  asAdmin(admin)(analyticsOverview, { query: period })
const NOTHING = {
  soldSessions: 0,
  consumedSessions: 0,
  incomeFen: 0,
  trials: 0,
  trialFen: 0,
  newStudents: 0,
  classesHeld: 0,
  classesCancelled: 0,
  classesCancelledLate: 0,
  attendance: { present: 0, late: 0, absent: 0, leave: 0 },
}

/**
 * A club with two coaches, two courses, two venues, and classes in March and April. Another club must not be counted.
 */
async function givenApril() {
  const scene = await givenScene(db, { sessions: 20 })
  const { companyId, adminId, coachId, courseId } = scene
  const dear = await givenCourse(db, { companyId, coachIds: [adminId], pricePerSession: 12_345, courseName: '青训' })
  const { venueId, courtIds } = await givenVenue(db, { coachIds: [adminId] })
  const [second, third] = [await givenPlayer(db), await givenPlayer(db)]
  const signed = at('2026-04-10')
  const secondContract = await givenContract(db, {
    userId: second,
    courseId: dear,
    sessions: 10,
    spent: 2,
    createdAt: signed,
  })
  await givenContract(db, { userId: second, courseId, sessions: 4, createdAt: signed, expiryDate: '2026-05-31' })
  const marchContract = await givenContract(db, { userId: third, courseId, sessions: 6, createdAt: at('2026-03-05') })
  const own = { ...scene }
  const other = {
    ...scene,
    coachId: adminId,
    courseId: dear,
    venueId,
    courtIds,
    playerId: second,
    contractId: secondContract,
  }
  const march = { ...scene, playerId: third, contractId: marchContract }
  await givenInvitation(db, { scene: own, status: 'COMPLETED', courseDate: '2026-04-01', attendance: 'late' })
  await givenInvitation(db, {
    scene: other,
    status: 'COMPLETED',
    courseDate: '2026-04-30',
    endTimeSlot: 23,
    participantsCount: 2,
    joiners: [{ userId: third, attendance: 'absent' }],
  })
  await givenInvitation(db, { scene: own, status: 'COMPLETED', courseDate: '2026-04-15', attendance: 'leave' })
  await givenInvitation(db, { scene: own, status: 'CANCELLED', courseDate: '2026-04-20' })
  await givenInvitation(db, { scene: own, status: 'EXPIRED', courseDate: '2026-04-21' })
  await givenInvitation(db, { scene: own, status: 'COMPLETED', courseDate: '2026-05-01', beginTimeSlot: 16 })
  await givenInvitation(db, { scene: march, status: 'COMPLETED', courseDate: '2026-03-31' })

  const foreign = await givenScene(db)
  await db.insert(companyMembers).values({ companyId: foreign.companyId, userId: coachId })
  await givenInvitation(db, { scene: foreign, status: 'COMPLETED', courseDate: '2026-04-02' })
  return { ...scene, dear, venueId, coachId, marchContract, admin: { userId: adminId, companyId } }
}

test('a month has what was sold, consumed, earned, signed, held and cancelled in it, beside the month before', async () => {
  const { admin } = await givenApril()
  expect(await overview(admin)).toEqual({
    figures: {
      // 10 less 2, and 4. The scene's own contract is of 1 May.
      soldSessions: 12,
      // An hour at ¥300, an hour and a half at ¥123.45, and nothing for leave.
      consumedSessions: 2.5,
      incomeFen: 30_000 + 18_518,
      ...{ trials: 0, trialFen: 0 },
      newStudents: 1,
      classesHeld: 3,
      classesCancelled: 1,
      classesCancelledLate: 0,
      attendance: { present: 1, late: 1, absent: 1, leave: 1 },
    },
    before: {
      from: '2026-03-01',
      until: '2026-03-31',
      figures: {
        ...NOTHING,
        soldSessions: 6,
        consumedSessions: 1,
        incomeFen: 30_000,
        newStudents: 1,
        classesHeld: 1,
        attendance: { ...NOTHING.attendance, present: 1 },
      },
    },
    owed: {
      day: '2026-05-01',
      // 20 less 2, 10 less 2 less 1.5, 4, and 6 less 1.
      sessions: 18 + 6.5 + 4 + 5,
      fen: 18 * 30_000 + 80_243 + 4 * 30_000 + 5 * 30_000,
      // The contract that ends on 31 May.
      expiringSessions: 4,
    },
  })
})

test('students whose import was undone are not new', async () => {
  const { companyId, adminId, courseId } = await givenScene(db)
  const [userId, undoneId] = [await givenPlayer(db), await givenPlayer(db)]
  const signed = { courseId, sessions: 10, createdAt: at('2026-04-10') }
  await givenContract(db, { ...signed, userId })
  const contractId = await givenContract(db, { ...signed, userId: undoneId })
  await takeBackContracts(db, [contractId], { actorId: adminId, reason: '', now: at('2026-04-11') })
  const [batch] = await db
    .insert(rosterImports)
    .values({
      ...{ companyId, number: 1, fileName: 'a.csv', fileHash: 'a', state: 'UNDONE', createdAt: at('2026-04-10') },
      ...{ uploadedBy: adminId, confirmedBy: adminId, confirmedAt: at('2026-04-10'), undoneAt: at('2026-04-11') },
    })
    .returning()
  const cells = { name: '', phone: '', course: '', sessions: '', price: '', expiry: '', coach: '' }
  const row = { line: 2, cells, result: 'NEW' as const, studentId: undoneId, contractId, undoneAt: at('2026-04-11') }
  await db.insert(rosterImportRows).values({ ...row, importId: batch?.id ?? '' })
  expect((await overview({ userId: adminId, companyId })).figures.newStudents).toBe(1)
})

test('the figures of a day begin and end at midnight in Shanghai', async () => {
  const { admin } = await givenApril()
  const { figures } = await overview(admin, { from: '2026-05-01', until: '2026-05-01' })
  expect(figures).toMatchObject({ soldSessions: 20, consumedSessions: 1, classesHeld: 1, newStudents: 1 })
  expect((await overview(admin, { from: '2026-05-02', until: '2026-05-02' })).figures).toEqual(NOTHING)
})

test('hours that an adjustment takes back do not count as sold, and expired hours are not owed', async () => {
  const { admin, adminId, playerId, coachId, courseId, contractId, companyId } = await givenApril()
  const item = {
    id: contractId,
    userId: playerId,
    courseDesignId: courseId,
    settingSessions: 3,
    expiryDate: '2026-12-31',
  }
  await signedInAs(coachId)(updateSessions, { body: { items: [item], reason: '退费' } })
  const may = { from: '2026-05-01', until: '2026-05-31' }
  // 20 of the scene's contract, less 15 of the 18 that remained.
  expect((await overview({ userId: adminId, companyId }, may)).figures.soldSessions).toBe(5)
  clock.set(at('2026-06-01'))
  expect((await overview(admin, may)).owed).toMatchObject({ sessions: 3 + 6.5 + 5, expiringSessions: 0 })
})

test('the charge for a late cancellation is consumed and earned on the day of the class', async () => {
  const scene = await givenScene(db)
  await db.update(companies).set({ forgivenLateCancels: 0 }).where(eq(companies.id, scene.companyId))
  await givenInvitation(db, { scene, status: 'CANCELLED', beginTimeSlot: 40 })
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await signedInAs(scene.playerId)(cancelByPlayer, { params: { id }, body: { reason: '来不了' } })
  const admin = { userId: scene.adminId, companyId: scene.companyId }
  const day = { from: '2026-05-02', until: '2026-05-02' }
  expect((await overview(admin, day)).figures).toEqual({
    ...NOTHING,
    consumedSessions: 1,
    incomeFen: 30_000,
    classesCancelled: 2,
    classesCancelledLate: 1,
  })
})

test('coaches, courses and venues each add up to the whole', async () => {
  const { admin } = await givenApril()
  const { figures } = await overview(admin)
  for (const by of INCOME_BY) {
    const { rows } = await asAdmin(admin)(analyticsIncome, {
      params: { by },
      query: { ...APRIL, current: 1, rows: 20 },
    })
    const sum = (amount: 'classes' | 'consumedSessions' | 'incomeFen') =>
      rows.reduce((all, row) => all + row[amount], 0)
    expect([sum('classes'), sum('consumedSessions'), sum('incomeFen')]).toEqual([
      figures.classesHeld,
      figures.consumedSessions,
      figures.incomeFen,
    ])
  }
})

test('a company without any activity has figures of zero, and another company’s data does not count', async () => {
  await givenApril()
  const { companyId, adminId } = await givenCompany(db)
  const { figures, before, owed } = await overview({ userId: adminId, companyId })
  expect([figures, before.figures]).toEqual([NOTHING, NOTHING])
  expect(owed).toEqual({ day: '2026-05-01', sessions: 0, fen: 0, expiringSessions: 0 })
})

test.each([
  ['ends before it begins', { from: '2026-04-02', until: '2026-04-01' }],
  ['is longer than a year', { from: '2025-04-01', until: '2026-04-02' }],
])('a period that %s is refused', async (_case, period) => {
  const { companyId, adminId } = await givenCompany(db)
  await expect(overview({ userId: adminId, companyId }, period)).rejects.toMatchObject({ code: 'period_invalid' })
})
