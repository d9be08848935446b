import { wxLogin } from '@paidang/api/areas/people/auth'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { loginSessions } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { wechatKeys, wechatUsedCodes } from '../../../tables/wechat.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { SESSION_PATH, startWechatStandIn, TOKEN_PATH } from '../../../testing/wechat-stand-in.ts'
import { createWechatClient } from '../../ground/wechat/http-client.ts'

const ROUNDS = raceRounds(20)

const wechat = await startWechatStandIn()
afterAll(wechat.close)
const { db, call, clock, request, takeFaults } = await startTestServer({
  wechat: (database, now) => createWechatClient(wechat.settings, { db: database, now, limit: wechat.limit }),
})

const logIn = (code: string) => call(wxLogin, { body: { code } })
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no refusal',
    (error: unknown) => error,
  )
const FAILED = { status: 400, code: 'wechat_login_failed', message: '微信登录失败，请重试' }

test('a first log-in creates an account, a player’s without phone or profile', async () => {
  const { userInfo, tokens } = await logIn(wechat.codeOf('openid-of-lin', 'a2V5'))
  expect(userInfo).toMatchObject({ userType: 0, nickname: expect.stringMatching(/^微信用户\d{4}$/), avatar: null })
  expect(tokens.expiresIn).toBe(7200)
  expect(await db.select().from(users)).toMatchObject([
    { id: userInfo.userId, openId: 'openid-of-lin', phone: null, phoneVerified: false, registeredAt: null },
  ])
  expect(await db.select().from(wechatKeys)).toMatchObject([{ userId: userInfo.userId, sessionKey: 'a2V5' }])
  expect(await db.select().from(loginSessions)).toMatchObject([{ platform: 'weapp' }])
})

test('a repeated log-in opens the same account, under the latest session key', async () => {
  const first = await logIn(wechat.codeOf('openid-of-lin', 'b25l'))
  const second = await logIn(wechat.codeOf('openid-of-lin', 'dHdv'))
  expect(second.userInfo).toEqual(first.userInfo)
  expect(await db.select().from(wechatKeys)).toMatchObject([{ sessionKey: 'dHdv' }])
  expect(await db.$count(users)).toBe(1)
})

test('other fields of the body grant nothing', async () => {
  const coach = await givenPlayer(db, { userType: 1, nickname: '陈教练' })
  const payload = { code: wechat.codeOf('openid-of-lin'), loginType: 1, userType: 1, userId: coach, role: 'coach' }
  const answer = await request({ method: 'POST', url: '/aaapi/auth/wx-login', payload })
  expect(answer.json()).toMatchObject({ data: { userInfo: { userType: 0 } } })
})

test('neither the openid nor the session key is in the answer', async () => {
  const payload = { code: wechat.codeOf('openid-of-lin', 'c2VjcmV0IGtleQ==') }
  const { body } = await request({ method: 'POST', url: '/aaapi/auth/wx-login', payload })
  expect(body).not.toMatch(/openid-of-lin|c2VjcmV0/)
})

test('many first log-ins of one person at once all succeed and create one account', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const openId = `openid-of-round-${round}`
    const results = await Promise.all(Array.from({ length: 5 }, () => logIn(wechat.codeOf(openId))))
    expect(new Set(results.map(({ userInfo }) => userInfo.userId)).size).toBe(1)
    expect(await db.$count(users, eq(users.openId, openId))).toBe(1)
  }
})

test('a code works once, and WeChat is not asked for it again', async () => {
  const code = wechat.codeOf('openid-of-lin')
  await logIn(code)
  const asked = wechat.calls.length
  expect(await refusalOf(logIn(code))).toMatchObject(FAILED)
  expect(wechat.calls).toHaveLength(asked)
  expect(JSON.stringify(await db.select().from(wechatUsedCodes))).not.toContain(code)
})

test('when two callers use one code at once, one gets in', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const code = wechat.codeOf(`openid-of-round-${round}`)
    const results = await Promise.allSettled([logIn(code), logIn(code)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test.each([40029, 40226, 40163])('a refusal of WeChat with %i is 400, never 401', async (errcode) => {
  wechat.failNext(SESSION_PATH, { errcode })
  expect(await refusalOf(logIn(wechat.codeOf('openid-of-lin')))).toMatchObject(FAILED)
  expect(await db.$count(users)).toBe(0)
})

test('when WeChat reports too many calls, the log-in is refused with that reason', async () => {
  wechat.failNext(SESSION_PATH, { errcode: 45011 })
  const tooOften = { status: 429, code: 'login_too_often', message: '登录过于频繁，请稍后再试' }
  expect(await refusalOf(logIn(wechat.codeOf('openid-of-lin')))).toMatchObject(tooOften)
})

test.each([
  ['is busy', { errcode: -1 }, 3],
  ['breaks', 'BROKEN', 1],
  ['says nothing', 'SILENT', 1],
  ['shows a page', 'HTML', 1],
  ['does not know our secret', { errcode: 40125 }, 1],
] as const)('when WeChat %s the answer is 503 to try again, and the log says why', async (_what, fault, times) => {
  wechat.failNext(SESSION_PATH, fault, times)
  expect(await refusalOf(logIn(wechat.codeOf('openid-of-lin')))).toMatchObject({
    status: 503,
    code: 'wechat_busy',
    message: '微信服务繁忙，请稍后再试',
  })
  expect(takeFaults()).toHaveLength(1)
  expect(await db.$count(users)).toBe(0)
})

test('an address with too many wrong codes waits, with a good code too', async () => {
  const wrong = () => logIn(`wrong ${Math.random()}`)
  for (let n = 0; n < 60; n++) expect(await refusalOf(wrong())).toMatchObject(FAILED)
  expect(await refusalOf(logIn(wechat.codeOf('openid-of-lin')))).toMatchObject({ code: 'login_too_often' })
  clock.set(new Date(clock.now().getTime() + 15 * 60_000))
  await logIn(wechat.codeOf('openid-of-lin'))
})

test('a log-in needs no access token', async () => {
  await logIn(wechat.codeOf('openid-of-lin'))
  expect(wechat.callsTo(TOKEN_PATH)).toEqual([])
})
