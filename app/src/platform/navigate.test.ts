import { beforeEach, expect, test } from 'vitest'
import Taro, { forgetTaro, pages } from '../testing/taro'
import { backTo } from './navigate'

beforeEach(forgetTaro)

const BALL = 'bookingBall/pages/ballDetail/index'
const CASHIER = 'user/pages/cashier/index'

/** These pages lie on each other, the last on top. */
const givenPages = (...open: typeof pages) => pages.splice(0, pages.length, ...open)

test('one goes back to the page that shows this very thing', async () => {
  givenPages({ route: BALL, $taroParams: { id: '5', stamp: 'AA' } }, { route: CASHIER, $taroParams: { orderId: '70' } })
  await backTo(`/${BALL}?id=5`)
  expect(Taro.navigateBack).toHaveBeenCalledWith({ delta: 1 })
})

test('a page of the same kind that shows another thing is not gone back to', async () => {
  givenPages({ route: BALL, $taroParams: { id: '5' } }, { route: CASHIER, $taroParams: { orderId: '70' } })
  await backTo(`/${BALL}?id=6`)
  expect(Taro.navigateBack).not.toHaveBeenCalled()
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: `/${BALL}?id=6` })
})

test('of several pages of a kind the right one is found, whatever lies above it', async () => {
  givenPages(
    { route: BALL, $taroParams: { id: '6' } },
    { route: BALL, $taroParams: { id: '5' } },
    { route: CASHIER, $taroParams: { orderId: '70' } },
  )
  await backTo(`/${BALL}?id=6`)
  expect(Taro.navigateBack).toHaveBeenCalledWith({ delta: 2 })
})

test('a page without parameters is found by its route, also with the stroke before it', async () => {
  givenPages({ route: '/coach/pages/venues/index', $taroParams: { stamp: 'AA' } }, { route: CASHIER })
  await backTo('/coach/pages/venues/index')
  expect(Taro.navigateBack).toHaveBeenCalledWith({ delta: 1 })
})

test('the page on top is none to go back to', async () => {
  givenPages({ route: BALL, $taroParams: { id: '5' } })
  await backTo(`/${BALL}?id=5`)
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: `/${BALL}?id=5` })
})
