import {
  readAccount,
  registerAccount,
  resetPassword,
  setPassword,
  settlePhone,
  verifyPhone,
} from '@paidang/api/areas/desks/accounts'
import { suspendUser } from '@paidang/api/areas/desks/admin-users'
import { h5Login, phoneLogIn, sendPhoneCode, settlePhoneLogIn } from '@paidang/api/areas/people/auth'
import { errors } from '@paidang/api/catalogue/errors'
import type { Call } from '@paidang/api/client'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { agreementConsents, phoneConflicts } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { givenCoach, givenLogin, givenPlayer, givenRelation } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { giveOneTimePassword } from './password.ts'

const { db, call, clock, clientOf, signedInAs, asStaff } = await startTestServer()

const PHONE = '13812345678'
const OTHER_PHONE = '13987654321'
const [RIGHT, NEW] = ['demo1234', 'other5678']

/** A code that was sent to the number just now. */
async function codeFor(phone = PHONE): Promise<string> {
  clock.set(new Date(clock.now().getTime() + 60_000))
  return (await call(sendPhoneCode, { body: { phone } })).shownCode ?? ''
}
const logIn = async () =>
  call(phoneLogIn, { body: { phone: PHONE, code: await codeFor(), agreementVersion: AGREEMENT_VERSION } })
const verify = async (ask: Call) => ask(verifyPhone, { body: { phone: PHONE, code: await codeFor() } })
const reset = async () => call(resetPassword, { body: { phone: PHONE, code: await codeFor(), newPassword: NEW } })
const userOf = async (id = '') => (await db.select().from(users).where(eq(users.id, id)))[0]
const register = (username = 'lin_xiaoman', phone = PHONE) =>
  call(registerAccount, { body: { username, password: RIGHT, nickname: '林小满', phone } })

test('a number that nobody has gets an account with the number proved and the consent kept, and later goes on as it', async () => {
  const first = await logIn()
  expect(first).toMatchObject({ isNew: true, claimed: null })
  const userId = first.logIn?.userInfo.userId ?? ''
  expect(await userOf(userId)).toMatchObject({ phone: PHONE, phoneVerified: true, registeredAt: null, userType: 0 })
  expect(await db.select().from(agreementConsents)).toMatchObject([{ userId, version: AGREEMENT_VERSION }])
  const again = await logIn()
  expect(again).toMatchObject({ isNew: false, claimed: null, logIn: { userInfo: { userId } } })
  const account = await clientOf(again.logIn?.tokens.token ?? '')(readAccount, {})
  expect(account).toMatchObject({ username: null, phone: '138****5678', phoneVerified: true })
})

test('an account that WeChat verified, and a coach, go on as themselves', async () => {
  const coachId = await givenCoach(db, { phone: PHONE, phoneVerified: true })
  expect(await logIn()).toMatchObject({ isNew: false, logIn: { userInfo: { userId: coachId, userType: 1 } } })
})

