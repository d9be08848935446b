import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CART_STATES, cartStateOf, cartTotal, isOrderable } from './cart.ts'

const line = { quantity: 2, seenPriceFen: 9_900 }
const offered = { isPublished: true, stock: 10, priceFen: 9_900 }

test.each([
  ['what is there at the price that was seen', {}, 'OK'],
  ['the last units', { stock: 2 }, 'OK'],
  ['what costs more than was seen', { priceFen: 9_901 }, 'PRICE_CHANGED'],
  ['what costs less than was seen', { priceFen: 9_899 }, 'PRICE_CHANGED'],
  ['fewer than wanted', { stock: 1 }, 'SHORT'],
  ['fewer than wanted, at another price', { stock: 1, priceFen: 1 }, 'SHORT'],
  ['nothing left', { stock: 0 }, 'SOLD_OUT'],
  ['what is sold no more', { isPublished: false }, 'REMOVED'],
  ['what is sold no more and was sold out', { isPublished: false, stock: 0 }, 'REMOVED'],
] as const)('%s is %s', (_case, today, state) => {
  expect(cartStateOf(line, { ...offered, ...today })).toBe(state)
})

test('only available lines can be ordered', () => {
  expect(CART_STATES.filter(isOrderable)).toEqual(['OK', 'PRICE_CHANGED'])
})

const arbitraryLine = fc.record({
  isSelected: fc.boolean(),
  state: fc.constantFrom(...CART_STATES),
  quantity: fc.integer({ min: 1, max: 99 }),
  priceFen: fc.integer({ min: 1, max: 10_000_000 }),
})

test('a total adds up the selected lines that can be ordered, and no others', () => {
  fc.assert(
    fc.property(fc.array(arbitraryLine, { maxLength: 50 }), (lines) => {
      let [totalFen, units] = [0, 0]
      for (const { isSelected, state, quantity, priceFen } of lines) {
        if (!isSelected || (state !== 'OK' && state !== 'PRICE_CHANGED')) continue
        totalFen += quantity * priceFen
        units += quantity
      }
      expect(cartTotal(lines)).toEqual({ totalFen, units })
      expect(cartTotal(lines.map((one) => ({ ...one, isSelected: false })))).toEqual({ totalFen: 0, units: 0 })
    }),
  )
})

test('a line can be ordered exactly when a published product has enough stock', () => {
  const today = fc.record({
    isPublished: fc.boolean(),
    stock: fc.integer({ min: 0, max: 120 }),
    priceFen: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 3 }), today, (quantity, seen, product) => {
      const state = cartStateOf({ quantity, seenPriceFen: seen }, product)
      expect(isOrderable(state)).toBe(product.isPublished && product.stock >= quantity)
    }),
  )
})
