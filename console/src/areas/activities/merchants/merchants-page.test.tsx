import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { MerchantPage } from './merchant-page'
import { MerchantsPage } from './merchants-page'
import { givenShop } from './testing/given-shop'

const shop = givenShop()
const row = {
  ...shop,
  rating: 4.8,
  ratingCount: 5,
  monthJobs: 3,
  staffCount: 2,
  createTime: '2026-11-01T04:00:00.000Z',
}

test('a shop is opened from the list, and taken out of the app only after the effect was shown', async () => {
  const { heard, address } = draw(
    <Routes>
      <Route path="/merchants" element={<MerchantsPage />} />
      <Route path="/merchants/:id" element={<MerchantPage />} />
    </Routes>,
    {
      at: '/merchants',
      answers: {
        'GET /admin/merchants/query': { data: [row], total: 1 },
        'GET /admin/merchants/7': { data: { shop, services: [] } },
        'POST /admin/merchants/publish/7': { data: { ...shop, isPublished: false } },
      },
    },
  )
  await userEvent.click(await screen.findByText('弦音穿线工作室'))
  expect(address()).toBe('/merchants/7')
  await userEvent.click(await screen.findByRole('button', { name: '下架' }))
  expect(await screen.findByText(/已下的订单照常穿线和取拍/)).toBeTruthy()
  expect(heard.some(({ method }) => method === 'POST')).toBe(false)
  const confirm = screen.getAllByRole('button', { name: '下架' }).at(-1)
  if (!confirm) throw new Error('nothing confirms')
  await userEvent.click(confirm)
  await screen.findByText('「弦音穿线工作室」已下架')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ isPublished: false, revision: 3 })
})
