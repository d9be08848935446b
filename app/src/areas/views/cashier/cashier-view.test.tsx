import type { PaymentStep } from '@paidang/api/areas/money/payments'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { takePayStep } from '../../../platform/pay'
import { endSession } from '../../../platform/session'
import { store } from '../../../platform/storage'
import { givenSession } from '../../../testing/fake-server'
import { held } from '../../../testing/held'
import Taro, { fire, pages } from '../../../testing/taro'
import { givenBall, givenSeat } from '../../activities/balls/testing/given-ball'
import { givenPaidOrder } from '../../activities/shop/testing/given-shop'
import { choosePayment } from '../../money/packages/packages-data'
import { CashierView } from './cashier-view'
import { givenCard, givenOrder, givenPaid, givenSimulated, inMinutes, NOW } from './testing/given-order'
import { givenWorld, open, posts, type World } from './testing/open-payments'

vi.mock('../../../platform/pay', async (whole) => {
  const pay = await whole<typeof import('../../../platform/pay')>()
  return { ...pay, takePayStep: vi.fn(pay.takePayStep) }
})

beforeEach(() => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
  givenSession('10')
})

/** Time passes only when the test advances it. */
function withTimers() {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  vi.setSystemTime(NOW)
}

/** Waits with fake timers: they advance while the wait lasts. */
const waitWithTimers = <Found,>(find: () => Found) => vi.waitFor(find, { timeout: 10_000 })

/** An unpaid order and a card with enough money; no payment has arrived. */
const calm: World = {
  '/orders/70': () => ({ data: givenOrder() }),
  '/orders/check/70': () => ({ data: givenOrder() }),
  '/stored-card/user/10': () => ({ data: [givenCard()] }),
}
const asks = (step: PaymentStep): World => ({ '/orders/pay': () => ({ data: { order: givenOrder(), step } }) })
const simulator: PaymentStep = { kind: 'simulator', outTradeNo: 'P20261120x1' }
const payButton = () => screen.findByRole('button', { name: '确认支付 ¥48' })

test('the page shows the order, its time limit, and the card that can pay it, with the card chosen', async () => {
  givenWorld(calm)
  open(<CashierView orderId="70" />)
  const card = await screen.findByRole('radio', { name: /余额 ¥100$/ })
  expect(card.getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('heading', { name: '周六早场 报名' })).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toBe('支付剩余时间12:00')
  expect(screen.getByText('预付球费')).toBeTruthy()
  expect(screen.getByText('开球前 24 小时免费退出，之后有人补位才退款；球局取消全额退款')).toBeTruthy()
})

test('two quick presses pay once, the ball bounces, and 完成 leads to the game', async () => {
  let isPaid = false
  const answer = held()
  const now = () => (isPaid ? givenPaid() : givenOrder())
  const calls = givenWorld({
    ...calm,
    '/orders/70': () => ({ data: now() }),
    '/orders/pay': async () => {
      await answer.released
      isPaid = true
      return { data: { order: now(), step: null } }
    },
  })
  const user = open(<CashierView orderId="70" />)
  await user.dblClick(await payButton())
  answer.release()
  await screen.findByRole('heading', { name: '支付成功' })
  expect(posts(calls, '/orders/pay').map(({ body }) => body)).toEqual([{ orderId: '70', method: 'CARD', cardId: '9' }])
  await waitFor(() => expect(Taro.vibrateShort).toHaveBeenCalledTimes(1))
  await user.click(screen.getByRole('button', { name: '完成' }))
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/bookingBall/pages/ballDetail/index?id=5' })
})

