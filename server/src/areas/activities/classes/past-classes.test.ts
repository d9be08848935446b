import { cancelByCoach, finishInvitation, signInvitation } from '@paidang/api/areas/activities/class-actions'
import { pageOfUser } from '@paidang/api/areas/activities/classes'
import { answerPast, recordPast } from '@paidang/api/areas/activities/past-classes'
import { usedRecords } from '@paidang/api/areas/money/used-records'
import { pastAnswerTimes } from '@paidang/domain/areas/activities/classes/answer-time'
import { instantOf } from '@paidang/domain/kernel/day'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitationEvents, invitations, seats } from '../../../tables/classes.ts'
import { contracts, lessonLedger, usedRecords as usedRows } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import {
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenUnclaimed } from '../../../testing/given-people.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { remind } from '../../desks/reminders/remind.ts'
import { finishUnfinished } from './complete.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server

const DUE = pastAnswerTimes(TEST_NOW).expiresAt.getTime()
const HELD_ON = '2026-04-29'
const before = (days: number) => new Date(TEST_NOW.getTime() - days * 86_400_000)

/** A scene whose student has had a contract for some days. */
async function givenPast(days = 60): Promise<Scene> {
  const scene = await givenScene(db)
  await db
    .update(contracts)
    .set({ createdAt: before(days) })
    .where(eq(contracts.id, scene.contractId))
  return scene
}

const record = (scene: Scene, over: object = {}) =>
  signedInAs(scene.coachId)(recordPast, {
    body: {
      courseDesignId: scene.courseId,
      stadiumId: scene.venueId,
      courseDate: HELD_ON,
      beginTimeSlot: 20,
      endTimeSlot: 22,
      studentIds: [scene.playerId],
      reason: '当天手机没电',
      ...over,
    },
  })
const answer = (actorId: string, id: string, agree = true, words = agree ? '' : '那天没上课') =>
  signedInAs(actorId)(answerPast, { params: { id }, body: { agree, words, revision: 0 } })
const runClock = () => runJob(server, finishUnfinished)
const statusOf = async (id: string) =>
  (await db.select().from(invitations).where(eq(invitations.id, id))).map((row) => row.invitationStatus)[0]
const trailOf = async (id: string) =>
  (
    await db
      .select()
      .from(invitationEvents)
      .where(eq(invitationEvents.invitationId, id))
      .orderBy(asc(invitationEvents.seq))
  ).map(({ action }) => action)
const hoursOf = async ({ contractId }: Pick<Scene, 'contractId'>) => {
  const [row] = await db.select().from(contracts).where(eq(contracts.id, contractId))
  return [row?.remainingSessions, row?.heldSessions, row?.expiryDate]
}

test('a class of the past takes its half-hours, waits for its player with a due time, and costs once they agree', async () => {
  const scene = await givenPast()
  const { id, ...made } = await record(scene)
  expect(made).toMatchObject({
    invitationStatus: 'CONFIRMED',
    pastReason: '当天手机没电',
    expiresAt: new Date(DUE).toISOString(),
  })
  expect(await db.$count(slotClaims, eq(slotClaims.holderId, id))).toBe(6)
  expect(await hoursOf(scene)).toEqual([10, 1, '2026-12-31'])
  const [hold] = await db.select().from(lessonLedger).where(eq(lessonLedger.kind, 'HOLD'))
  expect(hold?.classStartsAt).toEqual(instantOf(HELD_ON, 20))
  const [told] = await db.select().from(messages).where(eq(messages.receiverId, scene.playerId))
  expect(told?.content).toContain('请在 5.3 12:00 前核对')
  expect(told?.content).toContain('当天手机没电')
  const coach = signedInAs(scene.coachId)
  await expectRefusal(db, () => coach(finishInvitation, { params: { id }, body: {} }), { code: 'invitation_settled' })
  await expectRefusal(db, () => coach(signInvitation, { params: { id }, body: {} }), { code: 'invitation_settled' })
  await expectRefusal(db, () => answer(scene.coachId, id), { code: 'invitation_not_yours' })

  const answers = await Promise.all(Array.from({ length: 20 }, () => answer(scene.playerId, id)))
  expect(new Set(answers.map(({ invitationStatus }) => invitationStatus))).toEqual(new Set(['COMPLETED']))
  expect(await trailOf(id)).toEqual(['record-past', 'agree-past', 'finish'])
  expect(await hoursOf(scene)).toEqual([9, 0, '2026-12-31'])
  for (const [userId, as] of [
    [scene.playerId, 'player'],
    [scene.coachId, 'coach'],
  ] as const) {
    const { rows } = await signedInAs(userId)(usedRecords, { query: { current: 1, rows: 10, as } })
    expect(rows).toMatchObject([{ invitationId: id, courseDate: HELD_ON, isPast: true }])
  }
})

test('an objection needs words, ends the class, and leaves hours and contract as they were', async () => {
  const scene = await givenPast()
  await db.update(contracts).set({ expiryDate: '2026-05-04' })
  const { id } = await record(scene)
  await expectRefusal(db, () => answer(scene.playerId, id, false, ''), { code: 'objection_words_missing' })
  expect(await answer(scene.playerId, id, false)).toMatchObject({
    invitationStatus: 'CANCELLED',
    cancelReason: '那天没上课',
  })
  expect(await answer(scene.playerId, id, false)).toMatchObject({ invitationStatus: 'CANCELLED' })
  await expectRefusal(db, () => answer(scene.playerId, id), { code: 'invitation_settled' })
  expect(await hoursOf(scene)).toEqual([10, 0, '2026-05-04'])
  expect(await trailOf(id)).toEqual(['record-past', 'object-past'])
  // The half-hours are free again: the coach may enter it another time.
  expect((await record(scene, { reason: '日期写错了' })).id).not.toBe(id)
})

