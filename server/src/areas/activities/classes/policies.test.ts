import * as actions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { getCompany } from '@paidang/api/areas/places/companies'
import * as api from '@paidang/api/areas/places/policies'
import type { Policy } from '@paidang/domain/areas/activities/classes/policy'
import { instantOf } from '@paidang/domain/kernel/day'
import { and, asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invitations, seats } from '../../../tables/classes.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import {
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenPolicy,
  givenRelation,
  givenScene,
  POLICY,
  type Scene,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation, type InvitationInput } from '../../../testing/given-invitation.ts'
import { race } from '../../../testing/race.ts'
import { isLongRun, raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, clock, signedInAs, asAdmin } = await startTestServer()

/** A class of 1.5 hours on the day after tomorrow, 18:30. */
const DAY = '2026-05-03'
const BEGIN = 37
const startsAt = instantOf(DAY, BEGIN)
const HOUR_MS = 3_600_000
const goTo = (hoursBefore: number) => clock.set(new Date(startsAt.getTime() - hoursBefore * HOUR_MS))

async function givenClub(over: Partial<Policy> = {}) {
  const scene = await givenScene(db, { sessions: 20 })
  await givenPolicy(db, { companyId: scene.companyId, madeBy: scene.adminId }, over)
  return scene
}
const givenClass = (scene: Scene, { beginTimeSlot = BEGIN, ...over }: Omit<InvitationInput, 'scene'> = {}) => {
  const endTimeSlot = beginTimeSlot + 3
  return givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: DAY, beginTimeSlot, endTimeSlot, ...over })
}
const save = (
  { companyId, adminId: userId }: Scene,
  version: number,
  terms: Policy | null,
  courseId: string | null = null,
) => asAdmin({ userId, companyId })(api.changePolicy, { body: { courseId, version, terms } })
const infoOf = (id: string, userId: string) => signedInAs(userId)(classes.getFullInfo, { params: { id }, query: {} })
const cancel = (id: string, userId: string, lostSessions?: number, costReason?: 'early' | 'forgiven') =>
  signedInAs(userId)(actions.cancelByPlayer, {
    params: { id },
    body: lostSessions === undefined ? {} : { lostSessions, costReason },
  })
const sign = (id: string, { coachId, playerId: userId }: Scene, attendance: 'late' | 'absent' | 'leave') =>
  signedInAs(coachId)(actions.signInvitation, { params: { id }, body: { attendances: [{ userId, attendance }] } })
const finish = (id: string, coachId: string) =>
  signedInAs(coachId)(actions.finishInvitation, { params: { id }, body: {} })
/** Kinds and changes of the rows that settle a class, without its holds. */
async function settledOf(id: string, userId?: string) {
  const isOf = userId === undefined ? undefined : eq(lessonLedger.seatUserId, userId)
  const rows = await db
    .select()
    .from(lessonLedger)
    .where(and(eq(lessonLedger.invitationId, id), isOf))
    .orderBy(asc(lessonLedger.contractId), asc(lessonLedger.seq))
  return rows.flatMap(({ kind, remainingChange, heldChange }) =>
    kind === 'HOLD' ? [] : [`${kind} ${remainingChange} ${heldChange}`],
  )
}

test('each version applies to classes made from then on; that of a course goes before that of its company', async () => {
  const scene = await givenScene(db)
  const { companyId, coachId, courseId, playerId } = scene
  const otherCourse = await givenCourse(db, { companyId, coachIds: [coachId] })
  const before = await givenClass(scene, { beginTimeSlot: 20 })
  expect(await save(scene, 0, POLICY)).toMatchObject({ policies: [{ version: 1, terms: POLICY }, { version: 0 }, {}] })
  const under = await givenClass(scene, { beginTimeSlot: 24 })
  await save(scene, 1, { ...POLICY, tiers: [{ hours: 6, percent: 30 }] })
  await save(scene, 0, { ...POLICY, tiers: [] }, courseId)
  const ofCourse = await givenClass(scene, { beginTimeSlot: 28 })
  await save(scene, 1, null, courseId)
  const after = await givenClass(scene, { beginTimeSlot: 34 })
  const tiersOf = async (id: string) => (await infoOf(id, playerId)).policy?.tiers ?? null
  expect([await tiersOf(before), await tiersOf(under), await tiersOf(ofCourse), await tiersOf(after)]).toEqual([
    null,
    POLICY.tiers,
    [],
    [{ hours: 6, percent: 30 }],
  ])
  expect((await signedInAs(playerId)(getCompany, { params: { id: companyId } })).policy?.tiers).toHaveLength(1)
  await expectRefusal(db, () => save(scene, 1, POLICY), { status: 409, code: 'policy_changed' })
  const cheaperLater = [
    { hours: 2, percent: 50 },
    { hours: 24, percent: 100 },
  ]
  for (const tiers of [cheaperLater, [...cheaperLater].reverse()])
    await expectRefusal(db, () => save(scene, 0, { ...POLICY, tiers }, otherCourse), {
      status: 400,
      code: 'policy_tiers_invalid',
    })
  const free = { ...POLICY, tiers: [{ hours: 6, percent: 0 }] }
  await expectRefusal(db, () => save(scene, 0, free, otherCourse), { status: 400, code: 'policy_tiers_out_of_range' })
  const typed = { ...POLICY, tiers: [...POLICY.tiers].reverse() }
  const { policies } = await save(scene, 0, typed, otherCourse)
  expect(policies.map(({ version }) => version).sort()).toEqual([1, 2, 2])
  expect(policies.find(({ courseId }) => courseId === otherCourse)?.terms).toEqual(POLICY)
  expect((await save(scene, 1, POLICY, otherCourse)).policies).toEqual(policies)
})

