import { listDevices, logOutDevice, readAccount, registerAccount, setPassword } from '@paidang/api/areas/desks/accounts'
import { h5Login, logOut, refreshToken, wxLogin } from '@paidang/api/areas/people/auth'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { credentials, loginSessions } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { givenLogin, givenPlayer } from '../../../testing/builders.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { app, db, call, clock, request, clientOf, signedInAs, another } = await startTestServer()

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const form = { username: 'lin_xiaoman', password: 'demo1234', nickname: '林小满' }
const register = (over: object = {}) => call(registerAccount, { body: { ...form, ...over } })
const logIn = (username: string, password = 'demo1234') => call(h5Login, { body: { username, password } })
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no refusal',
    (error: unknown) => error,
  )
const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000))
const statusWith = async (token: string, on = app) =>
  (await on.inject({ url: '/aaapi/auth/account', headers: { authorization: `Bearer ${token}` } })).statusCode

test('registering on the web logs in a player whose number is only claimed', async () => {
  const { userInfo, tokens } = await register({ nickname: ' 林小满 ', phone: '13800000001' })
  expect(userInfo).toMatchObject({ userType: 0, nickname: '林小满', avatar: null })
  expect(await clientOf(tokens.token)(readAccount, {})).toEqual({
    username: 'lin_xiaoman',
    phone: '138****0001',
    phoneVerified: false,
    hasWechat: false,
    passwordUsedUp: false,
  })
  expect(await db.select().from(users)).toMatchObject([{ openId: null, registeredAt: null, phoneVerified: false }])
})

test('the player can log in by user name in any spelling, and by phone number', async () => {
  const { userInfo } = await register({ username: 'Lin_Xiaoman', phone: '13800000001' })
  for (const name of ['lin_xiaoman', 'LIN_XIAOMAN', ' Lin_Xiaoman ', '13800000001']) {
    expect((await logIn(name)).userInfo).toEqual(userInfo)
  }
})

test('a number in any spelling is one number, at registration and at log-in', async () => {
  const { userInfo } = await register({ phone: '+86 138 0000 0001' })
  expect(await db.select({ phone: users.phone }).from(users)).toEqual([{ phone: '13800000001' }])
  for (const name of ['138 0000 0001', '0086-138-0000-0001', '１３８０００００００１', '8613800000001']) {
    expect((await logIn(name)).userInfo).toEqual(userInfo)
  }
  const other = register({ username: 'wang', phone: '138-0000-0001' })
  expect(await refusalOf(other)).toMatchObject({ status: 409, code: 'phone_taken' })
})

test.each([
  [{ username: 'lin-xiaoman' }, 'username_invalid'],
  [{ username: '13800000001' }, 'username_invalid'],
  [{ username: '     ' }, 'username_missing'],
  [{ password: 'abcdefgh' }, 'password_weak'],
  [{ password: '12345678' }, 'password_weak'],
  [{ nickname: '  ' }, 'nickname_missing'],
  [{ nickname: '\u200b\u3164' }, 'nickname_missing'],
  [{ nickname: '林\u202e小满' }, 'nickname_hidden'],
  [{ nickname: '拍档客服' }, 'nickname_official'],
  [{ phone: '12345' }, 'phone_invalid'],
  [{ phone: '+85291234567' }, 'phone_invalid'],
])('%j is refused: %s', async (over, code) => {
  expect(await refusalOf(register(over))).toMatchObject({ status: 400, code })
  expect([await db.$count(users), await db.$count(loginSessions)]).toEqual([0, 0])
})

test('a user name is unique in any spelling, and a number is unique among all users', async () => {
  await register({ phone: '13800000001' })
  expect(await refusalOf(register({ username: 'LIN_xiaoman' }))).toMatchObject({ status: 409, code: 'username_taken' })
  const other = register({ username: 'wang', phone: '13800000001' })
  expect(await refusalOf(other)).toMatchObject({ status: 409, code: 'phone_taken' })
  await givenPlayer(db, { phone: '13800000002', phoneVerified: true })
  const verified = register({ username: 'wang', phone: '13800000002' })
  expect(await refusalOf(verified)).toMatchObject({ code: 'phone_taken' })
  expect(await db.$count(credentials)).toBe(1)
})

