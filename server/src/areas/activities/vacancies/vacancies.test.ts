import { cancelBall, leaveBall } from '@paidang/api/areas/activities/balls'
import { cancelByPlayer } from '@paidang/api/areas/activities/class-actions'
import { createCoachLock, deleteCoachLock } from '@paidang/api/areas/activities/locks'
import * as api from '@paidang/api/areas/activities/vacancies'
import { addToBlacklist } from '@paidang/api/areas/ground/blacklist'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballGames } from '../../../tables/balls.ts'
import { invitations } from '../../../tables/classes.ts'
import { messages, outbox } from '../../../tables/messages.ts'
import { slotClaims, venueLocks } from '../../../tables/schedule.ts'
import { vacancies, vacancyAlerts, vacancyOffers } from '../../../tables/vacancies.ts'
import { courts } from '../../../tables/venues.ts'
import {
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  givenVenueLock,
  type Scene,
  TEST_NOW,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { cleanupAlerts, tellVacancies } from './tell.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server

const MINUTE_MS = 60_000
const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * MINUTE_MS))
const at = (text: string) => clock.set(new Date(`2026-05-${text}:00+08:00`))
const tell = async () => expect(await runJob(server, tellVacancies)).toEqual([])

const TIMES = {
  firstDay: TOMORROW,
  lastDay: TOMORROW,
  weekdays: [6],
  beginTimeSlot: 20,
  endTimeSlot: 22,
  length: 2,
}
type Over = Record<string, unknown>
const ask = (scene: Scene, playerId: string, over: Over = {}) =>
  signedInAs(playerId)(api.createVacancyAlert, {
    body: {
      kind: 'CLASS',
      coachId: scene.coachId,
      courseId: scene.courseId,
      stadiumId: scene.venueId,
      ...TIMES,
      ...over,
    },
  })
const mine = (playerId: string) => signedInAs(playerId)(api.myVacancyAlerts, {})
const book = (playerId: string, id: string, body: object = { day: TOMORROW, beginTimeSlot: 20, selectedCourt: 0 }) =>
  signedInAs(playerId)(api.bookVacancy, { params: { id }, body })
const cancel = ({ playerId }: Scene, id: string) =>
  signedInAs(playerId)(cancelByPlayer, { params: { id }, body: { reason: '临时有事' } })
const told = async () =>
  (await db.select().from(messages).where(eq(messages.objectKind, 'vacancy_alert')).orderBy(asc(messages.id))).map(
    ({ receiverId }) => receiverId,
  )

/** A class tomorrow at 10:00 in the only hour of the coach that somebody wants, and students who would like it. */
async function givenFull(students: number) {
  at('01 12:00')
  await db.delete(vacancies)
  await db.delete(outbox)
  await db.delete(messages)
  const scene = await givenScene(db)
  const classId = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const people: string[] = []
  for (let index = 0; index < students; index++) {
    const id = await givenPlayer(db)
    await givenRelation(db, scene.coachId, id)
    await givenContract(db, { userId: id, courseId: scene.courseId, coachId: scene.coachId, sessions: 10 })
    people.push(id)
  }
  return { scene, classId, people }
}

test('who asks on a full grid is told once another one cancels, and books it with one press', async () => {
  const { scene, classId, people } = await givenFull(1)
  const [player = ''] = people
  const alert = await ask(scene, player)
  expect(alert).toMatchObject({ state: 'WAITING', offers: [], length: 2, weekdays: [6] })
  expect(await ask(scene, player)).toMatchObject({ id: alert.id })
  await tell()
  expect(await told()).toEqual([])
  await cancel(scene, classId)
  await tell()
  expect(await told()).toEqual([player])
  const [shown] = await mine(player)
  expect(shown?.offers).toMatchObject([{ day: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22, isFree: true }])
  const { invitationId } = await book(player, alert.id, shown?.offers[0] && pressOf(shown.offers[0]))
  const [made] = await db
    .select()
    .from(invitations)
    .where(eq(invitations.id, invitationId ?? '0'))
  expect(made).toMatchObject({
    initiatorId: player,
    beginTimeSlot: 20,
    invitationStatus: 'PENDING',
    needContract: false,
  })
  expect(await mine(player)).toMatchObject([{ state: 'BOOKED', offers: [{ isFree: false }] }])
  // Another device still shows the press.
  const booked = { status: 409, code: 'alert_booked', message: '这条提醒您已约上，不用再约' }
  await expectRefusal(db, () => book(player, alert.id), booked)
  await tell()
  expect([await told(), await db.$count(vacancies)]).toEqual([[player], 0])
})

