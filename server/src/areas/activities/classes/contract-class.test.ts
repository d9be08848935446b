import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { contractStatement } from '@paidang/api/areas/money/contracts'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { courses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { givenContract, givenCourse, givenPlayer, givenScene, type Scene, TOMORROW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { race } from '../../../testing/race.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, request, tokenOf, clock, brokenInvariants } = await startTestServer()

type Terms = {
  userId?: string
  contractId?: string
  sessions?: number
  expiryDate?: string
  isPhoneChecked?: boolean
}
const contract = (id: string, actorId: string, terms: Terms = {}) =>
  signedInAs(actorId)(classActions.contractInvitation, {
    params: { id },
    body: { sessions: 10, expiryDate: '2026-12-31', isPhoneChecked: true, ...terms },
  })
const join = (id: string, actorId: string) =>
  signedInAs(actorId)(classActions.joinInvitation, { params: { a: id, b: actorId }, body: {} })
const contractRows = () => db.select().from(contracts).orderBy(asc(contracts.id))

/** A class of a student whose only contract is used up. */
const givenUnpaid = async (): Promise<{ scene: Scene; id: string }> => {
  const scene = await givenScene(db, { sessions: 0.5 })
  return { scene, id: await givenInvitation(db, { scene, needContract: true, at: clock.now() }) }
}

describe('in a player’s class', () => {
  test('a contract is opened at the course’s price, the class’s hours are held, and the coach can confirm', async () => {
    const { scene, id } = await givenUnpaid()
    await db.update(courses).set({ pricePerSession: 32_000 }).where(eq(courses.id, scene.courseId))
    const settled = await contract(id, scene.coachId)
    expect(settled).toMatchObject({ invitationStatus: 'PENDING', needContract: false })
    const [, opened] = await contractRows()
    expect(opened).toMatchObject({
      userId: scene.playerId,
      courseId: scene.courseId,
      companyId: scene.companyId,
      coachId: scene.coachId,
      remainingSessions: 10,
      heldSessions: 1,
      unitPrice: 32_000,
      expiryDate: '2026-12-31',
    })
    const { rows } = await signedInAs(scene.playerId)(contractStatement, {
      params: { id: opened?.id ?? '' },
      query: { current: 1, rows: 10 },
    })
    expect(rows.map(({ kind, availableAfter, invitation }) => [kind, availableAfter, invitation?.id])).toEqual([
      ['HOLD', 9, id],
      ['GRANT', 10, id],
    ])
    expect(await db.select().from(messages)).toMatchObject([
      {
        receiverId: scene.playerId,
        title: '教练已为您缔约',
        content: expect.stringContaining('10 课时，有效期至 2026-12-31'),
      },
    ])
    const info = await signedInAs(scene.coachId)(classes.getFullInfo, { params: { id }, query: {} })
    expect(info.events.map(({ action, toStatus }) => [action, toStatus])).toEqual([
      ['create', 'PENDING'],
      ['contract', 'PENDING'],
    ])
    expect(info.reqUser.contract).toMatchObject({ id: opened?.id, availableSessions: 9 })
    await signedInAs(scene.coachId)(classActions.confirmInvitation, { params: { id } })
  })

  test.each(['player', 'coach'] as const)(
    'of a %s, hours for an unverified number have to be confirmed',
    async (madeBy) => {
      const scene = await givenScene(db, { sessions: 0.5 })
      const { coachId, playerId, contractId } = scene
      const by = { player: { needContract: true }, coach: { invited: [playerId] } }
      const id = await givenInvitation(db, { scene, madeBy, at: clock.now(), ...by[madeBy] })
      await db.update(users).set({ phone: '13712345678', phoneVerified: false }).where(eq(users.id, playerId))
      const unchecked = { code: 'contract_phone_unchecked', message: '学员的手机号未验证，请核对是本人后再给课时' }
      for (const terms of [{}, { contractId }]) {
        const refused = { userId: playerId, isPhoneChecked: false, ...terms }
        await expectRefusal(db, () => contract(id, coachId, refused), unchecked)
      }
      const seen = async (userId: string) =>
        (await signedInAs(userId)(classes.getFullInfo, { params: { id }, query: {} })).responsePlayers
      expect(await seen(coachId)).toMatchObject([{ responderId: playerId, isPhoneUnverified: true }])
      expect(await seen(playerId)).toMatchObject([{ responderId: playerId, isPhoneUnverified: false }])
      await contract(id, coachId, { userId: playerId, isPhoneChecked: true })
      expect(await db.$count(contracts)).toBe(2)
    },
  )

  test('hours bought since pay it as a class made with hours: 缔约 is asked no more, the coach confirms at once', async () => {
    const { scene, id } = await givenUnpaid()
    const { playerId, coachId, courseId } = scene
    const seenBy = async (userId: string) => {
      const info = await signedInAs(userId)(classes.getFullInfo, { params: { id }, query: {} })
      return info.invitation.needContract
    }
    const confirm = () => signedInAs(coachId)(classActions.confirmInvitation, { params: { id } })
    expect([await seenBy(playerId), await seenBy(coachId)]).toEqual([true, true])
    await expect(confirm()).rejects.toMatchObject({ code: 'invitation_needs_contract' })
    const bought = await givenContract(db, { userId: playerId, courseId, sessions: 5 })
    expect([await seenBy(playerId), await seenBy(coachId)]).toEqual([false, false])
    expect(await confirm()).toMatchObject({ invitationStatus: 'CONFIRMED', needContract: false })
    expect(await contractRows()).toMatchObject([{ heldSessions: 0 }, { id: bought, heldSessions: 1 }])
    const { rows } = await signedInAs(playerId)(contractStatement, {
      params: { id: bought },
      query: { current: 1, rows: 10 },
    })
    expect(rows.map(({ kind, availableAfter, invitation }) => [kind, availableAfter, invitation?.id])).toEqual([
      ['HOLD', 4, id],
      ['GRANT', 5, undefined],
    ])
    expect(await brokenInvariants()).toEqual([])
  })

  test('two such classes at once: the last bought hours pay one, and the other still asks for a contract', async () => {
    for (let round = 0; round < raceRounds(10); round++) {
      const { scene, id } = await givenUnpaid()
      const other = await givenInvitation(db, { scene, needContract: true, beginTimeSlot: 30, at: clock.now() })
      const bought = await givenContract(db, { userId: scene.playerId, courseId: scene.courseId, sessions: 1 })
      const confirm = (one: string) => () =>
        signedInAs(scene.coachId)(classActions.confirmInvitation, { params: { id: one } })
      const results = await race(db, [confirm(id), confirm(other)] as const, (round % 5) - 2)
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'invitation_needs_contract' },
      })
      expect(await db.select().from(contracts).where(eq(contracts.id, bought))).toMatchObject([{ heldSessions: 1 }])
    }
  })

  test('a second time it is settled, and no more hours are granted', async () => {
    const { scene, id } = await givenUnpaid()
    await contract(id, scene.coachId)
    await expect(contract(id, scene.coachId)).rejects.toMatchObject({ status: 409, code: 'invitation_settled' })
    expect(await db.$count(contracts)).toBe(2)
  })

  test('the same Idempotency-Key grants once and answers twice', async () => {
    const { scene, id } = await givenUnpaid()
    const authorization = `Bearer ${await tokenOf(scene.coachId)}`
    const send = () =>
      request({
        method: 'PUT',
        url: `/aaapi/course-invitation/contract/by-coach/${id}`,
        headers: { authorization, 'idempotency-key': 'one-contract-of-the-coach' },
        payload: { sessions: 10, expiryDate: '2026-12-31', isPhoneChecked: true },
      })
    const [first, second] = [await send(), await send()]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.body).toBe(first.body)
    expect(await db.$count(contracts)).toBe(2)
  })

  test('a named contract is topped up, and lasts until the later day', async () => {
    const { scene, id } = await givenUnpaid()
    await contract(id, scene.coachId, { contractId: scene.contractId, sessions: 0.5, expiryDate: '2026/06/01' })
    expect(await contractRows()).toMatchObject([
      { id: scene.contractId, remainingSessions: 1, heldSessions: 1, expiryDate: '2026-12-31', unitPrice: 30_000 },
    ])
    const { playerId: userId, courseId } = scene
    const ended = await givenContract(db, { userId, courseId, sessions: 1, expiryDate: '2026-04-30' })
    const next = await givenInvitation(db, { scene, needContract: true, beginTimeSlot: 30, at: clock.now() })
    await contract(next, scene.coachId, { contractId: ended, sessions: 2, expiryDate: '2026-05-02' })
    expect((await contractRows()).find(({ id: own }) => own === ended)).toMatchObject({
      remainingSessions: 3,
      heldSessions: 1,
      expiryDate: TOMORROW,
    })
    expect((await db.select().from(lessonLedger)).filter(({ kind }) => kind === 'GRANT')).toHaveLength(4)
  })

  test('two calls at once: the hours are granted and held once', async () => {
    const { scene, id } = await givenUnpaid()
    const results = await Promise.allSettled([contract(id, scene.coachId), contract(id, scene.coachId)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'invitation_settled' },
    })
    expect(await contractRows()).toMatchObject([{ heldSessions: 0 }, { remainingSessions: 10, heldSessions: 1 }])
  })
})

