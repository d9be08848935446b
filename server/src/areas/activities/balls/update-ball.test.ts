import * as balls from '@paidang/api/areas/activities/balls'
import { checkOrder, getOrder, payOrder, playSimulatedPayment } from '@paidang/api/areas/money/payments'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { storedCards } from '../../../tables/cards.ts'
import { messages } from '../../../tables/messages.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import { ballPlayers, FORM } from '../../../testing/ball-players.ts'
import { givenPlayer, givenScene, givenVenue, TEST_NOW, TOMORROW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { closeUnpaidOrders } from '../../money/payments/ask-provider.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server
const { payer, pay, publish, join, enroll, cancel, detail } = ballPlayers(server)

const FREE = { courtFeeFen: 0, extrasFen: 0 }
const update = (actorId: string, id: string, over: Partial<balls.BallForm> = {}) =>
  signedInAs(actorId)(balls.updateBall, { body: { ...FORM, ...over, id } })
const claimed = async () => {
  const rows = await db.select().from(slotClaims)
  return rows.map(({ kind, halfHour, day }) => `${kind} ${day} ${halfHour}`).sort()
}
const balanceOf = async (cardId: string) =>
  (await db.select().from(storedCards).where(eq(storedCards.id, cardId)))[0]?.principalFen

test('everybody in a game moves along when its time and court change, and is notified', async () => {
  const { venueId: stadiumId } = await givenVenue(db)
  const [initiatorId, playerId] = [await givenPlayer(db), await givenPlayer(db)]
  const at = { ...FREE, stadiumId, selectedCourt: 0, beginTimeSlot: 20, endTimeSlot: 21 }
  const { id } = await signedInAs(initiatorId)(balls.createBall, { body: { ...FORM, ...at } })
  await enroll(playerId, id)
  const moved = await update(initiatorId, id, {
    ...at,
    selectedCourt: 1,
    activityDate: '2026/05/03',
    beginTimeSlot: 30,
    endTimeSlot: 31,
  })
  expect(moved).toMatchObject({ activityDate: '2026-05-03', selectedCourt: 1, beginTimeSlot: 30 })
  expect(moved.closesAt).toBe(new Date('2026-05-03T11:00:00+08:00').toISOString())
  expect(await claimed()).toEqual(['1 2026-05-03 30', '3 2026-05-03 30', '3 2026-05-03 30'])
  const told = await db.select().from(messages).where(eq(messages.receiverId, playerId))
  expect(told).toMatchObject([{ title: '球局已修改', category: 'invitation', objectKind: 'ball', objectId: id }])
})

test('a change that one of them cannot make is refused as a whole', async () => {
  const scene = await givenScene(db)
  const { venueId: stadiumId, playerId } = scene
  const initiatorId = await givenPlayer(db)
  const free = { ...FREE, beginTimeSlot: 20, endTimeSlot: 22 }
  const { id } = await signedInAs(initiatorId)(balls.createBall, { body: { ...FORM, ...free } })
  await enroll(playerId, id)
  await givenInvitation(db, { scene, beginTimeSlot: 30, endTimeSlot: 32 })
  const busy = { ...FREE, beginTimeSlot: 31, endTimeSlot: 33 }
  await expectRefusal(db, () => update(initiatorId, id, busy), { status: 409, code: 'participant_busy' })
  const taken = { ...busy, stadiumId, selectedCourt: 0 }
  await expectRefusal(db, () => update(initiatorId, id, taken), { status: 409, code: 'slot_taken' })
  await publish({ id: initiatorId, cardId: '' }, { ...FREE, beginTimeSlot: 40, endTimeSlot: 42 })
  const own = { ...FREE, beginTimeSlot: 40, endTimeSlot: 42 }
  await expectRefusal(db, () => update(initiatorId, id, own), { code: 'ball_player_busy' })
})

test('the maximum cannot fall below the seats taken, and the game becomes full or open with it', async () => {
  const initiatorId = await givenPlayer(db)
  const { id } = await signedInAs(initiatorId)(balls.createBall, { body: { ...FORM, ...FREE } })
  for (let players = 1; players < 3; players++) await enroll(await givenPlayer(db), id)
  const refused = () => update(initiatorId, id, { ...FREE, maxPlayers: 2 })
  await expectRefusal(db, refused, { status: 409, code: 'ball_players_taken' })
  expect(await update(initiatorId, id, { ...FREE, maxPlayers: 3 })).toMatchObject({ status: 'FULL' })
  expect(await update(initiatorId, id, { ...FREE, maxPlayers: 5 })).toMatchObject({ status: 'OPEN' })
})

test('the cost of a game is fixed once another player has a seat', async () => {
  const initiator = await payer()
  const { id } = await publish(initiator)
  await join(await payer(), id)
  for (const over of [{ extrasFen: 2_001 }, { feeMode: 'INITIATOR' as const }, { minPlayers: 3 }])
    await expectRefusal(db, () => update(initiator.id, id, over), { status: 409, code: 'ball_fee_fixed' })
  expect(await update(initiator.id, id, { title: ' 改名 ', levelFrom: 1 })).toMatchObject({
    title: '改名',
    levelFrom: 1,
  })
})

test('an initiator alone in the game gets the money back and pays the new cost before anybody sees the game again', async () => {
  const initiator = await payer()
  const { id } = await publish(initiator)
  const repriced = await update(initiator.id, id, { courtFeeFen: 28_000 })
  expect(repriced).toMatchObject({
    status: 'UNPAID',
    feeFen: 15_000,
    viewer: { seat: { state: 'HELD' }, order: { state: 'UNPAID', amountFen: 15_000 } },
  })
  expect(await balanceOf(initiator.cardId)).toBe(80_000)
  const again = await update(initiator.id, id, { courtFeeFen: 38_000 })
  const former = { params: { id: repriced.viewer.order?.id ?? '' } }
  expect(await signedInAs(initiator.id)(getOrder, former)).toMatchObject({ state: 'CLOSED' })
  await pay(initiator, again.viewer.order?.id ?? '')
  expect(await detail(initiator.id, id)).toMatchObject({ status: 'OPEN', viewer: { seat: { state: 'CONFIRMED' } } })
  expect(await balanceOf(initiator.cardId)).toBe(60_000)
  expect(await update(initiator.id, id, FREE)).toMatchObject({
    status: 'OPEN',
    feeFen: 0,
    viewer: { seat: { state: 'CONFIRMED' } },
  })
  expect(await balanceOf(initiator.cardId)).toBe(80_000)
  await cancel(initiator.id, id)
  expect(await balanceOf(initiator.cardId)).toBe(80_000)
})

test('a treat that leaves a court of the platform is refunded, and moved back it has to be paid again', async () => {
  const { venueId: stadiumId } = await givenVenue(db)
  const initiator = await payer()
  const treat = { feeMode: 'INITIATOR' as const }
  const { id } = await publish(initiator, { ...treat, stadiumId, selectedCourt: 0 })
  expect(await balanceOf(initiator.cardId)).toBe(70_000)
  expect(await update(initiator.id, id, treat)).toMatchObject({
    status: 'OPEN',
    viewer: { seat: { state: 'CONFIRMED' } },
  })
  expect(await balanceOf(initiator.cardId)).toBe(80_000)
  const back = await update(initiator.id, id, { ...treat, stadiumId, selectedCourt: 0 })
  expect(back).toMatchObject({ status: 'UNPAID', viewer: { order: { amountFen: 10_000 } } })
})

test('a game that waits for its money has one deadline, 15 minutes after its creation, however often it is changed', async () => {
  const initiator = await payer()
  const as = signedInAs(initiator.id)
  const created = await as(balls.createBall, { body: FORM })
  const deadline = new Date(TEST_NOW.getTime() + 15 * 60_000)
  let courtFeeFen = 10_000
  for (const minutes of [5, 14, 14.9]) {
    clock.set(new Date(TEST_NOW.getTime() + minutes * 60_000))
    courtFeeFen += 1_000
    const { viewer } = await update(initiator.id, created.id, { courtFeeFen })
    expect([viewer.order?.expiresAt, viewer.seat?.heldUntil]).toEqual([deadline.toISOString(), deadline.toISOString()])
  }
  clock.set(deadline)
  const late = () => update(initiator.id, created.id, { courtFeeFen: 30_000 })
  await expectRefusal(db, late, { status: 409, code: 'ball_settled' })
  expect(await runJob(server, closeUnpaidOrders)).toEqual([])
  expect(await detail(initiator.id, created.id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'UNPAID' })
  expect(await claimed()).toEqual([])
})

test('a start that moves closer shortens the time to pay', async () => {
  clock.set(new Date('2026-05-01T12:20:00+08:00'))
  const initiator = await payer()
  const created = await signedInAs(initiator.id)(balls.createBall, { body: FORM })
  const startsAt = new Date('2026-05-01T12:30:00+08:00').toISOString()
  const today = { activityDate: '2026-05-01', beginTimeSlot: 25, endTimeSlot: 27 }
  const { viewer } = await update(initiator.id, created.id, today)
  expect([viewer.order?.expiresAt, viewer.seat?.heldUntil]).toEqual([startsAt, startsAt])
  clock.set(new Date(startsAt))
  await expectRefusal(db, () => pay(initiator, viewer.order?.id ?? ''), { status: 409, code: 'order_closed' })
})

// The provider reports the payment then. A payment that was made before is refunded if it is too late.
test.each([
  ['a second before the start', -1_000, 'CONFIRMED', 'PAID'],
  ['at the start', 0, undefined, 'CLOSED'],
  ['a second after it', 1_000, undefined, 'CLOSED'],
] as const)('money for a seat that comes %s', async (_, ms, state, orderState) => {
  const [initiator, player] = [await payer(), await payer()]
  const { id } = await publish(initiator)
  const startsAt = new Date(`${TOMORROW}T18:00:00+08:00`)
  clock.set(new Date(startsAt.getTime() - 5 * 60_000))
  const { viewer } = await enroll(player.id, id)
  const orderId = viewer.order?.id ?? ''
  const { step } = await signedInAs(player.id)(payOrder, { body: { orderId, method: 'WECHAT', channel: 'NATIVE' } })
  if (step?.kind !== 'simulator') throw new Error('no payment was begun')
  const params = { outTradeNo: step.outTradeNo }
  await signedInAs(player.id)(playSimulatedPayment, { params, body: { action: 'PAY', notify: { times: 0 } } })
  clock.set(new Date(startsAt.getTime() + ms))
  await signedInAs(player.id)(checkOrder, { params: { id: orderId } })
  const { seats } = await detail(initiator.id, id)
  expect(seats.find(({ user }) => user.id === player.id)?.state).toBe(state)
  expect(await signedInAs(player.id)(getOrder, { params: { id: orderId } })).toMatchObject({ state: orderState })
})

test('a game that is over, called off, begun or of another initiator cannot be changed', async () => {
  const [initiatorId, stranger] = [await givenPlayer(db), await givenPlayer(db)]
  const { id } = await signedInAs(initiatorId)(balls.createBall, { body: { ...FORM, ...FREE } })
  const show = (actorId: string, isPublic: boolean) =>
    signedInAs(actorId)(balls.setBallPublic, { body: { id, isPublic } })
  await expectRefusal(db, () => update(stranger, id, FREE), { status: 403, code: 'action_forbidden' })
  await expectRefusal(db, () => show(stranger, false), { status: 403, code: 'action_forbidden' })
  expect(await show(initiatorId, false)).toMatchObject({ isPublic: false })
  expect(await show(initiatorId, false)).toMatchObject({ isPublic: false })
  await expectRefusal(db, () => show(stranger, true), { status: 404, code: 'ball_not_found' })
  const past = { ...FREE, activityDate: '2026-05-01', beginTimeSlot: 20, endTimeSlot: 22 }
  await expectRefusal(db, () => update(initiatorId, id, past), { status: 400, code: 'ball_in_past' })
  clock.set(new Date(`${TOMORROW}T18:00:00+08:00`))
  const later = { ...FREE, activityDate: '2026-05-04' }
  await expectRefusal(db, () => update(initiatorId, id, later), { status: 409, code: 'ball_started' })
  await expectRefusal(db, () => cancel(initiatorId, id), { status: 409, code: 'ball_started' })
  clock.set(TEST_NOW)
  await cancel(initiatorId, id)
  await expectRefusal(db, () => update(initiatorId, id, later), { status: 409, code: 'ball_settled' })
  await expectRefusal(db, () => show(initiatorId, true), { status: 409, code: 'ball_settled' })
})
