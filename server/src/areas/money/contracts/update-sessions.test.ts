import { cancelByCoach, confirmInvitation, createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { contractStatement, type SessionsItem, updateSessions } from '@paidang/api/areas/money/contracts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses } from '../../../tables/companies.ts'
import { contracts, contractWarnings, lessonLedger } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  only,
  type Scene,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { expireContracts, warnOfExpiry } from './expiry.ts'

const server = await startTestServer()
const { db, clock, signedInAs, request, tokenOf } = server

/** The scene's contract as an input item with defaults. */
const itemOf = ({ contractId, playerId, courseId }: Scene, over: Partial<SessionsItem> = {}): SessionsItem => ({
  id: contractId,
  userId: playerId,
  courseDesignId: courseId,
  settingSessions: 10,
  expiryDate: '2026-12-31',
  isPhoneChecked: true,
  ...over,
})
const set = (actorId: string, items: SessionsItem[], reason = '补课') =>
  signedInAs(actorId)(updateSessions, { body: { items, reason } })
const ledgerOf = async (contractId: string, actorId: string) =>
  (await signedInAs(actorId)(contractStatement, { params: { id: contractId }, query: { current: 1, rows: 20 } })).rows

test('the bare list of items is accepted too, with the reason 调整课时', async () => {
  const scene = await givenScene(db)
  const bare = [itemOf(scene, { settingSessions: 12 })]
  expect(await signedInAs(scene.coachId)(updateSessions, { body: bare })).toMatchObject([{ remainingSessions: 12 }])
  const [row] = await ledgerOf(scene.contractId, scene.playerId)
  expect(row).toMatchObject({ kind: 'ADJUST', reason: '调整课时' })
  await expectRefusal(db, () => signedInAs(scene.coachId)(updateSessions, { body: [] }), { code: 'input_invalid' })
})

test('hours for an unverified phone number are confirmed, on a contract and on a new one; taking them is not', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, contractId } = scene
  await db.update(users).set({ phone: '13712345678', phoneVerified: false }).where(eq(users.id, playerId))
  const isPhoneChecked = undefined
  const more = itemOf(scene, { settingSessions: 12, isPhoneChecked })
  const opened = itemOf(scene, { id: 'new_1', isPhoneChecked })
  const unchecked = { code: 'contract_phone_unchecked', message: '学员的手机号未验证，请核对是本人后再给课时' }
  for (const item of [more, opened, { ...more, isPhoneChecked: false }]) {
    await expectRefusal(db, () => set(coachId, [item]), unchecked)
    await expectRefusal(db, () => signedInAs(coachId)(updateSessions, { body: [item] }), unchecked)
  }
  expect(await set(coachId, [itemOf(scene, { settingSessions: 9, isPhoneChecked })])).toMatchObject([
    { remainingSessions: 9 },
  ])
  const checked = [more, opened].map((item) => ({ ...item, isPhoneChecked: true }))
  expect(await signedInAs(coachId)(updateSessions, { body: checked })).toMatchObject([
    { id: contractId, remainingSessions: 12 },
    { remainingSessions: 10 },
  ])
  await db.update(users).set({ phoneVerified: true }).where(eq(users.id, playerId))
  expect(await set(coachId, [itemOf(scene, { settingSessions: 13, isPhoneChecked })])).toMatchObject([
    { remainingSessions: 13 },
  ])
})

test('hours and last day are set with one ledger row, and the player is notified of old and new values', async () => {
  const scene = await givenScene(db)
  const { coachId, contractId, playerId } = scene
  const answer = await set(coachId, [itemOf(scene, { settingSessions: 12.5, expiryDate: '2027/03/31' })], ' 补课 ')
  expect(answer).toMatchObject([
    { id: contractId, remainingSessions: 12.5, totalSessions: 12.5, expiryDate: '2027-03-31', contractStatus: 1 },
  ])
  const [row, grant] = await ledgerOf(contractId, playerId)
  expect(grant).toMatchObject({ kind: 'GRANT' })
  expect(row).toMatchObject({
    kind: 'ADJUST',
    remainingChange: 2.5,
    heldChange: 0,
    remainingAfter: 12.5,
    reason: '补课；有效期 2026.12.31 → 2027.03.31',
  })
  expect(await db.select().from(messages)).toMatchObject([
    {
      receiverId: playerId,
      senderId: coachId,
      objectKind: 'contract',
      objectId: contractId,
      content: expect.stringMatching(/剩余课时 10 → 12\.5，有效期 2026\.12\.31 → 2027\.03\.31。原因：补课$/),
    },
  ])
})

