import { expect, test } from 'vitest'
import { expiresIfMadeBy, passwordRequestFaults } from './password-request.ts'

const whole = { account: 'lin_xiaoman', contact: '13800000001', proof: '上周六约过王教练的课' }

test.each([
  ['nothing is lacking', whole, {}],
  ['blanks are nothing', { ...whole, account: '  ' }, { account: 'request_account_missing' }],
  [
    'every field that lacks says so',
    { account: '', contact: ' ', proof: '' },
    { account: 'request_account_missing', contact: 'request_contact_missing', proof: 'request_proof_missing' },
  ],
])('a request for another password %s', (_case, form, faults) => {
  expect(passwordRequestFaults(form)).toEqual(faults)
})

test('a request expires fourteen days after it was made', () => {
  expect(expiresIfMadeBy(new Date('2026-11-21T04:00:00.000Z'))).toEqual(new Date('2026-11-07T04:00:00.000Z'))
})
