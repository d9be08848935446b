import { staffLogin } from '@paidang/api/areas/desks/staff'
import { queryStaff, resetStaff } from '@paidang/api/areas/desks/staff-accounts'
import { beginFactor, confirmFactor, readFactor, resetFactor } from '@paidang/api/areas/desks/staff-factor'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffFactors, staffRecoveryCodes } from '../../../tables/auth.ts'
import { givenStaffLogin } from '../../../testing/builders.ts'
import { givenMerchant } from '../../../testing/given-stringing.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { codeOf } from './one-time-code.ts'

const { db, call, clientOf, clock, asStaff, another, app } = await startTestServer()

const PASSWORD = 'demo1234'
const HALF_MINUTE_MS = 30_000

const codeNow = (secret: string) => codeOf(secret, Math.floor(clock.now().getTime() / HALF_MINUTE_MS))
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
const logIn = (username: string, code?: string, password = PASSWORD) =>
  call(staffLogin, { body: { username, password, ...(code !== undefined && { code }) } })

/** A staff member who has set up a second factor, half a minute ago. */
async function givenFactor(kind: 'operator' | 'merchant' = 'operator') {
  const merchant = kind === 'merchant' ? { merchantId: await givenMerchant(db) } : {}
  const { staffId, username } = await givenStaffLogin(db, { kind, ...merchant })
  const { token } = await logIn(username)
  const as = clientOf(token)
  const { secret, ticket } = await as(beginFactor, {})
  const { recoveryCodes } = await as(confirmFactor, { body: { ticket, code: codeNow(secret), password: PASSWORD } })
  later(HALF_MINUTE_MS)
  return { staffId, username, secret, recoveryCodes, as }
}

test('after the setup a log-in needs a code, and without one it is requested', async () => {
  const { username, secret, as } = await givenFactor()
  expect(await as(readFactor, {})).toMatchObject({
    since: expect.any(String),
    recoveryCodesLeft: 10,
    isDemanded: false,
  })
  await expect(logIn(username)).rejects.toMatchObject({
    status: 400,
    code: 'factor_missing',
    message: '请输入两步验证码',
  })
  expect(await logIn(username, codeNow(secret))).toMatchObject({ staff: { needsFactor: false } })
})

test('without the password nobody learns that there is a second factor', async () => {
  const { username, secret } = await givenFactor()
  for (const code of [undefined, codeNow(secret)]) {
    await expect(logIn(username, code, 'wrong1234')).rejects.toMatchObject({ code: 'login_wrong' })
  }
})

