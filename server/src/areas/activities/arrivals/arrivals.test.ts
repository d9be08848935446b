import * as api from '@paidang/api/areas/activities/arrivals'
import { createBall, getBallDetail } from '@paidang/api/areas/activities/balls'
import { finishInvitation, signInvitation } from '@paidang/api/areas/activities/class-actions'
import { getFullInfo } from '@paidang/api/areas/activities/classes'
import { createVacancyAlert } from '@paidang/api/areas/activities/vacancies'
import { getVenue, setReleaseRule } from '@paidang/api/areas/places/venues'
import { courtStatusOfVenue } from '@paidang/api/areas/time/schedule'
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { arrivals, courtReleases } from '../../../tables/arrivals.ts'
import { invitations } from '../../../tables/classes.ts'
import { messages } from '../../../tables/messages.ts'
import { CLAIM_KIND, slotClaims } from '../../../tables/schedule.ts'
import { coachVenues, releaseRuleChanges } from '../../../tables/venues.ts'
import { FORM } from '../../../testing/ball-players.ts'
import {
  givenCoach,
  givenContract,
  givenPlayer,
  givenScene,
  givenVenueLock,
  only,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { cutAtEachStatement } from '../../../testing/cut-at-each-statement.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { finishBalls } from '../balls/clock.ts'
import { finishUnfinished } from '../classes/complete.ts'
import { tellVacancies } from '../vacancies/tell.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server

const at = (text: string) => clock.set(new Date(`2026-05-${text}+08:00`))
const arrive = (userId: string, id: string) => signedInAs(userId)(api.arriveAtClass, { params: { id } })
const arriveAtGame = (userId: string, id: string) => signedInAs(userId)(api.arriveAtBall, { params: { id } })
const release = (userId: string, kind: 'class' | 'ball', id: string) =>
  signedInAs(userId)(api.releaseCourt, { body: { kind, id } })
const refused = (code: string, call: () => Promise<unknown>, status = 409) => expectRefusal(db, call, { status, code })

const heldCells = async (holderId: string, kind: keyof typeof CLAIM_KIND) =>
  (
    await db
      .select({ halfHour: slotClaims.halfHour })
      .from(slotClaims)
      .where(and(eq(slotClaims.holderId, holderId), eq(slotClaims.kind, CLAIM_KIND[kind])))
      .orderBy(asc(slotClaims.halfHour))
  ).map(({ halfHour }) => halfHour)

const told = async (objectId: string) =>
  (
    await db
      .select()
      .from(messages)
      .where(and(eq(messages.objectId, objectId), eq(messages.title, '场地已释放')))
      .orderBy(asc(messages.receiverId))
  ).map(({ receiverId, content }) => ({ receiverId, content }))

type Place = Scene & { managerId: string }

/** A venue whose manager switched the rule on at 11:00 of the day before. */
async function givenPlace(isOn = true): Promise<Place> {
  at('01T11:00:00')
  const scene = await givenScene(db)
  const managerId = await givenCoach(db)
  await db.insert(coachVenues).values({ coachId: managerId, venueId: scene.venueId, isManager: true, approveStatus: 1 })
  if (isOn) await setRule({ ...scene, managerId }, true)
  return { ...scene, managerId }
}

const setRule = ({ managerId, venueId }: Place, isOn: boolean) =>
  signedInAs(managerId)(setReleaseRule, { params: { id: venueId }, body: { isOn } })

/** A class of tomorrow from 10:00 to 11:30, booked at noon. */
const givenClass = (scene: Scene) =>
  givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 20, endTimeSlot: 23 })

/** A game of tomorrow from 10:00 to 11:30, made at noon. */
const givenGame = ({ venueId, courtIds }: Scene, playerIds: [string, ...string[]]) =>
  givenBall(db, {
    playerIds,
    stadiumId: venueId,
    courtId: courtIds[1] ?? '',
    activityDate: TOMORROW,
    beginTimeSlot: 20,
    endTimeSlot: 23,
    createdAt: new Date('2026-05-01T12:00:00+08:00'),
  })

