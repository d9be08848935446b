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
const logIn = { expiresIn: 7200, staff }
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
  expect(localStorage.getItem('paidang-console')).toContain('"nickname":"小周"')
})

test('a full storage lets a log-in last as long as the page, and keeps nothing of the one before', () => {
  startSession({ ...logIn, staff: { ...staff, nickname: '前一位' } }, 0)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  expect(startSession(logIn, 0)).toBe(false)
  expect(useSession.getState()).toMatchObject({ expiresAt: 7_200_000, staff })
  expect(localStorage.getItem('paidang-console')).toBeNull()
})

test('a blocked storage lets a log-in last as long as the page', async () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  await useSession.persist.rehydrate()
  expect(startSession(logIn, 0)).toBe(false)
  expect(useSession.getState()).toMatchObject({ expiresAt: 7_200_000, staff })
})

test('a missing storage lets a log-in last as long as the page', async () => {
  vi.stubGlobal('localStorage', undefined)
  await useSession.persist.rehydrate()
  expect(startSession(logIn, 0)).toBe(false)
  expect(useSession.getState()).toMatchObject({ expiresAt: 7_200_000, staff })
})
