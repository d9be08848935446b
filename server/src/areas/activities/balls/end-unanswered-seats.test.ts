import { agreeToBallChange, handOverBall, markNoShow, swapPlayer } from '@paidang/api/areas/activities/ball-changes'
import * as balls from '@paidang/api/areas/activities/balls'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { slotClaims } from '../../../tables/schedule.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers, FORM, type Payer } from '../../../testing/ball-players.ts'
import { givenVenue } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { finishBalls } from './clock.ts'

const server = await startTestServer()
const { db, signedInAs } = server
const { payer, publish, join, leave, detail } = ballPlayers(server)
const { at, tick, told, balanceOf, agree } = ballMessagesAndTime(server)

const START = '05-02T19:00:00'
const END = '05-02T20:00:00'

const agreeToChange = async (actorId: string, id: string) =>
  signedInAs(actorId)(agreeToBallChange, {
    body: { id, revision: (await detail(actorId, id)).revision },
  })

/** A game with shared costs and two players, moved by an hour. One player agrees, the other does not answer. */
async function givenMoved(over: Partial<balls.BallForm> = {}) {
  const [initiator, agreeing, silent] = [await payer(), await payer(), await payer()]
  const { id } = await publish(initiator, over)
  for (const player of [agreeing, silent]) await join(player, id)
  at('05-02T11:00:00')
  await signedInAs(initiator.id)(balls.updateBall, { body: { ...FORM, ...over, id, beginTimeSlot: 38 } })
  await agreeToChange(agreeing.id, id)
  return { id, initiator, agreeing, silent }
}

const balancesOf = (...people: Payer[]) => Promise.all(people.map(balanceOf))
const mark = (actorId: string, id: string, userId: string) =>
  signedInAs(actorId)(markNoShow, { body: { id, userId, isNoShow: true } })

test('a player who has not agreed to a change by the start leaves the game, gets all money back, and shares no cost', async () => {
  const { id, initiator, agreeing, silent } = await givenMoved()
  at('05-02T18:59:59')
  expect(await tick()).toEqual([])
  expect((await detail(silent.id, id)).viewer.seat?.state).toBe('CONFIRMED')
  at(START)
  for (let run = 0; run < 2; run++) expect(await tick()).toEqual([])
  expect(await detail(initiator.id, id)).toMatchObject({ status: 'OPEN', seatsTaken: 2 })
  expect((await detail(silent.id, id)).viewer).toMatchObject({ seat: null, changedAt: null, leave: null })
  expect(await balancesOf(initiator, agreeing, silent)).toEqual([75_000, 75_000, 80_000])
  expect((await told(silent.id)).at(-1)).toBe('未同意修改，已退出球局')
  expect((await told(initiator.id)).at(-1)).toMatch(/未同意修改，已退出您的球局$/)
  expect(await db.$count(slotClaims, eq(slotClaims.resourceId, silent.id))).toBe(0)
  await expectRefusal(db, () => mark(initiator.id, id, silent.id), { status: 404, code: 'ball_player_unknown' })
  at(END)
  expect(await tick()).toEqual([])
  expect(await detail(initiator.id, id)).toMatchObject({ status: 'FINISHED', sharesFen: [5_000, 5_000] })
  expect(await balancesOf(initiator, agreeing, silent)).toEqual([75_000, 75_000, 80_000])
})

test('from the start they cannot be marked or refunded by leaving, although no job has run; the end settles it too', async () => {
  const { id, initiator, agreeing, silent } = await givenMoved()
  at(START)
  expect((await detail(silent.id, id)).viewer.leave).toBeNull()
  expect((await detail(agreeing.id, id)).viewer.leave).toBeNull()
  await expectRefusal(db, () => leave(silent.id, id), { status: 409, code: 'ball_started' })
  await expectRefusal(db, () => mark(initiator.id, id, silent.id), { status: 404, code: 'ball_player_unknown' })
  at(END)
  expect(await runJob(server, finishBalls)).toEqual([])
  expect(await detail(initiator.id, id)).toMatchObject({ status: 'FINISHED', sharesFen: [5_000, 5_000] })
  expect(await balancesOf(initiator, agreeing, silent)).toEqual([75_000, 75_000, 80_000])
})

test('a game with too few players left is called off at its start, and nobody pays', async () => {
  const { id, initiator, agreeing, silent } = await givenMoved({ minPlayers: 3 })
  at(START)
  expect(await tick()).toEqual([])
  expect(await detail(initiator.id, id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'TOO_FEW' })
  expect(await balancesOf(initiator, agreeing, silent)).toEqual([80_000, 80_000, 80_000])
})

test('a free game with too few players left is called off too, whoever came and went after its closing time', async () => {
  const free = { courtFeeFen: 0, extrasFen: 0, minPlayers: 3 }
  const { id, agreeing, silent } = await givenMoved(free)
  at(START)
  expect(await tick()).toEqual([])
  expect(await detail(agreeing.id, id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'TOO_FEW' })
  expect((await told(silent.id)).at(-1)).toBe('未同意修改，已退出球局')

  at('05-01T12:00:00')
  const early = { ...free, closingHours: 8 }
  const [initiator, out, left, next, last] = [await payer(), await payer(), await payer(), await payer(), await payer()]
  const { id: other } = await publish(initiator, early)
  for (const player of [out, left]) await join(player, other)
  at('05-02T10:00:00')
  expect(await tick()).toEqual([])
  at('05-02T11:00:00')
  await signedInAs(initiator.id)(swapPlayer, { body: { id: other, outUserId: out.id, inUserId: next.id } })
  await agree(out.id)
  await agree(next.id)
  await leave(left.id, other)
  expect(await tick()).toEqual([])
  await join(last, other)
  await signedInAs(initiator.id)(balls.updateBall, { body: { ...FORM, ...early, id: other, place: '滨江球场' } })
  await agreeToChange(next.id, other)
  at('05-02T17:59:59')
  expect(await tick()).toEqual([])
  expect((await detail(initiator.id, other)).status).toBe('OPEN')
  at('05-02T18:00:00')
  expect(await tick()).toEqual([])
  expect(await detail(initiator.id, other)).toMatchObject({ status: 'CANCELLED', cancelReason: 'TOO_FEW' })
})

test('a game whose silent player has paid the whole cost is called off, and the money goes back', async () => {
  const { venueId: stadiumId } = await givenVenue(db)
  const treat = { feeMode: 'INITIATOR', stadiumId, selectedCourt: 0 } as const
  const [bearer, heir] = [await payer(), await payer()]
  const { id } = await publish(bearer, treat)
  await join(heir, id)
  await signedInAs(bearer.id)(handOverBall, { body: { id, userId: heir.id } })
  await agree(heir.id)
  at('05-02T11:00:00')
  await signedInAs(heir.id)(balls.updateBall, { body: { ...FORM, ...treat, id, beginTimeSlot: 38 } })
  expect(await balanceOf(bearer)).toBe(70_000)
  at(START)
  expect(await tick()).toEqual([])
  expect(await detail(heir.id, id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'INITIATOR' })
  expect(await balanceOf(bearer)).toBe(80_000)
})
