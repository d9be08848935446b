import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import * as usualApi from '@paidang/api/areas/activities/usual-courses'
import { contractStatement } from '@paidang/api/areas/money/contracts'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import { describe, expect, test } from 'vitest'
import { contracts, lessonLedger, usedRecords } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { lockYields, slotClaims } from '../../../tables/schedule.ts'
import {
  givenCoachLock,
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const at = (time: string) => clock.set(new Date(`${TOMORROW}T${time}:00+08:00`))
const confirm = (id: string, actorId: string) => signedInAs(actorId)(classActions.confirmInvitation, { params: { id } })
const sign = (
  id: string,
  actorId: string,
  attendances: { userId: string; attendance: 'present' | 'late' | 'absent' | 'leave' }[] = [],
) => signedInAs(actorId)(classActions.signInvitation, { params: { id }, body: { attendances } })
const finish = (id: string, actorId: string) => signedInAs(actorId)(classActions.finishInvitation, { params: { id } })
const cancelByPlayer = (id: string, actorId: string, reason?: string) =>
  signedInAs(actorId)(classActions.cancelByPlayer, { params: { id }, body: { ...(reason && { reason }) } })
const cancelByCoach = (id: string, actorId: string) =>
  signedInAs(actorId)(classActions.cancelByCoach, { params: { id }, body: {} })
const fullInfo = (id: string, actorId: string) =>
  signedInAs(actorId)(classes.getFullInfo, { params: { id }, query: {} })
const refused = (call: () => Promise<unknown>, refusal: object) => expectRefusal(db, call, refusal)
const hours = async () => {
  const rows = await db.select().from(contracts).orderBy(contracts.id)
  return rows.map(({ remainingSessions, heldSessions }) => [remainingSessions, heldSessions])
}

/** A class tomorrow from 10:00 to 11:00. */
const givenClass = async (status: 'PENDING' | 'CONFIRMED') => {
  const scene = await givenScene(db)
  return { scene, id: await givenInvitation(db, { scene, status }) }
}

test('the whole life of a class: requested, confirmed, signed, completed; the statement shows every step', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, courseId: courseDesignId, venueId: stadiumId } = scene
  const { id } = await signedInAs(playerId)(classActions.createByPlayer, {
    body: { coachId, courseDesignId, stadiumId, courseDate: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22 },
  })
  expect(await confirm(id, coachId)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  expect(await confirm(id, coachId)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  at('09:30')
  expect((await sign(id, coachId, [{ userId: playerId, attendance: 'late' }])).signedAt).not.toBeNull()
  at('11:00')
  expect(await finish(id, coachId)).toMatchObject({ invitationStatus: 'COMPLETED' })
  expect(await finish(id, coachId)).toMatchObject({ invitationStatus: 'COMPLETED' })
  expect(await hours()).toEqual([[9, 0]])
  const { rows } = await signedInAs(playerId)(contractStatement, {
    params: { id: scene.contractId },
    query: { current: 1, rows: 10 },
  })
  expect(rows.map(({ kind, availableAfter }) => [kind, availableAfter])).toEqual([
    ['CONSUME', 9],
    ['HOLD', 9],
    ['GRANT', 10],
  ])
  expect(await db.select().from(usedRecords)).toMatchObject([{ usedSessions: 1, attendance: 'late' }])
  const info = await fullInfo(id, playerId)
  expect(info.events.map(({ action }) => action)).toEqual(['create', 'confirm', 'sign', 'finish'])
  expect(info.reqUser).toMatchObject({ role: 'initiator', cancellation: null, contract: { availableSessions: 9 } })
  expect(await db.$count(messages)).toBe(3)
})

describe('confirming', () => {
  test('is for its coach only; users outside the class cannot see it', async () => {
    const { scene, id } = await givenClass('PENDING')
    await expect(confirm(id, scene.playerId)).rejects.toMatchObject({ status: 403, code: 'invitation_not_yours' })
    await expect(confirm(id, scene.adminId)).rejects.toMatchObject({ status: 403 })
    await expect(confirm(id, await givenPlayer(db))).rejects.toMatchObject({
      status: 404,
      code: 'invitation_not_found',
    })
  })

  test('is too late at the moment of expiry, and needs a contract first', async () => {
    const { scene, id } = await givenClass('PENDING')
    const { invitation } = await fullInfo(id, scene.coachId)
    clock.set(new Date(invitation.expiresAt))
    await expect(confirm(id, scene.coachId)).rejects.toMatchObject({ code: 'invitation_expired' })
    expect((await fullInfo(id, scene.coachId)).invitation.invitationStatus).toBe('EXPIRED')
    await db.update(contracts).set({ expiryDate: '2026-04-30' })
    const waiting = await givenInvitation(db, { scene, needContract: true, beginTimeSlot: 30, at: clock.now() })
    await expect(confirm(waiting, scene.coachId)).rejects.toMatchObject({ code: 'invitation_needs_contract' })
  })

  test('of two conflict-allowed requests for one court, at once: one wins, the other leaves no trace', async () => {
    const scene = await givenScene(db)
    const other = await givenPlayer(db)
    const contractId = await givenContract(db, { userId: other, courseId: scene.courseId })
    await givenRelation(db, scene.coachId, other)
    const ids = [
      await givenInvitation(db, { scene, useUnavailable: true, at: clock.now() }),
      await givenInvitation(db, {
        scene: { ...scene, playerId: other, contractId },
        useUnavailable: true,
        at: clock.now(),
      }),
    ]
    const results = await Promise.allSettled(ids.map((id) => confirm(id, scene.coachId)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'slot_taken' } })
    expect(await db.$count(slotClaims)).toBe(2 * 3 + 2)
  })

  test('over the coach’s own lock takes its half-hours, and cancelling gives them back', async () => {
    const scene = await givenScene(db)
    await givenCoachLock(db, { coachId: scene.coachId, beginTimeSlot: 18, endTimeSlot: 24 })
    const id = await givenInvitation(db, { scene, useUnavailable: true, at: clock.now() })
    await confirm(id, scene.coachId)
    expect(await db.$count(lockYields)).toBe(2)
    const grid = await signedInAs(scene.playerId)(courtStatusForPlayer, {
      body: { coachId: scene.coachId, stadiumId: scene.venueId, date: TOMORROW },
    })
    expect(grid.filter(({ timeIndex }) => timeIndex === 19).every(({ status }) => status === 'COACH_UNAVAILABLE')).toBe(
      true,
    )
    expect(grid.filter(({ timeIndex }) => timeIndex === 20).map(({ status }) => status)).toContain('MY_INVITING')
    await cancelByCoach(id, scene.coachId)
    expect(await db.$count(lockYields)).toBe(0)
    expect(await db.$count(slotClaims)).toBe(6)
  })
})