test('two who log in at once with one code are one account', async () => {
  const code = await codeFor()
  const both = await Promise.allSettled([1, 2].map(() => call(phoneLogIn, { body: { phone: PHONE, code } })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await db.$count(users)).toBe(1)
})

test('a suspended account stays out, and keeps its code', async () => {
  const userId = await givenPlayer(db, { phone: PHONE, phoneVerified: true })
  await asStaff('operator')(suspendUser, { params: { id: userId }, body: { reason: '恶意占场', lastDay: null } })
  const code = await codeFor()
  for (const _nth of [1, 2]) {
    await expect(call(phoneLogIn, { body: { phone: PHONE, code } })).rejects.toMatchObject({
      code: 'account_suspended',
    })
  }
})

test('a claimed number is settled by the password of who claims it: then it is proved, and theirs', async () => {
  const { userInfo } = await register()
  const { logIn: none, claimed } = await logIn()
  expect([none, claimed?.username]).toEqual([null, 'li***n'])
  const ticket = claimed?.ticket ?? ''
  expect(ticket).not.toContain(PHONE)
  const wrong = call(settlePhoneLogIn, { body: { ticket, password: NEW } })
  await expect(wrong).rejects.toMatchObject({ code: 'login_wrong', data: { triesLeft: 4 } })
  const settled = await call(settlePhoneLogIn, { body: { ticket, password: RIGHT } })
  expect(settled).toMatchObject({ isNew: false, logIn: { userInfo: { userId: userInfo.userId } } })
  expect(await userOf(userInfo.userId)).toMatchObject({ phone: PHONE, phoneVerified: true })
  expect(await logIn()).toMatchObject({ isNew: false, logIn: { userInfo: { userId: userInfo.userId } } })
})

test('without the password the number goes to a new account, and who loses it is told, as are their coaches', async () => {
  const { userInfo } = await register()
  const coachId = await givenCoach(db)
  await givenRelation(db, coachId, userInfo.userId)
  const { claimed } = await logIn()
  const ticket = claimed?.ticket ?? ''
  const settled = await call(settlePhoneLogIn, { body: { ticket, agreementVersion: AGREEMENT_VERSION } })
  expect(settled.isNew).toBe(true)
  expect(await userOf(userInfo.userId)).toMatchObject({ phone: null, phoneVerified: false })
  expect(await userOf(settled.logIn.userInfo.userId)).toMatchObject({ phone: PHONE, phoneVerified: true })
  const told = await db.select().from(messages)
  expect(told.map(({ receiverId }) => receiverId).sort()).toEqual([userInfo.userId, coachId].sort())
  // The ticket proves the number for its ten minutes, and so does not make a second account.
  const again = await call(settlePhoneLogIn, { body: { ticket } })
  expect(again).toMatchObject({ isNew: false, logIn: { userInfo: { userId: settled.logIn.userInfo.userId } } })
})

test.each([
  ['just before its ten minutes end', 599_999, true],
  ['as they end', 600_000, false],
])('a ticket settles %s', async (_when, ms, settles) => {
  await register()
  const ticket = (await logIn()).claimed?.ticket ?? ''
  clock.set(new Date(clock.now().getTime() + ms))
  const settled = call(settlePhoneLogIn, { body: { ticket } })
  if (settles) expect(await settled).toMatchObject({ isNew: true })
  else await expect(settled).rejects.toMatchObject({ code: 'phone_ticket_expired' })
})

test('tickets of another call, or made up, settle nothing', async () => {
  await register()
  const caller = await givenPlayer(db, { phone: null })
  const { claimed } = await verify(signedInAs(caller))
  for (const ticket of [claimed?.ticket ?? '', 'made-up', `1${claimed?.ticket}`]) {
    const attempt = call(settlePhoneLogIn, { body: { ticket } })
    await expect(attempt).rejects.toMatchObject({ code: 'phone_ticket_expired' })
  }
  const { claimed: ofLogIn } = await logIn()
  const strange = signedInAs(caller)(settlePhone, { body: { ticket: ofLogIn?.ticket ?? '' } })
  await expect(strange).rejects.toMatchObject({ code: 'phone_ticket_expired' })
})

test('a code proves the number that the account already claims, without a password', async () => {
  const { userInfo, tokens } = await register()
  expect(await verify(clientOf(tokens.token))).toEqual({ logIn: null, claimed: null })
  expect(await userOf(userInfo.userId)).toMatchObject({ phone: PHONE, phoneVerified: true })
})

test('another number needs the password of the account, since it opens the account from then on', async () => {
  const { userInfo, tokens } = await register()
  const ask = clientOf(tokens.token)
  const proof = { phone: OTHER_PHONE, code: await codeFor(OTHER_PHONE) }
  for (const body of [proof, { ...proof, password: NEW }]) {
    await expect(ask(verifyPhone, { body })).rejects.toMatchObject({ code: 'password_incorrect' })
  }
  const proved = await ask(verifyPhone, { body: { ...proof, password: RIGHT } })
  expect(proved).toEqual({ logIn: null, claimed: null })
  expect(await userOf(userInfo.userId)).toMatchObject({ phone: OTHER_PHONE, phoneVerified: true })
})

test('a proved number decides as one of WeChat does: taken from a claim, kept by who proved it first', async () => {
  const { userInfo: claimer } = await register()
  const caller = await givenPlayer(db, { phone: null })
  const { claimed } = await verify(signedInAs(caller))
  const settled = await signedInAs(caller)(settlePhone, { body: { ticket: claimed?.ticket ?? '' } })
  expect(settled).toEqual({ phone: PHONE, logIn: null })
  expect(await userOf(claimer.userId)).toMatchObject({ phone: null })
  expect(await userOf(caller)).toMatchObject({ phone: PHONE, phoneVerified: true })

  const later = await givenPlayer(db, { phone: null })
  await expect(verify(signedInAs(later))).rejects.toMatchObject({
    code: 'phone_of_others',
    message: '该手机号已绑定其他账号。要用那个账号，请退出后用这个手机号登录；要合并两个账号，请联系客服',
  })
  expect(await db.select().from(phoneConflicts)).toMatchObject([{ userId: later, phone: PHONE }])
  expect(await userOf(caller)).toMatchObject({ phone: PHONE })

  // Nobody logs in to an account that is suspended. The next day no picture is asked for.
  clock.set(new Date(clock.now().getTime() + 86_400_000))
  await asStaff('operator')(suspendUser, { params: { id: caller }, body: { reason: '违规', lastDay: null } })
  await expect(verify(signedInAs(later))).rejects.toMatchObject({ message: errors.phone_of_others.message })
})

test.each([
  ['', { openId: null, phone: null }],
  [', also where the first one has a WeChat', { phone: null }],
])(
  'whose two accounts have a password each goes on as the one that claims the number, and neither is lost%s',
  async (_, own) => {
    const { userInfo: claimer } = await register()
    const caller = await givenPlayer(db, own)
    const login = await givenLogin(db, { userId: caller })
    const { claimed } = await signedInAs(caller)(verifyPhone, {
      body: { phone: PHONE, code: await codeFor(), password: login.password },
    })
    const settled = await signedInAs(caller)(settlePhone, { body: { ticket: claimed?.ticket ?? '', password: RIGHT } })
    expect(settled).toMatchObject({ phone: PHONE, logIn: { userInfo: { userId: claimer.userId } } })
    expect(await userOf(claimer.userId)).toMatchObject({ phone: PHONE, phoneVerified: true })
    expect(await userOf(caller)).toMatchObject({ phone: null })
    expect((await call(h5Login, { body: login })).userInfo.userId).toBe(caller)
    expect(await db.$count(phoneConflicts)).toBe(0)
  },
)

test('a bare WeChat account becomes the account that proved the number on the web', async () => {
  const own = (await logIn()).logIn?.userInfo.userId
  const caller = await givenPlayer(db, { phone: null })
  const { logIn: became } = await verify(signedInAs(caller))
  expect(became?.userInfo.userId).toBe(own)
  expect(await userOf(caller)).toBeUndefined()
})

test('a forgotten password is set anew by the proved number; every other log-in ends, wrong tries are forgotten', async () => {
  const { userInfo, tokens } = await register()
  const ask = clientOf(tokens.token)
  await verify(ask)
  const old = () => call(h5Login, { body: { username: 'lin_xiaoman', password: RIGHT } })
  for (let nth = 0; nth < 5; nth++)
    await call(h5Login, { body: { username: 'lin_xiaoman', password: 'wrong1234' } }).catch(() => undefined)
  await expect(old()).rejects.toMatchObject({ code: 'login_too_often' })
  const begun = await reset()
  expect(begun.userInfo.userId).toBe(userInfo.userId)
  await expect(ask(readAccount, {})).rejects.toMatchObject({ status: 401 })
  await expect(old()).rejects.toMatchObject({ code: 'login_wrong' })
  expect(await call(h5Login, { body: { username: PHONE, password: NEW } })).toMatchObject({ userInfo: begun.userInfo })
  expect(await clientOf(begun.tokens.token)(readAccount, {})).toMatchObject({ passwordUsedUp: false })
})

test('a one-time password of the operators ends with a reset', async () => {
  const userId = await givenPlayer(db, { phone: PHONE, phoneVerified: true })
  const { username } = await givenLogin(db, { userId })
  const { password } = await db.transaction((tx) => giveOneTimePassword(tx, { userId, now: clock.now() }))
  await reset()
  await expect(call(h5Login, { body: { username, password } })).rejects.toMatchObject({ code: 'login_wrong' })
})

test.each<[string, () => Promise<unknown>]>([
  ['nobody', async () => undefined],
  ['only claimed', () => register()],
  ['of an account without a password', () => logIn()],
])('a number that is %s resets nothing, and its code still logs in', async (_whose, given) => {
  await given()
  const code = await codeFor()
  const attempt = call(resetPassword, { body: { phone: PHONE, code, newPassword: NEW } })
  await expect(attempt).rejects.toMatchObject({ code: 'phone_account_missing' })
  expect(await call(phoneLogIn, { body: { phone: PHONE, code } })).toBeDefined()
})

test('a weak password is refused before the code is used', async () => {
  const code = await codeFor()
  const attempt = call(resetPassword, { body: { phone: PHONE, code, newPassword: 'onlyletters' } })
  await expect(attempt).rejects.toMatchObject({ code: 'password_weak' })
})

test('an account that began with a number may set its user name and password', async () => {
  const { logIn: begun } = await logIn()
  const ask = clientOf(begun?.tokens.token ?? '')
  await ask(setPassword, { body: { username: 'lin_1234', newPassword: NEW } })
  expect(await call(h5Login, { body: { username: 'lin_1234', password: NEW } })).toMatchObject({
    userInfo: { userId: begun?.userInfo.userId },
  })
})
