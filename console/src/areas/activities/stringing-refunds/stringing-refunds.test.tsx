import type { ManagedStringingOrderDetail, StringingRefund } from '@paidang/api/areas/activities/admin-stringing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, shownRows } from '../../../testing/draw'
import { StringingOrderPage, StringingOrdersPage, StringingRefundsPage } from './stringing-refunds'

const order = {
  id: '9',
  orderNo: 'CX00000009',
  status: 'STRINGING' as const,
  racketName: '海德 速度 MP',
  owner: { id: '7', nickname: '林知夏', avatar: null },
  merchant: { id: '4', name: '弦外之音' },
  totalFen: 17_000,
  isPaidInShop: false,
  paymentOrderId: '51',
  isInShop: true,
  isRacketLost: false,
  responseTime: '2026-11-20T04:00:00.000Z',
  revision: 4,
}

/** A stringing order in progress, as operators see it. */
const givenManagedOrder = (over: Partial<ManagedStringingOrderDetail> = {}): ManagedStringingOrderDetail => ({
  ...order,
  steps: [
    {
      action: 'start',
      status: 'STRINGING',
      actor: 'MERCHANT',
      staffName: '阿穿',
      remark: '',
      time: order.responseTime,
    },
  ],
  hasWaitingRefund: false,
  ...over,
})

/** A requested refund of that order. */
const givenRefund = (over: Partial<StringingRefund> = {}): StringingRefund => ({
  id: '3',
  state: 'WAITING',
  cause: 'RACKET_BROKEN',
  isRacketLost: false,
  order,
  reason: '拍框断裂',
  note: '',
  requestedBy: { id: '9', nickname: '小周' },
  decidedBy: null,
  createTime: '2026-11-20T05:00:00.000Z',
  endTime: null,
  ...over,
})

test('the stringing orders of one player show where each racket is, and lead to the order', async () => {
  const { heard } = draw(<StringingOrdersPage />, {
    at: '/stringing-orders?userId=7&isInShop=true',
    answers: {
      'GET /admin/threading/orders': { data: [givenManagedOrder({ status: 'CANCELLED' })], total: 1 },
    },
  })
  expect((await screen.findByRole('link', { name: 'CX00000009' })).getAttribute('href')).toBe('/stringing-orders/9')
  expect(shownRows()).toEqual([
    ['CX00000009', '已取消', '在店里', '林知夏（7）', '弦外之音', '海德 速度 MP', '¥170', '2026-11-20 12:00'],
  ])
  expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject({ userId: '7', isInShop: 'true' })
})

const page = (
  <Routes>
    <Route path="/stringing-orders/:id" element={<StringingOrderPage />} />
  </Routes>
)
const ORDER = 'GET /admin/threading/orders/9'
const LOSE = 'POST /admin/threading/orders/lose/9'
const PICK_UP = 'POST /admin/threading/orders/pick-up/9'
const ASK = 'POST /admin/threading/refunds/ask/9'

test('an operator requests a refund with cause, racket and text', async () => {
  const { heard } = draw(page, {
    at: '/stringing-orders/9',
    staff: { id: '5', role: 'operator' },
    answers: { [ORDER]: { data: givenManagedOrder() }, [ASK]: { data: givenRefund() } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '申请退款' }))
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByText(/全额 ¥170。另一位运营主管通过后/)).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: '提交审批' }))
  for (const missing of ['请选择事由', '请选择球拍的去向', '请填写原因']) {
    expect(await form.findByText(missing)).toBeTruthy()
  }
  await userEvent.click(form.getByLabelText('店铺停业或失联'))
  await userEvent.click(form.getByLabelText('球拍无法归还'))
  fill([form.getByLabelText('原因（顾客和店铺会看到）'), ' 店铺已搬空 '])
  await userEvent.click(form.getByRole('button', { name: '提交审批' }))
  await screen.findByText('已提交，等待运营主管审批')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({
    cause: 'SHOP_GONE',
    isRacketLost: true,
    reason: '店铺已搬空',
    revision: 4,
  })
})

test('no refund can be requested while another waits, nor for an order that is over', async () => {
  draw(page, {
    at: '/stringing-orders/9',
    staff: { id: '5', role: 'operator' },
    answers: { [ORDER]: { data: givenManagedOrder({ hasWaitingRefund: true }) } },
  })
  expect(await screen.findByText(/有一笔退款待审批/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '申请退款' })).toBeNull()
})

test('an order that was paid in the shop ends without a refund, and the dialog says so', async () => {
  draw(page, {
    at: '/stringing-orders/9',
    staff: { id: '5', role: 'operator' },
    answers: { [ORDER]: { data: givenManagedOrder({ isPaidInShop: true }) } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '申请结束订单' }))
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByText(/到店付款，平台没有收款，也不会退款/)).toBeTruthy()
  expect(form.queryByText(/全额/)).toBeNull()
})

