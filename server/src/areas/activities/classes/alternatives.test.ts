import { listElsewhere, type SlotClash } from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import {
  givenCoach,
  givenCoachLock,
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  givenVenue,
  givenVenueLock,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { changeCoach } from './change-coach.ts'
import { confirmInvitation } from './confirm.ts'
import { createByCoach, createByPlayer } from './create.ts'
import { editInvitation } from './edit.ts'
import { listOfferTimes, offerTime } from './offer.ts'

const { db, signedInAs } = await startTestServer()

const now = TEST_NOW
const DAYS = ['2026-05-01', '2026-05-04'] as const
const WORLDS = raceRounds(48)

const half = fc.integer({ min: 24, max: 34 })
const arbitraryWorld = fc.record({
  day: fc.constantFrom(...DAYS),
  begin: fc.integer({ min: 25, max: 32 }),
  court: fc.nat(1),
  useUnavailable: fc.boolean(),
  status: fc.constantFrom('PENDING' as const, 'CONFIRMED' as const),
  busy: fc.array(
    fc.record({
      who: fc.constantFrom(
        'coach lock',
        'court lock',
        'friend plays',
        'player elsewhere',
        'coach elsewhere',
        'guest plays',
      ),
      begin: half,
      length: fc.integer({ min: 1, max: 3 }),
      court: fc.nat(1),
    }),
    { minLength: 4, maxLength: 8 },
  ),
})
type World = ReturnType<typeof arbitraryWorld.generate>['value']

class RollBack extends Error {}

/** Runs a call, answers what it refused with, and undoes it. */
async function attempt(call: (tx: Database) => Promise<unknown>): Promise<ApiError | undefined> {
  let refusal: ApiError | undefined
  await db
    .transaction(async (tx) => {
      refusal = await call(tx).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof ApiError) return error
          throw error
        },
      )
      throw new RollBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error
    })
  return refusal
}

/** A club whose people are busy here and there, with one class of each maker and a request that waits. */
async function givenBusyWorld({ day, begin, status, busy }: World) {
  const scene = await givenScene(db, { sessions: 100 })
  const { coachId, adminId, companyId, courseId, playerId } = scene
  const elsewhere = await givenVenue(db, { coachIds: [coachId] })
  const [friend, guest] = [await givenPlayer(db), await givenCoach(db)]
  for (const userId of [friend, guest]) {
    await givenRelation(db, coachId, userId)
    await givenContract(db, { userId, courseId, coachId, sessions: 100 })
  }
  const stranger = await givenPlayer(db)
  const others = { ...scene, playerId: stranger, contractId: await givenContract(db, { userId: stranger, courseId }) }
  const joiners = [{ userId: friend }]
  const shared = { courseDate: day, participantsCount: 4 }
  const own = await givenInvitation(db, { scene, joiners, ...shared, beginTimeSlot: 36, status })
  const allowed = { useUnavailable: true, courtId: scene.courtIds[1] ?? '', beginTimeSlot: begin }
  const waiting = await givenInvitation(db, { scene, joiners, ...shared, ...allowed })
  const ofCoach = await givenInvitation(db, {
    scene: others,
    madeBy: 'coach',
    invited: [guest],
    ...shared,
    status: 'CONFIRMED',
    beginTimeSlot: 39,
  })
  for (const { who, begin: beginTimeSlot, length, court } of busy) {
    const span = { beginTimeSlot, endTimeSlot: beginTimeSlot + length }
    const courtId = scene.courtIds[court] ?? ''
    const asBall = { activityDate: day, feeFen: 0, ...span }
    const makers: Record<typeof who, (tx: Database) => Promise<unknown>> = {
      'coach lock': (tx) => givenCoachLock(tx, { coachId, day, ...span }),
      'court lock': (tx) => givenVenueLock(tx, { courtId, day, ...span }),
      'friend plays': (tx) => givenBall(tx, { playerIds: [friend], ...asBall }),
      'player elsewhere': (tx) => givenBall(tx, { playerIds: [playerId], ...asBall }),
      'coach elsewhere': (tx) =>
        givenInvitation(tx, { scene: { ...others, ...elsewhere }, courseDate: day, ...span, status: 'CONFIRMED' }),
      'guest plays': (tx) => givenBall(tx, { playerIds: [guest], ...asBall }),
    }
    await db
      .transaction((tx) => makers[who](tx))
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, 'slot_claims_pkey')) throw error
      })
  }
  return { scene, coachId, adminId, companyId, playerId, friend, guest, own, waiting, ofCoach }
}