test('a paid seat is shown as a ticket, can be added to the calendar, and can be shared', async () => {
  const seat = { id: '510', state: 'CONFIRMED', heldUntil: null } as const
  const ball = givenBall({ id: '5', seats: [givenSeat('20'), givenSeat('10')], viewer: { seat, role: 'participant' } })
  givenWorld({
    ...calm,
    '/orders/70': () => ({ data: givenPaid() }),
    '/invitationball/detail/5': () => ({ data: ball }),
    '/calendar/ball/5': () => ({ data: { fileName: 'paidang-2026-11-22-0800.ics', ics: 'BEGIN:VCALENDAR' } }),
  })
  const user = open(<CashierView orderId="70" />)
  expect(await screen.findByText('我的名额')).toBeTruthy()
  expect(screen.getByRole('heading', { name: '周六早场' })).toBeTruthy()
  expect(screen.getByText('周远航')).toBeTruthy()
  expect(screen.getByRole('button', { name: '分享这场球局' })).toBeTruthy()
  URL.createObjectURL = () => 'blob:a-file'
  await user.click(screen.getByRole('button', { name: '加到日历' }))
  await screen.findByText('日历文件已下载，打开即可加入日历')
})

test('a top-up is shown as the card with its new balance', async () => {
  const topUp = { kind: 'CARD_TOP_UP', object: { kind: 'card', id: '9' }, title: '储值卡充值' } as const
  givenWorld({ ...calm, '/orders/70': () => ({ data: givenPaid({ ...topUp, method: 'WECHAT' }) }) })
  open(<CashierView orderId="70" />)
  expect(await screen.findByText('拍档储值卡')).toBeTruthy()
  expect(screen.getByText('8600 0000 0000 0009')).toBeTruthy()
})

test('a purchase in the shop is shown with its address and the next step', async () => {
  const parcel = { kind: 'SHOP', object: { kind: 'shop', id: '7' } } as const
  givenWorld({
    ...calm,
    '/orders/70': () => ({ data: givenPaid(parcel) }),
    '/shop/orders/7': () => ({ data: givenPaidOrder() }),
  })
  open(<CashierView orderId="70" />)
  expect(await screen.findByText('上海市徐汇区 龙腾大道 1 号')).toBeTruthy()
  expect(screen.getByText('暴力 98 网球拍')).toBeTruthy()
  expect(screen.getByText('待发货')).toBeTruthy()
})

test('a fully refunded seat shows no ticket', async () => {
  const calls = givenWorld({ ...calm, '/orders/70': () => ({ data: givenPaid({ refundedFen: 4800 }) }) })
  open(<CashierView orderId="70" />)
  await screen.findByRole('heading', { name: '已全额退款' })
  expect(calls.filter(({ path }) => path.includes('invitationball'))).toEqual([])
})

test('完成 goes back if the game’s page is below this one', async () => {
  pages.splice(
    0,
    1,
    { route: 'bookingBall/pages/ballDetail/index', $taroParams: { id: '5', share: 'token' } },
    { route: 'user/pages/cashier/index', $taroParams: { orderId: '70' } },
  )
  givenWorld({ ...calm, '/orders/70': () => ({ data: givenPaid() }) })
  const user = open(<CashierView orderId="70" />)
  await user.click(await screen.findByRole('button', { name: '完成' }))
  expect(Taro.navigateBack).toHaveBeenCalledWith({ delta: 1 })
  // It was paid before the page opened, so there is no animation.
  expect(Taro.vibrateShort).not.toHaveBeenCalled()
})

test('a card with too little money says so and leads to 充值; WeChat Pay is chosen', async () => {
  givenWorld({
    ...calm,
    '/stored-card/user/10': () => ({ data: [givenCard({ balanceFen: 1000 })] }),
    '/stored-card/plans': () => ({ data: [{ id: '200', principalFen: 20_000, giftFen: 0 }] }),
  })
  const user = open(<CashierView orderId="70" />)
  const card = await screen.findByRole('radio', { name: /余额 ¥10，余额不足/ })
  expect(card.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('radio', { name: '微信支付' }).getAttribute('aria-checked')).toBe('true')
  await user.click(screen.getByRole('button', { name: '去充值 拍档储值卡' }))
  await screen.findByRole('radio', { name: '充值 ¥200，无赠送' })
})