describe('in a coach’s class', () => {
  test('an asked student gets a contract, and joins with it', async () => {
    const scene = await givenScene(db, { sessions: 0.5 })
    const id = await givenInvitation(db, { scene, madeBy: 'coach', at: clock.now() })
    await expect(join(id, scene.playerId)).rejects.toMatchObject({ code: 'lesson_hours_too_few' })
    expect(await contract(id, scene.coachId, { userId: scene.playerId, sessions: 1 })).toMatchObject({
      invitationStatus: 'PENDING',
      seatsTaken: 0,
    })
    expect(await contractRows()).toMatchObject([{ heldSessions: 0 }, { remainingSessions: 1, heldSessions: 0 }])
    expect(await join(id, scene.playerId)).toMatchObject({ invitationStatus: 'CONFIRMED', needContract: false })
    expect(await contractRows()).toMatchObject([{ heldSessions: 0 }, { remainingSessions: 1, heldSessions: 1 }])
  })

  test('also while it is active, and only for people with a place in it', async () => {
    const scene = await givenScene(db)
    const asked = await givenPlayer(db)
    const id = await givenInvitation(db, {
      scene,
      madeBy: 'coach',
      status: 'CONFIRMED',
      participantsCount: 2,
      invited: [asked],
    })
    expect(await contract(id, scene.coachId, { userId: asked })).toMatchObject({ invitationStatus: 'CONFIRMED' })
    const other = await givenPlayer(db)
    for (const terms of [{ userId: other }, {}]) {
      await expect(contract(id, scene.coachId, terms)).rejects.toMatchObject({
        status: 400,
        code: 'student_not_in_class',
      })
    }
  })
})

