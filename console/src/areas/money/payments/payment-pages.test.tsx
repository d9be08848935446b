import type { ManagedOrder, ManagedOrderDetail } from '@paidang/api/areas/money/admin-payments'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { PaymentOrderPage, PaymentsPage } from './payment-pages'

/** A seat in a ball game that was paid with WeChat and partly refunded. */
const givenOrder = (over: Partial<ManagedOrder> = {}): ManagedOrder => ({
  id: '51',
  kind: 'BALL_SEAT',
  title: '周末双打',
  payer: { id: '7', nickname: '林知夏', avatar: null },
  amountFen: 12_000,
  refundedFen: 2_000,
  refundingFen: 0,
  state: 'PAID',
  method: 'WECHAT',
  createTime: '2026-11-20T04:00:00.000Z',
  paidTime: '2026-11-20T04:01:00.000Z',
  ...over,
})

/** The same order in full. */
function givenOrderDetail(over: Partial<ManagedOrderDetail> = {}): ManagedOrderDetail {
  const { payer, paidTime, refundingFen: _all, ...order } = givenOrder()
  return {
    order: {
      ...order,
      object: { kind: 'ball', id: '9' },
      lines: [{ label: '报名费', quantity: 1, unitFen: 12_000, amountFen: 12_000 }],
      expiresAt: '2026-11-20T04:15:00.000Z',
      paidAt: paidTime,
      closedAt: null,
      refunds: [
        {
          id: '61',
          amountFen: 2_000,
          reason: '少一小时',
          target: 'SOURCE',
          state: 'PROCESSING',
          createTime: '2026-11-20T05:00:00.000Z',
          doneTime: null,
        },
      ],
    },
    refundingFen: 2_000,
    payer,
    payments: [
      {
        id: '71',
        provider: 'WECHAT',
        outTradeNo: 'P20261120000071',
        transactionId: '4200000071',
        cardId: null,
        channel: 'JSAPI',
        amountFen: 12_000,
        receivedFen: 12_000,
        state: 'SETTLED',
        createTime: '2026-11-20T04:00:30.000Z',
        settledTime: '2026-11-20T04:01:00.000Z',
      },
    ],
    refundProblems: [],
    trial: null,
    ...over,
  }
}

const LIST = 'GET /admin/orders'

