import * as balls from '@paidang/api/areas/activities/balls'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballParticipants, ballRequests, ballWaiters } from '../../../tables/balls.ts'
import { ballPlayers } from '../../../testing/ball-players.ts'
import { givenPlayer, givenVenue, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { openLive } from '../../../testing/live-client.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { app, db, call, request, signedInAs, tokenOf } = server
const { payer, pay, publish, join, enroll, leave, detail } = ballPlayers(server)

const FREE = { courtFeeFen: 0, extrasFen: 0 }

test('a guest reads a public game whole: place, people, terms, and no phone numbers', async () => {
  const { venueId: stadiumId } = await givenVenue(db, { name: '东方网球中心', latitude: 31.2, longitude: 121.5 })
  const initiator = await payer({
    nickname: '阿波',
    phone: '13812345678',
    wechatId: 'secret-wechat',
    openId: 'secret-id',
  })
  const { id } = await publish(initiator, { stadiumId, selectedCourt: 1, description: '带两筒球', closingHours: 3 })
  await enroll((await payer({ nickname: '安娜', phone: '13887654321' })).id, id)
  const read = await call(balls.getBallDetail, { params: { id }, query: {} })
  expect(read).toMatchObject({
    id,
    title: '周末双打',
    description: '带两筒球',
    stadiumName: '东方网球中心',
    address: '世纪大道 1 号',
    latitude: 31.2,
    longitude: 121.5,
    selectedCourt: 1,
    initiator: { id: initiator.id, nickname: '阿波' },
    courtFeeFen: 8_000,
    extrasFen: 2_000,
    startsAt: '2026-05-02T10:00:00.000Z',
    endsAt: '2026-05-02T12:00:00.000Z',
    closesAt: '2026-05-02T07:00:00.000Z',
    seats: [
      { user: { nickname: '阿波' }, isInitiator: true, state: 'CONFIRMED', heldUntil: null },
      { user: { nickname: '安娜' }, isInitiator: false, state: 'HELD', heldUntil: '2026-05-01T04:15:00.000Z' },
    ],
    waitingCount: 0,
    proposals: [],
    sharesFen: null,
    viewer: { userId: null, role: 'viewer', level: null, seat: null, order: null, leave: null },
    share: null,
  })
  const { body } = await request({ method: 'GET', url: `/aaapi/invitationball/detail/${id}` })
  expect(body).not.toMatch(/13812345678|13887654321|secret-/)
  expect(await call(balls.seatsOfBall, { params: { id }, query: {} })).toEqual(read.seats)
  expect(await call(balls.getBall, { params: { id }, query: {} })).toMatchObject({ id, participants: [{}, {}] })
})

test('every caller learns how they are related to a game', async () => {
  const initiator = await payer()
  const { id, viewer } = await publish(initiator, { maxPlayers: 2, levelFrom: 3, levelTo: 3.5, genderRule: 'MALE' })
  expect(viewer).toMatchObject({ role: 'initiator', level: 3, isLevelFit: true, leave: null })
  const player = await payer({ gender: 1 })
  expect((await join(player, id)).viewer).toMatchObject({
    role: 'participant',
    leave: { isFree: true, freeUntil: '2026-05-01T10:00:00.000Z', paidFen: 5_000, refundFen: 5_000 },
  })
  const [first, second] = [await givenPlayer(db), await givenPlayer(db, { level: 4, gender: 0 })]
  for (const userId of [first, second]) await db.insert(ballWaiters).values({ ballId: id, userId })
  await db.insert(ballRequests).values({ ballId: id, userId: second })
  const seen = await detail(second, id)
  expect(seen).toMatchObject({ isWaiting: true, waitingCount: 2 })
  expect(seen.viewer).toMatchObject({
    role: 'viewer',
    level: 4,
    isLevelFit: false,
    isGenderFit: false,
    requestStatus: 0,
    waitingPlace: 2,
  })
})

test('an accepted request opens a game to another level, a refused one does not', async () => {
  const { id } = await publish(await payer(), FREE)
  const [agreed, refused] = [await givenPlayer(db, { level: 5 }), await givenPlayer(db, { level: 5 })]
  await db.insert(ballRequests).values([
    { ballId: id, userId: agreed, approveStatus: 1, decidedAt: TEST_NOW },
    { ballId: id, userId: refused, approveStatus: 2, decidedAt: TEST_NOW },
  ])
  expect(await enroll(agreed, id)).toMatchObject({ viewer: { seat: { state: 'CONFIRMED' } } })
  await expectRefusal(db, () => enroll(refused, id), { status: 409, code: 'ball_request_refused' })
})

test('the initiator’s link opens a game that is not public, and admits any level', async () => {
  const { id, share } = await publish(await payer(), { isPublic: false })
  const link = { share: share ?? '' }
  const strong = await payer({ level: 6 })
  const as = signedInAs(strong.id)
  const hidden = { status: 404, code: 'ball_not_found' }
  await expectRefusal(db, () => as(balls.getBall, { params: { id }, query: {} }), hidden)
  await expectRefusal(db, () => as(balls.joinBall, { body: { id } }), hidden)
  await expectRefusal(db, () => call(balls.getBallDetail, { params: { id }, query: { share: 'x'.repeat(22) } }), hidden)
  expect(await call(balls.getBallDetail, { params: { id }, query: link })).toMatchObject({ id, share: null })
  await expectRefusal(db, () => as(balls.enrollBall, { body: { id, ...link } }), { code: 'ball_level_unfit' })
  const { viewer } = await as(balls.joinBall, { body: { id, ...link } })
  expect(viewer).toMatchObject({ seat: { state: 'HELD' }, order: { amountFen: 5_000 } })
  await pay(strong, viewer.order?.id ?? '')
  expect(await detail(strong.id, id)).toMatchObject({ viewer: { role: 'participant' }, share: null })
  await leave(strong.id, id)
  expect(await detail(strong.id, id)).toMatchObject({ viewer: { role: 'viewer' } })
})

test('the token of a class or of another game opens no game', async () => {
  const { id } = await publish(await payer(), { ...FREE, isPublic: false })
  const other = await publish(await payer(), { ...FREE, isPublic: false })
  for (const share of [app.shareTokens.of(id), other.share ?? '']) {
    const read = () => call(balls.getBallDetail, { params: { id }, query: { share } })
    await expectRefusal(db, read, { status: 404, code: 'ball_not_found' })
  }
  expect(app.ballShareTokens.isOf(app.shareTokens.of(id), id)).toBe(false)
})

test('an order is shown to its payer, and to the initiator without the refund target', async () => {
  const initiator = await payer()
  const { id } = await publish(initiator)
  const player = await payer()
  await join(player, id)
  await leave(player.id, id)
  const read = (actorId: string, userId = player.id) =>
    signedInAs(actorId)(balls.orderOfSeat, { params: { id, userId } })
  expect(await read(player.id)).toMatchObject({ state: 'PAID', method: 'CARD', refunds: [{ amountFen: 5_000 }] })
  expect(await read(initiator.id)).toMatchObject({ state: 'PAID', method: null, refundedFen: 5_000, refunds: [] })
  const unknown = { status: 404, code: 'order_not_found' }
  await expectRefusal(db, () => read(player.id, initiator.id), unknown)
  await expectRefusal(db, () => read(initiator.id, '987654321'), unknown)
})

test('a finished game shows its players what each bore, the initiator first', async () => {
  const [initiatorId, playerId] = [await givenPlayer(db), await givenPlayer(db)]
  const over = { status: 'FINISHED' as const, activityDate: '2026-04-20', feeFen: 0, initiatorId }
  const id = await givenBall(db, { ...over, playerIds: [playerId, initiatorId] })
  for (const [userId, shareFen] of [
    [initiatorId, 501],
    [playerId, 500],
  ] as const)
    await db.update(ballParticipants).set({ shareFen }).where(eq(ballParticipants.userId, userId))
  const input = { params: { id }, query: {} }
  for (const actorId of [initiatorId, playerId]) {
    const read = await signedInAs(actorId)(balls.getBallDetail, input)
    expect(read).toMatchObject({ status: 'FINISHED', sharesFen: [501, 500] })
  }
  for (const ask of [call, signedInAs(await givenPlayer(db))]) {
    expect(await ask(balls.getBallDetail, input)).toMatchObject({ status: 'FINISHED', sharesFen: null })
  }
})

test('open pages are notified of every change of a game that they may see', async () => {
  const { id } = await publish(await payer(), FREE)
  const hidden = await publish(await payer(), { ...FREE, isPublic: false })
  const client = await openLive(app)
  client.send({ type: 'hello', token: await tokenOf(await givenPlayer(db)) })
  await client.next('welcome')
  const topic = { kind: 'ball' as const, id }
  client.send({ type: 'watch', topics: [topic, { kind: 'ball', id: hidden.id }] })
  expect(await client.next('watching')).toEqual({ type: 'watching', topics: [topic] })
  await enroll(await givenPlayer(db), id)
  expect(await client.next('changed')).toEqual({ type: 'changed', topic })
  const link = { kind: 'ball' as const, id: hidden.id, share: hidden.share ?? '' }
  client.send({ type: 'watch', topics: [link] })
  expect(await client.next('watching')).toEqual({ type: 'watching', topics: [link] })
  client.socket.terminate()
})
