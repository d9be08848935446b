import type { World } from './given-world.ts'
import { get, on, type RequestOf, send } from './sweep-request.ts'

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

/** How tests send the calls about the shop. */
export const SHOP_REQUESTS: Record<string, RequestOf> = {
  'GET /categories': get(() => '/categories'),
  'GET /products': get(() => '/products?order=price&direction=asc&current=1&rows=10'),
  'GET /products/{id}': get(({ productId }) => `/products/${productId}`),
  'POST /products': send('/products', form),
  'PUT /products/{id}': (world) => ({ path: `/products/${world.productId}`, body: form(world) }),
  'DELETE /products/{id}': get(({ productId }) => `/products/${productId}`),

  'GET /admin/products': get(
    () => '/admin/products?sort=stock&sord=asc&isPublished=true&stockLevel=few&current=1&rows=20',
  ),
  'GET /admin/products/{id}': get(({ productId }) => `/admin/products/${productId}`),
  'POST /admin/products/shelf/{id}': ({ productId }) => ({
    path: `/admin/products/shelf/${productId}`,
    body: { isPublished: false },
  }),
  'POST /admin/products/stock/{id}': ({ productId }) => ({
    path: `/admin/products/stock/${productId}`,
    body: { kind: 'DELIVERY', units: 20, reason: '补货' },
  }),
  'GET /admin/products/stock/{id}': get(({ productId }) => `/admin/products/stock/${productId}?current=1&rows=20`),
  'GET /admin/categories': get(() => '/admin/categories'),
  'POST /admin/categories': send('/admin/categories', () => ({ name: '球拍' })),
  'PUT /admin/categories/{id}': ({ categoryId }) => ({
    path: `/admin/categories/${categoryId}`,
    body: { name: '球拍' },
  }),
  'POST /admin/categories/order': send('/admin/categories/order', ({ categoryId, emptyCategoryId }) => ({
    ids: [emptyCategoryId, categoryId],
  })),
  'DELETE /admin/categories/{id}': get(({ emptyCategoryId }) => `/admin/categories/${emptyCategoryId}`),

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
  'GET /admin/shop/orders/{id}': get(({ shopOrders }) => `/admin/shop/orders/${shopOrders.paid.id}`),
  'POST /admin/shop/orders/send/{id}': ({ shopOrders }) => ({
    path: `/admin/shop/orders/send/${shopOrders.paid.id}`,
    body: { carrier: '顺丰速运', trackingNo: 'SF1234567890' },
  }),
  'POST /admin/shop/orders/cancel/{id}': ({ shopOrders }) => ({
    path: `/admin/shop/orders/cancel/${shopOrders.paid.id}`,
    body: { reason: '缺货' },
  }),
  'POST /admin/shop/orders/decide-refund/{id}': ({ shopOrders }) => ({
    path: `/admin/shop/orders/decide-refund/${shopOrders.asked.id}`,
    body: { agrees: true, answer: '同意', restocks: true },
  }),
}
