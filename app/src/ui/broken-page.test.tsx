import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** What the router reports, by the name of its event. */
let router: Record<string, (event: object) => void> = {}
const reload = vi.fn()

/** Opens the app at an address, as the server answers it. */
async function openAt(address: string, { isUnknown = false } = {}) {
  vi.resetModules()
  window.history.replaceState(null, '', address)
  if (isUnknown) document.head.append(Object.assign(document.createElement('base'), { href: '/' }))
  const { default: Taro } = await import('@tarojs/taro')
  vi.spyOn(Taro.eventCenter, 'on').mockImplementation(((name: string, hear: (event: object) => void) => {
    router[name] = hear
  }) as never)
  const { BrokenPage } = await import('./broken-page.h5')
  render(<BrokenPage />)
}

beforeEach(() => {
  router = {}
  reload.mockClear()
  const { location } = window
  const get = (_: object, name: string) => (name === 'reload' ? reload : Reflect.get(location, name))
  vi.stubGlobal('location', new Proxy({}, { get }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.querySelector('base')?.remove()
  window.history.replaceState(null, '', '/')
})

test('a damaged link is repaired before the router reads it', async () => {
  await openAt('/#%2Fpages%2Fuser_card%2Findex%3Fi%3DAb3dEf9h%E3%80%82')
  expect(window.location.hash).toBe('#/pages/user_card/index?i=Ab3dEf9h')
})

test('the app that the server sends for an unknown path opens the page that the link means', async () => {
  await openAt('/%23/pages/user_card/index?i=Ab3dEf9h', { isUnknown: true })
  expect(window.location.pathname + window.location.hash).toBe('/#/pages/user_card/index?i=Ab3dEf9h')
})

test('an address of no page says so, with a way home', async () => {
  await openAt('/#/no/such/page')
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => router.__taroRouterNotFound?.({}))
  expect(screen.getByText('没有找到这个页面')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '回首页' }))
  expect(window.location.hash).toBe('#/pages/home/index')
  expect(reload).toHaveBeenCalledOnce()
})

test('the notice ends with the next page', async () => {
  await openAt('/#/no/such/page')
  act(() => router.__taroRouterNotFound?.({}))
  act(() => router.__taroRouterChange?.({ toLocation: { path: '/pages/home/index' } }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a damaged link that is opened in the running app is repaired, and the app starts anew', async () => {
  await openAt('/#/pages/home/index')
  window.history.replaceState(null, '', '/#/pages/home/index。')
  act(() => router.__taroRouterNotFound?.({}))
  expect(window.location.hash).toBe('#/pages/home/index')
  expect(reload).toHaveBeenCalledOnce()
})

test('without a network the notice leads back, and does not leave the app for a page of the browser', async () => {
  await openAt('/#/pages/my/index')
  const { useChunkFailure: failure } = await import('../platform/start.h5')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
  window.history.pushState(null, '', '/#/pages/bookingClass/index')
  act(() => failure.setState({ failed: true }))
  expect(screen.getByText('网络不可用，恢复后自动打开')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '返回' }))
  expect(back).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(reload).not.toHaveBeenCalled()
})

test('a page whose code does not load offers another try and a way home', async () => {
  await openAt('/#/pages/my/index')
  const { useChunkFailure: failure } = await import('../platform/start.h5')
  act(() => failure.setState({ failed: true }))
  expect(screen.getByText('页面加载失败')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(window.location.hash).toBe('#/pages/my/index')
  await userEvent.click(screen.getByRole('button', { name: '回首页' }))
  expect(window.location.hash).toBe('#/pages/home/index')
  expect(reload).toHaveBeenCalledTimes(2)
})
