import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Taro, { pages, router } from '../testing/taro'
import { sessionExpired } from './call'
import { leaveLogin } from './navigate'
import { useToast } from './toast-present'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the end of the session is reported once, and after 1500 ms the log-in page opens on top', async () => {
  router.path = '/pages/bookingClass/index'
  act(() => {
    sessionExpired()
    sessionExpired()
  })
  expect(useToast.getState().toast).toMatchObject({ text: '登录已过期，请重新登录', tone: 'failed' })
  await vi.advanceTimersByTimeAsync(1499)
  expect(Taro.navigateTo).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(Taro.navigateTo).toHaveBeenCalledTimes(1)
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/login_h5/index' })
})

test('after the log-in the page below is shown again, as it was left', async () => {
  pages.push({ route: 'pages/login_h5/index' })
  await leaveLogin()
  expect(Taro.navigateBack).toHaveBeenCalledTimes(1)
})

test('after a reload of the log-in page the stored address leads back', async () => {
  router.path = '/pages/booking_view/index'
  router.params = { invitationId: '12', stamp: 'AA', $taroTimestamp: '1' }
  sessionExpired()
  await vi.advanceTimersByTimeAsync(1500)
  await leaveLogin()
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/pages/booking_view/index?invitationId=12' })
})

test('nothing is reported on the log-in page', async () => {
  router.path = '/pages/login_h5/index'
  useToast.setState({ toast: null })
  sessionExpired()
  await vi.advanceTimersByTimeAsync(1500)
  expect(useToast.getState().toast).toBeNull()
  expect(Taro.navigateTo).not.toHaveBeenCalled()
})