test('each alternative that is offered is accepted in the same state, whoever is busy', async () => {
  const tally: Record<string, number> = {}
  for (const world of fc.sample(arbitraryWorld, { numRuns: WORLDS, seed: 20260501 })) {
    const { scene, coachId, adminId, playerId, friend, guest, own, waiting, ofCoach } = await givenBusyWorld(world)
    const { courseId: courseDesignId, venueId: stadiumId } = scene
    const { useUnavailable } = world
    const at = { courseDate: world.day as string, beginTimeSlot: world.begin, endTimeSlot: world.begin + 2 }
    const place = { stadiumId, selectedCourt: world.court, courseDesignId }
    type At = typeof at & { selectedCourt: number }
    const asPlayer = (coach: string) => (id: string) => (tx: Database, to: At) =>
      editInvitation(tx, {
        invitationId: id,
        body: { ...place, coachId: coach, participantsCount: 4, useUnavailable: false, ...to },
        actorId: playerId,
        now,
      })
    const move = asPlayer(coachId)
    const wanted = { ...at, selectedCourt: world.court }
    const makeForPlayer = (tx: Database, to: At) =>
      createByPlayer(tx, { body: { ...place, coachId, ...to }, actorId: playerId, now })
    const makeForStudents = (tx: Database, to: At) =>
      createByCoach(tx, {
        body: { ...place, studentIds: [friend, guest], useUnavailable, ...to },
        actorId: coachId,
        now,
      })
    const moveByCoach = (tx: Database, to: At) =>
      editInvitation(tx, {
        invitationId: ofCoach,
        body: { ...place, coachId, participantsCount: 4, useUnavailable, ...to },
        actorId: coachId,
        now,
      })
    const offer = (tx: Database, { courseDate, beginTimeSlot, selectedCourt }: Omit<At, 'endTimeSlot'>) =>
      offerTime(tx, {
        invitationId: waiting,
        body: { stadiumId, courseDate, beginTimeSlot, selectedCourt },
        actorId: coachId,
        now,
      })
    const offers: Record<string, [ask: (tx: Database) => Promise<unknown>, take: typeof makeForPlayer]> = {
      'a booking': [(tx) => makeForPlayer(tx, wanted), makeForPlayer],
      'a class for students': [(tx) => makeForStudents(tx, wanted), makeForStudents],
      'a move by its player': [(tx) => move(own)(tx, wanted), move(own)],
      'a move by its coach': [(tx) => moveByCoach(tx, wanted), moveByCoach],
      'a confirmation': [
        (tx) => confirmInvitation(tx, { invitationId: waiting, actorId: coachId, now }),
        move(waiting),
      ],
      'an offer': [(tx) => offer(tx, wanted), offer],
      'another coach': [
        async (tx) => {
          await givenCoachLock(tx, { coachId: adminId, day: world.day, beginTimeSlot: 35, endTimeSlot: 37 })
          await changeCoach(tx, { invitationId: own, coachId: adminId, actorId: playerId, now })
        },
        asPlayer(adminId)(own),
      ],
    }
    for (const [kind, [ask, take]] of Object.entries(offers)) {
      const { alternatives = [] } = ((await attempt(ask))?.data ?? {}) as Partial<SlotClash>
      for (const { courtCode, ...to } of alternatives) {
        const refusal = await attempt((tx) => take(tx, { ...to, selectedCourt: Number(courtCode) }))
        expect(refusal, `${kind} at ${JSON.stringify(to)} in ${JSON.stringify(world)}`).toBeUndefined()
        tally[kind] = (tally[kind] ?? 0) + 1
      }
    }
    const elsewhere = await signedInAs(guest)(listElsewhere, { body: { ...place, coachId, ...at } })
    for (const { differs, coachName: _, stadiumName: __, courtName: ___, ...to } of elsewhere) {
      const body = { courseDesignId, ...to }
      const refusal = await attempt((tx) => createByPlayer(tx, { body, actorId: guest, now }))
      expect(refusal, `${differs} ${JSON.stringify(to)} in ${JSON.stringify(world)}`).toBeUndefined()
      expect(differs === 'COACH' ? to : { ...to, coachId: adminId }).toMatchObject({ coachId: adminId })
      tally[differs] = (tally[differs] ?? 0) + 1
    }
    const askedByCoach = { body: { ...place, coachId, ...at, studentIds: [friend, guest] } }
    for (const one of await signedInAs(coachId)(listElsewhere, askedByCoach)) {
      const { differs, coachId: sameId, coachName: _, stadiumName: __, courtName: ___, ...to } = one
      const body = { courseDesignId, studentIds: [friend, guest], ...to }
      const refusal = await attempt((tx) => createByCoach(tx, { body, actorId: coachId, now }))
      expect(refusal, `for students: ${JSON.stringify(one)} in ${JSON.stringify(world)}`).toBeUndefined()
      expect([differs, sameId]).toEqual([expect.stringMatching(/DAY|VENUE/), coachId])
      tally[`${differs} for students`] = (tally[`${differs} for students`] ?? 0) + 1
    }
    // A request whose time to be answered is over is offered nothing.
    const listed = async (over: { day?: string }) => {
      const asked = { invitationId: waiting, actorId: coachId, now, ...over }
      return listOfferTimes(db, asked).catch((error: unknown) =>
        error instanceof ApiError ? [] : Promise.reject(error),
      )
    }
    for (const time of [...(await listed({})), ...(await listed({ day: world.day }))]) {
      const refusal = await attempt((tx) => offer(tx, time))
      expect(refusal, `listed ${JSON.stringify(time)} in ${JSON.stringify(world)}`).toBeUndefined()
      tally['a listed time'] = (tally['a listed time'] ?? 0) + 1
    }
  }
  const enough = expect.toSatisfy((times: number) => times >= WORLDS / 2, 'enough offers')
  expect(tally).toEqual({
    'a booking': enough,
    'a class for students': enough,
    'a move by its player': enough,
    'a move by its coach': enough,
    'a confirmation': enough,
    'an offer': enough,
    'a listed time': enough,
    'another coach': enough,
    DAY: enough,
    COACH: enough,
    VENUE: enough,
    'DAY for students': enough,
    'VENUE for students': enough,
  })
})

test('a coach asks for classes of their own alone, and for their own students alone', async () => {
  const { coachId, courseId: courseDesignId, venueId: stadiumId, playerId } = await givenScene(db)
  const at = { selectedCourt: 0, courseDate: '2026-05-04', beginTimeSlot: 28, endTimeSlot: 30 }
  const ask = (userId: string, studentId: string) => () =>
    signedInAs(userId)(listElsewhere, {
      body: { coachId, courseDesignId, stadiumId, ...at, studentIds: [studentId] },
    })
  await expectRefusal(db, ask(playerId, playerId), { status: 403, code: 'data_of_others' })
  await expectRefusal(db, ask(coachId, await givenPlayer(db)), { status: 403, code: 'action_forbidden' })
  expect((await ask(coachId, playerId)()).map(({ differs }) => differs)).toEqual(['DAY', 'DAY', 'DAY'])
})
