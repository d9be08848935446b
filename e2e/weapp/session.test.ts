import { pageOfUser } from '@paidang/api/areas/activities/classes'
import { notices } from '@paidang/api/catalogue/outcomes'
import {
  LOGIN_TRIES,
  SESSION_EXPIRY_REDIRECT_MS,
  TOKEN_REFRESH_MARGIN_MS,
} from '@paidang/domain/areas/people/auth/session'
import { describe, expect, test } from 'vitest'
import { cachedSession } from './harness/kept-session.ts'
import { logInByTyping } from './harness/log-in.ts'
import type { MiniProgram } from './harness/mini-program.ts'
import { useProduct } from './harness/product.ts'
import { fieldOf } from './harness/screen.ts'

const REFRESH = '/auth/refresh-token'
const LOG_IN_PAGE = 'pages/login/index'
/** A page that begins with several calls at once. */
const SEVERAL_CALLS = 'pages/my/index'
const MY_CLASSES = 'user/pages/user_my_booking/index'
/** The time of the app's own work between the two. */
const SLACK_MS = 100

const { launch, logInAnew } = useProduct()

describe('a token within five minutes of its expiry', () => {
  test('is refreshed once, however many calls wait for it', async () => {
    const { logIn } = await logInAnew('player')
    const storage = cachedSession(logIn, TOKEN_REFRESH_MARGIN_MS - 1000)
    const program = await launch({ url: SEVERAL_CALLS, storage })
    await program.isQuiet()

    const { sent } = program.network
    const others = sent.filter(({ path }) => !path.startsWith('/aaapi/auth/'))
    expect(others.length).toBeGreaterThan(3)
    expect(program.network.sentTo(REFRESH).map(({ status }) => status)).toEqual([200])
    // Two access tokens of one second are identical. Their refresh tokens never are.
    expect(program.storage.get('refreshToken')).not.toBe(logIn.tokens.refreshToken)
    expect(sent[0]?.path).toBe(`/aaapi${REFRESH}`)
    const tokens = new Set(others.map(({ headers }) => headers.Authorization))
    expect([...tokens]).toEqual([`Bearer ${program.storage.get('token')}`])
    expect(others.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('is used without a refresh before that', async () => {
    const { logIn } = await logInAnew('player')
    const program = await launch({ storage: cachedSession(logIn, TOKEN_REFRESH_MARGIN_MS + 60_000) })
    await program.isQuiet()
    expect(program.network.sentTo(REFRESH)).toEqual([])
    expect(program.storage.get('token')).toBe(logIn.tokens.token)
  })

  test('that cannot be refreshed ends the session', async () => {
    const { logIn } = await logInAnew('player')
    const kept = cachedSession(logIn, TOKEN_REFRESH_MARGIN_MS - 1000)
    const program = await launch({ storage: { ...kept, refreshToken: 'nobody-gave-this' } })
    await endsAtLogIn(program)
    expect(program.network.sentTo(REFRESH)).toHaveLength(1)
  })
})

describe('a session that the server no longer knows', () => {
  test('shows one message, and then the log-in page opens', async () => {
    const { logIn } = await logInAnew('player')
    const storage = { ...cachedSession(logIn), token: 'nobody.gave.this', refreshToken: 'nobody-gave-this' }
    const program = await launch({ url: SEVERAL_CALLS, storage })
    await endsAtLogIn(program)
    const carried = program.network.sent.filter(({ headers }) => headers.Authorization === 'Bearer nobody.gave.this')
    expect(carried.length).toBeGreaterThan(1)
    expect(carried.map(({ status }) => status)).toContain(401)
  })

  test('after a new log-in the previous page shows the user’s data', async () => {
    const { call, logIn } = await logInAnew('player')
    const { rows } = await call(pageOfUser, { query: { current: 1, rows: 1 } })
    const storage = { ...cachedSession(logIn), token: 'nobody.gave.this', refreshToken: 'nobody-gave-this' }
    const program = await launch({ url: MY_CLASSES, storage })
    await endsAtLogIn(program)

    const { screen } = program
    await logInByTyping(screen, 'player')
    await screen.isAt(MY_CLASSES)
    await screen.sees(rows[0]?.invitation.stadiumName ?? '')
  })
})

test('a wrong password is shown at the field, with the server’s text and the remaining tries', async () => {
  const { screen } = await launch({ url: LOG_IN_PAGE })
  await screen.tap({ role: 'button', text: '用账号登录' })
  await screen.type(fieldOf('账号'), 'player3')
  await screen.type(fieldOf('密码'), 'wrong1234')
  await screen.tap({ role: 'checkbox' })
  await screen.tap({ role: 'button', text: '登录' })
  await screen.sees(`账号或密码不对，还可尝试 ${LOGIN_TRIES - 1} 次`)
  expect(screen.route).toBe(LOG_IN_PAGE)
})

/**
 * Expects the session to end with the text and delay of specification §7, once for all calls. No stored data remain.
 */
async function endsAtLogIn(program: MiniProgram): Promise<void> {
  const { screen } = program
  await screen.until('the end of the session is told', () => program.toasts.length > 0)
  expect(screen.route).not.toBe(LOG_IN_PAGE)
  await program.passTime(SESSION_EXPIRY_REDIRECT_MS)
  await screen.isAt(LOG_IN_PAGE)
  await program.isQuiet()

  expect(program.toasts).toEqual([notices.sessionExpired])
  const [toast] = program.callsOf('showToast')
  const openings = program.callsOf('navigateTo')
  expect(openings).toHaveLength(1)
  const waited = (openings[0]?.at ?? 0) - (toast?.at ?? 0)
  expect(Math.abs(waited - SESSION_EXPIRY_REDIRECT_MS)).toBeLessThan(SLACK_MS)
  for (const key of ['token', 'refreshToken', 'expiresAt', 'userInfo', 'userRole', 'userId']) {
    expect(program.storage.get(key)).toBeUndefined()
  }
}
