import { expect, test } from 'vitest'
import { givenCart, givenItem, givenProduct } from '../testing/given-shop'
import { linesOfCart, linesOfProduct, quantityOf, shortLines, shortText, stateText, sumOf } from './cart-lines'
import { productLabel, salesText, stockText } from './product'

test('the ticked lines of the cart are ordered, and only available ones are added up', () => {
  const lines = linesOfCart(
    givenCart(
      givenItem({ quantity: 2 }),
      givenItem({ productId: '12', isSelected: false }),
      givenItem({ productId: '13', quantity: 5, stock: 2 }),
      givenItem({ productId: '14', isPublished: false }),
    ),
  )
  expect(lines.map(({ productId }) => productId)).toEqual(['11', '13', '14'])
  expect(sumOf(lines)).toEqual({ totalFen: 179_800, units: 2 })
  expect(shortLines(lines).map(shortText)).toEqual(['要 5 件，只剩 2 件', '已下架'])
})

test.each([
  ['as it was seen', {}, {}, undefined],
  ['dearer than it was seen', {}, { seenPriceFen: 80_000 }, '价格已更新'],
  ['fewer than wanted', { stock: 1 }, {}, '库存不足，只剩 1 件'],
  ['none left', { stock: 0 }, {}, '暂时缺货'],
  ['out of the shop since it was read', {}, { isGone: true }, '已下架'],
])('one product, %s', (_case, product, input, words) => {
  const lines = linesOfProduct(givenProduct(product), { quantity: 2, seenPriceFen: 89_900, isGone: false, ...input })
  expect(lines.map((line) => stateText(line)?.text)).toEqual([words])
})

test('an address contains a quantity from 1 to 99; otherwise it is 1', () => {
  expect(['3', '99', '0', '100', '1.5', 'x', undefined].map(quantityOf)).toEqual([3, 99, 1, 1, 1, 1, 1])
})

test('sales and stock are shown in everyday form', () => {
  expect([0, 9999, 10_000, 12_345, 128_000].map(salesText)).toEqual(['0', '9999', '1 万', '1.2 万', '12.8 万'])
  expect([0, 3, 10, 11].map(stockText)).toEqual(['暂时缺货', '仅剩 3 件', '仅剩 10 件', '现货'])
})

test('a product is described in one sentence', () => {
  expect(productLabel(givenProduct())).toBe('暴力 98 网球拍，¥899，促销，原价 ¥1,099，已售 128')
  expect(productLabel(givenProduct({ originalFen: null, stock: 0 }))).toBe('暴力 98 网球拍，¥899，暂时缺货')
})