test('no top-up is offered for an order above what a card can hold', async () => {
  const large = givenOrder({ amountFen: 720_000 })
  let cards = [givenCard({ balanceFen: 500_000 })]
  givenWorld({
    ...calm,
    '/orders/70': () => ({ data: large }),
    '/orders/check/70': () => ({ data: large }),
    '/stored-card/user/10': () => ({ data: cards }),
  })
  open(<CashierView orderId="70" />)
  await screen.findByRole('radio', { name: /余额 ¥5,000，订单超过储值卡上限$/ })
  expect(screen.queryByRole('button', { name: /去充值/ })).toBeNull()
  cleanup()
  cards = []
  open(<CashierView orderId="70" />)
  await screen.findByRole('radio', { name: '微信支付' })
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /去充值/ })).toBeNull()
})

test('several cards can be told apart, and the chosen one pays', async () => {
  const calls = givenWorld({
    ...calm,
    '/stored-card/user/10': () => ({ data: [givenCard(), givenCard({ id: '8', cardNo: '8600000000000008' })] }),
    '/orders/pay': () => ({ data: { order: givenPaid(), step: null } }),
  })
  const user = open(<CashierView orderId="70" />)
  await user.click(await screen.findByRole('radio', { name: /尾号 0008/ }))
  await user.click(await payButton())
  await screen.findByText('支付成功')
  expect(posts(calls, '/orders/pay')[0]?.body).toEqual({ orderId: '70', method: 'CARD', cardId: '8' })
})

test('WeChat Pay works even when the cards cannot be read', async () => {
  const calls = givenWorld({
    ...calm,
    ...asks(simulator),
    '/stored-card/user/10': () => ({ status: 500, code: 'unexpected', msg: '获取储值卡失败' }),
  })
  const user = open(<CashierView orderId="70" />)
  await screen.findByRole('button', { name: '重新获取储值卡' })
  await user.click(await payButton())
  await waitFor(() => expect(posts(calls, '/orders/pay')[0]?.body).toMatchObject({ method: 'WECHAT' }))
})

test('a top-up offers no card, and ends at the card', async () => {
  const topUp = { kind: 'CARD_TOP_UP', object: { kind: 'card', id: '9' }, title: '储值卡充值' } as const
  const calls = givenWorld({
    ...calm,
    '/orders/70': () => ({ data: givenOrder(topUp) }),
    '/orders/check/70': () => ({ data: givenOrder(topUp) }),
    '/orders/pay': () => ({ data: { order: givenPaid({ ...topUp, method: 'WECHAT' }), step: null } }),
  })
  const user = open(<CashierView orderId="70" />)
  expect((await screen.findAllByRole('radio')).map((radio) => radio.textContent)).toEqual(['微信支付'])
  await user.click(await payButton())
  await user.click(await screen.findByRole('button', { name: '完成' }))
  expect(posts(calls, '/orders/pay')).toHaveLength(1)
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/user/pages/user_store_card_detail/index?cardId=9' })
})

test('a top-up from the cashier of another order leads back to it, with the new balance', async () => {
  const topUp = { id: '71', kind: 'CARD_TOP_UP', object: { kind: 'card', id: '9' }, title: '储值卡充值' } as const
  let isPaid = false
  const now = () => (isPaid ? givenPaid({ ...topUp, method: 'WECHAT' }) : givenOrder(topUp))
  givenWorld({
    ...calm,
    '/orders/71': () => ({ data: now() }),
    '/orders/check/71': () => ({ data: now() }),
    '/orders/pay': () => {
      isPaid = true
      return { data: { order: now(), step: null } }
    },
    '/stored-card/user/10': () => ({ data: [givenCard({ balanceFen: isPaid ? 21_000 : 1000 })] }),
  })
  const route = 'user/pages/cashier/index'
  pages.splice(0, 1, { route, $taroParams: { orderId: '70' } }, { route, $taroParams: { orderId: '71' } })
  const user = open(
    <>
      <section aria-label="下面的页">
        <CashierView orderId="70" />
      </section>
      <section aria-label="上面的页">
        <CashierView orderId="71" />
      </section>
    </>,
  )
  const above = within(screen.getByRole('region', { name: '上面的页' }))
  const below = within(screen.getByRole('region', { name: '下面的页' }))
  await below.findByRole('radio', { name: /余额 ¥10，余额不足/ })
  await user.click(await above.findByRole('button', { name: '确认支付 ¥48' }))
  await user.click(await above.findByRole('button', { name: '完成' }))
  expect(Taro.navigateBack).toHaveBeenCalledTimes(1)
  expect(Taro.redirectTo).not.toHaveBeenCalled()
  const card = await below.findByRole('radio', { name: /余额 ¥210$/ })
  expect(card.getAttribute('aria-checked')).toBe('true')
})

