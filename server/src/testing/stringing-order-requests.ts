import type { StringingStatus } from '@paidang/domain/areas/stringing/order-status'
import { RACKET_PHOTO, UNUSED_PHOTO } from './given-shop-work.ts'
import type { World } from './given-world.ts'
import { ONE_PIXEL } from './multipart-form.ts'
import { get, on, type RequestOf, send } from './sweep-request.ts'

const orderOf =
  (status: StringingStatus) =>
  ({ shopWork }: World) =>
    shopWork.orderIds[status]

/** Mains of the shop at ¥60, crosses of the player, labour at ¥50, collected for ¥15. */
const newOrder = ({ shopWork, shop, addressId }: World) => ({
  merchantId: shop.merchantId,
  racketId: shopWork.idleRacketId,
  serviceId: shop.labourId,
  extraIds: [],
  mains: { source: 'SHOP', stringId: shop.polyId, tension: 52 },
  crosses: { source: 'OWN', name: '羊肠线', tension: 50 },
  preStretch: 0,
  knots: 2,
  notes: '横线松一磅',
  handIn: 'COURIER',
  addressId,
  totalFen: 12_500,
})

const ofShop = '/merchant/threading/orders'

/** How tests send the calls about stringing orders, their shops and staff. */
export const STRINGING_ORDER_REQUESTS: Record<string, RequestOf> = {
  'POST /threading/orders/create': send('/threading/orders/create', newOrder),
  'GET /threading/orders/{id}': on('/threading/orders', orderOf('READY')),
  'POST /threading/orders/cancel/{id}': on('/threading/orders/cancel', orderOf('PAID'), { reason: '不需要了' }),
  'POST /threading/orders/rate/{id}': on('/threading/orders/rate', orderOf('COMPLETED'), { stars: 5, text: '很好' }),
  'GET /app-user-threading/by-user/{userId}': get(
    ({ owner }) => `/app-user-threading/by-user/${owner}?current=1&rows=10`,
  ),
  'GET /merchant/threading/orders': get(() => `${ofShop}?status=PAID`),
  'GET /merchant/threading/orders/{id}': on(ofShop, orderOf('RECEIVED')),
  'POST /merchant/threading/orders/accept/{id}': on(`${ofShop}/accept`, orderOf('PAID'), { remark: '好的' }),
  'POST /merchant/threading/orders/receive/{id}': on(`${ofShop}/receive`, orderOf('PAID'), {
    condition: '拍框完好',
    photos: [UNUSED_PHOTO],
  }),
  'POST /merchant/threading/orders/start/{id}': on(`${ofShop}/start`, orderOf('RECEIVED'), {}),
  'POST /merchant/threading/orders/ready/{id}': on(`${ofShop}/ready`, orderOf('STRINGING'), { photos: [UNUSED_PHOTO] }),
  'POST /merchant/threading/orders/hand-over/{id}': (world) => {
    const id = world.shopWork.orderIds.READY
    return { path: `${ofShop}/hand-over/${id}`, privateId: id, body: { pickupCode: world.shopWork.pickupCode } }
  },
  'POST /merchant/threading/orders/give-back/{id}': (world) => {
    const id = world.shopWork.orderIds.CANCELLED
    return { path: `${ofShop}/give-back/${id}`, privateId: id, body: { pickupCode: world.shopWork.returnCode } }
  },
  'POST /merchant/threading/orders/refuse/{id}': on(`${ofShop}/refuse`, orderOf('PAID'), { reason: '机器故障' }),
  'GET /merchant/threading/board': get(() => '/merchant/threading/board?keyword=MP'),
  'GET /merchant/threading/due': get(() => '/merchant/threading/due'),
  'GET /merchant/threading/rackets/history/{id}': on(
    '/merchant/threading/rackets/history',
    ({ shopWork }) => shopWork.racketId,
  ),
  'GET /merchant/threading/strings': get(() => '/merchant/threading/strings'),
  'POST /merchant/threading/strings/move/{id}': on('/merchant/threading/strings/move', ({ shop }) => shop.polyId, {
    kind: 'IN',
    metres: 200.3,
    reason: '进货',
  }),
  'GET /merchant/threading/strings/moves/{id}': on('/merchant/threading/strings/moves', ({ shop }) => shop.polyId),
  'POST /merchant/files/upload': () => ({ path: '/merchant/files/upload', file: ONE_PIXEL }),
  'GET /files/{relativePath} | photo of a racket': get(() => `/files/${RACKET_PHOTO}`),
  'POST /staff/login': send('/staff/login', ({ staffLogin }) => staffLogin),
}

/** Calls that return a phone: the shop may call the player while it has the racket. */
export const SHOP_REVEALS_A_PHONE: readonly string[] = [
  'GET /merchant/threading/orders/{id}',
  'POST /merchant/threading/orders/accept/{id}',
  'POST /merchant/threading/orders/receive/{id}',
  'POST /merchant/threading/orders/start/{id}',
  'POST /merchant/threading/orders/ready/{id}',
]