describe('signing', () => {
  test('opens 30 minutes before the start and closes with the day', async () => {
    const { scene, id } = await givenClass('CONFIRMED')
    at('09:29')
    await expect(sign(id, scene.coachId)).rejects.toMatchObject({ code: 'invitation_sign_too_early' })
    at('09:30')
    await sign(id, scene.coachId)
    clock.set(new Date('2026-05-03T00:00:00+08:00'))
    await expect(sign(id, scene.coachId)).rejects.toMatchObject({ code: 'invitation_sign_too_late' })
  })

  test('refuses people who are not in the class, and players', async () => {
    const { scene, id } = await givenClass('CONFIRMED')
    at('10:00')
    const stranger = await givenPlayer(db)
    await expect(sign(id, scene.coachId, [{ userId: stranger, attendance: 'present' }])).rejects.toMatchObject({
      code: 'attendance_invalid',
    })
    await expect(sign(id, scene.playerId)).rejects.toMatchObject({ code: 'invitation_not_yours' })
    expect(await hours()).toEqual([[10, 1]])
  })

  test('a second time keeps the attendance of players who are not named', async () => {
    const scene = await givenScene(db)
    const mate = await givenPlayer(db)
    const id = await givenInvitation(db, { scene, status: 'CONFIRMED', joiners: [{ userId: mate }] })
    at('10:00')
    await sign(id, scene.adminId, [{ userId: scene.playerId, attendance: 'leave' }])
    await sign(id, scene.coachId, [{ userId: mate, attendance: 'late' }])
    const { responsePlayers, events } = await fullInfo(id, scene.coachId)
    expect(new Map(responsePlayers.map(({ responderId, attendance }) => [responderId, attendance]))).toEqual(
      new Map([
        [scene.playerId, 'leave'],
        [mate, 'late'],
      ]),
    )
    expect(events.at(-1)?.reason).toMatch(/请假.*迟到|迟到.*请假/)
    await finish(id, scene.coachId)
    expect(await hours()).toEqual([[10, 0]])
  })
})

