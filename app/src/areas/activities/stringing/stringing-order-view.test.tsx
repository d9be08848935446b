import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import type { Refund } from '@paidang/api/areas/money/payments'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { readStored } from '../../../platform/storage'
import { givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { StringingOrderView } from './stringing-order-view'
import { at, givenStep, givenStringing, givenUnpaid, NOW, STEPS } from './testing/given-job'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
  givenSession('10')
})

/** Sets up the order as the server has it, and its state after the actions. */
function givenOrder(order: StringingOrder, after?: StringingOrder) {
  let present = order
  const action = () => {
    present = after ?? present
    return { data: present }
  }
  return givenWorld({
    '/threading/orders/40': () => ({ data: present }),
    '/threading/orders/cancel/40': action,
    '/threading/orders/rate/40': action,
  })
}
const view = <StringingOrderView id="40" />

test('an order on the machine shows its state, code, progress, content and cost', async () => {
  givenOrder(givenStringing())
  const user = open(view)
  await screen.findByRole('heading', { name: '正在穿线' })
  expect(screen.getByText('预计 今天 17:30 可取')).toBeTruthy()
  expect(screen.getByText('3072')).toBeTruthy()
  expect(screen.getByText('检查：护线管 2 处磨损')).toBeTruthy()
  expect(screen.getByText('硕力 聚酯 1.25，52 lb（23.59 kg）')).toBeTruthy()
  expect(screen.getByText('CX2026112000000040')).toBeTruthy()
  expect(screen.getByText('订单明细')).toBeTruthy()
  // An order that was begun cannot be cancelled.
  expect(screen.queryByRole('button', { name: '取消订单' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '联系商家' }))
  expect(Taro.makePhoneCall).toHaveBeenCalledWith({ phoneNumber: '02112345678' })
})

test('a photo of the racket opens large', async () => {
  givenOrder(givenStringing())
  const user = open(view)
  await user.click(await screen.findByRole('button', { name: '查看已收拍照片 1' }))
  const photo = await screen.findByRole('img', { name: '已收拍照片' })
  expect(photo.getAttribute('src') ?? photo.innerHTML).toContain('/aaapi/files/private/rackets/1.webp')
})

