import { pageOfUser } from '@paidang/api/areas/classes'
import { notices } from '@paidang/api/catalogue/outcomes'
import { LOGIN_TRIES, SESSION_EXPIRY_REDIRECT_MS, TOKEN_REFRESH_MARGIN_MS } from '@paidang/domain/areas/auth/session'
import { describe, expect, test } from 'vitest'
import { keptSession } from './harness/kept-session.ts'
import { logInByTyping } from './harness/log-in.ts'
import type { MiniProgram } from './harness/mini-program.ts'
import { useProduct } from './harness/product.ts'
import { fieldOf } from './harness/screen.ts'

const REFRESH = '/auth/refresh-token'
const LOG_IN_PAGE = 'pages/login/index'
const MY_CLASSES = 'user/pages/user_my_booking/index'
/** What the app itself does between the two, in its own time. */
const SLACK_MS = 100

const { launch, logInAnew } = useProduct()

describe('a token within five minutes of its end', () => {
  test('is refreshed once, however many calls wait for it', async () => {
    const { logIn } = await logInAnew('player')
    const program = await launch({ storage: keptSession(logIn, TOKEN_REFRESH_MARGIN_MS - 1000) })
    await program.screen.sees('附近球局')
    await program.isQuiet()

    const { sent } = program.network
    const others = sent.filter(({ path }) => !path.startsWith('/aaapi/auth/'))
    expect(others.length).toBeGreaterThan(3)
    expect(program.network.sentTo(REFRESH).map(({ status }) => status)).toEqual([200])
    // Two tokens of one second are alike; what refreshes them never is.
    expect(program.storage.get('refreshToken')).not.toBe(logIn.tokens.refreshToken)
    expect(sent[0]?.path).toBe(`/aaapi${REFRESH}`)
    const tokens = new Set(others.map(({ headers }) => headers.Authorization))
    expect([...tokens]).toEqual([`Bearer ${program.storage.get('token')}`])
    expect(others.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('is used as it is while it counts longer', async () => {
    const { logIn } = await logInAnew('player')
    const program = await launch({ storage: keptSession(logIn, TOKEN_REFRESH_MARGIN_MS + 60_000) })
    await program.isQuiet()
    expect(program.network.sentTo(REFRESH)).toEqual([])
    expect(program.storage.get('token')).toBe(logIn.tokens.token)
  })

  test('that cannot be refreshed ends the session', async () => {
    const { logIn } = await logInAnew('player')
    const kept = keptSession(logIn, TOKEN_REFRESH_MARGIN_MS - 1000)
    const program = await launch({ storage: { ...kept, refreshToken: 'nobody-gave-this' } })
    await endsAtLogIn(program)
    expect(program.network.sentTo(REFRESH)).toHaveLength(1)
  })
})

describe('a session that the server no longer knows', () => {
  test('is told once, and after a moment the log-in page opens', async () => {
    const { logIn } = await logInAnew('player')
    const program = await launch({ storage: { ...keptSession(logIn), token: 'nobody.gave.this' } })
    await endsAtLogIn(program)
    const carried = program.network.sent.filter(({ headers }) => headers.Authorization === 'Bearer nobody.gave.this')
    expect(carried.length).toBeGreaterThan(1)
    expect(carried.map(({ status }) => status)).toContain(401)
  })

  test('after a new log-in the page that was left shows what is one’s own', async () => {
    const { call, logIn } = await logInAnew('player')
    const { rows } = await call(pageOfUser, { query: { current: 1, rows: 1 } })
    const storage = { ...keptSession(logIn), token: 'nobody.gave.this' }
    const program = await launch({ url: MY_CLASSES, storage })
    await endsAtLogIn(program)

    const { screen } = program
    await logInByTyping(screen, 'player')
    await screen.isAt(MY_CLASSES)
    await screen.sees(rows[0]?.invitation.stadiumName ?? '')
  })
})

test('a wrong password is told at the field, in the words of the server and with the tries that are left', async () => {
  const { screen } = await launch({ url: LOG_IN_PAGE })
  await screen.tap({ role: 'button', text: '用账号登录' })
  await screen.type(fieldOf('账号'), 'player3')
  await screen.type(fieldOf('密码'), 'wrong1234')
  await screen.tap({ role: 'checkbox' })
  await screen.tap({ role: 'button', text: '登录' })
  await screen.sees(`账号或密码不对，还可尝试 ${LOGIN_TRIES - 1} 次`)
  expect(screen.route).toBe(LOG_IN_PAGE)
})

/** The session ends in the words and in the time of specification §7, once for all calls, and leaves nothing behind. */
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
