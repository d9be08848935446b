import { expect, test } from 'vitest'
import { expiryWarningDue } from './expiry.ts'

const signedOn = '2026-01-01'

test.each([
  ['2026-05-16', undefined],
  ['2026-05-15', 14],
  ['2026-05-14', 14],
  ['2026-05-09', 14],
  ['2026-05-08', 7],
  ['2026-05-03', 7],
  ['2026-05-02', 1],
  ['2026-05-01', 1],
  ['2026-04-30', undefined],
])('on 1 May a contract until %s gets the warning of %s days', (expiryDate, due) => {
  expect(expiryWarningDue({ expiryDate, signedOn }, '2026-05-01')).toBe(due)
})

test('a warning whose day was before the signing is skipped, the next one is sent', () => {
  const contract = { expiryDate: '2026-05-06', signedOn: '2026-05-01' }
  expect(expiryWarningDue(contract, '2026-05-01')).toBeUndefined()
  expect(expiryWarningDue(contract, '2026-05-04')).toBeUndefined()
  expect(expiryWarningDue(contract, '2026-05-05')).toBe(1)
  expect(expiryWarningDue({ ...contract, signedOn: '2026-04-29' }, '2026-05-01')).toBe(7)
})
