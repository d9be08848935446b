import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { unfinishedOfCoach } from '@paidang/api/areas/views/coach-home'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitationEvents, invitations, seats } from '../../../tables/classes.ts'
import { contracts, lessonLedger, usedRecords } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import { givenContract, givenPlayer, givenScene, TOMORROW } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { finishUnfinished } from './complete.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server

const run = () => runJob(server, finishUnfinished)
/** Classes are tomorrow from 10:00 to 11:00. */
const at = (day: string, time: string) => clock.set(new Date(`${day}T${time}+08:00`))
const NEXT_DAY = '2026-05-03'
const statuses = async () => {
  const rows = await db.select().from(invitations).orderBy(invitations.id)
  return rows.map(({ invitationStatus }) => invitationStatus)
}
const told = async () => {
  const rows = await db.select().from(messages).orderBy(messages.id)
  return rows.map(({ receiverId, title }) => [receiverId, title])
}

test('a day after its end the clock completes a class, not before; an unsigned player counts as present', async () => {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  at(NEXT_DAY, '10:59:59.999')
  expect(await run()).toEqual([])
  expect(await statuses()).toEqual(['CONFIRMED'])
  at(NEXT_DAY, '11:00:00')
  expect(await run()).toEqual([])
  expect(await run()).toEqual([])
  expect(await statuses()).toEqual(['COMPLETED'])
  expect(await db.select().from(contracts)).toMatchObject([{ remainingSessions: 9, heldSessions: 0 }])
  expect(await db.select().from(usedRecords)).toMatchObject([{ attendance: 'present', usedSessions: 1 }])
  const last = (await db.select().from(lessonLedger).orderBy(lessonLedger.seq)).at(-1)
  expect(last).toMatchObject({ kind: 'CONSUME', actorId: null, reason: '系统自动完成课程' })
  expect((await db.select().from(invitationEvents).orderBy(invitationEvents.seq)).at(-1)).toMatchObject({
    action: 'finish',
    actorId: null,
  })
  expect(await db.$count(slotClaims)).toBe(await db.$count(slotClaims, sql`holder_id = ${id}`))
  expect(await told()).toEqual([
    [scene.coachId, '课程待完成'],
    [scene.playerId, '课程已完成'],
    [scene.coachId, '课程已完成'],
  ])
})

test('attendance that was signed counts: leave gives the hours back', async () => {
  const scene = await givenScene(db)
  const mate = await givenPlayer(db)
  const contractId = await givenContract(db, { userId: mate, courseId: scene.courseId })
  const joiners = [
    { userId: scene.playerId, contractId: scene.contractId, attendance: 'leave' as const },
    { userId: mate, contractId, attendance: 'absent' as const },
  ]
  await givenInvitation(db, { scene, madeBy: 'coach', status: 'CONFIRMED', participantsCount: 2, joiners })
  at(NEXT_DAY, '11:00:00')
  expect(await run()).toEqual([])
  const rows = await db.select().from(contracts).orderBy(contracts.id)
  expect(rows.map(({ remainingSessions, heldSessions }) => [remainingSessions, heldSessions])).toEqual([
    [10, 0],
    [9, 0],
  ])
  const texts = await db.select().from(messages).where(eq(messages.title, '课程已完成'))
  const textTo = (userId: string) => texts.find(({ receiverId }) => receiverId === userId)?.content
  expect(textTo(scene.playerId)).toMatch(/由系统自动完成，您按请假算，不扣课时$/)
  expect(textTo(mate)).toMatch(/可在72小时内提出异议$/)
  expect(textTo(scene.coachId)).toMatch(/由系统自动完成，按签到结果扣减课时$/)
})

test('the coach reads who counts as present without being signed, and who is on leave without an agreement', async () => {
  const scene = await givenScene(db)
  const [signed, unsigned] = [await givenPlayer(db), await givenPlayer(db, { nickname: '陈默' })]
  const joiners = [
    { userId: scene.playerId, contractId: scene.contractId },
    { userId: signed, attendance: 'late' as const },
    { userId: unsigned },
  ]
  const id = await givenInvitation(db, { scene, madeBy: 'coach', status: 'CONFIRMED', participantsCount: 3, joiners })
  await db
    .update(seats)
    .set({ changedAt: clock.now() })
    .where(and(eq(seats.invitationId, id), eq(seats.userId, scene.playerId)))
  at(NEXT_DAY, '11:00:00')
  expect(await run()).toEqual([])
  const texts = await db.select().from(messages).where(eq(messages.title, '课程已完成'))
  const textTo = (userId: string) => texts.find(({ receiverId }) => receiverId === userId)?.content
  expect(textTo(scene.coachId)).toMatch(/由系统自动完成，未签到，按到场算：陈默$/)
  // Neither of them pays.
  for (const userId of [signed, unsigned]) expect(textTo(userId)).toMatch(/由系统自动完成，不扣您的课时$/)
})