test('without WeChat Pay a top-up is paid at the front desk, and the page follows what staff enter', async () => {
  store('features', { ...ALL_FEATURES, wechat: false, wechatPay: false })
  const topUp = { kind: 'CARD_TOP_UP', object: { kind: 'card', id: '9' }, title: '储值卡充值' } as const
  let isPaid = false
  const now = () => (isPaid ? givenPaid({ ...topUp, method: 'OFFLINE' }) : givenOrder(topUp))
  givenWorld({
    ...calm,
    '/features': () => ({ data: { ...ALL_FEATURES, wechat: false, wechatPay: false } }),
    '/offline-payments': () => ({ data: { isOffered: true, transferNote: '户名 青杉体育，附言写订单号' } }),
    '/orders/70': () => ({ data: now() }),
    '/orders/check/70': () => ({ data: now() }),
  })
  const user = open(<CashierView orderId="70" />)
  const radio = await screen.findByRole('radio', { name: /到前台付款/ })
  expect(radio.getAttribute('aria-checked')).toBe('true')
  expect(screen.queryByText(/微信/)).toBeNull()
  expect(screen.queryByRole('button', { name: /确认支付/ })).toBeNull()
  const card = await screen.findByText('订单号')
  expect(card.parentElement?.textContent).toBe('订单号70')
  await screen.findByText('户名 青杉体育，附言写订单号')
  isPaid = true
  await user.click(screen.getByRole('button', { name: '我已付款，查看结果' }))
  await screen.findByRole('heading', { name: '支付成功' })
  expect(screen.getByText('线下付款')).toBeTruthy()
})

test('money that the front desk has entered is not asked for again, and paying online is the second choice', async () => {
  let isEnteredAtDesk = true
  const now = () => givenOrder(isEnteredAtDesk ? { isEnteredAtDesk } : {})
  const calls = givenWorld({
    ...calm,
    '/offline-payments': () => ({ data: { isOffered: true, transferNote: '' } }),
    '/orders/70': () => ({ data: now() }),
    '/orders/check/70': () => ({ data: now() }),
    '/orders/pay': () => ({ data: { order: givenPaid(), step: null } }),
  })
  // The method that was chosen on the page before does not begin by itself.
  choosePayment({ orderId: '70', courseId: '7', method: '9', contractId: undefined })
  const user = open(<CashierView orderId="70" />)
  await screen.findByText('前台已登记收款 ¥48，正等复核，请勿重复支付')
  expect(await screen.findByRole('button', { name: '仍要支付' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /确认支付/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /到前台付款/ }))
  expect(screen.queryByText('报给前台')).toBeNull()
  expect(screen.queryByRole('button', { name: '仍要支付' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /余额 ¥100$/ }))
  expect(posts(calls, '/orders/pay')).toEqual([])
  isEnteredAtDesk = false
  await user.click(screen.getByRole('button', { name: '查看结果' }))
  await user.click(await payButton())
  expect(screen.queryByText(/前台已登记收款/)).toBeNull()
  expect(posts(calls, '/orders/pay')).toHaveLength(1)
})

