import { getManagedClass, queryActiveClasses } from '@paidang/api/areas/activities/admin-classes'
import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { suspendUser } from '@paidang/api/areas/desks/admin-users'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { seats } from '../../../tables/classes.ts'
import { coachLeaveCases, coachLeaves } from '../../../tables/coach-leaves.ts'
import { coachCourses, companies, courses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'
import {
  givenCoach,
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { finishUnfinished } from './complete.ts'
import { expireStaleInvitations } from './expire-stale-invitations.ts'

// Nobody pays for what the club changed. Each player agrees for themselves, and leaves free until then.

const server = await startTestServer()
const { db, clock, signedInAs, asStaff } = server

/** Classes are tomorrow from 10:00 to 11:00. Cancelling costs hours from 10:00 today on. */
const at = (time: string, day = TOMORROW) => clock.set(new Date(`${day}T${time}+08:00`))
const HOURS = { free: '2026-05-01T08:00:00+08:00', late: '2026-05-01T20:00:00+08:00' }

const join = (id: string, actorId: string) =>
  signedInAs(actorId)(classActions.joinInvitation, { params: { a: id, b: actorId }, body: {} })
const leave = (id: string, actorId: string) =>
  signedInAs(actorId)(classActions.cancelByPlayer, { params: { id }, body: {} })
const finish = (id: string, actorId: string) => signedInAs(actorId)(classActions.finishInvitation, { params: { id } })
const sign = (id: string, actorId: string, ...attendances: { userId: string; attendance: 'present' | 'leave' }[]) =>
  signedInAs(actorId)(classActions.signInvitation, { params: { id }, body: { attendances } })
const callOff = (id: string, actorId: string) =>
  signedInAs(actorId)(classActions.cancelByCoach, { params: { id }, body: {} })
const change = (id: string, coachId: string, actorId: string) =>
  signedInAs(actorId)(classActions.changeCoach, { params: { a: id, b: coachId } })
const confirm = (id: string, actorId: string) => signedInAs(actorId)(classActions.confirmInvitation, { params: { id } })
const infoOf = (id: string, actorId: string) => signedInAs(actorId)(classes.getFullInfo, { params: { id }, query: {} })

/** A coach of the same company who teaches the course at the venue. */
async function givenColleague({ companyId, courseId, venueId }: Scene): Promise<string> {
  const coachId = await givenCoach(db, { companyId })
  await db.insert(coachCourses).values({ courseId, coachId })
  await db.insert(coachVenues).values({ coachId, venueId, approveStatus: 1 })
  return coachId
}

/** A coach's class for three, with two players. The company forgives no late cancellation. */
async function givenGroup() {
  clock.set(new Date(HOURS.free))
  const scene = await givenScene(db)
  await db.update(companies).set({ forgivenLateCancels: 0 })
  const mate = await givenPlayer(db)
  await givenRelation(db, scene.coachId, mate)
  const mateContract = await givenContract(db, { userId: mate, courseId: scene.courseId })
  const joiners = [
    { userId: scene.playerId, contractId: scene.contractId },
    { userId: mate, contractId: mateContract },
  ]
  const input = { scene, madeBy: 'coach', status: 'CONFIRMED', participantsCount: 3, joiners } as const
  const id = await givenInvitation(db, { ...input, at: clock.now() })
  return { scene, id, first: scene.playerId, mate, mateContract }
}

const edit = (id: string, scene: Scene, over: Partial<classActions.UpdateInvitation> = {}) =>
  signedInAs(scene.coachId)(classActions.updateBySelf, {
    params: { id },
    body: {
      ...{ coachId: scene.coachId, courseDesignId: scene.courseId, stadiumId: scene.venueId, selectedCourt: 0 },
      ...{ courseDate: TOMORROW, beginTimeSlot: 22, endTimeSlot: 24, participantsCount: 3, ...over },
    },
  })

const balances = async () => {
  const rows = await db.select().from(contracts).orderBy(contracts.id)
  return rows.map(({ remainingSessions, heldSessions }) => [remainingSessions, heldSessions])
}

describe('a class that its coach moved', () => {
  test('is confirmed by players who agree; the other is still asked, and leaves free to the last minute', async () => {
    const { scene, id, first, mate } = await givenGroup()
    clock.set(new Date(HOURS.late))
    expect(await edit(id, scene)).toMatchObject({ invitationStatus: 'PENDING' })
    expect(await join(id, first)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    const { reqUser, responsePlayers } = await infoOf(id, mate)
    expect([reqUser.mustAgree, reqUser.cancellation]).toMatchObject([true, { reason: 'changed', lostSessions: 0 }])
    expect(responsePlayers.map(({ mustAgree }) => mustAgree)).toEqual([false, true])
    const operator = asStaff('operator')
    const { rows } = await operator(queryActiveClasses, { query: { current: 1, rows: 10 } })
    expect(rows.flatMap(({ players }) => players.map(({ mustAgree }) => mustAgree))).toEqual([false, true])
    const managed = await operator(getManagedClass, { params: { id } })
    expect(managed.seats.map(({ mustAgree }) => mustAgree)).toEqual([false, true])
    expect((await infoOf(id, first)).reqUser.cancellation).toMatchObject({ reason: 'late', lostSessions: 1 })
    at('10:59:59')
    await leave(id, mate)
    expect(await balances()).toEqual([
      [10, 1],
      [10, 0],
    ])
  })

  test.each([
    ['the coach signs', true],
    ['the clock', false],
  ])('costs nothing for a player who has not agreed when it is held: %s', async (_by, isSigned) => {
    const { scene, id, first, mate } = await givenGroup()
    await edit(id, scene)
    await join(id, first)
    at('11:30:00')
    if (isSigned) {
      const asPresent = () => sign(id, scene.coachId, { userId: mate, attendance: 'present' })
      await expectRefusal(db, asPresent, { status: 409, code: 'attendance_not_agreed' })
      await sign(id, scene.coachId)
      await finish(id, scene.coachId)
    } else {
      at('12:00:00', '2026-05-03')
      expect(await runJob(server, finishUnfinished)).toEqual([])
    }
    expect(await balances()).toEqual([
      [9, 0],
      [10, 0],
    ])
    const held = await db.select().from(seats).orderBy(seats.userId)
    expect(held.map(({ attendance }) => attendance)).toEqual(['present', 'leave'])
  })

  test('can be agreed to on the court, until it is completed; then it costs as usual', async () => {
    const { scene, id, first, mate } = await givenGroup()
    await edit(id, scene)
    await join(id, first)
    at('11:30:00')
    await sign(id, scene.coachId)
    expect(await join(id, mate)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    await finish(id, scene.coachId)
    expect(await balances()).toEqual([
      [9, 0],
      [9, 0],
    ])
    await expectRefusal(db, () => join(id, mate), { status: 409, code: 'invitation_settled' })
  })

  test('can be agreed to only as it was seen, not after another change', async () => {
    const { scene, id, first, mate } = await givenGroup()
    const agree = (revision: number) =>
      signedInAs(first)(classActions.joinInvitation, { params: { a: id, b: first }, body: { revision } })
    const seen = async () => (await infoOf(id, first)).invitation.revision
    await edit(id, scene)
    const earlier = await seen()
    at('09:00:00', '2026-05-01')
    await edit(id, scene, { beginTimeSlot: 24, endTimeSlot: 26 })
    await expectRefusal(db, () => agree(earlier), {
      status: 409,
      code: 'revision_outdated',
      message: '时间已改为 5.2 12:00–13:00，请核对后再操作',
    })
    const later = await seen()
    for (let round = 0; round < 2; round++) expect(await agree(later)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    expect((await infoOf(id, first)).reqUser.mustAgree).toBe(false)
    // A client that does not send what it has seen agrees to the present state.
    expect((await infoOf(id, mate)).reqUser.mustAgree).toBe(true)
    await join(id, mate)
    expect((await infoOf(id, mate)).reqUser.mustAgree).toBe(false)
  })

  test('can be agreed to on the court by the first player, and recorded: a player who has not agreed pays nothing', async () => {
    const { scene, id, first } = await givenGroup()
    clock.set(new Date(HOURS.late))
    await edit(id, scene)
    at('11:30:00')
    expect(await runJob(server, expireStaleInvitations)).toEqual([])
    await expectRefusal(db, () => sign(id, scene.coachId), { status: 409, code: 'invitation_settled' })
    expect(await join(id, first)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    await sign(id, scene.coachId)
    await finish(id, scene.coachId)
    expect(await balances()).toEqual([
      [9, 0],
      [10, 0],
    ])
  })

  test('expires a day after its end when nobody agreed; an earlier late leaver gets the hour back', async () => {
    const { scene, id, first, mate } = await givenGroup()
    clock.set(new Date(HOURS.late))
    await leave(id, mate)
    expect((await balances())[1]).toEqual([9, 0])
    await edit(id, scene)
    at('11:59:59', '2026-05-03')
    await runJob(server, expireStaleInvitations)
    expect((await infoOf(id, first)).invitation.invitationStatus).toBe('PENDING')
    at('12:00:00', '2026-05-03')
    for (let round = 0; round < 2; round++) await runJob(server, expireStaleInvitations)
    expect((await infoOf(id, first)).invitation.invitationStatus).toBe('EXPIRED')
    expect(await balances()).toEqual([
      [10, 0],
      [10, 0],
    ])
  })

  test('that expires because all left late gives nobody the hour back', async () => {
    const { id, first, mate } = await givenGroup()
    clock.set(new Date(HOURS.late))
    for (const player of [mate, first]) await leave(id, player)
    at('10:00:00')
    await runJob(server, expireStaleInvitations)
    expect((await infoOf(id, first)).invitation.invitationStatus).toBe('EXPIRED')
    expect(await balances()).toEqual([
      [9, 0],
      [9, 0],
    ])
  })

  test('waits again for those who still have to agree when the last player who agreed leaves', async () => {
    const { scene, id, first, mate } = await givenGroup()
    clock.set(new Date(HOURS.late))
    await edit(id, scene)
    await join(id, first)
    expect(await leave(id, first)).toMatchObject({ invitationStatus: 'PENDING', seatsTaken: 1 })
    at('11:30:00')
    expect(await join(id, mate)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  })

  test('can be taken over on the court when it is handed over shortly before', async () => {
    const { scene, id } = await givenGroup()
    const other = await givenColleague(scene)
    at('09:50:00')
    await change(id, other, scene.adminId)
    at('10:05:00')
    expect(await confirm(id, other)).toMatchObject({ invitationStatus: 'CONFIRMED' })
    await finish(id, other)
    expect((await balances()).map(([remaining]) => remaining)).toEqual([9, 9])
  })

  test('asks for no new agreement to more seats or guests', async () => {
    const { scene, id, mate } = await givenGroup()
    const guest = await givenPlayer(db)
    await givenRelation(db, scene.coachId, guest)
    const stays = { beginTimeSlot: 20, endTimeSlot: 22 }
    const changed = await edit(id, scene, { ...stays, participantsCount: 2, studentIds: [guest] })
    expect(changed).toMatchObject({ invitationStatus: 'CONFIRMED', participantsCount: 2 })
    expect((await infoOf(id, mate)).reqUser.mustAgree).toBe(false)
    expect(await balances()).toEqual([
      [10, 1],
      [10, 1],
    ])
  })

  test('taken over by another coach is confirmed only by players who agree', async () => {
    const { scene, id, first } = await givenGroup()
    const other = await givenColleague(scene)
    await edit(id, scene)
    await change(id, other, scene.coachId)
    expect(await confirm(id, other)).toMatchObject({ invitationStatus: 'PENDING', initiatorId: other })
    expect(await join(id, first)).toMatchObject({ invitationStatus: 'CONFIRMED' })
  })
})

describe('late, a player leaves free after the club changed what they booked', () => {
  const suspend = ({ coachId }: Scene) =>
    asStaff('operator')(suspendUser, { params: { id: coachId }, body: { reason: '违规', lastDay: null } })
  const CHANGES: Record<string, (scene: Scene, id: string) => Promise<unknown>> = {
    'the coach is suspended': suspend,
    'the venue is closed': ({ venueId }) => db.update(venues).set({ approveStatus: 2 }).where(eq(venues.id, venueId)),
    'the course is removed': ({ courseId }) =>
      db.update(courses).set({ delFlag: true }).where(eq(courses.id, courseId)),
    'the coach was changed by the company': async (scene, id) => {
      const colleague = await givenColleague(scene)
      await change(id, colleague, scene.adminId)
      await confirm(id, colleague)
    },
  }
  test.each(Object.keys(CHANGES))('%s', async (name) => {
    const { scene, id, mate } = await givenGroup()
    clock.set(new Date(HOURS.late))
    const quote = async () => (await infoOf(id, mate)).reqUser.cancellation
    expect(await quote()).toMatchObject({ reason: 'late', lostSessions: 1 })
    await CHANGES[name]?.(scene, id)
    expect((await infoOf(id, mate)).coach.isAway).toBe(name === 'the coach is suspended')
    expect(await quote()).toMatchObject({ reason: 'changed', lostSessions: 0 })
  })
})

describe('the cost of leaving late', () => {
  test('comes back to a player who takes the seat again, and the held class is paid once', async () => {
    const { scene, id, mate, mateContract } = await givenGroup()
    clock.set(new Date(HOURS.late))
    await leave(id, mate)
    expect((await balances())[1]).toEqual([9, 0])
    await join(id, mate)
    expect((await balances())[1]).toEqual([10, 1])
    at('11:30:00')
    await finish(id, scene.coachId)
    expect((await balances())[1]).toEqual([9, 0])
    const rows = await db
      .select()
      .from(lessonLedger)
      .where(eq(lessonLedger.contractId, mateContract))
      .orderBy(lessonLedger.seq)
    expect(rows.slice(1).map(({ kind, round }) => [kind, round])).toEqual([
      ['HOLD', 1],
      ['CONSUME', 1],
      ['REFUND', 1],
      ['HOLD', 2],
      ['CONSUME', 2],
    ])
  })

  test('comes back when the coach who handed the class over calls it off, and its player is notified', async () => {
    const { scene, id, mate } = await givenGroup()
    const colleague = await givenColleague(scene)
    clock.set(new Date(HOURS.late))
    await leave(id, mate)
    await change(id, colleague, scene.coachId)
    for (let round = 0; round < 2; round++) await leave(id, scene.coachId)
    expect(await balances()).toEqual([
      [10, 0],
      [10, 0],
    ])
    const toMate = await db.select().from(messages).where(eq(messages.receiverId, mate)).orderBy(messages.id)
    expect(toMate.at(-1)?.content).toMatch(/已取消：.+；你逾时退出时扣除的课时已退回$/)
  })

  test('comes back when the coach calls the class off, once', async () => {
    const { scene, id, mate } = await givenGroup()
    clock.set(new Date(HOURS.late))
    await leave(id, mate)
    for (let round = 0; round < 2; round++) await callOff(id, scene.coachId)
    expect(await balances()).toEqual([
      [10, 0],
      [10, 0],
    ])
  })

  test('uses up forgiveness only where hours were really forgiven, and not after they came back', async () => {
    const { scene, id, mate } = await givenGroup()
    await db.update(companies).set({ forgivenLateCancels: 1 })
    const own = await givenInvitation(db, {
      ...{ scene, madeBy: 'coach', status: 'CONFIRMED', participantsCount: 2, beginTimeSlot: 30, at: clock.now() },
      joiners: [{ userId: mate, contractId: (await seatOf(id, mate))?.contractId ?? '' }],
    })
    clock.set(new Date(HOURS.late))
    const reasonOf = async (of: string) => (await infoOf(of, mate)).reqUser.cancellation?.reason
    expect([await reasonOf(id), await reasonOf(own)]).toEqual(['forgiven', 'forgiven'])
    await leave(id, mate)
    expect(await reasonOf(own)).toBe('late')
    await join(id, mate)
    expect(await reasonOf(own)).toBe('forgiven')
    await leave(id, mate)
    expect(await reasonOf(own)).toBe('late')
    await callOff(id, scene.coachId)
    expect(await reasonOf(own)).toBe('forgiven')
    const toMate = await db.select().from(messages).where(eq(messages.receiverId, mate)).orderBy(messages.id)
    expect(toMate.at(-1)?.content).toMatch(/已取消：.+；你的逾时退出不再计入免扣次数$/)
  })
})

test.each([
  ['is away that day', { cause: 'AWAY', firstDay: TOMORROW, lastDay: TOMORROW }, 'changed'],
  ['is away the day after', { cause: 'AWAY', firstDay: '2026-05-03', lastDay: '2026-05-03' }, 'late'],
  ['was back before', { cause: 'AWAY', firstDay: TOMORROW, lastDay: TOMORROW, endedAt: new Date(HOURS.late) }, 'late'],
  ['has left', { cause: 'LEFT' }, 'changed'],
] as const)('late cancelling costs nothing where the coach %s: %o', async (_what, leave, reason) => {
  const { scene, id, mate } = await givenGroup()
  const { coachId, companyId } = scene
  const away = leave.cause === 'AWAY' ? { reason: 'ILLNESS' as const, madeBy: coachId } : {}
  const times = { createdAt: clock.now() }
  const [made] = await db
    .insert(coachLeaves)
    .values({ ...leave, ...away, ...times, coachId })
    .returning()
  const asked = { leaveId: made?.id ?? '', coachId, companyId, playerId: mate, dueAt: new Date('2026-05-16T00:00:00Z') }
  if (leave.cause === 'LEFT') await db.insert(coachLeaveCases).values({ ...asked, ...times })
  clock.set(new Date(HOURS.late))
  const { cancellation } = (await infoOf(id, mate)).reqUser
  expect(cancellation).toMatchObject({ reason, lostSessions: reason === 'late' ? 1 : 0 })
})

const seatOf = async (id: string, userId: string) =>
  (await db.select().from(seats).where(eq(seats.invitationId, id))).find((seat) => seat.userId === userId)
