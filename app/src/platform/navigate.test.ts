import { beforeEach, expect, test } from 'vitest'
import Taro, { forgetTaro, pages } from '../testing/taro'
import { backTo } from './navigate'

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