test('a manager switches the rule on and off; each change is kept, and a repeat is none', async () => {
  const place = await givenPlace(false)
  const { managerId, coachId, venueId } = place
  const read = async () => (await signedInAs(coachId)(getVenue, { params: { id: venueId } })).releasesCourts
  expect(await read()).toBe(false)
  await setRule(place, true)
  await setRule(place, true)
  expect(await read()).toBe(true)
  await refused('venue_not_managed', () => setRule({ ...place, managerId: coachId }, false), 403)
  await setRule(place, false)
  const changes = await db.select().from(releaseRuleChanges).where(eq(releaseRuleChanges.venueId, venueId))
  expect(changes.map(({ isOn, changedBy }) => [isOn, changedBy])).toEqual([
    [true, managerId],
    [false, managerId],
  ])
})

test('a class that nobody took up loses its court from the running half-hour on, and everybody is told once', async () => {
  const place = await givenPlace()
  const { managerId, coachId, playerId, venueId } = place
  const id = await givenClass(place)
  const running = () => signedInAs(managerId)(api.runningAtVenue, { params: { id: venueId } })
  expect(await running()).toEqual([])
  at('02T10:14:59')
  expect(await running()).toMatchObject([
    { kind: 'class', id, players: 1, isBound: true, arrivedAt: null, releasedAt: null },
  ])
  await refused('release_too_early', () => release(managerId, 'class', id))
  at('02T10:40:00')
  await refused('venue_not_managed', () => release(coachId, 'class', id), 403)
  await refused('venue_not_managed', () => release(managerId, 'class', '987654321'), 403)
  await release(managerId, 'class', id)
  expect([await heldCells(id, 'COURT'), await heldCells(id, 'COACH'), await heldCells(id, 'PLAYER')]).toEqual([
    [20],
    [20, 21, 22],
    [20, 21, 22],
  ])
  const news = await told(id)
  expect(news.map(({ receiverId }) => receiverId)).toEqual([coachId, playerId].sort((a, b) => Number(a) - Number(b)))
  expect(news[0]?.content).toMatch(/开始15分钟后无人到场.*10:30 起.*课时按签到结算，未签到按到场扣/)
  await refused('court_released', () => release(managerId, 'class', id))
  await refused('court_released', () => arrive(playerId, id))
  expect((await signedInAs(playerId)(getFullInfo, { params: { id } })).arrival).toEqual({
    releaseFrom: '2026-05-02T02:15:00.000Z',
    isAnybodyThere: false,
    ownAt: null,
    releasedAt: '2026-05-02T02:40:00.000Z',
    releasedFrom: 21,
  })
  // What landed before still settles the class: the coach signs, and completes it.
  await signedInAs(coachId)(signInvitation, {
    params: { id },
    body: { attendances: [{ userId: playerId, attendance: 'absent' }] },
  })
  await signedInAs(coachId)(finishInvitation, { params: { id }, body: {} })
  expect(await running()).toEqual([])
  expect(await heldCells(id, 'COURT')).toEqual([20])
})

test.each(['coach', 'player', 'signature'] as const)('one arrival keeps the court: %s', async (who) => {
  const place = await givenPlace()
  const { managerId, coachId, playerId } = place
  const id = await givenClass(place)
  at('02T09:29:59')
  await refused('arrival_not_open', () => arrive(playerId, id))
  at('02T09:30:00')
  if (who === 'signature') await signedInAs(coachId)(signInvitation, { params: { id }, body: {} })
  else await arrive(who === 'coach' ? coachId : playerId, id)
  const stranger = await givenPlayer(db)
  await refused('invitation_not_found', () => arrive(stranger, id), 404)
  at('02T10:15:00')
  await expectRefusal(db, () => release(managerId, 'class', id), {
    status: 409,
    code: 'court_taken_up',
    data: { arrivedAt: '2026-05-02T01:30:00.000Z' },
  })
  expect([await heldCells(id, 'COURT'), await told(id)]).toEqual([[20, 21, 22], []])
})

