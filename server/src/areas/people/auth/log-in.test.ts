import { h5Login } from '@paidang/api/areas/people/auth'
import { venuesOfCoach } from '@paidang/api/areas/places/venues'
import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { credentials, loginFailures, loginSessions, refreshTokens } from '../../../tables/auth.ts'
import { givenCoach, givenCompany, givenLogin, givenPlayer } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, clock, request, asStaff } = await startTestServer()

const MINUTE_MS = 60_000
const logIn = (username: string, password: string) => call(h5Login, { body: { username, password } })
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no refusal',
    (error: unknown) => error,
  )

async function givenAccount() {
  const userId = await givenPlayer(db, { nickname: '林小满' })
  return { userId, ...(await givenLogin(db, { userId, username: 'xiaoman', password: 'right password' })) }
}

const failTimes = async (times: number, username = 'xiaoman') => {
  for (let n = 0; n < times; n++) await refusalOf(logIn(username, 'wrong password'))
}

test('the right password gives tokens that work, and the data of the user', async () => {
  const { userId, username, password } = await givenAccount()
  const { tokens, userInfo } = await logIn(username, password)
  expect(tokens).toMatchObject({ expiresIn: 7200 })
  expect(userInfo).toEqual({ userId, userType: 0, nickname: '林小满', avatar: null, isCompanyAdmin: false })
  const answer = await request({
    url: `/aaapi/app-users/get-plaperVO/${userId}`,
    headers: { authorization: `Bearer ${tokens.token}` },
  })
  expect(answer.json()).toMatchObject({ success: true, data: { nickname: '林小满' } })
})

test('neither the password nor the refresh token is stored', async () => {
  const { username, password } = await givenAccount()
  const { tokens } = await logIn(username, password)
  const stored = JSON.stringify([await db.select().from(credentials), await db.select().from(refreshTokens)])
  expect(stored).not.toContain(password)
  expect(stored).not.toContain(tokens.refreshToken)
  expect(stored).toContain('$argon2id$')
})

test('a wrong password is 400, never 401, with the tries left', async () => {
  const { username } = await givenAccount()
  for (const triesLeft of [4, 3, 2, 1, 0]) {
    expect(await refusalOf(logIn(username, 'wrong password'))).toMatchObject({
      status: 400,
      code: 'login_wrong',
      message: '用户名或密码错误',
      data: { triesLeft },
    })
  }
})

test('an unknown name and a wrong password get the very same answer', async () => {
  await givenAccount()
  const attempt = (username: string) =>
    request({ method: 'POST', url: '/aaapi/auth/h5-login', payload: { username, password: 'wrong password' } })
  const known = await attempt('xiaoman')
  const unknown = await attempt('nobody')
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
})

test('five failures block the name for 15 minutes, for the right password too', async () => {
  const { username, password } = await givenAccount()
  await failTimes(5)
  const closed = { status: 429, code: 'login_too_often', message: '登录过于频繁，请稍后再试' }
  expect(await refusalOf(logIn(username, password))).toMatchObject(closed)
  clock.set(new Date(clock.now().getTime() + 15 * MINUTE_MS - 1))
  expect(await refusalOf(logIn(username, password))).toMatchObject(closed)
  expect(await db.$count(loginSessions)).toBe(0)
  clock.set(new Date(clock.now().getTime() + 1))
  expect(await logIn(username, password)).toMatchObject({ userInfo: { nickname: '林小满' } })
})

test('the 15 minutes count from the first failure, and more failures do not prolong them', async () => {
  const { username, password } = await givenAccount()
  await failTimes(1)
  clock.set(new Date(clock.now().getTime() + 10 * MINUTE_MS))
  await failTimes(6)
  clock.set(new Date(clock.now().getTime() + 5 * MINUTE_MS))
  expect(await logIn(username, password)).toMatchObject({ userInfo: { nickname: '林小满' } })
})

test('a blocked name blocks no other, and an unknown name is blocked as a known one is', async () => {
  const { username, password } = await givenAccount()
  await failTimes(5, 'nobody')
  expect(await refusalOf(logIn('nobody', password))).toMatchObject({ code: 'login_too_often' })
  expect(await logIn(username, password)).toMatchObject({ userInfo: { nickname: '林小满' } })
})

test('a good log-in resets the failures before it', async () => {
  const { username, password } = await givenAccount()
  await failTimes(4)
  await logIn(username, password)
  expect(await db.$count(loginFailures, like(loginFailures.key, 'pair:%'))).toBe(0)
  expect(await refusalOf(logIn(username, 'wrong password'))).toMatchObject({ data: { triesLeft: 4 } })
})

test('of twenty concurrent guesses five are answered; the others and a right one after them are refused', async () => {
  const { username, password } = await givenAccount()
  const guesses = await Promise.all(Array.from({ length: 20 }, () => refusalOf(logIn(username, 'wrong password'))))
  const answered = guesses.filter((error) => (error as { code: string }).code === 'login_wrong')
  expect(answered).toHaveLength(5)
  expect(await refusalOf(logIn(username, password))).toMatchObject({ code: 'login_too_often' })
})

test('isCompanyAdmin follows the club, and a one-person company makes nobody an admin', async () => {
  const { companyId, adminId } = await givenCompany(db)
  const soloId = await givenCoach(db)
  await givenCompany(db, { adminId: soloId, isPerson: true })
  const memberId = await givenCoach(db, { companyId })
  const people = [
    [adminId, true],
    [memberId, false],
    [soloId, false],
  ] as const
  for (const [userId, isCompanyAdmin] of people) {
    const { username, password } = await givenLogin(db, { userId })
    expect((await logIn(username, password)).userInfo).toMatchObject({ userId, userType: 1, isCompanyAdmin })
  }
})

test('loginType grants nothing: a player who logs in as a coach stays a player', async () => {
  const { username, password } = await givenAccount()
  const { userInfo } = await call(h5Login, { body: { username, password, loginType: 1 } })
  expect(userInfo.userType).toBe(0)
})

test('an open call ignores a staff token, an app call refuses it with 403', async () => {
  const { userId } = await givenAccount()
  expect(await refusalOf(asStaff('operator')(venuesOfCoach, { params: { coachId: userId } }))).toMatchObject({
    status: 403,
    code: 'action_forbidden',
    message: '无权限操作',
  })
  expect(
    await asStaff('merchant')(h5Login, { body: { username: 'xiaoman', password: 'right password' } }),
  ).toMatchObject({
    userInfo: { userId },
  })
})
