import { COCKPIT_TICKET } from './given-console.ts'
import { type RequestOf, send } from './walk-request.ts'

/** How the calls of the console’s log-in are asked. */
export const STAFF_REQUESTS: Record<string, RequestOf> = {
  'POST /staff/enter': send('/staff/enter', () => ({ ticket: COCKPIT_TICKET })),
  'POST /staff/renew': send('/staff/renew', () => ({})),
  'POST /staff/logout': send('/staff/logout', () => ({})),
  'POST /cockpit/link': send('/cockpit/link', ({ companyId }) => ({ companyId })),
}
