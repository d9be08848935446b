import { expect, test } from 'vitest'
import { money, signedMoney } from './format'

test.each([
  [1_250, '¥12.50', '+¥12.50'],
  [-12_000, '-¥120', '-¥120'],
  [0, '¥0', '—'],
])('the sign of %i fen is before the currency sign', (fen, amount, change) => {
  expect(money(fen)).toBe(amount)
  expect(signedMoney(fen)).toBe(change)
})
