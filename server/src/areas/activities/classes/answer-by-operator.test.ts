import * as adminApi from '@paidang/api/areas/activities/admin-classes'
import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { suspendUser } from '@paidang/api/areas/desks/admin-users'
import { ANSWERED_BY_CLUB_WITHIN_MS } from '@paidang/domain/areas/activities/classes/objection'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { classObjections } from '../../../tables/classes.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { givenScene, only } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { waitingOf } from '../../../testing/given-desks.ts'
import { givenInvitation, givenObjection } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, clock, asStaff, signedInAs } = await startTestServer()

const MADE = new Date('2026-05-01T12:00:00+08:00')
const at = (ms: number) => {
  clock.set(new Date(MADE.getTime() + ms))
  return asStaff('operator')
}
const answer = (operator: ReturnType<typeof asStaff>, id: string, isRefunded: boolean, reason = '核对过签到') =>
  operator(adminApi.answerObjectionByOperator, { params: { id }, body: { isRefunded, reason } })
const answerByCoach = (coachId: string, id: string, isRefunded: boolean) =>
  signedInAs(coachId)(classActions.answerObjection, { params: { id }, body: { isRefunded } })
const list = async (operator: ReturnType<typeof asStaff>, query: object = {}) =>
  (await operator(adminApi.queryObjections, { query: { current: 1, rows: 10, ...query } })).rows
const waiting = (operator: ReturnType<typeof asStaff>) => waitingOf(operator, 'OBJECTION')
const actions = () => db.select().from(staffAuditEvents).where(eq(staffAuditEvents.action, 'class.settle-objection'))
const refunds = () => db.select().from(lessonLedger).where(eq(lessonLedger.kind, 'REFUND'))
const remaining = async () => only(await db.select().from(contracts)).remainingSessions

async function givenOpenObjection() {
  const scene = await givenScene(db)
  const invitationId = await givenInvitation(db, { scene, status: 'COMPLETED' })
  const id = await givenObjection(db, { invitationId, userId: scene.playerId, at: MADE })
  return { ...scene, invitationId, id, before: await remaining() }
}
const suspend = (coachId: string) =>
  asStaff('operator')(suspendUser, { params: { id: coachId }, body: { reason: '违规', lastDay: null } })

test.each([
  ['just before 7 days', ANSWERED_BY_CLUB_WITHIN_MS - 1, false],
  ['after 7 days', ANSWERED_BY_CLUB_WITHIN_MS, true],
  ['a moment later', ANSWERED_BY_CLUB_WITHIN_MS + 1, true],
])('an operator answers an objection where the coach does not: %s', async (_when, later, isOpen) => {
  const { id, coachId, before, invitationId, playerId } = await givenOpenObjection()
  const operator = at(later)
  const [row] = await list(operator)
  expect(row).toMatchObject({
    id,
    coach: { id: coachId },
    coachState: 'NORMAL',
    words: '那天没有上课',
    usedSessions: 1,
  })
  expect(row?.operatorsFrom).toBe(new Date(MADE.getTime() + ANSWERED_BY_CLUB_WITHIN_MS).toISOString())
  expect(await list(operator, { stage: isOpen ? 'platform' : 'club' })).toHaveLength(1)
  expect(await list(operator, { stage: isOpen ? 'club' : 'platform' })).toEqual([])
  expect(await list(operator, { stage: 'answered' })).toEqual([])
  expect(await waiting(operator)).toBe(isOpen ? 1 : 0)
  if (!isOpen) {
    const refusal = { status: 409, code: 'objection_of_club' }
    return expectRefusal(db, () => answer(operator, id, true), refusal)
  }
  for (let round = 0; round < 2; round++) await answer(operator, id, true)
  expect(await remaining()).toBe(before + 1)
  expect(await refunds()).toMatchObject([{ actorId: null, reason: '平台核实异议成立，退回课时：核对过签到' }])
  expect(await actions()).toMatchObject([{ objectId: invitationId, summary: expect.stringContaining('已退回课时') }])
  expect(await waiting(operator)).toBe(0)
  const { events, objections } = await signedInAs(playerId)(classes.getFullInfo, {
    params: { id: invitationId },
    query: {},
  })
  expect(objections).toMatchObject([
    { state: 'REFUNDED', answer: '核对过签到', isByPlatform: true, answerer: 'PLATFORM' },
  ])
  expect(await list(operator)).toEqual([])
  expect(await list(operator, { stage: 'answered' })).toMatchObject([{ id, invitationId, isByPlatform: true }])
  const managed = await operator(adminApi.getManagedClass, { params: { id: invitationId } })
  expect(managed).toMatchObject({ seats: [{ id: playerId, state: 'JOINED', usedSessions: 1 }], objections })
  expect(managed.events).toEqual(events)
  expect(events.at(-1)).toMatchObject({ actorName: null, reason: expect.stringMatching(/^平台答复：.*已退回课时/) })
})

