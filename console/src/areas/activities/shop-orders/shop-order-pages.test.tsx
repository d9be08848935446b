import type { ManagedShopOrderSummary } from '@paidang/api/areas/activities/shop-orders'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { ShopOrderPage, ShopOrdersPage } from './shop-order-pages'

describe('shop orders', () => {
  const LIST = 'GET /admin/shop/orders'

  const order = (over: Partial<ManagedShopOrderSummary> = {}) => ({
    id: '5',
    orderNo: 'S2026112000000005',
    status: 'PAID',
    items: [{ productId: '7', name: '训练球', picture: null, priceFen: 9_900, quantity: 2 }],
    totalFen: 19_800,
    refundChoice: 'ASKED',
    createTime: '2026-11-20T04:00:00.000Z',
    buyer: { id: '3', nickname: '小林', avatar: null },
    contactName: '林晓',
    contactPhone: '13800000000',
    ...over,
  })

  test('an order shows products and address, and that its buyer requests a refund; Enter opens it', async () => {
    const { address } = draw(<ShopOrdersPage />, { answers: { [LIST]: { data: [order()], total: 1 } } })
    const row = (await screen.findByText('S2026112000000005')).closest('tr')
    expect(shownRows()).toEqual([
      [...['S2026112000000005', '2026-11-20 12:00', '训练球', '小林', '林晓 13800000000', '¥198'], '待发货退款待处理'],
    ])
    row?.querySelector('a')?.focus()
    await userEvent.keyboard('{Enter}')
    expect(address()).toBe('/shop-orders/5')
  })

  test('one whose payment staff had entered by mistake is not said to be paid back', async () => {
    const ended = { status: 'REFUNDED', refundChoice: 'NONE' } as const
    const rows = [order(ended), order({ ...ended, id: '6', isCorrected: true })]
    draw(<ShopOrdersPage />, { answers: { [LIST]: { data: rows, total: 2 } } })
    await screen.findByText('已冲正')
    expect(shownRows().map((row) => row.at(-1))).toEqual(['已退款', '已冲正'])
    // The filter that finds both names both.
    await userEvent.click(screen.getByRole('combobox', { name: '订单状态' }))
    expect(await screen.findByTitle('已退款、已冲正')).toBeTruthy()
  })

  test('the filters of the address are sent, and an empty result is reported', async () => {
    const asked = {
      keyword: '13800000000',
      status: 'PAID',
      refundChoice: 'ASKED',
      from: '2026-11-01',
      to: '2026-11-30',
    }
    const { heard } = draw(<ShopOrdersPage />, {
      at: `/shop-orders?${new URLSearchParams(asked)}`,
      answers: { [LIST]: { data: [], total: 0 } },
    })
    expect(await screen.findByText('没有符合条件的订单')).toBeTruthy()
    expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject(asked)
  })

  test('a failed read of the orders shows the reason', async () => {
    draw(<ShopOrdersPage />, { answers: { [LIST]: refused('action_forbidden') } })
    expect(await screen.findByText('无权限操作')).toBeTruthy()
  })
})

describe('shop order', () => {
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
    auditEvents: [],
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
    fill([form.getByLabelText('快递公司'), '顺丰速运'], [form.getByLabelText('快递单号'), 'SF100001'])
    await userEvent.click(form.getByText('确认发货'))
    await screen.findByText('已发货，买家已收到通知')
    expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ carrier: '顺丰速运', trackingNo: 'SF100001' })
  })

  test('a parcel on its way is corrected, and no other; the earlier one stands in the trail', async () => {
    const CORRECT = 'POST /admin/shop/orders/correct-parcel/5'
    const sentAt = new Date(Date.now() - 86_400_000).toISOString()
    const sent = { status: 'SENT', sentAt, carrier: '顺丰速运', trackingNo: 'SF100001' }
    const event = { id: '9', action: 'shop-order.send', summary: '订单 S5 发货：顺丰速运 SF100001', byName: '小周' }
    let shown = order({ ...sent, auditEvents: [{ ...event, createdAt: sentAt }] })
    const { heard } = draw(page, {
      at: '/shop-orders/5',
      answers: {
        [ORDER]: () => ({ data: shown }),
        [CORRECT]: () => {
          shown = order({ ...sent, status: 'RECEIVED', receivedAt: sentAt, trackingNo: 'SF100002' })
          return { data: shown }
        },
      },
    })
    expect(await screen.findByText(event.summary)).toBeTruthy()
    await userEvent.click(screen.getByText('更正快递'))
    const form = within(await screen.findByRole('dialog'))
    expect((form.getByLabelText('快递公司') as HTMLInputElement).value).toBe('顺丰速运')
    fill([form.getByLabelText('快递单号'), 'SF1'])
    await userEvent.click(form.getByRole('button', { name: /^更\s?正$/ }))
    expect(await form.findByText('快递单号由字母、数字、- 组成，6 到 32 位，不能只有符号')).toBeTruthy()
    fill([form.getByLabelText('快递单号'), 'SF100002'])
    await userEvent.click(form.getByRole('button', { name: /^更\s?正$/ }))
    await screen.findByText('已更正，买家已收到新的单号')
    const body = { carrier: '顺丰速运', trackingNo: 'SF100002' }
    expect(heard.find(({ method }) => method === 'POST')?.body).toEqual(body)
    expect(await screen.findByText('顺丰速运 SF100002')).toBeTruthy()
    expect(screen.queryByText('更正快递')).toBeNull()
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
})