/** A second club in which the coach teaches too, with hours of these players. */
async function givenOtherClub({ coachId }: Scene, playerIds: readonly string[], over?: Partial<Policy>) {
  const { companyId, adminId } = await givenCompany(db)
  await db.insert(companyMembers).values({ companyId, userId: coachId })
  const courseId = await givenCourse(db, { companyId, coachIds: [coachId] })
  if (over) await givenPolicy(db, { companyId, madeBy: adminId }, over)
  for (const userId of playerIds) await givenContract(db, { userId, courseId, coachId, sessions: 20 })
  return courseId
}
const move = (
  id: string,
  actorId: string,
  { coachId, venueId }: Scene,
  courseDesignId: string,
  beginTimeSlot = BEGIN,
) => {
  const time = { courseDate: DAY, beginTimeSlot, endTimeSlot: beginTimeSlot + 3 }
  const body = { coachId, courseDesignId, stadiumId: venueId, selectedCourt: 0, participantsCount: 2, ...time }
  return signedInAs(actorId)(actions.updateBySelf, { params: { id }, body })
}

test('a class that goes to another club or course takes the policy in force there, and keeps it otherwise', async () => {
  const scene = await givenClub()
  const { playerId, companyId, coachId, courseId, adminId } = scene
  const strict = [{ hours: 48, percent: 100 }]
  const under = await givenOtherClub(scene, [playerId], { tiers: strict })
  const without = await givenOtherClub(scene, [playerId])
  const ofCourse = await givenCourse(db, { companyId, coachIds: [coachId] })
  await givenPolicy(db, { companyId, courseId: ofCourse, madeBy: adminId }, { tiers: [] })
  const id = await givenClass(scene, { status: 'PENDING', participantsCount: 2 })
  const policyAfter = async (courseDesignId: string, beginTimeSlot?: number) => {
    await move(id, playerId, scene, courseDesignId, beginTimeSlot)
    const { policy } = await infoOf(id, playerId)
    return policy?.tiers ?? null
  }
  expect(await policyAfter(without)).toBeNull()
  expect(await policyAfter(under)).toEqual(strict)
  expect(await policyAfter(ofCourse)).toEqual([])
  expect(await policyAfter(courseId)).toEqual(POLICY.tiers)
  await save(scene, 1, { ...POLICY, tiers: strict })
  expect(await policyAfter(courseId, BEGIN - 2)).toEqual(POLICY.tiers)
  await policyAfter(under)
  await signedInAs(coachId)(actions.confirmInvitation, { params: { id } })
  goTo(30)
  expect((await infoOf(id, playerId)).reqUser.cancellation).toMatchObject({ reason: 'forgiven' })
})

