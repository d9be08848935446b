import { expect, test } from 'vitest'
import { money, signedMoney } from './words'

test.each([
  [1_250, '¥12.50', '+¥12.50'],
  [-12_000, '-¥120', '-¥120'],
  [0, '¥0', '—'],
])('of %i fen the sign stands before the money', (fen, amount, change) => {
  expect(money(fen)).toBe(amount)
  expect(signedMoney(fen)).toBe(change)
})