test('gifts of a package are shown with their number and as free', async () => {
  const hours = givenOrder({
    kind: 'COURSE',
    object: { kind: 'package', id: '12' },
    lines: [
      { label: '课时', quantity: 20, unitFen: 240, amountFen: 4800 },
      { label: '赠送课时', quantity: 1, unitFen: 0, amountFen: 0 },
    ],
  })
  givenWorld({ ...calm, '/orders/70': () => ({ data: hours }), '/orders/check/70': () => ({ data: hours }) })
  open(<CashierView orderId="70" />)
  expect((await screen.findByText('赠送课时 × 1')).parentElement?.textContent).toBe('赠送课时 × 1免费')
  expect(screen.getByText('课时 × 20').parentElement?.textContent).toBe('课时 × 20¥48')
})

test('a stringing order paid just now leads to its next steps; one paid earlier leads to the order', async () => {
  const job = { kind: 'STRINGING', object: { kind: 'stringing', id: '40' }, title: '穿线 暴力 98' } as const
  let isPaid = false
  const now = () => (isPaid ? givenPaid(job) : givenOrder(job))
  givenWorld({
    ...calm,
    '/orders/70': () => ({ data: now() }),
    '/orders/check/70': () => ({ data: now() }),
    '/orders/pay': () => {
      isPaid = true
      return { data: { order: now(), step: null } }
    },
  })
  const user = open(<CashierView orderId="70" />)
  expect(await screen.findByText('穿线开始前可免费取消，全额退款')).toBeTruthy()
  await user.click(await payButton())
  // The payment page does not appear in between.
  const url = '/threading/pages/threadingResult/index?id=40&paid=1'
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenLastCalledWith({ url }))
  expect(screen.queryByText('支付成功')).toBeNull()
  cleanup()
  const again = open(<CashierView orderId="70" />)
  await again.click(await screen.findByRole('button', { name: '完成' }))
  expect(Taro.redirectTo).toHaveBeenLastCalledWith({ url: '/threading/pages/threading_order/index?id=40' })
})

test('a shop order that was not paid in time leads to itself', async () => {
  const parcel = { kind: 'SHOP', object: { kind: 'shop', id: '8' }, state: 'CLOSED', expiresAt: inMinutes(-1) } as const
  givenWorld({ ...calm, '/orders/70': () => ({ data: givenOrder(parcel) }) })
  const user = open(<CashierView orderId="70" />)
  await screen.findByText('超过支付时间，可以重新下单')
  await user.click(screen.getByRole('button', { name: '查看订单' }))
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/shop/pages/order/index?id=8' })
})

test('the simulator opens on its own page; after the return the cashier finds the money without a press', async () => {
  let isPaid = false
  const calls = givenWorld({
    ...calm,
    ...asks(simulator),
    '/stored-card/user/10': () => ({ data: [] }),
    '/payment-simulator/P20261120x1': () => ({ data: givenSimulated() }),
    '/orders/check/70': () => ({ data: isPaid ? givenPaid({ method: 'WECHAT' }) : givenOrder() }),
  })
  const user = open(<CashierView orderId="70" />)
  await user.click(await payButton())
  await waitFor(() =>
    expect(Taro.navigateTo).toHaveBeenCalledWith({
      url: '/user/pages/pay_simulator/index?outTradeNo=P20261120x1',
    }),
  )
  act(() => fire('hide'))
  isPaid = true
  const before = posts(calls, '/orders/check').length
  act(() => fire('show'))
  await screen.findByText('支付成功')
  expect(posts(calls, '/orders/check').length).toBeGreaterThan(before)
})

test('a payment that failed at the simulator is reported, and the order stays payable', async () => {
  const calls = givenWorld({
    ...calm,
    ...asks(simulator),
    '/stored-card/user/10': () => ({ data: [] }),
    '/payment-simulator/P20261120x1': () => ({ data: givenSimulated({ state: 'PAYERROR' }) }),
  })
  const user = open(<CashierView orderId="70" />)
  await user.click(await payButton())
  await screen.findByText('支付失败，没有扣款，可以再试一次')
  await user.click(await payButton())
  await waitFor(() => expect(posts(calls, '/orders/pay')).toHaveLength(2))
})

