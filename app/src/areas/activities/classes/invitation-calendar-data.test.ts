import { expect, test } from 'vitest'
import { eventOf } from './invitation-calendar-data'
import { withInstants } from './parts/invitation-info'
import { givenClass } from './testing/given-invitation'

test.each([
  ['the coach to a player', undefined, '教练 王启明，'],
  ['the players to the coach', ['林知夏', '陈默'], '学员 林知夏、陈默，'],
  ['that there are no players yet to the coach', [], '学员 还没有学员，'],
])('an event on the phone names %s', (_case, players, begin) => {
  const invitation = withInstants(givenClass({ coachName: '王启明' }))
  expect(eventOf(invitation, players).note).toBe(`${begin}${invitation.stadiumAddress}`)
})
