import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { seats } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { CLAIM_KIND, slotClaims } from '../../../tables/schedule.ts'
import {
  givenCoach,
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, db, signedInAs, clock } = await startTestServer()

const join = (id: string, actorId: string, share?: string, as = actorId) =>
  signedInAs(actorId)(classActions.joinInvitation, { params: { a: id, b: as }, body: { ...(share && { share }) } })
const leave = (id: string, actorId: string) =>
  signedInAs(actorId)(classActions.cancelByPlayer, { params: { id }, body: { reason: '临时有事' } })
const cancelByCoach = (id: string, actorId: string) =>
  signedInAs(actorId)(classActions.cancelByCoach, { params: { id }, body: {} })
const fullInfo = (id: string, actorId: string) =>
  signedInAs(actorId)(classes.getFullInfo, { params: { id }, query: {} })
const heldOn = async (contractId: string) =>
  (await db.select().from(contracts).where(eq(contracts.id, contractId)))[0]?.heldSessions
const shareOf = (id: string) => app.shareTokens.of(id)

/** A student of the scene's coach with a contract of the course. */
const givenStudent = async ({ coachId, courseId }: Scene, sessions = 10) => {
  const userId = await givenPlayer(db)
  await givenRelation(db, coachId, userId)
  return { userId, contractId: await givenContract(db, { userId, courseId, sessions }) }
}
/** A class on the day after tomorrow that its coach made for the scene's player, with three seats. */
const givenCoachMade = async (over: Partial<Parameters<typeof givenInvitation>[1]> = {}) => {
  const scene = await givenScene(db)
  const own = { scene, madeBy: 'coach' as const, participantsCount: 3, courseDate: '2026-05-03', at: clock.now() }
  return { scene, id: await givenInvitation(db, { ...own, ...over }) }
}

