import * as classActions from '@paidang/api/areas/activities/class-actions'
import { studentsOfCoach } from '@paidang/api/areas/activities/students'
import { coachFigures, invitingCount } from '@paidang/api/areas/views/coach-home'
import { waitsForCoach } from '@paidang/domain/areas/activities/classes/invitation'
import { addDays } from '@paidang/domain/kernel/day'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { classObjections, invitations } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { lessonLedger } from '../../../tables/contracts.ts'
import {
  givenCoach,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  TEST_NOW,
  TOMORROW,
} from '../../../testing/builders.ts'
import { givenInvitation, givenObjection } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const TODAY = '2026-05-01'
const figures = (actorId: string) => signedInAs(actorId)(coachFigures, {})
const inviting = (id: string, actorId = id) => signedInAs(actorId)(invitingCount, { params: { id } })

test('a coach without classes and students has only zeros', async () => {
  expect(await figures(await givenCoach(db))).toEqual({
    todayClasses: 0,
    todaySessions: 0,
    waitingConfirm: 0,
    students: 0,
    studentsRunningOut: 0,
    monthTaughtHours: 0,
    monthConsumedSessions: 0,
    monthIncomeFen: 0,
  })
})

test('today counts live classes and the hours they hold or consumed; the month counts held classes and their price', async () => {
  const scene = await givenScene(db)
  const { coachId, courseId, adminId } = scene
  const [first, second] = [await givenPlayer(db), await givenPlayer(db)]
  const joinerOf = async (userId: string) => ({ userId, contractId: await givenContract(db, { userId, courseId }) })
  const joiners = [await joinerOf(first), await joinerOf(second)]

  // One player pays for all, so one hour is held, however many join.
  await givenInvitation(db, {
    scene,
    courseDate: TODAY,
    beginTimeSlot: 30,
    joiners: [{ userId: first }],
    participantsCount: 2,
    at: new Date(TEST_NOW.getTime() - 3_600_000),
  })
  await givenInvitation(db, {
    scene,
    madeBy: 'coach',
    status: 'CONFIRMED',
    courseDate: TODAY,
    beginTimeSlot: 34,
    joiners,
  })
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: TODAY, endTimeSlot: 23 })
  await givenInvitation(db, { scene, status: 'CANCELLED', courseDate: TODAY, beginTimeSlot: 40 })
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-04-30' })
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: TODAY, attendance: 'leave', beginTimeSlot: 16 })
  const ofAdmin = { scene: { ...scene, coachId: adminId }, status: 'COMPLETED' as const, courseDate: TODAY }
  await givenInvitation(db, { ...ofAdmin, beginTimeSlot: 12 })

  expect(await figures(coachId)).toMatchObject({
    todayClasses: 4,
    todaySessions: 1 + 2 + 1.5,
    waitingConfirm: 1,
    monthTaughtHours: 1.5 + 1,
    monthConsumedSessions: 1.5,
    monthIncomeFen: 45_000,
  })
})

test('the day and the month are those of Shanghai', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-04-30' })
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: TODAY })
  clock.set(new Date('2026-04-30T15:59:59Z'))
  expect(await figures(scene.coachId)).toMatchObject({ todayClasses: 1, monthTaughtHours: 2 })
  clock.set(new Date('2026-04-30T16:00:00Z'))
  expect(await figures(scene.coachId)).toMatchObject({ todayClasses: 1, monthTaughtHours: 1 })
})

test('income is what the ledger took at its price, less what a refund gave back', async () => {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: TODAY, endTimeSlot: 24 })
  expect(await figures(scene.coachId)).toMatchObject({ monthConsumedSessions: 2, monthIncomeFen: 60_000 })
  const words = '停电半小时'
  const objectionId = await givenObjection(db, { invitationId: id, userId: scene.playerId, words })
  const [answeredBy, answeredAt] = [scene.coachId, clock.now()]
  const answered = { state: 'REFUNDED', answer: '', answeredBy, answeredAt } as const
  await db.update(classObjections).set(answered).where(eq(classObjections.id, objectionId))
  await db.execute(sql`
    with moved as (update contracts set remaining_sessions = remaining_sessions + 0.5, seq = seq + 1
      where id = ${scene.contractId} returning *)
    insert into ${lessonLedger} (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, invitation_id,
      seat_user_id, round, reason, unit_price)
    select id, seq, 'REFUND', 0.5, 0, remaining_sessions, held_sessions, ${id}, user_id, 1, '场地停电', unit_price from moved`)
  expect(await figures(scene.coachId)).toMatchObject({
    todaySessions: 1.5,
    monthTaughtHours: 2,
    monthConsumedSessions: 1.5,
    monthIncomeFen: 45_000,
  })
})

