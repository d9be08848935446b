import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { endSession } from '../../../platform/session'
import { type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { ProductsView } from './products-view'
import { CATEGORIES, givenCart, givenItem, givenProduct } from './testing/given-shop'

beforeEach(() => givenSession('10'))

const products = [givenProduct(), givenProduct({ id: '12', name: '星速 2 球鞋', originalFen: null, stock: 0 })]
const world = {
  '/categories': () => ({ data: CATEGORIES }),
  '/products': () => ({ data: products, total: 2 }),
  '/cart': () => ({ data: givenCart(givenItem({ quantity: 3 })) }),
}

const asked = (calls: FakeCall[]) => calls.filter(({ path }) => path.startsWith('/products?')).map(({ path }) => path)

test('products show their price, the old price, and whether they are sold out; a press opens one', async () => {
  givenWorld(world)
  const user = open(<ProductsView />)
  await screen.findByRole('button', { name: '暴力 98 网球拍，¥899，促销，原价 ¥1,099，已售 128' })
  await user.click(await screen.findByRole('button', { name: '星速 2 球鞋，¥899，暂时缺货' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/shop/pages/product/index?id=12' })
})

test('products can be sorted and filtered; a second press on the price reverses the order', async () => {
  const calls = givenWorld(world)
  const user = open(<ProductsView categoryId="2" />)
  await waitFor(() => expect(asked(calls)).toEqual(['/products?current=1&rows=10&categoryId=2&order=default']))
  await user.click(screen.getByRole('radio', { name: '价格' }))
  await user.click(await screen.findByRole('radio', { name: '价格，从低到高' }))
  await screen.findByRole('radio', { name: '价格，从高到低' })
  await waitFor(() =>
    expect(asked(calls)).toContain('/products?current=1&rows=10&categoryId=2&order=price&direction=desc'),
  )
  await user.click(await screen.findByRole('radio', { name: '球拍' }))
  await user.click(screen.getByRole('button', { name: '只看有货' }))
  await waitFor(() =>
    expect(asked(calls)).toContain('/products?current=1&rows=10&categoryId=1&order=price&direction=desc&inStock=true'),
  )
})

test('a search that finds nothing can be cleared', async () => {
  const calls = givenWorld({
    ...world,
    '/products': ({ path }) => (path.includes('keyword') ? { data: [], total: 0 } : { data: products, total: 2 }),
  })
  const user = open(<ProductsView />)
  await user.type(screen.getByRole('searchbox'), '羽毛球{Enter}')
  await screen.findByText('没有找到商品')
  await user.click(screen.getByRole('button', { name: '清除筛选' }))
  await screen.findByText('暴力 98 网球拍')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(asked(calls).some((path) => path.includes(encodeURIComponent('羽毛球')))).toBe(true)
})

test('the next page is loaded at the foot, and the last page says so', async () => {
  const calls = givenWorld({
    ...world,
    '/products': ({ path }) => ({
      data: [path.includes('current=1') ? givenProduct() : givenProduct({ id: '30', name: '吸汗带' })],
      total: 11,
    }),
  })
  open(<ProductsView />)
  await screen.findByText('暴力 98 网球拍')
  await screen.findByRole('button', { name: '加载更多' })
  fire('bottom')
  await screen.findByText('吸汗带')
  await screen.findByText('没有更多数据了')
  expect(asked(calls)).toHaveLength(2)
})

test('the cart shows its number of units; a guest has no cart, and nothing is fetched', async () => {
  givenWorld(world)
  const user = open(<ProductsView />)
  await user.click(await screen.findByRole('button', { name: '购物车，3 件' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/shop/pages/cart/index' })
})

test('a guest can read the shop', async () => {
  endSession()
  const calls = givenWorld(world)
  open(<ProductsView />)
  await screen.findByText('暴力 98 网球拍')
  expect(screen.getByRole('button', { name: '购物车' })).toBeTruthy()
  expect(calls.filter(({ path }) => path === '/cart')).toEqual([])
})

test('a failed read of the products can be repeated', async () => {
  let fails = true
  givenWorld({
    ...world,
    '/products': () =>
      fails ? { status: 503, code: 'unexpected', msg: '有点忙，请稍后再试' } : { data: products, total: 2 },
  })
  const user = open(<ProductsView />)
  await screen.findByText('有点忙，请稍后再试')
  fails = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('暴力 98 网球拍')
})
