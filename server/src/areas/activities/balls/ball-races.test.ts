import * as balls from '@paidang/api/areas/activities/balls'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { storedCards } from '../../../tables/cards.ts'
import { orders, payments, refunds } from '../../../tables/payments.ts'
import { ballPlayers, FORM } from '../../../testing/ball-players.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server
const { payer, pay, publish, join, enroll, leave, cancel } = ballPlayers(server)

const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
const inTheGame = async (id: string) =>
  (await db.select().from(ballParticipants).where(eq(ballParticipants.ballId, id))).filter(
    ({ state }) => state === 'CONFIRMED',
  )
const moneyOnCards = async () =>
  (await db.select().from(storedCards)).reduce((sum, { principalFen }) => sum + principalFen, 0)

const PAYERS = 50

test(`of ${PAYERS} players who pay for the last seat exactly one gets it, and the others get their money back`, async () => {
  const { id } = await publish(await payer(), { maxPlayers: 2 })
  const people = await Promise.all(Array.from({ length: PAYERS }, () => payer()))
  const before = await moneyOnCards()
  const results = await Promise.allSettled(people.map((person) => join(person, id)))
  expect(codesOf(results)).toEqual(Array(PAYERS - 1).fill('ball_full'))
  expect(await inTheGame(id)).toHaveLength(2)
  expect(await db.select().from(ballGames)).toMatchObject([{ seatsTaken: 2, status: 'FULL' }])
  expect(await moneyOnCards()).toBe(before - 5_000)
})

test('players who enrol at once with the same seen revision all get a seat, and after a change of the game none does', async () => {
  const initiator = await payer()
  const { id, revision } = await publish(initiator, { maxPlayers: 4 })
  const people = await Promise.all(Array.from({ length: 3 }, () => payer()))
  const enrollAt = (person: { id: string }) => signedInAs(person.id)(balls.enrollBall, { body: { id, revision } })
  expect(codesOf(await Promise.allSettled(people.slice(0, 2).map(enrollAt)))).toEqual([])
  await db.update(ballGames).set({ title: '改了' }).where(eq(ballGames.id, id))
  expect(codesOf(await Promise.allSettled(people.slice(2).map(enrollAt)))).toEqual(['revision_outdated'])
})

test('late payers of a seat that another player has taken meanwhile get their money back', async () => {
  const { id } = await publish(await payer(), { maxPlayers: 2 })
  const [late, quick] = [await payer(), await payer()]
  const held = await enroll(late.id, id)
  clock.set(new Date(TEST_NOW.getTime() + 15 * 60_000))
  const results = await Promise.allSettled([pay(late, held.viewer.order?.id ?? ''), join(quick, id)])
  const players = (await inTheGame(id)).map(({ userId }) => userId)
  expect(players).toHaveLength(2)
  const hasLost = players.includes(late.id) ? quick : late
  expect(codesOf(results)).toHaveLength(1)
  const [card] = await db.select().from(storedCards).where(eq(storedCards.id, hasLost.cardId))
  expect(card?.principalFen).toBe(80_000)
})

test('a game that is called off while people pay keeps no money, ten times in a row', async () => {
  for (let round = 0; round < 10; round++) {
    const initiator = await payer()
    const { id } = await publish(initiator, { beginTimeSlot: 36, endTimeSlot: 38 })
    const people = await Promise.all(Array.from({ length: 3 }, () => payer()))
    const held = await Promise.all(people.map((person) => enroll(person.id, id)))
    await Promise.allSettled([
      ...people.map((person, index) => pay(person, held[index]?.viewer.order?.id ?? '')),
      cancel(initiator.id, id),
    ])
    for (const { cardId } of [initiator, ...people]) {
      const [card] = await db.select().from(storedCards).where(eq(storedCards.id, cardId))
      expect(card?.principalFen).toBe(80_000)
    }
    expect(await db.select().from(ballGames).where(eq(ballGames.id, id))).toMatchObject([{ status: 'CANCELLED' }])
  }
})

test('enrolling, leaving and cancelling many times at once take effect once', async () => {
  const initiator = await payer()
  const { id } = await publish(initiator)
  const player = await payer()
  const seats = await Promise.all(Array.from({ length: 10 }, () => enroll(player.id, id)))
  expect(new Set(seats.map(({ viewer }) => viewer.order?.id)).size).toBe(1)
  await pay(player, seats[0]?.viewer.order?.id ?? '')
  await Promise.all(Array.from({ length: 10 }, () => leave(player.id, id)))
  expect(await db.select().from(refunds)).toMatchObject([{ cause: 'left', amountFen: 5_000 }])
  await Promise.all(Array.from({ length: 10 }, () => cancel(initiator.id, id)))
  expect((await db.select().from(refunds)).map(({ cause }) => cause).sort()).toEqual(['cancelled', 'left'])
  const ofBalls = (await db.select().from(orders)).filter(({ kind }) => kind !== 'CARD_TOP_UP')
  expect(ofBalls).toHaveLength(2)
  expect(await db.$count(payments, eq(payments.provider, 'CARD'))).toBe(2)
})

test('when many leave late while many pay, exactly the replaced leavers get their money back', async () => {
  const { id } = await publish(await payer(), { maxPlayers: 6, minPlayers: 2 })
  const leavers = await Promise.all(Array.from({ length: 5 }, () => payer()))
  for (const person of leavers) await join(person, id)
  clock.set(new Date('2026-05-02T09:00:00+08:00'))
  const others = await Promise.all(Array.from({ length: 3 }, () => payer()))
  await Promise.all(leavers.map((person) => leave(person.id, id)))
  await Promise.all(others.map((person) => join(person, id)))
  const seats = await db.select().from(ballParticipants).where(eq(ballParticipants.state, 'LEFT_LATE'))
  expect(seats).toHaveLength(5)
  expect(seats.filter(({ refilledBy }) => refilledBy !== null)).toHaveLength(3)
  expect(await db.select().from(refunds)).toMatchObject(Array(3).fill({ cause: 'refilled', amountFen: 5_000 }))
})

test('a player who joins two games of the same time at once gets a seat in one', async () => {
  const free = { courtFeeFen: 0, extrasFen: 0 }
  const games = [await publish(await payer(), free), await publish(await payer(), free)]
  const playerId = await givenPlayer(db)
  const results = await Promise.allSettled(games.map(({ id }) => enroll(playerId, id)))
  expect(codesOf(results)).toEqual(['ball_player_busy'])
})

test('two games that swap their times at once hold every half-hour once', async () => {
  const free = { ...FORM, courtFeeFen: 0, extrasFen: 0 }
  const initiatorId = await givenPlayer(db)
  const as = signedInAs(initiatorId)
  const at = (beginTimeSlot: number) => ({ beginTimeSlot, endTimeSlot: beginTimeSlot + 2 })
  const [one, other] = [
    await as(balls.createBall, { body: { ...free, ...at(20) } }),
    await as(balls.createBall, { body: { ...free, ...at(22) } }),
  ]
  const results = await Promise.allSettled([
    as(balls.updateBall, { body: { ...free, id: one.id, ...at(22) } }),
    as(balls.updateBall, { body: { ...free, id: other.id, ...at(20) } }),
  ])
  expect(codesOf(results).every((code) => code === 'ball_player_busy')).toBe(true)
  expect(codesOf(results).length).toBeGreaterThan(0)
})
