import { expect, test } from 'vitest'
import { isExpired, isLoggedIn, TOKEN_REFRESH_MARGIN_MS } from './session.ts'

const now = 1_000_000_000

test('a token within five minutes of its expiry counts as expired', () => {
  expect(TOKEN_REFRESH_MARGIN_MS).toBe(300_000)
  expect(isExpired(now + 300_000, now)).toBe(true)
  expect(isExpired(now + 300_001, now)).toBe(false)
  expect(isExpired(now - 1, now)).toBe(true)
})

test('logged in means that token and user info exist, and the token is valid or can be refreshed', () => {
  const session = { token: 't', refreshToken: null, userInfo: {}, expiresAt: now + 1 }
  expect(isLoggedIn(session, now)).toBe(true)
  expect(isLoggedIn({ ...session, expiresAt: now }, now)).toBe(false)
  expect(isLoggedIn({ ...session, expiresAt: now, refreshToken: 'r' }, now)).toBe(true)
  expect(isLoggedIn({ ...session, token: null }, now)).toBe(false)
  expect(isLoggedIn({ ...session, userInfo: null }, now)).toBe(false)
  expect(isLoggedIn({ ...session, expiresAt: null }, now)).toBe(false)
})