test.each<[string, Partial<Policy> | undefined, Partial<Policy> | undefined]>([
  ['a policy', {}, { tiers: [{ hours: 48, percent: 100 }] }],
  ['the landed rule', {}, undefined],
  ['a policy, from the landed rule', undefined, {}],
])('what was lost before the class went to a club with %s stays as it was', async (_case, before, after) => {
  const scene = before ? await givenClub(before) : await givenScene(db, { sessions: 20 })
  const { coachId, courseId, companyId, playerId } = scene
  if (!before) await db.update(companies).set({ forgivenLateCancels: 0 }).where(eq(companies.id, companyId))
  const mate = await givenPlayer(db)
  await givenRelation(db, coachId, mate)
  const contractId = await givenContract(db, { userId: mate, courseId, coachId, sessions: 20 })
  const other = await givenOtherClub(scene, [playerId, mate], after)
  const joiners = [
    { userId: playerId, contractId: scene.contractId },
    { userId: mate, contractId },
  ]
  if (before) {
    const first = await givenClass(scene, { courseDate: '2026-05-02', madeBy: 'coach', joiners: joiners.slice(1) })
    clock.set(new Date('2026-05-02T08:00:00+08:00'))
    await cancel(first, mate)
  }
  const id = await givenClass(scene, { madeBy: 'coach', joiners, participantsCount: 2 })
  goTo(7)
  await cancel(id, mate)
  const lost = before ? ['CONSUME -0.5 -0.5', 'VOID 0 -1'] : ['CONSUME -1.5 -1.5']
  expect(await settledOf(id, mate)).toEqual(lost)
  await move(id, coachId, scene, other)
  expect(await settledOf(id, mate)).toEqual(lost)
  expect((await infoOf(id, playerId)).policy?.tiers ?? null).toEqual(after ? { ...POLICY, ...after }.tiers : null)
})

test('a late cancellation costs the share of its tier, is forgiven once, and refuses once the next tier has begun', async () => {
  const scene = await givenClub()
  const { playerId } = scene
  const [first, second, third] = [
    await givenClass(scene),
    await givenClass(scene, { courseDate: '2026-05-04' }),
    await givenClass(scene, { courseDate: '2026-05-05' }),
  ]
  goTo(6.34)
  const quote = async (id: string) => (await infoOf(id, playerId)).reqUser.cancellation
  expect(await quote(first)).toMatchObject({ reason: 'forgiven', lostSessions: 0, lateBefore: 0, lateAt: null })
  await cancel(first, playerId, 0)
  expect(await settledOf(first)).toEqual(['VOID 0 -1.5'])
  goTo(6.34 - 24)
  expect(await quote(second)).toMatchObject({
    reason: 'late',
    lostSessions: 0.5,
    lateBefore: 1,
    lateAt: expect.anything(),
  })
  await cancel(second, playerId, 0.5)
  expect(await settledOf(second)).toEqual(['CONSUME -0.5 -0.5', 'VOID 0 -1'])
  goTo(1.5 - 48)
  await expectRefusal(db, () => cancel(third, playerId, 0.5), {
    status: 409,
    code: 'revision_outdated',
    message: '规则已到下一档，现在扣 1.5，请核对后再操作',
    data: { state: { lostSessions: 1.5 } },
  })
  await cancel(third, playerId, 1.5)
  expect(await settledOf(third)).toEqual(['CONSUME -1.5 -1.5'])
  expect(await db.select().from(contracts)).toMatchObject([{ remainingSessions: 18, heldSessions: 0 }])
})

test('a forgiveness is used up by who saw it alone; one used elsewhere meanwhile is said', async () => {
  const scene = await givenClub()
  const { playerId } = scene
  const [first, second] = [await givenClass(scene), await givenClass(scene, { beginTimeSlot: 41 })]
  goTo(5)
  await expectRefusal(db, () => cancel(first, playerId, 0, 'early'), {
    status: 409,
    code: 'revision_outdated',
    message: '规则已到下一档，现在取消用掉 1 次免扣，请核对后再操作',
  })
  await cancel(first, playerId, 0, 'forgiven')
  await expectRefusal(db, () => cancel(second, playerId, 0, 'forgiven'), {
    status: 409,
    code: 'revision_outdated',
    message: '免扣次数已用完，现在扣 0.5，请核对后再操作',
  })
})

