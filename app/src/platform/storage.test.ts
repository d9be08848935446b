import { expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { currentSession, endSession, reloadSession, startSession } from './session'
import { readStored, store, unstore } from './storage'

const userInfo = { userType: 0, userId: '42', nickname: '小林', avatar: null, isCompanyAdmin: false }
const logIn = { tokens: { token: 'a', refreshToken: 'b', expiresIn: 7200 }, userInfo }
const NOW = 1_800_000_000_000

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
/** The ways in which a browser refuses its storage: cookies are blocked, or the quota is used up. */
const FAULTS = [
  ['blocked', ['getStorageSync', 'setStorageSync', 'removeStorageSync']],
  ['full', ['setStorageSync']],
] as const

test.each(FAULTS)('a %s storage keeps values as long as the page', (_case, calls) => {
  store('theme', 'dark')
  for (const name of calls) vi.spyOn(Taro, name).mockImplementation(refuse)
  expect(store('theme', 'light')).toBe(false)
  expect(readStored('theme')).toBe('light')
  unstore('theme')
  expect(readStored('theme')).toBeUndefined()
  vi.restoreAllMocks()
  expect(store('theme', 'dark')).toBe(true)
  expect(readStored('theme')).toBe('dark')
})

test.each(FAULTS)('with a %s storage a log-in lasts as long as the page', (_case, calls) => {
  endSession()
  for (const name of calls) vi.spyOn(Taro, name).mockImplementation(refuse)
  expect(startSession(logIn, NOW)).toBe(false)
  expect(currentSession()).toMatchObject({ token: 'a', userId: '42', userInfo })
  reloadSession()
  expect(currentSession()).toMatchObject({ token: 'a', userId: '42', userInfo })
  endSession()
  expect(currentSession()).toMatchObject({ token: null, userId: null })
  vi.restoreAllMocks()
})

test('a full storage keeps nothing of the person who was logged in before', () => {
  startSession({ ...logIn, userInfo: { ...userInfo, userId: '7' } }, NOW)
  vi.spyOn(Taro, 'setStorageSync').mockImplementation(refuse)
  startSession(logIn, NOW)
  vi.restoreAllMocks()
  expect(['token', 'refreshToken', 'userInfo', 'userId'].map((key) => Taro.getStorageSync(key))).toEqual([
    '',
    '',
    '',
    '',
  ])
  endSession()
})

test('a storage that is nearly full keeps no part of a session', () => {
  endSession()
  const set = Taro.setStorageSync
  vi.spyOn(Taro, 'setStorageSync').mockImplementation((key: string, value: unknown) =>
    key === 'userInfo' ? refuse() : set(key, value),
  )
  expect(startSession(logIn, NOW)).toBe(false)
  vi.restoreAllMocks()
  reloadSession()
  expect(currentSession()).toMatchObject({ token: 'a', userId: '42', userInfo })
  expect(['token', 'refreshToken', 'userId'].map((key) => Taro.getStorageSync(key))).toEqual(['', '', ''])
  endSession()
})
