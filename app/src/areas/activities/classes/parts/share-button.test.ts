import { expect, test } from 'vitest'
import { at, givenInfo, TOKEN } from '../testing/given-invitation'
import { shareCard, shareTokenOf, tokenToShare } from './share-button'

test('sharing passes on the class with its token, and the home page where there is none', () => {
  const info = givenInfo('initiator', { reqUser: { shareToken: TOKEN } })
  expect(shareCard(info, at('20', '09:41'))).toEqual({
    title: '11.22 周日 18:30 一起上成人私教 1 对 1',
    path: `/pages/booking_view/index?invitationId=1&share=${TOKEN}`,
  })
  expect(shareCard(givenInfo('viewer'), at('20', '09:41')).path).toBe('/pages/home/index')
  expect(shareCard(undefined, at('20', '09:41')).path).toBe('/pages/home/index')
})

test.each([
  [1, 2, TOKEN],
  [2, 2, null],
  [1, 1, null],
  [3, 2, null],
])('with %i of %i seats taken what may be passed on is %s', (seatsTaken, participantsCount, token) => {
  const info = givenInfo('initiator', {
    invitation: { seatsTaken, participantsCount },
    reqUser: { shareToken: TOKEN },
  })
  expect(tokenToShare(info)).toBe(token)
  expect(shareCard(info, at('20', '09:41')).path.includes(TOKEN)).toBe(token !== null)
})

test.each([
  [TOKEN, TOKEN],
  [`${TOKEN}x`, null],
  ['', null],
  ['abc/efghijklmnopqrstuv', null],
  [undefined, null],
])('the address’s %s is the token %s', (text, token) => {
  expect(shareTokenOf(text)).toBe(token)
})
