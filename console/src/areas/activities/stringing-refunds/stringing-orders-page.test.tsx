import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, shownRows } from '../../../testing/draw'
import { StringingOrdersPage } from './stringing-order-pages'
import { givenManagedOrder } from './testing/given-refunds'

test('the stringing orders of one player show where each racket is, and lead to the order', async () => {
  const { heard } = draw(<StringingOrdersPage />, {
    at: '/stringing-orders?userId=7&isInShop=true',
    answers: {
      'GET /admin/threading/orders': { data: [givenManagedOrder({ status: 'CANCELLED' })], total: 1 },
    },
  })
  expect((await screen.findByRole('link', { name: 'CX00000009' })).getAttribute('href')).toBe('/stringing-orders/9')
  expect(shownRows()).toEqual([
    ['CX00000009', '已取消', '在店里', '林知夏（7）', '弦外之音', '海德 速度 MP', '¥170', '2026-11-20 12:00:00'],
  ])
  expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject({ userId: '7', isInShop: 'true' })
})