test('hours lost by a late cancellation are no lesson, even when the player took the seat again', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, companyId } = scene
  await db.update(companies).set({ forgivenLateCancels: 0 }).where(eq(companies.id, companyId))
  const player = signedInAs(playerId)
  const { id } = await signedInAs(coachId)(classActions.createByCoach, {
    body: {
      studentIds: [playerId],
      courseDesignId: scene.courseId,
      stadiumId: scene.venueId,
      courseDate: TOMORROW,
      beginTimeSlot: 20,
      endTimeSlot: 22,
    },
  })
  const join = () => player(classActions.joinInvitation, { params: { a: id, b: playerId }, body: {} })
  await join()
  await player(classActions.cancelByPlayer, { params: { id }, body: {} })
  await join()
  clock.set(new Date('2026-05-02T11:00:00+08:00'))
  await signedInAs(coachId)(classActions.finishInvitation, { params: { id } })
  expect(await db.$count(lessonLedger, eq(lessonLedger.kind, 'CONSUME'))).toBe(2)
  expect(await figures(coachId)).toMatchObject({ monthConsumedSessions: 1, monthIncomeFen: 30_000 })
})

test('the number of waiting requests follows the domain’s rule, until their time has passed', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId, playerId, courseId } = scene
  const { companyId } = scene
  const colleague = await givenCoach(db, { companyId })
  await db.execute(sql`insert into coach_courses values (${colleague}, ${courseId})`)
  await givenInvitation(db, { scene })
  await givenInvitation(db, { scene, beginTimeSlot: 24, needContract: true })
  await givenInvitation(db, { scene, beginTimeSlot: 26, madeBy: 'coach' })
  await givenInvitation(db, { scene, beginTimeSlot: 28, status: 'CONFIRMED' })
  await givenInvitation(db, { scene, beginTimeSlot: 30, status: 'CANCELLED' })
  await givenInvitation(db, { scene: { ...scene, coachId: adminId }, beginTimeSlot: 32 })
  // A class that a colleague made and handed over also waits for this coach.
  await givenInvitation(db, { scene, beginTimeSlot: 34, madeBy: 'coach', over: { initiatorId: adminId } })
  const pending = await db.select().from(invitations).where(eq(invitations.invitationStatus, 'PENDING'))
  const waiting = pending.filter((row) => row.coachId === coachId && waitsForCoach(row))
  expect(waiting).toHaveLength(3)
  expect([await inviting(coachId), (await figures(coachId)).waitingConfirm]).toEqual([3, 3])
  for (const actorId of [adminId, colleague]) {
    await expect(inviting(coachId, actorId)).rejects.toMatchObject({ status: 403, code: 'data_of_others' })
  }
  await expect(inviting(coachId, playerId)).rejects.toMatchObject({ status: 403, code: 'action_forbidden' })
  clock.set(new Date('2026-05-02T11:00:00+08:00'))
  expect([await inviting(coachId), (await figures(coachId)).waitingConfirm]).toEqual([0, 0])
})

test('students who run out are those marked in the list of students', async () => {
  const { coachId, courseId, companyId, adminId } = await givenScene(db)
  const notHis = await givenCourse(db, { companyId, coachIds: [adminId] })
  for (const [sessions, spent, days] of [
    [2, 0, 100],
    [2, 0.5, 100],
    [10, 0, 14],
    [10, 0, 15],
    [10, 10, 3],
    [10, 0, -1],
    [1.5, 0, 0],
  ] as const) {
    for (const course of [courseId, notHis]) {
      const userId = await givenPlayer(db)
      await givenRelation(db, coachId, userId)
      const expiryDate = addDays(TODAY, days)
      await givenContract(db, { userId, courseId: course, sessions, spent, expiryDate })
    }
  }
  // Two contracts that run out count as one student. A person who is not the coach's student does not count.
  const twice = await givenPlayer(db)
  await givenRelation(db, coachId, twice)
  for (const userId of [twice, twice, await givenPlayer(db)]) await givenContract(db, { userId, courseId, sessions: 1 })
  const list = (isRunningOut: boolean) =>
    signedInAs(coachId)(studentsOfCoach, { params: { coachId }, query: { current: 1, rows: 100, isRunningOut } })
  expect(await figures(coachId)).toMatchObject({
    students: (await list(false)).total,
    studentsRunningOut: (await list(true)).total,
  })
  expect(await figures(coachId)).toMatchObject({ students: 16, studentsRunningOut: 4 })
})
