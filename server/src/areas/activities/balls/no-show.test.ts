import * as ballChanges from '@paidang/api/areas/activities/ball-changes'
import * as balls from '@paidang/api/areas/activities/balls'
import { expect, test } from 'vitest'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers } from '../../../testing/ball-players.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, signedInAs } = server
const { payer, publish, join, cancel } = ballPlayers(server)
const { at, tick, told } = ballMessagesAndTime(server)

const mark = (actorId: string, id: string, userId: string, isNoShow = true) =>
  signedInAs(actorId)(ballChanges.markNoShow, { body: { id, userId, isNoShow } })
const answer = (actorId: string, id: string, text: string) =>
  signedInAs(actorId)(ballChanges.answerNoShow, { body: { id, answer: text } })

async function givenGame() {
  const [initiator, player] = [await payer(), await payer({ nickname: '小西' })]
  const { id } = await publish(initiator)
  await join(player, id)
  return { id, initiator: initiator.id, player: player.id }
}

test('the initiator marks a no-show, the player answers, and the mark can be removed with the answer', async () => {
  const { id, initiator, player } = await givenGame()
  at('05-02T18:00:00')
  const marked = await mark(initiator, id, player)
  expect(marked.seats[1]).toMatchObject({ noShowAt: new Date('2026-05-02T18:00:00+08:00').toISOString() })
  at('05-02T18:30:00')
  expect(await mark(initiator, id, player)).toMatchObject({ seats: [{}, { noShowAt: marked.seats[1]?.noShowAt }] })
  expect((await told(player)).filter((title) => title === '您被标记为未到')).toHaveLength(1)

  expect((await answer(player, id, ' 我在二号场 ')).seats[1]).toMatchObject({ noShowAnswer: '我在二号场' })
  await answer(player, id, '我在二号场')
  expect((await told(initiator)).filter((title) => title === '小西 说明了未到的原因')).toHaveLength(1)
  at('05-02T20:00:00')
  expect(await tick()).toEqual([])
  expect((await mark(initiator, id, player, false)).seats[1]).toMatchObject({ noShowAt: null, noShowAnswer: null })
  expect((await told(player)).at(-1)).toBe('未到标记已撤销')
})

test('a no-show can be marked from the start until two days after the end', async () => {
  const { id, initiator, player } = await givenGame()
  at('05-02T17:59:59')
  await expectRefusal(db, () => mark(initiator, id, player), { status: 409, code: 'ball_not_over' })
  at('05-04T20:00:00')
  expect(await tick()).toEqual([])
  await mark(initiator, id, player)
  at('05-04T20:00:01')
  await expectRefusal(db, () => mark(initiator, id, player, false), { status: 409, code: 'ball_mark_too_late' })
})

test('only the initiator marks, only players, only a game that was played; only the marked player answers', async () => {
  const { id, initiator, player } = await givenGame()
  at('05-02T19:00:00')
  await expectRefusal(db, () => mark(player, id, player), { status: 403, code: 'action_forbidden' })
  for (const userId of [initiator, await givenPlayer(db)]) {
    await expectRefusal(db, () => mark(initiator, id, userId), { status: 404, code: 'ball_player_unknown' })
  }
  await expectRefusal(db, () => answer(player, id, '在'), { status: 409, code: 'ball_not_marked' })
  await expectRefusal(db, () => answer(initiator, id, '在'), { status: 409, code: 'ball_not_marked' })
  const tooLong = { status: 400, code: 'input_invalid' }
  await expectRefusal(db, () => answer(player, id, '在'.repeat(201)), tooLong)
})

test('nobody can be marked in a game that was called off', async () => {
  const { id, initiator, player } = await givenGame()
  await cancel(initiator, id)
  at('05-02T19:00:00')
  await expectRefusal(db, () => mark(initiator, id, player), { status: 409, code: 'ball_settled' })
})

test('a mark and its explanation are readable only by the player and the initiator', async () => {
  const { id, initiator, player } = await givenGame()
  const mate = await payer()
  await join(mate, id)
  at('05-02T18:00:00')
  await mark(initiator, id, player)
  await answer(player, id, '我在二号场')
  const readers: [string, string | undefined][] = [
    ['initiator', initiator],
    ['player', player],
    ['mate', mate.id],
    ['stranger', await givenPlayer(db)],
    ['guest', undefined],
  ]
  const explained: Record<string, unknown[]> = {}
  const marked: Record<string, boolean[]> = {}
  for (const [name, userId] of readers) {
    const ask = userId === undefined ? server.call : signedInAs(userId)
    const input = { params: { id }, query: {} }
    const seats = [(await ask(balls.getBallDetail, input)).seats, await ask(balls.seatsOfBall, input)].map((list) =>
      list.find(({ user }) => user.id === player),
    )
    marked[name] = seats.map((seat) => seat?.noShowAt !== null)
    explained[name] = seats.map((seat) => seat?.noShowAnswer)
  }
  const open = [true, true]
  const closed = [false, false]
  expect(marked).toEqual({ initiator: open, player: open, mate: closed, stranger: closed, guest: closed })
  const [told, kept] = [
    ['我在二号场', '我在二号场'],
    [null, null],
  ]
  expect(explained).toEqual({ initiator: told, player: told, mate: kept, stranger: kept, guest: kept })
})