test('orders show what was paid and what was refunded; a missing value is a dash', async () => {
  const unpaid = givenOrder({ id: '52', state: 'UNPAID', method: null, refundedFen: 0, paidTime: null, kind: 'SHOP' })
  const { address } = draw(<PaymentsPage />, { answers: { [LIST]: { data: [givenOrder(), unpaid], total: 2 } } })
  await screen.findByText('51')
  expect(screen.getByText('球局、储值卡、穿线、商城、体验课和课包的每一笔订单')).toBeTruthy()
  expect(shownRows()).toEqual([
    [
      ...['51', '周末双打', '报名球局', '林知夏', '¥120', '¥20', '微信支付', '已付款'],
      ...['2026-11-20 12:00', '2026-11-20 12:01'],
    ],
    ['52', '周末双打', '商城', '林知夏', '¥120', '—', '—', '待付款', '2026-11-20 12:00', '—'],
  ])
  screen.getByRole('link', { name: '52' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/payments/52')
})

test('money that nobody has given back is not said to be back, and where nobody can be asked it says so', async () => {
  const atDesk = givenOrder({ method: 'OFFLINE', refundedFen: 12_000, refundingFen: 10_000 })
  draw(<PaymentsPage />, { answers: { [LIST]: { data: [atDesk], total: 1 } } })
  expect(await screen.findByText('¥20，退款中 ¥100')).toBeTruthy()
  const detail = givenOrderDetail()
  const [payment, refund] = [detail.payments[0], detail.order.refunds[0]]
  if (!payment || !refund) throw new Error('the order has a payment and a refund')
  draw(
    <Routes>
      <Route path="/payments/:id" element={<PaymentOrderPage />} />
    </Routes>,
    {
      at: '/payments/51',
      answers: {
        'GET /admin/orders/51': {
          data: {
            ...detail,
            order: { ...detail.order, refunds: [{ ...refund, target: 'OFFLINE', state: 'WAITING' }] },
            payments: [{ ...payment, provider: 'OFFLINE' }],
          },
        },
      },
    },
  )
  expect(await screen.findByText('¥0，退款中 ¥20')).toBeTruthy()
  expect(screen.getAllByText('线下付款，无支付方')).toHaveLength(2)
  expect(screen.queryByText('未查询')).toBeNull()
})

test('an order whose payment was entered by mistake is not said to have given money back', async () => {
  const corrected = givenOrder({ method: 'OFFLINE', refundedFen: 12_000, isCorrected: true })
  draw(<PaymentsPage />, { answers: { [LIST]: { data: [corrected], total: 1 } } })
  expect(await screen.findByText('已冲正，没有退款')).toBeTruthy()
  cleanup()
  const detail = givenOrderDetail()
  const refunds = detail.order.refunds.map((row) => ({ ...row, target: 'CORRECTION' as const, state: 'DONE' as const }))
  const order = { ...detail.order, refundedFen: 12_000, refunds }
  const payments = detail.payments.map((row) => ({ ...row, provider: 'OFFLINE' as const, state: 'SURPLUS' as const }))
  const data = { ...detail, refundingFen: 0, order, payments }
  draw(
    <Routes>
      <Route path="/payments/:id" element={<PaymentOrderPage />} />
    </Routes>,
    { at: '/payments/51', answers: { 'GET /admin/orders/51': { data } } },
  )
  expect(await screen.findByText('已冲正，没有退款')).toBeTruthy()
  // Nor does its payment wait to be given back.
  const payment = within(screen.getByRole('region', { name: '支付' }))
  expect(payment.getByText('已冲正')).toBeTruthy()
  expect(payment.queryByText('多收退回')).toBeNull()
})

test('every filter of the address is sent, and an empty result is reported', async () => {
  const asked = {
    keyword: 'P2026',
    kind: 'SHOP',
    state: 'PAID',
    trialState: 'REFUSED',
    method: 'CARD',
    amount: '120',
    from: '2026-11-01',
    until: '2026-11-30',
  }
  const { heard } = draw(<PaymentsPage />, {
    at: `/payments?${new URLSearchParams(asked)}`,
    answers: { [LIST]: { data: [], total: 0 } },
  })
  expect(await screen.findByText('没有符合条件的订单')).toBeTruthy()
  const list = heard.find(({ path }) => path === '/admin/orders')
  expect(Object.fromEntries(list?.query ?? [])).toMatchObject(asked)
})

test('a failed read of the orders shows the reason, and can be repeated', async () => {
  let isBroken = true
  draw(<PaymentsPage />, {
    answers: { [LIST]: () => (isBroken ? refused('action_forbidden') : { data: [givenOrder()], total: 1 }) },
  })
  expect(await screen.findByText('无权限操作')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByText('重试'))
  expect(await screen.findByText('周末双打')).toBeTruthy()
})

const page = (
  <Routes>
    <Route path="/payments/:id" element={<PaymentOrderPage />} />
  </Routes>
)
const ORDER = 'GET /admin/orders/51'
const PROVIDER = 'GET /admin/orders/51/provider'

test('an order shows its lines, its payment and its refunds', async () => {
  draw(page, { at: '/payments/51', answers: { [ORDER]: { data: givenOrderDetail() } } })
  await screen.findByText('订单 51')
  expect(shownRows()).toEqual([
    ['报名费', '1', '¥120', '¥120'],
    [
      ...['微信支付', 'P20261120000071', '¥120', '¥120', '已入账', '未查询'],
      ...['2026-11-20 12:00', '2026-11-20 12:01'],
    ],
    ['61', '¥20', '少一小时', '原路退回', '处理中', '未查询', '2026-11-20 13:00', '—', '重试'],
  ])
})

test('the order of a trial lesson shows whom it was asked of, how it stands and what happened', async () => {
  const trial: ManagedOrderDetail['trial'] = {
    state: 'CONFIRMED',
    coach: { id: '20', nickname: '王启明' },
    company: { id: '3', name: '青杉' },
    minutes: 60,
    wishes: [{ date: '2026-11-24', beginTimeSlot: 21, stadiumName: '滨江球馆' }],
    expiresAt: '2026-11-20T16:01:00.000Z',
    invitationId: '88',
    events: [
      { id: '1', step: 'MADE', actorName: '林知夏', at: '2026-11-20T04:00:00.000Z' },
      { id: '2', step: 'ACCEPT', actorName: '王启明', at: '2026-11-20T04:30:00.000Z' },
    ],
  }
  draw(page, { at: '/payments/51', answers: { [ORDER]: { data: givenOrderDetail({ trial }) } } })
  const part = within(await screen.findByRole('region', { name: '体验课' }))
  expect(part.getByText('2026-11-24 10:30–11:30 滨江球馆')).toBeTruthy()
  expect(part.getByText('已约成')).toBeTruthy()
  const links = part.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['王启明', '/coaches/20'],
    ['青杉', '/companies/3'],
    ['林知夏', '/users/7'],
    ['查看约课', '/classes/88'],
  ])
  expect(part.getAllByText(/·/).map(({ parentElement }) => parentElement?.textContent)).toEqual([
    '教练确认2026-11-20 12:30 · 王启明',
    '提交申请2026-11-20 12:00 · 林知夏',
  ])
})

