import { expect, test } from 'vitest'
import { whyNotDecide, whyNotWithdraw } from './money-request.ts'

test.each([
  ['WAITING', 'other', undefined, 'money_request_not_own'],
  ['WAITING', 'asker', 'money_request_own', undefined],
  ['DONE', 'other', 'money_request_ended', 'money_request_not_own'],
  ['WITHDRAWN', 'asker', 'money_request_own', 'money_request_ended'],
] as const)('%s, and %s comes: may they decide, may they withdraw', (state, by, decide, withdraw) => {
  const request = { state, requestedBy: 'asker', createdAt: new Date() }
  expect(whyNotDecide(request, { id: by, passwordGivenAt: null })).toBe(decide)
  expect(whyNotWithdraw({ state, requestedBy: 'asker' }, by)).toBe(withdraw)
})

test.each([
  ['after it was asked for', 1, 'money_request_one_hand'],
  ['on that day', 0, 'money_request_one_hand'],
  ['a moment less than seven days before', -7 + 1e-6, 'money_request_one_hand'],
  ['seven days before', -7, undefined],
] as const)('one gave the other a password %s: may they decide', (_case, days, refusal) => {
  const createdAt = new Date('2026-05-20T04:00:00Z')
  const passwordGivenAt = new Date(createdAt.getTime() + days * 86_400_000)
  const request = { state: 'WAITING' as const, requestedBy: 'asker', createdAt }
  expect(whyNotDecide(request, { id: 'other', passwordGivenAt })).toBe(refusal)
})
