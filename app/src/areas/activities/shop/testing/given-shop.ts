import type { Cart, CartItem, Category, Product } from '@paidang/api/areas/activities/shop'
import type { ShopOrder } from '@paidang/api/areas/activities/shop-orders'
import type { Address } from '@paidang/api/areas/people/addresses'
import { cartStateOf, cartTotal } from '@paidang/domain/areas/activities/shop/cart'
import { givenOrder as givenPayment, inMinutes } from '../../../views/cashier/testing/given-order'

export const CATEGORIES: Category[] = [
  { id: '1', name: '球拍', productCount: 2 },
  { id: '2', name: '球线', productCount: 1 },
]

/** A racket at 899 yuan instead of 1,099, with a stock of 20 and 128 sold. */
export function givenProduct(over: Partial<Product> = {}): Product {
  return {
    id: '11',
    categoryId: '1',
    categoryName: '球拍',
    name: '暴力 98 网球拍',
    subtitle: '305 g，16×19',
    picture: null,
    priceFen: 89_900,
    originalFen: 109_900,
    stock: 20,
    sales: 128,
    description: '控制型球拍\n适合 3.5 以上',
    pictures: [],
    isPublished: true,
    revision: 0,
    createTime: inMinutes(-9000),
    ...over,
  }
}

/** One of these rackets in the cart, ticked. Its state follows from the stock. */
export function givenItem({
  isPublished = true,
  ...over
}: Partial<CartItem> & { isPublished?: boolean } = {}): CartItem {
  const { id, name, subtitle, picture, priceFen, originalFen, stock } = givenProduct()
  const item = {
    productId: id,
    name,
    subtitle,
    picture,
    priceFen,
    seenPriceFen: priceFen,
    originalFen,
    stock,
    quantity: 1,
    isSelected: true,
    ...over,
  }
  return { ...item, state: cartStateOf(item, { ...item, isPublished }) }
}

/** A cart with its totals, computed as on the server. */
export const givenCart = (...items: CartItem[]): Cart => ({ items, ...cartTotal(items) })

export const ADDRESS: Address = {
  id: '5',
  name: '林知夏',
  phone: '13800000001',
  regionCode: '310104',
  province: '上海市',
  city: '上海市',
  district: '徐汇区',
  detail: '龙腾大道 1 号',
  isDefault: true,
  revision: 0,
}

/** The racket, ordered three minutes ago, to be paid within 12 minutes. */
export function givenShopOrder(over: Partial<ShopOrder> = {}): ShopOrder {
  return {
    id: '7',
    orderNo: 'S2026112000007',
    status: 'UNPAID',
    items: [{ productId: '11', name: '暴力 98 网球拍', picture: null, priceFen: 89_900, quantity: 1 }],
    totalFen: 89_900,
    paymentOrderId: '70',
    expiresAt: inMinutes(12),
    refundChoice: 'NONE',
    createTime: inMinutes(-3),
    address: { name: '林知夏', phone: '13800000001', region: '上海市徐汇区', detail: '龙腾大道 1 号' },
    note: '',
    carrier: '',
    trackingNo: '',
    paidAt: null,
    sentAt: null,
    receivedAt: null,
    endedAt: null,
    receiveBy: null,
    returnBy: null,
    refundReason: '',
    refundAnswer: '',
    order: givenPayment({ kind: 'SHOP', object: { kind: 'shop', id: '7' }, amountFen: 89_900 }),
    ...over,
  }
}

const PAID = { paidAt: inMinutes(-2), order: givenPayment({ state: 'PAID', method: 'CARD', amountFen: 89_900 }) }
const SENT = {
  ...PAID,
  sentAt: inMinutes(-1),
  carrier: '顺丰速运',
  trackingNo: 'SF1234567890',
  receiveBy: inMinutes(14_400),
}

/** The same order, later. */
export const givenPaidOrder = (over: Partial<ShopOrder> = {}) => givenShopOrder({ status: 'PAID', ...PAID, ...over })
export const givenSentOrder = (over: Partial<ShopOrder> = {}) => givenShopOrder({ status: 'SENT', ...SENT, ...over })
export const givenReceivedOrder = (over: Partial<ShopOrder> = {}) =>
  givenShopOrder({
    status: 'RECEIVED',
    ...SENT,
    receiveBy: null,
    receivedAt: inMinutes(0),
    returnBy: inMinutes(7 * 24 * 60),
    ...over,
  })
