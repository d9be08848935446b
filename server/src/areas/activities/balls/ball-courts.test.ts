import * as balls from '@paidang/api/areas/activities/balls'
import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { createCoachLock, lockVenueCells } from '@paidang/api/areas/activities/locks'
import { courtStatusForPlayer, courtStatusOfVenue } from '@paidang/api/areas/time/schedule'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { coachVenues } from '../../../tables/venues.ts'
import { ballPlayers, FORM } from '../../../testing/ball-players.ts'
import { givenCoach, givenPlayer, givenScene, only, TEST_NOW, TOMORROW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, signedInAs, call } = server
const { publish, payer, enroll, cancel } = ballPlayers(server)

const FREE = { courtFeeFen: 0, extrasFen: 0 }
const at = (beginTimeSlot: number) => ({ beginTimeSlot, endTimeSlot: beginTimeSlot + 2 })
const cells = (rows: { courtIndex: number; timeIndex: number }[]) =>
  rows.filter(({ timeIndex }) => timeIndex >= 20 && timeIndex < 30)

test('the grid shows a game’s court and a coach who plays as taken, for everybody, without any user id', async () => {
  const { coachId, venueId: stadiumId, playerId } = await givenScene(db)
  const body = { ...FORM, ...FREE, ...at(20), stadiumId, selectedCourt: 1 }
  const { id } = await signedInAs(playerId)(balls.createBall, { body })
  const read = async () => {
    const grid = { coachId, stadiumId, date: TOMORROW }
    const rows = await signedInAs(playerId)(courtStatusForPlayer, { body: grid })
    return rows.map(({ courtCode, timeIndex, status, inviteId }) => [courtCode, timeIndex, status, inviteId])
  }
  const onItsCourt = [20, 21].map((timeIndex) => ['1', timeIndex, 'COURT_OCCUPIED', null])
  expect(await read()).toEqual(onItsCourt)
  await enroll(coachId, id)
  const everywhere = ['0', '1'].flatMap((code) => [20, 21].map((index) => [code, index, 'COACH_OCCUPIED', null]))
  expect(await read()).toEqual(everywhere)
  await cancel(playerId, id)
  expect(await read()).toEqual([])
})

test('a guest reads the taken half-hours of a venue’s courts, and each user also which are their own', async () => {
  const scene = await givenScene(db)
  const { venueId, courtIds, playerId } = scene
  await givenInvitation(db, { scene, beginTimeSlot: 20, endTimeSlot: 22 })
  const player = await givenPlayer(db)
  await givenBall(db, { playerIds: [player], stadiumId: venueId, courtId: courtIds[1] ?? '', ...at(24) })
  const query = { date: TOMORROW.replaceAll('-', '/') }
  const taken = [
    { courtIndex: 0, timeIndex: 20 },
    { courtIndex: 0, timeIndex: 21 },
    { courtIndex: 1, timeIndex: 24 },
    { courtIndex: 1, timeIndex: 25 },
  ]
  const owned = (courtIndex?: number) => taken.map((one) => ({ ...one, isMine: one.courtIndex === courtIndex }))
  const read = async (as: typeof call) => cells(await as(courtStatusOfVenue, { params: { id: venueId }, query }))
  expect(await read(call)).toEqual(owned())
  expect(await read(signedInAs(await givenPlayer(db)))).toEqual(owned())
  expect(await read(signedInAs(playerId))).toEqual(owned(0))
  expect(await read(signedInAs(scene.coachId))).toEqual(owned(0))
  expect(await read(signedInAs(player))).toEqual(owned(1))
  const absent = { params: { id: '987654321' }, query }
  await expectRefusal(db, () => call(courtStatusOfVenue, absent), { status: 404, code: 'venue_not_found' })
})

test('a game cannot take the court of a class, nor a class the court of a game', async () => {
  const scene = await givenScene(db)
  const { coachId, courseId, venueId: stadiumId, playerId } = scene
  await givenInvitation(db, { scene, ...at(20) })
  const as = signedInAs(await givenPlayer(db))
  const body = { ...FORM, ...FREE, stadiumId, selectedCourt: 0 }
  await expectRefusal(db, () => as(balls.createBall, { body: { ...body, ...at(21) } }), {
    status: 409,
    code: 'slot_taken',
    data: { clash: 'COURT', alternatives: [] },
  })
  await as(balls.createBall, { body: { ...body, ...at(24) } })
  const booking = { coachId, courseDesignId: courseId, stadiumId, selectedCourt: 0, courseDate: TOMORROW, ...at(23) }
  await expectRefusal(db, () => signedInAs(playerId)(createByPlayer, { body: booking }), { code: 'slot_taken' })
})

