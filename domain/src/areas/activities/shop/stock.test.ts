import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_STOCK, whyNotMove } from './stock.ts'

const delivery = { kind: 'DELIVERY' as const, units: 5, reason: '补货' }

test.each([
  ['nothing', { ...delivery, units: 0 }, 'product_move_invalid'],
  ['a delivery of less than nothing', { ...delivery, units: -1 }, 'product_move_invalid'],
  ['no reason', { ...delivery, reason: ' ' }, 'product_move_invalid'],
  ['more missing than was there', { ...delivery, kind: 'ADJUST' as const, units: -11 }, 'product_stock_too_low'],
  ['more than may lie there', { ...delivery, units: MAX_STOCK - 9 }, 'product_stock_too_high'],
])('stock cannot be moved by hand for %s', (_case, move, refusal) => {
  expect(whyNotMove(move, 10)).toBe(refusal)
})

test('every allowed movement leaves a stock within its limits', () => {
  const units = fc.integer({ min: -2 * MAX_STOCK, max: 2 * MAX_STOCK })
  const kind = fc.constantFrom('DELIVERY' as const, 'ADJUST' as const)
  fc.assert(
    fc.property(kind, units, fc.integer({ min: 0, max: MAX_STOCK }), (kind, units, stock) => {
      const isLeft = stock + units >= 0 && stock + units <= MAX_STOCK
      const isMove = units > 0 || (kind === 'ADJUST' && units < 0)
      expect(whyNotMove({ kind, units, reason: '补货' }, stock) === undefined).toBe(isLeft && isMove)
    }),
  )
})
