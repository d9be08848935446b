import * as ballChanges from '@paidang/api/areas/activities/ball-changes'
import * as balls from '@paidang/api/areas/activities/balls'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { venues } from '../../../tables/venues.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers, FORM } from '../../../testing/ball-players.ts'
import { givenPlayer, givenVenue, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server
const { payer, publish, join, leave, enroll, cancel } = ballPlayers(server)
const { agree } = ballMessagesAndTime(server)

const FULL = { status: 409, code: 'ball_free_limit' }
let [userId, stadiumId] = ['', '']
beforeEach(async () => {
  userId = await givenPlayer(db)
  stadiumId = (await givenVenue(db, { courts: 4 })).venueId
})

/** A free game on a court. Each begins an hour after the one before. */
const form = (hour: number, over: Partial<balls.BallForm> = {}): balls.BallForm => ({
  ...FORM,
  courtFeeFen: 0,
  extrasFen: 0,
  stadiumId,
  selectedCourt: 0,
  beginTimeSlot: 20 + 2 * hour,
  endTimeSlot: 22 + 2 * hour,
  ...over,
})
const create = (hour: number, over: Partial<balls.BallForm> = {}, actorId = userId) =>
  signedInAs(actorId)(balls.createBall, { body: form(hour, over) })
const update = (id: string, hour: number, over: Partial<balls.BallForm> = {}) =>
  signedInAs(userId)(balls.updateBall, { body: { ...form(hour, over), id } })

test('a person has two unpaid games on the courts of a venue, and a third once one is cancelled or over', async () => {
  const first = await create(0)
  const second = await create(1)
  await expectRefusal(db, () => create(2), FULL)
  expect((await update(second.id, 1, { title: '改名' })).title).toBe('改名')
  await cancel(userId, first.id)
  await create(2)
  await expectRefusal(db, () => create(3), FULL)
  // The second ends at 12:00.
  clock.set(new Date('2026-05-02T11:59:59+08:00'))
  await expectRefusal(db, () => create(8), FULL)
  clock.set(new Date('2026-05-02T12:00:00+08:00'))
  await create(8)
})

test.each([
  ['a game whose initiator pays for the court', { feeMode: 'INITIATOR' as const, courtFeeFen: 2_000 }],
  ['a game at a place in words', { stadiumId: null, selectedCourt: null }],
  ['a game at the venue without a court', { selectedCourt: null }],
])('%s does not count for that limit', async (_, over) => {
  for (const hour of [0, 1]) await create(hour)
  await create(2, over)
})

test.each([
  ['a fen that all share', { courtFeeFen: 1 }],
  ['a price that nobody else has paid a share of', { courtFeeFen: 8_000 }],
  ['a fen of the initiator', { feeMode: 'INITIATOR' as const, courtFeeFen: 1 }],
  ['a fen less than any court costs', { feeMode: 'INITIATOR' as const, courtFeeFen: 1_999 }],
])('%s does not evade it, paid or not', async (_, over) => {
  const initiator = await payer()
  await publish(initiator, form(0, over))
  await create(1, over, initiator.id)
  await expectRefusal(db, () => create(2, over, initiator.id), FULL)
  await expectRefusal(db, () => create(2, {}, initiator.id), FULL)
  // The second was not paid in time.
  clock.set(new Date(TEST_NOW.getTime() + 15 * 60_000))
  await create(2, over, initiator.id)
})

test('a game with shared costs is paid for once the minimum has paid, and not any more when one of them leaves', async () => {
  const [initiator, player] = [await payer(), await payer()]
  const shared = { courtFeeFen: 8_000, activityDate: '2026-05-03' }
  const { id } = await publish(initiator, form(0, shared))
  await create(1, {}, initiator.id)
  await expectRefusal(db, () => create(2, {}, initiator.id), FULL)
  await join(player, id)
  const { id: third } = await create(2, {}, initiator.id)
  await expectRefusal(db, () => create(3, {}, initiator.id), FULL)
  await cancel(initiator.id, third)
  await leave(player.id, id)
  await expectRefusal(db, () => create(2, {}, initiator.id), FULL)
})

test('the limit counts for each venue and each person separately', async () => {
  for (const hour of [0, 1]) await create(hour)
  await create(2, { stadiumId: (await givenVenue(db)).venueId })
  await create(2, { selectedCourt: 1 }, await givenPlayer(db))
  await db.update(venues).set({ freeBallLimit: 0 }).where(eq(venues.id, stadiumId))
  const other = await givenPlayer(db)
  await expectRefusal(db, () => create(3, {}, other), FULL)
})

test('a change or a hand-over does not evade the limit', async () => {
  const [outside] = [await create(0, { stadiumId: null, selectedCourt: null }), await create(1), await create(2)]
  await expectRefusal(db, () => update(outside.id, 0), FULL)
  const other = await givenPlayer(db)
  const { id } = await create(4, { selectedCourt: 1 }, other)
  await enroll(userId, id)
  await signedInAs(other)(ballChanges.handOverBall, { body: { id, userId } })
  await expectRefusal(db, () => agree(userId), FULL)
})

test('of three games made at once two succeed', async () => {
  const calls = await Promise.allSettled([0, 1, 2].map((hour) => create(hour)))
  const codes = calls.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(codes).toEqual(['ball_free_limit'])
  expect(clock.now()).toEqual(TEST_NOW)
})
