import type { Cart, CartItem } from '@paidang/api/areas/activities/shop'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { useToast } from '../../../platform/toast-present'
import { type FakeAnswer, type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { CartView } from './cart-view'
import { givenCart, givenItem } from './testing/given-shop'

beforeEach(() => {
  vi.useRealTimers()
  useToast.setState({ toast: null })
  givenSession('10')
})

type Change = { productId: string; quantity: number; productIds: string[]; isSelected: boolean }

/** A server that stores a cart; `refuse` may answer in its place. */
function givenShop(...items: CartItem[]) {
  let cart: Cart = givenCart(...items)
  const refused: { answer?: () => FakeAnswer | Promise<FakeAnswer> } = {}
  const keep = (next: CartItem[]) => {
    cart = givenCart(...next.map((item) => givenItem({ ...item, isPublished: item.state !== 'REMOVED' })))
    return { data: cart }
  }
  const changing = (change: (body: Change) => CartItem[]) => (call: FakeCall) =>
    refused.answer ? refused.answer() : keep(change(call.body as Change))
  const calls = givenWorld({
    '/cart/update': changing(({ productId, quantity }) =>
      cart.items.map((item) =>
        item.productId === productId ? { ...item, quantity, seenPriceFen: item.priceFen } : item,
      ),
    ),
    '/cart/select': changing(({ productIds, isSelected }) =>
      cart.items.map((item) => (productIds.includes(item.productId) ? { ...item, isSelected } : item)),
    ),
    '/cart/remove': changing(({ productIds }) => cart.items.filter((item) => !productIds.includes(item.productId))),
    '/cart': () => ({ data: cart }),
  })
  const reprice = (priceFen: number) => {
    cart = givenCart(...cart.items.map(({ seenPriceFen, ...item }) => givenItem({ ...item, priceFen, seenPriceFen })))
  }
  return {
    refused,
    reprice,
    sent: () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]),
  }
}

const shoes = { productId: '12', name: '星速 2 球鞋' }

test('the cart adds up the ticked lines, and one press ticks the rest', async () => {
  const { sent } = givenShop(
    givenItem(),
    givenItem({ ...shoes, priceFen: 50_000, seenPriceFen: 50_000, isSelected: false }),
  )
  const user = open(<CartView />)
  await screen.findByRole('button', { name: '去结算 (1)' })
  await user.click(screen.getByRole('checkbox', { name: '全选' }))
  await screen.findByRole('button', { name: '去结算 (2)' })
  expect(screen.getByText('1,399')).toBeTruthy()
  expect(sent()).toEqual([['/cart/select', { productIds: ['11', '12'], isSelected: true }]])
})

