import {
  acceptOffer,
  changeCoach,
  confirmInvitation,
  contractInvitation,
  createByCoach,
  createByPlayer,
  finishInvitation,
  joinInvitation,
  offerTime,
  signInvitation,
  updateBySelf,
} from '@paidang/api/areas/activities/class-actions'
import { getFullInfo, offerTimes } from '@paidang/api/areas/activities/classes'
import * as api from '@paidang/api/areas/activities/coach-leaves'
import { deleteCoachLock } from '@paidang/api/areas/activities/locks'
import { answerCompanyQuestion, askQuestion, questionsOfCompany } from '@paidang/api/areas/activities/questions'
import { closeAccount } from '@paidang/api/areas/desks/accounts'
import { restoreUser, suspendUser } from '@paidang/api/areas/desks/admin-users'
import { contractStatement } from '@paidang/api/areas/money/contracts'
import { leaveCompany, saveCompanySettings } from '@paidang/api/areas/places/companies'
import { answerInvitation, requestToJoin } from '@paidang/api/areas/places/company-invitations'
import { coachBoard } from '@paidang/api/areas/views/coach-board'
import { coachFigures } from '@paidang/api/areas/views/coach-home'
import { homeStart } from '@paidang/api/areas/views/home'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { INVARIANTS } from '../../../invariants/invariants.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachLeaveCases, coachLeaves, contractExtensions } from '../../../tables/coach-leaves.ts'
import { coachCourses, companies, companyMembers } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { coachLocks, HOLDER_KIND, lockYields, slotClaims } from '../../../tables/schedule.ts'
import { coachVenues } from '../../../tables/venues.ts'
import {
  givenCoach,
  givenCoachLock,
  givenCompany,
  givenContract,
  givenCourse,
  givenLogin,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TEST_NOW,
  TOMORROW,
} from '../../../testing/builders.ts'
import { cutAtEachStatement } from '../../../testing/cut-at-each-statement.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { finishUnfinished } from '../classes/complete.ts'
import { tendLeaves } from './away.ts'
import { openMissed } from './cases.ts'

const server = await startTestServer()
const { db, signedInAs, asStaff, asAdmin, clock } = server

const at = (text: string) => clock.set(new Date(`2026-05-${text}:00+08:00`))
const leave = ({ coachId }: Scene, handOver = false) => signedInAs(coachId)(leaveCompany, { body: { handOver } })
const rejoin = async ({ adminId, coachId, companyId, courseId }: Scene, courseIds = [courseId]) => {
  await db.update(users).set({ verified: 1 }).where(eq(users.id, coachId))
  const { id } = await signedInAs(coachId)(requestToJoin, { body: { companyId } })
  const terms = { courseIds, venueIds: [] }
  return signedInAs(adminId)(answerInvitation, { params: { id }, body: { agree: true, revision: 0, ...terms } })
}
const suspend = (id: string, lastDay: string | null = null) =>
  asStaff('operator')(suspendUser, { params: { id }, body: { reason: '多次爽约', lastDay } })
const caseOf = async (playerId: string) => {
  const [row] = await db
    .select()
    .from(coachLeaveCases)
    .where(eq(coachLeaveCases.playerId, playerId))
    .orderBy(sql`id desc`)
  return row ?? expect.fail('nobody asked this student')
}
const read = async (playerId: string) =>
  signedInAs(playerId)(api.getLeaveCase, { params: { id: (await caseOf(playerId)).id } })
const change = async (playerId: string, coachId: string, classIds: string[] = []) =>
  signedInAs(playerId)(api.changeLeftCoach, {
    params: { id: (await caseOf(playerId)).id },
    body: { coachId, classIds },
  })
const wait = async (playerId: string) =>
  signedInAs(playerId)(api.waitForCoach, { params: { id: (await caseOf(playerId)).id } })
const classIs = async (id: string) => {
  const [row] = await db.select().from(invitations).where(eq(invitations.id, id))
  return row ?? expect.fail('no class')
}
const contractIs = async (id: string) => {
  const [row] = await db.select().from(contracts).where(eq(contracts.id, id))
  return row ?? expect.fail('no contract')
}
const titlesOf = async (receiverId: string) =>
  (await db.select().from(messages).where(eq(messages.receiverId, receiverId)).orderBy(asc(messages.id))).map(
    ({ title }) => title,
  )
const tend = () => runJob(server, tendLeaves)
const finish = () => runJob(server, finishUnfinished)
const consoleOf = ({ adminId: userId, companyId }: Scene) => asAdmin({ userId, companyId })
const away = ({ coachId }: Scene, firstDay: string, lastDay = firstDay) =>
  signedInAs(coachId)(api.goAway, { body: { firstDay, lastDay, reason: 'INJURY' } })

