import { get, type RequestOf } from './sweep-request.ts'

const PERIOD = 'from=2026-04-01&until=2026-04-30'

/** How tests send the calls for a company's analytics. The token always decides the company. */
export const ANALYTICS_REQUESTS: Record<string, RequestOf> = {
  'GET /analytics/overview': get(() => `/analytics/overview?${PERIOD}`),
  'GET /analytics/income/{by}': get(() => `/analytics/income/coach?${PERIOD}`),
  'GET /analytics/income-file/{by}': get(() => `/analytics/income-file/course?${PERIOD}&format=xlsx`),
  'GET /analytics/use/{of}': get(({ venueId }) => `/analytics/use/courts?${PERIOD}&id=${venueId}`),
  'GET /analytics/use/{of} | of another': get(({ outsider }) => `/analytics/use/coaches?${PERIOD}&id=${outsider}`),
  'GET /analytics/use-file/{of}': get(({ coach }) => `/analytics/use-file/coaches?${PERIOD}&id=${coach}&format=csv`),
  'GET /analytics/students-at-risk': get(() => '/analytics/students-at-risk'),
  'GET /analytics/students-at-risk-file': get(() => '/analytics/students-at-risk-file?format=csv'),
  'GET /analytics/coaches': get(() => '/analytics/coaches'),
}