test('what was called off or completed meanwhile is left alone', async () => {
  const scene = await givenScene(db)
  const [id, other] = [
    await givenInvitation(db, { scene, status: 'CONFIRMED' }),
    await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 24 }),
  ]
  at(TOMORROW, '12:30:00')
  await signedInAs(scene.coachId)(classActions.finishInvitation, { params: { id } })
  await signedInAs(scene.coachId)(classActions.cancelByCoach, { params: { id: other }, body: {} })
  const before = await statuses()
  at('2026-06-01', '00:00:00')
  expect(await run()).toEqual([])
  expect(await statuses()).toEqual(before)
})

test('an hour after its end the coach is asked to complete it, once, and finds it among the open tasks', async () => {
  const scene = await givenScene(db)
  const unfinished = () => signedInAs(scene.coachId)(unfinishedOfCoach, {})
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 30 })
  at(TOMORROW, '10:59:59.999')
  expect(await unfinished()).toEqual([])
  at(TOMORROW, '11:00:00')
  expect(await unfinished()).toMatchObject([{ id, players: [{ id: scene.playerId }] }])
  at(TOMORROW, '11:59:59.999')
  await run()
  expect(await told()).toEqual([])
  at(TOMORROW, '12:00:00')
  await run()
  await run()
  expect(await told()).toEqual([[scene.coachId, '课程待完成']])
  expect((await db.select().from(messages))[0]?.content).toContain('5.3 11:00 自动完成')
  await signedInAs(scene.coachId)(classActions.finishInvitation, { params: { id } })
  expect(await unfinished()).toEqual([])
})

test.each([
  ['while attendance can still be signed', 43, false, '请签到并完成'],
  ['once attendance is signed', 43, true, '请完成'],
  ['when its day, and with it signing, is over', 44, false, '请完成，未签到按到场算'],
])('the coach is asked only for what is still possible: %s', async (_case, beginTimeSlot, isSigned, words) => {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot })
  at(TOMORROW, '22:00:00')
  if (isSigned) await signedInAs(scene.coachId)(classActions.signInvitation, { params: { id }, body: {} })
  clock.set(new Date(+new Date(`${TOMORROW}T00:00:00+08:00`) + (beginTimeSlot + 4) * 1_800_000))
  expect(await run()).toEqual([])
  const contents = (await db.select().from(messages)).map(({ content }) => content)
  expect(contents).toEqual([expect.stringContaining(`已下课，${words}，5.3 `)])
})

test('the clock and the coach at once complete a class once', async () => {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  at(NEXT_DAY, '11:00:00')
  const finish = () => signedInAs(scene.coachId)(classActions.finishInvitation, { params: { id } })
  await Promise.all([run(), finish(), run()])
  expect(await db.$count(usedRecords)).toBe(1)
  expect((await db.select().from(contracts))[0]).toMatchObject({ remainingSessions: 9, heldSessions: 0 })
  const { events } = await signedInAs(scene.coachId)(classes.getFullInfo, { params: { id }, query: {} })
  expect(events.filter(({ action }) => action === 'finish')).toHaveLength(1)
})

test('the admin of the company signs, completes and calls off in place of a coach who cannot', async () => {
  const scene = await givenScene(db)
  const { adminId } = scene
  const admin = signedInAs(adminId)
  const [id, other] = [
    await givenInvitation(db, { scene, status: 'CONFIRMED' }),
    await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 30 }),
  ]
  at(TOMORROW, '10:30:00')
  const attendances = [{ userId: scene.playerId, attendance: 'late' as const }]
  expect(await admin(classActions.signInvitation, { params: { id }, body: { attendances } })).toMatchObject({
    signedAt: expect.any(String),
  })
  const info = await admin(classes.getFullInfo, { params: { id }, query: {} })
  expect(info.reqUser).toMatchObject({ cancellation: { reason: 'by_coach', heldSessions: 1, lostSessions: 0 } })
  for (const _ of [1, 2])
    expect(await admin(classActions.finishInvitation, { params: { id } })).toMatchObject({
      invitationStatus: 'COMPLETED',
    })
  const cancelled = await admin(classActions.cancelByCoach, { params: { id: other }, body: {} })
  expect(cancelled).toMatchObject({ invitationStatus: 'CANCELLED', cancelledBy: adminId, cancelReason: '公司取消' })
  expect((await db.select().from(contracts))[0]).toMatchObject({ remainingSessions: 9, heldSessions: 0 })
})
