import { setPassword } from '@paidang/api/areas/desks/accounts'
import { expect, test } from 'vitest'
import { givenLogin, givenPlayer } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, app, clock, signedInAs } = await startTestServer()

const MINUTE_MS = 60_000
const RIGHT = 'right1234'
const PHONE = '13800000001'
const OWN_ADDRESS = '198.51.100.1'

type From = { address?: string; cookie?: string }

/** Logs in from an address, with the cookie of a browser. */
async function logIn(username: string, password: string, { address = OWN_ADDRESS, cookie }: From = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/aaapi/auth/h5-login',
    remoteAddress: address,
    headers: cookie === undefined ? {} : { cookie },
    payload: { username, password },
  })
  const { code, data } = answer.json()
  const [kept = ''] = String(answer.headers['set-cookie'] ?? '').split(';')
  return {
    code,
    triesLeft: data?.triesLeft,
    minutes: data?.minutes,
    cookie: kept,
    setCookie: String(answer.headers['set-cookie'] ?? ''),
  }
}

const fail = async (times: number, username: string, from: From = {}) => {
  let last = await logIn(username, 'wrong1234', from)
  for (let n = 1; n < times; n++) last = await logIn(username, 'wrong1234', from)
  return last
}
const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * MINUTE_MS))

async function givenOwner(username = 'xiaoman', phone = PHONE) {
  const userId = await givenPlayer(db, { phone })
  await givenLogin(db, { userId, username, password: RIGHT })
  return userId
}

test('a stranger blocks a name only for the stranger’s address, and never for its owner', async () => {
  await givenOwner()
  expect(await fail(6, 'xiaoman', { address: '203.0.113.1' })).toMatchObject({ code: 'login_too_often' })
  expect(await logIn('xiaoman', RIGHT, { address: '203.0.113.1' })).toMatchObject({ code: 'login_too_often' })
  expect(await logIn('xiaoman', RIGHT)).toMatchObject({ code: 0 })
})

test('many addresses together block a name for everybody except on the owner’s known devices', async () => {
  await givenOwner()
  const { cookie, setCookie } = await logIn('xiaoman', RIGHT)
  expect(setCookie).toMatch(/; Path=\/aaapi; Max-Age=31536000; HttpOnly; SameSite=Strict$/)
  for (let n = 1; n <= 12; n++) await fail(5, 'xiaoman', { address: `203.0.113.${n}` })
  expect(await logIn('xiaoman', RIGHT)).toMatchObject({ code: 'login_too_often' })
  expect(await logIn('xiaoman', RIGHT, { cookie, address: '203.0.113.1' })).toMatchObject({ code: 0 })
  // The number is another name, which nobody tried.
  expect(await logIn(PHONE, RIGHT)).toMatchObject({ code: 0 })
})

test('a known device has five tries of its own, which block nobody else', async () => {
  await givenOwner()
  const { cookie } = await logIn('xiaoman', RIGHT)
  expect(await fail(5, 'xiaoman', { cookie })).toMatchObject({ code: 'login_wrong', triesLeft: 0 })
  expect(await logIn('xiaoman', RIGHT, { cookie })).toMatchObject({ code: 'login_too_often' })
  expect(await logIn('xiaoman', RIGHT)).toMatchObject({ code: 0 })
})

test('a forged device, or the device of another account, counts as a stranger', async () => {
  await givenOwner()
  await givenOwner('wangfang', '13800000002')
  const { cookie: other } = await logIn('wangfang', RIGHT)
  const { cookie: own } = await logIn('xiaoman', RIGHT)
  const forged = own.replace(/\.[\w-]{16}\./, '.AAAAAAAAAAAAAAAA.')
  await fail(5, 'xiaoman')
  for (const cookie of [other, forged, own.slice(0, -1), 'paidang-devices=', 'paidang-devices=,,,']) {
    expect(await logIn('xiaoman', RIGHT, { cookie })).toMatchObject({ code: 'login_too_often' })
  }
  expect(await logIn('xiaoman', RIGHT, { cookie: `first=1; ${own}` })).toMatchObject({ code: 0 })
})

test('a browser of two people is known to both', async () => {
  await givenOwner()
  await givenOwner('wangfang', '13800000002')
  const first = await logIn('xiaoman', RIGHT)
  const { cookie } = await logIn('wangfang', RIGHT, first)
  await fail(5, 'xiaoman')
  await fail(5, 'wangfang')
  expect(await logIn('xiaoman', RIGHT, { cookie })).toMatchObject({ code: 0 })
  expect(await logIn('wangfang', RIGHT, { cookie })).toMatchObject({ code: 0 })
})

test('one password tried on many accounts blocks the address, IPv6 by its network, and no other', async () => {
  await givenOwner()
  for (let n = 0; n < 30; n++) {
    const { code } = await logIn(`somebody_${n}`, 'demo1234', { address: `2001:db8:1:2::${n}` })
    expect(code).toBe('login_wrong')
  }
  expect(await logIn('xiaoman', RIGHT, { address: '2001:db8:1:2::ffff' })).toMatchObject({ code: 'login_too_often' })
  expect(await logIn('xiaoman', RIGHT, { address: '2001:db8:1:3::1' })).toMatchObject({ code: 0 })
})

test('each pause in a row is twice as long as the one before', async () => {
  await givenOwner()
  for (const minutes of [15, 30, 60, 120]) {
    expect(await fail(5, 'xiaoman')).toMatchObject({ code: 'login_wrong', triesLeft: 0, minutes })
    later(minutes - 0.001)
    expect(await logIn('xiaoman', RIGHT)).toMatchObject({ code: 'login_too_often' })
    later(0.001)
  }
  expect(await logIn('xiaoman', RIGHT)).toMatchObject({ code: 0 })
  expect(await fail(5, 'xiaoman')).toMatchObject({ triesLeft: 0 })
  later(15)
  expect(await logIn('xiaoman', RIGHT)).toMatchObject({ code: 0 })
})

test('the tries left depend on the typed name, and reveal neither an account nor the owner of a number', async () => {
  await givenOwner()
  const told: unknown[][] = []
  for (const name of ['xiaoman', PHONE, 'nobody', '13900000009']) {
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await logIn(name, 'wrong1234', { address: '203.0.113.1' }))
    told.push(answers.map(({ code, triesLeft }) => [code, triesLeft]))
  }
  expect(told[0]).toEqual([...[4, 3, 2, 1, 0].map((left) => ['login_wrong', left]), ['login_too_often', undefined]])
  for (const other of told.slice(1)) expect(other).toEqual(told[0])
})

test('a logged-in user has separate tries for a new password, apart from strangers and from the log-in', async () => {
  const userId = await givenOwner()
  for (let n = 1; n <= 12; n++) await fail(5, 'xiaoman', { address: `203.0.113.${n}` })
  const change = (oldPassword: string) =>
    signedInAs(userId)(setPassword, { body: { oldPassword, newPassword: 'newer1234' } })
  for (const triesLeft of [4, 3, 2, 1, 0]) {
    await expect(change('wrong1234')).rejects.toMatchObject({ code: 'password_wrong', data: { triesLeft } })
  }
  await expect(change(RIGHT)).rejects.toMatchObject({ code: 'login_too_often' })
  expect(await logIn(PHONE, RIGHT)).toMatchObject({ code: 0 })
  later(15)
  await change(RIGHT)
})
