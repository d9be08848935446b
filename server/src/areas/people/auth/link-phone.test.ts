import { readAccount, registerAccount, settlePhone } from '@paidang/api/areas/desks/accounts'
import { createAddress } from '@paidang/api/areas/people/addresses'
import { decryptPhone, h5Login, wxLogin } from '@paidang/api/areas/people/auth'
import { savePlayer } from '@paidang/api/areas/people/registration'
import { openShare, sharePage } from '@paidang/api/areas/views/sharing'
import type { Call } from '@paidang/api/client'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { loginSessions } from '../../../tables/auth.ts'
import { files } from '../../../tables/files.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { levelChanges } from '../../../tables/profile.ts'
import { wechatKeys } from '../../../tables/wechat.ts'
import {
  givenCoach,
  givenFile,
  givenLogin,
  givenMessage,
  givenPlayer,
  givenRelation,
} from '../../../testing/builders.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { encryptAsWechat, phoneContent } from '../../../testing/wechat-stand-in.ts'
import { SIMULATED_APP_ID, simulatedOpenId, simulatedSessionKey } from '../../ground/wechat/simulator.ts'

const ROUNDS = raceRounds(20)

const { db, call, clock, request, signedInAs, clientOf } = await startTestServer()

const PHONE = '13812345678'
const FAILED = { status: 400, code: 'phone_decryption_failed', message: '解密手机号失败，请稍后再试' }
const OF_OTHERS = { status: 409, code: 'phone_of_others' }
let codes = 0
/** A log-in code that nobody has used yet. */
const codeOf = (person: string) => {
  codes += 1
  return `sim:${person}:${codes}`
}
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no refusal',
    (error: unknown) => error,
  )

/** A user who has just opened the mini-program. */
async function cameThroughWechat(person: string) {
  const { userInfo, tokens } = await call(wxLogin, {
    body: { code: codeOf(person), agreementVersion: AGREEMENT_VERSION },
  })
  return { userId: userInfo.userId, token: tokens.token, ask: clientOf(tokens.token) }
}
const bind = (ask: Call, phone = PHONE) => ask(decryptPhone, { body: { code: codeOf(phone) } })
const userOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]
const statusWith = async (token: string) =>
  (await request({ url: '/aaapi/auth/account', headers: { authorization: `Bearer ${token}` } })).statusCode

/** A user with a verified number and without WeChat, who logs in with a password only. */
const givenVerified = (over: Partial<typeof users.$inferInsert> = {}) =>
  givenPlayer(db, { phone: PHONE, phoneVerified: true, openId: null, ...over })

const register = (username = 'lin_xiaoman', phone = PHONE) =>
  call(registerAccount, { body: { username, password: 'demo1234', nickname: '林小满', phone } })

test('a number that nobody has becomes the caller’s, and verified', async () => {
  const { userId, ask } = await cameThroughWechat('lin')
  expect(await bind(ask)).toEqual({ phone: PHONE, logIn: null, claimed: null })
  expect(await userOf(userId)).toMatchObject({ phone: PHONE, phoneVerified: true })
  expect(await ask(readAccount, {})).toMatchObject({ phone: '138****5678', phoneVerified: true, hasWechat: true })
  expect(await bind(ask, '+852-91234567')).toMatchObject({ phone: '+85291234567' })
})

test('the old way does the same with data that WeChat encrypted under the caller’s key, once', async () => {
  const { userId, ask } = await cameThroughWechat('lin')
  const key = simulatedSessionKey(simulatedOpenId('lin'))
  const body = encryptAsWechat(key, phoneContent(PHONE, { appid: SIMULATED_APP_ID, at: clock.now() }))
  expect(await ask(decryptPhone, { body })).toMatchObject({ phone: PHONE })
  expect(await userOf(userId)).toMatchObject({ phone: PHONE, phoneVerified: true })
  expect(await refusalOf(ask(decryptPhone, { body }))).toMatchObject(FAILED)
})