test('a second press of 我到了 changes nothing, and an arrival for another time does not count', async () => {
  const place = await givenPlace()
  const { managerId, playerId } = place
  const id = await givenClass(place)
  at('02T09:40:00')
  await arrive(playerId, id)
  at('02T09:50:00')
  await arrive(playerId, id)
  const rows = () => db.select().from(arrivals).where(eq(arrivals.invitationId, id))
  expect((await rows()).map(({ arrivedAt }) => arrivedAt.toISOString())).toEqual(['2026-05-02T01:40:00.000Z'])
  // As if it had been moved by two hours since.
  await db.update(arrivals).set({ arrivedAt: new Date('2026-05-02T07:40:00+08:00') })
  expect((await signedInAs(playerId)(getFullInfo, { params: { id } })).arrival).toMatchObject({
    isAnybodyThere: false,
    ownAt: null,
  })
  await arrive(playerId, id)
  expect(only(await rows()).arrivedAt.toISOString()).toBe('2026-05-02T01:50:00.000Z')
  at('02T10:15:00')
  await refused('court_taken_up', () => release(managerId, 'class', id))
})

test('a game keeps or loses its court alike; its money is settled as after its start', async () => {
  const place = await givenPlace()
  const { managerId, playerId } = place
  const other = await givenPlayer(db)
  const id = await givenGame(place, [playerId, other])
  const isPublic = await givenGame({ ...place, courtIds: [...place.courtIds].reverse() }, [
    await givenPlayer(db),
    await givenPlayer(db),
  ])
  at('02T10:15:00')
  await refused('action_forbidden', () => arriveAtGame(playerId, isPublic), 403)
  await release(managerId, 'ball', id)
  expect([await heldCells(id, 'COURT'), await heldCells(id, 'PLAYER')]).toEqual([[], [20, 20, 21, 21, 22, 22]])
  const news = await told(id)
  expect(news.map(({ receiverId }) => receiverId)).toEqual([playerId, other].sort((a, b) => Number(a) - Number(b)))
  expect(news[0]?.content).toMatch(/10:00 起.*球费按原规则结算/)
  await refused('court_released', () => arriveAtGame(playerId, id))
  const detail = await signedInAs(playerId)(getBallDetail, { params: { id }, query: {} })
  expect(detail.arrival).toMatchObject({ releasedFrom: 20, isAnybodyThere: false })
  at('02T11:30:00')
  expect(await runJob(server, finishBalls)).toEqual([])
  await refused('release_settled', () => release(managerId, 'ball', isPublic))
})

test('the rule binds what was booked under it, and only while it is on', async () => {
  const place = await givenPlace(false)
  const { managerId, playerId } = place
  const id = await givenClass(place)
  at('01T12:00:01')
  await setRule(place, true)
  at('02T10:15:00')
  expect((await signedInAs(playerId)(getFullInfo, { params: { id } })).arrival).toBeNull()
  await refused('release_not_agreed', () => release(managerId, 'class', id))
  await refused('arrival_not_needed', () => arrive(playerId, id))
  await db
    .update(invitations)
    .set({ createdAt: new Date('2026-05-01T12:00:01+08:00') })
    .where(eq(invitations.id, id))
  expect((await signedInAs(playerId)(getFullInfo, { params: { id } })).arrival).toMatchObject({ releasedAt: null })
  await setRule(place, false)
  await refused('release_not_agreed', () => release(managerId, 'class', id))
})

