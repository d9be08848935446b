import * as adminApi from '@paidang/api/areas/activities/admin-classes'
import { suspendUser } from '@paidang/api/areas/desks/admin-users'
import type { Attendance } from '@paidang/domain/areas/activities/classes/invitation'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { invitationEvents, invitations } from '../../../tables/classes.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import { givenContract, givenPlayer, givenScene, TOMORROW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { finishUnfinished } from './complete.ts'

const server = await startTestServer()
const { db, clock, asStaff } = server
let operator = asStaff('operator')
beforeEach(() => {
  operator = asStaff('operator')
})

/** Classes are tomorrow from 10:00 to 11:00. The operator logs in again after time has passed. */
async function at(time: string, day = TOMORROW): Promise<void> {
  clock.set(new Date(`${day}T${time}+08:00`))
  operator = asStaff('operator')
  await ask()
}

const ask = (query: object = {}) => operator(adminApi.queryActiveClasses, { query: { current: 1, rows: 10, ...query } })
const callOff = (id: string, reason = '教练账号停用') =>
  operator(adminApi.callOffClass, { params: { id }, body: { reason } })
const sign = (id: string, ...attendances: { userId: string; attendance: Attendance }[]) =>
  operator(adminApi.signClass, { params: { id }, body: { attendances } })
const finish = (id: string) => operator(adminApi.finishClass, { params: { id } })
/** The audit events about classes. */
const actions = async () => {
  const rows = await db
    .select()
    .from(staffAuditEvents)
    .where(eq(staffAuditEvents.objectKind, 'class'))
    .orderBy(staffAuditEvents.id)
  return rows.map(({ action, objectId }) => [action, objectId])
}
const statusOf = async (id: string) =>
  (await db.select().from(invitations).where(eq(invitations.id, id)))[0]?.invitationStatus

/** An active class of a coach whose account is suspended. */
async function givenOrphan() {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await operator(suspendUser, { params: { id: scene.coachId }, body: { reason: '违规', lastDay: null } })
  return { scene, id }
}

test.each([
  ['before it', '09:59:59', TOMORROW],
  ['at its start', '10:00:00', TOMORROW],
  ['after its end', '11:30:00', TOMORROW],
  ['on the next day', '08:00:00', '2026-05-03'],
])(
  'an operator calls a class off %s: all hours come back, and everybody reads the reason, once',
  async (_when, time, day) => {
    const { scene, id } = await givenOrphan()
    await at(time, day)
    for (let round = 0; round < 2; round++) await callOff(id)
    expect(await db.select().from(invitations)).toMatchObject([
      { invitationStatus: 'CANCELLED', cancelledBy: null, cancelReason: '平台取消：教练账号停用' },
    ])
    expect(await db.select().from(contracts)).toMatchObject([{ remainingSessions: 10, heldSessions: 0 }])
    expect(await db.$count(slotClaims)).toBe(0)
    expect(await actions()).toEqual([['class.call-off', id]])
    const told = await db.select().from(messages).where(eq(messages.title, '约课已取消'))
    expect(new Set(told.map(({ receiverId }) => receiverId))).toEqual(new Set([scene.playerId, scene.coachId]))
  },
)

test('an operator signs attendance and completes the class: a player on leave pays nothing', async () => {
  const scene = await givenScene(db)
  const mate = await givenPlayer(db)
  const contractId = await givenContract(db, { userId: mate, courseId: scene.courseId })
  const joiners = [
    { userId: scene.playerId, contractId: scene.contractId },
    { userId: mate, contractId },
  ]
  const input = { scene, madeBy: 'coach', status: 'CONFIRMED', participantsCount: 2, joiners } as const
  const id = await givenInvitation(db, input)
  await at('10:30:00')
  await sign(id, { userId: mate, attendance: 'leave' })
  for (let round = 0; round < 2; round++) await finish(id)
  const rows = await db.select().from(contracts).orderBy(contracts.id)
  expect(rows.map(({ remainingSessions, heldSessions }) => [remainingSessions, heldSessions])).toEqual([
    [9, 0],
    [10, 0],
  ])
  const used = await db.select().from(lessonLedger).where(eq(lessonLedger.kind, 'CONSUME'))
  expect(used).toMatchObject([{ actorId: null, reason: '平台完成课程' }])
  const trail = await db.select().from(invitationEvents).orderBy(invitationEvents.seq)
  expect(trail.slice(-2).map(({ action, actorId }) => [action, actorId])).toEqual([
    ['sign', null],
    ['finish', null],
  ])
  expect(await actions()).toEqual([
    ['class.attend', id],
    ['class.complete', id],
  ])
})

