import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill } from '../../../testing/draw'
import { ShopOrderPage } from './shop-order-pages'

const order = (over: object = {}) => ({
  id: '5',
  orderNo: 'S2026112000000005',
  status: 'PAID',
  items: [{ productId: '7', name: '训练球', picture: null, priceFen: 9_900, quantity: 2 }],
  totalFen: 19_800,
  refundChoice: 'NONE',
  refundReason: '',
  refundAnswer: '',
  createTime: '2026-11-20T12:00:00.000Z',
  paidAt: '2026-11-20T12:01:00.000Z',
  sentAt: null,
  receivedAt: null,
  endedAt: null,
  receiveBy: null,
  returnBy: null,
  address: { name: '林晓', phone: '13800000000', region: '上海市 徐汇区', detail: '星湖路 66 弄' },
  note: '',
  carrier: '',
  trackingNo: '',
  buyer: { id: '3', nickname: '小林', avatar: null },
  order: { method: 'WECHAT', paidAt: '2026-11-20T12:01:00.000Z', refunds: [] },
  ...over,
})
const page = (
  <Routes>
    <Route path="/shop-orders/:id" element={<ShopOrderPage />} />
  </Routes>
)
const ORDER = 'GET /admin/shop/orders/5'

test('a paid order is sent with a parcel', async () => {
  const { heard } = draw(page, {
    at: '/shop-orders/5',
    answers: { [ORDER]: { data: order() }, 'POST /admin/shop/orders/send/5': { data: order({ status: 'SENT' }) } },
  })
  await userEvent.click(await screen.findByText('发货'))
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByText(/寄给 林晓 13800000000，上海市 徐汇区 星湖路 66 弄。发货后买家会收到单号/)).toBeTruthy()
  fill([form.getByLabelText('快递公司'), '顺丰速运'], [form.getByLabelText('快递单号'), 'SF1'])
  await userEvent.click(form.getByText('确认发货'))
  await screen.findByText('已发货，买家已收到通知')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ carrier: '顺丰速运', trackingNo: 'SF1' })
})

test('an order that is not sent is cancelled with its refund, for a reason', async () => {
  const { heard } = draw(page, {
    at: '/shop-orders/5',
    answers: {
      [ORDER]: { data: order() },
      'POST /admin/shop/orders/cancel/5': { data: order({ status: 'REFUNDED' }) },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '取消并退款' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.click(form.getByRole('button', { name: '取消并退款 ¥198' }))
  expect(await form.findByText('请填写原因')).toBeTruthy()
  fill([form.getByLabelText('原因'), '缺货'])
  await userEvent.click(form.getByRole('button', { name: '取消并退款 ¥198' }))
  await screen.findByText('已取消订单，退款 ¥198')
  expect(heard.find(({ method }) => method === 'POST')?.body).toMatchObject({ reason: '缺货' })
})

test('a refund shows the amount before it is approved', async () => {
  const asked = order({ status: 'RECEIVED', refundChoice: 'ASKED', refundReason: '尺码不合适' })
  const { heard } = draw(page, {
    at: '/shop-orders/5',
    answers: { [ORDER]: { data: asked }, 'POST /admin/shop/orders/decide-refund/5': { data: asked } },
  })
  await userEvent.click(await screen.findByText('同意退款'))
  expect(await screen.findByText(/¥198 全额退回买家/)).toBeTruthy()
  await userEvent.click(screen.getByLabelText('商品已退回，重新入库'))
  await userEvent.click(screen.getByText('退款 ¥198'))
  await screen.findByText('已退款 ¥198')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ agrees: true, answer: '', restocks: true })
})
