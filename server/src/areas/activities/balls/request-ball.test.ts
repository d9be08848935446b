import * as balls from '@paidang/api/areas/activities/balls'
import { approveMessage } from '@paidang/api/areas/ground/messages'
import { expect, test } from 'vitest'
import { ballRequests } from '../../../tables/balls.ts'
import { messages } from '../../../tables/messages.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers } from '../../../testing/ball-players.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, signedInAs } = server
const { payer, publish, enroll, join, leave, cancel, detail } = ballPlayers(server)
const { at, told, verdicts, agree, refuse, lastAsked } = ballMessagesAndTime(server)

const ask = (userId: string, id: string, body: object = {}) =>
  signedInAs(userId)(balls.requestBall, { body: { id, ...body } })
const LEVELS = { levelFrom: 4, levelTo: 5 }

test('a player out of the level range asks, the initiator agrees, and the player may enroll', async () => {
  const initiator = await payer()
  const player = await payer({ level: 2.5, nickname: '小北' })
  const { id } = await publish(initiator, LEVELS)
  await expectRefusal(db, () => enroll(player.id, id), { status: 409, code: 'ball_level_unfit' })

  expect((await ask(player.id, id, { note: ' 进步很快 ' })).viewer.requestStatus).toBe(0)
  expect((await ask(player.id, id)).viewer.requestStatus).toBe(0)
  expect(await told(initiator.id)).toEqual(['小北 申请加入您的球局'])
  const [message] = await db.select().from(messages)
  expect(message).toMatchObject({
    category: 'invitation',
    senderId: player.id,
    objectKind: 'ball_request',
    content: expect.stringMatching(/：等级 2\.5，进步很快$/),
  })
  await expectRefusal(db, () => enroll(player.id, id), { status: 409, code: 'ball_level_unfit' })

  await agree(initiator.id)
  expect(await told(player.id)).toEqual(['申请已通过'])
  expect((await detail(player.id, id)).viewer.requestStatus).toBe(1)
  expect((await ask(player.id, id)).viewer.requestStatus).toBe(1)
  expect((await join(player, id)).viewer.seat?.state).toBe('CONFIRMED')
})

test('a refusal is notified, and a new request or enrolling is refused', async () => {
  const initiator = await payer()
  const player = await givenPlayer(db, { level: 2 })
  const { id } = await publish(initiator, LEVELS)
  await ask(player, id)
  const messageId = await lastAsked(initiator.id)
  await refuse(initiator.id)
  expect(await told(player)).toEqual(['申请未通过'])
  await expectRefusal(db, () => ask(player, id), { status: 409, code: 'ball_request_refused' })
  await expectRefusal(db, () => enroll(player, id), { status: 409, code: 'ball_request_refused' })
  const changeOfMind = () => signedInAs(initiator.id)(approveMessage, { params: { id: messageId } })
  await expectRefusal(db, changeOfMind, { status: 409, code: 'message_decided' })
})

test('a request can be withdrawn until it is decided, and may be made again', async () => {
  const initiator = await payer()
  const player = await payer({ level: 2.5, nickname: '小北' })
  const { id } = await publish(initiator, LEVELS)
  await ask(player.id, id)
  const messageId = await lastAsked(initiator.id)
  expect((await leave(player.id, id)).viewer.requestStatus).toBeNull()
  expect([await verdicts(initiator.id), (await told(initiator.id)).at(-1)]).toEqual([[], '小北 撤回了加入申请'])
  const tooLate = () => signedInAs(initiator.id)(approveMessage, { params: { id: messageId } })
  await expectRefusal(db, tooLate, { status: 400, code: 'message_needs_no_decision' })
  await expectRefusal(db, () => leave(player.id, id), { status: 404, code: 'ball_player_unknown' })
  await expectRefusal(db, () => enroll(player.id, id), { status: 409, code: 'ball_level_unfit' })

  expect((await ask(player.id, id)).viewer.requestStatus).toBe(0)
  await agree(initiator.id)
  await expectRefusal(db, () => leave(player.id, id), { status: 404, code: 'ball_player_unknown' })
  expect((await join(player, id)).viewer.seat?.state).toBe('CONFIRMED')
})

test('a player who withdrew a request three times cannot ask again in that game', async () => {
  const initiator = await payer()
  const player = await payer({ level: 2.5 })
  const { id } = await publish(initiator, LEVELS)
  for (let time = 0; time < 3; time++) {
    await ask(player.id, id)
    await leave(player.id, id)
  }
  await expectRefusal(db, () => ask(player.id, id), { status: 409, code: 'ball_request_used_up' })
})

test('a request that is accepted while it is withdrawn ends as one or the other', async () => {
  const initiator = await payer()
  for (let round = 0; round < raceRounds(12); round++) {
    const player = await payer({ level: 2.5 })
    const { id } = await publish(initiator, { ...LEVELS, beginTimeSlot: 20 + round, endTimeSlot: 21 + round })
    await ask(player.id, id)
    const ends = await Promise.allSettled([leave(player.id, id), agree(initiator.id)])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { requestStatus } = (await detail(player.id, id)).viewer
    expect(requestStatus).toBe(ends[0].status === 'fulfilled' ? null : 1)
  }
})

test('a player who fits, is of the other gender, or cannot see the game cannot ask', async () => {
  const { id } = await publish(await payer(), { ...LEVELS, genderRule: 'FEMALE' })
  const hidden = await publish(await payer(), { ...LEVELS, isPublic: false })
  const fit = await givenPlayer(db, { level: 4.5, gender: 0 })
  await expectRefusal(db, () => ask(fit, id), { status: 409, code: 'ball_level_fit' })
  const man = await givenPlayer(db, { level: 2, gender: 1 })
  await expectRefusal(db, () => ask(man, id), { status: 409, code: 'ball_gender_unfit' })
  const unsaid = await givenPlayer(db, { level: 2 })
  await expectRefusal(db, () => ask(unsaid, id), { status: 409, code: 'ball_gender_unsaid' })
  await expectRefusal(db, () => ask(man, hidden.id), { status: 404, code: 'ball_not_found' })
  expect(await ask(man, hidden.id, { share: hidden.share })).toMatchObject({ viewer: { requestStatus: 0 } })
  at('05-02T18:00:00')
  const late = await givenPlayer(db, { level: 2, gender: 0 })
  await expectRefusal(db, () => ask(late, id), { status: 409, code: 'ball_started' })
})

test('an undecided request is settled with the game, and only its initiator decides', async () => {
  const initiator = await payer()
  const player = await givenPlayer(db, { level: 2 })
  const { id } = await publish(initiator, LEVELS)
  await ask(player, id)
  const stranger = await givenPlayer(db)
  const messageId = await lastAsked(initiator.id)
  const decideAs = (userId: string) => signedInAs(userId)(approveMessage, { params: { id: messageId } })
  await expectRefusal(db, () => decideAs(stranger), { status: 404, code: 'message_not_found' })
  await cancel(initiator.id, id)
  expect(await verdicts(initiator.id)).toEqual([2])
  expect(await db.select().from(ballRequests)).toMatchObject([{ approveStatus: 2 }])
  await expectRefusal(db, () => decideAs(initiator.id), { status: 409, code: 'message_decided' })
})

test('many simultaneous requests count as one', async () => {
  const { id } = await publish(await payer(), LEVELS)
  const player = await givenPlayer(db, { level: 2 })
  await Promise.all(Array.from({ length: 8 }, () => ask(player, id)))
  expect(await db.$count(ballRequests)).toBe(1)
  expect(await db.$count(messages)).toBe(1)
})