describe('is refused', () => {
  test('when it would not pay this class', async () => {
    const { scene, id } = await givenUnpaid()
    const { coachId, contractId } = scene
    await expect(contract(id, coachId, { sessions: 0.5 })).rejects.toMatchObject({
      status: 400,
      code: 'contract_sessions_too_few',
    })
    await expect(contract(id, coachId, { expiryDate: '2026-05-01' })).rejects.toMatchObject({
      status: 400,
      code: 'contract_expiry_invalid',
    })
    await givenInvitation(db, {
      scene: { ...scene, contractId: await givenContract(db, { userId: scene.playerId, courseId: scene.courseId }) },
      beginTimeSlot: 30,
    })
    expect(await contract(id, coachId, { contractId, sessions: 0.5 })).toMatchObject({ needContract: false })
  })

  test('on a contract of another student or course, or an unknown one', async () => {
    const { scene, id } = await givenUnpaid()
    const { coachId, companyId, courseId, playerId } = scene
    const others = await givenContract(db, { userId: await givenPlayer(db), courseId })
    const otherCourse = await givenCourse(db, { companyId, coachIds: [coachId] })
    const ofOtherCourse = await givenContract(db, { userId: playerId, courseId: otherCourse })
    for (const contractId of [others, ofOtherCourse, '987654321987']) {
      await expect(contract(id, coachId, { contractId })).rejects.toMatchObject({
        status: 404,
        code: 'contract_not_found',
      })
    }
  })

  test('to anybody but its coach, for anybody but its initiator, and when no contract is missing', async () => {
    const { scene, id } = await givenUnpaid()
    await expect(contract(id, scene.playerId)).rejects.toMatchObject({ status: 403, code: 'invitation_not_yours' })
    await expect(contract(id, scene.adminId)).rejects.toMatchObject({ status: 403, code: 'invitation_not_yours' })
    await expect(contract(id, await givenPlayer(db))).rejects.toMatchObject({ status: 404 })
    await expect(contract(id, scene.coachId, { userId: await givenPlayer(db) })).rejects.toMatchObject({
      code: 'student_not_in_class',
    })
    clock.set(new Date('2026-05-02T10:00:00+08:00'))
    await expect(contract(id, scene.coachId)).rejects.toMatchObject({ code: 'invitation_expired' })
    expect(await db.$count(contracts)).toBe(1)
  })
})
