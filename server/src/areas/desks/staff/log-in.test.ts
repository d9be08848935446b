import { stringsOfMerchant } from '@paidang/api/areas/activities/merchant-strings'
import { listRackets } from '@paidang/api/areas/activities/stringing'
import { renewStaffToken, staffLogin, staffLogOut } from '@paidang/api/areas/desks/staff'
import { h5Login } from '@paidang/api/areas/people/auth'
import { type Call, createClient } from '@paidang/api/client'
import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { loginFailures, staffSessions } from '../../../tables/auth.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchants } from '../../../tables/stringing.ts'
import { givenLogin, givenPlayer, givenStaffLogin, only } from '../../../testing/builders.ts'
import { givenShop } from '../../../testing/given-stringing.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, db, call, clock, request, asStaff, signedInAs } = await startTestServer()

const MINUTE_MS = 60_000
const logIn = (username: string, password: string) => call(staffLogin, { body: { username, password } })
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no refusal',
    (error: unknown) => error,
  )

/** A client that uses this token. */
const withToken = (token: string): Call =>
  createClient({
    async send({ method, path, body }) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await app.inject({
        method,
        url: `/aaapi${path}`,
        headers,
        ...(body !== undefined && { payload: body as object }),
      })
      return { status: answer.statusCode, body: answer.json() }
    },
  })

async function givenMerchantStaff() {
  const { merchantId } = await givenShop(db)
  const account = await givenStaffLogin(db, { kind: 'merchant', merchantId, username: 'laochen', nickname: '老陈' })
  return { merchantId, ...account }
}

test('a member of a shop logs in, gets their name and shop, and the token opens the calls of the shop', async () => {
  const { merchantId, staffId, username, password } = await givenMerchantStaff()
  const { token, ...said } = await logIn(username, password)
  const placeName = only(await db.select().from(merchants)).name
  const where = { merchantId, companyId: null, placeName }
  const info = { id: staffId, role: 'merchant', nickname: '老陈', ...where, isPasswordGiven: false, needsFactor: false }
  expect(said).toEqual({ expiresIn: 7200, staff: info })
  expect(await withToken(token)(stringsOfMerchant, {})).toHaveLength(3)
})

test('the spelling of the user name does not matter, and its failures are counted together', async () => {
  const { password } = await givenMerchantStaff()
  expect((await logIn(' LaoChen ', password)).staff.nickname).toBe('老陈')
  await refusalOf(logIn('laochen', 'wrong'))
  expect(await refusalOf(logIn('LAOCHEN', 'wrong'))).toMatchObject({ code: 'login_wrong', data: { triesLeft: 3 } })
})

test('an operator works in no shop, and cannot use its calls', async () => {
  const { username, password } = await givenStaffLogin(db, { kind: 'operator' })
  const { token, staff: info } = await logIn(username, password)
  expect(info).toMatchObject({ role: 'operator', merchantId: null, placeName: null })
  expect(await refusalOf(withToken(token)(stringsOfMerchant, {}))).toMatchObject({ status: 403 })
})

test('senior operators and shop owners get their role at the log-in', async () => {
  const { merchantId } = await givenShop(db)
  const senior = await givenStaffLogin(db, { kind: 'operator', isLead: true })
  const owner = await givenStaffLogin(db, { kind: 'merchant', merchantId, isLead: true })
  const roleOf = async ({ username, password }: { username: string; password: string }) =>
    (await logIn(username, password)).staff.role
  expect([await roleOf(senior), await roleOf(owner)]).toEqual(['senior', 'owner'])
})

test('a token can be renewed for a working day, and not afterwards', async () => {
  const { username, password, staffId } = await givenMerchantStaff()
  let { token } = await logIn(username, password)
  const begun = clock.now().getTime()
  for (let hours = 1.5; hours < 12; hours += 1.5) {
    clock.set(new Date(begun + hours * 60 * MINUTE_MS))
    const next = await withToken(token)(renewStaffToken, {})
    expect(next).toMatchObject({ expiresIn: 7200, staff: { id: staffId, role: 'merchant' } })
    token = next.token
  }
  clock.set(new Date(begun + 12 * 60 * MINUTE_MS))
  expect(await withToken(token)(stringsOfMerchant, {})).toHaveLength(3)
  expect(await refusalOf(withToken(token)(renewStaffToken, {}))).toMatchObject({ status: 401, code: 'session_expired' })
})

test('after a log-out the token opens nothing, and nobody else is logged out', async () => {
  const { username, password } = await givenMerchantStaff()
  const [first, second] = [await logIn(username, password), await logIn(username, password)]
  expect(await withToken(first.token)(staffLogOut, {})).toBeNull()
  expect(await refusalOf(withToken(first.token)(stringsOfMerchant, {}))).toMatchObject({ status: 401 })
  expect(await refusalOf(withToken(first.token)(renewStaffToken, {}))).toMatchObject({ status: 401 })
  expect(await withToken(second.token)(stringsOfMerchant, {})).toHaveLength(3)
})