describe('a class made by its coach', () => {
  test('is confirmed by its first player: their hours and half-hours are held, and the coach is notified', async () => {
    const { scene, id } = await givenCoachMade()
    clock.set(new Date('2026-05-01T13:00:00+08:00'))
    const joined = await join(id, scene.playerId)
    expect(joined).toMatchObject({
      invitationStatus: 'CONFIRMED',
      seatsTaken: 1,
      confirmedAt: '2026-05-01T05:00:00.000Z',
    })
    expect(await heldOn(scene.contractId)).toBe(1)
    expect(await db.select().from(seats)).toMatchObject([
      { userId: scene.playerId, state: 'JOINED', contractId: scene.contractId, heldSessions: 1 },
    ])
    const ofPlayer = await db
      .select()
      .from(slotClaims)
      .where(eq(slotClaims.resourceId, scene.playerId))
      .orderBy(slotClaims.halfHour)
    expect(ofPlayer.map(({ kind, halfHour }) => [kind, halfHour])).toEqual([
      [CLAIM_KIND.PLAYER, 20],
      [CLAIM_KIND.PLAYER, 21],
    ])
    expect(await db.select().from(messages)).toMatchObject([
      { receiverId: scene.coachId, category: 'classNotice', title: '约课已确认' },
    ])

    expect(await join(id, scene.playerId)).toEqual(joined)
    expect(await heldOn(scene.contractId)).toBe(1)
    expect(await db.$count(messages)).toBe(1)

    const second = await givenStudent(scene)
    expect(await join(id, second.userId)).toMatchObject({
      invitationStatus: 'CONFIRMED',
      seatsTaken: 2,
      confirmedAt: joined.confirmedAt,
    })
    expect(await heldOn(second.contractId)).toBe(1)
    const { events, responsePlayers } = await fullInfo(id, scene.coachId)
    expect(events.map(({ action, toStatus }) => [action, toStatus])).toEqual([
      ['create', 'PENDING'],
      ['join', 'CONFIRMED'],
      ['join', 'CONFIRMED'],
    ])
    expect(responsePlayers.map(({ availableSessions, heldSessions }) => [availableSessions, heldSessions])).toEqual([
      [9, 1],
      [9, 1],
    ])
  })

  test('is paid by the contract that ends first and lasts until the class', async () => {
    const { scene, id } = await givenCoachMade()
    const { playerId: userId, courseId } = scene
    await givenContract(db, { userId, courseId, expiryDate: '2026-05-02' })
    await givenContract(db, { userId, courseId, sessions: 0.5, expiryDate: '2026-05-03' })
    const first = await givenContract(db, { userId, courseId, expiryDate: '2026-05-03' })
    await join(id, userId)
    expect([await heldOn(first), await heldOn(scene.contractId)]).toEqual([1, 0])
  })

  test('cannot be joined by a player who cannot pay; partial changes are undone', async () => {
    const { scene, id } = await givenCoachMade()
    const poor = await givenStudent(scene, 0.5)
    await expect(join(id, poor.userId)).rejects.toMatchObject({
      status: 409,
      code: 'lesson_hours_too_few',
      message: '剩余课时不足',
    })
    expect(await fullInfo(id, scene.coachId)).toMatchObject({
      invitation: { invitationStatus: 'PENDING', seatsTaken: 0 },
      responsePlayers: [{ responderId: scene.playerId, responseStatus: 'INVITED' }],
    })
  })

  test('waits again, with its full time, when its last player leaves; a player who returns holds hours anew', async () => {
    const { scene, id } = await givenCoachMade()
    await join(id, scene.playerId)
    clock.set(new Date('2026-05-01T20:00:00+08:00'))
    const left = await leave(id, scene.playerId)
    expect(left).toMatchObject({ invitationStatus: 'PENDING', seatsTaken: 0, confirmedAt: null })
    expect(new Date(left.expiresAt)).toEqual(new Date('2026-05-02T20:00:00+08:00'))
    expect(await heldOn(scene.contractId)).toBe(0)
    expect(await db.$count(slotClaims)).toBe(4)
    expect(await leave(id, scene.playerId)).toEqual(left)

    expect(await join(id, scene.playerId)).toMatchObject({ invitationStatus: 'CONFIRMED', seatsTaken: 1 })
    expect(await heldOn(scene.contractId)).toBe(1)
    await leave(id, scene.playerId)
    await join(id, scene.playerId)
    expect(await heldOn(scene.contractId)).toBe(1)
    await cancelByCoach(id, scene.coachId)
    expect(await heldOn(scene.contractId)).toBe(0)
  })

  test.each([
    ['hours later', '20', '21'],
    ['at the same instant', '19', '19'],
  ])('costs a late leaver, until they come back; a cancellation by the coach %s never costs', async (_, back, end) => {
    const { scene, id } = await givenCoachMade({ courseDate: TOMORROW })
    const forgiven = await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 30 })
    clock.set(new Date('2026-05-01T18:00:00+08:00'))
    await leave(forgiven, scene.playerId)
    await join(id, scene.playerId)
    clock.set(new Date('2026-05-01T19:00:00+08:00'))
    await leave(id, scene.playerId)
    const hours = async () =>
      (await db.select().from(contracts)).map(({ remainingSessions, heldSessions }) => [
        remainingSessions,
        heldSessions,
      ])
    expect(await hours()).toEqual([[9, 0]])
    clock.set(new Date(`2026-05-01T${back}:00:00+08:00`))
    await join(id, scene.playerId)
    expect(await hours()).toEqual([[10, 1]])
    clock.set(new Date(`2026-05-01T${end}:00:00+08:00`))
    await cancelByCoach(id, scene.coachId)
    expect(await hours()).toEqual([[10, 0]])
  })

  test('asks its players again after its coach changed it; the first to agree confirms it', async () => {
    const { scene, id } = await givenCoachMade()
    const second = await givenStudent(scene)
    await join(id, scene.playerId)
    await join(id, second.userId)
    const { coachId, courseId: courseDesignId, venueId: stadiumId } = scene
    await signedInAs(coachId)(classActions.updateBySelf, {
      params: { id },
      body: {
        coachId,
        courseDesignId,
        stadiumId,
        courseDate: '2026-05-03',
        beginTimeSlot: 24,
        endTimeSlot: 26,
        participantsCount: 3,
      },
    })
    expect(await fullInfo(id, coachId)).toMatchObject({ invitation: { invitationStatus: 'PENDING', seatsTaken: 2 } })
    clock.set(new Date('2026-05-01T14:00:00+08:00'))
    const agreed = await join(id, second.userId)
    expect(agreed).toMatchObject({
      invitationStatus: 'CONFIRMED',
      seatsTaken: 2,
      confirmedAt: '2026-05-01T06:00:00.000Z',
    })
    expect(await join(id, scene.playerId)).toEqual(agreed)
    expect([await heldOn(scene.contractId), await heldOn(second.contractId)]).toEqual([1, 1])
  })

  test('that was handed over waits for its new coach, whoever joins; the former coach may still cancel it', async () => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, {
      scene: { ...scene, coachId: scene.adminId },
      madeBy: 'coach',
      invited: [scene.playerId],
      courseDate: '2026-05-03',
      at: clock.now(),
      over: { initiatorId: scene.coachId },
    })
    const joined = await join(id, scene.playerId)
    expect(joined).toMatchObject({ invitationStatus: 'PENDING', seatsTaken: 1, confirmedAt: null })
    expect(await join(id, scene.playerId)).toEqual(joined)
    await expect(join(id, scene.coachId)).rejects.toMatchObject({ status: 403, code: 'invitation_not_yours' })

    expect((await fullInfo(id, scene.coachId)).reqUser).toMatchObject({ role: 'initiator', joinCost: null })
    expect(await leave(id, scene.coachId)).toMatchObject({ invitationStatus: 'CANCELLED', cancelledBy: scene.coachId })
    expect(await heldOn(scene.contractId)).toBe(0)
    const told = (await db.select().from(messages)).filter(({ title }) => title === '约课已取消')
    expect(told.map(({ receiverId }) => receiverId).sort()).toEqual([scene.adminId, scene.playerId].sort())
  })
})

