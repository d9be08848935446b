import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invitationEvents, invitations, seats } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { CLAIM_KIND, lockYields, slotClaims } from '../../../tables/schedule.ts'
import {
  givenCoachLock,
  givenContract,
  givenCourse,
  givenPlayer,
  givenScene,
  givenVenue,
  givenVenueLock,
  type Scene,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation, type InvitationInput } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

/** Days on which an active class can still be changed free. */
const MONDAY = '2026-05-04'
const TUESDAY = '2026-05-05'

type Input = Partial<classActions.UpdateInvitation>

/** The class as given, Monday 10:00 to 11:00 on the first court, with the requested changes. */
function wish({ coachId, courseId: courseDesignId, venueId: stadiumId }: Scene, over: Input = {}) {
  const time = { courseDate: MONDAY, beginTimeSlot: 20, endTimeSlot: 22 }
  return { coachId, courseDesignId, stadiumId, selectedCourt: 0, participantsCount: 1, ...time, ...over }
}

const edit = (id: string, actorId: string, body: classActions.UpdateInvitation) =>
  signedInAs(actorId)(classActions.updateBySelf, { params: { id }, body })
const confirm = (id: string, actorId: string) => signedInAs(actorId)(classActions.confirmInvitation, { params: { id } })
const readGrid = ({ coachId, venueId: stadiumId }: Pick<Scene, 'coachId' | 'venueId'>, actorId: string, date: string) =>
  signedInAs(actorId)(courtStatusForPlayer, { body: { coachId, stadiumId, date } })

async function givenClass(over: Omit<Partial<InvitationInput>, 'scene'> = {}): Promise<{ scene: Scene; id: string }> {
  const scene = await givenScene(db)
  return { scene, id: await givenInvitation(db, { scene, courseDate: MONDAY, status: 'CONFIRMED', ...over }) }
}

const cellsOfClass = async (id: string) => {
  const rows = await db.select().from(slotClaims).where(eq(slotClaims.holderId, id))
  return rows.map(({ kind, resourceId, day, halfHour }) => `${kind} ${resourceId} ${day} ${halfHour}`).sort()
}
const cells = (kind: keyof typeof CLAIM_KIND, id: string, day: string, ...halfHours: number[]) =>
  halfHours.map((halfHour) => `${CLAIM_KIND[kind]} ${id} ${day} ${halfHour}`)
const hours = async () => {
  const rows = await db.select().from(contracts).orderBy(asc(contracts.id))
  return rows.map(({ remainingSessions, heldSessions }) => [remainingSessions, heldSessions])
}
const movements = async (kind: 'HOLD' | 'VOID') => {
  const rows = await db.select().from(lessonLedger).where(eq(lessonLedger.kind, kind)).orderBy(asc(lessonLedger.round))
  return rows.map(({ contractId, round, heldChange }) => [contractId, round, heldChange])
}
const told = async (receiverId: string) =>
  (await db.select().from(messages).where(eq(messages.receiverId, receiverId))).map(({ title }) => title)

const refused = (call: () => Promise<unknown>, refusal: object) => expectRefusal(db, call, refusal)

