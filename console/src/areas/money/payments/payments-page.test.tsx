import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { PaymentsPage } from './payments-page'
import { givenOrder } from './testing/given-orders'

const LIST = 'GET /admin/orders'

test('orders show what was paid and what was refunded; a missing value is a dash', async () => {
  const unpaid = givenOrder({ id: '52', state: 'UNPAID', method: null, refundedFen: 0, paidTime: null, kind: 'SHOP' })
  const { address } = draw(<PaymentsPage />, { answers: { [LIST]: { data: [givenOrder(), unpaid], total: 2 } } })
  await screen.findByText('51')
  expect(shownRows()).toEqual([
    [
      ...['51', '周末双打', '报名球局', '林知夏', '¥120', '¥20', '微信支付', '已付款'],
      ...['2026-11-20 12:00:00', '2026-11-20 12:01:00'],
    ],
    ['52', '周末双打', '商城', '林知夏', '¥120', '—', '—', '待付款', '2026-11-20 12:00:00', '—'],
  ])
  screen.getByRole('link', { name: '52' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/payments/52')
})

test('every filter of the address is sent, and an empty result is reported', async () => {
  const asked = {
    keyword: 'P2026',
    kind: 'SHOP',
    state: 'PAID',
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
  expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject(asked)
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
