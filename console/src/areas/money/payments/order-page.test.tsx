import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { PaymentOrderPage } from './order-page'
import { givenOrderDetail } from './testing/given-orders'

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
      ...['2026-11-20 12:00:30', '2026-11-20 12:01:00'],
    ],
    ['61', '¥20', '少一小时', '原路退回', '处理中', '未查询', '2026-11-20 13:00:00', '—', '重试'],
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
    answers: { [ORDER]: { data: { order: { ...order, refunds: [] }, payer, payments: [] } } },
  })
  expect(await screen.findByText('还没有发起过支付')).toBeTruthy()
  expect(screen.getByText('没有退款')).toBeTruthy()
})

test('an order that does not exist is reported', async () => {
  draw(page, { at: '/payments/51', answers: { [ORDER]: refused('order_not_found') } })
  expect(await screen.findByText('订单不存在')).toBeTruthy()
})
