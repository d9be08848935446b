import { TOMORROW } from './builders.ts'
import { get, type RequestOf, send } from './sweep-request.ts'

/** How tests send the calls about message settings and the home page. */
export const MESSAGE_REQUESTS: Record<string, RequestOf> = {
  'GET /common/messages/venue-requests': get(() => '/common/messages/venue-requests?current=1&rows=10'),
  'POST /common/messages/read-all': send('/common/messages/read-all', () => ({ messageType: 'all' })),
  'GET /common/messages/settings': get(() => '/common/messages/settings'),
  'POST /common/messages/settings': send('/common/messages/settings', () => ({ quietFrom: 44, quietTo: 14 })),
  'POST /common/messages/subscribed': send('/common/messages/subscribed', () => ({ accepted: ['class', 'reminder'] })),
  'GET /home/start': get(() => `/home/start?date=${TOMORROW}`),
  'GET /home/search': get(() => `/home/search?keyword=${encodeURIComponent('网球')}`),
}