test('a repeat or an unchanged value writes nothing; a new last day alone still adds a ledger row', async () => {
  const scene = await givenScene(db)
  const { coachId, contractId } = scene
  await set(coachId, [itemOf(scene)])
  expect([await db.$count(lessonLedger), await db.$count(messages)]).toEqual([1, 0])
  for (let time = 0; time < 2; time++) await set(coachId, [itemOf(scene, { expiryDate: '2026-08-31' })], '提前结课')
  const rows = await ledgerOf(contractId, coachId)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    kind: 'ADJUST',
    remainingChange: 0,
    remainingAfter: 10,
    reason: '提前结课；有效期 2026.12.31 → 2026.08.31',
  })
  expect(await db.$count(messages)).toBe(1)
})

test('without an id, or with one that begins with new_, a contract is opened at the course’s price', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, courseId, companyId, adminId } = scene
  const second = await givenCourse(db, { companyId, coachIds: [adminId, coachId], pricePerSession: 40_000 })
  const answer = await set(coachId, [
    itemOf(scene, { id: 'new_1', settingSessions: 20 }),
    { userId: playerId, courseDesignId: second, settingSessions: 5, expiryDate: '2026-05-01', isPhoneChecked: true },
  ])
  expect(answer).toMatchObject([
    { courseDesign: { id: courseId }, remainingSessions: 20, unitPrice: 30_000 },
    { courseDesign: { id: second }, remainingSessions: 5, unitPrice: 40_000, companyId, expiryDate: '2026-05-01' },
  ])
  expect(await ledgerOf(answer[0]?.id ?? '', playerId)).toMatchObject([
    { kind: 'GRANT', remainingChange: 20, reason: '补课' },
  ])
  expect(
    await db
      .select()
      .from(contracts)
      .where(eq(contracts.id, answer[1]?.id ?? '')),
  ).toMatchObject([{ coachId }])
  expect(await db.$count(messages, eq(messages.receiverId, playerId))).toBe(2)
})

test('an admin sets the hours of courses that others teach, also for students of other coaches', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId, companyId, playerId } = scene
  const notHis = await givenCourse(db, { companyId, coachIds: [coachId] })
  const item = {
    userId: playerId,
    courseDesignId: notHis,
    settingSessions: 5,
    expiryDate: '2026-12-31',
    isPhoneChecked: true,
  }
  const [opened] = await set(adminId, [item])
  expect(
    await db
      .select()
      .from(contracts)
      .where(eq(contracts.id, opened?.id ?? '')),
  ).toMatchObject([{ coachId: null }])
  expect(await set(adminId, [{ ...item, id: opened?.id ?? '', settingSessions: 3 }])).toMatchObject([
    { remainingSessions: 3 },
  ])
})

test('of two coaches who set the same seen hours at once one is refused; a repeat is not', async () => {
  const scene = await givenScene(db)
  const setTo = (settingSessions: number) => set(scene.coachId, [itemOf(scene, { settingSessions, revision: 0 })])
  const both = await Promise.allSettled([setTo(19), setTo(14)])
  const refused = both.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
  const [row] = await ledgerOf(scene.contractId, scene.playerId)
  const message = `剩余课时已变为 ${row?.remainingAfter}，请核对后再操作`
  expect(refused).toMatchObject([{ status: 409, code: 'revision_outdated', message }])
  expect(await setTo(row?.remainingAfter ?? 0)).toMatchObject([{ remainingSessions: row?.remainingAfter }])
  expect(await ledgerOf(scene.contractId, scene.playerId)).toHaveLength(2)
})