const pressOf = ({ day, beginTimeSlot, selectedCourt }: api.Vacancy) => ({
  day,
  beginTimeSlot,
  selectedCourt: selectedCourt ?? 0,
})

test('while nobody waits for it nothing is noted, and what is taken again is told to nobody', async () => {
  const { scene, classId, people } = await givenFull(2)
  const [player = '', other = ''] = people
  await cancel(scene, classId)
  expect(await db.$count(vacancies)).toBe(0)
  const again = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await ask(scene, player, { weekdays: [0], lastDay: '2026-05-10' })
  await db.update(vacancyAlerts).set({ state: 'ENDED', endedAt: TEST_NOW })
  await ask(scene, player)
  await cancel(scene, again)
  expect(await db.$count(vacancies)).toBeGreaterThan(0)
  await signedInAs(other)(api.createVacancyAlert, {
    body: { kind: 'CLASS', coachId: scene.coachId, courseId: scene.courseId, stadiumId: scene.venueId, ...TIMES },
  })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await tell()
  expect([await told(), await db.$count(vacancies)]).toEqual([[], 0])
})

test('three are told at once in the order in which they asked, and the next half an hour later if it is still free', async () => {
  const { scene, classId, people } = await givenFull(5)
  for (const person of people) await ask(scene, person)
  await cancel(scene, classId)
  await Promise.all([tell(), tell()])
  expect(await told()).toEqual(people.slice(0, 3))
  later(29)
  await tell()
  expect(await told()).toHaveLength(3)
  later(1)
  await tell()
  expect(await told()).toEqual(people)
  await tell()
  expect([await told(), await db.$count(vacancies)]).toEqual([people, 0])
})

test('at night nobody is told, unless it is for that very day', async () => {
  const { scene, classId, people } = await givenFull(1)
  const [player = ''] = people
  await ask(scene, player)
  await cancel(scene, classId)
  at('01 21:00')
  await tell()
  expect(await told()).toEqual([])
  at('02 07:59')
  await db.update(vacancies).set({ dueAt: null })
  await tell()
  expect(await told()).toEqual([player])
})

test('somebody who was slower reads 已被约走 with what else is free, and books that', async () => {
  const { scene, classId, people } = await givenFull(2)
  const [quick = '', slow = ''] = people
  const mineFirst = await ask(scene, quick)
  const other = await ask(scene, slow, { lastDay: '2026-05-03', weekdays: [0, 6] })
  expect(other.offers).toMatchObject([{ day: '2026-05-03' }])
  await cancel(scene, classId)
  await tell()
  await book(quick, mineFirst.id)
  const next = { day: '2026-05-03', beginTimeSlot: 20, endTimeSlot: 22, selectedCourt: 0, isFree: true }
  const taken = {
    status: 409,
    code: 'vacancy_taken',
    message: '已被约走',
    data: { next: expect.objectContaining(next) },
  }
  await expectRefusal(db, () => book(slow, other.id), taken)
  await book(slow, other.id, { day: '2026-05-03', beginTimeSlot: 20, selectedCourt: 0 })
  await expectRefusal(db, () => book(slow, other.id), { code: 'alert_booked' })
})