test('two late cancellations at once are forgiven once', async () => {
  for (let round = 0; round < raceRounds(16); round++) {
    const scene = await givenClub()
    clock.set(TEST_NOW)
    const both = [await givenClass(scene), await givenClass(scene, { beginTimeSlot: 30 })] as const
    goTo(5)
    const cancelled = await race(
      db,
      [() => cancel(both[0], scene.playerId), () => cancel(both[1], scene.playerId)],
      (round % 5) - 2,
    )
    expect(cancelled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const settled = [...(await settledOf(both[0])), ...(await settledOf(both[1]))]
    expect(settled.filter((row) => row.startsWith('CONSUME'))).toHaveLength(1)
  }
})

test('who is absent pays what the coach was shown, once after one that is forgiven', async () => {
  const forgiven = { ...POLICY.forgiven, absent: { times: 1, days: 30 } }
  const scene = await givenClub({ percents: { late: 100, absent: 100, leave: 50 }, forgiven })
  const { coachId, playerId } = scene
  const held = []
  for (const [day, attendance, costs] of [
    ['2026-05-03', 'absent', { present: 1.5, absent: 0, leave: 0.5 }],
    ['2026-05-04', 'absent', { present: 1.5, absent: 1.5, leave: 0.5 }],
    ['2026-05-05', 'leave', { present: 1.5, absent: 1.5, leave: 0.5 }],
  ] as const) {
    clock.set(TEST_NOW)
    const id = await givenClass(scene, { courseDate: day })
    clock.set(instantOf(day, BEGIN))
    expect((await infoOf(id, coachId)).responsePlayers).toMatchObject([{ costs, usedSessions: null }])
    expect((await infoOf(id, playerId)).responsePlayers).toMatchObject([{ costs: null }])
    await sign(id, scene, attendance)
    await finish(id, coachId)
    const [seat] = (await infoOf(id, playerId)).responsePlayers
    held.push([seat?.usedSessions, ...(await settledOf(id))])
  }
  expect(held).toEqual([
    [0, 'VOID 0 -1.5'],
    [1.5, 'CONSUME -1.5 -1.5'],
    [0.5, 'CONSUME -0.5 -0.5', 'VOID 0 -1'],
  ])
})

test('a coach who did not come: a granted objection, or the club, gives all back and hours on top, once', async () => {
  const scene = await givenClub()
  const { adminId, coachId, playerId } = scene
  const taught = await givenClass(scene)
  const [guest, asked] = [await givenPlayer(db), await givenPlayer(db)]
  const unpaid = { participantsCount: 3, joiners: [{ userId: guest }], invited: [asked] }
  const called = await givenClass(scene, { beginTimeSlot: 41, ...unpaid })
  const callOff = () =>
    signedInAs(adminId)(actions.cancelByCoach, {
      params: { id: called },
      body: { coachAbsent: true, reason: '教练没来' },
    })
  goTo(1)
  await expectRefusal(db, callOff, { status: 409, code: 'invitation_not_started' })
  goTo(-3)
  await callOff()
  expect(await settledOf(called)).toEqual(['VOID 0 -1.5', 'GRANT 0.5 0'])
  const told = await db.select().from(messages).where(eq(messages.objectId, called))
  const withBonus = told.filter(({ content }) => content.endsWith('教练没来；课时已退回，另补 0.5 课时'))
  expect(withBonus.map(({ receiverId }) => receiverId)).toEqual([playerId])
  const withoutHours = told.filter(({ content }) => content.endsWith('教练没来')).map(({ receiverId }) => receiverId)
  expect(withoutHours.sort()).toEqual([coachId, guest, asked].sort())
  const back = { lostSessions: 0, returnedSessions: 1.5, bonusSessions: 0.5 }
  expect((await infoOf(called, playerId)).responsePlayers[0]).toMatchObject({ settled: back })
  await finish(taught, coachId)
  await signedInAs(playerId)(actions.objectToClass, {
    params: { id: taught },
    body: { words: '等了一小时', coachAbsent: true },
  })
  const [objection] = (await infoOf(taught, adminId)).objections
  expect(objection).toMatchObject({ coachAbsent: true, state: 'OPEN' })
  const answer = () =>
    signedInAs(adminId)(actions.answerObjection, { params: { id: objection?.id ?? '' }, body: { isRefunded: true } })
  await answer()
  await answer()
  expect(await settledOf(taught)).toEqual(['CONSUME -1.5 -1.5', 'REFUND 1.5 0', 'GRANT 0.5 0'])
  expect((await infoOf(taught, playerId)).responsePlayers).toMatchObject([{ settled: back }])
  const granted = await db.select().from(lessonLedger).where(eq(lessonLedger.kind, 'GRANT'))
  expect(granted.map(({ unitPrice, reason }) => [unitPrice > 0, reason])).toContainEqual([false, '教练没来，补偿课时'])
  expect(await db.select().from(contracts)).toMatchObject([{ remainingSessions: 21, heldSessions: 0 }])
})

test('a seat of a group class is settled by itself, and comes back whole where its player takes it again', async () => {
  const scene = await givenClub({ forgiven: { ...POLICY.forgiven, cancel: { times: 0, days: 90 } } })
  const { playerId } = scene
  const id = await givenClass(scene, { madeBy: 'coach', participantsCount: 2 })
  goTo(5)
  await cancel(id, playerId, 0.5)
  expect(await settledOf(id)).toEqual(['CONSUME -0.5 -0.5', 'VOID 0 -1'])
  const settled = { lostSessions: 0.5, returnedSessions: 1, bonusSessions: 0 }
  expect((await infoOf(id, playerId)).responsePlayers).toMatchObject([{ responseStatus: 'LEFT', settled }])
  await signedInAs(playerId)(actions.joinInvitation, { params: { a: id, b: playerId }, body: {} })
  expect(await settledOf(id)).toEqual(['CONSUME -0.5 -0.5', 'VOID 0 -1', 'REFUND 0.5 0'])
  expect(await db.select().from(contracts)).toMatchObject([{ remainingSessions: 20, heldSessions: 1.5 }])
})

/** Policies with few, far apart figures, so that each run meets every tier. */
const somePolicy: fc.Arbitrary<Policy> = fc
  .record({
    hours: fc.subarray([48, 24, 12, 2, 1]),
    step: fc.integer({ min: 5, max: 20 }),
    late: fc.integer({ min: 0, max: 100 }),
    leave: fc.integer({ min: 0, max: 100 }),
    times: fc.integer({ min: 0, max: 1 }),
    coachAbsentHalves: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ hours, step, late, leave, times, coachAbsentHalves }) => ({
    tiers: hours.map((hour, at) => ({ hours: hour, percent: step * (at + 1) })),
    percents: { late, absent: 100, leave },
    forgiven: {
      cancel: { times, days: 90 },
      late: { times, days: 60 },
      absent: { times, days: 30 },
      leave: { times, days: 7 },
    },
    coachAbsentHalves,
  }))
