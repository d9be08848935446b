import type { CartItem, Product } from '@paidang/api/areas/activities/shop'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { addrsPath } from '../../../paths'
import { useToast } from '../../../platform/toast-present'
import { type FakeAnswer, type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { chooseDeliveryAddress } from '../../people/addresses/delivery-address'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { CheckoutView } from './checkout-view'
import { ADDRESS, givenCart, givenItem, givenProduct, givenShopOrder } from './testing/given-shop'

beforeEach(() => {
  useToast.setState({ toast: null })
  chooseDeliveryAddress(null)
  givenSession('10')
})

type Shop = {
  items?: CartItem[]
  product?: Product | undefined
  hasAddress?: boolean
  refusal?: FakeAnswer | undefined
}

/** A server with a cart, a product and an address; its content can change between two calls. */
function givenShop(shop: Shop) {
  shop.items ??= [givenItem({ quantity: 2 })]
  const ids = (body: unknown) => body as { productId: string; quantity: number; productIds: string[] }
  const cart = () => ({ data: givenCart(...(shop.items ?? [])) })
  const change = (next: CartItem[]) => {
    shop.items = next
    return cart()
  }
  const calls = givenWorld({
    '/user/address/list': () => ({ data: shop.hasAddress === false ? [] : [ADDRESS] }),
    '/cart/update': ({ body }: FakeCall) =>
      change(
        (shop.items ?? []).map((item) =>
          item.productId === ids(body).productId ? givenItem({ ...item, quantity: ids(body).quantity }) : item,
        ),
      ),
    '/cart/select': ({ body }: FakeCall) =>
      change(
        (shop.items ?? []).map((item) =>
          ids(body).productIds.includes(item.productId) ? { ...item, isSelected: false } : item,
        ),
      ),
    '/cart': cart,
    '/products/11': () =>
      shop.product ? { data: shop.product } : { status: 404, code: 'product_not_found', msg: '商品不存在' },
    '/shop/orders/create': () => shop.refusal ?? { data: givenShopOrder() },
  })
  const orders = () => calls.filter(({ path }) => path === '/shop/orders/create').map(({ body }) => body)
  return { shop, calls, orders }
}

const submit = () => screen.findByRole('button', { name: '提交订单' })
const prices = (priceFen = 89_900) => [{ productId: '11', priceFen }]
const short = { status: 409, code: 'shop_stock_short', msg: '部分商品库存不足' }

test('the ticked lines of the cart are ordered once for two quick presses, and are paid next', async () => {
  const { orders } = givenShop({})
  const user = open(<CheckoutView />)
  await screen.findByText(/龙腾大道 1 号/)
  await user.type(screen.getByRole('textbox', { name: '备注' }), '周末送')
  fireEvent.click(await submit())
  fireEvent.click(await submit())
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/user/pages/cashier/index?orderId=70' }))
  expect(orders()).toEqual([{ addressId: '5', note: '周末送', totalFen: 179_800, prices: prices() }])
})

test('one product is ordered by itself', async () => {
  const { orders } = givenShop({ product: givenProduct() })
  const user = open(<CheckoutView productId="11" quantity="3" />)
  await screen.findByText(/龙腾大道 1 号/)
  await user.click(await submit())
  await waitFor(() =>
    expect(orders()).toEqual([
      { addressId: '5', totalFen: 269_700, prices: prices(), items: [{ productId: '11', quantity: 3 }] },
    ]),
  )
})

test('without an address nothing is ordered; a press says why and leads to the addresses', async () => {
  const { orders } = givenShop({ hasAddress: false })
  const user = open(<CheckoutView />)
  await screen.findAllByText('请选择收货地址')
  await user.click(await submit())
  expect(useToast.getState().toast?.text).toBe('请选择收货地址')
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: addrsPath('1') })
  expect(orders()).toEqual([])
})

test('a shortage at the last moment is shown with the stock left, and one press continues with that', async () => {
  const shoes = givenItem({ productId: '12', name: '星速 2 球鞋' })
  const { shop, orders } = givenShop({ items: [givenItem({ quantity: 2 }), shoes] })
  const user = open(<CheckoutView />)
  await screen.findByText(/龙腾大道 1 号/)
  // Meanwhile somebody else bought the shoes and all rackets but one.
  shop.items = [givenItem({ quantity: 2, stock: 1 }), givenItem({ ...shoes, stock: 0 })]
  shop.refusal = short
  await user.click(await submit())
  await screen.findByText('要 2 件，只剩 1 件')
  expect(screen.getAllByText('暂时缺货')).not.toEqual([])
  await user.click(await submit())
  expect(useToast.getState().toast?.text).toBe('部分商品库存不足')
  expect(Taro.pageScrollTo).toHaveBeenCalledWith({ scrollTop: 0 })
  expect(orders()).toHaveLength(1)

  shop.refusal = undefined
  await user.click(screen.getByRole('button', { name: '调整并继续' }))
  await screen.findByText('已按库存调整，请确认新的合计')
  expect(screen.queryByText('星速 2 球鞋')).toBeNull()
  await user.click(await submit())
  await waitFor(() => expect(orders().at(-1)).toEqual({ addressId: '5', totalFen: 89_900, prices: prices() }))
})

test('the same for one product: fewer units, or back to the shop if none is left', async () => {
  const { shop, orders } = givenShop({ product: givenProduct() })
  const user = open(<CheckoutView productId="11" quantity="3" />)
  await screen.findByText(/龙腾大道 1 号/)
  shop.product = givenProduct({ stock: 2 })
  shop.refusal = short
  await user.click(await submit())
  await user.click(await screen.findByRole('button', { name: '调整并继续' }))
  shop.product = undefined
  await user.click(await submit())
  await waitFor(() =>
    expect(orders().at(-1)).toEqual({
      addressId: '5',
      totalFen: 179_800,
      prices: prices(),
      items: [{ productId: '11', quantity: 2 }],
    }),
  )
  await user.click(await screen.findByRole('button', { name: '去逛逛' }))
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/shop/pages/products/index' })
})

test('a new price is shown with the new total, and is ordered at that price', async () => {
  const { shop, orders } = givenShop({})
  const user = open(<CheckoutView />)
  await screen.findByText(/龙腾大道 1 号/)
  shop.items = [givenItem({ quantity: 2, priceFen: 95_000, seenPriceFen: 89_900 })]
  shop.refusal = { status: 409, code: 'revision_outdated', msg: '「暴力 98 网球拍」的价格已改为 ¥950，请核对后再操作' }
  await user.click(await submit())
  await screen.findAllByText('「暴力 98 网球拍」的价格已改为 ¥950，请核对后再操作')
  await screen.findByText('价格已更新')
  expect(screen.getByText('¥1,900')).toBeTruthy()
  shop.refusal = undefined
  await user.click(await submit())
  await waitFor(() => expect(orders().at(-1)).toEqual({ addressId: '5', totalFen: 190_000, prices: prices(95_000) }))
})

test('nothing can be ordered with nothing ticked', async () => {
  givenShop({ items: [givenItem({ isSelected: false })] })
  const user = open(<CheckoutView />)
  await screen.findByText('没有要结算的商品')
  await user.click(screen.getByRole('button', { name: '购物车' }))
  expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/shop/pages/cart/index' })
})
