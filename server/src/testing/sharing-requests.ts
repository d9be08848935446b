import { get, type RequestOf, send } from './sweep-request.ts'

/** How tests send the calls about business cards and sharing. */
export const SHARING_REQUESTS: Record<string, RequestOf> = {
  'POST /cards/multiCards': send('/cards/multiCards', ({ owner, coach }) => ({ userIds: [owner, coach] })),
  'POST /cards/save': send('/cards/save', () => ({
    templateId: 'orange',
    name: '林知夏',
    title: '网球爱好者',
    company: '',
    phone: '021-68888888',
    email: 'lin@example.com',
    address: '世纪大道 8 号',
    introduction: '周末双打常驻',
    avatar: null,
  })),
  'GET /cards/player/{id}': get(({ owner }) => `/cards/player/${owner}`),
  'GET /cards/player/{id} | with short id': get(({ owner, shareId }) => `/cards/player/${owner}?i=${shareId}`),
  'POST /share/renew': send('/share/renew', ({ publicBallId: objectId }) => ({ kind: 'ball', objectId })),
  'POST /share/renew | class': send('/share/renew', ({ classes }) => ({ kind: 'class', objectId: classes.confirmed })),
  'POST /share/renew | card': send('/share/renew', ({ owner: objectId }) => ({ kind: 'card', objectId })),
  'POST /share/create': send('/share/create', ({ publicBallId: objectId }) => ({ kind: 'ball', objectId })),
  'GET /share/{shareId}': get(({ shareId }) => `/share/${shareId}`),
  'GET /share/{shareId}/{picture}': get(({ shareId }) => `/share/${shareId}/poster.png`),
}