test('whose hour has come, or whose game was called off, reads that and not that it was taken', async () => {
  const { scene, classId, people } = await givenFull(1)
  const [player = ''] = people
  const alert = await ask(scene, player)
  const [host, other] = [await givenPlayer(db, { level: 3 }), await givenPlayer(db, { level: 3 })]
  const ballId = await givenBall(db, { playerIds: [host, other], maxPlayers: 2, feeFen: 0, feeMode: 'INITIATOR' })
  const game = { ...TIMES, beginTimeSlot: 30, endTimeSlot: 44, length: 1 }
  const own = await signedInAs(player)(api.createVacancyAlert, { body: { kind: 'GAME', sport: 'tennis', ...game } })
  await cancel(scene, classId)
  await signedInAs(host)(cancelBall, { body: { id: ballId } })
  const data = { next: null }
  await expectRefusal(db, () => book(player, own.id, { ballId }), { status: 409, code: 'vacancy_called_off', data })
  at('02 10:00')
  await expectRefusal(db, () => book(player, alert.id), { status: 409, code: 'vacancy_past', data })
})

test('fifty who press at once: one has the time, and the others read that it was taken', async () => {
  for (let round = 0; round < raceRounds(8); round++) {
    const { scene, classId, people } = await givenFull(50)
    const alerts: api.VacancyAlert[] = []
    for (const person of people) alerts.push(await ask(scene, person))
    await cancel(scene, classId)
    await tell()
    const pressed = await Promise.allSettled(people.map((person, index) => book(person, alerts[index]?.id ?? '')))
    const codes = pressed.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(codes).toEqual(Array(49).fill('vacancy_taken'))
    const booked = await db.select().from(vacancyAlerts).where(eq(vacancyAlerts.state, 'BOOKED'))
    expect(booked.filter(({ coachId }) => coachId === scene.coachId)).toHaveLength(1)
    expect(await db.$count(invitations, eq(invitations.invitationStatus, 'PENDING'))).toBe(
      round + 1 + (await earlier()),
    )
  }
})
/** Requests that other tests of this file left. */
const earlier = async () =>
  (
    await db
      .select()
      .from(invitations)
      .where(sql`invitation_status = 'PENDING' and coach_id not in (
    select coach_id from vacancy_alerts group by coach_id having count(*) >= 50)`)
  ).length

test('the end of a lock, and a new court, tell who waits', async () => {
  const { scene, people } = await givenFull(2)
  const [player = '', other = ''] = people
  const span = { beginTimeSlot: 28, endTimeSlot: 30 }
  const [lock] = await signedInAs(scene.coachId)(createCoachLock, { body: { date: TOMORROW, ...span } })
  await ask(scene, player, span)
  await signedInAs(scene.coachId)(deleteCoachLock, { params: { id: lock?.id ?? '' }, query: {} })
  await tell()
  expect(await told()).toEqual([player])
  for (const courtId of scene.courtIds) await givenVenueLock(db, { courtId, beginTimeSlot: 32, endTimeSlot: 34 })
  const late = { beginTimeSlot: 32, endTimeSlot: 34 }
  const own = await ask(scene, other, {
    ...late,
    kind: 'COURT',
    sport: 'tennis',
    coachId: undefined,
    courseId: undefined,
  })
  expect(own.offers).toEqual([])
  await db.insert(courts).values({ venueId: scene.venueId, courtIndex: 9, courtCode: 'K9', name: '9号场' })
  await tell()
  expect(await told()).toEqual([player, other])
  const { ballId } = await book(other, own.id, { day: TOMORROW, beginTimeSlot: 32, selectedCourt: 9 })
  const [game] = await db
    .select()
    .from(ballGames)
    .where(eq(ballGames.id, ballId ?? '0'))
  expect(game).toMatchObject({ initiatorId: other, status: 'OPEN', isPublic: false, title: '约球', feeFen: 0 })
})

