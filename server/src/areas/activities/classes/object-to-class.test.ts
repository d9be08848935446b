import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { approveMessage, messagesOfType, rejectMessage } from '@paidang/api/areas/ground/messages'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { classObjections } from '../../../tables/classes.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { givenContract, givenPlayer, givenScene, type Scene } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const refused = (call: () => Promise<unknown>, refusal: object) => expectRefusal(db, call, refusal)
const object = (id: string, actorId: string, words = '那天我请了假') =>
  signedInAs(actorId)(classActions.objectToClass, { params: { id }, body: { words } })
const answer = (id: string, actorId: string, isRefunded: boolean, text = '') =>
  signedInAs(actorId)(classActions.answerObjection, {
    params: { id },
    body: { isRefunded, ...(text && { answer: text }) },
  })
const infoOf = (id: string, actorId: string) => signedInAs(actorId)(classes.getFullInfo, { params: { id }, query: {} })
const remaining = async (contractId: string) =>
  (await db.select().from(contracts).where(eq(contracts.id, contractId)))[0]?.remainingSessions
const asks = () => db.select().from(messages).where(eq(messages.title, '扣课异议')).orderBy(asc(messages.receiverId))
const objectionId = async () => (await db.select().from(classObjections))[0]?.id ?? ''

/** A class of today from 08:00 to 09:00, completed at 09:10. */
async function givenCompleted(): Promise<{ scene: Scene; id: string; completedAt: Date }> {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-01', beginTimeSlot: 26 })
  clock.set(new Date('2026-05-01T14:10:00+08:00'))
  await signedInAs(scene.coachId)(classActions.finishInvitation, { params: { id } })
  return { scene, id, completedAt: clock.now() }
}

const HOURS_72 = 72 * 3_600_000

describe('objecting', () => {
  test.each([
    ['just before', HOURS_72 - 1, true],
    ['at', HOURS_72, true],
    ['after', HOURS_72 + 1, false],
  ])('is possible %s the end of 72 hours', async (_when, later, isOpen) => {
    const { scene, id, completedAt } = await givenCompleted()
    clock.set(new Date(completedAt.getTime() + later))
    const until = new Date(completedAt.getTime() + HOURS_72).toISOString()
    expect((await infoOf(id, scene.playerId)).reqUser.mayObjectUntil).toBe(isOpen ? until : null)
    if (!isOpen) return refused(() => object(id, scene.playerId), { status: 409, code: 'objection_too_late' })
    await object(id, scene.playerId)
    expect((await infoOf(id, scene.playerId)).reqUser.mayObjectUntil).toBeNull()
  })

  test('asks the coach and the admin of the company, once; other users see nothing of it', async () => {
    const { scene, id } = await givenCompleted()
    for (let n = 0; n < 2; n++) await object(id, scene.playerId)
    await refused(() => object(id, scene.playerId, '再说一次'), { status: 409, code: 'objection_made' })
    const asked = await asks()
    expect(asked.map(({ receiverId }) => receiverId).sort()).toEqual([scene.adminId, scene.coachId].sort())
    expect(asked).toMatchObject([
      { title: '扣课异议', approveStatus: 0, objectKind: 'class_objection' },
      { title: '扣课异议', approveStatus: 0 },
    ])
    const [inbox] = await signedInAs(scene.coachId)(messagesOfType, {
      params: { messageType: 'classNotice' },
      query: { current: 1, rows: 10 },
    }).then(({ rows }) => rows)
    expect(inbox).toMatchObject({ object: { kind: 'class_objection', id }, content: expect.stringContaining('请了假') })
    for (const actorId of [scene.coachId, scene.adminId, scene.playerId])
      expect((await infoOf(id, actorId)).objections).toMatchObject([
        { userId: scene.playerId, words: '那天我请了假', state: 'OPEN', answeredAt: null },
      ])
    expect((await infoOf(id, scene.coachId)).events.at(-1)).toMatchObject({ action: 'object', reason: '那天我请了假' })
  })

  test('is for players who paid for a completed class', async () => {
    const scene = await givenScene(db)
    const [joiner, stranger] = [await givenPlayer(db), await givenPlayer(db)]
    const id = await givenInvitation(db, {
      scene,
      status: 'COMPLETED',
      participantsCount: 2,
      joiners: [{ userId: joiner }],
    })
    const open = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    const onLeave = await givenInvitation(db, { scene, status: 'COMPLETED', beginTimeSlot: 30, attendance: 'leave' })
    await refused(() => object(id, joiner), { status: 409, code: 'objection_without_hours' })
    await refused(() => object(onLeave, scene.playerId), { status: 409, code: 'objection_without_hours' })
    await refused(() => object(open, scene.playerId), { status: 409, code: 'invitation_settled' })
    await refused(() => object(id, scene.coachId), { status: 403, code: 'invitation_not_yours' })
    await refused(() => object(id, stranger), { status: 404, code: 'invitation_not_found' })
    await refused(() => object(id, scene.playerId, ''), { status: 400 })
    expect((await infoOf(id, joiner)).reqUser.mayObjectUntil).toBeNull()
  })
})