const someEvent = fc.record({
  what: fc.constantFrom('cancel', 'late', 'absent', 'leave', 'present', 'called-off'),
  hoursBefore: fc.integer({ min: 0, max: 119 }).map((halves) => halves / 2 + 0.25),
  halves: fc.integer({ min: 1, max: 6 }),
})

test('what was shown is what the ledger says, of any policy, event and time; nothing held is ever left over', async () => {
  const runs = { numRuns: isLongRun ? 120 : 5, seed: 74 }
  await fc.assert(
    fc.asyncProperty(somePolicy, fc.array(someEvent, { minLength: 3, maxLength: 3 }), async (policy, events) => {
      clock.set(TEST_NOW)
      const scene = await givenClub(policy)
      const { coachId, playerId } = scene
      for (const [at, { what, hoursBefore, halves }] of events.entries()) {
        clock.set(TEST_NOW)
        const beginTimeSlot = 14 + at * 7
        const id = await givenClass(scene, {
          courseDate: '2026-05-05',
          beginTimeSlot,
          endTimeSlot: beginTimeSlot + halves,
        })
        const begin = instantOf('2026-05-05', beginTimeSlot)
        const isCancelled = what === 'cancel' || what === 'called-off'
        clock.set(new Date(begin.getTime() - (isCancelled ? hoursBefore * HOUR_MS : 0)))
        const { reqUser, responsePlayers } = await infoOf(id, isCancelled ? playerId : coachId)
        const shown = isCancelled ? reqUser.cancellation?.lostSessions : responsePlayers[0]?.costs?.[what]
        if (what === 'cancel') await cancel(id, playerId, shown)
        else if (what === 'called-off') await signedInAs(coachId)(actions.cancelByCoach, { params: { id }, body: {} })
        else {
          if (what !== 'present') await sign(id, scene, what)
          await finish(id, coachId)
        }
        const due = what === 'called-off' ? 0 : (shown ?? Number.NaN)
        const isOf = eq(lessonLedger.invitationId, id)
        const rows = await db.select().from(lessonLedger).where(isOf)
        const sum = (kind: string) =>
          rows.filter((row) => row.kind === kind).reduce((total, { heldChange }) => total + heldChange, 0)
        expect({ lost: 0 - sum('CONSUME'), held: sum('HOLD') + sum('VOID') + sum('CONSUME') }).toEqual({
          lost: due,
          held: 0,
        })
        expect(await db.$count(seats, and(eq(seats.invitationId, id), eq(seats.heldSessions, 0)))).toBe(1)
        expect(
          await db.$count(invitations, and(eq(invitations.id, id), eq(invitations.consumedSessions, sum('HOLD')))),
        ).toBe(1)
      }
    }),
    runs,
  )
}, 600_000)
