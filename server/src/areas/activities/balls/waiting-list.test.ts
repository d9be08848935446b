import * as balls from '@paidang/api/areas/activities/balls'
import { savePlayer } from '@paidang/api/areas/people/registration'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballParticipants } from '../../../tables/balls.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { messages } from '../../../tables/messages.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers, FORM, type Payer } from '../../../testing/ball-players.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, signedInAs } = server
const { payer, pay, publish, enroll, join, leave, cancel, detail } = ballPlayers(server)
const { at, tick, told, balanceOf } = ballMessagesAndTime(server)

const wait = (userId: string, id: string, share?: string) =>
  signedInAs(userId)(balls.waitForBall, { body: { id, ...(share !== undefined && { share }) } })

const SUNDAY = { activityDate: '2026-05-03' }

/** A game for two on Sunday at 18:00, with its players. */
async function givenFull(over: Partial<balls.BallForm> = {}): Promise<{ id: string; initiator: Payer; player: Payer }> {
  const [initiator, player] = [await payer(), await payer()]
  const { id } = await publish(initiator, { ...SUNDAY, maxPlayers: 2, ...over })
  await join(player, id)
  return { id, initiator, player }
}

const placesOf = async (id: string, ...people: Payer[]) => {
  const places = []
  for (const { id: userId } of people) places.push((await detail(userId, id)).viewer.waitingPlace)
  return places
}

test('a full game has a waiting list in the order of asking, and users may leave it', async () => {
  const { id } = await givenFull()
  const [first, second, third] = [await payer(), await payer(), await payer()]
  for (const { id: userId } of [first, second, third, second]) await wait(userId, id)
  expect(await placesOf(id, first, second, third)).toEqual([1, 2, 3])
  const seen = await detail(await givenPlayer(db), id)
  expect([seen.waitingCount, seen.waiting.map((person) => person.id)]).toEqual([3, [first.id, second.id, third.id]])
  await leave(second.id, id)
  expect(await placesOf(id, first, second, third)).toEqual([1, null, 2])
  const query = { current: 1, rows: 10, role: 'waiting' as const }
  const listOf = (userId: string) => signedInAs(userId)(balls.ballsOfUser, { params: { group: '1', userId }, query })
  expect((await listOf(first.id)).rows).toMatchObject([{ id, isWaiting: true, mySeat: null }])
  expect((await listOf(second.id)).rows).toEqual([])
})

test('waiting is for full games, and for users who may play and have no seat', async () => {
  const { id, player } = await givenFull({ levelFrom: 3, levelTo: 3.5 })
  const open = await publish(await payer(), { beginTimeSlot: 20, endTimeSlot: 22 })
  const [stranger, weak] = [await givenPlayer(db), await givenPlayer(db, { level: 2 })]
  await expectRefusal(db, () => wait(stranger, open.id), { status: 409, code: 'ball_has_seats' })
  await expectRefusal(db, () => wait(weak, id), { status: 409, code: 'ball_level_unfit' })
  expect(await wait(player.id, id)).toMatchObject({ waitingCount: 0, viewer: { waitingPlace: null } })
  at('05-03T18:00:00')
  await expectRefusal(db, () => wait(stranger, id), { status: 409, code: 'ball_started' })
})

test('a free place is offered to the first user, who accepts by enrolling and then pays', async () => {
  const { id, player } = await givenFull()
  const [first, second, passer] = [await payer(), await payer(), await payer()]
  await wait(first.id, id)
  await wait(second.id, id)
  await leave(player.id, id)
  expect(await told(first.id)).toEqual(['候补到您了'])
  const [news] = await db.select().from(messages).where(eq(messages.receiverId, first.id))
  expect(news?.content).toMatch(/，5\.3 周日 18:00–20:00 有空位，请在 \d{1,2}\.\d{1,2} \d{2}:\d{2} 前报名$/)
  const offered = await detail(first.id, id)
  expect(offered).toMatchObject({
    status: 'FULL',
    waitingCount: 1,
    viewer: { seat: { state: 'OFFERED' }, order: null },
  })
  // Two hours, since the game is less than three days away.
  expect(offered.viewer.seat?.heldUntil).toBe(new Date('2026-05-01T14:00:00+08:00').toISOString())
  await expectRefusal(db, () => enroll(passer.id, id), { status: 409, code: 'ball_full' })
  await expectRefusal(db, () => enroll(second.id, id), { status: 409, code: 'ball_full' })

  const held = await enroll(first.id, id)
  expect(held.viewer).toMatchObject({ seat: { state: 'HELD' }, order: { kind: 'BALL_SEAT', amountFen: 5_000 } })
  await pay(first, held.viewer.order?.id ?? '')
  expect((await detail(first.id, id)).viewer.seat?.state).toBe('CONFIRMED')
  expect(await placesOf(id, second)).toEqual([1])
})

