import type { World } from './given-world.ts'
import { get, on, type RequestOf, send } from './walk-request.ts'

const form = ({ categoryId }: World) => ({
  categoryId,
  name: '训练球',
  subtitle: '耐打',
  description: '六十只一桶',
  pictures: [],
  priceFen: 19_900,
  originalFen: 23_900,
  stock: 7,
  isPublished: true,
})

/** How the calls of the shop are asked. */
export const SHOP_REQUESTS: Record<string, RequestOf> = {
  'GET /categories': get(() => '/categories'),
  'GET /products': get(() => '/products?order=price&direction=asc&current=1&rows=10'),
  'GET /products/{id}': get(({ productId }) => `/products/${productId}`),
  'POST /products': send('/products', form),
  'PUT /products/{id}': (world) => ({ path: `/products/${world.productId}`, body: form(world) }),
  'DELETE /products/{id}': get(({ productId }) => `/products/${productId}`),

  'GET /cart': get(() => '/cart'),
  'POST /cart/update': send('/cart/update', ({ productId }) => ({ productId, quantity: 2, adds: true })),
  'POST /cart/select': send('/cart/select', ({ productId }) => ({ productIds: [productId], isSelected: false })),
  'POST /cart/remove': send('/cart/remove', ({ productId }) => ({ productIds: [productId] })),

  'POST /shop/orders/create': send('/shop/orders/create', ({ addressId, productId }) => ({
    addressId,
    note: '送到前台',
    totalFen: 2 * 9_900,
    items: [{ productId, quantity: 2 }],
  })),
  'GET /shop/orders': get(() => '/shop/orders?tab=all&current=1&rows=10'),
  'GET /shop/orders/{id}': on('/shop/orders', ({ shopOrders }) => shopOrders.paid.id),
  'POST /shop/orders/cancel/{id}': on('/shop/orders/cancel', ({ shopOrders }) => shopOrders.paid.id, {
    reason: '不想要了',
  }),
  'POST /shop/orders/receive/{id}': on('/shop/orders/receive', ({ shopOrders }) => shopOrders.sent.id),
  'POST /shop/orders/ask-refund/{id}': on('/shop/orders/ask-refund', ({ shopOrders }) => shopOrders.received.id, {
    reason: '尺码不合适',
  }),
  'GET /admin/shop/orders': get(() => '/admin/shop/orders?current=1&rows=10'),
  'POST /admin/shop/orders/send/{id}': ({ shopOrders }) => ({
    path: `/admin/shop/orders/send/${shopOrders.paid.id}`,
    body: { carrier: '顺丰速运', trackingNo: 'SF1234567890' },
  }),
  'POST /admin/shop/orders/decide-refund/{id}': ({ shopOrders }) => ({
    path: `/admin/shop/orders/decide-refund/${shopOrders.asked.id}`,
    body: { agrees: true, answer: '同意', restocks: true },
  }),
}
