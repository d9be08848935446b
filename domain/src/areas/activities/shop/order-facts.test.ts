import { expect, test } from 'vitest'
import { shopOrderNoOf, shopOrderTitle, totalOf } from './order-facts.ts'

test.each([
  ['7', 'S2026050100000007'],
  ['1234567890', 'S202605011234567890'],
])('order %s has the number %s', (id, orderNo) => {
  expect(shopOrderNoOf(id, '2026-05-01')).toBe(orderNo)
})

test('an order has the name of its first product and states the number of products', () => {
  expect(shopOrderTitle([{ name: '网球' }])).toBe('网球')
  expect(shopOrderTitle([{ name: '网球' }, { name: '手胶' }, { name: '护腕' }])).toBe('网球等3种商品')
  expect(() => shopOrderTitle([])).toThrow(RangeError)
})

test('a total is prices times units', () => {
  expect(totalOf([])).toBe(0)
  expect(
    totalOf([
      { priceFen: 9_900, quantity: 2 },
      { priceFen: 1, quantity: 99 },
    ]),
  ).toBe(19_899)
})