test('on a desktop a code is shown, and 我已支付 asks at once whether the money arrived', async () => {
  let isPaid = false
  givenWorld({
    ...calm,
    ...asks({ kind: 'native', codeUrl: 'weixin://wxpay/bizpayurl?pr=abc' }),
    '/stored-card/user/10': () => ({ data: [] }),
    '/orders/check/70': () => ({ data: isPaid ? givenPaid({ method: 'WECHAT' }) : givenOrder() }),
  })
  const user = open(<CashierView orderId="70" />)
  await user.click(await payButton())
  const code = await screen.findByRole('img', { name: '微信支付二维码' })
  expect(code.style.backgroundImage).toContain('data:image/svg+xml')
  expect(screen.getByText('请用微信扫码')).toBeTruthy()
  isPaid = true
  await user.click(screen.getByRole('button', { name: '我已支付' }))
  await screen.findByText('支付成功')
})

test('the server is polled while a payment runs, but not below another page', async () => {
  const calls = givenWorld({
    ...calm,
    ...asks({ kind: 'native', codeUrl: 'weixin://wxpay/bizpayurl?pr=abc' }),
    '/stored-card/user/10': () => ({ data: [] }),
  })
  withTimers()
  open(<CashierView orderId="70" />)
  const button = await waitWithTimers(() => screen.getByRole('button', { name: '确认支付 ¥48' }))
  await waitWithTimers(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(button)
  await waitWithTimers(() => screen.getByText('请用微信扫码'))
  const asked = () => posts(calls, '/orders/check').length
  const before = asked()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked()).toBeGreaterThan(before + 2)
  act(() => fire('hide'))
  const hidden = asked()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked()).toBe(hidden)
  act(() => fire('show'))
  await waitWithTimers(() => expect(asked()).toBe(hidden + 1))
})

test('a refusal is reported in place, the cards are read again, and the order stays payable', async () => {
  const calls = givenWorld({
    ...calm,
    '/orders/pay': () => ({ status: 409, code: 'card_balance_too_low', msg: '储值卡余额不足' }),
  })
  const user = open(<CashierView orderId="70" />)
  await user.click(await payButton())
  await waitFor(() => expect(screen.getAllByText('储值卡余额不足').length).toBeGreaterThan(0))
  await waitFor(() => expect(calls.filter(({ path }) => path.startsWith('/stored-card/user'))).toHaveLength(2))
  expect((await payButton()).getAttribute('aria-disabled')).toBeNull()
})

test('a lost network is reported in place and keeps the order', async () => {
  const calls = givenWorld({ ...calm, '/orders/pay': () => Promise.reject(new TypeError('network')) })
  const user = open(<CashierView orderId="70" />)
  await user.click(await payButton())
  await waitFor(() => expect(screen.getAllByText('没有收到支付结果，再按一次不会重复付款')).toHaveLength(1))
  expect(screen.queryByText(/操作失败|没有成功/)).toBeNull()
  expect(posts(calls, '/orders/pay').length).toBeGreaterThan(0)
})

test('a payment that went through although its answer was lost is a success, and nothing above it says otherwise', async () => {
  let isPaid = false
  const answer = held()
  const now = async () => {
    if (isPaid) await answer.released
    return { data: isPaid ? givenPaid() : givenOrder() }
  }
  givenWorld({
    ...calm,
    '/orders/70': now,
    '/orders/check/70': now,
    '/orders/pay': () => {
      isPaid = true
      return Promise.reject(new TypeError('network'))
    },
  })
  const user = open(<CashierView orderId="70" />)
  await user.click(await payButton())
  await waitFor(() => expect(screen.getAllByText('没有收到支付结果，再按一次不会重复付款')).not.toHaveLength(0))
  answer.release()
  await screen.findByRole('heading', { name: '支付成功' })
  expect(screen.queryByText(/没有收到支付结果/)).toBeNull()
})

test('if it is unknown whether money arrived, the page says so and can ask again', async () => {
  let isAway = true
  givenWorld({
    ...calm,
    '/orders/check/70': () =>
      isAway
        ? { status: 503, code: 'payment_unavailable', msg: '支付暂时不可用，请稍后再试' }
        : { data: givenPaid({ method: 'WECHAT' }) },
  })
  const user = open(<CashierView orderId="70" />)
  await screen.findByText('支付结果暂时查不到，支付暂时不可用，请稍后再试')
  isAway = false
  await user.click(screen.getByRole('button', { name: '重新查询支付结果' }))
  await screen.findByText('支付成功')
})