test('the provider’s answer is shown next to our books, and a difference is marked', async () => {
  const words = {
    provider: 'WECHAT',
    payments: [
      { id: '71', theirs: { state: 'SUCCESS', amountFen: 12_000, transactionId: '4200000071', agrees: true } },
    ],
    refunds: [{ id: '61', theirs: { state: 'ABNORMAL', amountFen: null, transactionId: null, agrees: false } }],
  }
  const { writes } = draw(page, {
    at: '/payments/51',
    answers: { [ORDER]: { data: givenOrderDetail() }, [PROVIDER]: { data: words } },
  })
  await userEvent.click(await screen.findByText('向支付方查询'))
  expect(await screen.findByText('支付方已答复')).toBeTruthy()
  const [, payment, refund] = shownRows()
  expect(payment?.[5]).toBe('成功（SUCCESS） ¥120 一致')
  expect(refund?.[5]).toBe('异常（ABNORMAL） 不一致')
  expect(writes()).toEqual([])
})

test('if the provider cannot be asked, that is reported, and nothing is shown of its books', async () => {
  draw(page, {
    at: '/payments/51',
    answers: { [ORDER]: { data: givenOrderDetail() }, [PROVIDER]: refused('payment_unavailable') },
  })
  await userEvent.click(await screen.findByText('向支付方查询'))
  expect(await screen.findByText('支付暂时不可用，请稍后再试')).toBeTruthy()
  expect(screen.getAllByText('未查询')).toHaveLength(2)
  expect(screen.queryByText('支付方已答复')).toBeNull()
})

test('an order without a payment attempt says so', async () => {
  const { order, payer } = givenOrderDetail()
  draw(page, {
    at: '/payments/51',
    answers: { [ORDER]: { data: { order: { ...order, refunds: [] }, refundingFen: 0, payer, payments: [] } } },
  })
  expect(await screen.findByText('还没有发起过支付')).toBeTruthy()
  expect(screen.getByText('没有退款')).toBeTruthy()
})

test('an order that does not exist is reported', async () => {
  draw(page, { at: '/payments/51', answers: { [ORDER]: refused('order_not_found') } })
  expect(await screen.findByText('订单不存在')).toBeTruthy()
})
