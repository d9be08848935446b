import { codeOf, makeSecret } from '../areas/desks/staff/one-time-code.ts'
import { createSecretBox } from '../process/secret-box.ts'
import { TEST_NOW } from './builders.ts'
import { ANALYTICS_TICKET } from './given-console.ts'
import { get, type RequestOf, send } from './sweep-request.ts'
import { TOKEN_SECRET } from './test-server.ts'

const HALF_MINUTE_MS = 30_000
const SECRET = makeSecret()
const box = createSecretBox(TOKEN_SECRET, 'second factor of staff')

/** How tests send the calls about the console’s log-in. */
export const STAFF_REQUESTS: Record<string, RequestOf> = {
  'POST /staff/enter': send('/staff/enter', () => ({ ticket: ANALYTICS_TICKET })),
  'POST /staff/renew': send('/staff/renew', () => ({})),
  'POST /staff/logout': send('/staff/logout', () => ({})),
  'GET /staff/factor': get(() => '/staff/factor'),
  'POST /staff/factor/begin': send('/staff/factor/begin'),
  // The ticket belongs to who began the set-up.
  'POST /staff/factor/confirm': ({ merchantStaffId, passwordHash }, role) => ({
    path: '/staff/factor/confirm',
    body: {
      ticket: box.seal(`${TEST_NOW.getTime() + HALF_MINUTE_MS} ${merchantStaffId} ${SECRET} ${box.hash(passwordHash)}`),
      code: codeOf(SECRET, Math.floor(TEST_NOW.getTime() / HALF_MINUTE_MS)),
      password: 'demo1234',
    },
    ...(role === 'ST' && { as: 'staff' }),
  }),
  'POST /analytics/link': send('/analytics/link', ({ companyId }) => ({ companyId })),
}
