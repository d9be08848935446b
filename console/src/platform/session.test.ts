import { afterEach, expect, test, vi } from 'vitest'
import { endSession, startSession, useSession } from './session'

const staff = {
  id: '1',
  role: 'operator' as const,
  nickname: '小周',
  merchantId: null,
  companyId: null,
  placeName: null,
  isPasswordGiven: false,
  needsFactor: false,
}
const logIn = { token: 'a', expiresIn: 7200, staff }
const refuse = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  endSession()
})

test('a log-in is stored in the browser', () => {
  expect(startSession(logIn, 0)).toBe(true)
  expect(localStorage.getItem('paidang-console')).toContain('"expiresAt":')
})

test('a full storage lets a log-in last as long as the page, and keeps nothing of the one before', () => {
  startSession(logIn, 7)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  expect(startSession(logIn, 0)).toBe(false)
  expect(useSession.getState()).toMatchObject({ staff })
  expect(localStorage.getItem('paidang-console')).toBeNull()
})

test('a blocked storage lets a log-in last as long as the page', async () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  await useSession.persist.rehydrate()
  expect(startSession(logIn, 0)).toBe(false)
  expect(useSession.getState()).toMatchObject({ staff })
})

test('a missing storage lets a log-in last as long as the page', async () => {
  vi.stubGlobal('localStorage', undefined)
  await useSession.persist.rehydrate()
  expect(startSession(logIn, 0)).toBe(false)
  expect(useSession.getState()).toMatchObject({ staff })
})
