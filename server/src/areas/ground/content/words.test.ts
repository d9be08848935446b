import * as balls from '@paidang/api/areas/activities/balls'
import * as classActions from '@paidang/api/areas/activities/class-actions'
import { getFullInfo } from '@paidang/api/areas/activities/classes'
import { reviewsOfMerchant } from '@paidang/api/areas/activities/stringing'
import { getStringingOrder, rateStringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { closeAccount } from '@paidang/api/areas/desks/accounts'
import * as calls from '@paidang/api/areas/desks/admin-content'
import { contractStatement, updateSessions } from '@paidang/api/areas/money/contracts'
import { assessLevel, listLevels } from '@paidang/api/areas/people/registration'
import * as companies from '@paidang/api/areas/places/companies'
import type { Call } from '@paidang/api/client'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { contentSubmissions } from '../../../tables/content.ts'
import { lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { FORM } from '../../../testing/ball-players.ts'
import { givenCommonCourse, givenPlayer, givenScene, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { givenRacket, givenShop } from '../../../testing/given-stringing.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, clock, signedInAs, asStaff } = await startTestServer()

let operator: Call
beforeEach(async () => {
  clock.set(TEST_NOW)
  operator = asStaff('operator')
})

const HELD = '待人工：膝盖受伤'
const waiting = async () =>
  (await operator(calls.listContent, { query: { current: 1, rows: 20, state: 'waiting' } })).rows
const decide = async (body: { approve: boolean; reason?: string }) => {
  const [row] = await waiting()
  return operator(calls.decideContent, { params: { id: row?.id ?? '' }, body })
}
const placeholder = async () => `（审核中，编号 ${(await waiting())[0]?.id}）`
const infoOf = (id: string, actorId: string) => signedInAs(actorId)(getFullInfo, { params: { id }, query: {} })
const told = async (receiverId: string) => {
  const rows = await db.select().from(messages).where(eq(messages.receiverId, receiverId)).orderBy(messages.id)
  return rows.map(({ content }) => content)
}

async function givenClass() {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const cancel = (reason: string) =>
    signedInAs(scene.playerId)(classActions.cancelByPlayer, { params: { id }, body: { reason } })
  const ledger = async () =>
    (await db.select().from(lessonLedger).orderBy(lessonLedger.seq)).map(({ reason }) => reason)
  return { ...scene, id, cancel, ledger }
}

test('a class is cancelled at once, its hours come back, and the reason is shown once an operator approves it', async () => {
  const { id, cancel, coachId, playerId, ledger } = await givenClass()
  expect(await cancel(HELD)).toMatchObject({ invitationStatus: 'CANCELLED' })
  const held = await placeholder()
  expect((await infoOf(id, coachId)).invitation.cancelReason).toBe(held)
  expect((await infoOf(id, coachId)).pending).toEqual([])
  expect((await infoOf(id, playerId)).pending).toEqual([{ field: 'reason', value: HELD }])
  expect([(await told(coachId)).at(-1), (await ledger()).at(-1)]).toEqual([
    expect.stringContaining(`已取消：${held}`),
    `取消约课：${held}`,
  ])
  expect((await waiting())[0]).toMatchObject({ kind: 'class', name: '原因', value: HELD })

  expect(await decide({ approve: true })).toMatchObject({ state: 'APPROVED', present: null })
  const after = await infoOf(id, coachId)
  expect(after).toMatchObject({ invitation: { cancelReason: HELD }, pending: [] })
  expect(after.events.at(-1)).toMatchObject({ action: 'cancel', reason: HELD })
  expect([(await told(coachId)).at(-1), (await ledger()).at(-1)]).toEqual([
    expect.stringContaining(`已取消：${HELD}`),
    `取消约课：${HELD}`,
  ])
})

test('nobody reads a rejected text, and its author is notified of the reason', async () => {
  const { id, cancel, coachId, playerId } = await givenClass()
  await cancel(HELD)
  await decide({ approve: false, reason: '辱骂' })
  expect((await infoOf(id, coachId)).invitation.cancelReason).toBe('（未公开）')
  expect(JSON.stringify([await infoOf(id, coachId), await told(coachId)])).not.toContain('膝盖')
  expect(await told(playerId)).toEqual([`「${HELD}」没有通过审核：辱骂。其他人看不到这段文字`])
})

test('an unfit text is refused by the name of its field before anything happens', async () => {
  const { id, cancel, playerId } = await givenClass()
  const refusal = { status: 400, code: 'content_rejected', message: '原因含有不适合公开的内容（广告），请修改后再提交' }
  await expectRefusal(db, () => cancel('违禁词'), refusal)
  expect((await infoOf(id, playerId)).invitation.invitationStatus).toBe('CONFIRMED')
})

test('an action that is repeated or refused leaves no text to decide', async () => {
  const { cancel, playerId } = await givenClass()
  for (let n = 0; n < 2; n++) await cancel(HELD)
  await cancel('待人工：另一个原因')
  expect(await waiting()).toHaveLength(1)
  const absent = { params: { id: '987654321' }, body: { reason: HELD } }
  await expectRefusal(db, () => signedInAs(playerId)(classActions.cancelByPlayer, absent), { status: 404 })
  expect(await waiting()).toHaveLength(1)
})

test.each(['（审核中，编号 7）', '(审核中,编号 1)', '好的（未\u200b公开）'])(
  'nobody writes %j, which looks like words of the platform',
  async (text) => {
    const { cancel } = await givenClass()
    await expectRefusal(db, () => cancel(text), { status: 400, code: 'content_rejected' })
  },
)

test('the same undecided text of two players waits twice, and once from one of them', async () => {
  const initiator = await givenPlayer(db)
  const players = [await givenPlayer(db, { level: 2 }), await givenPlayer(db, { level: 2 })]
  const form = { ...FORM, courtFeeFen: 0, extrasFen: 0 }
  const { id } = await signedInAs(initiator)(balls.createBall, { body: form })
  const request = (actorId: string) => signedInAs(actorId)(balls.requestBall, { body: { id, note: HELD } })
  const requests = await Promise.all([...players, ...players].map(request))
  expect(requests.map(({ viewer }) => viewer.requestStatus)).toEqual([0, 0, 0, 0])
  const authors = await db.select().from(contentSubmissions)
  expect(authors.map(({ authorId }) => authorId).sort()).toEqual([...players].sort())
})

test('of two simultaneous edits only the text that stays in the class waits', async () => {
  const { playerId, coachId, courseId, venueId } = await givenScene(db)
  const place = { coachId, courseDesignId: courseId, stadiumId: venueId, courseDate: '2026/05/02' as const }
  const body = { ...place, beginTimeSlot: 20, endTimeSlot: 22, messageToCoach: '' }
  const { id } = await signedInAs(playerId)(classActions.createByPlayer, { body })
  const edit = (messageToCoach: string) =>
    signedInAs(playerId)(classActions.updateBySelf, { params: { id }, body: { ...body, messageToCoach } })
  await Promise.all(['待人工一', '待人工二'].map(edit))
  expect(await waiting()).toHaveLength(1)
  expect((await infoOf(id, playerId)).invitation.messageToCoach).toBe(await placeholder())
})

test('players are notified of a rejected place, leave free, and its initiator writes another', async () => {
  const [initiator, player] = [await givenPlayer(db), await givenPlayer(db)]
  const form = { ...FORM, courtFeeFen: 0, extrasFen: 0, place: '待人工球场' }
  const { id } = await signedInAs(initiator)(balls.createBall, { body: form })
  await signedInAs(player)(balls.enrollBall, { body: { id } })
  await decide({ approve: false, reason: '广告' })
  const read = () => signedInAs(player)(balls.getBallDetail, { params: { id }, query: {} })
  expect(await read()).toMatchObject({ place: '（未公开）', viewer: { changedAt: clock.now().toISOString() } })
  expect((await told(player)).at(-1)).toContain('已修改：地点（没有通过审核，等发起人更新）。请确认是否参加')
  const save = (place: string) => signedInAs(initiator)(balls.updateBall, { body: { ...form, id, place } })
  await expectRefusal(db, () => save('（未公开）'), { status: 400, code: 'content_rejected' })
  expect(await save('世纪公园')).toMatchObject({ place: '世纪公园' })
})

test('only the texts of a new class wait; sent again they stay the same, and newer texts replace them', async () => {
  const { playerId, coachId, courseId, venueId } = await givenScene(db)
  const place = { coachId, courseDesignId: courseId, stadiumId: venueId, courseDate: '2026/05/02' as const }
  const body = { ...place, beginTimeSlot: 20, endTimeSlot: 22, messageToCoach: HELD }
  const { id, messageToCoach } = await signedInAs(playerId)(classActions.createByPlayer, { body })
  expect(messageToCoach).toBe(await placeholder())
  const edit = (text: string) =>
    signedInAs(playerId)(classActions.updateBySelf, { params: { id }, body: { ...body, messageToCoach: text } })
  for (const same of [HELD, messageToCoach]) expect(await edit(same)).toMatchObject({ messageToCoach })
  expect((await infoOf(id, playerId)).pending).toEqual([{ field: 'messageToCoach', value: HELD }])
  expect(await edit('练反手')).toMatchObject({ messageToCoach: '练反手' })
  expect(await waiting()).toEqual([])
})

test('an objection and its answer take effect at once, and a repeated answer is the same', async () => {
  const scene = await givenScene(db)
  const { playerId, coachId } = scene
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-01', beginTimeSlot: 26 })
  clock.set(new Date('2026-05-01T14:10:00+08:00'))
  await signedInAs(coachId)(classActions.finishInvitation, { params: { id } })
  await signedInAs(playerId)(classActions.objectToClass, { params: { id }, body: { words: HELD } })
  const [objection] = (await infoOf(id, coachId)).objections
  expect(objection).toMatchObject({ words: await placeholder(), state: 'OPEN' })
  await decide({ approve: true })
  expect((await infoOf(id, coachId)).objections).toMatchObject([{ words: HELD }])
  expect((await told(coachId)).at(-1)).toContain(`有异议：${HELD}`)

  const answer = () =>
    signedInAs(coachId)(classActions.answerObjection, {
      params: { id: objection?.id ?? '' },
      body: { isRefunded: true, answer: '待人工：已补' },
    })
  for (let n = 0; n < 2; n++) await answer()
  expect((await infoOf(id, playerId)).objections).toMatchObject([{ state: 'REFUNDED', answer: await placeholder() }])
  await decide({ approve: true })
  await answer()
  expect((await infoOf(id, playerId)).objections).toMatchObject([{ answer: '待人工：已补' }])
  expect(await waiting()).toEqual([])
})

test('the reason of set hours, the note of a level and the text of a review appear where they were written', async () => {
  const { coachId, playerId, contractId, courseId } = await givenScene(db)
  const item = { id: contractId, userId: playerId, courseDesignId: courseId, expiryDate: '2026-12-31' }
  const body = { items: [{ ...item, settingSessions: 12, isPhoneChecked: true }], reason: HELD }
  expect(await signedInAs(coachId)(updateSessions, { body })).toMatchObject([{ remainingSessions: 12 }])
  await decide({ approve: true })
  const page = { current: 1, rows: 10 }
  const { rows } = await signedInAs(playerId)(contractStatement, { params: { id: contractId }, query: page })
  expect(rows[0]).toMatchObject({ kind: 'ADJUST', reason: expect.stringMatching(new RegExp(`^${HELD}`)) })
  expect((await told(playerId)).at(-1)).toContain(`原因：${HELD}`)

  await signedInAs(coachId)(assessLevel, { params: { playerId }, body: { level: 4, note: HELD } })
  await decide({ approve: true })
  const levels = await signedInAs(playerId)(listLevels, { params: { id: playerId }, query: page })
  expect(levels.rows[0]).toMatchObject({ level: 4, note: HELD })

  const { merchantId } = await givenShop(db)
  const racketId = await givenRacket(db, { userId: playerId })
  const { id } = await givenStringingOrder(db, { userId: playerId, merchantId, racketId, status: 'COMPLETED' })
  const rate = () => signedInAs(playerId)(rateStringingOrder, { params: { id }, body: { stars: 5, text: HELD } })
  for (let n = 0; n < 2; n++) {
    expect(await rate()).toMatchObject({ pending: [{ field: 'text', value: HELD }], review: { stars: 5 } })
  }
  const reviews = async () =>
    (await signedInAs(coachId)(reviewsOfMerchant, { params: { id: merchantId }, query: page })).rows
  expect(await reviews()).toMatchObject([{ stars: 5, text: await placeholder() }])
  await decide({ approve: true })
  expect(await reviews()).toMatchObject([{ text: HELD }])
  expect(await signedInAs(playerId)(getStringingOrder, { params: { id } })).toMatchObject({ pending: [] })
})

test('players agree again to a place that is approved, and not to one that is sent again', async () => {
  const [initiator, player] = [await givenPlayer(db), await givenPlayer(db)]
  const form = { ...FORM, courtFeeFen: 0, extrasFen: 0, place: '待人工球场' }
  const { id, place, pending } = await signedInAs(initiator)(balls.createBall, { body: form })
  expect({ place, pending }).toEqual({ place: await placeholder(), pending: [{ field: 'place', value: form.place }] })
  const read = (actorId: string) => signedInAs(actorId)(balls.getBallDetail, { params: { id }, query: {} })
  await signedInAs(player)(balls.enrollBall, { body: { id } })
  await signedInAs(initiator)(balls.updateBall, { body: { ...form, id } })
  expect(await read(player)).toMatchObject({ place, pending: [], viewer: { changedAt: null } })
  await decide({ approve: true })
  expect(await read(player)).toMatchObject({ place: form.place, viewer: { changedAt: clock.now().toISOString() } })
  expect((await told(player)).at(-1)).toContain('已修改：地点。请确认是否参加')
  await signedInAs(initiator)(balls.cancelBall, { body: { id, reason: HELD } })
  expect((await told(player)).at(-1)).toContain(await placeholder())
  await decide({ approve: true })
  expect((await told(player)).at(-1)).toContain(HELD)
})

test('a course has a neutral name until its own is approved, and the texts of the catalogue pass', async () => {
  const { companyId: companyGuid, adminId } = await givenScene(db)
  const form = { companyGuid, courseName: '待人工小班', pricePerSession: 28_000, sessionDuration: 60 }
  const { companyCourse, pending } = await signedInAs(adminId)(companies.addCourse, { body: form })
  expect(companyCourse.courseName).toBe('新课程')
  expect(pending).toEqual([{ field: 'courseName', value: '待人工小班' }])
  await decide({ approve: true })
  const params = { id: companyCourse.id }
  expect(await signedInAs(adminId)(companies.getCompanyCourse, { params })).toMatchObject({
    companyCourse: { courseName: '待人工小班' },
    pending: [],
  })
  const commonCourseId = await givenCommonCourse(db, { courseName: '待人工通用课' })
  const body = { ...form, courseName: '待人工通用课', commonCourseId }
  const copied = await signedInAs(adminId)(companies.addCourse, { body })
  expect(copied).toMatchObject({ companyCourse: { courseName: '待人工通用课' }, pending: [] })
})

test('nobody sees the undecided texts of a closed account', async () => {
  const [initiator, player] = [await givenPlayer(db), await givenPlayer(db)]
  const { id } = await signedInAs(initiator)(balls.createBall, { body: { ...FORM, courtFeeFen: 0, extrasFen: 0 } })
  await signedInAs(player)(balls.enrollBall, { body: { id } })
  await signedInAs(initiator)(balls.cancelBall, { body: { id, reason: HELD } })
  expect((await told(player)).at(-1)).toContain(await placeholder())
  await signedInAs(initiator)(closeAccount, { body: { confirm: '注销' } })
  expect((await told(player)).at(-1)).toContain('：（未公开）')
  expect(await db.$count(contentSubmissions)).toBe(0)
})