test('an operator records the loss of a racket that a cancelled order left in the shop', async () => {
  const left = givenManagedOrder({ status: 'CANCELLED', isInShop: true })
  const { heard } = draw(page, {
    at: '/stringing-orders/9',
    staff: { id: '5', role: 'operator' },
    answers: { [ORDER]: { data: left }, [LOSE]: { data: { ...left, isInShop: false, isRacketLost: true } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '球拍遗失' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.click(form.getByRole('button', { name: '登记遗失' }))
  expect(await form.findByText('请填写原因')).toBeTruthy()
  fill([form.getByLabelText('原因（顾客和店铺会看到）'), ' 店铺已搬空 '])
  await userEvent.click(form.getByRole('button', { name: '登记遗失' }))
  await screen.findByText('已登记，顾客会收到通知')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ reason: '店铺已搬空', revision: 4 })
})

test('an operator completes an order whose racket was picked up', async () => {
  const ready = givenManagedOrder({ status: 'READY', isInShop: true })
  const { heard } = draw(page, {
    at: '/stringing-orders/9',
    staff: { id: '5', role: 'operator' },
    answers: { [ORDER]: { data: ready }, [PICK_UP]: { data: { ...ready, status: 'COMPLETED', isInShop: false } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '球拍已取走' }))
  const form = within(await screen.findByRole('dialog'))
  fill([form.getByLabelText('原因'), ' 顾客来电确认 '])
  await userEvent.click(form.getByRole('button', { name: '完成订单' }))
  await screen.findByText('已登记，顾客会收到通知')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ reason: '顾客来电确认', revision: 4 })
})

test('a refund of an order whose racket has not come asks nothing about the racket', async () => {
  const { heard } = draw(page, {
    at: '/stringing-orders/9',
    staff: { id: '5', role: 'operator' },
    answers: {
      [ORDER]: { data: givenManagedOrder({ status: 'PAID', isInShop: false }) },
      [ASK]: { data: givenRefund() },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '申请退款' }))
  const form = within(await screen.findByRole('dialog'))
  expect(form.queryByText('球拍无法归还')).toBeNull()
  await userEvent.click(form.getByLabelText('店铺停业或失联'))
  fill([form.getByLabelText('原因（顾客和店铺会看到）'), '店铺已搬空'])
  await userEvent.click(form.getByRole('button', { name: '提交审批' }))
  await screen.findByText('已提交，等待运营主管审批')
  expect(heard.find(({ method }) => method === 'POST')?.body).toMatchObject({ cause: 'SHOP_GONE', isRacketLost: false })
})

test.each(['SUBMITTED', 'COMPLETED', 'CANCELLED'] as const)(
  'no refund can be requested for an order that is %s',
  async (status) => {
    draw(page, {
      at: '/stringing-orders/9',
      staff: { id: '5', role: 'operator' },
      answers: { [ORDER]: { data: givenManagedOrder({ status, isInShop: false }) } },
    })
    expect(await screen.findByText('穿线订单 CX00000009')).toBeTruthy()
    for (const name of ['申请退款', '球拍遗失', '球拍已取走']) expect(screen.queryByRole('button', { name })).toBeNull()
  },
)

const LIST = 'GET /admin/threading/refunds'
const waiting = givenRefund()
const list = { data: [waiting], total: 1 }

test('a senior approves another operator’s request, after the effect on order, money and racket was shown', async () => {
  const { heard } = draw(<StringingRefundsPage />, {
    staff: { id: '2', role: 'senior' },
    answers: { [LIST]: list, 'POST /admin/threading/refunds/decide/3': { data: { ...waiting, state: 'DONE' } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '通过' }))
  expect(await screen.findByText('订单取消，¥170 全额退回，球拍由店铺退还。立即通知顾客，不能撤销。')).toBeTruthy()
  expect(heard.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(screen.getAllByRole('button', { name: '通过' }).at(-1) as HTMLElement)
  await screen.findByText('已通过，订单已取消并退款')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ approve: true, revision: 4 })
})

test('an operator decides nothing, and whoever requested a refund can only withdraw it', async () => {
  draw(<StringingRefundsPage />, { staff: { id: '5', role: 'operator' }, answers: { [LIST]: list } })
  expect(await screen.findByText('等待运营主管')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
})

test('a senior does not decide their own request', async () => {
  const { heard } = draw(<StringingRefundsPage />, {
    staff: { id: '9', role: 'senior' },
    answers: { [LIST]: list, 'POST /admin/threading/refunds/withdraw/3': { data: { ...waiting, state: 'WITHDRAWN' } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '撤回' }))
  await userEvent.click(screen.getAllByRole('button', { name: '撤回' }).at(-1) as HTMLElement)
  await screen.findByText('已撤回', { selector: '.ant-message *' })
  expect(heard.some(({ method }) => method === 'POST')).toBe(true)
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
})
