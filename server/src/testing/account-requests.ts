import { createPhoneTickets } from '../areas/people/auth/phone-ticket.ts'
import { TEST_NOW } from './builders.ts'
import { get, on, type RequestOf, send, userOfRole } from './sweep-request.ts'
import { TOKEN_SECRET } from './test-server.ts'

const VOUCHED_PHONE = '18612340000'
const tickets = createPhoneTickets(TOKEN_SECRET)

/** How tests send the account calls. Log-in, phone number and the simulator's WeChat each use another code. */
export const ACCOUNT_REQUESTS: Record<string, RequestOf> = {
  'POST /auth/wx-login': send('/auth/wx-login', () => ({ code: 'sim:walker:login' })),
  'POST /user/decrypt-phone': send('/user/decrypt-phone', () => ({ code: `sim:${VOUCHED_PHONE}:phone` })),
  'POST /auth/register': send('/auth/register', () => ({
    username: 'walker',
    password: 'demo1234',
    nickname: '新人',
    phone: VOUCHED_PHONE,
  })),
  'GET /auth/account': get(() => '/auth/account'),
  // The owner has a password. The others set their first one.
  'POST /auth/password': send('/auth/password', ({ login }) => ({
    username: 'walker',
    oldPassword: login.password,
    newPassword: 'demo12345',
  })),
  'POST /auth/password-requests': send('/auth/password-requests', () => ({
    account: 'walker',
    contact: VOUCHED_PHONE,
    proof: '上周六约过王教练的课',
  })),
  'POST /auth/bind-wechat': send('/auth/bind-wechat', () => ({ code: 'sim:walker:bind' })),
  'POST /auth/settle-phone': (world, role) => {
    const userId = userOfRole(world, role) ?? world.owner
    const passwordHash = userId === world.owner ? world.passwordHash : undefined
    return {
      path: '/auth/settle-phone',
      body: { ticket: tickets.of({ userId, passwordHash, phone: VOUCHED_PHONE }, TEST_NOW) },
    }
  },
  'GET /auth/devices': get(() => '/auth/devices'),
  'POST /auth/devices/log-out/{id}': on('/auth/devices/log-out', ({ deviceId }) => deviceId),
  'GET /app-users/export': get(() => '/app-users/export'),
  'GET /app-users/closing': get(() => '/app-users/closing'),
  'POST /app-users/close': send('/app-users/close', ({ login }) => ({ password: login.password, confirm: '注销' })),
}
