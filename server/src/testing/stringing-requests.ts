import { get, on, type RequestOf, send } from './sweep-request.ts'

const RACKET = { sport: 'tennis', brand: '百保力', model: '纯风 98', minTension: 45, maxTension: 60 }

/** How tests send the calls about stringing shops and rackets. */
export const STRINGING_REQUESTS: Record<string, RequestOf> = {
  'GET /threading/merchants': get(() => '/threading/merchants?latitude=31.2&longitude=121.4'),
  'GET /threading/merchants/{id}': get(({ merchantId }) => `/threading/merchants/${merchantId}`),
  'GET /threading/merchants/{id}/reviews': get(({ merchantId }) => `/threading/merchants/${merchantId}/reviews`),
  'GET /threading/rackets': get(() => '/threading/rackets'),
  'POST /threading/rackets/create': send('/threading/rackets/create', () => RACKET),
  'POST /threading/rackets/update/{id}': on('/threading/rackets/update', ({ spareRacketId }) => spareRacketId, {
    ...RACKET,
    isMain: true,
  }),
  'DELETE /threading/rackets/delete/{id}': on('/threading/rackets/delete', ({ racketId }) => racketId),
}