test('an objection needs a text, and a blank one does not use up the only attempt', async () => {
  const { scene, id } = await givenCompleted()
  const missing = { status: 400, code: 'objection_words_missing', message: '请填写异议的内容' }
  for (const words of ['', '  ', '\u3000\n']) await refused(() => object(id, scene.playerId, words), missing)
  await object(id, scene.playerId, ' 那天我请了假 ')
  expect(await db.select().from(classObjections)).toMatchObject([{ words: '那天我请了假', state: 'OPEN' }])
})

test('a player who objects again after the answer reads the answer', async () => {
  const { scene, id } = await givenCompleted()
  await object(id, scene.playerId)
  await answer(await objectionId(), scene.coachId, false, '签到有记录')
  const message = '该异议已答复：维持：签到有记录'
  await refused(() => object(id, scene.playerId), { status: 409, code: 'objection_answered', message })
})

describe('the answer', () => {
  test('退回课时 gives the hours back once, and both sides read who answered, when and why', async () => {
    const { scene, id } = await givenCompleted()
    await object(id, scene.playerId)
    expect(await remaining(scene.contractId)).toBe(9)
    for (const actorId of [scene.coachId, scene.adminId, scene.coachId])
      await answer(await objectionId(), actorId, true, '记错了')
    expect(await remaining(scene.contractId)).toBe(10)
    const rows = await db.select().from(lessonLedger).where(eq(lessonLedger.kind, 'REFUND'))
    expect(rows).toMatchObject([
      { remainingChange: 1, actorId: scene.coachId, seatUserId: scene.playerId, reason: '异议成立，退回课时：记错了' },
    ])
    await refused(async () => answer(await objectionId(), scene.coachId, false), {
      status: 409,
      code: 'objection_answered',
    })
    const { objections, events } = await infoOf(id, scene.playerId)
    expect(objections).toMatchObject([{ state: 'REFUNDED', answer: '记错了' }])
    expect(events.slice(-2).map(({ action }) => action)).toEqual(['object', 'answer-objection'])
    expect(await asks()).toMatchObject([{ approveStatus: 1 }, { approveStatus: 1 }])
    expect(await db.select().from(messages).where(eq(messages.title, '课时已退回'))).toMatchObject([
      { receiverId: scene.playerId, content: expect.stringContaining('已退回 1 课时，记错了') },
    ])
  })

  test('维持 changes nothing and is reported', async () => {
    const { scene, id } = await givenCompleted()
    await object(id, scene.playerId)
    await answer(await objectionId(), scene.adminId, false, '当天有签到照片')
    expect(await remaining(scene.contractId)).toBe(9)
    expect((await infoOf(id, scene.playerId)).objections).toMatchObject([
      { state: 'UPHELD', answer: '当天有签到照片', answerer: 'COMPANY' },
    ])
    await refused(async () => answer(await objectionId(), scene.coachId, true), { code: 'objection_answered' })
  })

  test('of a coach said not to have come needs a reason to uphold, and says who gave it', async () => {
    const { scene, id } = await givenCompleted()
    const body = { words: '等了一小时', coachAbsent: true }
    await signedInAs(scene.playerId)(classActions.objectToClass, { params: { id }, body })
    const one = await objectionId()
    for (const text of ['', ' \u3000'])
      await refused(() => answer(one, scene.coachId, false, text), { status: 400, code: 'objection_answer_missing' })
    const asked = (await asks()).find(({ receiverId }) => receiverId === scene.coachId)
    await refused(() => signedInAs(scene.coachId)(rejectMessage, { params: { id: asked?.id ?? '' } }), {
      code: 'objection_answer_missing',
      message: '维持需要写下原因，请打开这节课答复',
    })
    expect((await infoOf(id, scene.playerId)).objections).toMatchObject([{ state: 'OPEN', answerer: null }])
    await answer(one, scene.coachId, false, '我在 2 号场等')
    expect((await infoOf(id, scene.playerId)).objections).toMatchObject([
      { state: 'UPHELD', answer: '我在 2 号场等', answerer: 'COACH' },
    ])
  })

  test.each([
    ['yes', approveMessage, 10, 'REFUNDED'],
    ['no', rejectMessage, 9, 'UPHELD'],
  ] as const)('may be given in the message: %s', async (_word, verdict, hours, state) => {
    const { scene, id } = await givenCompleted()
    await object(id, scene.playerId)
    const asked = (await asks()).find(({ receiverId }) => receiverId === scene.adminId)
    await signedInAs(scene.adminId)(verdict, { params: { id: asked?.id ?? '' } })
    expect(await remaining(scene.contractId)).toBe(hours)
    expect((await infoOf(id, scene.coachId)).objections).toMatchObject([{ state }])
  })

  test('by both at once, one for and one against: one of them counts', async () => {
    const { scene, id } = await givenCompleted()
    await object(id, scene.playerId)
    const one = await objectionId()
    const results = await Promise.allSettled([answer(one, scene.coachId, true), answer(one, scene.adminId, false)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [{ state } = { state: '' }] = await db.select().from(classObjections)
    expect(await remaining(scene.contractId)).toBe(state === 'REFUNDED' ? 10 : 9)
  })

  test('is for the coach’s side alone', async () => {
    const { scene, id } = await givenCompleted()
    await object(id, scene.playerId)
    const one = await objectionId()
    const stranger = await givenPlayer(db)
    await refused(() => answer(one, scene.playerId, true), { status: 403, code: 'invitation_not_yours' })
    await refused(() => answer(one, stranger, true), { status: 404, code: 'invitation_not_found' })
    await refused(() => answer('999999', scene.coachId, true), { status: 404, code: 'invitation_not_found' })
  })
})

describe('hours that the coach’s side gives back can be used for 30 days', () => {
  const lastDay = '2026-05-01'
  const expiryOf = async (contractId: string) =>
    (await db.select().from(contracts).where(eq(contracts.id, contractId)))[0]?.expiryDate
  // Rows of one moment have no order but that of their contract.
  const lastReason = async (contractId: string) =>
    (
      await db.select().from(lessonLedger).where(eq(lessonLedger.contractId, contractId)).orderBy(asc(lessonLedger.seq))
    ).at(-1)?.reason

  test('after a refund, though the contract has ended', async () => {
    const { scene, id } = await givenCompleted()
    await object(id, scene.playerId)
    await db.update(contracts).set({ expiryDate: lastDay }).where(eq(contracts.id, scene.contractId))
    clock.set(new Date('2026-05-03T10:00:00+08:00'))
    await answer(await objectionId(), scene.coachId, true)
    expect(await expiryOf(scene.contractId)).toBe('2026-06-02')
    expect(await lastReason(scene.contractId)).toBe('异议成立，退回课时，合同有效期延至 2026.06.02')
  })

  test('after the coach’s side calls a class off; hours of a cancellation by the player end with the contract', async () => {
    const scene = await givenScene(db)
    const contractId = await givenContract(db, { userId: scene.playerId, courseId: scene.courseId })
    const [byCoach, byPlayer] = [
      await givenInvitation(db, { scene, status: 'CONFIRMED' }),
      await givenInvitation(db, { scene: { ...scene, contractId }, status: 'CONFIRMED', beginTimeSlot: 30 }),
    ]
    await db.update(contracts).set({ expiryDate: '2026-05-02' })
    await signedInAs(scene.playerId)(classActions.cancelByPlayer, { params: { id: byPlayer }, body: {} })
    await signedInAs(scene.coachId)(classActions.cancelByCoach, { params: { id: byCoach }, body: {} })
    expect(await expiryOf(contractId)).toBe('2026-05-02')
    expect(await expiryOf(scene.contractId)).toBe('2026-05-31')
    expect(await lastReason(scene.contractId)).toBe('取消约课：教练取消，合同有效期延至 2026.05.31')
  })

  test('and a contract that lasts longer stays unchanged', async () => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    const before = await expiryOf(scene.contractId)
    await signedInAs(scene.coachId)(classActions.cancelByCoach, { params: { id }, body: {} })
    expect(await expiryOf(scene.contractId)).toBe(before)
    expect(await lastReason(scene.contractId)).toBe('取消约课：教练取消')
  })
})
