import type { World } from './given-world.ts'
import { ONE_PIXEL } from './multipart-form.ts'
import { get, on, type RequestOf, send } from './sweep-request.ts'

const facts = {
  name: '弦音穿线',
  city: '上海',
  district: '徐汇区',
  address: '星湖路 270 号',
  phone: '02155550301',
  introduction: '当天可取',
  latitude: 31.17,
  longitude: 121.46,
  turnaroundHours: 24,
  openFrom: 18,
  openTo: 42,
  courierFeeFen: 1_500,
}
const string = {
  brand: '弦音',
  name: '螺旋聚酯',
  material: 'POLY',
  gauge: 1.25,
  color: '银色',
  halfPriceFen: 6_000,
  lowStockMetres: 24,
}
const service = { name: '换护线条', priceFen: 2_500 }
const clerkOf = ({ merchantStaffId }: World) => merchantStaffId
const shopOf = ({ merchantId }: World) => merchantId

/** How tests send the calls that manage a shop and the staff accounts. */
export const SHOP_KEEPING_REQUESTS: Record<string, RequestOf> = {
  'POST /staff/password': send('/staff/password', () => ({ oldPassword: 'demo1234', newPassword: 'string5678' })),
  'GET /merchant/staff': get(() => '/merchant/staff'),
  'POST /merchant/staff/create': send('/merchant/staff/create', () => ({ username: 'new_clerk', nickname: '小李' })),
  'POST /merchant/staff/reset/{id}': on('/merchant/staff/reset', clerkOf, {}),
  'POST /merchant/staff/disable/{id}': on('/merchant/staff/disable', clerkOf, { isDisabled: true }),
  'GET /admin/staff/query': get(() => '/admin/staff/query?current=1&rows=10&role=merchant'),
  'POST /admin/staff/create': send('/admin/staff/create', ({ merchantId }) => ({
    ...{ username: 'new_owner', nickname: '老李', merchantId, isLead: true },
  })),
  'POST /admin/staff/reset-factor/{id}': on('/admin/staff/reset-factor', clerkOf, {}),
  'POST /admin/staff/reset/{id}': on('/admin/staff/reset', clerkOf, {}),
  'POST /admin/staff/disable/{id}': on('/admin/staff/disable', clerkOf, { isDisabled: true }),
  'POST /admin/staff/lead/{id}': on('/admin/staff/lead', clerkOf, { isLead: true }),
  'GET /merchant/shop': get(() => '/merchant/shop'),
  'PUT /merchant/shop': send('/merchant/shop', () => ({ ...facts, revision: 0 })),
  'POST /merchant/shop/publish': send('/merchant/shop/publish', () => ({ isPublished: false })),
  'POST /merchant/shop/picture': () => ({ path: '/merchant/shop/picture', file: ONE_PIXEL }),
  'GET /merchant/threading/services': get(() => '/merchant/threading/services'),
  'POST /merchant/threading/services/create': send('/merchant/threading/services/create', () => ({
    ...service,
    kind: 'EXTRA',
    sport: 'tennis',
  })),
  'PUT /merchant/threading/services/{id}': on('/merchant/threading/services', ({ shop }) => shop.extraId, {
    ...service,
    isOffered: true,
    revision: 0,
  }),
  'POST /merchant/threading/strings/create': send('/merchant/threading/strings/create', () => ({
    ...string,
    sport: 'tennis',
    metres: 200.5,
  })),
  'PUT /merchant/threading/strings/{id}': on('/merchant/threading/strings', ({ shop }) => shop.polyId, {
    ...string,
    isOffered: false,
    revision: 0,
  }),
  'GET /merchant/threading/income': get(() => '/merchant/threading/income?month=2026-05'),
  'GET /merchant/threading/income/file': get(() => '/merchant/threading/income/file?month=2026-05&format=csv'),
  'GET /admin/merchants/query': get(() => '/admin/merchants/query?current=1&rows=10&sort=rating&isPublished=true'),
  'GET /admin/merchants/{id}': on('/admin/merchants', shopOf),
  'POST /admin/merchants/create': send('/admin/merchants/create', () => facts),
  'PUT /admin/merchants/{id}': on('/admin/merchants', shopOf, { ...facts, revision: 0 }),
  'POST /admin/merchants/publish/{id}': on('/admin/merchants/publish', shopOf, { isPublished: false }),
}