describe('completing', () => {
  test('waits for the start', async () => {
    const { scene, id } = await givenClass('CONFIRMED')
    at('09:59')
    await expect(finish(id, scene.coachId)).rejects.toMatchObject({ code: 'invitation_not_started' })
  })

  test('gives the hours back to players on leave, and takes them from absent players', async () => {
    const { scene, id } = await givenClass('CONFIRMED')
    at('10:00')
    await sign(id, scene.coachId, [{ userId: scene.playerId, attendance: 'leave' }])
    await finish(id, scene.coachId)
    expect(await hours()).toEqual([[10, 0]])
    expect(await db.$count(usedRecords)).toBe(0)
    const missed = await givenInvitation(db, { scene, status: 'CONFIRMED', attendance: 'absent', beginTimeSlot: 16 })
    await finish(missed, scene.coachId)
    expect(await hours()).toEqual([[9, 0]])
  })

  test('and cancelling at once: exactly one takes effect', async () => {
    const { scene, id } = await givenClass('CONFIRMED')
    at('10:30')
    const results = await Promise.allSettled([finish(id, scene.coachId), cancelByCoach(id, scene.coachId)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await db.$count(lessonLedger)).toBe(3)
  })
})

test('a user who acts on a class has read its messages, and other users have not', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, courseId: courseDesignId, venueId: stadiumId } = scene
  const { id } = await signedInAs(playerId)(classActions.createByPlayer, {
    body: { coachId, courseDesignId, stadiumId, courseDate: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22 },
  })
  const unread = async () =>
    (await db.select().from(messages).orderBy(messages.id))
      .filter(({ readStatus }) => readStatus === 0)
      .map((row) => [row.receiverId, row.title])
  expect(await unread()).toEqual([[coachId, '新的约课申请']])
  await confirm(id, coachId)
  const [, ...others] = (await db.select().from(messages).orderBy(messages.id)).map((row) => [
    row.receiverId,
    row.title,
  ])
  expect(await unread()).toEqual(others)
  expect(others.length).toBeGreaterThan(0)
})

describe('cancelling', () => {
  const cancelAt = async (scene: Scene, id: string, time: string) => {
    at(time)
    const { reqUser } = await fullInfo(id, scene.playerId)
    await cancelByPlayer(id, scene.playerId, '临时有事')
    return reqUser.cancellation
  }

  test('is free until 24 hours before; hours and half-hours come back, and both sides are notified', async () => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-03' })
    expect(await cancelAt(scene, id, '10:00')).toMatchObject({ reason: 'early', lostSessions: 0, heldSessions: 1 })
    expect(await hours()).toEqual([[10, 0]])
    expect(await db.$count(slotClaims)).toBe(0)
    expect(await db.select().from(messages).orderBy(messages.id)).toMatchObject([
      { receiverId: scene.coachId, title: '约课已取消' },
    ])
    expect(await cancelByPlayer(id, scene.playerId)).toMatchObject({ cancelReason: '临时有事' })
    await expect(cancelByCoach(id, scene.coachId)).rejects.toMatchObject({ code: 'invitation_settled' })
  })

  test('late is forgiven once in 90 days, then costs the amount shown', async () => {
    const scene = await givenScene(db)
    const first = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    const second = await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 30 })
    expect(await cancelAt(scene, first, '09:00')).toMatchObject({ reason: 'forgiven', lostSessions: 0 })
    expect(await hours()).toEqual([[10, 1]])
    expect(await cancelAt(scene, second, '09:01')).toMatchObject({ reason: 'late', lostSessions: 1 })
    expect(await hours()).toEqual([[9, 0]])
    expect(await db.$count(usedRecords)).toBe(0)
  })

  test('is refused when it costs more than was seen, and not when it costs that or less', async () => {
    const scene = await givenScene(db)
    const [first, second] = [
      await givenInvitation(db, { scene, status: 'CONFIRMED' }),
      await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 30 }),
    ]
    const cancelFor = (id: string, lostSessions: number) =>
      signedInAs(scene.playerId)(classActions.cancelByPlayer, { params: { id }, body: { lostSessions } })
    at('09:00')
    await cancelFor(first, 1)
    // Both were shown as forgiven, and the first one used that up.
    const message = '现在取消将扣除 1 课时，请核对后再操作'
    await refused(() => cancelFor(second, 0), { status: 409, code: 'revision_outdated', message })
    expect(await hours()).toEqual([[10, 1]])
    expect(await cancelFor(second, 1)).toMatchObject({ invitationStatus: 'CANCELLED' })
    expect(await hours()).toEqual([[9, 0]])
  })

  test('by the coach never costs hours, and a waiting request is always free', async () => {
    const scene = await givenScene(db)
    const confirmed = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    const waiting = await givenInvitation(db, { scene, beginTimeSlot: 30, at: clock.now() })
    at('09:59')
    await cancelByCoach(confirmed, scene.coachId)
    clock.set(new Date('2026-05-02T11:00:00+08:00'))
    await cancelByPlayer(waiting, scene.playerId)
    expect(await hours()).toEqual([[10, 0]])
  })

  test('a request that the coach turns down was never a class, and its player reads that', async () => {
    const scene = await givenScene(db)
    await cancelByCoach(await givenInvitation(db, { scene, at: clock.now() }), scene.coachId)
    const [told] = (await db.select().from(messages)).filter(({ receiverId }) => receiverId === scene.playerId)
    expect(told).toMatchObject({ title: '约课没有被接受', content: expect.stringContaining('没有被接受：') })
  })

  describe.each(['player', 'coach'] as const)('a class made by the %s', (madeBy) => {
    test.each([
      ['before the start', null, '09:59', true],
      ['at the start', null, '10:00', false],
      ['after the end', null, '11:30', false],
      ['before the start, signed', '09:40', '09:59', false],
      ['at the start, signed', '09:40', '10:00', false],
      ['after the end, signed', '10:05', '11:30', false],
    ] as const)(
      '%s: its players may cancel until it begins, its coach until it is completed',
      async (_when, signedAt, time, isOpen) => {
        const scene = await givenScene(db)
        const mate = await givenPlayer(db)
        const mates = [
          { userId: mate, contractId: await givenContract(db, { userId: mate, courseId: scene.courseId }) },
          ...(madeBy === 'coach' ? [{ userId: scene.playerId, contractId: scene.contractId }] : []),
        ]
        const id = await givenInvitation(db, {
          scene,
          madeBy,
          status: 'CONFIRMED',
          participantsCount: 2,
          joiners: mates,
        })
        if (signedAt) {
          at(signedAt)
          await sign(id, scene.coachId)
        }
        at(time)
        const before = await hours()
        for (const who of [mate, scene.playerId]) {
          expect((await fullInfo(id, who)).reqUser.cancellation).toEqual(isOpen ? expect.anything() : null)
          if (isOpen) await cancelByPlayer(id, who)
          else await refused(() => cancelByPlayer(id, who), { status: 409, code: 'invitation_cancel_too_late' })
        }
        if (isOpen) return
        expect(await hours()).toEqual(before)
        expect(await cancelByCoach(id, scene.coachId)).toMatchObject({ invitationStatus: 'CANCELLED' })
        expect(await hours()).toEqual(before.map(([remaining]) => [remaining, 0]))
      },
    )
  })

  test('by a joiner gives back only their own seat', async () => {
    const scene = await givenScene(db)
    const joiner = await givenPlayer(db)
    const contractId = await givenContract(db, { userId: joiner, courseId: scene.courseId })
    const id = await givenInvitation(db, {
      scene,
      madeBy: 'coach',
      status: 'CONFIRMED',
      participantsCount: 2,
      courseDate: '2026-05-03',
      joiners: [
        { userId: scene.playerId, contractId: scene.contractId },
        { userId: joiner, contractId },
      ],
    })
    const left = await cancelByPlayer(id, joiner)
    expect(left).toMatchObject({ invitationStatus: 'CONFIRMED', seatsTaken: 1 })
    expect(await hours()).toEqual([
      [10, 1],
      [10, 0],
    ])
    expect(await cancelByPlayer(id, scene.playerId)).toMatchObject({ invitationStatus: 'PENDING', seatsTaken: 0 })
  })
})

