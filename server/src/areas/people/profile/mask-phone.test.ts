import { expect, test } from 'vitest'
import { maskedPhone } from './mask-phone.ts'

test.each([
  ['13800000001', '138****0001'],
  ['+8613800000001', '+86****0001'],
  ['1380000000', '****'],
  ['', '****'],
])('%j is shown as %j', (phone, expected) => {
  expect(maskedPhone(phone)).toBe(expected)
})