test('when many register one name at once, one gets it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const username = `name_${round}`
    clock.set(new Date(clock.now().getTime() + 3_600_000))
    const results = await Promise.allSettled([register({ username }), register({ username: username.toUpperCase() })])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'username_taken' } })
  }
})

test('an address registers ten accounts in an hour, and no more', async () => {
  for (let n = 0; n < 10; n++) await register({ username: `name_${n}` })
  const tooMany = { status: 429, code: 'registrations_too_many' }
  expect(await refusalOf(register({ username: 'name_10' }))).toMatchObject(tooMany)
  expect(await db.$count(users)).toBe(10)
  later(60)
  await register({ username: 'name_10' })
})

test('an Idempotency-Key does not bypass the count of tries', async () => {
  const { tokens } = await register()
  const attempt = (n: number) =>
    request({
      method: 'POST',
      url: '/aaapi/auth/h5-login',
      headers: { authorization: `Bearer ${tokens.token}`, 'idempotency-key': `try-number-${n}` },
      payload: { username: 'lin_xiaoman', password: 'wrong1234' },
    })
  for (let n = 0; n < 5; n++) expect((await attempt(n)).json()).toMatchObject({ data: { triesLeft: 4 - n } })
  expect((await attempt(5)).json()).toMatchObject({ code: 'login_too_often' })
})

test('a new password needs the old one, and logs out every other device', async () => {
  const { tokens } = await register()
  const other = (await logIn('lin_xiaoman')).tokens
  const set = (oldPassword: string | undefined, newPassword: string) =>
    clientOf(tokens.token)(setPassword, { body: { ...(oldPassword && { oldPassword }), newPassword } })
  expect(await refusalOf(set(undefined, 'newer1234'))).toMatchObject({ code: 'password_wrong' })
  expect(await refusalOf(set('wrong1234', 'newer1234'))).toMatchObject({
    code: 'password_wrong',
    data: { triesLeft: 3 },
  })
  expect(await refusalOf(set('demo1234', 'newer'))).toMatchObject({ status: 400 })
  expect(await refusalOf(set('demo1234', 'onlyletters'))).toMatchObject({ code: 'password_weak' })
  expect(await set('demo1234', 'newer1234')).toMatchObject({ username: 'lin_xiaoman' })
  expect([await statusWith(tokens.token), await statusWith(other.token)]).toEqual([200, 401])
  expect(await refusalOf(call(refreshToken, { body: { refreshToken: other.refreshToken } }))).toMatchObject({
    status: 401,
  })
  await call(refreshToken, { body: { refreshToken: tokens.refreshToken } })
  expect(await refusalOf(logIn('lin_xiaoman'))).toMatchObject({ code: 'login_wrong' })
  await logIn('lin_xiaoman', 'newer1234')
})

test('a user who came through WeChat sets a first password together with a user name', async () => {
  const { tokens } = await call(wxLogin, { body: { code: 'sim:lin:1' } })
  const set = (body: object) => clientOf(tokens.token)(setPassword, { body: { newPassword: 'demo1234', ...body } })
  expect(await refusalOf(set({}))).toMatchObject({ code: 'username_missing' })
  expect(await refusalOf(set({ username: '12345678' }))).toMatchObject({ code: 'username_invalid' })
  await givenLogin(db, { userId: await givenPlayer(db), username: 'taken' })
  expect(await refusalOf(set({ username: 'Taken' }))).toMatchObject({ status: 409, code: 'username_taken' })
  expect(await set({ username: 'Lin_Xiaoman' })).toMatchObject({ username: 'lin_xiaoman', hasWechat: true })
  await logIn('lin_xiaoman')
})

