import { expect, test } from 'vitest'
import { isPromoted, PRODUCT_SORT_NAMES, PRODUCT_SORTS, whyNotProduct } from './product.ts'

const product = { name: '网球', priceFen: 9_900, originalFen: null }

test.each([
  ['a blank name', { name: ' ' }, 'product_name_missing'],
  ['a usual price that is the price', { originalFen: 9_900 }, 'product_price_invalid'],
  ['a usual price below the price', { originalFen: 9_899 }, 'product_price_invalid'],
] as const)('refuses %s', (_case, fault, refusal) => {
  expect(whyNotProduct({ ...product, ...fault })).toBe(refusal)
})

test.each([
  ['is not promoted without a usual price', null, false],
  ['is promoted when it costs a fen less', 9_901, true],
] as const)('a product %s', (_case, originalFen, expected) => {
  expect(whyNotProduct({ ...product, originalFen })).toBeUndefined()
  expect(isPromoted({ ...product, originalFen })).toBe(expected)
})

test('the four sorts have their names, in the order of the tabs', () => {
  expect(PRODUCT_SORTS.map((sort) => PRODUCT_SORT_NAMES[sort])).toEqual(['综合', '销量', '价格', '促销'])
})