test('an order past its time limit is closed, unless money arrived in the last second', async () => {
  let isPaid = false
  const past = { expiresAt: inMinutes(-1) }
  givenWorld({
    ...calm,
    '/orders/70': () => ({ data: givenOrder(past) }),
    '/orders/check/70': () => ({ data: isPaid ? givenPaid(past) : givenOrder(past) }),
  })
  const user = open(<CashierView orderId="70" />)
  await screen.findByText('订单已关闭')
  expect(screen.getByText('超过支付时间，名额已释放')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /确认支付/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '查看球局' }))
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/bookingBall/pages/ballDetail/index?id=5' })
  act(() => fire('hide'))
  isPaid = true
  act(() => fire('show'))
  await screen.findByText('支付成功')
})

test('the time limit ends while the page is open', async () => {
  withTimers()
  givenWorld(calm)
  open(<CashierView orderId="70" />)
  await waitWithTimers(() => screen.getByRole('timer'))
  const left = new Date(givenOrder().expiresAt).getTime() - Date.now()
  await act(() => vi.advanceTimersByTimeAsync(left - 900))
  expect(screen.getByRole('timer').textContent).toContain('0:01')
  await act(() => vi.advanceTimersByTimeAsync(900))
  expect(screen.getByText('订单已关闭')).toBeTruthy()
})

