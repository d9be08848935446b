import { expect, test } from 'vitest'
import { at, givenOrder } from '../testing/given-ball'
import { groupOf, orderOfBall, payLine } from './my-ball-labels'

const NOW = at('20', '09:44')

test.each([
  ['2', '2'],
  ['all', 'all'],
  [undefined, '1'],
  ['9', '1'],
  ['', '1'],
])('the address %s opens the group %s', (asked, group) => {
  expect(groupOf(asked)).toBe(group)
})

test('a payable order is shown with its game; a settled or expired one, or one of a card, is not', () => {
  const ball = { id: '1' }
  const order = givenOrder()
  expect(orderOfBall(ball, [order], NOW)).toBe(order)
  expect(orderOfBall({ id: '2' }, [order], NOW)).toBeUndefined()
  expect(orderOfBall(ball, [givenOrder({ state: 'CLOSED' })], NOW)).toBeUndefined()
  expect(orderOfBall(ball, [order], at('20', '09:56'))).toBeUndefined()
  expect(orderOfBall(ball, [givenOrder({ object: { kind: 'card', id: '1' } })], NOW)).toBeUndefined()
})

test('a game that waits for payment shows how much and how long', () => {
  expect(payLine(givenOrder(), NOW)).toBe('待支付 ¥48，还剩 12 分钟')
})