test('data encrypted for another user, for another app or long ago is refused, and nothing changes', async () => {
  const { userId, ask } = await cameThroughWechat('lin')
  const key = (person: string) => simulatedSessionKey(simulatedOpenId(person))
  const content = (over = {}) => phoneContent(PHONE, { appid: SIMULATED_APP_ID, at: clock.now(), ...over })
  const long = new Date(clock.now().getTime() - 301_000)
  for (const body of [
    encryptAsWechat(key('wang'), content()),
    encryptAsWechat(key('lin'), content({ appid: 'wx0000000000000001' })),
    encryptAsWechat(key('lin'), content({ at: long })),
    { ...encryptAsWechat(key('lin'), content()), iv: '' },
    { encryptedData: 'nonsense', iv: 'nonsense' },
    {},
    { code: '' },
    { code: 'error:40029' },
    { code: 'error:-1' },
  ]) {
    expect(await refusalOf(ask(decryptPhone, { body }))).toMatchObject(FAILED)
  }
  expect(await userOf(userId)).toMatchObject({ phone: null })
})

test('a user who never came through WeChat has no key', async () => {
  const userId = await givenPlayer(db, { openId: null })
  const body = encryptAsWechat(
    simulatedSessionKey(simulatedOpenId('lin')),
    phoneContent(PHONE, { appid: SIMULATED_APP_ID, at: clock.now() }),
  )
  expect(await refusalOf(signedInAs(userId)(decryptPhone, { body }))).toMatchObject(FAILED)
})

test('a phone code works once', async () => {
  const { ask } = await cameThroughWechat('lin')
  const code = codeOf(PHONE)
  await ask(decryptPhone, { body: { code } })
  expect(await refusalOf(ask(decryptPhone, { body: { code } }))).toMatchObject(FAILED)
})

test('a caller whose number is verified elsewhere continues there, with WeChat; the bare account is gone', async () => {
  const known = await givenVerified({ nickname: '老王' })
  const { userId: bare, token, ask } = await cameThroughWechat('wang')
  await givenMessage(db, { receiverId: bare })
  const { logIn, claimed } = await bind(ask)
  expect([logIn?.userInfo, claimed]).toMatchObject([{ userId: known, nickname: '老王' }, null])
  expect(await userOf(bare)).toBeUndefined()
  expect(await userOf(known)).toMatchObject({ openId: simulatedOpenId('wang'), phone: PHONE, phoneVerified: true })
  expect([await statusWith(token), await statusWith(logIn?.tokens.token ?? '')]).toEqual([401, 200])
  expect(await db.select().from(wechatKeys)).toMatchObject([{ userId: known }])
  expect(await db.$count(messages)).toBe(0)
  expect((await call(wxLogin, { body: { code: codeOf('wang') } })).userInfo.userId).toBe(known)
})

test('a caller who only registered continues there too: level and picture move', async () => {
  const known = await givenVerified()
  const { userId: bare, ask } = await cameThroughWechat('wang')
  const avatar = 'public/avatars/wang.webp'
  await givenFile(db, { ownerId: bare, relativePath: avatar })
  await ask(savePlayer, { body: { nickname: '王', level: 4, avatar, registers: true } })
  expect((await bind(ask)).logIn?.userInfo.userId).toBe(known)
  expect(await userOf(bare)).toBeUndefined()
  expect(await db.select({ ownerId: files.ownerId }).from(files)).toEqual([{ ownerId: known }])
  expect(await db.select().from(levelChanges)).toMatchObject([{ userId: known, source: 'SELF', level: 4 }])
  expect(await userOf(known)).toMatchObject({ avatar, level: 4, rating: 4 })
})

test('a caller who viewed cards continues there too, and the short ids shared for them still work', async () => {
  const [known, another] = [await givenVerified({ nickname: '老王' }), await givenPlayer(db)]
  const { userId: bare, ask } = await cameThroughWechat('wang')
  const shared = (by: Call, objectId: string) => by(sharePage, { body: { kind: 'card', objectId } })
  const [ofOwn, ofAnother] = [await shared(ask, bare), await shared(ask, another)]
  clock.set(new Date(clock.now().getTime() + 1000))
  const ofKnown = await shared(ask, known)
  const byAnother = await shared(signedInAs(another), bare)
  const ofKnownBefore = await shared(signedInAs(known), another)

  expect((await bind(ask)).logIn?.userInfo.userId).toBe(known)
  expect(await userOf(bare)).toBeUndefined()
  const leadsTo = async ({ shareId }: { shareId: string }) =>
    call(openShare, { params: { shareId } }).then(
      ({ objectId }) => objectId,
      ({ code }) => code,
    )
  expect(await leadsTo(byAnother)).toBe(known)
  expect(await leadsTo(ofKnownBefore)).toBe(another)
  // A person shares one page under one id. The older id of two stays, or the one that the other account had.
  expect([await leadsTo(ofOwn), await leadsTo(ofKnown)]).toEqual([known, 'share_not_found'])
  expect(await leadsTo(ofAnother)).toBe('share_not_found')
})

