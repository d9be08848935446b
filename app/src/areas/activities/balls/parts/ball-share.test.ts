import { expect, test } from 'vitest'
import { at, givenBall } from '../testing/given-ball'
import { ballShareCard, ballShareToken, ballTimelineCard } from './ball-share'

const now = at('21', '09:00')
const TOKEN = 'a'.repeat(22)

test('the title of a shared game says when, what, and how many players are missing', () => {
  expect(ballShareCard(givenBall(), null, now)).toEqual({
    title: '明天 08:00–10:00 周六早场，缺 1 人',
    path: '/bookingBall/pages/ballDetail/index?id=1',
  })
  expect(ballShareCard(givenBall({ status: 'FULL', seatsTaken: 4 }), null, now).title).toBe('明天 08:00–10:00 周六早场')
})

test('the initiator’s token is shared, and also the token with which somebody came', () => {
  const withToken = `/bookingBall/pages/ballDetail/index?id=1&share=${TOKEN}`
  expect(ballShareCard(givenBall({ share: TOKEN, isPublic: false }), null, now).path).toBe(withToken)
  expect(ballShareCard(givenBall({ isPublic: false }), TOKEN, now).path).toBe(withToken)
})

test('a game that is not public is not shared without a token, and never on a timeline', () => {
  expect(ballShareCard(givenBall({ isPublic: false }), null, now).path).toBe('/pages/home/index')
  expect(ballShareCard(undefined, null, now).path).toBe('/pages/home/index')
  expect(ballTimelineCard(givenBall({ isPublic: false, share: TOKEN }), now).query).toBe('')
  expect(ballTimelineCard(givenBall({ share: TOKEN }), now).query).toBe('id=1')
})

test('only a value with the form of a token is accepted', () => {
  expect(ballShareToken(TOKEN)).toBe(TOKEN)
  expect([undefined, '', 'a b', '<script>'].map((text) => ballShareToken(text))).toEqual([null, null, null, null])
})
