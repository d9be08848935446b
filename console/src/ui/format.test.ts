import { expect, test } from 'vitest'
import { money, signedMoney, when, whenExactly } from './format'

test.each([
  [1_250, '¥12.50', '+¥12.50'],
  [-12_000, '-¥120', '-¥120'],
  [0, '¥0', '—'],
])('the sign of %i fen is before the currency sign', (fen, amount, change) => {
  expect(money(fen)).toBe(amount)
  expect(signedMoney(fen)).toBe(change)
})

test('a time is said to the minute, and to the second only where it is asked for; none is a dash', () => {
  expect([when('2026-11-20T04:00:59.000Z'), when(null)]).toEqual(['2026-11-20 12:00', '—'])
  expect([whenExactly('2026-11-20T04:00:59.000Z'), whenExactly(undefined)]).toEqual(['2026-11-20 12:00:59', '—'])
})