test('a user who declines an offer or lets it expire leaves it to the next', async () => {
  const { id, player } = await givenFull()
  const [first, second, third] = [await payer(), await payer(), await payer()]
  for (const { id: userId } of [first, second, third]) await wait(userId, id)
  await leave(player.id, id)
  at('05-01T13:59:59')
  expect(await tick()).toEqual([])
  expect((await detail(first.id, id)).viewer.seat?.state).toBe('OFFERED')
  at('05-01T14:00:00')
  for (let run = 0; run < 2; run++) expect(await tick()).toEqual([])
  expect((await detail(second.id, id)).viewer.seat?.state).toBe('OFFERED')
  await expectRefusal(db, () => enroll(first.id, id), { status: 409, code: 'ball_full' })
  await leave(second.id, id)
  expect((await detail(third.id, id)).viewer.seat?.state).toBe('OFFERED')
  expect([await told(first.id), await told(second.id), await told(third.id)]).toEqual(Array(3).fill(['候补到您了']))
  expect(await detail(first.id, id)).toMatchObject({ seatsTaken: 2, waitingCount: 0 })
})

test('an expired offer goes to the next user without any job', async () => {
  const { id, player } = await givenFull({ courtFeeFen: 0, extrasFen: 0 })
  const [first, second] = [await payer(), await payer()]
  for (const { id: userId } of [first, second]) await wait(userId, id)
  await leave(player.id, id)
  at('05-01T14:00:00')
  expect((await enroll(second.id, id)).viewer.seat?.state).toBe('CONFIRMED')
  expect((await detail(first.id, id)).viewer.seat).toBeNull()
})

test('a user who let an offer or the time to pay pass may wait again, behind the others', async () => {
  const { id, player } = await givenFull()
  const [first, second, slow] = [await payer(), await payer(), await payer()]
  for (const { id: userId } of [first, second]) await wait(userId, id)
  await leave(player.id, id)
  at('05-01T14:00:00')
  expect((await wait(first.id, id)).viewer).toMatchObject({ seat: null, waitingPlace: 1 })
  expect((await detail(second.id, id)).viewer.seat?.state).toBe('OFFERED')
  const other = await publish(await payer(), { ...SUNDAY, maxPlayers: 2 })
  await enroll(slow.id, other.id)
  at('05-01T14:15:00')
  await expectRefusal(db, () => wait(slow.id, other.id), { status: 409, code: 'ball_has_seats' })
})

test('who waits and is excluded by another gender rule is told, and the seat is offered to the next', async () => {
  const { id, initiator, player } = await givenFull()
  const [man, unsaid, woman] = [await payer({ gender: 1 }), await payer(), await payer({ gender: 0 })]
  for (const { id: userId } of [man, unsaid, woman]) await wait(userId, id)
  for (const { id: userId } of [initiator, player]) await signedInAs(userId)(savePlayer, { body: { gender: 0 } })
  const form = { ...FORM, ...SUNDAY, maxPlayers: 2, genderRule: 'FEMALE' as const }
  await signedInAs(initiator.id)(balls.updateBall, { body: { id, ...form } })
  await leave(player.id, id)
  expect(await told(man.id)).toEqual(['候补已失效'])
  expect((await detail(man.id, id)).viewer).toMatchObject({ seat: null, waitingPlace: null })
  // Who can still say their gender has their turn.
  expect(await told(unsaid.id)).toEqual(['候补到您了'])
  await expectRefusal(db, () => enroll(unsaid.id, id), { status: 409, code: 'ball_gender_unsaid' })
  await leave(unsaid.id, id)
  expect((await enroll(woman.id, id)).viewer.seat?.state).toBe('HELD')
})

test('at night no seat is offered or sold past the waiting list; at 08:00 the first is asked', async () => {
  const { id, player } = await givenFull()
  const [first, second, passer] = [await payer(), await payer(), await payer()]
  for (const { id: userId } of [first, second]) await wait(userId, id)
  at('05-01T22:00:00')
  await leave(player.id, id)
  expect(await tick()).toEqual([])
  expect(await told(first.id)).toEqual([])
  expect(await detail(passer.id, id)).toMatchObject({ status: 'OPEN', seatsTaken: 1, waitingCount: 2 })
  await expectRefusal(db, () => enroll(passer.id, id), { status: 409, code: 'ball_full' })
  await expectRefusal(db, () => enroll(second.id, id), { status: 409, code: 'ball_full' })
  expect((await wait(passer.id, id)).viewer.waitingPlace).toBe(3)
  at('05-02T08:00:00')
  expect(await tick()).toEqual([])
  expect((await detail(first.id, id)).viewer.seat).toMatchObject({
    state: 'OFFERED',
    heldUntil: new Date('2026-05-02T10:00:00+08:00').toISOString(),
  })
})