test('after several quick presses only the last number is sent, once the user pauses', async () => {
  const { sent } = givenShop(givenItem())
  open(<CartView />)
  const more = await screen.findByRole('button', { name: '增加暴力 98 网球拍的数量' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (let press = 0; press < 3; press++) {
    fireEvent.click(more)
    await act(() => vi.advanceTimersByTimeAsync(300))
  }
  expect(sent()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByRole('button', { name: '去结算 (4)' })).toBeTruthy()
  expect(sent()).toEqual([['/cart/update', { productId: '11', quantity: 4, priceFen: 89_900 }]])
})

test.each([
  ['is left', () => fire('hide')],
  ['goes', cleanup],
])('a number that still waits is sent when the page %s', async (_how, leave) => {
  const { sent } = givenShop(givenItem())
  open(<CartView />)
  const more = await screen.findByRole('button', { name: '增加暴力 98 网球拍的数量' })
  // The timer never ends.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(more)
  await act(async () => leave())
  expect(sent()).toEqual([['/cart/update', { productId: '11', quantity: 2, priceFen: 89_900 }]])
})

test('去结算 waits for the numbers, and leaves out lines that cannot be ordered', async () => {
  const { sent } = givenShop(givenItem(), givenItem({ ...shoes, stock: 0 }))
  const user = open(<CartView />)
  await user.click(await screen.findByRole('button', { name: '增加暴力 98 网球拍的数量' }))
  await user.click(screen.getByRole('button', { name: '去结算 (1)' }))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/shop/pages/checkout/index' }))
  expect(sent()).toEqual([
    ['/cart/update', { productId: '11', quantity: 2, priceFen: 89_900 }],
    ['/cart/select', { productIds: ['12'], isSelected: false }],
  ])
})

test('a number lost by the network stays, says so, and is sent again by a press', async () => {
  const { refused, sent } = givenShop(givenItem())
  refused.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const user = open(<CartView />)
  await user.click(await screen.findByRole('button', { name: '增加暴力 98 网球拍的数量' }))
  fire('hide')
  await screen.findByText('数量没有保存，更新失败')
  expect(screen.getByRole('group', { name: '暴力 98 网球拍的数量' }).textContent).toBe('2件')
  await user.click(screen.getByRole('button', { name: '去结算 (1)' }))
  await waitFor(() => expect(useToast.getState().toast?.text).toBe('数量没有保存，请重试'))
  expect(Taro.navigateTo).not.toHaveBeenCalled()

  refused.answer = undefined
  await user.click(screen.getByRole('button', { name: '重新保存 暴力 98 网球拍的数量' }))
  await screen.findByRole('button', { name: '去结算 (2)' })
  expect(sent().at(-1)).toEqual(['/cart/update', { productId: '11', quantity: 2, priceFen: 89_900 }])
})

test('a refused number is replaced by the server’s number, with the server’s message', async () => {
  const { refused } = givenShop(givenItem())
  refused.answer = () => ({ status: 404, code: 'product_not_found', msg: '商品不存在' })
  const user = open(<CartView />)
  await user.click(await screen.findByRole('button', { name: '增加暴力 98 网球拍的数量' }))
  fire('hide')
  await waitFor(() => expect(useToast.getState().toast?.text).toBe('商品不存在'))
  expect(screen.getByRole('group', { name: '暴力 98 网球拍的数量' }).textContent).toBe('1件')
})

test('a number at an old price is refused, and the line shows the new price to decide again', async () => {
  const { refused, sent, reprice } = givenShop(givenItem())
  const says = '「暴力 98 网球拍」的价格已改为 ¥950，请核对后再操作'
  refused.answer = () => ({ status: 409, code: 'revision_outdated', msg: says })
  const user = open(<CartView />)
  await user.click(await screen.findByRole('button', { name: '增加暴力 98 网球拍的数量' }))
  reprice(95_000)
  await user.click(screen.getByRole('button', { name: '去结算 (1)' }))
  await screen.findByText('价格已更新')
  expect(useToast.getState().toast?.text).toBe(says)
  expect(screen.getByRole('group', { name: '暴力 98 网球拍的数量' }).textContent).toBe('1件')
  expect(Taro.navigateTo).not.toHaveBeenCalled()

  refused.answer = undefined
  await user.click(screen.getByRole('button', { name: '增加暴力 98 网球拍的数量' }))
  fire('hide')
  await screen.findByRole('button', { name: '去结算 (2)' })
  expect(sent()).toEqual([
    ['/cart/update', { productId: '11', quantity: 2, priceFen: 89_900 }],
    ['/cart/update', { productId: '11', quantity: 2, priceFen: 95_000 }],
  ])
})

test('a short line can be reduced to the stock', async () => {
  const { sent } = givenShop(givenItem({ quantity: 5, stock: 2 }))
  const user = open(<CartView />)
  await screen.findByText('库存不足，只剩 2 件')
  await user.click(screen.getByRole('button', { name: '去结算' }))
  // Shown as a toast, and next to the ticks.
  expect(screen.getAllByText('先勾选要买的商品')).toHaveLength(2)
  expect(Taro.navigateTo).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: '暴力 98 网球拍改为 2 件' }))
  fire('hide')
  await screen.findByRole('button', { name: '去结算 (2)' })
  expect(screen.getAllByText('先勾选要买的商品')).toHaveLength(1)
  expect(sent()).toEqual([['/cart/update', { productId: '11', quantity: 2, priceFen: 89_900 }]])
})

test('a new price is shown with the old one; an unavailable line is grey and can be removed', async () => {
  const { sent } = givenShop(
    givenItem({ seenPriceFen: 99_900 }),
    givenItem({ ...shoes, isPublished: false }),
    givenItem({ productId: '13', name: '护腕', stock: 0 }),
  )
  const user = open(<CartView />)
  for (const text of ['价格已更新', '¥999', '已下架', '暂时缺货']) await screen.findByText(text)
  expect(screen.getByRole('checkbox', { name: '选择 星速 2 球鞋' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: '移除 星速 2 球鞋' }))
  await waitFor(() => expect(screen.queryByText('星速 2 球鞋')).toBeNull())
  expect(sent()).toEqual([['/cart/remove', { productIds: ['12'] }]])
})

test('removing an available line asks first; removing the last one leaves an empty cart', async () => {
  const { sent } = givenShop(givenItem())
  const user = open(<CartView />)
  await user.click(await screen.findByRole('button', { name: '移出 暴力 98 网球拍' }))
  await user.click(await screen.findByRole('button', { name: '再想想' }))
  expect(sent()).toEqual([])
  await user.click(screen.getByRole('button', { name: '移出 暴力 98 网球拍' }))
  await user.click(await screen.findByRole('button', { name: '移出' }))
  await screen.findByText('购物车还是空的')
  await user.click(screen.getByRole('button', { name: '去逛逛' }))
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/shop/pages/products/index' })
})

test('a guest logs in first', async () => {
  endSession()
  givenShop()
  open(<CartView />)
  await screen.findByText('登录后查看')
})