describe('a player’s class', () => {
  test('is paid by its initiator: a joiner holds no hours, and both sides are notified', async () => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, { scene, participantsCount: 2, at: clock.now() })
    const { userId, contractId } = await givenStudent(scene)
    // The initiator chooses who comes along. Another student of the coach does not see the class.
    await expect(join(id, userId)).rejects.toMatchObject({ status: 404, code: 'invitation_not_found' })
    expect(await join(id, userId, shareOf(id))).toMatchObject({
      invitationStatus: 'PENDING',
      seatsTaken: 2,
      confirmedAt: null,
    })
    expect([await heldOn(scene.contractId), await heldOn(contractId)]).toEqual([1, 0])
    const told = await db.select().from(messages)
    expect(told.map(({ receiverId }) => receiverId).sort()).toEqual([scene.coachId, scene.playerId].sort())
    await signedInAs(scene.coachId)(classActions.confirmInvitation, { params: { id } })
    expect(await leave(id, userId)).toMatchObject({ invitationStatus: 'CONFIRMED', seatsTaken: 1 })
    expect(await join(id, userId)).toMatchObject({ invitationStatus: 'CONFIRMED', seatsTaken: 2 })
    expect(await join(id, scene.playerId)).toMatchObject({ seatsTaken: 2 })
    expect((await fullInfo(id, userId)).reqUser).toMatchObject({ role: 'participant', joinCost: null })
  })

  test('takes a coach as a player, who is then busy as a coach too', async () => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, { scene, participantsCount: 2, at: clock.now() })
    const guest = await givenCoach(db)
    await join(id, guest, shareOf(id))
    const taken = await db.select().from(slotClaims).where(eq(slotClaims.resourceId, guest)).orderBy(slotClaims.kind)
    expect(taken.map(({ kind }) => kind)).toEqual([
      CLAIM_KIND.COACH,
      CLAIM_KIND.COACH,
      CLAIM_KIND.PLAYER,
      CLAIM_KIND.PLAYER,
    ])
    await leave(id, guest)
    expect(await db.$count(slotClaims, eq(slotClaims.resourceId, guest))).toBe(0)
  })
})

