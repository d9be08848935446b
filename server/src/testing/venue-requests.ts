import type { World } from './given-world.ts'
import { get, on, type RequestOf } from './sweep-request.ts'

const FACTS = {
  name: '滨江网球中心',
  city: '上海',
  district: '徐汇区',
  address: '滨江路 8 号',
  phone: null,
  avatar: null,
  latitude: 31.2,
  longitude: 121.4,
  firstStart: 12,
  lastStart: 46,
}
const emptyVenue = ({ otherVenueId }: World) => otherVenueId
const aGame = ({ publicBallId }: World) => publicBallId
const WHY = { reason: '场地漏水' }

/** How tests send the calls of venue managers, and the calls on what takes place at venues. */
export const VENUE_REQUESTS: Record<string, RequestOf> = {
  'GET /admin/venues/{id}': on('/admin/venues', ({ venueId }) => venueId),
  'POST /admin/venues': () => ({ path: '/admin/venues', body: { ...FACTS, courtCount: 2 } }),
  'PUT /admin/venues/{id}': on('/admin/venues', emptyVenue, { ...FACTS, freeBallLimit: 2, revision: 1 }),
  'PUT /admin/venues/courts/{id}': ({ otherVenueId }) => ({
    path: `/admin/venues/courts/${otherVenueId}`,
    privateId: otherVenueId,
    body: { revision: 1, courts: [{ id: null, courtCode: 'A1', name: 'A1', surface: '' }] },
  }),
  'POST /admin/venues/off/{id}': on('/admin/venues/off', emptyVenue, { reason: '场馆装修' }),
  'POST /admin/venues/back/{id}': on('/admin/venues/back', ({ venueId }) => venueId),
  'POST /admin/venues/manager/{id}': ({ venueId, coach }) => ({
    path: `/admin/venues/manager/${venueId}`,
    privateId: venueId,
    body: { coachId: coach, isManager: false },
  }),
  'GET /invitationball/by-manager/{id}': on('/invitationball/by-manager', ({ venueId }) => venueId),
  'POST /invitationball/call-off/{id}': on('/invitationball/call-off', aGame, WHY),
  'GET /admin/balls': get(() => '/admin/balls'),
  'POST /admin/balls/call-off/{id}': on('/admin/balls/call-off', aGame, WHY),
  'GET /admin/classes': get(() => '/admin/classes'),
  'GET /admin/classes/{id}': on('/admin/classes', ({ classes }) => classes.completed),
  'POST /admin/classes/call-off/{id}': on('/admin/classes/call-off', ({ classes }) => classes.confirmed, WHY),
  'POST /admin/classes/sign/{id}': on('/admin/classes/sign', ({ classes }) => classes.running, { attendances: [] }),
  'POST /admin/classes/finish/{id}': on('/admin/classes/finish', ({ classes }) => classes.running),
  'GET /admin/classes/objections': get(() => '/admin/classes/objections'),
  'POST /admin/classes/objections/answer/{id}': on(
    '/admin/classes/objections/answer',
    ({ oldObjectionId }) => oldObjectionId,
    { isRefunded: true, ...WHY },
  ),
}