test('at night the first waiting user may take the free place directly', async () => {
  const { id, player } = await givenFull()
  const [first, second] = [await payer(), await payer()]
  for (const { id: userId } of [first, second]) await wait(userId, id)
  at('05-01T22:00:00')
  await leave(player.id, id)
  expect((await join(first, id)).viewer.seat?.state).toBe('CONFIRMED')
  expect(await placesOf(id, first, second)).toEqual([null, 1])
})

test('an unpaid seat, and the seats of a higher maximum, are offered as well', async () => {
  const { id, initiator, player } = await givenFull({ maxPlayers: 3 })
  const [slow, first, second] = [await payer(), await payer(), await payer()]
  await enroll(slow.id, id)
  for (const { id: userId } of [first, second]) await wait(userId, id)
  at('05-01T12:15:00')
  expect(await tick()).toEqual([])
  expect((await detail(first.id, id)).viewer.seat?.state).toBe('OFFERED')
  await signedInAs(initiator.id)(balls.updateBall, { body: { ...FORM, ...SUNDAY, id, maxPlayers: 4 } })
  expect((await detail(second.id, id)).viewer.seat?.state).toBe('OFFERED')
  expect(await detail(player.id, id)).toMatchObject({ status: 'FULL', seatsTaken: 4, waitingCount: 0 })
})

test('a user who is blocked from the initiator by now is skipped', async () => {
  const { id, initiator, player } = await givenFull()
  const [first, second] = [await payer(), await payer()]
  for (const { id: userId } of [first, second]) await wait(userId, id)
  await db.insert(blacklistEntries).values({ ownerId: initiator.id, targetId: first.id })
  await leave(player.id, id)
  expect(await told(first.id)).toEqual([])
  expect((await detail(second.id, id)).viewer.seat?.state).toBe('OFFERED')
})

test('the place of a late leaver is offered, and the payment of the next player refunds the leaver', async () => {
  const { id, player } = await givenFull()
  const first = await payer()
  await wait(first.id, id)
  at('05-03T09:00:00')
  await leave(player.id, id)
  expect((await detail(first.id, id)).viewer.seat).toMatchObject({
    heldUntil: new Date('2026-05-03T09:30:00+08:00').toISOString(),
  })
  expect(await balanceOf(player)).toBe(75_000)
  await join(first, id)
  expect(await balanceOf(player)).toBe(80_000)
})

test('a game that is called off ends offers and waiting, and notifies those users too', async () => {
  const { id, initiator, player } = await givenFull()
  const [first, second] = [await payer(), await payer()]
  for (const { id: userId } of [first, second]) await wait(userId, id)
  await leave(player.id, id)
  await cancel(initiator.id, id)
  expect(await told(first.id)).toEqual(['候补到您了', '球局已取消'])
  expect(await told(second.id)).toEqual(['球局已取消'])
  await expectRefusal(db, () => enroll(first.id, id), { status: 409, code: 'ball_settled' })
})

test('one free place is given once when two waiting users race for it', async () => {
  const { id, initiator, player } = await givenFull()
  const waiters = [await payer(), await payer(), await payer()]
  for (const { id: userId } of waiters) await wait(userId, id)
  await Promise.allSettled([leave(player.id, id), ...waiters.map((waiter) => join(waiter, id)), tick(), tick()])
  const seats = await db.select().from(ballParticipants).orderBy(ballParticipants.userId)
  const seated = seats.filter(({ state }) => state !== 'LEFT').map(({ userId }) => userId)
  expect(seated).toEqual([initiator.id, waiters[0]?.id])
})

test('an offer that expires while its user accepts goes to that user or to the next, ten times in a row', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, player } = await givenFull({ courtFeeFen: 0, extrasFen: 0, activityDate: '2026-05-04' })
    const [first, second] = [await givenPlayer(db), await givenPlayer(db)]
    await wait(first, id)
    await wait(second, id)
    await leave(player.id, id)
    // Three days and more before the game, the time to answer is a day, except in its last minute.
    at('05-01T13:59:59')
    const late = enroll(first, id)
    at('05-02T12:00:00')
    await Promise.allSettled([late, enroll(first, id), tick(), tick()])
    const seats = await signedInAs(player.id)(balls.seatsOfBall, { params: { id }, query: {} })
    expect(seats).toHaveLength(2)
    expect([first, second]).toContain(seats[1]?.user.id)
    at('05-01T12:00:00')
  }
})