test('a code opens one log-in, and so does each recovery code, in any spelling', async () => {
  const { username, secret, recoveryCodes, as } = await givenFactor()
  const code = codeNow(secret)
  await logIn(username, `${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(logIn(username, code)).rejects.toMatchObject({ code: 'factor_wrong' })
  // A code older than the last used one is refused too.
  const older = codeOf(secret, Math.floor(clock.now().getTime() / HALF_MINUTE_MS) - 1)
  await expect(logIn(username, older)).rejects.toMatchObject({ code: 'factor_wrong' })
  const [first = '', second = ''] = recoveryCodes
  await logIn(username, first.toUpperCase())
  await logIn(username, second.replace('-', ''))
  await expect(logIn(username, first)).rejects.toMatchObject({ code: 'factor_wrong' })
  expect(await as(readFactor, {})).toMatchObject({ recoveryCodesLeft: 8 })
})

test('when ten use one code at once, one gets in', async () => {
  const { username, secret } = await givenFactor()
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => logIn(username, codeNow(secret))))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('five wrong codes block codes for 15 minutes, the right one too; the password is not blocked', async () => {
  const { username, secret } = await givenFactor()
  for (const triesLeft of [4, 3, 2, 1, 0]) {
    await expect(logIn(username, '000000')).rejects.toMatchObject({ code: 'factor_wrong', data: { triesLeft } })
  }
  await expect(logIn(username, codeNow(secret))).rejects.toMatchObject({ code: 'login_too_often' })
  await expect(logIn(username)).rejects.toMatchObject({ code: 'factor_missing' })
  later(15 * 60_000)
  expect(await logIn(username, codeNow(secret))).toMatchObject({ expiresIn: 7200 })
})

test('it is set up with password and first code, within ten minutes, once, and ends other log-ins', async () => {
  const { username } = await givenStaffLogin(db, { kind: 'operator' })
  const [here, elsewhere] = [await logIn(username), await logIn(username)].map(({ token }) => clientOf(token))
  if (!here || !elsewhere) throw new Error('nobody is logged in')
  const { secret, address, ticket } = await here(beginFactor, {})
  expect(new URL(address).searchParams.get('secret')).toBe(secret)
  const confirm = (over: object) =>
    here(confirmFactor, { body: { ticket, code: codeNow(secret), password: PASSWORD, ...over } })
  await expect(confirm({ password: 'wrong1234' })).rejects.toMatchObject({ code: 'password_incorrect' })
  await expect(confirm({ code: '000000' })).rejects.toMatchObject({ code: 'factor_wrong' })
  await expect(confirm({ ticket: `${ticket}x` })).rejects.toMatchObject({ code: 'factor_ticket_expired' })
  expect(await db.$count(staffFactors)).toBe(0)
  const begun = clock.now()
  clock.set(new Date(begun.getTime() + 600_000))
  await expect(confirm({ code: codeNow(secret) })).rejects.toMatchObject({ code: 'factor_ticket_expired' })
  clock.set(new Date(begun.getTime() + 599_999))
  const { recoveryCodes } = await confirm({ code: codeNow(secret) })
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  await expect(confirm({ code: codeNow(secret) })).rejects.toMatchObject({ code: 'factor_active' })
  await expect(here(beginFactor, {})).rejects.toMatchObject({ code: 'factor_active' })
  await expect(elsewhere(readFactor, {})).rejects.toMatchObject({ code: 'session_expired' })
})

test('a setup belongs to the account that began it', async () => {
  const [own, other] = [
    await givenStaffLogin(db, { kind: 'operator' }),
    await givenStaffLogin(db, { kind: 'operator' }),
  ]
  const { secret, ticket } = await clientOf((await logIn(other.username)).token)(beginFactor, {})
  const as = clientOf((await logIn(own.username)).token)
  const confirmation = { ticket, code: codeNow(secret), password: PASSWORD }
  await expect(as(confirmFactor, { body: confirmation })).rejects.toMatchObject({ code: 'factor_ticket_expired' })
  expect(await db.$count(staffFactors)).toBe(0)
})

test('neither the secret nor a recovery code is stored', async () => {
  const { secret, recoveryCodes } = await givenFactor()
  const stored = JSON.stringify([await db.select().from(staffFactors), await db.select().from(staffRecoveryCodes)])
  for (const word of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
    expect(stored).not.toContain(word)
  }
})

test('only another senior operator can reset a lost one, not an operator and not its owner', async () => {
  const { staffId, username, as } = await givenFactor()
  const params = { id: staffId }
  await expect(asStaff('operator')(resetFactor, { params })).rejects.toMatchObject({ status: 403 })
  const senior = asStaff('senior')
  expect(
    (await senior(queryStaff, { query: { current: 1, rows: 10 } })).rows.find(({ id }) => id === staffId),
  ).toMatchObject({
    hasFactor: true,
  })
  // A new password leaves the second factor as it is.
  const { password } = await senior(resetStaff, { params })
  await expect(logIn(username, undefined, password)).rejects.toMatchObject({ code: 'factor_missing' })
  expect(await senior(resetFactor, { params })).toMatchObject({ id: staffId, hasFactor: false })
  expect(await senior(resetFactor, { params })).toMatchObject({ hasFactor: false })
  await expect(as(readFactor, {})).rejects.toMatchObject({ code: 'session_expired' })
  expect(await logIn(username, undefined, password)).toMatchObject({ staff: { id: staffId } })
  expect(await db.$count(staffRecoveryCodes)).toBe(0)

  const own = await givenStaffLogin(db, { kind: 'operator', isLead: true })
  const { token } = await logIn(own.username)
  const toOneself = clientOf(token)(resetFactor, { params: { id: own.staffId } })
  await expect(toOneself).rejects.toMatchObject({ code: 'staff_oneself' })
})

/** Each role, and whether it needs a second factor where one is required. */
const DEMANDED = [
  ['operator', 'operator', false, true],
  ['senior operator', 'operator', true, true],
  ['clerk', 'merchant', false, false],
  ['owner of a shop', 'merchant', true, false],
] as const

test.each(DEMANDED)(
  'in production of a(n) %s a second factor is demanded: %#',
  async (_who, kind, isLead, isDemanded) => {
    const production = await another({ demandsFactor: true })
    const merchant = kind === 'merchant' ? { merchantId: await givenMerchant(db) } : {}
    const { staffId, username } = await givenStaffLogin(db, { kind, isLead, ...merchant })
    const ask = async (method: 'GET' | 'POST', path: string, token: string, payload?: object) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await production.inject({ method, url: `/aaapi${path}`, headers, ...(payload && { payload }) })).json()
    }
    const { data } = await ask('POST', '/staff/login', '', { username, password: PASSWORD })
    expect(data.staff).toMatchObject({ id: staffId, needsFactor: isDemanded })
    const work = kind === 'operator' ? '/admin/cards?current=1&rows=10' : '/merchant/threading/strings'
    const refused = { code: 'factor_demanded', msg: '请先开启两步验证' }
    expect(await ask('GET', work, data.token)).toMatchObject(isDemanded ? refused : { code: 0 })
    expect(await ask('POST', '/staff/renew', data.token)).toMatchObject({
      data: { staff: { needsFactor: isDemanded } },
    })
    expect(await ask('GET', '/staff/factor', data.token)).toMatchObject({ data: { isDemanded, since: null } })

    const { secret, ticket } = (await ask('POST', '/staff/factor/begin', data.token)).data
    const confirmation = { ticket, code: codeNow(secret), password: PASSWORD }
    expect(await ask('POST', '/staff/factor/confirm', data.token, confirmation)).toMatchObject({ code: 0 })
    expect(await ask('GET', work, data.token)).toMatchObject({ code: 0 })
    expect(app.sessions.lacksFactor({ role: 'senior', hasFactor: false })).toBe(false)
  },
)

test('a secret sealed under another secret of the server is reported as unreadable', async () => {
  const { staffId, username, secret, recoveryCodes } = await givenFactor()
  await db
    .update(staffFactors)
    .set({ sealedSecret: 'A'.repeat(80) })
    .where(eq(staffFactors.staffId, staffId))
  for (const code of [codeNow(secret), recoveryCodes[0]])
    await expect(logIn(username, code)).rejects.toMatchObject({ status: 409, code: 'factor_unreadable' })
})
