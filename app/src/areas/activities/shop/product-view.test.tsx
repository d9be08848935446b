import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { endSession } from '../../../platform/session'
import { useToast } from '../../../platform/toast-present'
import { givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { ProductView } from './product-view'
import { givenCart, givenItem, givenProduct } from './testing/given-shop'

beforeEach(() => {
  useToast.setState({ toast: null })
  givenSession('10')
})

const world = {
  '/products/11': () => ({ data: givenProduct() }),
  '/cart/update': () => ({ data: givenCart(givenItem({ quantity: 2 })) }),
  '/cart': () => ({ data: givenCart() }),
}

test('a product is shown in full', async () => {
  givenWorld(world)
  open(<ProductView id="11" />)
  await screen.findByRole('heading', { name: '暴力 98 网球拍' })
  for (const text of ['¥1,099', '促销', '305 g，16×19', '现货', '已售 128', '收货后 7 天内可以申请退款'])
    expect(screen.getAllByText(text)).not.toEqual([])
})

test('the chosen quantity is put into the cart, once for two quick presses', async () => {
  const calls = givenWorld(world)
  const user = open(<ProductView id="11" />)
  await user.click(await screen.findByRole('button', { name: '加入购物车' }))
  await user.click(await screen.findByRole('button', { name: '增加数量' }))
  const confirm = screen.getAllByRole('button', { name: '加入购物车' }).at(-1)
  if (!confirm) throw new Error('The sheet has no button')
  fireEvent.click(confirm)
  fireEvent.click(confirm)
  await waitFor(() => expect(useToast.getState().toast?.text).toBe('已加入购物车'))
  expect(posts(calls, '/cart/update').map(({ body }) => body)).toEqual([
    { productId: '11', quantity: 2, priceFen: 89_900, adds: true },
  ])
})

test('立即购买 leads to the checkout with the chosen quantity', async () => {
  givenWorld(world)
  const user = open(<ProductView id="11" />)
  await user.click(await screen.findByRole('button', { name: '立即购买' }))
  await user.click(await screen.findByRole('button', { name: '去结算' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/shop/pages/checkout/index?productId=11&quantity=1' })
})

test('the quantity cannot exceed the stock', async () => {
  givenWorld({ ...world, '/products/11': () => ({ data: givenProduct({ stock: 2 }) }) })
  const user = open(<ProductView id="11" />)
  await screen.findByText('仅剩 2 件')
  await user.click(await screen.findByRole('button', { name: '立即购买' }))
  await user.click(await screen.findByRole('button', { name: '增加数量' }))
  await screen.findByText('只剩 2 件')
  expect(screen.getByRole('button', { name: '增加数量' }).getAttribute('aria-disabled')).toBe('true')
})

test('a product that is sold out cannot be bought, and both buttons say so', async () => {
  givenWorld({ ...world, '/products/11': () => ({ data: givenProduct({ stock: 0 }) }) })
  const user = open(<ProductView id="11" />)
  for (const name of ['暂时缺货', '加入购物车']) {
    useToast.setState({ toast: null })
    await user.click(await screen.findByRole('button', { name }))
    expect(useToast.getState().toast?.text).toBe('暂时缺货，看看其他商品')
  }
  expect(screen.queryByRole('dialog', { name: '选择数量' })).toBeNull()
})

test('a product removed from the shop leads back to the shop', async () => {
  givenWorld(world)
  const user = open(<ProductView id="99" />)
  await screen.findByText('商品已下架')
  await user.click(screen.getByRole('button', { name: '去逛逛' }))
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/shop/pages/products/index' })
})

test('a guest chooses a quantity, and is asked to log in when it is confirmed', async () => {
  endSession()
  const calls = givenWorld(world)
  const user = open(<ProductView id="11" />)
  await user.click(await screen.findByRole('button', { name: '立即购买' }))
  await user.click(await screen.findByRole('button', { name: '增加数量' }))
  expect(Taro.navigateTo).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: '去结算' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/login_h5/index' })
  expect(posts(calls, '/cart')).toEqual([])
})
