import { expect, test } from 'vitest'
import { ticketText } from './ball-ticket'
import { at, givenBall, givenSeat } from './testing/given-ball'

const now = at('20', '09:41')
const seat = { id: '510', state: 'CONFIRMED', heldUntil: null } as const
const seats = [givenSeat('20'), givenSeat('10')]

test('a ticket shows when and where, the reader’s own seat, who else plays, and how many are missing', () => {
  const ball = givenBall({ seats, maxPlayers: 4, seatsTaken: 2, viewer: { seat } })
  expect(ticketText(ball, now)).toMatchObject({
    title: '周六早场',
    begin: '08:00',
    end: '10:00',
    minutes: 120,
    rows: [
      { name: '我的名额', value: '第 2 位，共 4 位' },
      { name: '同场', value: '周远航' },
      { name: '还缺', value: '2 人' },
    ],
  })
})

test('an unpaid player is in no row, and a full game shows no missing players', () => {
  const held = [givenSeat('20'), givenSeat('10', { state: 'HELD' })]
  const ball = givenBall({ seats: held, maxPlayers: 2, seatsTaken: 2, viewer: { seat: { ...seat, state: 'HELD' } } })
  expect(ticketText(ball, now).rows).toEqual([{ name: '同场', value: '周远航' }])
})