test('放弃支付 asks first, then the order is closed', async () => {
  const calls = givenWorld({
    ...calm,
    '/orders/close/70': () => ({ data: givenOrder({ state: 'CLOSED', closedAt: inMinutes(0) }) }),
  })
  const user = open(<CashierView orderId="70" />)
  await user.click(await screen.findByRole('button', { name: '放弃支付' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('名额会让给别人，之后可以再报名')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '继续支付' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(posts(calls, '/orders/close')).toEqual([])
  await user.click(screen.getByRole('button', { name: '放弃支付' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '放弃支付' }))
  await screen.findByText('名额已释放，没有扣款')
  expect(posts(calls, '/orders/close')).toHaveLength(1)
})

test.each([
  ['paid meanwhile', givenPaid, '支付成功'],
  ['closed by it', () => givenOrder({ state: 'CLOSED', closedAt: inMinutes(0) }), '名额已释放，没有扣款'],
])('放弃支付 whose answer was lost says so until the order turns out to be %s', async (_case, turned, says) => {
  let isKnown = false
  const answer = held()
  const now = async () => {
    if (isKnown) await answer.released
    return { data: isKnown ? turned() : givenOrder() }
  }
  givenWorld({
    ...calm,
    '/orders/70': now,
    '/orders/check/70': now,
    '/orders/close/70': () => {
      isKnown = true
      return Promise.reject(new TypeError('network'))
    },
  })
  const user = open(<CashierView orderId="70" />)
  await user.click(await screen.findByRole('button', { name: '放弃支付' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '放弃支付' }))
  await screen.findByText('没有收到结果，订单还在的话请再按一次放弃支付')
  expect(screen.queryByText(/操作失败/)).toBeNull()
  answer.release()
  await screen.findByText(says)
  expect(screen.queryByText(/没有收到结果|操作失败/)).toBeNull()
})

test('refunds of a paid order are shown with their destination', async () => {
  const refund = {
    id: '1',
    amountFen: 4800,
    reason: '球局取消',
    target: 'CARD',
    state: 'DONE',
    createTime: inMinutes(0),
    doneTime: inMinutes(0),
  } as const
  givenWorld({ ...calm, '/orders/70': () => ({ data: givenPaid({ refundedFen: 4800, refunds: [refund] }) }) })
  open(<CashierView orderId="70" />)
  await screen.findByText('已全额退款')
  expect(screen.getByText('+¥48')).toBeTruthy()
  expect(screen.getByText('已退回储值卡 2026-11-20 10:00')).toBeTruthy()
})

test('money that waits at the front desk is shown as waiting, with the number to fetch it', async () => {
  const refund = {
    id: '1',
    amountFen: 4800,
    reason: '退出球局',
    target: 'OFFLINE',
    state: 'WAITING',
    createTime: inMinutes(0),
    doneTime: null,
  } as const
  const order = givenPaid({ method: 'OFFLINE', refundedFen: 4800, refunds: [refund] })
  givenWorld({ ...calm, '/orders/70': () => ({ data: order }) })
  open(<CashierView orderId="70" />)
  await screen.findByRole('heading', { name: '待到前台领取' })
  expect(screen.getByText('订单号')).toBeTruthy()
  expect(screen.getByText('70')).toBeTruthy()
})

test('an unknown order and the order of another user are both reported as absent', async () => {
  givenWorld({ ...calm, '/orders/70': () => ({ status: 404, code: 'order_not_found', msg: '订单不存在' }) })
  open(<CashierView orderId="70" />)
  await screen.findByText('订单不存在')
})

test('a failed read can be repeated', async () => {
  let isAway = true
  givenWorld({
    ...calm,
    '/orders/70': () => (isAway ? { status: 500, code: 'unexpected', msg: '获取详情失败' } : { data: givenOrder() }),
  })
  const user = open(<CashierView orderId="70" />)
  await screen.findByText('订单没有取到')
  isAway = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await payButton()
})

test('a guest is asked to log in, and nothing is fetched', () => {
  endSession()
  const calls = givenWorld(calm)
  open(<CashierView orderId="70" />)
  expect(screen.getByText('登录后查看')).toBeTruthy()
  expect(calls).toEqual([])
})

test.each([
  ['that was joined', '3', '购课成功，可用 33.5 课时'],
  ['that is new', undefined, '购课成功，可用 33.5 课时'],
  ['instead of the one that ended', '2', '购课成功，原合同已结束，已开新合同，可用 33.5 课时'],
])(
  'who chose the card before the cashier pays at once, reads the hours, and sees the contract %s',
  async (_which, joins, text) => {
    const object = { kind: 'package', id: '8', contractId: '3' } as const
    const bought = { kind: 'COURSE', object } as const
    let isPaid = false
    const now = () => (isPaid ? givenPaid(bought) : givenOrder(bought))
    const contract = { id: '3', remainingSessions: 36.5, heldSessions: 3, expiryDate: '2027-08-19' }
    const calls = givenWorld({
      ...calm,
      '/orders/70': () => ({ data: now() }),
      '/orders/pay': () => {
        isPaid = true
        return { data: { order: now(), step: null } }
      },
      '/packages/course/7': () => ({ data: { contract } }),
    })
    choosePayment({ orderId: '70', courseId: '7', method: '9', contractId: joins })
    open(<CashierView orderId="70" />)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(posts(calls, '/orders/pay')).toHaveLength(1)
    const url = '/user/pages/user_contract/index?contractId=3'
    await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url }))
  },
)

test.each(['cancelled', 'failed'] as const)(
  'the server is asked what became of a payment that WeChat calls %s',
  async (end) => {
    let isPaid = false
    const now = () => (isPaid ? givenPaid({ method: 'WECHAT' }) : givenOrder())
    givenWorld({
      ...calm,
      ...asks({ kind: 'jsapi', timeStamp: '1', nonceStr: 'n', package: 'p', signType: 'RSA', paySign: 's' }),
      '/orders/70': () => ({ data: now() }),
      '/orders/check/70': () => ({ data: now() }),
    })
    vi.mocked(takePayStep).mockImplementationOnce(async () => {
      isPaid = true
      return end
    })
    const user = open(<CashierView orderId="70" />)
    await user.click(await screen.findByRole('radio', { name: /^微信支付/ }))
    await user.click(await payButton())
    await screen.findByRole('heading', { name: '支付成功' })
  },
)
