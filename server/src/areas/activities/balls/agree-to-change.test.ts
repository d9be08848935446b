import { agreeToBallChange } from '@paidang/api/areas/activities/ball-changes'
import * as balls from '@paidang/api/areas/activities/balls'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballParticipants } from '../../../tables/balls.ts'
import { messages } from '../../../tables/messages.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers, FORM, type Payer } from '../../../testing/ball-players.ts'
import { TEST_NOW, TOMORROW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server
const { payer, publish, join, enroll, leave, detail } = ballPlayers(server)
const { at, tick, told, balanceOf } = ballMessagesAndTime(server)

const update = (actorId: string, id: string, over: Partial<balls.BallForm> = {}) =>
  signedInAs(actorId)(balls.updateBall, { body: { ...FORM, ...over, id } })
const agree = (actorId: string, id: string, revision: number) =>
  signedInAs(actorId)(agreeToBallChange, { body: { id, revision } })

/** A game with a player who has paid. The clock is at 11:00 on its day, too late to leave free. */
async function givenGame(): Promise<{ initiator: Payer; player: Payer; id: string }> {
  const [initiator, player] = [await payer(), await payer({ gender: 1 })]
  const { id } = await publish(initiator)
  await join(player, id)
  at('05-02T11:00:00')
  return { initiator, player, id }
}

test.each([
  ['another time', { beginTimeSlot: 28, endTimeSlot: 30 }],
  ['another day', { activityDate: '2026-05-03' }],
  ['another place', { place: '滨江球场' }],
  ['another level', { levelTo: 5 }],
  ['another gender rule', { genderRule: 'MALE' as const }],
  ['another sport', { sport: 'badminton' as const }],
  ['singles', { matchType: 0 }],
  ['more players', { maxPlayers: 5 }],
  ['fewer players', { maxPlayers: 3 }],
])('%s lets a player who has paid leave free until they agree', async (_, change) => {
  const { initiator, player, id } = await givenGame()
  expect((await detail(player.id, id)).viewer.changedAt).toBeNull()
  const { startsAt } = await update(initiator.id, id, change)
  const { viewer } = await detail(player.id, id)
  expect(viewer).toMatchObject({
    changedAt: new Date('2026-05-02T11:00:00+08:00').toISOString(),
    leave: { isFree: true, freeUntil: startsAt, refundFen: 5_000 },
  })
  expect((await told(player.id)).at(-1)).toBe('球局已修改')
  clock.set(new Date(Date.parse(startsAt) - 1))
  await leave(player.id, id)
  expect(await balanceOf(player)).toBe(80_000)
})

test('a change of the text or of the closing time needs no new agreement', async () => {
  const { initiator, player, id } = await givenGame()
  await update(initiator.id, id, {
    title: '改名',
    description: '带球',
    isPublic: false,
    closingHours: 3,
  })
  const { viewer } = await detail(player.id, id)
  expect(viewer).toMatchObject({ changedAt: null, leave: { isFree: false, refundFen: 0 } })
})

test('the message of a change says what is changed', async () => {
  const { initiator, player, id } = await givenGame()
  const said = async () => {
    const rows = await db.select().from(messages).where(eq(messages.receiverId, player.id)).orderBy(messages.id)
    return rows.at(-1)?.content
  }
  await update(initiator.id, id, { sport: 'badminton', matchType: 0, maxPlayers: 6 })
  expect(await said()).toBe(
    '周末双打，5.2 周六 18:00–20:00，已修改：项目改为羽毛球、打法改为单打、最多人数改为 6 人。请确认是否参加，开球前未同意即退出，全额退款',
  )
  await update(initiator.id, id, { sport: 'badminton', matchType: 0, maxPlayers: 6, title: '改名' })
  expect(await said()).toBe('改名，5.2 周六 18:00–20:00')
})

test('a player who has agreed leaves on the usual terms; agreeing again changes nothing', async () => {
  const { initiator, player, id } = await givenGame()
  await update(initiator.id, id, { beginTimeSlot: 28, endTimeSlot: 30 })
  const { revision } = await detail(player.id, id)
  for (let time = 0; time < 2; time++) {
    expect((await agree(player.id, id, revision)).viewer).toMatchObject({ changedAt: null, leave: { isFree: false } })
  }
  await leave(player.id, id)
  expect(await balanceOf(player)).toBe(75_000)
})

test('a player agrees only to the change they have seen, only for themselves, and before the start', async () => {
  const { initiator, player, id } = await givenGame()
  const stranger = await payer()
  await update(initiator.id, id, { beginTimeSlot: 30, endTimeSlot: 32 })
  const { revision } = await detail(player.id, id)
  at('05-02T11:01:00')
  await update(initiator.id, id, { beginTimeSlot: 28, endTimeSlot: 30 })
  const early = () => agree(player.id, id, revision)
  await expectRefusal(db, early, {
    status: 409,
    code: 'revision_outdated',
    message: '时间已改为 5.2 14:00–15:00，请核对后再操作',
  })
  await expectRefusal(db, async () => agree(stranger.id, id, (await detail(stranger.id, id)).revision), {
    status: 404,
    code: 'ball_player_unknown',
  })
  at('05-02T14:00:00')
  const seen = (await detail(player.id, id)).revision
  await expectRefusal(db, () => agree(player.id, id, seen), { status: 409, code: 'ball_started' })
})

test('a player who pays at the moment of a change also has to agree to it themselves', async () => {
  const [initiator, player] = [await payer(), await payer({ gender: 1 })]
  const { id } = await publish(initiator)
  await enroll(player.id, id)
  await update(initiator.id, id, { activityDate: '2026-05-03' })
  expect((await detail(player.id, id)).viewer.changedAt).toBe(TEST_NOW.toISOString())
})

test.each([
  ['16:00 less a millisecond', '15:59:59.999', undefined],
  ['16:00', '16:00:00', 'ball_change_too_late'],
  ['16:00 and a millisecond', '16:00:00.001', 'ball_change_too_late'],
])('a game at 18:00 is changed at %s: %s', async (_, time, code) => {
  const { initiator, id } = await givenGame()
  clock.set(new Date(`${TOMORROW}T${time}+08:00`))
  const change = () => update(initiator.id, id, { activityDate: '2026-05-03' })
  if (code) await expectRefusal(db, change, { status: 409, code })
  else expect((await change()).activityDate).toBe('2026-05-03')
})

test('a game cannot be moved to the next two hours, and new rules cannot exclude a player who has paid', async () => {
  const { initiator, id } = await givenGame()
  const soon = () => update(initiator.id, id, { beginTimeSlot: 26, endTimeSlot: 28 })
  await expectRefusal(db, soon, { status: 409, code: 'ball_change_too_late' })
  for (const change of [{ genderRule: 'FEMALE' as const }, { levelFrom: 3.5 }]) {
    const refused = () => update(initiator.id, id, change)
    await expectRefusal(db, refused, { status: 409, code: 'ball_rules_exclude_player' })
  }
})

test('a game is called off when too few agree to a change after its closing time, and nobody pays for it', async () => {
  const { initiator, player, id } = await givenGame()
  at('05-02T15:00:00')
  await update(initiator.id, id, { beginTimeSlot: 38, endTimeSlot: 40 })
  const { closesAt } = await detail(player.id, id)
  clock.set(new Date(Date.parse(closesAt) + 1))
  await leave(player.id, id)
  expect(await tick()).toEqual([])
  expect((await detail(initiator.id, id)).cancelReason).toBe('TOO_FEW')
  expect([await balanceOf(initiator), await balanceOf(player)]).toEqual([80_000, 80_000])
  const left = await db.select().from(ballParticipants).where(eq(ballParticipants.userId, player.id))
  expect(left).toMatchObject([{ state: 'LEFT', changedAt: null }])
})
