import * as classActions from '@paidang/api/areas/activities/class-actions'
import { ApiError } from '@paidang/api/catalogue/errors'
import { addDays } from '@paidang/domain/kernel/day'
import { asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitationEvents, invitations, seats } from '../../../tables/classes.ts'
import { coachCourses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { lockYields, slotClaims } from '../../../tables/schedule.ts'
import { coachVenues } from '../../../tables/venues.ts'
import { givenCoach, givenContract, givenPlayer, givenScene, type Scene } from '../../../testing/builders.ts'
import { givenInvitation, type InvitationInput } from '../../../testing/given-invitation.ts'
import { race } from '../../../testing/race.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const MOST_ROUNDS = 40
const ROUNDS = raceRounds(MOST_ROUNDS)
const SESSIONS = 200
const HEAD_START_STEP = 3
const FIRST_DAY = '2026-05-04'
const CLASSES_A_DAY = 5

/** Every round has six half-hours of its own. The class begins at `from`, with room for another beside it. */
function placeOf(round: number) {
  const courseDate = addDays(FIRST_DAY, Math.floor(round / CLASSES_A_DAY))
  const from = 12 + (round % CLASSES_A_DAY) * 6
  return { courseDate, from }
}

/** A scene with a colleague who can teach the course there, and a second player with hours. */
async function givenRivals() {
  const scene = await givenScene(db, { sessions: SESSIONS })
  const { companyId, courseId, venueId } = scene
  const colleague = await givenCoach(db, { companyId })
  await db.insert(coachCourses).values({ coachId: colleague, courseId })
  await db.insert(coachVenues).values({ coachId: colleague, venueId, approveStatus: 1 })
  const rival = await givenPlayer(db)
  const rivalContract = await givenContract(db, { userId: rival, courseId, sessions: SESSIONS })
  return { scene, colleague, rival, rivalContract }
}

const booking = ({ coachId, courseId: courseDesignId, venueId: stadiumId }: Scene) => ({
  coachId,
  courseDesignId,
  stadiumId,
  selectedCourt: 0,
  participantsCount: 1,
})

/** All that is stored of a class, and the balance of the contract that pays it. */
async function storedOf(id: string, contractId: string) {
  return {
    row: await db.select().from(invitations).where(eq(invitations.id, id)),
    seats: await db.select().from(seats).where(eq(seats.invitationId, id)),
    trail: await db.select().from(invitationEvents).where(eq(invitationEvents.invitationId, id)),
    ledger: await db
      .select()
      .from(lessonLedger)
      .where(eq(lessonLedger.invitationId, id))
      .orderBy(asc(lessonLedger.seq)),
    claims: (await db.select().from(slotClaims).where(eq(slotClaims.holderId, id)))
      .map(({ kind, resourceId, day, halfHour }) => `${kind} ${resourceId} ${day} ${halfHour}`)
      .sort(),
    balance: await db.select().from(contracts).where(eq(contracts.id, contractId)),
  }
}

const won = (result: PromiseSettledResult<unknown> | undefined) => result?.status === 'fulfilled'

/** The status of an answer. A failure that is not a refusal is rethrown. */
const statusOf = (result: PromiseSettledResult<unknown>): number => {
  if (result.status === 'fulfilled') return 200
  if (!(result.reason instanceof ApiError)) throw result.reason
  return result.reason.status
}

test(`an edit and a booking race for one place, ${ROUNDS} times: one gets it, the other stays unchanged`, async () => {
  const { scene, rival, rivalContract } = await givenRivals()
  const [mine, theirs] = [signedInAs(scene.playerId), signedInAs(rival)]
  const wins = { edit: 0, booking: 0 }
  // The winner begins later the next time, so that both keep meeting at the half-hours at any speed.
  let headStart = 0
  // A race that one side always wins would prove nothing about the other, so it goes on until each has won.
  const isDecided = () => wins.edit > 0 && wins.booking > 0
  for (let round = 0; round < ROUNDS || (!isDecided() && round < MOST_ROUNDS); round++) {
    const { courseDate, from } = placeOf(round)
    const id = await givenInvitation(db, { scene, courseDate, beginTimeSlot: from, status: 'CONFIRMED' })
    const before = await storedOf(id, scene.contractId)
    const place = { ...booking(scene), courseDate, beginTimeSlot: from + 2, endTimeSlot: from + 4 }
    // They clash on the court, on the coach alone, and on a single half-hour of the coach.
    const other = { ...place, selectedCourt: round % 2, ...(round % 3 === 0 && { endTimeSlot: from + 3 }) }
    const results = await race(
      db,
      [
        () => mine(classActions.updateBySelf, { params: { id }, body: place }),
        () => theirs(classActions.createByPlayer, { body: other }),
      ],
      headStart,
    )
    expect(results.map(statusOf).sort(), `round ${round}`).toEqual([200, 409])

    const [edited] = results
    headStart += won(edited) ? -HEAD_START_STEP : HEAD_START_STEP
    const booked = await db.select().from(invitations).where(eq(invitations.initiatorId, rival))
    if (won(edited)) {
      wins.edit += 1
      expect(booked).toHaveLength(wins.booking)
      expect(await storedOf(id, scene.contractId)).toMatchObject({
        row: [{ beginTimeSlot: from + 2, invitationStatus: 'PENDING' }],
      })
    } else {
      wins.booking += 1
      expect(await storedOf(id, scene.contractId)).toEqual(before)
      expect(booked).toHaveLength(wins.booking)
    }
    const [paying] = await db.select().from(contracts).where(eq(contracts.id, rivalContract))
    expect(paying?.heldSessions).toBe(booked.reduce((sum, { consumedSessions }) => sum + consumedSessions, 0))
  }
  expect(isDecided(), 'each side wins at least once').toBe(true)
})

test(`two classes that need each other's place, or one free place, ${ROUNDS} times: never both, never half`, async () => {
  const { scene, rival, rivalContract } = await givenRivals()
  const [mine, theirs] = [signedInAs(scene.playerId), signedInAs(rival)]
  for (let round = 0; round < ROUNDS; round++) {
    const { courseDate, from } = placeOf(round)
    const isSwap = round % 2 === 0
    const own = { scene, courseDate, beginTimeSlot: from }
    const rivalScene = { ...scene, playerId: rival, contractId: rivalContract }
    const id = await givenInvitation(db, own)
    const otherId = await givenInvitation(db, { ...own, scene: rivalScene, beginTimeSlot: from + 2 })
    const to = (beginTimeSlot: number) => ({
      ...booking(scene),
      courseDate,
      beginTimeSlot,
      endTimeSlot: beginTimeSlot + 2,
    })
    const results = await Promise.allSettled([
      mine(classActions.updateBySelf, { params: { id }, body: to(from + (isSwap ? 2 : 4)) }),
      theirs(classActions.updateBySelf, { params: { id: otherId }, body: to(from + (isSwap ? 0 : 4)) }),
    ])
    expect(results.map(statusOf).sort(), `round ${round}`).toEqual(isSwap ? [409, 409] : [200, 409])
    const rows = await db
      .select()
      .from(invitations)
      .where(inArray(invitations.id, [id, otherId]))
    expect(rows.filter(({ beginTimeSlot }) => beginTimeSlot === from + 4)).toHaveLength(isSwap ? 0 : 1)
  }
  expect(await db.select().from(contracts)).toMatchObject([{ heldSessions: ROUNDS }, { heldSessions: ROUNDS }])
})

type Call = () => Promise<unknown>

/** Sends the calls at once, in another order each round. */
async function fire(round: number, calls: readonly Call[]): Promise<number[]> {
  const turned = calls.map((_, index) => (index + round) % calls.length)
  const results = await Promise.allSettled(turned.map((index) => (calls[index] as Call)()))
  return results.map(statusOf)
}

/** Checks that a player's contract shows exactly these classes. */
async function expectExactHours(contractId: string): Promise<void> {
  const rows = await db.select().from(invitations)
  const lengthsOf = (...statuses: string[]) =>
    rows
      .filter(({ invitationStatus }) => statuses.includes(invitationStatus))
      .reduce((sum, { consumedSessions }) => sum + consumedSessions, 0)
  const [contract] = await db.select().from(contracts).where(eq(contracts.id, contractId))
  expect(contract).toMatchObject({
    heldSessions: lengthsOf('PENDING', 'CONFIRMED'),
    remainingSessions: SESSIONS - lengthsOf('COMPLETED'),
  })
}

/** How the classes of these races ended. */
const ends = new Set<string>()

test.each([
  ['that its player made', { status: 'PENDING' }],
  ['that allows conflicts', { status: 'PENDING', useUnavailable: true }],
  ['that its coach made', { status: 'CONFIRMED', madeBy: 'coach' }],
] as [string, Partial<InvitationInput>][])(
  `confirm, cancel, edit and change of coach at once on a class %s, ${ROUNDS} times`,
  async (_name, over) => {
    const { scene, colleague } = await givenRivals()
    const { playerId, coachId, contractId } = scene
    const [player, coach, successor] = [playerId, coachId, colleague].map((id) => signedInAs(id))
    const maker = over.madeBy === 'coach' ? coach : player
    if (!player || !coach || !successor || !maker) throw new Error('nobody to act')
    for (let round = 0; round < ROUNDS; round++) {
      const { courseDate, from } = placeOf(round)
      const id = await givenInvitation(db, { scene, courseDate, beginTimeSlot: from, at: clock.now(), ...over })
      const params = { id }
      const body = { ...booking(scene), courseDate, beginTimeSlot: from + 1, endTimeSlot: from + 3 }
      const calls: Call[] = [
        () => coach(classActions.confirmInvitation, { params }),
        () => player(classActions.cancelByPlayer, { params, body: {} }),
        () => maker(classActions.changeCoach, { params: { a: id, b: colleague } }),
        () => successor(classActions.confirmInvitation, { params }),
        () => maker(classActions.updateBySelf, { params, body }),
        () => coach(classActions.cancelByCoach, { params, body: {} }),
      ]
      // Every other round leaves out the two calls that end the class. Otherwise hardly any would still be active.
      const chosen = round % 2 === 0 ? calls : calls.filter((_, index) => index !== 1 && index !== 5)
      const statuses = await fire(round, chosen)
      // A caller who is not, or no longer, the coach of the class is refused, or does not see it.
      expect(
        statuses.filter((status) => ![200, 403, 404, 409].includes(status)),
        `round ${round}`,
      ).toEqual([])
      expect(statuses).toContain(200)
      const [row] = await db.select().from(invitations).where(eq(invitations.id, id))
      ends.add(row?.invitationStatus ?? '')
      if (over.madeBy !== 'coach') await expectExactHours(contractId)
    }
    expect(await db.$count(lockYields)).toBe(0)
  },
)

test('the races before did not all end alike', () => {
  expect(ends.size).toBeGreaterThan(1)
})

test(`finish, cancel, sign and change of coach at once on a running class, ${ROUNDS} times: it ends once`, async () => {
  const { scene, colleague } = await givenRivals()
  const { playerId, coachId, contractId } = scene
  const ends = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const { courseDate, from } = placeOf(round)
    const id = await givenInvitation(db, { scene, courseDate, beginTimeSlot: from, status: 'CONFIRMED' })
    clock.set(new Date(Date.parse(`${courseDate}T00:00:00+08:00`) + (from + 1) * 1_800_000))
    // A session does not last for the days between two rounds.
    const [player, coach] = [signedInAs(playerId), signedInAs(coachId)]
    const params = { id }
    // Each way to end comes first once, independent of the timing in the other rounds.
    if (round === 0) await coach(classActions.finishInvitation, { params })
    if (round === 1) await coach(classActions.cancelByCoach, { params, body: {} })
    const statuses = await fire(round, [
      () => coach(classActions.finishInvitation, { params }),
      () => coach(classActions.cancelByCoach, { params, body: {} }),
      () => player(classActions.changeCoach, { params: { a: id, b: colleague } }),
      () => coach(classActions.completeInvitation, { params }),
      () => coach(classActions.signInvitation, { params, body: {} }),
    ])
    expect(
      statuses.filter((status) => status !== 200 && status !== 409),
      `round ${round}`,
    ).toEqual([])
    const [row] = await db.select().from(invitations).where(eq(invitations.id, id))
    expect(['COMPLETED', 'CANCELLED']).toContain(row?.invitationStatus)
    ends.add(row?.invitationStatus ?? '')
    const settled = await db.select().from(lessonLedger).where(eq(lessonLedger.invitationId, id))
    expect(settled.map(({ kind }) => kind).sort()).toEqual(
      row?.invitationStatus === 'COMPLETED' ? ['CONSUME', 'HOLD'] : ['HOLD', 'VOID'],
    )
    await expectExactHours(contractId)
  }
  expect(ends.size).toBe(2)
})