describe('lists', () => {
  test('a person’s classes by status, latest change first, as player and as coach', async () => {
    const { scene, id } = await givenClass('CONFIRMED')
    const waiting = await givenInvitation(db, { scene, beginTimeSlot: 30, at: clock.now() })
    const page = (actorId: string, status?: string) =>
      signedInAs(actorId)(classes.pageOfUser, {
        query: { current: 1, rows: 10, ...(status && { 'invitation.invitationStatus': status }) },
      })
    const all = await page(scene.playerId, 'all')
    expect(all.total).toBe(2)
    expect(all.rows.map((row) => [row.id, row.role, row.responseStatus])).toEqual([
      [waiting, 'initiator', 'JOINED'],
      [id, 'initiator', 'JOINED'],
    ])
    expect((await page(scene.coachId, 'PENDING')).rows).toMatchObject([
      { id: waiting, role: 'coach', responseStatus: 'COACH' },
    ])
    expect((await page(scene.adminId)).total).toBe(0)
    await expect(page(scene.playerId, 'NONSENSE')).rejects.toMatchObject({ code: 'input_invalid' })
  })

  test('usual courses need two completed classes of one pattern, and propose the next same weekday', async () => {
    const scene = await givenScene(db)
    const usual = () => signedInAs(scene.playerId)(usualApi.usualCourses, { params: { id: scene.playerId } })
    await givenInvitation(db, {
      scene,
      status: 'COMPLETED',
      courseDate: '2026-04-24',
      beginTimeSlot: 37,
      endTimeSlot: 39,
    })
    expect(await usual()).toEqual([])
    await givenInvitation(db, {
      scene,
      status: 'COMPLETED',
      courseDate: '2026-04-17',
      beginTimeSlot: 37,
      endTimeSlot: 39,
    })
    expect(await usual()).toMatchObject([
      { weekday: 5, courseDate: '2026-05-01', beginTimeSlot: 37, coach: { id: scene.coachId }, selectedCourt: 0 },
    ])
    clock.set(new Date('2026-05-01T18:30:00+08:00'))
    expect(await usual()).toMatchObject([{ courseDate: '2026-05-08' }])
  })
})