describe('a coach leaves the company', () => {
  test('and a student with hours is told at once, and takes another coach with the contract', async () => {
    const scene = await givenScene(db)
    const { coachId, adminId, playerId, contractId } = scene
    await leave(scene)
    expect(await titlesOf(playerId)).toEqual([expect.stringMatching(/已离开/)])
    expect(await read(playerId)).toMatchObject({
      state: 'OPEN',
      cause: 'LEFT',
      remainingSessions: 10,
      contracts: [{ id: contractId, remainingSessions: 10 }],
      classes: [],
      mayChange: true,
      mayWait: false,
      mayAskRefund: true,
    })
    await expectRefusal(db, () => wait(playerId), { status: 409, code: 'leave_coach_not_back' })
    const { id } = await caseOf(playerId)
    expect(await signedInAs(playerId)(api.leaveSuccessors, { params: { id } })).toMatchObject([
      { coach: { id: adminId }, freeClassIds: [], isProposed: false },
    ])
    const stranger = await givenCoach(db)
    for (const other of [coachId, stranger])
      await expectRefusal(db, () => change(playerId, other), { status: 400, code: 'coach_not_of_company' })
    const changed = await change(playerId, adminId)
    expect(changed).toMatchObject({ state: 'CHANGED', newCoach: { id: adminId } })
    expect(await change(playerId, adminId)).toEqual(changed)
    expect((await contractIs(contractId)).coachId).toBe(adminId)
    expect(await titlesOf(adminId)).toContainEqual(expect.stringMatching(/换到您这里上课/))
    // The new coach can be booked.
    const { courseId: courseDesignId, venueId: stadiumId } = scene
    const time = { courseDate: '2026-05-06', beginTimeSlot: 20, endTimeSlot: 22 }
    const booking = { coachId: adminId, courseDesignId, stadiumId, selectedCourt: 0, ...time }
    await signedInAs(playerId)(createByPlayer, { body: booking })
  })

  test('with classes only if they are left to the students; what has begun keeps the coach', async () => {
    const scene = await givenScene(db)
    const refusal = { status: 409, code: 'classes_unfinished' }
    const classId = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    await expectRefusal(db, () => leave(scene), refusal)
    at('02T10:00')
    await expectRefusal(db, () => leave(scene, true), refusal)
    at('02T09:59')
    await leave(scene, true)
    expect(await classIs(classId)).toMatchObject({ invitationStatus: 'CONFIRMED', coachId: scene.coachId })
    expect(await read(scene.playerId)).toMatchObject({ classes: [{ id: classId, mayHandOver: true }] })
  })

  test('the classes that the student names go to the new coach, who agrees; the others are called off free', async () => {
    const scene = await givenScene(db)
    const { adminId, playerId, contractId } = scene
    const book = (courseDate: string) => givenInvitation(db, { scene, status: 'CONFIRMED', courseDate })
    const [soon, later] = [await book(TOMORROW), await book('2026-05-09')]
    await givenInvitation(db, {
      scene: { ...scene, coachId: adminId, playerId: await givenPlayer(db) },
      courtId: scene.courtIds[1] ?? '',
      needContract: true,
      courseDate: '2026-05-09',
    })
    await leave(scene, true)
    const { id } = await caseOf(playerId)
    expect(await signedInAs(playerId)(api.leaveSuccessors, { params: { id } })).toMatchObject([
      { freeClassIds: [soon] },
    ])
    await expectRefusal(db, () => change(playerId, adminId, [soon, later]), { status: 409, code: 'coach_busy' })
    const other = await givenInvitation(db, { scene: await givenScene(db), status: 'CONFIRMED' })
    await expectRefusal(db, () => change(playerId, adminId, [other]), { status: 409, code: 'leave_classes_changed' })
    await change(playerId, adminId, [soon])
    expect(await classIs(soon)).toMatchObject({ coachId: adminId, invitationStatus: 'PENDING' })
    expect(await classIs(later)).toMatchObject({ invitationStatus: 'CANCELLED', cancelledBy: playerId })
    expect(await contractIs(contractId)).toMatchObject({ remainingSessions: 10, heldSessions: 1 })
    await signedInAs(adminId)(confirmInvitation, { params: { id: soon }, body: {} })
    expect(await classIs(soon)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  })

  test('a colleague who is on leave takes over none of these days, and the list says which they are', async () => {
    const scene = await givenScene(db)
    const { adminId, playerId } = scene
    const day = '2026-05-09'
    const later = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: day })
    const id = await givenCoachLock(db, { coachId: adminId, day })
    await away({ ...scene, coachId: adminId }, '2026-05-08', day)
    // As after a game of theirs, which the absence does not lock either: its half-hours are free once it is called off.
    await db
      .delete(slotClaims)
      .where(and(eq(slotClaims.holderKind, HOLDER_KIND.COACH_LOCK), eq(slotClaims.holderId, id)))
    await db.delete(coachLocks).where(eq(coachLocks.id, id))
    await leave(scene, true)
    const successors = async () =>
      signedInAs(playerId)(api.leaveSuccessors, { params: { id: (await caseOf(playerId)).id } })
    const days = { firstDay: '2026-05-08', lastDay: day }
    expect(await successors()).toMatchObject([{ coach: { id: adminId }, freeClassIds: [], away: days }])
    await expectRefusal(db, () => change(playerId, adminId, [later]), { status: 409, code: 'coach_on_leave' })
    at('10T10:00')
    expect(await successors()).toMatchObject([{ away: null }])
  })

  test('of a class with others who made it decides for it, and anybody else gives back the seat', async () => {
    const scene = await givenScene(db)
    const { adminId, coachId, courseId, playerId } = scene
    const joiner = await givenPlayer(db)
    await givenRelation(db, coachId, joiner)
    const contractId = await givenContract(db, { userId: joiner, courseId, coachId })
    const joiners = [
      { userId: playerId, contractId: scene.contractId },
      { userId: joiner, contractId },
    ]
    const classId = await givenInvitation(db, { scene, madeBy: 'coach', status: 'CONFIRMED', joiners })
    const ofPlayer = await givenInvitation(db, {
      scene,
      status: 'CONFIRMED',
      beginTimeSlot: 30,
      participantsCount: 2,
      joiners: [{ userId: joiner }],
    })
    await leave(scene, true)
    expect((await read(joiner)).classes.map(({ id, mayHandOver, mayMove }) => [id, mayHandOver, mayMove])).toEqual([
      [classId, false, false],
      [ofPlayer, false, false],
    ])
    const own = (await read(playerId)).classes.map(({ id, mayMove }) => [id, mayMove])
    expect(own).toEqual([
      [classId, false],
      [ofPlayer, true],
    ])
    await change(joiner, adminId)
    expect(await classIs(classId)).toMatchObject({ invitationStatus: 'CONFIRMED', seatsTaken: 1 })
    expect(await contractIs(contractId)).toMatchObject({ remainingSessions: 10, heldSessions: 0 })
    await change(playerId, adminId, [classId, ofPlayer])
    expect(await classIs(classId)).toMatchObject({ coachId: adminId })
    expect(await classIs(ofPlayer)).toMatchObject({ coachId: adminId, seatsTaken: 1 })
  })

  test('what nobody decides the clock ends: a reminder, each class a day before, the case after 14 days', async () => {
    const scene = await givenScene(db)
    const { playerId, contractId } = scene
    const book = (courseDate: string) => givenInvitation(db, { scene, status: 'CONFIRMED', courseDate })
    const [near, far] = [await book('2026-05-04'), await book('2026-05-20')]
    await leave(scene, true)
    const count = async () => (await titlesOf(playerId)).length
    const told = await count()
    await tend()
    expect(await count()).toBe(told)
    at('02T11:00')
    await tend()
    await tend()
    expect(await titlesOf(playerId)).toHaveLength(told + 1)
    at('03T09:59')
    await tend()
    expect(await classIs(near)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    at('03T10:00')
    await tend()
    expect(await classIs(near)).toMatchObject({ invitationStatus: 'CANCELLED', cancelReason: '教练已离开' })
    expect(await classIs(far)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    at('15T12:00')
    await tend()
    expect(await classIs(far)).toMatchObject({ invitationStatus: 'CANCELLED' })
    expect(await read(playerId)).toMatchObject({ state: 'ENDED', remainingSessions: 10, mayChange: true })
    expect(await contractIs(contractId)).toMatchObject({ remainingSessions: 10, heldSessions: 0 })
  })

  test('the club sees who has not answered, proposes a coach to many, and answers who wants to end the lessons', async () => {
    const scene = await givenScene(db)
    const { adminId, coachId, courseId, companyId, playerId } = scene
    const others = await Promise.all([1, 2].map(() => givenPlayer(db)))
    for (const userId of others) await givenContract(db, { userId, courseId, coachId })
    await leave(scene)
    const desk = await consoleOf(scene)
    const list = async (state: 'open' | 'answered') =>
      (await desk(api.casesOfCompany, { query: { current: 1, rows: 20, state } })).rows
    const caseIds = (await list('open')).map(({ id }) => id)
    expect(caseIds).toHaveLength(3)
    expect((await list('open')).map(({ contracts }) => contracts.map((held) => held.courseId))).toEqual(
      Array(3).fill([courseId]),
    )
    const id = (await caseOf(playerId)).id
    const refund = () => signedInAs(playerId)(api.askLeaveRefund, { params: { id }, body: { text: '想退剩下的课时' } })
    expect(await refund()).toMatchObject({ state: 'REFUND_ASKED', refund: { state: 'OPEN', text: '想退剩下的课时' } })
    await refund()
    expect(await desk(api.proposeCoach, { body: { caseIds, coachId: adminId } })).toEqual({ proposed: 3 })
    expect(await read(others[0] ?? '')).toMatchObject({ proposed: { id: adminId } })
    expect(await titlesOf(others[0] ?? '')).toHaveLength(2)
    const [colleague, stranger] = [await givenCoach(db, { companyId }), await givenCoach(db)]
    const proposal = (coach: string) => () => desk(api.proposeCoach, { body: { caseIds, coachId: coach } })
    await expectRefusal(db, proposal(colleague), { status: 400, code: 'coach_not_of_course' })
    await expectRefusal(db, proposal(stranger), { status: 400, code: 'coach_not_of_company' })
    await suspend(colleague)
    await expectRefusal(db, proposal(colleague), { status: 409, code: 'coach_unavailable' })
    const abroad = await consoleOf(await givenScene(db))
    await expectRefusal(db, () => abroad(api.proposeCoach, { body: { caseIds, coachId: adminId } }), {
      status: 404,
      code: 'leave_case_not_found',
    })
    const [question] = (await desk(questionsOfCompany, { query: { current: 1, rows: 10 } })).rows
    expect(question).toMatchObject({ kind: 'leave', objectId: id, mayAnswer: true })
    await desk(answerCompanyQuestion, { params: { id: question?.id ?? '' }, body: { answer: '请来前台办理' } })
    expect(await read(playerId)).toMatchObject({
      refund: { state: 'ANSWERED', answer: '请来前台办理' },
      mayChange: true,
    })
    expect((await list('answered')).map(({ state }) => state)).toEqual(['REFUND_ASKED'])
  })

  test('hours that the new coach does not teach are asked about anew; nobody with live hours is left', async () => {
    const scene = await givenScene(db)
    const { adminId, coachId, companyId, playerId, contractId } = scene
    const second = await givenCoach(db, { companyId })
    const courseId = await givenCourse(db, { companyId, courseName: '青少年私教', coachIds: [coachId, second] })
    const other = await givenContract(db, { userId: playerId, courseId, coachId })
    await leave(scene)
    const first = await caseOf(playerId)
    const successors = await signedInAs(playerId)(api.leaveSuccessors, { params: { id: first.id } })
    expect(successors.map(({ coach, contractIds }) => [coach.id, contractIds])).toEqual(
      expect.arrayContaining([
        [adminId, [contractId]],
        [second, [other]],
      ]),
    )
    const changed = await change(playerId, adminId)
    const rest = await caseOf(playerId)
    expect(changed).toMatchObject({ state: 'CHANGED', restId: rest.id, contracts: [{ id: contractId }] })
    expect(await read(playerId)).toMatchObject({ state: 'OPEN', contracts: [{ id: other }], mayAskRefund: true })
    expect((await titlesOf(playerId)).slice(1)).toEqual([expect.stringMatching(/不教青少年私教$/)])
    const repeat = { params: { id: first.id }, body: { coachId: adminId, classIds: [] } }
    expect(await signedInAs(playerId)(api.changeLeftCoach, repeat)).toEqual(changed)
    // What was lost all the same is found by the nightly run.
    await db.delete(coachLeaveCases).where(eq(coachLeaveCases.id, rest.id))
    at('05T09:00')
    const untold = INVARIANTS.find(({ name }) => name.startsWith('U12'))?.sql ?? expect.fail('no such invariant')
    const broken = async () =>
      (await db.execute(sql.raw(untold.replaceAll('$1', `'${clock.now().toISOString()}'`)))).rows
    expect(await broken()).toHaveLength(1)
    await runJob(server, openMissed)
    await runJob(server, openMissed)
    expect(await broken()).toEqual([])
    expect(await db.$count(coachLeaveCases, eq(coachLeaveCases.playerId, playerId))).toBe(2)
    expect(await change(playerId, second)).toMatchObject({ state: 'CHANGED', restId: null })
    expect((await contractIs(other)).coachId).toBe(second)
    await runJob(server, openMissed)
    expect(await db.$count(coachLeaveCases, eq(coachLeaveCases.playerId, playerId))).toBe(2)
  })

  test('who takes another coach after all withdraws the wish to end the lessons, and the club reads it', async () => {
    const scene = await givenScene(db)
    const { adminId, playerId } = scene
    await leave(scene)
    const { id } = await caseOf(playerId)
    await signedInAs(playerId)(api.askLeaveRefund, { params: { id }, body: { text: '想退剩下的课时' } })
    await change(playerId, adminId)
    const desk = await consoleOf(scene)
    const list = async (state: 'open' | 'ended') =>
      (await desk(questionsOfCompany, { query: { current: 1, rows: 10, state } })).rows
    expect(await list('open')).toEqual([])
    expect(await list('ended')).toMatchObject([{ state: 'CLOSED', about: expect.stringMatching(/退课（已换成 .+）$/) }])
    expect(await titlesOf(adminId)).toContainEqual(expect.stringMatching(/^学员撤回了申请/))
    expect(await read(playerId)).toMatchObject({ state: 'CHANGED', refund: { state: 'CLOSED' } })
  })

  test('cut at every statement, all 40 students are told once or nobody is', async () => {
    const scene = await givenScene(db)
    const { coachId, courseId } = scene
    const students = raceRounds(40)
    for (let student = 1; student < students; student++)
      await givenContract(db, { userId: await givenPlayer(db), courseId, coachId })
    const told = async () => [await db.$count(coachLeaveCases), await db.$count(messages), await db.$count(coachLeaves)]
    const call = signedInAs(coachId)
    // Logs in, which is no part of the press.
    await call(api.awayOfCoach, {})
    const { statements } = await cutAtEachStatement(server, () => call(leaveCompany, { body: {} }), told)
    expect(statements).toBeGreaterThan(2 * students)
    // Each student has a case and a message; the club's admin reads that the coach left.
    expect(await told()).toEqual([students, students + 1, 1])
  })

  test('and a request that waits is the choice of its student: the coach neither confirms it nor is asked', async () => {
    const scene = await givenScene(db)
    const { adminId, coachId, companyId, courseId, playerId, venueId: stadiumId } = scene
    const day = '2026-05-09'
    const [guest, successor] = [await givenPlayer(db), await givenCoach(db, { companyId })]
    await db.insert(coachCourses).values({ coachId: successor, courseId })
    await givenRelation(db, coachId, guest)
    await db.insert(coachVenues).values({ coachId: successor, venueId: stadiumId, approveStatus: 1 })
    const make = (over: Partial<Parameters<typeof givenInvitation>[1]>) =>
      givenInvitation(db, { scene, courseDate: day, status: 'PENDING', ...over })
    const waiting = await make({})
    const unpaid = await make({ beginTimeSlot: 24, needContract: true })
    const offered = await make({ beginTimeSlot: 30 })
    const handed = await givenInvitation(db, {
      scene: { ...scene, coachId: successor },
      ...{ status: 'CONFIRMED', courseDate: day, beginTimeSlot: 34 },
    })
    const joiners = [{ userId: playerId, contractId: scene.contractId }]
    const open = { madeBy: 'coach', status: 'CONFIRMED', joiners, participantsCount: 3 } as const
    const stands = await make({ ...open, beginTimeSlot: 38 })
    const [coach, player] = [signedInAs(coachId), signedInAs(playerId)]
    const place = { stadiumId, selectedCourt: 1, courseDate: day, beginTimeSlot: 42 }
    await coach(offerTime, { params: { id: offered }, body: place })
    await signedInAs(adminId)(changeCoach, { params: { a: handed, b: coachId }, body: {} })
    expect(await coach(coachFigures, {})).toMatchObject({ waitingConfirm: 3 })
    await leave(scene, true)
    const ways = {
      confirm: () => coach(confirmInvitation, { params: { id: waiting }, body: {} }),
      contract: () =>
        coach(contractInvitation, { params: { id: unpaid }, body: { sessions: 10, expiryDate: '2026-12-31' } }),
      offer: () => coach(offerTime, { params: { id: waiting }, body: { ...place, beginTimeSlot: 26 } }),
      times: () => coach(offerTimes, { params: { id: waiting }, query: {} }),
      accept: () => player(acceptOffer, { params: { id: offered }, body: {} }),
      join: () => signedInAs(guest)(joinInvitation, { params: { a: stands, b: guest }, body: {} }),
      edit: () => {
        const body = { ...place, coachId, courseDesignId: courseId, beginTimeSlot: 26, endTimeSlot: 28 }
        return player(updateBySelf, { params: { id: waiting }, body })
      },
    }
    expect((await player(getFullInfo, { params: { id: waiting } })).coach).toMatchObject({ hasLeft: true })
    for (const [name, way] of Object.entries(ways)) {
      const code = await way().then(
        () => `${name} went through`,
        (error: { code: string; message: string }) => `${error.code} ${error.message}`,
      )
      expect([name, code]).toEqual([name, expect.stringMatching(/^coach_not_of_company .*已离开这家公司/)])
    }
    // Nothing of it is on their home, among what asks for an answer, or remembered.
    const board = await coach(coachBoard, { query: { date: day, from: day, days: 1 } })
    expect(board).toMatchObject({ figures: { waitingConfirm: 0 }, requests: [], marks: [{ waiting: 0 }] })
    expect((await coach(homeStart, { query: { date: day } })).live.map(({ invitation }) => invitation.id)).toEqual([
      stands,
    ])
    const asks = and(eq(messages.receiverId, coachId), eq(messages.approveStatus, 0))
    expect(await db.$count(messages, asks)).toBe(0)
    const remembered = and(eq(invitations.coachId, coachId), isNotNull(invitations.remindAt))
    expect(await db.$count(invitations, and(remembered, eq(invitations.invitationStatus, 'PENDING')))).toBe(0)
    // The student hands one over, and the others end free of charge.
    expect((await read(playerId)).classes.map(({ id }) => id)).toEqual([waiting, unpaid, handed, stands, offered])
    await change(playerId, successor, [waiting])
    expect(await classIs(waiting)).toMatchObject({ coachId: successor, invitationStatus: 'PENDING' })
    for (const id of [unpaid, offered, handed, stands])
      expect(await classIs(id)).toMatchObject({ invitationStatus: 'CANCELLED' })
    await signedInAs(successor)(confirmInvitation, { params: { id: waiting }, body: {} })
    expect(await contractIs(scene.contractId)).toMatchObject({ remainingSessions: 10, heldSessions: 1 })
  })

  test('and joins it again: who did not answer is told, and no class is called off, also one made since', async () => {
    const scene = await givenScene(db)
    const { adminId, coachId, courseId, playerId } = scene
    const refunder = await givenPlayer(db)
    await givenContract(db, { userId: refunder, courseId, coachId })
    const classId = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-04' })
    await leave(scene, true)
    const { id } = await caseOf(refunder)
    await signedInAs(refunder)(api.askLeaveRefund, { params: { id }, body: { text: '想退' } })
    await rejoin(scene)
    expect(await read(playerId)).toMatchObject({ state: 'RETURNED', mayChange: false, mayAskRefund: false })
    expect(await titlesOf(playerId)).toEqual([expect.stringMatching(/已离开/), expect.stringMatching(/回来授课了/)])
    expect(await read(refunder)).toMatchObject({ state: 'REFUND_ASKED', mayChange: false })
    for (const student of [playerId, refunder])
      await expectRefusal(db, () => change(student, adminId), { status: 409, code: 'leave_coach_back' })
    const since = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-05' })
    at('15T12:00')
    await tend()
    for (const each of [classId, since]) expect(await classIs(each)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    // Who leaves again asks anew, also those who had asked for their money.
    clock.set(TEST_NOW)
    await leave(scene, true)
    for (const student of [playerId, refunder])
      expect(await read(student)).toMatchObject({ state: 'OPEN', cause: 'LEFT', mayChange: true })
  })

  test('and is a member again where the case stayed open: the clock ends it, and calls nothing off', async () => {
    const scene = await givenScene(db)
    const { coachId, companyId, playerId } = scene
    const classId = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-04' })
    await leave(scene, true)
    await db.insert(companyMembers).values({ companyId, userId: coachId })
    at('03T10:00')
    await tend()
    expect(await classIs(classId)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    expect(await read(playerId)).toMatchObject({ state: 'RETURNED' })
  })

  test('and joins it again on leave: their students are asked about the absence that stands', async () => {
    const scene = await givenScene(db)
    const classId = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-09' })
    await away(scene, '2026-05-08', '2026-05-10')
    await leave(scene, true)
    expect(await read(scene.playerId)).toMatchObject({ cause: 'LEFT' })
    // The class stands, so its course is taught, whatever the terms.
    await rejoin(scene, [])
    expect(await read(scene.playerId)).toMatchObject({ state: 'OPEN', cause: 'AWAY', classes: [{ id: classId }] })
    const told = [/休假（受伤）/, /已离开/, /休假（受伤）/]
    expect(await titlesOf(scene.playerId)).toEqual(told.map((text) => expect.stringMatching(text)))
  })

  test('and is a member again while suspended: nobody reads that the coach is back before the suspension ends, and then once', async () => {
    const scene = await givenScene(db)
    const { coachId, companyId, playerId } = scene
    await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-09' })
    await leave(scene, true)
    await suspend(coachId)
    await db.insert(companyMembers).values({ companyId, userId: coachId })
    at('05T00:00')
    await tend()
    const stopped = [/已离开/, /暂时不能授课/].map((text) => expect.stringMatching(text))
    expect(await titlesOf(playerId)).toEqual(stopped)
    expect(await read(playerId)).toMatchObject({ state: 'OPEN', cause: 'STOPPED' })
    await runJob(server, openMissed)
    await tend()
    expect(await titlesOf(playerId)).toEqual(stopped)
    await asStaff('operator')(restoreUser, { params: { id: coachId } })
    await tend()
    expect(await titlesOf(playerId)).toEqual([...stopped, expect.stringMatching(/回来授课了/)])
    expect((await caseOf(playerId)).state).toBe('RETURNED')
  })

  test('who went before there were cases, or whose hours came back, is found by the nightly run, once', async () => {
    const scene = await givenScene(db)
    const { coachId, companyId, playerId, courseId } = scene
    const asked = await givenPlayer(db)
    await givenContract(db, { userId: asked, courseId, coachId })
    await db.delete(companyMembers).where(eq(companyMembers.userId, coachId))
    await db.execute(sql`delete from coach_courses where coach_id = ${coachId}`)
    await runJob(server, openMissed)
    await runJob(server, openMissed)
    expect(await db.$count(coachLeaveCases, eq(coachLeaveCases.companyId, companyId))).toBe(2)
    expect(await titlesOf(playerId)).toHaveLength(1)
  })
})

describe('a coach is stopped', () => {
  test('their students are asked, and told when the coach is back', async () => {
    const scene = await givenScene(db)
    const { coachId, playerId, adminId } = scene
    const classId = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-09' })
    await suspend(coachId)
    expect(await read(playerId)).toMatchObject({ state: 'OPEN', cause: 'STOPPED', classes: [{ id: classId }] })
    await asStaff('operator')(restoreUser, { params: { id: coachId } })
    expect(await read(playerId)).toMatchObject({ state: 'RETURNED' })
    expect(await classIs(classId)).toMatchObject({ invitationStatus: 'CONFIRMED', coachId })
    await expectRefusal(db, () => change(playerId, adminId), { status: 409, code: 'leave_coach_back' })
    // Until a day, it ends by itself.
    await suspend(coachId, '2026-05-03')
    expect(await read(playerId)).toMatchObject({ state: 'OPEN' })
    at('04T00:00')
    await tend()
    expect(await read(playerId)).toMatchObject({ state: 'RETURNED' })
    expect(await db.$count(coachLeaves)).toBe(2)
  })

  test('over an absence that stands when it ends: who is concerned is asked about it, and nobody reads that the coach is back', async () => {
    const scene = await givenScene(db)
    const { coachId, playerId } = scene
    const classId = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-09' })
    // Without hours, and with a seat in a class before the absence.
    const other = await givenPlayer(db)
    const before = { courseDate: '2026-05-06', participantsCount: 2, joiners: [{ userId: other }] }
    await givenInvitation(db, { scene, status: 'CONFIRMED', ...before })
    await away(scene, '2026-05-08', '2026-05-10')
    await suspend(coachId)
    expect(await read(playerId)).toMatchObject({ cause: 'STOPPED' })
    await asStaff('operator')(restoreUser, { params: { id: coachId } })
    const told = [/休假（受伤）/, /暂时不能授课/, /休假（受伤）/]
    expect(await titlesOf(playerId)).toEqual(told.map((text) => expect.stringMatching(text)))
    expect(await read(playerId)).toMatchObject({ state: 'OPEN', cause: 'AWAY', classes: [{ id: classId }] })
    expect(await titlesOf(other)).toEqual([/暂时不能授课/, /恢复授课/].map((text) => expect.stringMatching(text)))
    expect(await read(other)).toMatchObject({ state: 'RETURNED', cause: 'STOPPED' })
    // Once its days are over, the coach is back.
    at('11T00:10')
    await tend()
    expect((await titlesOf(playerId)).at(-1)).toMatch(/回来授课了/)
  })

  test('an absence that ends meanwhile brings nobody back: its students are asked about the suspension', async () => {
    const scene = await givenScene(db)
    const { coachId, courseId } = scene
    await suspend(coachId)
    const late = await givenPlayer(db)
    await givenContract(db, { userId: late, courseId, coachId })
    const days = { firstDay: '2026-05-08', lastDay: '2026-05-10', reason: 'INJURY' as const }
    await consoleOf(scene)(api.sendAway, { body: { coachId, ...days } })
    at('11T00:10')
    await tend()
    expect(await titlesOf(late)).toEqual(
      [/休假（受伤）/, /有效期已延长/, /暂时不能授课/].map((text) => expect.stringMatching(text)),
    )
    expect(await read(late)).toMatchObject({ state: 'OPEN', cause: 'STOPPED' })
  })

  test('students of who teaches alone have nobody to ask for money; other coaches are offered nowhere', async () => {
    const coachId = await givenCoach(db)
    const { companyId } = await givenCompany(db, { adminId: coachId, isPerson: true })
    const courseId = await givenCourse(db, { companyId, coachIds: [coachId] })
    const playerId = await givenPlayer(db)
    await givenContract(db, { userId: playerId, courseId, coachId })
    await suspend(coachId)
    const { id } = await caseOf(playerId)
    expect(await read(playerId)).toMatchObject({ mayChange: true, mayWait: false, mayAskRefund: false })
    expect(await signedInAs(playerId)(api.leaveSuccessors, { params: { id } })).toEqual([])
    const refund = () => signedInAs(playerId)(api.askLeaveRefund, { params: { id }, body: { text: '想退' } })
    await expectRefusal(db, refund, { status: 409, code: 'leave_without_club' })
  })

  test('a coach who closes the account leaves their students the same choice', async () => {
    const scene = await givenScene(db)
    const { coachId, playerId, adminId } = scene
    await givenLogin(db, { userId: coachId })
    await signedInAs(coachId)(closeAccount, { body: { password: 'demo1234', confirm: '注销' } })
    expect(await titlesOf(playerId)).toHaveLength(1)
    expect(await read(playerId)).toMatchObject({ cause: 'LEFT', remainingSessions: 10 })
    expect(await change(playerId, adminId)).toMatchObject({ state: 'CHANGED' })
  })
})

describe('a coach is away', () => {
  test('free time is locked, classes stay, and what is called off belongs to the lock', async () => {
    const scene = await givenScene(db)
    const { coachId, playerId, contractId } = scene
    const classId = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-09' })
    const shown = await away(scene, '2026-05-08', '2026-05-10')
    expect(shown).toMatchObject({ reason: 'INJURY', classes: 1, undecided: 1 })
    expect(await away(scene, '2026-05-08', '2026-05-10')).toEqual(shown)
    await expectRefusal(db, () => away(scene, '2026-05-20'), { status: 409, code: 'away_already' })
    await expectRefusal(db, () => away(scene, '2026-04-30'), { status: 400, code: 'away_in_past' })
    expect(await db.$count(coachLocks, eq(coachLocks.coachId, coachId))).toBe(3)
    expect(await db.$count(lockYields, eq(lockYields.invitationId, classId))).toBe(2)
    expect(await read(playerId)).toMatchObject({ state: 'OPEN', mayWait: true, classes: [{ id: classId }] })
    const info = await signedInAs(playerId)(getFullInfo, { params: { id: classId }, query: {} })
    expect(info.coach).toMatchObject({ isAway: false, isOnLeave: true })
    const waiting = await wait(playerId)
    expect(waiting).toMatchObject({ state: 'WAITING', classes: [] })
    expect(await wait(playerId)).toEqual(waiting)
    expect(await classIs(classId)).toMatchObject({ invitationStatus: 'CANCELLED', cancelReason: '教练休假' })
    expect(await contractIs(contractId)).toMatchObject({ remainingSessions: 10, heldSessions: 0, coachId })
    expect(await db.$count(lockYields)).toBe(0)
  })

  test('who has no class then need not answer, and may take another coach; a coach who leaves asks anew', async () => {
    const scene = await givenScene(db)
    const { adminId, playerId } = scene
    await away(scene, '2026-05-08')
    expect(await read(playerId)).toMatchObject({ state: 'WAITING', mayChange: true })
    const before = await caseOf(playerId)
    await leave(scene)
    expect(await caseOf(playerId)).toMatchObject({ state: 'OPEN' })
    expect(await signedInAs(playerId)(api.getLeaveCase, { params: { id: before.id } })).toMatchObject({
      state: 'REPLACED',
      mayChange: false,
    })
    await change(playerId, adminId)
  })

  test('each club of the coach counts its own classes and students of the absence, and the coach all', async () => {
    const scene = await givenScene(db)
    const { coachId } = scene
    const other = await givenCompany(db)
    await db.insert(companyMembers).values({ companyId: other.companyId, userId: coachId })
    const courseId = await givenCourse(db, { companyId: other.companyId, coachIds: [coachId] })
    const playerId = await givenPlayer(db)
    const contractId = await givenContract(db, { userId: playerId, courseId, coachId })
    for (const beginTimeSlot of [20, 24]) {
      const elsewhere = { ...scene, courseId, playerId, contractId }
      await givenInvitation(db, { scene: elsewhere, status: 'CONFIRMED', courseDate: '2026-05-09', beginTimeSlot })
    }
    const [desk, otherDesk] = [await consoleOf(scene), await consoleOf({ ...scene, ...other })]
    expect(await away(scene, '2026-05-09')).toMatchObject({ classes: 2, undecided: 1 })
    expect(await desk(api.awayInCompany, {})).toMatchObject([{ classes: 0, undecided: 0 }])
    expect(await otherDesk(api.awayInCompany, {})).toMatchObject([{ classes: 2, undecided: 1 }])
    expect(await signedInAs(coachId)(api.awayOfCoach, {})).toMatchObject([{ classes: 2, undecided: 1 }])
  })

  test('an absence whose last day is over makes room for the next one at once, before the clock looks', async () => {
    const scene = await givenScene(db)
    const first = await away(scene, '2026-05-02', '2026-05-03')
    at('03T23:59')
    await expectRefusal(db, () => away(scene, '2026-05-05'), { code: 'away_already' })
    at('04T00:00')
    const next = await away(scene, '2026-05-05')
    expect(next).toMatchObject({ firstDay: '2026-05-05' })
    const rows = await db.select().from(coachLeaves).where(eq(coachLeaves.coachId, scene.coachId))
    expect(rows.map(({ id, endedAt }) => [id, endedAt !== null])).toEqual([
      [first.id, true],
      [next.id, false],
    ])
  })

  test('the absence ends: by its day, or early by coach or admin; contracts gain the days, once, up to the cap', async () => {
    const scene = await givenScene(db)
    const { adminId, companyId, courseId, coachId, playerId, contractId } = scene
    const gone = await givenPlayer(db)
    await givenContract(db, { userId: gone, courseId, coachId })
    await away(scene, '2026-05-03', '2026-05-07')
    await change(gone, adminId)
    at('07T23:59')
    await tend()
    expect(await db.$count(contractExtensions)).toBe(0)
    at('08T00:01')
    await tend()
    await tend()
    expect(await db.select().from(contractExtensions)).toMatchObject([{ contractId, days: 5 }])
    expect(await contractIs(contractId)).toMatchObject({ expiryDate: '2027-01-05', remainingSessions: 10 })
    expect(await read(playerId)).toMatchObject({ state: 'RETURNED' })
    const [line] = (
      await signedInAs(playerId)(contractStatement, { params: { id: contractId }, query: { current: 1, rows: 5 } })
    ).rows
    expect(line).toMatchObject({
      kind: 'ADJUST',
      remainingChange: 0,
      reason: '教练休假 5 天；有效期 2026.12.31 → 2027.01.05',
    })
    // Entered by the admin, ended early, and capped by the rule of the company.
    const settings = { freeCancelHours: 24, forgivenLateCancels: 1, firstStart: 12, lastStart: 44 }
    await signedInAs(adminId)(saveCompanySettings, {
      params: { id: companyId },
      body: { ...settings, awayExtendDays: 2 },
    })
    const desk = await consoleOf(scene)
    const days = { firstDay: '2026-05-10', lastDay: '2026-05-20', reason: 'MATCH' as const }
    const { id } = await desk(api.sendAway, { body: { coachId, ...days } })
    expect(await titlesOf(coachId)).toEqual([expect.stringMatching(/为您登记了/)])
    at('14T09:00')
    for (let press = 0; press < 2; press++) await (await consoleOf(scene))(api.endAwayInCompany, { params: { id } })
    expect(await contractIs(contractId)).toMatchObject({ expiryDate: '2027-01-07' })
    expect(await db.$count(coachLocks, sql`day >= '2026-05-14'`)).toBe(0)
    // Switched off, nothing is added. And an absence that nobody began adds nothing.
    await signedInAs(adminId)(saveCompanySettings, {
      params: { id: companyId },
      body: { ...settings, awayExtends: false },
    })
    const last = await away(scene, '2026-05-14')
    at('15T00:01')
    await tend()
    await expectRefusal(db, () => signedInAs(adminId)(api.endAway, { params: { id: last.id } }), {
      status: 404,
      code: 'away_not_found',
    })
    expect(await contractIs(contractId)).toMatchObject({ expiryDate: '2027-01-07' })
  })

  test('no class comes to stand on these days, by any way; invitations that nobody took end with it', async () => {
    const scene = await givenScene(db)
    const { adminId, coachId, playerId, courseId: courseDesignId, venueId: stadiumId } = scene
    const [guest, day] = [await givenPlayer(db), '2026-05-09']
    await givenRelation(db, coachId, guest)
    const make = (over: Partial<Parameters<typeof givenInvitation>[1]>) =>
      givenInvitation(db, { scene, courseDate: day, ...over })
    const invited = await make({ madeBy: 'coach', status: 'PENDING', invited: [guest] })
    const asked = await make({ status: 'PENDING', beginTimeSlot: 24 })
    const joiners = [{ userId: playerId, contractId: scene.contractId }]
    const open = { madeBy: 'coach', status: 'CONFIRMED', joiners, participantsCount: 3 } as const
    const stands = await make({ ...open, beginTimeSlot: 28 })
    const elsewhere = await make({ status: 'PENDING', beginTimeSlot: 32, courseDate: '2026-05-12' })
    const colleagues = await givenInvitation(db, {
      scene: { ...scene, coachId: adminId },
      ...{ status: 'CONFIRMED', courseDate: day, beginTimeSlot: 36, courtId: scene.courtIds[1] ?? '' },
    })
    await away(scene, '2026-05-08', '2026-05-10')
    expect(await classIs(invited)).toMatchObject({ invitationStatus: 'CANCELLED', cancelReason: '教练休假' })
    expect(await titlesOf(guest)).toContain('约课已取消')
    const [coach, player] = [signedInAs(coachId), signedInAs(playerId)]
    const time = { courseDate: day, beginTimeSlot: 40, endTimeSlot: 42 }
    const booking = { coachId, courseDesignId, stadiumId, selectedCourt: 1, ...time }
    const ways = {
      join: () => signedInAs(guest)(joinInvitation, { params: { a: stands, b: guest }, body: {} }),
      confirm: () => coach(confirmInvitation, { params: { id: asked }, body: {} }),
      offer: () =>
        coach(offerTime, {
          params: { id: elsewhere },
          body: { stadiumId, selectedCourt: 1, courseDate: day, beginTimeSlot: 40 },
        }),
      move: () => player(updateBySelf, { params: { id: elsewhere }, body: booking }),
      book: () => player(createByPlayer, { body: booking }),
      request: () => player(createByPlayer, { body: { ...booking, useUnavailable: true } }),
      make: () => coach(createByCoach, { body: { ...booking, studentIds: [guest], useUnavailable: true } }),
      handOver: () => signedInAs(adminId)(changeCoach, { params: { a: colleagues, b: coachId }, body: {} }),
    }
    for (const [name, way] of Object.entries(ways)) {
      const code = await way().then(
        () => `${name} went through`,
        (error: { code: string }) => error.code,
      )
      expect([name, code]).toEqual([name, 'coach_on_leave'])
    }
    const [lock] = await db.select().from(coachLocks).where(eq(coachLocks.day, day))
    const unlock = () => coach(deleteCoachLock, { params: { id: lock?.id ?? '' }, query: {} })
    await expectRefusal(db, unlock, { status: 409, code: 'lock_of_leave' })
  })

  test('a contract does not end while its coach is away', async () => {
    const scene = await givenScene(db)
    const { coachId, courseId } = scene
    const userId = await givenPlayer(db)
    const contractId = await givenContract(db, { userId, courseId, coachId, expiryDate: '2026-05-04' })
    await away(scene, '2026-05-03', '2026-05-07')
    at('03T12:00')
    await tend()
    expect(await contractIs(contractId)).toMatchObject({ expiryDate: '2026-05-04' })
    at('04T00:01')
    await tend()
    at('08T00:01')
    await tend()
    expect(await contractIs(contractId)).toMatchObject({ expiryDate: '2026-05-09' })
    expect(await db.$count(contractExtensions, eq(contractExtensions.contractId, contractId))).toBe(1)
  })
})

describe('a class that nobody decided about', () => {
  const atInstant = (text: string) => clock.set(new Date(`2026-05-${text}+08:00`))
  const GOES = {
    AWAY: { go: (scene: Scene) => away(scene, TOMORROW), reason: '教练休假' },
    LEFT: { go: (scene: Scene) => leave(scene, true), reason: '教练已离开' },
    STOPPED: { go: ({ coachId }: Scene) => suspend(coachId), reason: '教练暂时不能授课' },
  }
  const CAUSES = ['AWAY', 'LEFT', 'STOPPED'] as const
  /** A class tomorrow from 10:00 to 11:00, whose coach goes three minutes before. */
  const goneShortlyBefore = async (cause: (typeof CAUSES)[number]) => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    at('02T09:57')
    await GOES[cause].go(scene)
    return { scene, id }
  }

  test.each(CAUSES)('is called off at its start at the latest, free: %s', async (cause) => {
    const { scene, id } = await goneShortlyBefore(cause)
    atInstant('02T09:59:59.999')
    expect(await tend()).toEqual([])
    expect(await classIs(id)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    atInstant('02T10:00:00.000')
    expect(await tend()).toEqual([])
    const off = { invitationStatus: 'CANCELLED', cancelReason: GOES[cause].reason }
    expect(await classIs(id)).toMatchObject(off)
    expect(await contractIs(scene.contractId)).toMatchObject({ remainingSessions: 10, heldSessions: 0 })
    at('03T12:00')
    await finish()
    expect(await classIs(id)).toMatchObject(off)
  })

  test.each(['02T10:03', '02T11:30'])('is called off as well where the clock comes late: %s', async (late) => {
    const { scene, id } = await goneShortlyBefore('AWAY')
    at(late)
    expect(await tend()).toEqual([])
    expect(await classIs(id)).toMatchObject({ invitationStatus: 'CANCELLED', cancelReason: '教练休假' })
    expect(await contractIs(scene.contractId)).toMatchObject({ remainingSessions: 10, heldSessions: 0 })
  })

  test.each(['AWAY', 'LEFT'] as const)(
    'stays if its coach signs it all the same, and costs as ever: %s',
    async (cause) => {
      const { scene, id } = await goneShortlyBefore(cause)
      at('02T09:59')
      await signedInAs(scene.coachId)(signInvitation, { params: { id }, body: {} })
      at('02T10:00')
      await tend()
      expect(await classIs(id)).toMatchObject({ invitationStatus: 'CONFIRMED' })
      at('03T11:00')
      await finish()
      expect(await classIs(id)).toMatchObject({ invitationStatus: 'COMPLETED' })
      expect(await contractIs(scene.contractId)).toMatchObject({ remainingSessions: 9, heldSessions: 0 })
    },
  )

  test('stays completed where its coach completed it by hand', async () => {
    const { scene, id } = await goneShortlyBefore('AWAY')
    at('02T10:00')
    await signedInAs(scene.coachId)(finishInvitation, { params: { id }, body: {} })
    await tend()
    await finish()
    expect(await classIs(id)).toMatchObject({ invitationStatus: 'COMPLETED' })
  })

  test.each([
    ['02T09:59:59.999', 'CANCELLED', 10],
    ['02T10:00:00.000', 'COMPLETED', 9],
    ['02T10:00:00.001', 'COMPLETED', 9],
  ] as const)('is one that had not begun: the absence is entered at %s', async (entered, status, remainingSessions) => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    atInstant(entered)
    await away(scene, TOMORROW)
    at('03T11:00')
    await finish()
    await tend()
    expect(await classIs(id)).toMatchObject({ invitationStatus: status })
    expect(await contractIs(scene.contractId)).toMatchObject({ remainingSessions, heldSessions: 0 })
  })

  test.each([
    ['the clock of classes', finish, tend, '教练休假，无人签到，按未上课处理'],
    ['the clock of absences', tend, finish, '教练休假'],
  ] as const)(
    'costs nothing after an outage that lasts longer than the absence; %s is first',
    async (_who, first, second, reason) => {
      const scene = await givenScene(db)
      const book = (courseDate: string) => givenInvitation(db, { scene, status: 'CONFIRMED', courseDate })
      const ids = [await book(TOMORROW), await book('2026-05-03'), await book('2026-05-05'), await book('2026-05-06')]
      await away(scene, '2026-05-03', '2026-05-05')
      at('07T12:00')
      for (const job of [first, second, first, second]) expect(await job()).toEqual([])
      const ends = await Promise.all(ids.map(classIs))
      expect(ends.map(({ invitationStatus, cancelReason }) => [invitationStatus, cancelReason])).toEqual([
        ['COMPLETED', null],
        ['CANCELLED', reason],
        ['CANCELLED', reason],
        ['COMPLETED', null],
      ])
      expect(await contractIs(scene.contractId)).toMatchObject({ remainingSessions: 8, heldSessions: 0 })
      expect(await read(scene.playerId)).toMatchObject({ state: 'RETURNED' })
    },
  )

  test.each([
    ['03T09:59:59.999', 'COMPLETED'],
    ['03T10:00:00.000', 'COMPLETED'],
    ['03T10:00:00.001', 'CANCELLED'],
  ])('is none once the coach is back: the absence is ended at %s', async (back, status) => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-03' })
    const absence = await away(scene, '2026-05-03', '2026-05-05')
    atInstant(back)
    await signedInAs(scene.coachId)(api.endAway, { params: { id: absence.id } })
    at('04T11:00')
    await tend()
    await finish()
    expect(await classIs(id)).toMatchObject({ invitationStatus: status })
  })

  test.each(['nobody', 'the student, after its start'])(
    'of a coach who left costs nothing either; %s chose',
    async (who) => {
      const { scene, id } = await goneShortlyBefore('LEFT')
      at('02T10:01')
      if (who !== 'nobody') await change(scene.playerId, scene.adminId)
      at('03T11:00')
      expect(await finish()).toEqual([])
      const off = { invitationStatus: 'CANCELLED', cancelReason: '教练已离开，无人签到，按未上课处理' }
      expect(await classIs(id)).toMatchObject(off)
      expect(await contractIs(scene.contractId)).toMatchObject({ remainingSessions: 10, heldSessions: 0 })
    },
  )

  test('is left alone where a suspension was over before it began, though the clock comes late', async () => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    await suspend(scene.coachId, '2026-05-01')
    at('02T10:03')
    await tend()
    expect(await read(scene.playerId)).toMatchObject({ state: 'RETURNED' })
    expect(await classIs(id)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  })
})

describe('an admin and the absence of a coach', () => {
  const DAYS = { firstDay: '2026-05-08', lastDay: '2026-05-10', reason: 'TRAVEL' as const }
  /** Two clubs that share a coach. The second one has a class, and a contract that ends while the coach is away. */
  const givenShared = async () => {
    const [first, other] = [await givenScene(db), await givenScene(db)]
    const { coachId, venueId, courtIds } = first
    await db.insert(companyMembers).values({ companyId: other.companyId, userId: coachId })
    const courseId = await givenCourse(db, { companyId: other.companyId, coachIds: [coachId] })
    const contractId = await givenContract(db, { userId: other.playerId, courseId, coachId, expiryDate: '2026-05-10' })
    const shared = { ...other, coachId, venueId, courtIds, courseId, contractId }
    const classId = await givenInvitation(db, { scene: shared, status: 'CONFIRMED', courseDate: '2026-05-09' })
    return { first, shared, classId }
  }
  const send = async (scene: Scene, coachId = scene.coachId) =>
    (await consoleOf(scene))(api.sendAway, { body: { coachId, ...DAYS } })
  const list = async (scene: Scene) => (await consoleOf(scene))(api.awayInCompany, {})
  const endBy = async (scene: Scene, id: string) => (await consoleOf(scene))(api.endAwayInCompany, { params: { id } })
  const elsewhere = { status: 409, code: 'coach_teaches_elsewhere' }
  const notOfCompany = { status: 403, code: 'away_not_of_company' }

  test('enters none for who teaches for another club too, whose students and contracts learn of nothing', async () => {
    const { first, shared, classId } = await givenShared()
    for (const scene of [first, shared]) await expectRefusal(db, () => send(scene, first.coachId), elsewhere)
    expect([await db.$count(coachLeaves), await db.$count(coachLeaveCases), await db.$count(coachLocks)]).toEqual([
      0, 0, 0,
    ])
    // The coach's own reaches both, and each admin reads of their own club.
    const { id } = await away(first, DAYS.firstDay, DAYS.lastDay)
    expect(await read(shared.playerId)).toMatchObject({ state: 'OPEN', classes: [{ id: classId }] })
    expect(await read(first.playerId)).toMatchObject({ state: 'WAITING' })
    expect(await list(first)).toMatchObject([{ id, classes: 0, undecided: 0, mayEnd: false }])
    expect(await list(shared)).toMatchObject([{ id, classes: 1, undecided: 1, mayEnd: false }])
  })

  test('ends what their company entered, and nothing that the coach or another club did', async () => {
    const { first, shared } = await givenShared()
    const own = await away(first, DAYS.firstDay, DAYS.lastDay)
    for (const scene of [first, shared]) await expectRefusal(db, () => endBy(scene, own.id), notOfCompany)
    expect(await read(shared.playerId)).toMatchObject({ state: 'OPEN' })
    await signedInAs(first.coachId)(api.endAway, { params: { id: own.id } })
    // What an admin entered stays theirs when the coach joins another club.
    const scene = await givenScene(db)
    const { id, mayEnd } = await send(scene)
    expect(mayEnd).toBe(true)
    await expectRefusal(db, () => endBy(first, id), { status: 404, code: 'away_not_found' })
    await db.insert(companyMembers).values({ companyId: first.companyId, userId: scene.coachId })
    await expectRefusal(db, () => endBy(first, id), notOfCompany)
    expect(await list(first)).toMatchObject([{ id, mayEnd: false }])
    for (let press = 0; press < 2; press++) await endBy(scene, id)
    expect(await db.$count(coachLeaves, sql`ended_at is null`)).toBe(0)
  })

  test('who became the admin since ends it as well', async () => {
    const scene = await givenScene(db)
    const { id } = await send(scene)
    const adminId = await givenCoach(db, { companyId: scene.companyId })
    await db.update(companies).set({ adminId }).where(eq(companies.id, scene.companyId))
    await endBy({ ...scene, adminId }, id)
    expect(await list({ ...scene, adminId })).toEqual([])
  })

  test('reaches no one-person company of the coach: without courses it does not count, with one it refuses', async () => {
    const scene = await givenScene(db)
    const { coachId, adminId } = scene
    const { companyId } = await givenCompany(db, { adminId: coachId, isPerson: true })
    await givenCourse(db, { companyId, coachIds: [coachId], delFlag: true })
    const { id } = await send(scene)
    await endBy(scene, id)
    await givenCourse(db, { companyId, coachIds: [coachId] })
    await expectRefusal(db, () => send(scene), elsewhere)
    // Of themselves they enter what reaches everything.
    const own = await givenCompany(db, { adminId, isPerson: true })
    const courseId = await givenCourse(db, { companyId: own.companyId, coachIds: [adminId] })
    const playerId = await givenPlayer(db)
    await givenContract(db, { userId: playerId, courseId, coachId: adminId })
    expect(await send(scene, adminId)).toMatchObject({ mayEnd: true })
    expect(await read(playerId)).toMatchObject({ state: 'WAITING' })
  })
})

test('where no rule sees it, the player asks the club to extend a contract of theirs with one press', async () => {
  const scene = await givenScene(db)
  const { playerId, contractId: objectId } = scene
  const ask = (userId: string, contractId = objectId) =>
    signedInAs(userId)(askQuestion, { body: { kind: 'validity', objectId: contractId, text: '请延长有效期' } })
  await ask(playerId)
  const desk = await consoleOf(scene)
  expect((await desk(questionsOfCompany, { query: { current: 1, rows: 10 } })).rows).toMatchObject([
    { kind: 'validity', objectId, about: expect.stringMatching(/延长有效期/) },
  ])
  await expectRefusal(db, () => ask(scene.coachId), { status: 404, code: 'contract_not_found' })
  const { courseId } = scene
  const ended = await givenContract(db, { userId: playerId, courseId, expiryDate: '2026-04-30' })
  await expectRefusal(db, () => ask(playerId, ended), { status: 409, code: 'question_of_contract_expired' })
})