test('a caller who may not set a contract changes nothing', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId, companyId, playerId, courseId } = scene
  const forbidden = { status: 403, code: 'action_forbidden' }
  const refused = (actorId: string, item: SessionsItem, refusal: object) =>
    expectRefusal(db, () => set(actorId, [item]), refusal)
  const input = itemOf(scene, { settingSessions: 12 })
  const colleague = await givenCoach(db, { companyId })
  const { adminId: stranger } = await givenCompany(db)
  for (const actorId of [colleague, stranger, playerId]) await refused(actorId, input, forbidden)

  const notHis = await givenCourse(db, { companyId, coachIds: [adminId] })
  const other = await givenPlayer(db)
  const { contractId: foreign } = await givenScene(db)
  await refused(coachId, { ...input, courseDesignId: notHis }, forbidden)
  await refused(coachId, { ...input, courseDesignId: '987654321' }, forbidden)
  await refused(coachId, { ...input, userId: other }, forbidden)
  await refused(adminId, { ...input, userId: other }, forbidden)
  await givenRelation(db, coachId, other)
  for (const id of [foreign, '987654321', '9999999999999999999']) {
    await refused(coachId, { ...input, id }, { status: 404, code: 'contract_not_found' })
  }
  await refused(coachId, { ...input, userId: other }, { status: 404, code: 'contract_not_found' })
  await db.update(courses).set({ delFlag: true }).where(eq(courses.id, courseId))
  await refused(coachId, itemOf(scene, { id: 'new_1' }), { status: 404, code: 'course_not_found' })
  expect(await set(coachId, [input])).toMatchObject([{ remainingSessions: 12 }])
})

test('hours that classes hold cannot be removed, and a contract cannot end before those classes', async () => {
  const scene = await givenScene(db)
  const { coachId } = scene
  await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 20, courseDate: '2026-05-08' })
  await givenInvitation(db, { scene, status: 'COMPLETED' })
  const refused = (over: Partial<SessionsItem>, refusal: object) =>
    expectRefusal(db, () => set(coachId, [itemOf(scene, over)]), refusal)
  await refused({ settingSessions: 0.5 }, { status: 409, code: 'contract_sessions_held' })
  await refused({ expiryDate: '2026-05-07' }, { status: 409, code: 'contract_expiry_before_class' })
  await refused({ expiryDate: '2026-04-30' }, { status: 400, code: 'contract_expiry_in_past' })
  const least = await set(coachId, [itemOf(scene, { settingSessions: 1, expiryDate: '2026-05-08' })])
  expect(least).toMatchObject([{ remainingSessions: 1, heldSessions: 1, availableSessions: 0, consumedSessions: 1 }])
})

test('one refused item undoes all items; a contract given twice and a missing reason are refused', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, courseId } = scene
  const second = await givenContract(db, { userId: playerId, courseId })
  const good = itemOf(scene, { settingSessions: 12 })
  const none = { userId: playerId, courseDesignId: courseId, settingSessions: 0, expiryDate: '2026-12-31' }
  const missing = { status: 400, code: 'contract_sessions_missing' }
  await expectRefusal(db, () => set(coachId, [good, none]), missing)
  await expectRefusal(db, () => set(coachId, [good, { ...good, id: second, expiryDate: '2026-01-01' }]), {
    code: 'contract_expiry_in_past',
  })
  const twice = { status: 400, code: 'input_invalid' }
  await expectRefusal(db, () => set(coachId, [good, { ...good, settingSessions: 11 }]), twice)
  const opened = { ...none, settingSessions: 5 }
  await expectRefusal(db, () => set(coachId, [opened, opened]), twice)
  await expectRefusal(db, () => set(coachId, [good], '  '), { status: 400, code: 'reason_missing' })
  expect(await set(coachId, [good, { ...good, id: second, settingSessions: 3 }])).toMatchObject([
    { id: scene.contractId, remainingSessions: 12 },
    { id: second, remainingSessions: 3 },
  ])
})