test('a user whose level a coach has assessed is not bare', async () => {
  const known = await givenVerified()
  const { userId, ask } = await cameThroughWechat('wang')
  const byUserId = await givenCoach(db)
  await db.insert(levelChanges).values({ userId, source: 'COACH', level: 3, byUserId })
  expect(await refusalOf(bind(ask))).toMatchObject(OF_OTHERS)
  expect([await userOf(userId), await userOf(known)]).toMatchObject([{ phone: null }, { phone: PHONE }])
})

test('a user who did anything with the WeChat account keeps it, and the number stays where it is', async () => {
  const known = await givenVerified()
  const { userId, token, ask } = await cameThroughWechat('wang')
  await ask(createAddress, {
    body: { name: '王', phone: PHONE, regionCode: '310115', detail: '世纪大道 1 号', isDefault: true },
  })
  expect(await refusalOf(bind(ask))).toMatchObject(OF_OTHERS)
  expect(await userOf(userId)).toMatchObject({ openId: simulatedOpenId('wang'), phone: null })
  expect(await userOf(known)).toMatchObject({ openId: null, phone: PHONE })
  expect(await statusWith(token)).toBe(200)
  expect(await db.select().from(wechatKeys)).toMatchObject([{ userId }])
})

test('a number verified by another WeChat user stays with that user, since carriers reassign numbers', async () => {
  const known = await givenVerified({ openId: 'another openid' })
  const { userId, ask } = await cameThroughWechat('wang')
  expect(await refusalOf(bind(ask))).toMatchObject(OF_OTHERS)
  expect([await userOf(known), await userOf(userId)]).toMatchObject([{ phone: PHONE }, { phone: null }])
})

test('a number that is only claimed changes nothing until it is settled', async () => {
  const { userInfo } = await register()
  const { userId, ask } = await cameThroughWechat('lin')
  const { phone, logIn, claimed } = await bind(ask)
  expect([phone, logIn, claimed]).toEqual([PHONE, null, { ticket: expect.any(String), username: 'li***n' }])
  expect([await userOf(userInfo.userId), await userOf(userId)]).toMatchObject([
    { phone: PHONE, phoneVerified: false },
    { phone: null },
  ])
})

test('with the password of the account that claims the number, the two accounts are merged', async () => {
  const { userInfo } = await register()
  const { userId: bare, ask } = await cameThroughWechat('lin')
  const { claimed } = await bind(ask)
  const ticket = claimed?.ticket ?? ''
  const { logIn } = await ask(settlePhone, { body: { ticket, password: 'demo1234' } })
  expect(logIn?.userInfo.userId).toBe(userInfo.userId)
  expect(await userOf(bare)).toBeUndefined()
  expect(await userOf(userInfo.userId)).toMatchObject({ phoneVerified: true, openId: simulatedOpenId('lin') })
})

test('without the password the caller whom WeChat vouched for gets the number; a repeat answers the same', async () => {
  const { userInfo } = await register()
  const coachId = await givenCoach(db)
  await givenRelation(db, coachId, userInfo.userId)
  const { userId, ask } = await cameThroughWechat('lin')
  const ticket = (await bind(ask)).claimed?.ticket ?? ''
  expect(await ask(settlePhone, { body: { ticket } })).toEqual({ phone: PHONE, logIn: null })
  expect(await ask(settlePhone, { body: { ticket } })).toEqual({ phone: PHONE, logIn: null })
  expect([await userOf(userInfo.userId), await userOf(userId)]).toMatchObject([
    { phone: null, phoneVerified: false },
    { phone: PHONE, phoneVerified: true },
  ])
  const byPhone = call(h5Login, { body: { username: PHONE, password: 'demo1234' } })
  expect(await refusalOf(byPhone)).toMatchObject({ code: 'login_wrong' })
  expect(await db.select().from(messages).orderBy(messages.id)).toMatchObject([
    {
      receiverId: userInfo.userId,
      senderId: null,
      title: '您的手机号已解除绑定',
      content: '138****5678 已由另一个账号验证，不再绑定在您的账号上。请用用户名登录，也可以绑定其他手机号',
      objectKind: 'account',
      objectId: userInfo.userId,
    },
    {
      receiverId: coachId,
      title: '学员的手机号是别人的',
      content: expect.stringContaining('138****5678'),
      objectKind: 'student',
      objectId: userInfo.userId,
    },
  ])
})