test('where the coach is suspended an operator answers at once; both sides are notified, and the coach’s question is settled', async () => {
  const { id, coachId, adminId, playerId, before } = await givenOpenObjection()
  const asks = { senderId: playerId, category: 'classNotice', title: '扣课异议', content: '那天没有上课' } as const
  const about = { objectKind: 'class_objection', objectId: id, approveStatus: 0 }
  await db.insert(messages).values({ ...asks, ...about, receiverId: coachId })
  const operator = at(1)
  await suspend(coachId)
  expect(await waiting(operator)).toBe(1)
  expect((await list(operator, { stage: 'platform' }))[0]).toMatchObject({
    coachState: 'SUSPENDED',
    operatorsFrom: MADE.toISOString(),
  })
  await answer(operator, id, false)
  expect(await remaining()).toBe(before)
  const told = await db.select().from(messages).where(eq(messages.title, '平台已答复扣课异议'))
  expect(new Set(told.map(({ receiverId }) => receiverId))).toEqual(new Set([coachId, adminId]))
  expect(await db.select().from(messages).where(eq(messages.title, '扣课维持'))).toMatchObject([
    { receiverId: playerId, senderId: null, content: expect.stringContaining('平台核实，扣课维持，核对过签到') },
  ])
  expect(await db.select().from(messages).where(eq(messages.title, '扣课异议'))).toMatchObject([{ approveStatus: 2 }])
  for (const [isRefunded, reason] of [
    [true, '核对过签到'],
    [false, '另有原因'],
  ] as const)
    await expectRefusal(db, () => answer(operator, id, isRefunded, reason), { status: 409, code: 'objection_answered' })
})

test('an operator cannot answer without a reason or an unknown objection', async () => {
  const { id } = await givenOpenObjection()
  const operator = at(ANSWERED_BY_CLUB_WITHIN_MS)
  await list(operator)
  await expectRefusal(db, () => answer(operator, id, true, ' '), { status: 400, code: 'objection_answer_missing' })
  await expectRefusal(db, () => answer(operator, '987654321', true), { status: 404, code: 'objection_not_found' })
})

test.each([
  ['for', true],
  ['against', false],
])(
  'when an operator answers %s it while the coach accepts it, the hours come back at most once',
  async (_word, isRefunded) => {
    const { id, coachId, before } = await givenOpenObjection()
    const operator = at(ANSWERED_BY_CLUB_WITHIN_MS)
    await Promise.allSettled([answer(operator, id, isRefunded), answerByCoach(coachId, id, true)])
    const { state, answeredBy } = only(await db.select().from(classObjections).orderBy(asc(classObjections.id)))
    expect(await remaining()).toBe(state === 'REFUNDED' ? before + 1 : before)
    expect(await refunds()).toHaveLength(state === 'REFUNDED' ? 1 : 0)
    expect(await actions()).toHaveLength(answeredBy === null ? 1 : 0)
  },
)