test('of two concurrent first passwords one wins', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await givenPlayer(db)
    const results = await Promise.allSettled(
      ['a', 'b'].map((letter) =>
        signedInAs(userId)(setPassword, { body: { username: `name_${round}_${letter}`, newPassword: 'demo1234' } }),
      ),
    )
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await db.$count(credentials, eq(credentials.userId, userId))).toBe(1)
  }
})

test('of two concurrent password changes one wins', async () => {
  const { tokens } = await register()
  const set = (newPassword: string) =>
    clientOf(tokens.token)(setPassword, { body: { oldPassword: 'demo1234', newPassword } })
  const results = await Promise.allSettled([set('first1234'), set('second1234')])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [first] = results
  await logIn('lin_xiaoman', first.status === 'fulfilled' ? 'first1234' : 'second1234')
})

/** Logs in from a device. */
async function logInFrom(headers: Record<string, string>) {
  const payload = { username: 'lin_xiaoman', password: 'demo1234' }
  const answer = await request({ method: 'POST', url: '/aaapi/auth/h5-login', headers, payload })
  return (answer.json() as { data: { tokens: { token: string; refreshToken: string } } }).data.tokens
}

test('devices are listed with their names, this one first, then the one seen last', async () => {
  const { tokens } = await register()
  later(1)
  await logInFrom({ 'user-agent': MAC })
  later(1)
  await logInFrom({ 'user-agent': '', 'x-client': 'weapp' })
  const devices = await clientOf(tokens.token)(listDevices, {})
  expect(devices.map(({ platform, device, isThis }) => [platform, device, isThis])).toEqual([
    ['web', '', true],
    ['weapp', '', false],
    ['web', 'Chrome · macOS', false],
  ])
})

test('a device was last seen when its tokens were issued, and is listed while they can be renewed', async () => {
  const { tokens } = await register()
  const begun = clock.now().toISOString()
  later(90)
  const renewed = (await call(refreshToken, { body: { refreshToken: tokens.refreshToken } })).tokens
  expect(await clientOf(renewed.token)(listDevices, {})).toMatchObject([
    { loggedInAt: begun, lastSeenAt: clock.now().toISOString(), isThis: true },
  ])
  later(30 * 24 * 60)
  const fresh = (await logIn('lin_xiaoman')).tokens
  expect(await clientOf(fresh.token)(listDevices, {})).toHaveLength(1)
})

test('logging out a device ends its tokens, in every process, and no others', async () => {
  const { tokens } = await register()
  const other = await logInFrom({ 'user-agent': MAC })
  const elsewhere = await another()
  expect([await statusWith(other.token), await statusWith(other.token, elsewhere)]).toEqual([200, 200])
  const ask = clientOf(tokens.token)
  const [, device] = await ask(listDevices, {})
  const params = { id: device?.id ?? '' }
  expect(await ask(logOutDevice, { params })).toBeNull()
  expect(await ask(logOutDevice, { params })).toBeNull()
  expect(await statusWith(other.token)).toBe(401)
  await expect.poll(() => statusWith(other.token, elsewhere)).toBe(401)
  expect(await refusalOf(call(refreshToken, { body: { refreshToken: other.refreshToken } }))).toMatchObject({
    status: 401,
  })
  expect(await ask(listDevices, {})).toHaveLength(1)
})

test('a device of another user cannot be found', async () => {
  const { tokens } = await register()
  const [device] = await clientOf(tokens.token)(listDevices, {})
  const params = { id: device?.id ?? '' }
  const stranger = signedInAs(await givenPlayer(db))
  expect(await refusalOf(stranger(logOutDevice, { params }))).toMatchObject({ status: 404, code: 'device_not_found' })
  expect(await refusalOf(stranger(logOutDevice, { params: { id: '987654321987' } }))).toMatchObject({ status: 404 })
  expect(await statusWith(tokens.token)).toBe(200)
})

test('logging out takes the device from the list', async () => {
  const { tokens } = await register()
  const other = await logInFrom({})
  await clientOf(other.token)(logOut, {})
  expect(await clientOf(tokens.token)(listDevices, {})).toHaveLength(1)
})