test('a wrong password counts like one at the log-in by that number, and settles nothing', async () => {
  const { userInfo } = await register()
  const { ask } = await cameThroughWechat('lin')
  const ticket = (await bind(ask)).claimed?.ticket ?? ''
  for (const triesLeft of [4, 3, 2, 1, 0]) {
    const attempt = ask(settlePhone, { body: { ticket, password: 'wrong1234' } })
    expect(await refusalOf(attempt)).toMatchObject({ code: 'login_wrong', data: { triesLeft } })
  }
  const right = ask(settlePhone, { body: { ticket, password: 'demo1234' } })
  expect(await refusalOf(right)).toMatchObject({ code: 'login_too_often' })
  const byNumber = call(h5Login, { body: { username: PHONE, password: 'demo1234' } })
  expect(await refusalOf(byNumber)).toMatchObject({ code: 'login_too_often' })
  expect(await userOf(userInfo.userId)).toMatchObject({ phoneVerified: false })
})

test('a ticket is valid for its user, its number and ten minutes', async () => {
  await register()
  const { ask } = await cameThroughWechat('lin')
  const ticket = (await bind(ask)).claimed?.ticket ?? ''
  const other = await cameThroughWechat('wang')
  const expired = { status: 409, code: 'phone_ticket_expired' }
  expect(ticket).not.toContain(PHONE)
  const turned = (at: number) => `${ticket.slice(0, at)}${ticket[at] === 'A' ? 'B' : 'A'}${ticket.slice(at + 1)}`
  for (const forged of [turned(3), turned(30), turned(ticket.length - 5), `${ticket}x`, 'x']) {
    expect(await refusalOf(ask(settlePhone, { body: { ticket: forged } }))).toMatchObject(expired)
  }
  expect(await refusalOf(other.ask(settlePhone, { body: { ticket } }))).toMatchObject(expired)
  clock.set(new Date(clock.now().getTime() + 600_000))
  expect(await refusalOf(ask(settlePhone, { body: { ticket } }))).toMatchObject(expired)
})

test('a ticket used as an access token opens nothing', async () => {
  await register()
  const { ask } = await cameThroughWechat('lin')
  expect(await statusWith((await bind(ask)).claimed?.ticket ?? '')).toBe(401)
})

test('when two callers bring one number at once, one gets it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const phone = String(13_700_000_000 + round)
    const people = await Promise.all([cameThroughWechat(`a${round}`), cameThroughWechat(`b${round}`)])
    const results = await Promise.allSettled(people.map(({ ask }) => bind(ask, phone)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: OF_OTHERS })
    expect(await db.$count(users, eq(users.phone, phone))).toBe(1)
  }
})

test('a user who acts while being merged either merges as bare, or keeps what the action created', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const phone = String(13_600_000_000 + round)
    const known = await givenPlayer(db, { phone, phoneVerified: true, openId: null })
    const { userId, ask } = await cameThroughWechat(`c${round}`)
    const address = { name: '王', phone, regionCode: '310115', detail: '世纪大道 1 号', isDefault: true }
    const [bound] = await Promise.allSettled([bind(ask, phone), ask(createAddress, { body: address })])
    const isGone = (await userOf(userId)) === undefined
    expect([bound.status, (await userOf(known))?.openId !== null]).toEqual(
      isGone ? ['fulfilled', true] : ['rejected', false],
    )
  }
})

test('no session outlives its account', async () => {
  await givenVerified()
  const { userId, ask } = await cameThroughWechat('wang')
  await bind(ask)
  expect(await db.$count(loginSessions, eq(loginSessions.userId, userId))).toBe(0)
})

test('an account with a password and without WeChat is not merged into another', async () => {
  const known = await givenVerified()
  const userId = await givenPlayer(db, { openId: null })
  await givenLogin(db, { userId })
  expect(await refusalOf(bind(signedInAs(userId)))).toMatchObject(OF_OTHERS)
  expect(await userOf(known)).toMatchObject({ phone: PHONE })
})