describe('a player changes their class', () => {
  test('to another day, court and length: claims and hours move, and it waits for its coach again', async () => {
    const { scene, id } = await givenClass()
    const { coachId, playerId, courtIds, contractId } = scene
    const stranger = await givenPlayer(db)
    expect((await readGrid(scene, stranger, MONDAY)).length).toBeGreaterThan(0)
    expect(await readGrid(scene, stranger, TUESDAY)).toEqual([])

    const changed = await edit(id, playerId, {
      ...wish(scene, { courseDate: TUESDAY, selectedCourt: 1, beginTimeSlot: 30, endTimeSlot: 33 }),
      messageToCoach: '换个时间',
    })
    expect(changed).toMatchObject({
      invitationStatus: 'PENDING',
      confirmedAt: null,
      needContract: false,
      courseDate: TUESDAY,
      selectedCourt: 1,
      consumedSessions: 1.5,
      messageToCoach: '换个时间',
      expiresAt: new Date('2026-05-02T12:00:00+08:00').toISOString(),
    })
    const span = [30, 31, 32]
    expect(await cellsOfClass(id)).toEqual([
      ...cells('COURT', courtIds[1] ?? '', TUESDAY, ...span),
      ...cells('COACH', coachId, TUESDAY, ...span),
      ...cells('PLAYER', playerId, TUESDAY, ...span),
    ])
    expect(await hours()).toEqual([[10, 1.5]])
    expect(await movements('VOID')).toEqual([[contractId, 1, -1]])
    expect(await movements('HOLD')).toEqual([
      [contractId, 1, 1],
      [contractId, 2, 1.5],
    ])
    expect(await told(coachId)).toEqual(['约课已修改'])
    const trail = await db.select().from(invitationEvents).orderBy(asc(invitationEvents.seq))
    expect(trail.at(-1)).toMatchObject({ action: 'edit', fromStatus: 'CONFIRMED', reason: '修改场地、时间、留言' })
    expect(await readGrid(scene, stranger, MONDAY)).toEqual([])
    expect((await readGrid(scene, stranger, TUESDAY)).length).toBeGreaterThan(0)
    expect(await confirm(id, coachId)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  })

  test('the rows of a request that waits again say what was changed, until it is answered or sent to another coach', async () => {
    const { scene, id } = await givenClass({ status: 'PENDING' })
    const { playerId, coachId, adminId } = scene
    const inRows = async () => {
      const lists = [coachId, playerId].map((userId) =>
        signedInAs(userId)(classes.pageOfUser, { query: { current: 1, rows: 10 } }),
      )
      return [...new Set((await Promise.all(lists)).map(({ rows }) => rows[0]?.invitation.changed))]
    }
    expect(await inRows()).toEqual([undefined])
    await edit(id, playerId, wish(scene, { courseDate: TUESDAY, selectedCourt: 1 }))
    expect(await inRows()).toEqual(['修改了场地、时间'])
    await confirm(id, coachId)
    expect(await inRows()).toEqual([undefined])
    expect(await edit(id, playerId, wish(scene, { coachId: adminId }))).not.toHaveProperty('changed')
  })

  test('to half an hour later: its own half-hours do not block it', async () => {
    const { scene, id } = await givenClass()
    expect(await edit(id, scene.playerId, wish(scene, { beginTimeSlot: 21, endTimeSlot: 23 }))).toMatchObject({
      beginTimeSlot: 21,
      endTimeSlot: 23,
    })
  })

  test('to another coach, who is asked; the former coach is free again and notified', async () => {
    const { scene, id } = await givenClass()
    const { adminId, playerId, coachId } = scene
    await edit(id, playerId, wish(scene, { coachId: adminId }))
    expect(await cellsOfClass(id)).toEqual([
      ...cells('COURT', scene.courtIds[0] ?? '', MONDAY, 20, 21),
      ...cells('COACH', adminId, MONDAY, 20, 21),
      ...cells('PLAYER', playerId, MONDAY, 20, 21),
    ])
    expect([await told(adminId), await told(coachId)]).toEqual([['新的约课申请'], ['约课已改约其他教练']])
    await expect(confirm(id, coachId)).rejects.toMatchObject({ code: 'invitation_not_found' })
    expect(await confirm(id, adminId)).toMatchObject({ coachId: adminId, invitationStatus: 'CONFIRMED' })
  })

  test('to a course without hours: it needs a contract, until the player changes it back', async () => {
    const { scene, id } = await givenClass()
    const { companyId, coachId, playerId, courseId } = scene
    const other = await givenCourse(db, {
      companyId,
      coachIds: [coachId],
      sessionDuration: 90,
      pricePerSession: 50_000,
    })
    const atPrice = (courseDesignPrice: number) =>
      edit(id, playerId, wish(scene, { courseDesignId: other, courseDesignPrice }))
    await expect(atPrice(45_000)).rejects.toMatchObject({
      code: 'revision_outdated',
      message: '价格已改为 ¥500/课时，请核对后再操作',
    })
    expect(await atPrice(50_000)).toMatchObject({
      needContract: true,
      courseDesignPrice: 50_000,
      consumedSessions: 1,
    })
    expect(await hours()).toEqual([[10, 0]])
    await expect(confirm(id, coachId)).rejects.toMatchObject({ code: 'invitation_needs_contract' })
    expect(await edit(id, playerId, wish(scene, { courseDesignId: courseId }))).toMatchObject({ needContract: false })
    expect(await hours()).toEqual([[10, 1]])
  })

  test('holds hours on the contract that expires first and lasts until the class', async () => {
    const scene = await givenScene(db)
    const { playerId: userId, courseId, contractId } = scene
    const ending = await givenContract(db, { userId, courseId, expiryDate: MONDAY })
    const id = await givenInvitation(db, { scene: { ...scene, contractId: ending }, courseDate: MONDAY })
    await edit(id, userId, wish(scene, { courseDate: TUESDAY }))
    expect(await hours()).toEqual([
      [10, 1],
      [10, 0],
    ])
    await edit(id, userId, wish(scene, { beginTimeSlot: 30, endTimeSlot: 32 }))
    expect(await hours()).toEqual([
      [10, 0],
      [10, 1],
    ])
    expect((await movements('HOLD')).map(([contract]) => contract)).toEqual([ending, contractId, ending])
  })

  test('whose last hours it holds: they are free for the changed class', async () => {
    const scene = await givenScene(db, { sessions: 1 })
    const id = await givenInvitation(db, { scene, courseDate: MONDAY })
    expect(await edit(id, scene.playerId, wish(scene, { courseDate: TUESDAY }))).toMatchObject({ needContract: false })
    expect(await hours()).toEqual([[1, 1]])
  })

  test('and cancelling it late afterwards costs the hours that it holds now', async () => {
    const scene = await givenScene(db)
    const { playerId: userId, coachId, courseId, contractId } = scene
    const ending = await givenContract(db, { userId, courseId, expiryDate: MONDAY })
    const cancel = (id: string) => signedInAs(userId)(classActions.cancelByPlayer, { params: { id }, body: {} })
    const given = { scene: { ...scene, contractId: ending }, status: 'CONFIRMED', courseDate: MONDAY } as const
    const forgiven = await givenInvitation(db, { ...given, beginTimeSlot: 30 })
    const id = await givenInvitation(db, given)
    await edit(id, userId, wish(scene, { courseDate: TUESDAY }))
    await confirm(id, coachId)
    clock.set(new Date(`${MONDAY}T11:00:00+08:00`))
    await cancel(forgiven)
    await cancel(id)
    const rows = await db.select().from(contracts)
    const left = Object.fromEntries(rows.map((row) => [row.id, [row.remainingSessions, row.heldSessions]]))
    expect(left).toEqual({ [ending]: [10, 0], [contractId]: [9, 0] })
  })

  test('and joined players come along and are notified', async () => {
    const { scene, id } = await givenClass({ participantsCount: 2, joiners: [{ userId: await givenPlayer(db) }] })
    const joiner = (await db.select().from(seats)).find(({ userId }) => userId !== scene.playerId)?.userId ?? ''
    await edit(id, scene.playerId, wish(scene, { beginTimeSlot: 30, endTimeSlot: 31, participantsCount: 3 }))
    expect(await cellsOfClass(id)).toEqual(expect.arrayContaining(cells('PLAYER', joiner, MONDAY, 30)))
    expect(await db.$count(slotClaims)).toBe(4)
    expect(await told(joiner)).toEqual(['约课已修改'])
    await refused(() => edit(id, scene.playerId, wish(scene, { participantsCount: 1 })), {
      code: 'participants_invalid',
    })
    await refused(() => edit(id, scene.playerId, wish(scene, { participantsCount: 5 })), {
      code: 'participants_invalid',
    })
    await refused(() => edit(id, joiner, wish(scene, { participantsCount: 2 })), { code: 'invitation_not_yours' })
  })

  test('to the same again: nothing happens, also when the coach has agreed meanwhile', async () => {
    const { scene, id } = await givenClass()
    const body = wish(scene, { beginTimeSlot: 30, endTimeSlot: 32, messageToPlayers: '带水' })
    const first = await edit(id, scene.playerId, body)
    clock.set(new Date('2026-05-01T13:00:00+08:00'))
    expect(await edit(id, scene.playerId, body)).toEqual(first)
    await confirm(id, scene.coachId)
    expect(await edit(id, scene.playerId, body)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    expect((await movements('HOLD')).length).toBe(2)
  })
})

describe('a changed class is refused', () => {
  test('where another has booked: the clash and free alternatives are reported, and nothing moves', async () => {
    const { scene, id } = await givenClass()
    const other = await givenPlayer(db)
    const contractId = await givenContract(db, { userId: other, courseId: scene.courseId })
    const otherScene = { ...scene, playerId: other, contractId }
    await givenInvitation(db, { scene: otherScene, courseDate: MONDAY, beginTimeSlot: 23, endTimeSlot: 25 })
    const take = (over: Input) => () =>
      edit(id, scene.playerId, wish(scene, { beginTimeSlot: 22, endTimeSlot: 24, ...over }))
    const clash = await take({})().catch((error: unknown) => error)
    expect(clash).toMatchObject({ status: 409, code: 'slot_taken', data: { clash: 'COURT' } })
    const { alternatives } = (clash as { data: classes.SlotClash }).data
    expect(alternatives[0]).toEqual({ courtCode: '0', courseDate: MONDAY, beginTimeSlot: 21, endTimeSlot: 23 })
    await refused(take({ selectedCourt: 1 }), { code: 'slot_taken', data: { clash: 'COACH' } })
    await givenVenueLock(db, { courtId: scene.courtIds[1] ?? '', day: MONDAY, beginTimeSlot: 30, endTimeSlot: 32 })
    await refused(take({ selectedCourt: 1, beginTimeSlot: 30, endTimeSlot: 32 }), { code: 'slot_taken' })
    await givenCoachLock(db, { coachId: scene.coachId, day: TUESDAY })
    await refused(take({ courseDate: TUESDAY, beginTimeSlot: 20, endTimeSlot: 22 }), {
      code: 'slot_taken',
      data: { clash: 'COACH' },
    })
  })

  test('with the same alternatives whomever a player names: when a stranger is busy is told to nobody', async () => {
    const { scene, id } = await givenClass()
    const stranger = await givenScene(db)
    for (const beginTimeSlot of [24, 26, 28])
      await givenInvitation(db, { scene: stranger, courseDate: MONDAY, status: 'CONFIRMED', beginTimeSlot })
    await givenVenueLock(db, { courtId: scene.courtIds[0] ?? '', day: MONDAY, beginTimeSlot: 22, endTimeSlot: 24 })
    const offered = async (over: Input) => {
      const body = wish(scene, { beginTimeSlot: 22, endTimeSlot: 24, ...over })
      const clash = await edit(id, scene.playerId, body).catch((error: unknown) => error)
      expect(clash).toMatchObject({ status: 409, code: 'slot_taken' })
      return (clash as { data: classes.SlotClash }).data.alternatives
    }
    expect(await offered({ studentIds: [stranger.playerId] })).toEqual(await offered({}))
  })

  test('where the caller or a joined player is busy', async () => {
    const joiner = await givenPlayer(db)
    const { scene, id } = await givenClass({ participantsCount: 2, joiners: [{ userId: joiner }] })
    const { adminId, courtIds } = scene
    const elsewhere = { scene: { ...scene, coachId: adminId }, courtId: courtIds[1] ?? '', courseDate: MONDAY }
    await givenInvitation(db, { ...elsewhere, beginTimeSlot: 30, needContract: true })
    const contractId = await givenContract(db, { userId: joiner, courseId: scene.courseId })
    const ofJoiner = { ...elsewhere.scene, playerId: joiner, contractId }
    await givenInvitation(db, { ...elsewhere, scene: ofJoiner, beginTimeSlot: 34 })
    const move = (beginTimeSlot: number) => () =>
      edit(id, scene.playerId, wish(scene, { beginTimeSlot, endTimeSlot: beginTimeSlot + 2, participantsCount: 2 }))
    await refused(move(30), { status: 409, code: 'slot_mine', data: { clash: 'PLAYER' } })
    await refused(move(34), { status: 409, code: 'participant_busy', data: { clash: 'PLAYER' } })
  })

  test('but half-hours of an expired request are free', async () => {
    const { scene, id } = await givenClass()
    const other = await givenPlayer(db)
    const contractId = await givenContract(db, { userId: other, courseId: scene.courseId })
    const stale = { ...scene, playerId: other, contractId }
    const at = new Date('2026-04-30T10:00:00+08:00')
    await givenInvitation(db, { scene: stale, courseDate: MONDAY, beginTimeSlot: 30, at })
    expect(await edit(id, scene.playerId, wish(scene, { beginTimeSlot: 31, endTimeSlot: 33 }))).toMatchObject({
      beginTimeSlot: 31,
    })
    expect((await hours()).map(([, held]) => held)).toEqual([1, 0])
  })

  test('when it comes too late, is over, or belongs to another', async () => {
    const { scene, id } = await givenClass()
    const { playerId, coachId, adminId } = scene
    const body = wish(scene, { beginTimeSlot: 30, endTimeSlot: 32 })
    await refused(() => edit(id, coachId, body), { status: 403, code: 'invitation_not_yours' })
    await refused(() => edit(id, adminId, body), { status: 403, code: 'invitation_not_yours' })
    const stranger = await givenPlayer(db)
    await refused(() => edit(id, stranger, body), { status: 404, code: 'invitation_not_found' })
    clock.set(new Date(`2026-05-03T10:00:01+08:00`))
    await refused(() => edit(id, playerId, body), { status: 409, code: 'invitation_edit_too_late' })
    clock.set(new Date(`${MONDAY}T10:00:00+08:00`))
    await refused(() => edit(id, playerId, body), { code: 'invitation_started' })
    const over = await givenInvitation(db, { scene, status: 'COMPLETED' })
    await refused(() => edit(over, playerId, body), { code: 'invitation_settled' })
  })

  test('when its parts do not fit, or the day cannot be booked', async () => {
    const { scene, id } = await givenClass()
    const { playerId, coachId } = scene
    const { venueId } = await givenVenue(db)
    const cases: [Input, string][] = [
      [{ coachId: playerId }, 'invitation_with_oneself'],
      [{ stadiumId: venueId }, 'coach_not_at_venue'],
      [{ selectedCourt: 7 }, 'court_not_found'],
      [{ initiatorId: coachId }, 'data_of_others'],
      [{ id: '987654321' }, 'input_invalid'],
      [{ courseDate: '2026-05-15' }, 'invitation_outside_window'],
      [{ courseDate: '2026-05-01', beginTimeSlot: 20, endTimeSlot: 22 }, 'invitation_in_past'],
      [{ beginTimeSlot: 20, endTimeSlot: 28 }, 'invitation_too_long'],
    ]
    for (const [over, code] of cases) await refused(() => edit(id, playerId, wish(scene, over)), { code })
  })
})

describe('what is said alone', () => {
  const dearer = { sessionDuration: 30, pricePerSession: 99_900 }
  const state = async (id: string) => {
    const [row] = await db.select().from(invitations).where(eq(invitations.id, id))
    const { messageToCoach, messageToPlayers, focus, responseTime, ...rest } = row ?? {}
    return { rest, words: [messageToCoach, messageToPlayers, focus] }
  }

  test.each([
    ['PENDING', 'player'],
    ['CONFIRMED', 'player'],
    ['CONFIRMED', 'coach'],
  ] as const)(
    'of a %s class made by the %s changes nothing else, though its course costs more by now',
    async (status, madeBy) => {
      const { scene, id } = await givenClass({ status, madeBy, at: clock.now() })
      await db.update(courses).set(dearer)
      const [before, held] = [await state(id), await hours()]
      const actorId = madeBy === 'coach' ? scene.coachId : scene.playerId
      // The last moment for a player. A coach may change it until the class begins.
      clock.set(
        new Date(
          `${status === 'PENDING' ? '2026-05-02T11:59' : madeBy === 'coach' ? `${MONDAY}T09:40` : '2026-05-03T10:00'}:00+08:00`,
        ),
      )
      const body = wish(scene, { messageToPlayers: '带水', messageToCoach: '早到', focus: 'SERVE' as const })
      for (const _ of [1, 2]) expect(await edit(id, actorId, body)).toMatchObject({ invitationStatus: status })
      const rest = { ...before.rest, revision: 1 }
      expect(await state(id)).toEqual({ rest, words: ['早到', '带水', 'SERVE'] })
      expect(await hours()).toEqual(held)
      const trail = await db.select().from(invitationEvents).orderBy(asc(invitationEvents.seq))
      expect(trail.at(-1)).toMatchObject({
        action: 'edit',
        fromStatus: status,
        toStatus: status,
        reason: '修改留言、练习重点',
      })
      expect(trail.filter(({ action }) => action === 'edit')).toHaveLength(1)
      expect(await told(actorId === scene.coachId ? scene.playerId : scene.coachId)).toEqual([
        '约课留言、练习重点已更新',
      ])
    },
  )

  test('another time costs by the terms under which the class was booked', async () => {
    const { scene, id } = await givenClass()
    await db.update(courses).set(dearer)
    const moved = await edit(id, scene.playerId, wish(scene, { beginTimeSlot: 30, endTimeSlot: 33 }))
    expect(moved).toMatchObject({ sessionDuration: 60, consumedSessions: 1.5, courseDesignPrice: 30_000 })
  })
})

describe('a class that allows conflicts', () => {
  test('gives up court and coach when it moves to where they are taken, and claims them at its confirmation', async () => {
    const { scene, id } = await givenClass({ status: 'PENDING' })
    await givenCoachLock(db, { coachId: scene.coachId, day: MONDAY, beginTimeSlot: 30, endTimeSlot: 34 })
    const body = wish(scene, { beginTimeSlot: 30, endTimeSlot: 32, useUnavailable: true })
    expect(await edit(id, scene.playerId, body)).toMatchObject({ useUnavailable: true })
    expect(await cellsOfClass(id)).toEqual(cells('PLAYER', scene.playerId, MONDAY, 30, 31))
    await confirm(id, scene.coachId)
    expect(await db.$count(lockYields)).toBe(2)

    // It lies over the lock. It keeps its claims while it stays there.
    expect(await edit(id, scene.playerId, { ...body, messageToCoach: '谢谢' })).toMatchObject({
      invitationStatus: 'CONFIRMED',
    })
    expect(await db.$count(lockYields)).toBe(2)
    await edit(id, scene.playerId, wish(scene, { beginTimeSlot: 31, endTimeSlot: 32 }))
    expect(await db.$count(lockYields)).toBe(1)
    await edit(id, scene.playerId, wish(scene, { beginTimeSlot: 36, endTimeSlot: 38 }))
    expect(await db.$count(lockYields)).toBe(0)
    expect(await db.$count(slotClaims)).toBe(4 + 6)
  })
})
