import { expect, test } from 'vitest'
import { plainTrackingNo } from './tracking-no.ts'

test.each([
  [' SF1234567890 ', 'SF1234567890'],
  ['JD 0012-3456', 'JD0012-3456'],
  ['sf1234', 'sf1234'],
  ['SF 中文 123', undefined],
  ['SF123', undefined],
  ['1'.repeat(32), '1'.repeat(32)],
  ['1'.repeat(33), undefined],
  ['SF_123456', undefined],
  ['------', undefined],
  ['-----1', '-----1'],
])('the tracking number "%s" is taken as %s', (typed, plain) => {
  expect(plainTrackingNo(typed)).toBe(plain)
})
