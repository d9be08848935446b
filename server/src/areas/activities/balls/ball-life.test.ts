import * as balls from '@paidang/api/areas/activities/balls'
import { closeOrder, getOrder } from '@paidang/api/areas/money/payments'
import { savePlayer } from '@paidang/api/areas/people/registration'
import { expect, test } from 'vitest'
import { storedCards } from '../../../tables/cards.ts'
import { messages } from '../../../tables/messages.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import { ballPlayers, FORM } from '../../../testing/ball-players.ts'
import { givenCoach, givenPlayer, givenVenue, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server
const { payer, pay, publish, join, enroll, leave, cancel, detail } = ballPlayers(server)

const minutes = (count: number) => new Date(TEST_NOW.getTime() + count * 60_000)
const balances = async () =>
  (await db.select().from(storedCards).orderBy(storedCards.id)).map(({ principalFen }) => principalFen)
const claimsOf = async (kind: number) =>
  (await db.select().from(slotClaims)).filter((claim) => claim.kind === kind).length
const told = async (userId: string) =>
  (await db.select().from(messages).orderBy(messages.id))
    .filter(({ receiverId }) => receiverId === userId)
    .map(({ title }) => title)

test('a game is hidden until its initiator has paid, and public from then on', async () => {
  const initiator = await payer()
  const viewer = await givenPlayer(db)
  const created = await signedInAs(initiator.id)(balls.createBall, { body: FORM })
  expect(created).toMatchObject({
    status: 'UNPAID',
    seatsTaken: 1,
    feeFen: 5_000,
    viewer: {
      role: 'initiator',
      seat: { state: 'HELD' },
      order: { kind: 'BALL_PUBLISH', amountFen: 5_000, state: 'UNPAID' },
    },
    share: null,
  })
  expect(created.viewer.order?.expiresAt).toBe(minutes(15).toISOString())
  await expectRefusal(db, () => detail(viewer, created.id), { status: 404, code: 'ball_not_found' })
  await pay(initiator, created.viewer.order?.id ?? '')
  expect(await detail(viewer, created.id)).toMatchObject({
    status: 'OPEN',
    seats: [{ isInitiator: true, state: 'CONFIRMED' }],
  })
  expect(await balances()).toEqual([75_000])
})

test('a game without cost is open at once, and everybody who joins has a confirmed seat', async () => {
  const [initiatorId, playerId] = [await givenPlayer(db), await givenPlayer(db)]
  const free = { ...FORM, courtFeeFen: 0, extrasFen: 0 }
  const { id, status, viewer } = await signedInAs(initiatorId)(balls.createBall, { body: free })
  expect([status, viewer.order, viewer.seat?.state]).toEqual(['OPEN', null, 'CONFIRMED'])
  const joined = await signedInAs(playerId)(balls.joinBall, { body: { id } })
  expect(joined).toMatchObject({
    seatsTaken: 2,
    viewer: { role: 'participant', seat: { state: 'CONFIRMED' }, order: null },
  })
  expect(await told(initiatorId)).toHaveLength(1)
})

test('where the initiator bears the cost the initiator pays all of it, and the others nothing', async () => {
  const initiator = await payer()
  const { venueId: stadiumId } = await givenVenue(db)
  const game = await publish(initiator, { feeMode: 'INITIATOR', stadiumId, selectedCourt: 0 })
  expect(game).toMatchObject({ status: 'OPEN', feeFen: 0 })
  expect(game.viewer.order?.lines.map(({ amountFen }) => amountFen)).toEqual([8_000, 2_000])
  const playerId = await givenPlayer(db)
  expect(await enroll(playerId, game.id)).toMatchObject({ viewer: { seat: { state: 'CONFIRMED' }, order: null } })
  expect(await balances()).toEqual([70_000])
})

test.each([
  ['at a place in words', () => ({})],
  ['at a venue without a court', async () => ({ stadiumId: (await givenVenue(db)).venueId })],
])('a treat %s is open at once, and nobody has to pay', async (_, place) => {
  const initiator = await payer()
  const game = await publish(initiator, { feeMode: 'INITIATOR', ...(await place()) })
  expect(game).toMatchObject({ status: 'OPEN', feeFen: 0, viewer: { seat: { state: 'CONFIRMED' }, order: null } })
  expect(await enroll(await givenPlayer(db), game.id)).toMatchObject({
    viewer: { seat: { state: 'CONFIRMED' }, order: null },
  })
  expect((await db.select().from(orders)).map(({ kind }) => kind)).toEqual(['CARD_TOP_UP'])
  expect(await balances()).toEqual([80_000])
})

test('a game that is not paid in time is cancelled with its order, and its half-hours are free', async () => {
  const initiatorId = await givenPlayer(db)
  const { venueId } = await givenVenue(db)
  const body = { ...FORM, stadiumId: venueId, selectedCourt: 0 }
  const { id, viewer } = await signedInAs(initiatorId)(balls.createBall, { body })
  expect([await claimsOf(1), await claimsOf(3)]).toEqual([4, 4])
  await signedInAs(initiatorId)(closeOrder, { params: { id: viewer.order?.id ?? '' } })
  expect(await detail(initiatorId, id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'UNPAID', seatsTaken: 0 })
  expect(await db.$count(slotClaims)).toBe(0)
})

test.each([
  ['just before', -1, true],
  ['at', 0, false],
  ['after', 1, false],
])(
  'the initiator is in an unpaid game until %s the end of the time to pay, and cannot begin it anew',
  async (...moment) => {
    const [, ms, isIn] = moment
    const initiator = await payer()
    const { id } = await signedInAs(initiator.id)(balls.createBall, { body: FORM })
    clock.set(new Date(minutes(15).getTime() + ms))
    if (isIn) return expect(await enroll(initiator.id, id)).toMatchObject({ status: 'UNPAID' })
    await expectRefusal(db, () => enroll(initiator.id, id), { status: 409, code: 'ball_settled' })
  },
)

test('a seat is held while the player pays, and the same request again gives the same answer', async () => {
  const initiator = await payer()
  const player = await payer()
  const { id } = await publish(initiator)
  const first = await enroll(player.id, id)
  expect(first).toMatchObject({
    seatsTaken: 2,
    viewer: { seat: { state: 'HELD' }, order: { kind: 'BALL_SEAT', amountFen: 5_000 } },
  })
  expect(await enroll(player.id, id)).toEqual(first)
  await pay(player, first.viewer.order?.id ?? '')
  expect(await detail(player.id, id)).toMatchObject({
    viewer: { seat: { state: 'CONFIRMED' }, order: { state: 'PAID' } },
  })
  expect(await enroll(player.id, id)).toMatchObject({
    seatsTaken: 2,
    viewer: { order: { id: first.viewer.order?.id } },
  })
  expect(await told(initiator.id)).toHaveLength(1)
})

test('an unpaid seat is free for the next player after its time, without any job', async () => {
  const { id } = await publish(await payer(), { maxPlayers: 2 })
  const [slow, quick] = [await payer(), await payer()]
  const held = await enroll(slow.id, id)
  expect(held.status).toBe('FULL')
  await expectRefusal(db, () => enroll(quick.id, id), { status: 409, code: 'ball_full' })
  clock.set(minutes(15))
  expect(await join(quick, id)).toMatchObject({ status: 'FULL', viewer: { seat: { state: 'CONFIRMED' } } })
  const order = await signedInAs(slow.id)(getOrder, { params: { id: held.viewer.order?.id ?? '' } })
  expect(order.state).toBe('CLOSED')
  expect(await claimsOf(3)).toBe(8)
})

test('a player who returns after the time to pay takes a new seat with a new order', async () => {
  const { id } = await publish(await payer())
  const player = await payer()
  const before = await enroll(player.id, id)
  clock.set(minutes(20))
  const after = await enroll(player.id, id)
  expect(after).toMatchObject({ seatsTaken: 2, viewer: { seat: { heldUntil: minutes(35).toISOString() } } })
  expect(after.viewer.order?.id).not.toBe(before.viewer.order?.id)
})

test('leaving until 24 hours before the start gives all of the money back, once', async () => {
  const { id } = await publish(await payer())
  const player = await payer()
  const { viewer } = await join(player, id)
  expect(viewer.leave).toMatchObject({ isFree: true, paidFen: 5_000, refundFen: 5_000 })
  expect(await leave(player.id, id)).toMatchObject({
    seatsTaken: 1,
    viewer: { seat: null, order: { refundedFen: 5_000 } },
  })
  expect(await leave(player.id, id)).toMatchObject({ seatsTaken: 1, viewer: { role: 'viewer' } })
  expect(await balances()).toEqual([75_000, 80_000])
  expect(await db.select().from(refunds)).toMatchObject([{ cause: 'left', amountFen: 5_000, target: 'CARD' }])
  expect(await claimsOf(3)).toBe(4)
})

test('nobody leaves for less than the refund that they saw', async () => {
  const { id } = await publish(await payer())
  const player = await payer()
  await join(player, id)
  const press = (refundFen: number) => signedInAs(player.id)(balls.leaveBall, { body: { id, refundFen } })
  clock.set(new Date('2026-05-01T18:00:01+08:00'))
  await expectRefusal(db, () => press(5_000), { status: 409, code: 'revision_outdated' })
  expect((await detail(player.id, id)).viewer.seat?.state).toBe('CONFIRMED')
  expect(await press(0)).toMatchObject({ seatsTaken: 1, viewer: { seat: null } })
})

test('later the money stays until another seat becomes confirmed; then the first late leaver gets it back', async () => {
  const { id } = await publish(await payer(), { maxPlayers: 3 })
  const [first, second, next] = [await payer(), await payer(), await payer()]
  await join(first, id)
  await join(second, id)
  clock.set(new Date('2026-05-01T18:00:01+08:00'))
  expect((await detail(first.id, id)).viewer.leave).toMatchObject({ isFree: false, refundFen: 0 })
  await leave(first.id, id)
  clock.set(new Date('2026-05-01T18:05:00+08:00'))
  await leave(second.id, id)
  expect(await balances()).toEqual([75_000, 75_000, 75_000, 80_000])
  const held = await enroll(next.id, id)
  expect(await db.$count(refunds)).toBe(0)
  await pay(next, held.viewer.order?.id ?? '')
  expect(await db.select().from(refunds)).toMatchObject([{ cause: 'refilled', amountFen: 5_000 }])
  expect(await balances()).toEqual([75_000, 80_000, 75_000, 75_000])
  expect([await told(first.id), await told(second.id)]).toEqual([['退款通知'], []])
})

test('an unpaid seat is given back with its order, and a free seat at any time', async () => {
  const player = await payer()
  const { id } = await publish(await payer())
  const { viewer } = await enroll(player.id, id)
  expect(await leave(player.id, id)).toMatchObject({ seatsTaken: 1, viewer: { order: { state: 'CLOSED' } } })
  expect(await db.$count(refunds)).toBe(0)
  expect(viewer.order?.state).toBe('UNPAID')
  const free = await publish(await payer(), { courtFeeFen: 0, extrasFen: 0, beginTimeSlot: 40, endTimeSlot: 42 })
  await enroll(player.id, free.id)
  clock.set(new Date('2026-05-02T19:00:00+08:00'))
  expect(await leave(player.id, free.id)).toMatchObject({ seatsTaken: 1 })
})

test('a cancelled game refunds everybody in full once, and notifies them', async () => {
  const initiator = await payer()
  const { id } = await publish(initiator, { maxPlayers: 4 })
  const [confirmed, late, waiting] = [await payer(), await payer(), await payer()]
  await join(confirmed, id)
  await join(late, id)
  clock.set(new Date('2026-05-01T20:00:00+08:00'))
  await leave(late.id, id)
  const held = await enroll(waiting.id, id)
  const cancelled = await cancel(initiator.id, id)
  expect(cancelled).toMatchObject({ status: 'CANCELLED', cancelReason: 'INITIATOR', seatsTaken: 2 })
  expect(await cancel(initiator.id, id)).toEqual(cancelled)
  expect(await balances()).toEqual([80_000, 80_000, 80_000, 80_000])
  expect((await db.select().from(refunds)).map(({ cause }) => cause)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(await told(confirmed.id)).toContain('球局已取消')
  expect(await told(waiting.id)).toContain('球局已取消')
  expect(await told(late.id)).toContain('球局已取消')
  expect(await db.$count(slotClaims)).toBe(0)
  await expectRefusal(db, () => pay(waiting, held.viewer.order?.id ?? ''), { status: 409, code: 'order_closed' })
})

test('the initiator cannot leave, strangers have no seat to give back, and nobody acts for another', async () => {
  const initiator = await payer()
  const { id } = await publish(initiator)
  const stranger = await givenPlayer(db)
  await expectRefusal(db, () => leave(initiator.id, id), { status: 409, code: 'ball_initiator_stays' })
  await expectRefusal(db, () => leave(stranger, id), { status: 404, code: 'ball_player_unknown' })
  await expectRefusal(db, () => cancel(stranger, id), { status: 403, code: 'action_forbidden' })
  const as = signedInAs(stranger)
  await expectRefusal(db, () => as(balls.enrollBall, { body: { id, participantId: initiator.id } }), {
    status: 403,
    code: 'join_for_others',
  })
  await expectRefusal(db, () => as(balls.createBall, { body: { ...FORM, initiatorId: initiator.id } }), {
    status: 403,
    code: 'data_of_others',
  })
})

test('level and gender are checked, and a game that has begun or is over accepts nobody', async () => {
  const { id } = await publish(await payer(), { genderRule: 'FEMALE', levelFrom: 3, levelTo: 3.5 })
  const man = await givenPlayer(db, { gender: 1, level: 3 })
  const [weak, fit] = [
    await givenPlayer(db, { gender: 0, level: 2.5 }),
    await givenPlayer(db, { gender: 0, level: 3.5 }),
  ]
  await expectRefusal(db, () => enroll(man, id), { status: 409, code: 'ball_gender_unfit' })
  await expectRefusal(db, () => enroll(weak, id), { status: 409, code: 'ball_level_unfit' })
  await expectRefusal(db, () => signedInAs(fit)(balls.joinBall, { body: { id } }), {
    status: 409,
    code: 'ball_needs_payment',
  })
  expect((await detail(weak, id)).viewer).toMatchObject({ isLevelFit: false, isGenderFit: true })
  const unsaid = await givenPlayer(db, { level: 3 })
  await expectRefusal(db, () => enroll(unsaid, id), { status: 409, code: 'ball_gender_unsaid' })
  expect((await detail(unsaid, id)).viewer).toMatchObject({ isGenderFit: false, genderIsUnsaid: true })
  await signedInAs(unsaid)(savePlayer, { body: { gender: 0 } })
  expect((await detail(unsaid, id)).viewer).toMatchObject({ isGenderFit: true })
  expect((await detail(unsaid, id)).viewer).not.toHaveProperty('genderIsUnsaid')
  clock.set(new Date('2026-05-02T18:00:00+08:00'))
  await expectRefusal(db, () => enroll(fit, id), { status: 409, code: 'ball_started' })
  expect(await db.$count(slotClaims)).toBe(4)
})

test('a coach who plays is also busy as a coach', async () => {
  const coach = await givenCoach(db)
  const { id } = await publish(await payer(), { courtFeeFen: 0, extrasFen: 0 })
  await enroll(coach, id)
  expect([await claimsOf(2), await claimsOf(3)]).toEqual([4, 8])
})

test.each([
  ['ball_too_far_ahead', { activityDate: '2026-06-15' }],
  ['ball_levels_invalid', { levelFrom: 4, levelTo: 3 }],
  ['ball_place_missing', { place: '' }],
  ['ball_in_past', { activityDate: '2026-05-01', beginTimeSlot: 20, endTimeSlot: 22 }],
] as const)('%s: nothing is written', async (code, over) => {
  const as = signedInAs(await givenPlayer(db))
  await expectRefusal(db, () => as(balls.createBall, { body: { ...FORM, ...over } }), { status: 400, code })
})

test('a court has to exist and be open', async () => {
  const { venueId } = await givenVenue(db, { firstStart: 16, lastStart: 40 })
  const as = signedInAs(await givenPlayer(db))
  const at = (over: object) =>
    as(balls.createBall, { body: { ...FORM, stadiumId: venueId, selectedCourt: 0, ...over } })
  await expectRefusal(db, () => at({ selectedCourt: 2 }), { status: 400, code: 'court_not_found' })
  await expectRefusal(db, () => at({ stadiumId: '987654321' }), { status: 404, code: 'venue_not_found' })
  await expectRefusal(db, () => at({ beginTimeSlot: 40, endTimeSlot: 42 }), { status: 400, code: 'ball_time_invalid' })
  expect(await at({ beginTimeSlot: 40, endTimeSlot: 41 })).toMatchObject({ selectedCourt: 0, stadiumId: venueId })
})