test('an unpaid order is paid at the cashier, or cancelled without a charge', async () => {
  const calls = givenOrder(
    givenUnpaid(),
    givenUnpaid({ status: 'CANCELLED', cancelReason: 'PLAYER', responseTime: at('20', '10:00') }),
  )
  const user = open(view)
  await user.click(await screen.findByRole('button', { name: '去支付' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/user/pages/cashier/index?orderId=70' })
  await user.click(screen.getByRole('button', { name: '取消订单' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('为你留的球线会放回，没有扣款')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '取消订单' }))
  await screen.findByRole('heading', { name: '已取消' })
  expect(posts(calls, '/cancel')).toHaveLength(1)
})

test('an order whose time to pay is over can no longer be paid', async () => {
  const unpaid = givenUnpaid()
  givenOrder({ ...unpaid, order: unpaid.order && { ...unpaid.order, expiresAt: at('20', '09:59') } })
  open(view)
  expect((await screen.findByRole('button', { name: '去支付' })).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('超过支付时间，订单即将关闭')).toBeTruthy()
})

test('before the stringing begins the order can be cancelled, and the dialog names what comes back', async () => {
  const calls = givenOrder(givenStringing({ status: 'RECEIVED' }))
  const user = open(view)
  await user.click(await screen.findByRole('button', { name: '取消订单' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('为你留的球线会放回，球拍凭取拍码到店取回')).toBeTruthy()
  expect(dialog.getByText('¥263 全额退回')).toBeTruthy()
  expect(dialog.getByText('储值卡')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '再想想' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(posts(calls, '/cancel')).toEqual([])
})

test('a refusal to cancel is shown, and the order is read again', async () => {
  let reads = 0
  givenWorld({
    '/threading/orders/40': () => {
      reads += 1
      return { data: givenStringing({ status: reads > 1 ? 'STRINGING' : 'RECEIVED' }) }
    },
    '/threading/orders/cancel/40': () => ({ status: 409, code: 'stringing_started', msg: '已开始穿线，不能取消' }),
  })
  const user = open(view)
  await user.click(await screen.findByRole('button', { name: '取消订单' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消订单' }))
  await screen.findByText('已开始穿线，不能取消')
  await screen.findByRole('heading', { name: '正在穿线' })
})

test('a finished job is rated once, with stars and a text', async () => {
  const done = givenStringing({ status: 'COMPLETED' })
  const review = { stars: 5, text: '很稳', createTime: at('20', '10:00') }
  const calls = givenOrder(done, { ...done, isRated: true, review })
  const user = open(view)
  await user.click(await screen.findByRole('button', { name: '评价' }))
  const send = await screen.findByRole('button', { name: '提交评价' })
  await user.click(send)
  // Shown as a toast, and below the stars.
  expect(screen.getAllByText('请先选择星级')).toHaveLength(2)
  await user.click(screen.getByRole('radio', { name: '5 星，非常满意' }))
  await user.type(screen.getByRole('textbox', { name: '说说这次穿线（选填）' }), '很稳')
  await user.dblClick(screen.getByRole('button', { name: '提交评价' }))
  await screen.findByText('我的评价')
  expect(posts(calls, '/rate').map(({ body }) => body)).toEqual([{ stars: 5, text: '很稳' }])
  expect(screen.queryByRole('button', { name: '评价' })).toBeNull()
})

test('再来一单 opens the form with the content of this order', async () => {
  givenOrder(givenStringing())
  const user = open(view)
  await user.click(await screen.findByRole('button', { name: '再来一单' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({
    url: '/threading/pages/threadingProducts/index?merchantId=3&racketId=7',
  })
  expect(readStored('stringingDraft')).toMatchObject({
    merchantId: '3',
    form: { racketId: '7', mains: { stringId: '11', tension: 52 }, notes: '横线先穿顶部' },
  })
})

const CANCELLED = givenStep({ action: 'cancel', status: 'CANCELLED', actor: 'PLAYER', time: at('20', '09:20') })
const givenCancelled = (over: Partial<StringingOrder>) =>
  givenStringing({ status: 'CANCELLED', cancelReason: 'PLAYER', steps: [...STEPS.slice(0, 4), CANCELLED], ...over })

test('the racket of a cancelled order that is in the shop is picked up there with its code', async () => {
  givenOrder(givenCancelled({ isInShop: true }))
  open(view)
  await screen.findByRole('heading', { name: '已取消，请到店取回球拍' })
  expect(screen.getByText('3072')).toBeTruthy()
  expect(screen.getByText('退还球拍')).toBeTruthy()
  expect(screen.getByText('球拍在店里，凭取拍码取回')).toBeTruthy()
})

test('the player waits for a racket that a courier brings back', async () => {
  givenOrder(givenCancelled({ isInShop: true, handIn: 'COURIER' }))
  open(view)
  await screen.findByRole('heading', { name: '已取消，等待寄回球拍' })
  expect(screen.queryByText('3072')).toBeNull()
  expect(screen.getByText('商家寄出后会告诉你运单号')).toBeTruthy()
})

test('a racket on its way back has a tracking number', async () => {
  const returned = givenStep({ action: 'giveBack', status: 'CANCELLED', remark: '已包好', time: at('20', '09:50') })
  const steps = [...STEPS.slice(0, 4), CANCELLED, returned]
  givenOrder(givenCancelled({ isInShop: false, handIn: 'COURIER', trackingNo: 'SF123', steps }))
  open(view)
  await screen.findByRole('heading', { name: '已取消，球拍已寄回' })
  expect(screen.getByText('运单号 SF123')).toBeTruthy()
  expect(screen.getByText('已包好')).toBeTruthy()
})

test('a lost racket is reported, with the text of the person who reported it', async () => {
  const lost = givenStep({ action: 'lose', status: 'CANCELLED', remark: '店铺已搬空', time: at('20', '09:50') })
  const steps = [...STEPS.slice(0, 4), CANCELLED, lost]
  givenOrder(givenCancelled({ isInShop: false, isRacketLost: true, steps }))
  open(view)
  await screen.findByRole('heading', { name: '已退款，球拍无法归还' })
  expect(screen.getByText('球拍遗失')).toBeTruthy()
  expect(screen.getByText('店铺已搬空')).toBeTruthy()
  expect(screen.queryByText('退还球拍')).toBeNull()
})

test('a refused order shows what came back', async () => {
  const order = givenStringing({ status: 'CANCELLED', cancelReason: 'MERCHANT' })
  const refund: Refund = {
    id: '1',
    amountFen: 26_300,
    reason: '商家拒单',
    target: 'CARD',
    state: 'DONE',
    createTime: at('20', '09:30'),
    doneTime: at('20', '09:30'),
  }
  givenOrder({ ...order, order: order.order && { ...order.order, refundedFen: 26_300, refunds: [refund] } })
  open(view)
  await screen.findByText('已退回储值卡 2026-11-20 09:30')
  expect(screen.getAllByText('商家未能接单').length).toBeGreaterThan(0)
})

test('an order that does not exist, or belongs to somebody else, is shown as missing', async () => {
  givenWorld({ '/threading/orders/40': () => ({ status: 404, code: 'stringing_not_found', msg: '订单不存在' }) })
  open(view)
  await screen.findByText('订单不存在')
})

test('a failed read can be repeated', async () => {
  let isAway = true
  givenWorld({
    '/threading/orders/40': () =>
      isAway ? { status: 500, code: 'unexpected', msg: '获取详情失败' } : { data: givenStringing() },
  })
  const user = open(view)
  await screen.findByText('订单没有取到')
  isAway = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('heading', { name: '正在穿线' })
})

test('a guest is asked to log in, and nothing is fetched', () => {
  endSession()
  const calls = givenWorld({})
  open(view)
  expect(screen.getByText('登录后查看')).toBeTruthy()
  expect(calls).toEqual([])
})
