import { beforeEach, expect, test, vi } from 'vitest'
import Taro, { forgetTaro, pages, router } from '../testing/taro'
import { loginPath } from './environment'
import { back, backTo, fromHere, goTo, goToLogin, leaveLogin, replaceWith, useUnderWay } from './navigate'

beforeEach(forgetTaro)

const BALL = 'bookingBall/pages/ballDetail/index'
const CASHIER = 'user/pages/cashier/index'

/** The stack of open pages, the last on top. */
const givenPages = (...open: typeof pages) => pages.splice(0, pages.length, ...open)

test('the app goes back to the page that shows the same object', async () => {
  givenPages({ route: BALL, $taroParams: { id: '5', stamp: 'AA' } }, { route: CASHIER, $taroParams: { orderId: '70' } })
  await backTo(`/${BALL}?id=5`)
  expect(Taro.navigateBack).toHaveBeenCalledWith({ delta: 1 })
})

test('a page of the same kind with another object is not returned to', async () => {
  givenPages({ route: BALL, $taroParams: { id: '5' } }, { route: CASHIER, $taroParams: { orderId: '70' } })
  await backTo(`/${BALL}?id=6`)
  expect(Taro.navigateBack).not.toHaveBeenCalled()
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: `/${BALL}?id=6` })
})

test('the right one of several pages of a kind is found, whatever is above it', async () => {
  givenPages(
    { route: BALL, $taroParams: { id: '6' } },
    { route: BALL, $taroParams: { id: '5' } },
    { route: CASHIER, $taroParams: { orderId: '70' } },
  )
  await backTo(`/${BALL}?id=6`)
  expect(Taro.navigateBack).toHaveBeenCalledWith({ delta: 2 })
})

test('a page without parameters is found by its route, also with a leading slash', async () => {
  givenPages({ route: '/coach/pages/venues/index', $taroParams: { stamp: 'AA' } }, { route: CASHIER })
  await backTo('/coach/pages/venues/index')
  expect(Taro.navigateBack).toHaveBeenCalledWith({ delta: 1 })
})

test('the top page is no page to go back to', async () => {
  givenPages({ route: BALL, $taroParams: { id: '5' } })
  await backTo(`/${BALL}?id=5`)
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: `/${BALL}?id=5` })
})

test('the second of two quick presses opens no second page, and a skeleton is shown until the first one is open', async () => {
  let open: () => void = () => undefined
  Taro.navigateTo.mockImplementationOnce(() => new Promise((resolve) => (open = () => resolve({ errMsg: 'ok' }))))
  const first = goTo('/coach/pages/venues/index')
  await goTo('/coach/pages/venues/index')
  await vi.waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledTimes(1))
  expect(useUnderWay.getState().target).toBe('/coach/pages/venues/index')
  open()
  Taro.eventCenter.trigger('__afterTaroRouterChange')
  await first
  expect(useUnderWay.getState().target).toBeUndefined()
  await goTo('/coach/pages/venues/index')
  expect(Taro.navigateTo).toHaveBeenCalledTimes(2)
})

test.each([
  ['back', () => back(), Taro.navigateBack],
  ['a page in place of this one', () => replaceWith('/coach/pages/venues/index'), Taro.redirectTo],
  ['a page below', () => backTo(`/${BALL}?id=5`), Taro.navigateBack],
  ['another tab', () => goTo('/pages/my/index'), Taro.switchTab],
])('two quick presses navigate once: %s', async (_name, press, navigation) => {
  givenPages({ route: BALL, $taroParams: { id: '5' } }, { route: CASHIER })
  await Promise.all([press(), press()])
  expect(navigation).toHaveBeenCalledTimes(1)
})

test('a navigation that fails can be tried again', async () => {
  Taro.navigateTo.mockRejectedValueOnce(new Error('no network'))
  await expect(goTo('/coach/pages/venues/index')).rejects.toThrow('no network')
  await goTo('/coach/pages/venues/index')
  expect(Taro.navigateTo).toHaveBeenCalledTimes(2)
})

test('what follows a call goes nowhere from another page, also after a wait inside it; a new press does', async () => {
  const goOn = fromHere()
  const answered = (inner = fromHere()) => Promise.resolve().then(() => inner(() => goTo('/coach/pages/venues/index')))
  router.path = '/pages/my/index'
  await goOn(() => Promise.all([back(), replaceWith('/pages/home/index'), backTo(`/${BALL}?id=5`), answered()]))
  for (const way of [Taro.navigateBack, Taro.switchTab, Taro.redirectTo, Taro.navigateTo])
    expect(way).not.toHaveBeenCalled()
  await answered()
  expect(Taro.navigateTo).toHaveBeenCalledTimes(1)
})

test.each([
  ['goes back to the page that asked for it', 9, 'navigateBack'],
  ['opens it again where the log-in took its place, as the tenth page', 10, 'redirectTo'],
] as const)('the end of a log-in %s', async (_what, count, way) => {
  givenPages(...Array.from({ length: count }, () => ({ route: BALL })))
  Object.assign(router, { path: `/${BALL}`, params: { id: '5' } })
  await goToLogin()
  expect(count < 10 ? Taro.navigateTo : Taro.redirectTo).toHaveBeenCalledWith({ url: loginPath() })
  vi.clearAllMocks()
  await leaveLogin()
  expect(Taro[way]).toHaveBeenCalledTimes(1)
  if (way === 'redirectTo') expect(Taro[way]).toHaveBeenCalledWith({ url: `/${BALL}?id=5` })
})