test('silence completes it at 48 hours, not before; its player is reminded once', async () => {
  const scene = await givenPast()
  const { id } = await record(scene)
  clock.set(new Date(DUE - 24 * 3_600_000))
  for (const _ of [1, 2]) expect(await runJob(server, remind)).toEqual([])
  const reminders = await db.select().from(messages).where(eq(messages.title, '补录待核对'))
  expect(reminders.map(({ receiverId }) => receiverId)).toEqual([scene.playerId])
  clock.set(new Date(DUE - 1))
  expect(await runClock()).toEqual([])
  expect(await statusOf(id)).toBe('CONFIRMED')
  clock.set(new Date(DUE))
  await expectRefusal(db, () => answer(scene.playerId, id, false), { code: 'past_class_due' })
  await expectRefusal(db, () => answer(scene.playerId, id), { code: 'past_class_due' })
  for (const _ of [1, 2]) expect(await runClock()).toEqual([])
  expect([await statusOf(id), await trailOf(id)]).toEqual(['COMPLETED', ['record-past', 'finish']])
  expect(await hoursOf(scene)).toEqual([9, 0, '2026-12-31'])
})

test('agreement, objection and clock at once: one of them happens, once', async () => {
  for (let round = 0; round < raceRounds(4); round++) {
    clock.set(TEST_NOW)
    const scene = await givenPast()
    const { id } = await record(scene)
    const clockFirst = round % 2 === 0
    clock.set(new Date(clockFirst ? DUE : DUE - 1))
    await Promise.allSettled([answer(scene.playerId, id), answer(scene.playerId, id, false), runClock()])
    // The clock leaves a class that is busy to its next run.
    await runClock()
    const isCompleted = (await statusOf(id)) === 'COMPLETED'
    expect(await hoursOf(scene)).toEqual([isCompleted ? 9 : 10, 0, '2026-12-31'])
    expect(await db.$count(usedRows, eq(usedRows.invitationId, id))).toBe(isCompleted ? 1 : 0)
    expect((await trailOf(id)).filter((step) => step === 'finish' || step === 'object-past')).toHaveLength(1)
  }
})

test('of several players the last who agrees completes it', async () => {
  const scene = await givenPast()
  const mate = await givenPlayer(db)
  await givenRelation(db, scene.coachId, mate)
  await givenContract(db, { userId: mate, courseId: scene.courseId, createdAt: before(40) })
  const { id } = await record(scene, { studentIds: [scene.playerId, mate] })
  const asked = async (userId: string) =>
    (await signedInAs(userId)(pageOfUser, { query: { current: 1, rows: 10 } })).rows.map(({ mustAgree }) => mustAgree)
  expect(await asked(scene.playerId)).toEqual([true])
  expect(await answer(scene.playerId, id)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  expect([await asked(scene.playerId), await asked(mate), await asked(scene.coachId)]).toEqual([
    [false],
    [true],
    [false],
  ])
  expect(await answer(mate, id)).toMatchObject({ invitationStatus: 'COMPLETED' })
  expect(await db.$count(usedRows, eq(usedRows.invitationId, id))).toBe(2)
})

test('what overlaps, is not over, too old or unpaid is refused and leaves no trace', async () => {
  const scene = await givenPast()
  await record(scene)
  const refuses = (over: object, code: string) => expectRefusal(db, () => record(scene, over), { code })
  await refuses({ beginTimeSlot: 21, endTimeSlot: 23, reason: '又一节' }, 'slot_taken')
  const other = await givenPast()
  const atCourt = { stadiumId: scene.venueId, selectedCourt: 0 }
  await expectRefusal(db, () => record(other, atCourt), { code: 'coach_not_at_venue' })
  await refuses({ courseDate: '2026-05-01', beginTimeSlot: 23, endTimeSlot: 25 }, 'past_class_not_over')
  await refuses({ courseDate: '2026-03-31' }, 'past_class_too_old')
  await record(scene, { courseDate: '2026-04-01' })
  await record(scene, { courseDate: '2026-05-01', beginTimeSlot: 22, endTimeSlot: 24 })

  const hours = { status: 409, code: 'past_class_unpaid' }
  const late = await givenPast()
  await db
    .update(contracts)
    .set({ createdAt: new Date('2026-04-30T00:00:00+08:00') })
    .where(eq(contracts.id, late.contractId))
  await expectRefusal(db, () => record(late), hours)
  await record(late, { courseDate: '2026-04-30' })
  await db.update(contracts).set({ expiryDate: '2026-04-30' }).where(eq(contracts.id, late.contractId))
  await expectRefusal(db, () => record(late, { courseDate: '2026-04-30', beginTimeSlot: 30, endTimeSlot: 32 }), hours)
})

test('for a student without an account nobody agrees: the clock completes it, or the coach withdraws it', async () => {
  const scene = await givenPast()
  const studentId = await givenUnclaimed(db, { companyId: scene.companyId, addedBy: scene.coachId })
  const contractId = await givenContract(db, { userId: studentId, courseId: scene.courseId, createdAt: before(20) })
  const { id } = await record(scene, { studentIds: [studentId] })
  const other = await record(scene, { studentIds: [studentId], courseDate: '2026-04-28' })
  await signedInAs(scene.coachId)(cancelByCoach, { params: { id: other.id }, body: {} })
  clock.set(new Date(DUE))
  expect(await runClock()).toEqual([])
  expect(await hoursOf({ contractId })).toEqual([9, 0, '2026-12-31'])
  expect(await db.select().from(seats).where(eq(seats.invitationId, id))).toMatchObject([{ attendance: 'present' }])
  expect(await db.select().from(messages).where(eq(messages.receiverId, studentId))).toEqual([])
})
