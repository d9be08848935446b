import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertFen, fenOfYuan, yuanOf } from './fen.ts'

test.each([
  [0, '0'],
  [-0, '0'],
  [1, '0.01'],
  [10, '0.10'],
  [99, '0.99'],
  [100, '1'],
  [38_000, '380'],
  [86_250, '862.50'],
  [99_999, '999.99'],
  [100_000, '1,000'],
  [1_200_000, '12,000'],
  [123_456_789, '1,234,567.89'],
  [-1, '-0.01'],
  [-100_050, '-1,000.50'],
  [Number.MAX_SAFE_INTEGER, '90,071,992,547,409.91'],
])('%i fen is %s yuan', (fen, expected) => {
  expect(yuanOf(fen)).toBe(expected)
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%s is not a valid amount in fen', (fen) => {
  expect(() => assertFen(fen)).toThrow(RangeError)
  expect(() => yuanOf(fen)).toThrow(RangeError)
})

test('the text of an amount equals that amount exactly to the fen', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (fen) => {
      const text = yuanOf(fen)
      expect(text).toMatch(/^-?\d{1,3}(,\d{3})*(\.\d\d)?$/)
      const [yuan = '', cents = '00'] = text.split(',').join('').split('.')
      expect(Number(yuan + cents) + 0).toBe(fen + 0)
      expect(text.endsWith('.00')).toBe(false)
    }),
  )
})

test.each([
  ['380', 38000],
  [' 862.5 ', 86250],
  ['0.05', 5],
  ['0', 0],
  ['', undefined],
  ['-1', undefined],
  ['1.005', undefined],
  ['1,000', undefined],
  ['一百', undefined],
  ['1e3', undefined],
])('%j yuan is %s fen', (typed, fen) => {
  expect(fenOfYuan(typed)).toBe(fen)
})
