import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { ProductsPage } from './products-page'
import { givenProduct } from './testing/given-product'

const answers = {
  'GET /admin/products': { data: [givenProduct()], total: 1 },
  'GET /admin/categories': { data: [{ id: '1', name: '网球', productCount: 1 }] },
}

test('a product shows its price and its stock, and opens', async () => {
  const { address } = draw(<ProductsPage />, { answers })
  const row = (await screen.findByText('训练球')).closest('tr') as HTMLElement
  expect(within(row).getByText('¥199')).toBeTruthy()
  await userEvent.click(within(row).getByText('六十只一桶'))
  expect(address()).toBe('/products/7')
})

test('a product is taken off the shelf only after the effect was shown', async () => {
  const { heard } = draw(<ProductsPage />, {
    answers: { ...answers, 'POST /admin/products/shelf/7': { data: givenProduct({ isPublished: false }) } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '下架' }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText(/购物车中的也不能再下单/)).toBeTruthy()
  expect(heard.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(within(question).getByRole('button', { name: '下架' }))
  await screen.findByText('已下架')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ isPublished: false, revision: 3 })
})
