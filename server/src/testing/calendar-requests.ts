import { createShareTokens } from '../areas/activities/classes/share-link.ts'
import { feedFileName } from '../areas/views/calendar/feed.ts'
import { TOMORROW } from './builders.ts'
import { FEED_VERSION } from './given-world.ts'
import { get, type RequestOf } from './sweep-request.ts'
import { TOKEN_SECRET } from './test-server.ts'

const tokens = createShareTokens(TOKEN_SECRET, 'calendar')

/** The address of the owner's calendar feed for a version. The secret in it opens the feed to anybody who has it. */
const feedOf =
  (version: number): RequestOf =>
  ({ owner: userId }) => ({ path: `/calendar/feed/${feedFileName({ userId, version }, tokens)}`, privateId: userId })

/** How tests send the calls about the calendar and the common-course catalogue. */
export const CALENDAR_REQUESTS: Record<string, RequestOf> = {
  'GET /calendar/dates': get(() => '/calendar/dates'),
  'GET /calendar/timeSlots': get(() => `/calendar/timeSlots?date=${TOMORROW}`),
  'GET /calendar/month': get(() => `/calendar/month?month=${TOMORROW.slice(0, 7)}`),
  'GET /calendar/feed': get(() => '/calendar/feed'),
  'GET /calendar/ball/{id}': get(({ privateBallId }) => `/calendar/ball/${privateBallId}`),
  'POST /calendar/feed/renew': get(() => '/calendar/feed/renew'),
  'DELETE /calendar/feed': get(() => '/calendar/feed'),
  'GET /calendar/feed/{file}': feedOf(FEED_VERSION),
  'GET /calendar/feed/{file} | address that was renewed': feedOf(FEED_VERSION - 1),
  'GET /user/common-courses': get(() => '/user/common-courses'),
  // Nobody can book themselves: the coach books a colleague.
  'POST /user/bookings': ({ commonCourseId, venueId: stadiumId, coach, colleague }, role) => ({
    path: '/user/bookings',
    body: {
      commonCourseId,
      coachId: role === 'CI' ? colleague : coach,
      stadiumId,
      selectedCourt: 1,
      courseDate: TOMORROW,
      beginTimeSlot: 32,
      endTimeSlot: 34,
    },
  }),
  'GET /admin/venues/query': get(() => '/admin/venues/query?current=1&rows=10&city=%E4%B8%8A%E6%B5%B7&state=open'),
}
