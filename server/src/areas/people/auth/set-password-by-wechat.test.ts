import { registerAccount, setPassword } from '@paidang/api/areas/desks/accounts'
import { h5Login, wxLogin } from '@paidang/api/areas/people/auth'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { credentials } from '../../../tables/auth.ts'
import { givenLogin } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, clientOf, request } = await startTestServer()

let codes = 0
const codeOf = (person: string) => {
  codes += 1
  return `sim:${person}:${codes}`
}
const newPassword = 'my own 1'

/** A WeChat user who forgot the password, logged in through WeChat and on the web. */
async function givenForgetful() {
  const { userInfo, tokens } = await call(wxLogin, { body: { code: codeOf('lin') } })
  const { username, password } = await givenLogin(db, { userId: userInfo.userId })
  const logIn = (secret: string) => call(h5Login, { body: { username, password: secret } })
  const web = (await logIn(password)).tokens.token
  return { userId: userInfo.userId, own: clientOf(tokens.token), ownToken: tokens.token, web, password, logIn }
}
const statusWith = async (token: string) =>
  (await request({ url: '/aaapi/auth/account', headers: { authorization: `Bearer ${token}` } })).statusCode

test('a fresh code of their own WeChat sets a password without the old one, and ends other log-ins', async () => {
  const { own, ownToken, web, password, logIn } = await givenForgetful()
  for (let n = 0; n < 5; n++) await logIn('wrong1234').catch(() => undefined)
  await expect(logIn(password)).rejects.toMatchObject({ code: 'login_too_often' })
  await own(setPassword, { body: { wechatCode: codeOf('lin'), newPassword } })
  expect([await statusWith(ownToken), await statusWith(web)]).toEqual([200, 401])
  await logIn(newPassword)
})

test('a code of another person’s WeChat changes nothing', async () => {
  const { own, web, password, logIn } = await givenForgetful()
  await call(wxLogin, { body: { code: codeOf('wang') } })
  for (const person of ['wang', 'a stranger']) {
    await expect(own(setPassword, { body: { wechatCode: codeOf(person), newPassword } })).rejects.toMatchObject({
      status: 400,
      code: 'wechat_of_others',
      message: '当前微信不是这个账号绑定的微信',
    })
  }
  expect(await statusWith(web)).toBe(200)
  await logIn(password)
})

test('a code counts once, and the thief of a log-in cannot replay its code', async () => {
  const { userId, own } = await givenForgetful()
  const wechatCode = codeOf('lin')
  await own(setPassword, { body: { wechatCode, newPassword } })
  const [kept] = await db.select().from(credentials).where(eq(credentials.userId, userId))
  await expect(own(setPassword, { body: { wechatCode, newPassword: 'stolen 12' } })).rejects.toMatchObject({
    status: 400,
    code: 'wechat_login_failed',
  })
  expect(await db.select().from(credentials).where(eq(credentials.userId, userId))).toEqual([kept])
})

test('a user without WeChat cannot use anybody’s code', async () => {
  const body = { username: 'lin_xiaoman', password: 'demo1234', nickname: '林小满' }
  const { tokens } = await call(registerAccount, { body })
  const attempt = clientOf(tokens.token)(setPassword, { body: { wechatCode: codeOf('lin'), newPassword } })
  await expect(attempt).rejects.toMatchObject({ code: 'wechat_of_others' })
  await call(h5Login, { body: { username: body.username, password: body.password } })
})
