import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_USER_ID, isId } from './id.ts'

test.each([
  ['1', true],
  ['9', true],
  ['10', true],
  ['9007199254740993', true],
  ['999999999999999999', true],
  ['9223372036854775807', true],
  ['9223372036854775808', false],
  ['9999999999999999999', false],
  ['10000000000000000000', false],
  ['0', false],
  ['01', false],
  ['-1', false],
  ['+1', false],
  ['1.0', false],
  ['1e3', false],
  ['0x1', false],
  [' 1', false],
  ['1 ', false],
  ['1\n', false],
  ['１', false],
  ['7-8', false],
  ['', false],
  [DEFAULT_USER_ID, false],
] as const)('%j has the form of an id: %s', (text, expected) => {
  expect(isId(text)).toBe(expected)
})

test('every number from 1 to 2^63 - 1 is an id, and no other', () => {
  const around = fc.oneof(
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 65n }),
    fc.bigInt({ min: 2n ** 63n - 50n, max: 2n ** 63n + 50n }),
  )
  fc.assert(
    fc.property(around, (number) => {
      expect(isId(String(number))).toBe(number >= 1n && number < 2n ** 63n)
    }),
  )
})
