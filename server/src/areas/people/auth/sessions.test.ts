import * as auth from '@paidang/api/areas/people/auth'
import { getPlayerView } from '@paidang/api/areas/people/profile'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { isNull } from 'drizzle-orm'
import { createSigner } from 'fast-jwt'
import { expect, test } from 'vitest'
import { agreementConsents, loginSessions, refreshTokens } from '../../../tables/auth.ts'
import { givenLogin, givenPlayer } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, db, call, clock, request, tokenOf, signedInAs } = await startTestServer()

const EXPIRED = { success: false, code: 'session_expired', data: null, msg: '登录已过期，请重新登录' }
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no refusal',
    (error: unknown) => error,
  )

async function logIn() {
  const userId = await givenPlayer(db)
  const { username, password } = await givenLogin(db, { userId })
  const again = () => call(auth.h5Login, { body: { username, password } })
  return { userId, again, ...(await again()).tokens }
}

const pass = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000))
const refresh = (refreshToken: string) => call(auth.refreshToken, { body: { refreshToken } })
/** The answer to a call that needs a log-in, with this header. */
const askWith = (authorization: string) =>
  request({ url: '/aaapi/course-invitation-response/pageByUser', headers: { authorization } })
const statusWith = async (token: string) => (await askWith(`Bearer ${token}`)).statusCode

test('a refresh token gives a new pair once, in the same log-in', async () => {
  const first = await logIn()
  const { tokens, userInfo } = await refresh(first.refreshToken)
  expect(userInfo.userId).toBe(first.userId)
  expect(tokens.refreshToken).not.toBe(first.refreshToken)
  expect([await statusWith(first.token), await statusWith(tokens.token)]).toEqual([200, 200])
  expect(await db.$count(loginSessions)).toBe(1)
  await refresh(tokens.refreshToken)
})

test.each([
  ['after what it bought was used', 30, true],
  ['more than a minute later', 61, false],
])(
  'a refresh token that is used again %s ends its whole family at once, access tokens included',
  async (_case, seconds, isUsed) => {
    const first = await logIn()
    let { tokens } = await refresh(first.refreshToken)
    pass(seconds)
    if (isUsed) ({ tokens } = await refresh(tokens.refreshToken))
    expect(await statusWith(tokens.token)).toBe(200)

    expect(await refusalOf(refresh(first.refreshToken))).toMatchObject({ status: 401, code: 'session_expired' })
    expect([await statusWith(first.token), await statusWith(tokens.token)]).toEqual([401, 401])
    expect(await refusalOf(refresh(tokens.refreshToken))).toMatchObject({ status: 401, code: 'session_expired' })
    expect(await db.select().from(loginSessions)).toMatchObject([{ revokedBecause: 'refresh token used twice' }])
  },
)

test('a refresh token whose answer was lost gives a new pair within a minute, in place of the lost one', async () => {
  const first = await logIn()
  const lost = (await refresh(first.refreshToken)).tokens
  pass(60)
  const { tokens } = await refresh(first.refreshToken)
  expect(await statusWith(tokens.token)).toBe(200)
  expect(await db.$count(refreshTokens, isNull(refreshTokens.usedAt))).toBe(1)
  await refresh(tokens.refreshToken)
  expect(await refusalOf(refresh(lost.refreshToken))).toMatchObject({ status: 401, code: 'session_expired' })
})

test.each([0, 1, 59, 61])(
  'only the last pair from one refresh token works; an earlier one used %i seconds later ends all',
  async (seconds) => {
    const first = await logIn()
    const { tokens: lost } = await refresh(first.refreshToken)
    const { tokens } = await refresh(first.refreshToken)
    const { tokens: last } = await refresh(first.refreshToken)
    pass(seconds)
    expect(await refusalOf(refresh(lost.refreshToken))).toMatchObject({ status: 401, code: 'session_expired' })
    for (const { refreshToken } of [tokens, last]) {
      expect(await refusalOf(refresh(refreshToken))).toMatchObject({ status: 401, code: 'session_expired' })
    }
    expect(await statusWith(last.token)).toBe(401)
  },
)

test('ending a family ends no other log-in of the same user', async () => {
  const first = await logIn()
  const other = (await first.again()).tokens
  await refresh(first.refreshToken)
  pass(61)
  await refusalOf(refresh(first.refreshToken))
  expect(await statusWith(other.token)).toBe(200)
  await refresh(other.refreshToken)
})

test('ten concurrent uses of one refresh token stay one log-in, with one new refresh token that works', async () => {
  for (let round = 0; round < 5; round++) {
    const { userId, refreshToken } = await logIn()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)))
    expect(answers.map(({ userInfo }) => userInfo.userId)).toEqual(Array(10).fill(userId))
    expect(await db.$count(loginSessions)).toBe(1)
    const unused = await db.select().from(refreshTokens).where(isNull(refreshTokens.usedAt))
    expect(unused).toHaveLength(1)
    await db.delete(refreshTokens)
    await db.delete(loginSessions)
  }
})

test('concurrent calls with a used token and its successor never wait for each other', async () => {
  for (let round = 0; round < 5; round++) {
    const { refreshToken } = await logIn()
    const { tokens } = await refresh(refreshToken)
    pass(1)
    const results = await Promise.allSettled([refreshToken, tokens.refreshToken, refreshToken].map(refresh))
    for (const result of results.filter(({ status }) => status === 'rejected'))
      expect(result).toMatchObject({ reason: { status: 401, code: 'session_expired' } })
  }
})

