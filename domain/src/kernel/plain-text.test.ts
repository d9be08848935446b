import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['张三\u0000\u0001\u000b李四', '张三李四'],
  ['行\t一\n二\r\n三', '行\t一\n二\r\n三'],
  ['球拍🎾', '球拍🎾'],
  ['半个\ud83c，另一半\udfbe', '半个，另一半'],
  ['\u007f\ufffe\uffff', ''],
])('%j becomes %j', (typed, text) => {
  expect(plainText(typed)).toBe(text)
})

test('the result is valid text of XML 1.0, and valid text stays unchanged', () => {
  const allowed = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      expect(plainText(typed)).toMatch(allowed)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      expect(plainText(typed)).toBe(typed)
    }),
  )
})