test('a court tells who waits for one only where every court was taken, and tells each person once', async () => {
  const { scene, classId, people } = await givenFull(2)
  const [player = '', other = ''] = people
  const court = { kind: 'COURT', sport: 'tennis', coachId: undefined, courseId: undefined }
  expect(await ask(scene, player, court)).toMatchObject({ offers: [{ isFree: true }] })
  await db.delete(vacancyOffers)
  await cancel(scene, classId)
  await tell()
  expect([await told(), await db.$count(vacancies)]).toEqual([[], 0])
  const locks = await Promise.all(scene.courtIds.map((courtId) => givenVenueLock(db, { courtId })))
  for (const beginTimeSlot of [20, 19])
    expect(await ask(scene, other, { ...court, beginTimeSlot })).toMatchObject({ offers: [] })
  // Two end before anybody is told: neither counts as free all along for the other.
  for (const id of locks.slice(0, 2)) {
    await db.delete(slotClaims).where(eq(slotClaims.holderId, id))
    await db.delete(venueLocks).where(eq(venueLocks.id, id))
  }
  await tell()
  expect(await told()).toEqual([player, other])
})

test('a seat of a full game goes to its waiting list first, then to who waits for any game', async () => {
  await givenFull(0)
  const [host, leaver, waiter, player] = await Promise.all([1, 2, 3, 4].map(() => givenPlayer(db, { level: 3 })))
  if (!host || !leaver || !waiter || !player) throw new Error('nobody')
  const ballId = await givenBall(db, { playerIds: [host, leaver], maxPlayers: 2, feeFen: 0, feeMode: 'INITIATOR' })
  const times = { ...TIMES, beginTimeSlot: 30, endTimeSlot: 44, length: 1 }
  const own = await signedInAs(player)(api.createVacancyAlert, { body: { kind: 'GAME', sport: 'tennis', ...times } })
  expect(own.offers).toEqual([])
  await signedInAs(leaver)(leaveBall, { body: { id: ballId } })
  await tell()
  expect(await told()).toEqual([player])
  expect(await book(player, own.id, { ballId })).toEqual({ invitationId: null, ballId })
  expect(await mine(player)).toMatchObject([{ state: 'BOOKED' }])
})

test('nobody has six alerts, waits for a coach who cannot be booked, or for no day', async () => {
  const { scene, people } = await givenFull(2)
  const [player = '', other = ''] = people
  const asks = [24, 26, 28, 30, 32].map((beginTimeSlot) =>
    ask(scene, player, { beginTimeSlot, endTimeSlot: beginTimeSlot + 2 }),
  )
  const [first] = await Promise.all(asks)
  await expectRefusal(db, () => ask(scene, player), { status: 409, code: 'alerts_too_many' })
  await signedInAs(player)(api.endVacancyAlert, { params: { id: first?.id ?? '' }, body: {} })
  await ask(scene, player)
  await expectRefusal(db, () => ask(scene, other, { weekdays: [3] }), { code: 'alert_days_invalid' })
  await expectRefusal(db, () => ask(scene, other, { lastDay: '2026-08-01' }), { code: 'alert_days_too_far' })
  await expectRefusal(db, () => ask(scene, other, { length: 3 }), { code: 'alert_hours_too_short' })
  await expectRefusal(db, () => ask(scene, other, { coachId: undefined }), { code: 'alert_subject_missing' })
  await signedInAs(other)(addToBlacklist, { params: { id: scene.coachId } })
  await expectRefusal(db, () => ask(scene, other), { code: 'coach_unavailable' })
})

test('an alert is moved by its person alone, ends after its last day, and is forgotten', async () => {
  const { scene, people } = await givenFull(2)
  const [player = '', other = ''] = people
  const { id } = await ask(scene, player)
  const until = (who: string, lastDay: string) =>
    signedInAs(who)(api.extendVacancyAlert, { params: { id }, body: { lastDay } })
  await expectRefusal(db, () => until(other, '2026-05-09'), { status: 404, code: 'alert_not_found' })
  expect(await until(player, '2026-05-09')).toMatchObject({ lastDay: '2026-05-09' })
  at('10 08:00')
  await tell()
  expect(await mine(player)).toMatchObject([{ state: 'EXPIRED' }])
  await expectRefusal(db, () => until(player, '2026-05-16'), { code: 'alert_ended' })
  clock.set(new Date('2026-06-09T09:00:00+08:00'))
  expect(await runJob(server, cleanupAlerts)).toEqual([])
  expect([await mine(player), await db.$count(vacancyOffers, sql`alert_id = ${id}`)]).toEqual([[], 0])
})