test('what was released is booked by others at once, and told to who waits for it', async () => {
  const place = await givenPlace()
  const { managerId, venueId } = place
  const id = await givenGame({ ...place, courtIds: [...place.courtIds].reverse() }, [
    await givenPlayer(db),
    await givenPlayer(db),
  ])
  for (const courtId of place.courtIds.slice(1))
    await givenVenueLock(db, { courtId, beginTimeSlot: 21, endTimeSlot: 23 })
  const waiting = await givenPlayer(db)
  await signedInAs(waiting)(createVacancyAlert, {
    body: {
      kind: 'COURT',
      stadiumId: venueId,
      sport: 'tennis',
      ...{ firstDay: TOMORROW, lastDay: TOMORROW, weekdays: [6], beginTimeSlot: 21, endTimeSlot: 23, length: 2 },
    },
  })
  await db.delete(messages)
  at('02T10:15:00')
  const taken = async () =>
    (await signedInAs(waiting)(courtStatusOfVenue, { params: { id: venueId }, query: { date: TOMORROW } }))
      .filter(({ courtIndex, timeIndex }) => courtIndex === 0 && timeIndex > 20 && timeIndex < 24)
      .map(({ timeIndex }) => timeIndex)
  expect(await taken()).toEqual([21, 22])
  await release(managerId, 'ball', id)
  expect(await taken()).toEqual([])
  expect(await runJob(server, tellVacancies)).toEqual([])
  const isTold = and(eq(messages.receiverId, waiting), eq(messages.objectKind, 'vacancy_alert'))
  expect(await db.$count(messages, isTold)).toBe(1)
  const { id: made } = await signedInAs(waiting)(createBall, {
    body: {
      ...FORM,
      ...{ courtFeeFen: 0, extrasFen: 0, stadiumId: venueId, selectedCourt: 0, beginTimeSlot: 21, endTimeSlot: 23 },
    },
  })
  expect(await heldCells(made, 'COURT')).toEqual([21, 22])
})

test('of an arrival and a release at the same time exactly one succeeds', async () => {
  const place = await givenPlace()
  for (let round = 0; round < raceRounds(12); round++) {
    at('01T12:00:00')
    const { coachId, courseId } = place
    const playerId = await givenPlayer(db)
    const contractId = await givenContract(db, { userId: playerId, courseId, coachId })
    const id = await givenInvitation(db, {
      scene: { ...place, playerId, contractId },
      status: 'CONFIRMED',
      courseDate: `2026-05-${String(2 + round).padStart(2, '0')}`,
      beginTimeSlot: 20,
      endTimeSlot: 22,
    })
    at(`${String(2 + round).padStart(2, '0')}T10:15:00`)
    const calls = [() => arrive(playerId, id), () => release(place.managerId, 'class', id)]
    const results = await Promise.allSettled((round % 2 === 0 ? calls : calls.reverse()).map((call) => call()))
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    const released = await db.$count(courtReleases, eq(courtReleases.invitationId, id))
    const arrived = await db.$count(arrivals, eq(arrivals.invitationId, id))
    expect(codes).toEqual([released === 1 ? 'court_released' : 'court_taken_up'])
    expect([released + arrived, (await heldCells(id, 'COURT')).length]).toEqual([1, released === 1 ? 0 : 2])
  }
})

test('two managers release once, and a completion at the same time neither waits nor trips', async () => {
  const place = await givenPlace()
  const { managerId, coachId } = place
  const id = await givenClass(place)
  at('02T10:20:00')
  const calls = [
    release(managerId, 'class', id),
    release(managerId, 'class', id),
    signedInAs(coachId)(finishInvitation, { params: { id }, body: {} }),
  ]
  const results = await Promise.allSettled<unknown>(calls)
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  for (const code of codes) expect(['court_released', 'release_settled']).toContain(code)
  expect(results[2]?.status).toBe('fulfilled')
  const released = await db.$count(courtReleases, eq(courtReleases.invitationId, id))
  expect([(await heldCells(id, 'COURT')).length, (await told(id)).length]).toEqual(released ? [0, 2] : [3, 0])
})

test('a release whose process ends at any statement leaves nothing, and the clock completes the class all the same', async () => {
  const place = await givenPlace()
  const id = await givenClass(place)
  at('02T10:15:00')
  const traces = async () => [await heldCells(id, 'COURT'), await told(id), await db.$count(courtReleases)]
  // The session of a client is made with its first call, which is not to be cut.
  const manager = signedInAs(place.managerId)
  await manager(api.runningAtVenue, { params: { id: place.venueId } })
  const press = () => manager(api.releaseCourt, { body: { kind: 'class', id } })
  const { statements } = await cutAtEachStatement(server, press, traces)
  expect(statements).toBeGreaterThan(5)
  expect([await heldCells(id, 'COURT'), (await told(id)).length]).toEqual([[], 2])
  at('03T11:30:00')
  expect(await runJob(server, finishUnfinished)).toEqual([])
  const status = only(await db.select().from(invitations).where(eq(invitations.id, id))).invitationStatus
  expect(status).toBe('COMPLETED')
})
