import { expect, test } from 'vitest'
import { plainTrackingNo, shopOrderNoOf, shopOrderTitle, totalOf } from './order-facts.ts'

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

test.each([
  [' SF1234567890 ', 'SF1234567890'],
  ['JD 0012-3456', 'JD0012-3456'],
  ['sf1234', 'sf1234'],
  ['SF 中文 123', undefined],
  ['SF123', undefined],
  ['1'.repeat(32), '1'.repeat(32)],
  ['1'.repeat(33), undefined],
  ['SF_123456', undefined],
])('the tracking number "%s" is taken as %s', (typed, plain) => {
  expect(plainTrackingNo(typed)).toBe(plain)
})
