import { expect, test } from 'vitest'
import { codeOf, makeSecret, secretAddress, stepOf } from './one-time-code.ts'

/** The secret of RFC 6238, appendix B: 12345678901234567890 in base32. Its codes end in these six digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code of RFC 6238 is %s', (seconds, code) => {
  expect(codeOf(SECRET, Math.floor(seconds / 30))).toBe(code)
})

test.each([
  [-61, undefined],
  [-60, undefined],
  [-30, 1_000],
  [0, 1_000],
  [29.999, 1_000],
  [59.999, 1_000],
  [60, undefined],
])('%f seconds after the start of its half-minute a code is accepted as %s', (seconds, step) => {
  const now = new Date(1_000 * 30_000 + seconds * 1000)
  expect(stepOf(SECRET, codeOf(SECRET, 1_000), now)).toBe(step)
})

test('secrets are 160 bits in base32, and all differ', () => {
  const made = Array.from({ length: 20 }, makeSecret)
  for (const secret of made) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(made).size).toBe(20)
})

test('an authenticator app reads account and issuer', () => {
  const address = new URL(secretAddress(SECRET, 'lao chen'))
  expect(decodeURIComponent(address.pathname)).toBe('/拍档:lao chen')
  expect([address.host, address.searchParams.get('secret'), address.searchParams.get('issuer')]).toEqual([
    'totp',
    SECRET,
    '拍档',
  ])
})
