import type { ManagedShopOrderSummary } from '@paidang/api/areas/activities/shop-orders'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { ShopOrdersPage } from './shop-order-pages'

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
    [...['S2026112000000005', '2026-11-20 12:00:00', '训练球', '小林', '林晓 13800000000', '¥198'], '待发货退款待处理'],
  ])
  row?.querySelector('a')?.focus()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/shop-orders/5')
})

test('the filters of the address are sent, and an empty result is reported', async () => {
  const asked = { keyword: '13800000000', status: 'PAID', refundChoice: 'ASKED', from: '2026-11-01', to: '2026-11-30' }
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
