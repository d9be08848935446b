import { get, type RequestOf } from './walk-request.ts'

const PERIOD = 'from=2026-04-01&until=2026-04-30'

/** How the cockpit of a company is asked: every time about the company of the token. */
export const COCKPIT_REQUESTS: Record<string, RequestOf> = {
  'GET /cockpit/overview': get(() => `/cockpit/overview?${PERIOD}`),
  'GET /cockpit/income/{by}': get(() => `/cockpit/income/coach?${PERIOD}`),
  'GET /cockpit/income-file/{by}': get(() => `/cockpit/income-file/course?${PERIOD}&format=xlsx`),
  'GET /cockpit/use/{of}': get(({ venueId }) => `/cockpit/use/courts?${PERIOD}&id=${venueId}`),
  'GET /cockpit/use/{of} | of another': get(({ outsider }) => `/cockpit/use/coaches?${PERIOD}&id=${outsider}`),
  'GET /cockpit/use-file/{of}': get(({ coach }) => `/cockpit/use-file/coaches?${PERIOD}&id=${coach}&format=csv`),
  'GET /cockpit/students-at-risk': get(() => '/cockpit/students-at-risk'),
  'GET /cockpit/students-at-risk-file': get(() => '/cockpit/students-at-risk-file?format=csv'),
  'GET /cockpit/coaches': get(() => '/cockpit/coaches'),
}