describe('is refused', () => {
  test('in the name of another, before the refusal can reveal whether the class exists', async () => {
    const { scene, id } = await givenCoachMade()
    const other = await givenPlayer(db)
    for (const a of [id, '987654321987']) {
      await expect(join(a, other, undefined, scene.playerId)).rejects.toMatchObject({
        status: 403,
        code: 'join_for_others',
        message: '只能以本人身份参与',
      })
    }
  })

  test('to strangers as if it did not exist, to the admin who sees it, and to its coach', async () => {
    const { scene, id } = await givenCoachMade()
    const stranger = await givenPlayer(db)
    await expect(join(id, stranger)).rejects.toMatchObject({ status: 404, code: 'invitation_not_found' })
    await expect(join('987654321987', stranger)).rejects.toMatchObject({ status: 404, code: 'invitation_not_found' })
    await expect(join(id, stranger, 'A'.repeat(22))).rejects.toMatchObject({ status: 404 })
    for (const actorId of [scene.adminId, scene.coachId]) {
      await expect(join(id, actorId)).rejects.toMatchObject({ status: 403, code: 'invitation_not_yours' })
    }
    await expect(join(id, scene.coachId, shareOf(id))).rejects.toMatchObject({ code: 'invitation_not_yours' })
  })

  test('to give back a seat that was never taken', async () => {
    const { scene, id } = await givenCoachMade()
    await expect(leave(id, scene.playerId)).rejects.toMatchObject({ status: 403, code: 'invitation_not_yours' })
    expect((await fullInfo(id, scene.playerId)).reqUser).toMatchObject({ isInvited: true, cancellation: null })
  })

  test('when all seats are taken, when it has begun, and when it is over', async () => {
    const scene = await givenScene(db)
    const full = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    const { userId } = await givenStudent(scene)
    await expect(join(full, userId, shareOf(full))).rejects.toMatchObject({
      status: 409,
      code: 'invitation_full',
      message: '人数已满',
    })
    const open = await givenInvitation(db, { scene, status: 'CONFIRMED', participantsCount: 3, beginTimeSlot: 24 })
    const waiting = await givenInvitation(db, { scene, participantsCount: 3, beginTimeSlot: 28, at: clock.now() })
    const cancelled = await givenInvitation(db, { scene, status: 'CANCELLED', participantsCount: 3 })
    // An asked student needs no link to see these classes.
    const states = [open, waiting, cancelled].map((invitationId) => ({
      invitationId,
      userId,
      state: 'INVITED' as const,
    }))
    await db.insert(seats).values(states.map((seat) => ({ ...seat, heldSessions: 0, round: 0, joinedAt: clock.now() })))
    await expect(join(cancelled, userId)).rejects.toMatchObject({ code: 'invitation_settled' })
    clock.set(new Date('2026-05-02T12:00:00+08:00'))
    await expect(join(open, userId)).rejects.toMatchObject({ code: 'invitation_started' })
    await expect(join(waiting, userId)).rejects.toMatchObject({ code: 'invitation_expired' })
  })

  test('to a player who is busy, unless with an expired request', async () => {
    const { scene, id } = await givenCoachMade()
    const { userId, contractId } = await givenStudent(scene)
    const other = { ...(await givenScene(db)), playerId: userId, contractId }
    const own = await givenContract(db, { userId, courseId: other.courseId })
    await givenInvitation(db, {
      scene: { ...other, contractId: own },
      courseDate: '2026-05-03',
      beginTimeSlot: 21,
      at: new Date('2026-05-01T11:00:00+08:00'),
    })
    await expect(join(id, userId)).rejects.toMatchObject({
      status: 409,
      code: 'slot_mine',
      data: { clash: 'PLAYER', alternatives: [] },
    })
    expect(await heldOn(contractId)).toBe(0)
    clock.set(new Date('2026-05-02T11:00:00+08:00'))
    expect(await join(id, userId)).toMatchObject({ invitationStatus: 'CONFIRMED', seatsTaken: 1 })
    expect(await heldOn(own)).toBe(0)
  })
})