test('players of a suspended coach are notified, and pay nothing for a class that nobody signed', async () => {
  const { scene } = await givenOrphan()
  // One message for one fact, however many classes there are.
  expect(await db.select().from(messages).where(eq(messages.receiverId, scene.playerId))).toMatchObject([
    { objectKind: 'coach_leave', content: expect.stringMatching(/1 节未上的课.*可免费取消/) },
  ])
  await at('11:00:00', '2026-05-03')
  for (let round = 0; round < 2; round++) expect(await runJob(server, finishUnfinished)).toEqual([])
  expect(await db.select().from(invitations)).toMatchObject([
    { invitationStatus: 'CANCELLED', cancelReason: '教练账号停用，无人签到，按未上课处理' },
  ])
  expect(await db.select().from(contracts)).toMatchObject([{ remainingSessions: 10, heldSessions: 0 }])
})

test.each(['signed', 'suspended after it began'])(
  'the clock completes a class of a suspended coach that was %s',
  async (how) => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    await at(how === 'signed' ? '09:40:00' : '10:00:00.001')
    await operator(suspendUser, { params: { id: scene.coachId }, body: { reason: '违规', lastDay: null } })
    if (how === 'signed') await sign(id)
    await at('11:00:00', '2026-05-03')
    await runJob(server, finishUnfinished)
    expect(await statusOf(id)).toBe('COMPLETED')
  },
)

test('an operator continues from the signed attendance, and the audit event names it', async () => {
  const { scene, id } = await givenOrphan()
  await at('10:30:00')
  await sign(id, { userId: scene.playerId, attendance: 'leave' })
  await sign(id)
  const rows = await db
    .select()
    .from(staffAuditEvents)
    .where(eq(staffAuditEvents.action, 'class.attend'))
    .orderBy(staffAuditEvents.id)
  expect(rows.map(({ summary }) => summary.endsWith('请假'))).toEqual([true, true])
})

test('what the coach could not do, an operator cannot do either', async () => {
  const { id } = await givenOrphan()
  const settled = { status: 409, code: 'invitation_settled' }
  await expectRefusal(db, () => callOff(id, ' '), { status: 400, code: 'cancel_reason_missing' })
  await expectRefusal(db, () => callOff('987654321'), { status: 404, code: 'invitation_not_found' })
  await at('09:29:59')
  await expectRefusal(db, () => sign(id), { status: 409, code: 'invitation_sign_too_early' })
  await at('09:59:59')
  await expectRefusal(db, () => finish(id), { status: 409, code: 'invitation_not_started' })
  const stranger = { userId: '987654321', attendance: 'leave' as const }
  await expectRefusal(db, () => sign(id, stranger), { status: 400, code: 'attendance_invalid' })
  await at('10:00:00')
  await finish(id)
  await expectRefusal(db, () => callOff(id), settled)
  await expectRefusal(db, () => sign(id), settled)
})

test('two operators and the coach at once end a class in one way', async () => {
  const { scene, id } = await givenOrphan()
  await at('10:30:00')
  const other = asStaff('operator')
  const ends = [
    callOff(id),
    finish(id),
    other(adminApi.finishClass, { params: { id } }),
    other(adminApi.callOffClass, { params: { id }, body: { reason: '停电' } }),
  ]
  await Promise.allSettled(ends)
  const [contract] = await db.select().from(contracts).where(eq(contracts.id, scene.contractId))
  expect([await statusOf(id), contract?.remainingSessions, contract?.heldSessions]).toEqual(
    (await statusOf(id)) === 'CANCELLED' ? ['CANCELLED', 10, 0] : ['COMPLETED', 9, 0],
  )
})

test('operators find waiting, active and uncompleted classes, the earliest first, by any of their names', async () => {
  const { scene, id } = await givenOrphan()
  const later = await givenInvitation(db, { scene, beginTimeSlot: 24, status: 'CONFIRMED' })
  const waiting = await givenInvitation(db, { scene, beginTimeSlot: 26 })
  const { rows, total } = await ask()
  expect([rows.map((row) => row.id), total]).toEqual([[id, later, waiting], 3])
  expect(rows[0]).toMatchObject({ isUnfinished: false, players: [{ id: scene.playerId, attendance: null }] })
  const found = async (query: object) => (await ask(query)).rows.map((row) => row.id)
  expect(await found({ stadiumId: scene.venueId })).toEqual([id, later, waiting])
  expect(await found({ stadiumId: '987654321' })).toEqual([])
  expect(await found({ keyword: rows[0]?.coach.nickname })).toEqual([id, later, waiting])
  expect(await found({ keyword: '%' })).toEqual([])
  await at('11:00:00')
  expect(await found({ isUnfinished: true })).toEqual([id])
  expect(await found({ isUnfinished: false })).toEqual([later])
  // An expired request is left out.
  expect(await found({})).toEqual([id, later])
})
