import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { seats } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { CLAIM_KIND, lockYields, slotClaims } from '../../../tables/schedule.ts'
import { courts } from '../../../tables/venues.ts'
import {
  givenCoachLock,
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation, type InvitationInput } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

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
const join = (id: string, actorId: string) =>
  signedInAs(actorId)(classActions.joinInvitation, { params: { a: id, b: actorId }, body: {} })

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
const told = async (receiverId: string) =>
  (await db.select().from(messages).where(eq(messages.receiverId, receiverId))).map(({ title }) => title)

const refused = (call: () => Promise<unknown>, refusal: object) => expectRefusal(db, call, refusal)

describe('a coach changes their class', () => {
  /** Monday 10:00, with two students of the coach in it. */
  async function givenGroup(over: Omit<Partial<InvitationInput>, 'scene'> = {}) {
    const scene = await givenScene(db)
    const mate = await givenPlayer(db)
    await givenRelation(db, scene.coachId, mate)
    const mateContract = await givenContract(db, { userId: mate, courseId: scene.courseId, sessions: 1 })
    const joiners = [
      { userId: scene.playerId, contractId: scene.contractId },
      { userId: mate, contractId: mateContract },
    ]
    const group = { scene, madeBy: 'coach', status: 'CONFIRMED', participantsCount: 3, courseDate: MONDAY } as const
    return { scene, mate, id: await givenInvitation(db, { ...group, joiners, ...over }) }
  }

  test('and everybody’s hours and half-hours move; players agree again, and the first one confirms it', async () => {
    const { scene, mate, id } = await givenGroup()
    const body = wish(scene, { courseDate: TUESDAY, participantsCount: 3 })
    expect(await edit(id, scene.coachId, body)).toMatchObject({
      invitationStatus: 'PENDING',
      initiatorRole: 'coach',
      seatsTaken: 2,
      confirmedAt: null,
    })
    expect(await hours()).toEqual([
      [10, 1],
      [1, 1],
    ])
    expect(await cellsOfClass(id)).toEqual(expect.arrayContaining(cells('PLAYER', mate, TUESDAY, 20, 21)))
    expect(await db.$count(slotClaims)).toBe(8)
    expect([await told(mate), await told(scene.playerId)]).toEqual([['约课已修改'], ['约课已修改']])
    expect(await join(id, mate)).toMatchObject({ invitationStatus: 'CONFIRMED', seatsTaken: 2 })
  })

  test('late too, since cancelling costs players nothing either; it waits until the clock would complete it', async () => {
    const { scene, id } = await givenGroup()
    clock.set(new Date(`${MONDAY}T07:59:59+08:00`))
    expect(await edit(id, scene.coachId, wish(scene, { selectedCourt: 1, participantsCount: 2 }))).toMatchObject({
      invitationStatus: 'PENDING',
      expiresAt: new Date(`${TUESDAY}T11:00:00+08:00`).toISOString(),
    })
  })

  test('not from two hours before, nor to two hours ahead; text, seats and guests until the start', async () => {
    const { scene, id } = await givenGroup()
    const { coachId } = scene
    const tooLate = { status: 409, code: 'invitation_change_too_late' }
    const changes = [{ selectedCourt: 1 }, { courseDate: TUESDAY }, { beginTimeSlot: 24, endTimeSlot: 26 }]
    clock.set(new Date(`${MONDAY}T07:00:00+08:00`))
    const soon = wish(scene, { beginTimeSlot: 18, endTimeSlot: 20, participantsCount: 3 })
    await refused(() => edit(id, coachId, soon), tooLate)
    clock.set(new Date(`${MONDAY}T08:00:00+08:00`))
    for (const change of changes)
      await refused(() => edit(id, coachId, wish(scene, { ...change, participantsCount: 3 })), tooLate)
    clock.set(new Date(`${MONDAY}T09:59:59+08:00`))
    for (const body of [{ messageToPlayers: '带拍' }, { participantsCount: 2 }])
      expect(await edit(id, coachId, wish(scene, { participantsCount: 3, ...body }))).toMatchObject({
        invitationStatus: 'CONFIRMED',
      })
    // A class that nobody has agreed to can be moved while it waits, also to a time shortly ahead.
    const empty = await givenInvitation(db, {
      scene,
      madeBy: 'coach',
      courseDate: MONDAY,
      beginTimeSlot: 26,
      at: clock.now(),
    })
    clock.set(new Date(`${MONDAY}T10:59:00+08:00`))
    const later = wish(scene, { beginTimeSlot: 25, endTimeSlot: 27 })
    expect(await edit(empty, coachId, later)).toMatchObject({ beginTimeSlot: 25 })
  })

  test('and the message names the courts, before and after', async () => {
    const { scene, mate, id } = await givenGroup()
    await edit(id, scene.coachId, wish(scene, { selectedCourt: 1, participantsCount: 3 }))
    const [told] = await db.select().from(messages).where(eq(messages.receiverId, mate))
    const names = await db.select({ name: courts.name }).from(courts).orderBy(asc(courts.courtIndex))
    const [before, after] = names.map(({ name }) => name)
    expect(told?.content).toMatch(new RegExp(`将 .* ${before} 修改为 .* ${after}，`))
  })

  test('but not to what a player cannot pay, or to where one is busy', async () => {
    const { scene, mate, id } = await givenGroup()
    const { coachId, adminId, courtIds } = scene
    const longer = wish(scene, { endTimeSlot: 23, participantsCount: 3 })
    await refused(() => edit(id, coachId, longer), {
      status: 409,
      code: 'lesson_hours_too_few',
      message: '剩余课时不足',
    })
    const busy = { ...scene, coachId: adminId, playerId: mate }
    const courtId = courtIds[1] ?? ''
    await givenInvitation(db, { scene: busy, courtId, courseDate: MONDAY, beginTimeSlot: 30, needContract: true })
    const there = wish(scene, { beginTimeSlot: 30, endTimeSlot: 32, participantsCount: 3 })
    await refused(() => edit(id, coachId, there), { status: 409, code: 'participant_busy' })
    await refused(() => edit(id, coachId, wish(scene, { participantsCount: 1 })), { code: 'participants_invalid' })
    await refused(() => edit(id, coachId, wish(scene, { coachId: adminId, participantsCount: 3 })), {
      code: 'input_invalid',
    })
    await refused(() => edit(id, mate, wish(scene, { participantsCount: 3 })), { code: 'invitation_not_yours' })
  })

  test('invites others, and withdraws the invitations of those not named; players who joined stay', async () => {
    const [early, late] = [await givenPlayer(db), await givenPlayer(db)]
    const { scene, mate, id } = await givenGroup({ invited: [early] })
    const { coachId, playerId } = scene
    const asking = (...studentIds: string[]) => wish(scene, { participantsCount: 3, studentIds })
    await refused(() => edit(id, coachId, asking(late)), { status: 403, code: 'action_forbidden' })
    // Also where the time is taken, whose alternatives would tell when they are busy.
    await givenCoachLock(db, { coachId, day: TUESDAY })
    const taken = { ...asking(late), courseDate: TUESDAY }
    await refused(() => edit(id, coachId, taken), { status: 403, code: 'action_forbidden' })
    await givenRelation(db, coachId, late)
    await refused(() => edit(id, coachId, taken), { status: 409, code: 'slot_taken' })
    await edit(id, coachId, asking(late))
    const states = async () =>
      Object.fromEntries((await db.select().from(seats)).map(({ userId, state }) => [userId, state]))
    expect(await states()).toEqual({ [playerId]: 'JOINED', [mate]: 'JOINED', [late]: 'INVITED' })
    expect([await told(late), await told(early)]).toEqual([['新的约课邀请'], ['约课邀请已撤回']])
    await expect(signedInAs(early)(classes.getInvitation, { params: { id }, query: {} })).rejects.toMatchObject({
      code: 'invitation_not_found',
    })
    await signedInAs(mate)(classActions.cancelByPlayer, { params: { id }, body: {} })
    await edit(id, coachId, asking(mate, playerId))
    expect(await states()).toEqual({ [playerId]: 'JOINED', [mate]: 'INVITED' })
    await edit(id, coachId, asking(late))
    expect(await states()).toEqual({ [playerId]: 'JOINED', [mate]: 'LEFT', [late]: 'INVITED' })
  })

  test('over their own lock when they allow it; cancelling gives it back', async () => {
    const { scene, id } = await givenGroup()
    const { coachId } = scene
    await givenCoachLock(db, { coachId, day: MONDAY, beginTimeSlot: 30, endTimeSlot: 34 })
    const there = wish(scene, { beginTimeSlot: 31, endTimeSlot: 33, participantsCount: 3 })
    await refused(() => edit(id, coachId, there), { code: 'slot_taken', data: { clash: 'COACH' } })
    expect(await edit(id, coachId, { ...there, useUnavailable: true })).toMatchObject({ useUnavailable: false })
    expect(await db.$count(lockYields)).toBe(2)
    await signedInAs(coachId)(classActions.cancelByCoach, { params: { id }, body: {} })
    expect(await db.$count(lockYields)).toBe(0)
    expect(await db.$count(slotClaims)).toBe(4)
  })
})