test.each([
  ['is empty', '', 400, 'refresh_token_missing', '没有可用的刷新令牌'],
  ['is unknown', 'a token that nobody gave', 401, 'session_expired', '登录已过期，请重新登录'],
])('a refresh token that %s is refused', async (_case, refreshToken, status, code, message) => {
  expect(await refusalOf(refresh(refreshToken))).toMatchObject({ status, code, message })
})

test('a call without a refresh token is refused with that reason', async () => {
  const answer = await app.inject({ method: 'POST', url: '/aaapi/auth/refresh-token', payload: {} })
  expect([answer.statusCode, answer.json().msg]).toEqual([400, '没有可用的刷新令牌'])
})

test('a refresh token lives thirty days', async () => {
  const [lasting, late] = [await logIn(), await logIn()]
  clock.set(new Date(clock.now().getTime() + 30 * 86_400_000 - 1))
  await refresh(lasting.refreshToken)
  clock.set(new Date(clock.now().getTime() + 1))
  expect(await refusalOf(refresh(late.refreshToken))).toMatchObject({ status: 401, code: 'session_expired' })
})

test('an access token cannot refresh, and a refresh token opens no call', async () => {
  const { token, refreshToken } = await logIn()
  expect(await refusalOf(refresh(token))).toMatchObject({ status: 401, code: 'session_expired' })
  expect(await statusWith(refreshToken)).toBe(401)
})

test('logging out ends the tokens of this log-in at once, and of no other', async () => {
  const first = await logIn()
  const other = (await first.again()).tokens
  const authorization = `Bearer ${first.token}`
  expect(await statusWith(first.token)).toBe(200)
  const answer = await request({ method: 'POST', url: '/aaapi/auth/logout', headers: { authorization } })
  expect(answer.json()).toMatchObject({ success: true, code: 0, data: null })
  expect(await statusWith(first.token)).toBe(401)
  expect(await refusalOf(refresh(first.refreshToken))).toMatchObject({ status: 401, code: 'session_expired' })
  expect(await statusWith(other.token)).toBe(200)
})

test('an access token lasts two hours, then the answer is 401 with the message that the client expects', async () => {
  const { token } = await logIn()
  clock.set(new Date(clock.now().getTime() + 7_200_000 - 1000))
  expect(await statusWith(token)).toBe(200)
  clock.set(new Date(clock.now().getTime() + 1000))
  const answer = await askWith(`Bearer ${token}`)
  expect([answer.statusCode, answer.json()]).toEqual([401, EXPIRED])
})

test('a call that needs a log-in gives the same answer without a token', async () => {
  const answer = await request({ url: '/aaapi/course-invitation-response/pageByUser' })
  expect([answer.statusCode, answer.json()]).toEqual([401, EXPIRED])
})

const SECRET = 'a secret that signs tokens in tests only'
const base64 = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')

test('a token that we did not sign opens nothing', async () => {
  const token = await tokenOf(await givenPlayer(db))
  const [header, claims, signature] = token.split('.') as [string, string, string]
  const { sub, sid, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    'sub' | 'sid' | 'exp',
    string
  >
  const own = { sub, sid, exp, aud: 'app' }
  const forged = [
    'nonsense',
    '',
    `${base64({ alg: 'none', typ: 'JWT' })}.${base64(own)}.`,
    `${header}.${base64({ ...own, sub: '1' })}.${signature}`,
    `${header}.${claims}.${signature.slice(0, -4)}AAAA`,
    createSigner({ key: 'another secret of somebody else', algorithm: 'HS256' })(own),
    createSigner({ key: SECRET, algorithm: 'HS512' })(own),
  ]
  expect(await statusWith(token)).toBe(200)
  for (const bearer of forged) expect([bearer, await statusWith(bearer)]).toEqual([bearer, 401])
  expect((await askWith(token)).statusCode).toBe(401)
  expect((await askWith(`Basic ${token}`)).statusCode).toBe(401)
})

test('a session opens only to its own user', async () => {
  const [userId, otherId] = [await givenPlayer(db), await givenPlayer(db)]
  const token = await tokenOf(userId)
  const { sid, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sid: string
    exp: number
  }
  const borrowed = createSigner({ key: SECRET, algorithm: 'HS256', noTimestamp: true })({
    sub: otherId,
    sid,
    aud: 'app',
    exp,
  })
  expect(await statusWith(borrowed)).toBe(401)
})

test('a log-in returns the data of its own user', async () => {
  const userId = await givenPlayer(db, { phone: '13800000001' })
  expect(await signedInAs(userId)(getPlayerView, { params: { id: userId } })).toMatchObject({ phone: '138****0001' })
})

test('the version accepted at a log-in is recorded; a user who accepted an earlier one logs in again', async () => {
  const userId = await givenPlayer(db)
  const { username, password } = await givenLogin(db, { userId })
  const logInWith = (agreementVersion: string) => call(auth.h5Login, { body: { username, password, agreementVersion } })
  const former = (await logInWith('2020-01-01')).tokens
  expect(await refusalOf(refresh(former.refreshToken))).toMatchObject({ status: 401, code: 'agreement_changed' })
  expect(await statusWith(former.token)).toBe(401)
  for (let round = 0; round < 2; round++) {
    const { tokens } = await logInWith(AGREEMENT_VERSION)
    expect((await refresh(tokens.refreshToken)).userInfo.userId).toBe(userId)
  }
  // A future version cannot have been read, so it is not recorded.
  await logInWith('2099-12-31')
  const kept = await db.select().from(agreementConsents).orderBy(agreementConsents.version)
  expect(kept.map(({ version }) => version)).toEqual(['2020-01-01', AGREEMENT_VERSION])
})
