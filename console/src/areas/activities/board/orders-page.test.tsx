import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { OrdersPage } from './orders-page'
import { givenOrder } from './testing/given-jobs'

const LIST = 'GET /merchant/threading/orders'

const show = (at: string, answer: Parameters<typeof draw>[1]['answers'][string]) =>
  draw(<OrdersPage />, { at, staff: { role: 'merchant', merchantId: '1' }, answers: { [LIST]: answer } })

test('an order that is over is listed too, with the place of its racket; Enter opens it', async () => {
  const held = givenOrder({ status: 'CANCELLED', isInShop: true, expectedAt: '2026-11-23T10:00:00.000Z' })
  const { address } = show('/orders', { data: [held, givenOrder({ id: '8', status: 'COMPLETED' })], total: 2 })
  const [row] = await screen.findAllByText('CX2026112200000007')
  const [first, second] = shownRows()
  expect(first).toEqual([
    ...['CX2026112200000007', '2026-11-20 20:00:00', '2026-11-23 18:00:00', '林知夏', '海岬 疾风 98'],
    ...['云弦 六棱聚酯 1.25', '52 / 50 lb', '到店送取', '¥166', '已取消球拍待退还'],
  ])
  expect(second?.at(-1)).toBe('已完成')
  row?.closest('tr')?.querySelector('a')?.focus()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/board/orders/7')
})

test('the filters of the address are sent, and an empty result is reported', async () => {
  const asked = { keyword: '0009', status: 'COMPLETED' }
  const { heard } = show(`/orders?${new URLSearchParams(asked)}`, { data: [], total: 0 })
  expect(await screen.findByText('没有符合条件的订单')).toBeTruthy()
  expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject(asked)
})

test('a failed read of the orders shows the reason', async () => {
  show('/orders', refused('action_forbidden'))
  expect(await screen.findByText('无权限操作')).toBeTruthy()
})
