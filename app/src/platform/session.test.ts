import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import {
  currentSession,
  endSession,
  reloadSession,
  startSession,
  updateUserInfo,
  useLoggedIn,
  useUserId,
} from './session'

const NOW = 1_800_000_000_000
const coach = { userType: 1, userId: '42', nickname: '王启明', avatar: null, isCompanyAdmin: true }
const logIn = { tokens: { token: 'a', refreshToken: 'b', expiresIn: 7200 }, userInfo: coach }

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  endSession()
  return () => vi.useRealTimers()
})

test('a log-in is stored on the device under the seven names of the specification', () => {
  startSession(logIn, NOW)
  const kept = ['token', 'refreshToken', 'expiresAt', 'userInfo', 'userRole', 'userId', 'username']
  expect(kept.map((key) => Taro.getStorageSync(key))).toEqual([
    'a',
    'b',
    NOW + 7_200_000,
    coach,
    'coach',
    '42',
    '王启明',
  ])
})

test('userType 0 is the role user, anything else coach', () => {
  startSession({ ...logIn, userInfo: { ...coach, userType: 0 } }, NOW)
  expect(currentSession().userRole).toBe('user')
  startSession({ ...logIn, userInfo: { ...coach, userType: 2 } }, NOW)
  expect(currentSession().userRole).toBe('coach')
})

test('the end of the session removes every trace from the device', () => {
  startSession(logIn, NOW)
  endSession()
  expect(Object.values(currentSession()).every((value) => value === null)).toBe(true)
  expect(Taro.getStorageSync('token')).toBe('')
  expect(Taro.getStorageSync('userInfo')).toBe('')
})

test('a session needs token and user; the next call refreshes an expired token', () => {
  const { result, rerender } = renderHook(() => useLoggedIn())
  expect(result.current).toBe(false)
  act(() => startSession(logIn, NOW))
  expect(result.current).toBe(true)
  vi.setSystemTime(NOW + 7_200_000)
  rerender()
  expect(result.current).toBe(true)
  act(() => endSession())
  expect(result.current).toBe(false)
})

test('data written by another tab is read again', () => {
  const { result } = renderHook(() => useUserId())
  Taro.setStorageSync('token', 'from-there')
  Taro.setStorageSync('userId', '9')
  act(() => reloadSession())
  expect(result.current).toBe('9')
  expect(currentSession().token).toBe('from-there')
})

test('a change of the user’s data keeps the tokens', () => {
  startSession(logIn, NOW)
  updateUserInfo({ isCompanyAdmin: false, nickname: '启明' })
  expect(currentSession()).toMatchObject({
    token: 'a',
    username: '启明',
    userInfo: { userId: '42', isCompanyAdmin: false },
  })
})
