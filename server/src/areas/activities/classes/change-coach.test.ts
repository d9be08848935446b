import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { endAway, goAway } from '@paidang/api/areas/activities/coach-leaves'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import { addDays } from '@paidang/domain/kernel/day'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invitationEvents } from '../../../tables/classes.ts'
import { coachCourses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { CLAIM_KIND, lockYields, slotClaims } from '../../../tables/schedule.ts'
import { coachVenues } from '../../../tables/venues.ts'
import {
  givenCoach,
  givenCoachLock,
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  givenVenue,
  type Scene,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation, type InvitationInput } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const MONDAY = '2026-05-04'

const change = (a: string, b: string, actorId: string) =>
  signedInAs(actorId)(classActions.changeCoach, { params: { a, b } })
const confirm = (id: string, actorId: string) => signedInAs(actorId)(classActions.confirmInvitation, { params: { id } })
const join = (id: string, actorId: string) =>
  signedInAs(actorId)(classActions.joinInvitation, { params: { a: id, b: actorId }, body: {} })

/** Monday 10:00 to 11:00. Besides its coach the club has its admin and a colleague who can teach it. */
async function givenClass(over: Omit<Partial<InvitationInput>, 'scene'> = {}) {
  const scene = await givenScene(db)
  const colleague = await givenColleague(scene)
  const id = await givenInvitation(db, { scene, courseDate: MONDAY, status: 'CONFIRMED', ...over })
  return { scene, colleague, id }
}

async function givenColleague({ companyId, courseId, venueId }: Scene, over: { nickname?: string } = {}) {
  const coachId = await givenCoach(db, { companyId, ...over })
  await db.insert(coachCourses).values({ coachId, courseId })
  await db.insert(coachVenues).values({ coachId, venueId, approveStatus: 1 })
  return coachId
}

const coachesHeld = async (id: string) => {
  const rows = await db.select().from(slotClaims).where(eq(slotClaims.holderId, id))
  return rows.filter(({ kind }) => kind === CLAIM_KIND.COACH).map(({ resourceId }) => resourceId)
}
const told = async (receiverId: string) =>
  (await db.select().from(messages).where(eq(messages.receiverId, receiverId))).map(({ title }) => title)

const refused = (call: () => Promise<unknown>, refusal: object) => expectRefusal(db, call, refusal)

describe('a player’s class goes to another coach', () => {
  test('the new coach has to agree; the half-hours of the former coach are free', async () => {
    const { scene, colleague, id } = await givenClass()
    const { playerId, coachId, venueId: stadiumId } = scene
    const gridOf = async (coach: string) => {
      const body = { coachId: coach, stadiumId, date: MONDAY }
      const grid = await signedInAs(await givenPlayer(db))(courtStatusForPlayer, { body })
      return grid.filter(({ timeIndex }) => timeIndex === 20).map(({ status }) => status)
    }
    expect([await gridOf(coachId), await gridOf(colleague)]).toEqual([
      ['COACH_OCCUPIED', 'COACH_OCCUPIED'],
      ['COURT_OCCUPIED'],
    ])
    expect(await change(id, colleague, playerId)).toMatchObject({
      coachId: colleague,
      invitationStatus: 'PENDING',
      confirmedAt: null,
      initiatorId: playerId,
      expiresAt: new Date('2026-05-02T12:00:00+08:00').toISOString(),
    })
    expect(await coachesHeld(id)).toEqual([colleague, colleague])
    expect([await gridOf(coachId), await gridOf(colleague)]).toEqual([
      ['COURT_OCCUPIED'],
      ['COACH_OCCUPIED', 'COACH_OCCUPIED'],
    ])
    expect([await told(colleague), await told(coachId), await told(playerId)]).toEqual([
      ['更换教练，等待您确认'],
      ['教练已更换'],
      [],
    ])
    const trail = await db.select().from(invitationEvents).orderBy(asc(invitationEvents.seq))
    expect(trail.at(-1)).toMatchObject({ action: 'change-coach', fromStatus: 'CONFIRMED', toStatus: 'PENDING' })
    expect(await db.select().from(contracts)).toMatchObject([{ heldSessions: 1 }])
    expect(await confirm(id, colleague)).toMatchObject({ invitationStatus: 'CONFIRMED', coachId: colleague })
  })

  test('by its coach and by the admin of the company too, and by nobody else', async () => {
    const joiner = await givenPlayer(db)
    const { scene, colleague, id } = await givenClass({ participantsCount: 2, joiners: [{ userId: joiner }] })
    const { adminId, coachId } = scene
    await refused(() => change(id, colleague, joiner), { status: 403, code: 'invitation_not_yours' })
    await refused(() => change(id, colleague, colleague), { status: 404, code: 'invitation_not_found' })
    expect(await change(id, colleague, coachId)).toMatchObject({ coachId: colleague })
    expect(await change(id, coachId, adminId)).toMatchObject({ coachId })
    expect(await change(id, adminId, adminId)).toMatchObject({ coachId: adminId })
    expect(await told(joiner)).toHaveLength(3)
  })

  test('once: a change to the same coach again has no effect, also after that coach agreed', async () => {
    const { scene, colleague, id } = await givenClass()
    const first = await change(id, colleague, scene.playerId)
    clock.set(new Date('2026-05-01T13:00:00+08:00'))
    expect(await change(id, colleague, scene.playerId)).toEqual(first)
    await confirm(id, colleague)
    expect(await change(id, colleague, scene.playerId)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    expect(await db.$count(invitationEvents)).toBe(4)
  })

  test('and no longer lies over the lock of the former coach, which has its half-hours back', async () => {
    const { scene, colleague, id } = await givenClass({ status: 'PENDING', useUnavailable: true })
    await givenCoachLock(db, { coachId: scene.coachId, day: MONDAY, beginTimeSlot: 19, endTimeSlot: 22 })
    await confirm(id, scene.coachId)
    expect(await db.$count(lockYields)).toBe(2)
    expect(await change(id, colleague, scene.playerId)).toMatchObject({ useUnavailable: false })
    expect(await db.$count(lockYields)).toBe(0)
    expect(await coachesHeld(id)).toEqual([colleague, colleague])
  })

  test('while it allows conflicts and waits, whether or not the new coach is free', async () => {
    const { scene, colleague, id } = await givenClass({ status: 'PENDING', useUnavailable: true })
    await givenCoachLock(db, { coachId: colleague, day: MONDAY, beginTimeSlot: 20, endTimeSlot: 22 })
    expect(await change(id, colleague, scene.playerId)).toMatchObject({ useUnavailable: true })
    expect(await coachesHeld(id)).toEqual([])
    expect(await confirm(id, colleague)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  })
})

describe('a change of coach is refused', () => {
  test('to a coach who is busy then, with other free times; half-hours of an expired request are free', async () => {
    const { scene, colleague, id } = await givenClass()
    const { playerId } = scene
    const other = await givenPlayer(db)
    const contractId = await givenContract(db, { userId: other, courseId: scene.courseId })
    const theirs = { scene: { ...scene, coachId: colleague, playerId: other, contractId }, courseDate: MONDAY }
    const courtId = scene.courtIds[1] ?? ''
    const at = new Date('2026-04-30T10:00:00+08:00')
    await givenInvitation(db, { ...theirs, courtId, beginTimeSlot: 21, at })
    expect(await change(id, colleague, playerId)).toMatchObject({ coachId: colleague })

    await givenInvitation(db, { ...theirs, scene: { ...theirs.scene, coachId: scene.adminId }, courtId })
    const refusal = { status: 409, code: 'coach_busy', message: '该教练此时段已被占用' }
    await refused(() => change(id, scene.adminId, playerId), { ...refusal, data: { clash: 'COACH' } })
    await givenCoachLock(db, { coachId: scene.coachId, day: MONDAY, beginTimeSlot: 18, endTimeSlot: 21 })
    const clash = await change(id, scene.coachId, playerId).catch((error: unknown) => error)
    expect(clash).toMatchObject(refusal)
    const { alternatives } = (clash as { data: classes.SlotClash }).data
    expect(alternatives[0]).toMatchObject({ beginTimeSlot: 21, endTimeSlot: 23 })
  })

  test('to a coach who does not fit', async () => {
    const { scene, id } = await givenClass()
    const { companyId, courseId, venueId, playerId } = scene
    const outsider = await givenCoach(db)
    const novice = await givenCoach(db, { companyId })
    await db.insert(coachVenues).values({ coachId: novice, venueId, approveStatus: 1 })
    const farAway = await givenCoach(db, { companyId })
    await db.insert(coachCourses).values({ coachId: farAway, courseId })
    await db.insert(coachVenues).values({ coachId: farAway, venueId, approveStatus: 0 })
    await refused(() => change(id, '987654321', playerId), { status: 404, code: 'coach_not_found' })
    await refused(() => change(id, playerId, playerId), { status: 404, code: 'coach_not_found' })
    await refused(() => change(id, outsider, playerId), { status: 400, code: 'coach_not_of_company' })
    await refused(() => change(id, novice, playerId), { status: 400, code: 'coach_not_of_course' })
    await refused(() => change(id, farAway, playerId), { status: 400, code: 'coach_not_at_venue' })
  })

  test('to a coach who plays in it', async () => {
    const scene = await givenScene(db)
    const colleague = await givenColleague(scene)
    const joiners = [{ userId: colleague }]
    const id = await givenInvitation(db, { scene, courseDate: MONDAY, participantsCount: 2, joiners })
    await refused(() => change(id, colleague, scene.playerId), { status: 400, code: 'invitation_with_oneself' })
  })

  test('for its player once cancelling costs hours, but not for its coach', async () => {
    const { scene, colleague, id } = await givenClass()
    clock.set(new Date('2026-05-03T10:00:01+08:00'))
    await refused(() => change(id, colleague, scene.playerId), { status: 409, code: 'invitation_edit_too_late' })
    expect(await change(id, colleague, scene.coachId)).toMatchObject({ coachId: colleague })
    clock.set(new Date(`${MONDAY}T10:00:00+08:00`))
    await refused(() => change(id, scene.coachId, scene.playerId), { code: 'invitation_started' })
  })
})

describe('a coach’s class goes to another coach', () => {
  const byCoach = { madeBy: 'coach', participantsCount: 2 } as const

  test('with players: it is confirmed when the new coach agrees, who then owns it', async () => {
    const { scene, colleague, id } = await givenClass(byCoach)
    const { coachId, playerId } = scene
    expect(await change(id, colleague, coachId)).toMatchObject({
      invitationStatus: 'PENDING',
      initiatorId: coachId,
      coachId: colleague,
      seatsTaken: 1,
    })
    expect(await told(playerId)).toEqual(['教练已更换'])
    expect(await join(id, playerId)).toMatchObject({ invitationStatus: 'PENDING' })
    await refused(() => confirm(id, coachId), { status: 403, code: 'invitation_not_yours' })
    expect(await confirm(id, colleague)).toMatchObject({ invitationStatus: 'CONFIRMED', initiatorId: colleague })
    expect(await told(coachId)).toEqual(['约课已确认'])
    await refused(() => change(id, coachId, coachId), { status: 404, code: 'invitation_not_found' })
  })

  test('without players: once the new coach agrees it waits for them, with the full time to answer', async () => {
    const { scene, colleague, id } = await givenClass({ ...byCoach, status: 'PENDING' })
    await change(id, colleague, scene.adminId)
    clock.set(new Date('2026-05-02T11:00:00+08:00'))
    const taken = await confirm(id, colleague)
    expect(taken).toMatchObject({
      invitationStatus: 'PENDING',
      initiatorId: colleague,
      confirmedAt: null,
      expiresAt: new Date('2026-05-03T11:00:00+08:00').toISOString(),
    })
    expect(await told(scene.playerId)).toEqual(['约课已确认'])
    expect(await confirm(id, colleague)).toEqual(taken)
    await givenRelation(db, colleague, scene.playerId)
    expect(await join(id, scene.playerId)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  })

  test('and a player who joins before the new coach agrees does not confirm it', async () => {
    const { scene, colleague, id } = await givenClass({ ...byCoach, status: 'PENDING' })
    await change(id, colleague, scene.coachId)
    expect(await join(id, scene.playerId)).toMatchObject({ invitationStatus: 'PENDING', seatsTaken: 1 })
    expect(await confirm(id, colleague)).toMatchObject({ invitationStatus: 'CONFIRMED', initiatorId: colleague })
  })

  test('and back before the new coach agrees: it belongs to its maker as before, without a confirmation', async () => {
    const { scene, colleague, id } = await givenClass({ ...byCoach, status: 'PENDING' })
    await change(id, colleague, scene.coachId)
    expect(await change(id, scene.coachId, scene.coachId)).toMatchObject({ coachId: scene.coachId })
    await refused(() => confirm(id, scene.coachId), { code: 'invitation_settled' })
    expect(await join(id, scene.playerId)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  })

  test.each([
    ['by the new coach', 'colleague'],
    ['by its maker', 'maker'],
    ['by the admin', 'admin'],
  ] as const)('and back %s: it stands again for the players who agreed, and asks nobody', async (_case, who) => {
    const { scene, colleague, id } = await givenClass(byCoach)
    const { coachId, playerId } = scene
    await change(id, colleague, coachId)
    const actorId = { colleague, maker: coachId, admin: scene.adminId }[who]
    expect(await change(id, coachId, actorId)).toMatchObject({ invitationStatus: 'CONFIRMED', coachId })
    expect(await coachesHeld(id)).toEqual([coachId, coachId])
    expect(await told(playerId)).toEqual(['教练已更换', '课程由原教练继续'])
    expect(await told(coachId)).toEqual(who === 'maker' ? [] : ['课程由原教练继续'])
    const asked = await db.select().from(messages).where(eq(messages.approveStatus, 0))
    expect(asked).toEqual([])
    clock.set(new Date('2026-05-03T20:00:00+08:00'))
    expect(await change(id, coachId, coachId)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  })

  test('to a coach who does not answer: it expires, and everything returns', async () => {
    const { scene, colleague, id } = await givenClass(byCoach)
    await change(id, colleague, scene.coachId)
    clock.set(new Date('2026-05-02T12:00:00+08:00'))
    await refused(() => confirm(id, colleague), { code: 'invitation_expired' })
    const { coachId, courseId: courseDesignId, venueId: stadiumId } = scene
    const span = { courseDate: MONDAY, beginTimeSlot: 20, endTimeSlot: 22 }
    const body = { coachId, courseDesignId, stadiumId, ...span }
    expect(await signedInAs(scene.playerId)(classActions.createByPlayer, { body })).toMatchObject({
      needContract: false,
    })
    expect(await db.select().from(contracts)).toMatchObject([{ remainingSessions: 10, heldSessions: 1 }])
  })
})

describe('who could take over', () => {
  const choices = (id: string, courseId: string, actorId: string) =>
    signedInAs(actorId)(classes.coachesOfCourse, { params: { id: courseId }, query: { invitationId: id } })

  test('are the other coaches of the company, the course and the venue; those who are free then come first', async () => {
    const { scene, colleague, id } = await givenClass()
    const { courseId, companyId, venueId, playerId, adminId, coachId } = scene
    await givenCoachLock(db, { coachId: adminId, day: MONDAY, beginTimeSlot: 21, endTimeSlot: 24 })
    await givenCoachLock(db, { coachId: colleague, day: MONDAY, beginTimeSlot: 22, endTimeSlot: 24 })
    const { venueId: elsewhere } = await givenVenue(db)
    const atOtherVenue = await givenCoach(db, { companyId })
    await db.insert(coachCourses).values({ coachId: atOtherVenue, courseId })
    await db.insert(coachVenues).values({ coachId: atOtherVenue, venueId: elsewhere, approveStatus: 1 })
    const withoutCourse = await givenCoach(db, { companyId })
    await db.insert(coachVenues).values({ coachId: withoutCourse, venueId, approveStatus: 1 })
    for (const actorId of [playerId, coachId, adminId]) {
      const found = await choices(id, courseId, actorId)
      expect(found.map((coach) => [coach.id, coach.isFree])).toEqual([
        [colleague, true],
        [adminId, false],
      ])
    }
    const all = await signedInAs(playerId)(classes.coachesOfCourse, { params: { id: courseId }, query: {} })
    expect(all.map(({ isFree }) => isFree)).toEqual([null, null, null, null])
  })

  test('exclude who is on leave that day, who is refused', async () => {
    const { scene, colleague, id } = await givenClass()
    const { courseId, playerId } = scene
    const listed = async () => (await choices(id, courseId, playerId)).map((coach) => coach.id)
    const goAwayOn = (day: string) =>
      signedInAs(colleague)(goAway, { body: { firstDay: day, lastDay: day, reason: 'MATCH' } })
    const { id: awayId } = await goAwayOn(addDays(MONDAY, 1))
    expect(await listed()).toContain(colleague)
    await signedInAs(colleague)(endAway, { params: { id: awayId } })
    await goAwayOn(MONDAY)
    expect(await listed()).not.toContain(colleague)
  })

  test('exclude its players; a coach whose time is held by an expired request is free', async () => {
    const scene = await givenScene(db)
    const [player, busy] = [await givenColleague(scene), await givenColleague(scene)]
    const joiners = [{ userId: player }]
    const id = await givenInvitation(db, { scene, courseDate: MONDAY, participantsCount: 2, joiners })
    const other = await givenPlayer(db)
    const contractId = await givenContract(db, { userId: other, courseId: scene.courseId })
    const at = new Date('2026-04-30T10:00:00+08:00')
    const stale = { ...scene, coachId: busy, playerId: other, contractId }
    await givenInvitation(db, { scene: stale, courtId: scene.courtIds[1] ?? '', courseDate: MONDAY, at })
    const found = await choices(id, scene.courseId, scene.playerId)
    expect(found.map((coach) => [coach.id, coach.isFree]).sort()).toEqual(
      [
        [busy, true],
        [scene.adminId, true],
      ].sort(),
    )
  })

  test('are shown only to people whom the class concerns', async () => {
    const joiner = await givenPlayer(db)
    const { scene, colleague, id } = await givenClass({ participantsCount: 2, joiners: [{ userId: joiner }] })
    const notFound = { status: 404, code: 'invitation_not_found' }
    await expect(choices(id, scene.courseId, colleague)).rejects.toMatchObject(notFound)
    await expect(choices('987654321', scene.courseId, scene.playerId)).rejects.toMatchObject(notFound)
    await expect(choices(id, scene.courseId, joiner)).rejects.toMatchObject({ code: 'invitation_not_yours' })
    await expect(choices(id, '987654321', scene.playerId)).rejects.toMatchObject({ code: 'course_not_found' })
  })
})