test('a disabled account behaves as if it did not exist, and its tokens end', async () => {
  const { username, password, staffId } = await givenMerchantStaff()
  const { token } = await logIn(username, password)
  await db.update(staff).set({ disabledAt: clock.now() }).where(eq(staff.id, staffId))
  expect(await refusalOf(withToken(token)(stringsOfMerchant, {}))).toMatchObject({ status: 401 })
  expect(await refusalOf(logIn(username, password))).toMatchObject({ status: 400, code: 'login_wrong' })
})

test('a staff token opens no user call, and a user token no staff call: 403, and 401 without a token', async () => {
  const { username, password } = await givenMerchantStaff()
  const { token } = await logIn(username, password)
  expect(await refusalOf(withToken(token)(listRackets, {}))).toMatchObject({ status: 403, code: 'action_forbidden' })
  const userId = await givenPlayer(db)
  expect(await refusalOf(signedInAs(userId)(stringsOfMerchant, {}))).toMatchObject({ status: 403 })
  expect(await refusalOf(call(stringsOfMerchant, {}))).toMatchObject({ status: 401, code: 'session_expired' })
})

test('the credentials of a user cannot log in staff, and the reverse', async () => {
  const { username, password } = await givenMerchantStaff()
  const user = await givenLogin(db, { userId: await givenPlayer(db) })
  expect(await refusalOf(logIn(user.username, user.password))).toMatchObject({ code: 'login_wrong' })
  expect(await refusalOf(call(h5Login, { body: { username, password } }))).toMatchObject({ code: 'login_wrong' })
})

test('a token lasts two hours, and ends with its session, for nobody else', async () => {
  const { username, password } = await givenMerchantStaff()
  const [first, second] = [await logIn(username, password), await logIn(username, password)]
  const works = async (token: string) => (await refusalOf(withToken(token)(stringsOfMerchant, {}))) === 'no refusal'
  const [session] = await db.select().from(staffSessions).orderBy(staffSessions.id)
  await db
    .update(staffSessions)
    .set({ revokedAt: clock.now() })
    .where(eq(staffSessions.id, session?.id ?? ''))
  expect([await works(first.token), await works(second.token)]).toEqual([false, true])
  clock.set(new Date(clock.now().getTime() + 120 * MINUTE_MS - 1_000))
  expect(await works(second.token)).toBe(true)
  clock.set(new Date(clock.now().getTime() + 1_000))
  expect(await refusalOf(withToken(second.token)(stringsOfMerchant, {}))).toMatchObject({ status: 401 })
})

test('a merchant who moves to another shop sees that shop with the same token', async () => {
  const { staffId, username, password } = await givenMerchantStaff()
  const { token } = await logIn(username, password)
  const before = await withToken(token)(stringsOfMerchant, {})
  const { merchantId } = await givenShop(db)
  await db.update(staff).set({ merchantId }).where(eq(staff.id, staffId))
  const after = await withToken(token)(stringsOfMerchant, {})
  expect(after.map(({ id }) => id)).not.toEqual(before.map(({ id }) => id))
})

test('a wrong password and an unknown name get the very same answer: 400 with the tries left', async () => {
  await givenMerchantStaff()
  const attempt = (username: string) =>
    request({ method: 'POST', url: '/aaapi/staff/login', payload: { username, password: 'wrong password' } })
  const [known, unknown] = [await attempt('laochen'), await attempt('nobody')]
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
  expect(known.json()).toMatchObject({ code: 'login_wrong', msg: '用户名或密码错误', data: { triesLeft: 4 } })
  expect(known.statusCode).toBe(400)
})

test('five failures close a staff name for 15 minutes, for staff only; a good log-in resets the count', async () => {
  const { username, password } = await givenMerchantStaff()
  const user = await givenLogin(db, { userId: await givenPlayer(db), username })
  const failTimes = async (times: number) => {
    for (let n = 0; n < times; n++) await refusalOf(logIn(username, 'wrong password'))
  }
  await failTimes(4)
  await logIn(username, password)
  expect(await db.$count(loginFailures, like(loginFailures.key, 'pair:%'))).toBe(0)
  await failTimes(5)
  expect(await refusalOf(logIn(username, password))).toMatchObject({ status: 429, code: 'login_too_often' })
  expect(await call(h5Login, { body: { username: user.username, password: user.password } })).toBeTruthy()
  clock.set(new Date(clock.now().getTime() + 15 * MINUTE_MS))
  expect(await logIn(username, password)).toMatchObject({ staff: { nickname: '老陈' } })
})

test('neither the password nor the token is stored', async () => {
  const { username, password } = await givenMerchantStaff()
  const { token } = await logIn(username, password)
  const stored = JSON.stringify([await db.select().from(staff), await db.select().from(staffSessions)])
  expect(stored).not.toContain(password)
  expect(stored).not.toContain(token)
  expect(stored).toContain('$argon2id$')
})

test('an open call ignores a staff token', async () => {
  const { username, password } = await givenMerchantStaff()
  expect(await asStaff('operator')(staffLogin, { body: { username, password } })).toMatchObject({ expiresIn: 7200 })
})
