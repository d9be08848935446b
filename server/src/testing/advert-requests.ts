import type { World } from './given-world.ts'
import { get, type RequestOf, send } from './sweep-request.ts'

const form = ({ productId }: World) => ({
  place: 'home',
  label: '新品',
  title: '训练球到货',
  subtitle: '六十只一桶',
  image: null,
  target: `/shop/pages/product/index?id=${productId}`,
  beginsAt: '2026-05-01T00:00:00.000Z',
  endsAt: '2026-06-01T00:00:00.000Z',
})

/** How tests send the operators’ calls about adverts. */
export const ADVERT_REQUESTS: Record<string, RequestOf> = {
  'GET /admin/adverts': get(() => '/admin/adverts?place=home&isOver=false&current=1&rows=20'),
  'GET /admin/adverts/{id}': get(({ advertId }) => `/admin/adverts/${advertId}`),
  'POST /admin/adverts': send('/admin/adverts', form),
  'PUT /admin/adverts/{id}': (world) => ({
    path: `/admin/adverts/${world.advertId}`,
    body: { ...form(world), revision: 0 },
  }),
  'POST /admin/adverts/end/{id}': ({ advertId }) => ({ path: `/admin/adverts/end/${advertId}` }),
  'DELETE /admin/adverts/{id}': get(({ advertId }) => `/admin/adverts/${advertId}`),
  'POST /admin/adverts/order': send('/admin/adverts/order', ({ advertId }) => ({ place: 'home', ids: [advertId] })),
  'GET /admin/adverts/targets': get(() => '/admin/adverts/targets?kind=product&keyword=%E7%BD%91'),
}