test('a contract with expired hours can get new ones, and has warnings of its new end', async () => {
  const scene = await givenScene(db)
  const { coachId, contractId } = scene
  await set(coachId, [itemOf(scene, { expiryDate: '2026-05-02' })])
  await runJob(server, warnOfExpiry)
  clock.set(new Date('2026-05-03T12:00:00+08:00'))
  await runJob(server, expireContracts)
  const [renewed] = await set(coachId, [itemOf(scene, { settingSessions: 8, expiryDate: '2026-05-16' })], '续期')
  expect(renewed).toMatchObject({ contractStatus: 1, remainingSessions: 8, expiredSessions: 10, totalSessions: 18 })
  await runJob(server, warnOfExpiry)
  const warned = await db.select().from(contractWarnings).where(eq(contractWarnings.contractId, contractId))
  expect(warned.map(({ expiryDate }) => expiryDate)).toContain('2026-05-16')
  expect((await ledgerOf(contractId, coachId)).map(({ kind }) => kind)).toEqual(['ADJUST', 'EXPIRE', 'ADJUST', 'GRANT'])
})

test('the same key sets hours once, also when it is sent twice at once', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, courseId } = scene
  const item = {
    userId: playerId,
    courseDesignId: courseId,
    settingSessions: 5,
    expiryDate: '2026-12-31',
    isPhoneChecked: true,
  }
  const headers = { authorization: `Bearer ${await tokenOf(coachId)}`, 'idempotency-key': 'open-one-contract' }
  const send = () =>
    request({
      method: 'POST',
      url: '/aaapi/user-course-contract/update-sessions',
      headers,
      payload: { items: [item], reason: '签约' },
    })
  const answers = await Promise.all([send(), send(), send()])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect([await db.$count(contracts), await db.$count(messages)]).toEqual([2, 1])
})

test('setting hours and booking classes at once keeps held within remaining, and the ledger complete', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, contractId, venueId, courseId } = scene
  const book = (beginTimeSlot: number, courseDate: string) =>
    signedInAs(playerId)(createByPlayer, {
      body: {
        coachId,
        stadiumId: venueId,
        courseDesignId: courseId,
        selectedCourt: 0,
        courseDate,
        beginTimeSlot,
        endTimeSlot: beginTimeSlot + 2,
      },
    })
  // The number of waiting requests is limited, so the coach answers each one.
  const answer = ({ id, needContract }: { id: string; needContract: boolean }) =>
    needContract
      ? signedInAs(coachId)(cancelByCoach, { params: { id }, body: {} })
      : signedInAs(coachId)(confirmInvitation, { params: { id } })
  for (let round = 0; round < 6; round++) {
    const courseDate = `2026-05-0${2 + round}`
    const settings = [1, 3, 5].map((more) =>
      set(coachId, [itemOf(scene, { settingSessions: round + more, expiryDate: `2026-06-${10 + round * 3 + more}` })]),
    )
    const bookings = [12, 16, 20].map((slot) => book(slot, courseDate))
    const answered = bookings.map((booking) => booking.then(answer))
    const settled = await Promise.allSettled<unknown>([...answered, ...settings])
    const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refused.filter((code) => code !== 'contract_sessions_held')).toEqual([])
    const { remainingSessions, heldSessions } = only(
      await db.select().from(contracts).where(eq(contracts.id, contractId)),
    )
    expect(heldSessions).toBeGreaterThanOrEqual(0)
    expect(heldSessions).toBeLessThanOrEqual(remainingSessions)
  }
  const rows = (await db.select().from(lessonLedger)).sort((a, b) => a.seq - b.seq)
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_row, index) => index + 1))
  let [remaining, held] = [0, 0]
  for (const row of rows) {
    remaining += row.remainingChange
    held += row.heldChange
    expect([row.remainingAfter, row.heldAfter]).toEqual([remaining, held])
  }
})

test('two coaches who set the same two contracts in opposite order both succeed', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId, playerId, courseId } = scene
  const second = await givenContract(db, { userId: playerId, courseId })
  for (let round = 1; round <= 6; round++) {
    const items = [itemOf(scene, { settingSessions: round }), itemOf(scene, { id: second, settingSessions: round })]
    await Promise.all([set(coachId, items), set(adminId, [...items].reverse()), set(coachId, items)])
  }
  expect(await db.$count(lessonLedger)).toBe(2 + 12)
})