test('a player in a class cannot play at that time, nor book a class while playing', async () => {
  const scene = await givenScene(db)
  const { coachId, courseId, venueId: stadiumId, playerId } = scene
  await givenInvitation(db, { scene, ...at(36) })
  const { id } = await publish(await payer(), { ...FREE, ...at(37) })
  const course = only(await db.select().from(courses).where(eq(courses.id, courseId)))
  const busyWith = { title: course.courseName, beginTimeSlot: 36, endTimeSlot: 38 }
  await expectRefusal(db, () => enroll(playerId, id), { status: 409, code: 'ball_player_busy', data: { busyWith } })
  await expectRefusal(db, () => enroll(coachId, id), { status: 409, code: 'ball_player_busy' })
  const own = { ...FORM, ...FREE, ...at(35) }
  await expectRefusal(db, () => signedInAs(playerId)(balls.createBall, { body: own }), { code: 'ball_player_busy' })

  const early = await publish(await payer(), { ...FREE, ...at(20) })
  await enroll(playerId, early.id)
  const again = { ...FORM, ...FREE, ...at(21), title: '又一场' }
  await expectRefusal(db, () => signedInAs(playerId)(balls.createBall, { body: again }), {
    data: { busyWith: { title: FORM.title, beginTimeSlot: 20, endTimeSlot: 22 } },
  })
  const booking = { coachId, courseDesignId: courseId, stadiumId, selectedCourt: 0, courseDate: TOMORROW, ...at(21) }
  const refused = signedInAs(playerId)(createByPlayer, { body: booking })
  await expect(refused).rejects.toMatchObject({ code: 'slot_mine' })
  const { data } = await refused.catch((error) => error)
  const offered = (data as { alternatives: { beginTimeSlot: number; endTimeSlot: number }[] }).alternatives
  expect(offered.length).toBeGreaterThan(0)
  expect(offered.filter(({ beginTimeSlot, endTimeSlot }) => beginTimeSlot < 22 && endTimeSlot > 20)).toEqual([])
})

test('the game that a user arranges a second time at the same time and place is named', async () => {
  const { venueId: stadiumId } = await givenScene(db)
  const as = signedInAs(await givenPlayer(db))
  const body = { ...FORM, ...FREE, ...at(20), stadiumId, selectedCourt: 0 }
  const { id: ballId } = await as(balls.createBall, { body })
  const refusal = { code: 'ball_player_busy', data: { busyWith: { title: FORM.title, ballId } } }
  await expectRefusal(db, () => as(balls.createBall, { body }), refusal)
})

test('a request for a class that nobody answered in time does not block a game', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene, ...at(20) })
  await db.update(invitations).set({ expiresAt: new Date(TEST_NOW.getTime() - 1) })
  const body = { ...FORM, ...FREE, ...at(20), stadiumId: scene.venueId, selectedCourt: 0 }
  expect(await signedInAs(await givenPlayer(db))(balls.createBall, { body })).toMatchObject({ status: 'OPEN' })
})

test('a lock over a game is refused and names it where it is public', async () => {
  const { coachId, venueId: stadiumId, courtIds } = await givenScene(db)
  const managerId = await givenCoach(db)
  await db.insert(coachVenues).values({ coachId: managerId, venueId: stadiumId, isManager: true, approveStatus: 1 })
  const game = { stadiumId, courtId: courtIds[0] ?? '', place: '', feeFen: 0 }
  await givenBall(db, { ...game, playerIds: [coachId], title: '公开局', ...at(20) })
  await givenBall(db, { ...game, playerIds: [await givenPlayer(db)], title: '内部局', isPublic: false, ...at(22) })
  const slots = [20, 22].map((timeIndex) => ({ courtIndex: 0, timeIndex }))
  const titled = (title: string, beginTimeSlot: number) => ({
    invitationId: null,
    title,
    date: TOMORROW,
    ...at(beginTimeSlot),
    courtName: '场地1',
  })
  await expectRefusal(db, () => signedInAs(managerId)(lockVenueCells, { body: { stadiumId, date: TOMORROW, slots } }), {
    status: 409,
    code: 'lock_over_booking',
    data: { bookings: [titled('公开局', 20), titled('约球', 22)] },
  })
  await expectRefusal(db, () => signedInAs(coachId)(createCoachLock, { body: { date: TOMORROW, ...at(20) } }), {
    code: 'lock_over_booking',
    data: { bookings: [titled('公开局', 20)] },
  })
})

const ROUNDS = raceRounds(10)
const CLIENTS = 10

test(`of ${CLIENTS} classes and ${CLIENTS} games for one court exactly one gets it, ${ROUNDS} times in a row`, async () => {
  const scene = await givenScene(db, { sessions: 100 })
  const { coachId, courseId, venueId: stadiumId, courtIds } = scene
  for (let round = 0; round < ROUNDS; round++) {
    const players = await Promise.all(Array.from({ length: 2 * CLIENTS }, () => givenPlayer(db)))
    const half = { ...at(12 + 3 * round), stadiumId, selectedCourt: 0 }
    const results = await Promise.allSettled(
      players.map((id, index) =>
        index % 2 === 0
          ? signedInAs(id)(balls.createBall, { body: { ...FORM, ...FREE, ...half } })
          : signedInAs(id)(createByPlayer, {
              body: { coachId, courseDesignId: courseId, courseDate: TOMORROW, ...half },
            }),
      ),
    )
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals.map(({ code }) => code)).toEqual(Array(2 * CLIENTS - 1).fill('slot_taken'))
  }
  const ofCourt = await db
    .select()
    .from(slotClaims)
    .where(and(eq(slotClaims.kind, CLAIM_KIND.COURT), eq(slotClaims.resourceId, courtIds[0] ?? '')))
  expect(ofCourt).toHaveLength(2 * ROUNDS)
  const kinds = new Set<number>([HOLDER_KIND.BALL, HOLDER_KIND.INVITATION])
  expect(ofCourt.every(({ holderKind }) => kinds.has(holderKind))).toBe(true)
})
