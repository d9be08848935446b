import { readAccount, setPassword } from '@paidang/api/areas/desks/accounts'
import { compareUsers, listDuplicates, mergeUsers, resetUserPassword } from '@paidang/api/areas/desks/admin-users'
import { readMessageSettings, saveMessageSettings, saveSubscriptions } from '@paidang/api/areas/ground/message-settings'
import { createAddress } from '@paidang/api/areas/people/addresses'
import { decryptPhone, h5Login, wxLogin } from '@paidang/api/areas/people/auth'
import { listLevels, savePlayer } from '@paidang/api/areas/people/registration'
import { openShare, sharePage } from '@paidang/api/areas/views/sharing'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { loginSessions, phoneConflicts } from '../../../tables/auth.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { givenCompany, givenLogin, givenPlayer, givenScene } from '../../../testing/builders.ts'
import { givenUnclaimed } from '../../../testing/given-people.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { simulatedOpenId } from '../../ground/wechat/simulator.ts'

const ROUNDS = raceRounds(20)

const { db, call, clock, clientOf, signedInAs, asStaff, request } = await startTestServer()

const PHONE = '13812345678'
let codes = 0
const codeOf = (person: string) => {
  codes += 1
  return `sim:${person}:${codes}`
}
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no refusal',
    (error: unknown) => error,
  )
const ask = () => asStaff('operator')
const userOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]
const statusWith = async (token: string) =>
  (await request({ url: '/aaapi/auth/account', headers: { authorization: `Bearer ${token}` } })).statusCode

/** A person with a new WeChat account. It confirmed the number that their former account has. */
async function givenPair() {
  const { playerId: known } = await givenScene(db)
  await db.update(users).set({ phone: PHONE, phoneVerified: true }).where(eq(users.id, known))
  const { userInfo, tokens } = await call(wxLogin, { body: { code: codeOf('wang') } })
  const contested = clientOf(tokens.token)(decryptPhone, { body: { code: codeOf(PHONE) } })
  expect(await refusalOf(contested)).toMatchObject({ code: 'phone_of_others' })
  return { known, bare: userInfo.userId, token: tokens.token }
}
const merge = (fromId: string, intoId: string, wechatToKeep?: 'from' | 'into') =>
  ask()(mergeUsers, { body: { fromId, intoId, ...(wechatToKeep && { wechatToKeep }) } })

test('a user who comes with another WeChat is listed as a duplicate, and continues with the former account', async () => {
  const { known, bare, token } = await givenPair()
  const duplicates = () => ask()(listDuplicates, { query: { current: 1, rows: 10 } })
  expect((await duplicates()).rows).toMatchObject([{ claimant: { id: bare }, holder: { id: known } }])
  expect(await ask()(compareUsers, { query: { from: bare, into: PHONE } })).toMatchObject({
    from: { id: bare },
    into: { id: known, holdings: { contracts: 1 } },
    refusal: null,
    asksForWechat: true,
  })
  const merged = await merge(bare, known, 'from')
  expect(merged).toMatchObject({ id: known, auditEvents: [{ action: 'user.merge' }] })
  expect([await userOf(bare), await statusWith(token)]).toEqual([undefined, 401])
  expect(await userOf(known)).toMatchObject({ phone: PHONE, phoneVerified: true, openId: simulatedOpenId('wang') })
  expect((await call(wxLogin, { body: { code: codeOf('wang') } })).userInfo.userId).toBe(known)
  expect([(await duplicates()).total, await db.$count(phoneConflicts)]).toEqual([0, 0])
})

test('an account that only opened its card can be merged, and its short id then leads to the remaining account', async () => {
  const { known, bare, token } = await givenPair()
  const { shareId } = await clientOf(token)(sharePage, { body: { kind: 'card', objectId: bare } })
  expect(await ask()(compareUsers, { query: { from: bare, into: known } })).toMatchObject({ refusal: null })
  await merge(bare, known, 'from')
  expect(await call(openShare, { params: { shareId } })).toMatchObject({ kind: 'card', objectId: known })
})

test('what the account said of itself and waits for moderation goes on waiting for the other, where that said nothing', async () => {
  const { known, bare } = await givenPair()
  await db.update(users).set({ description: '写过的介绍', region: '' }).where(eq(users.id, known))
  const wait = (authorId: string, field: string, value: string) =>
    db.insert(contentSubmissions).values({ kind: 'user', objectId: authorId, authorId, field, value })
  await wait(bare, 'avatar', 'upload/new.jpg')
  await wait(bare, 'description', '新写的介绍')
  await wait(bare, 'nickname', '新名字')
  await wait(bare, 'region', '浦东')
  await wait(known, 'region', '徐汇')
  await merge(bare, known, 'from')
  const { objectId, authorId, field, value } = contentSubmissions
  const waiting = await db.select({ objectId, authorId, field, value }).from(contentSubmissions).orderBy(asc(field))
  expect(waiting).toEqual([
    { objectId: known, authorId: known, field: 'avatar', value: 'upload/new.jpg' },
    { objectId: known, authorId: known, field: 'region', value: '徐汇' },
  ])
})

test('a merge is about the accounts that were compared: what changed of either is named, and the next one goes through', async () => {
  const { known, bare } = await givenPair()
  await db.update(users).set({ nickname: '小王' }).where(eq(users.id, known))
  const compared = () => ask()(compareUsers, { query: { from: bare, into: known } })
  const { revision: seen } = await compared()
  await db.update(users).set({ nickname: '王五' }).where(eq(users.id, bare))
  await db.update(users).set({ phone: '13900000000' }).where(eq(users.id, known))
  const decide = (revision: number) =>
    ask()(mergeUsers, { body: { fromId: bare, intoId: known, wechatToKeep: 'from', revision } })
  const { revision } = await compared()
  expect(await refusalOf(decide(seen))).toMatchObject({
    status: 409,
    code: 'revision_outdated',
    data: {
      revision,
      changes: expect.arrayContaining(['「小王」手机号已变化', '「王五」昵称已改为 王五']),
      state: { id: known, revision },
    },
  })
  expect(await userOf(bare)).toBeDefined()
  expect(await decide(revision)).toMatchObject({ id: known })
})

test('comparing two accounts changes neither', async () => {
  const { known, bare, token } = await givenPair()
  const before = [await userOf(known), await userOf(bare)]
  await ask()(compareUsers, { query: { from: bare, into: known } })
  expect([await userOf(known), await userOf(bare)]).toEqual(before)
  expect([await statusWith(token), await db.$count(phoneConflicts)]).toEqual([200, 1])
})

test.each(['from', 'into'] as const)(
  'the WeChat of %s that is kept is named to its owner and in the audit log',
  async (kept) => {
    const { known, bare } = await givenPair()
    await db.update(users).set({ nickname: '小王' }).where(eq(users.id, known))
    await db.update(users).set({ nickname: '王五' }).where(eq(users.id, bare))
    const { openId } = (await userOf(kept === 'from' ? bare : known)) ?? {}
    expect(await refusalOf(merge(bare, known))).toMatchObject({ code: 'merge_wechat_missing' })
    const { auditEvents } = await merge(bare, known, kept)
    expect(await userOf(known)).toMatchObject({ openId })
    const named = kept === 'from' ? '「王五」的微信登录' : '「小王」的微信登录'
    expect(auditEvents).toMatchObject([{ summary: expect.stringContaining(`，保留${named}`) }])
    const sent = await db.select({ content: messages.content }).from(messages).where(eq(messages.receiverId, known))
    expect(sent).toEqual([{ content: `您的另一个账号「王五」已并入当前账号，以后用${named}，另一个微信不再能登录` }])
  },
)

test('a password log-in and a number move to an account that has none', async () => {
  const [web, known] = [await givenPlayer(db, { openId: null, phone: PHONE }), await givenPlayer(db, { phone: null })]
  const login = await givenLogin(db, { userId: web })
  await merge(web, known)
  expect((await call(h5Login, { body: login })).userInfo.userId).toBe(known)
  expect(await userOf(known)).toMatchObject({ phone: PHONE, phoneVerified: false })
})

test('an account with its own log-in keeps it, and the other log-in no longer opens anything', async () => {
  const [web, known] = [await givenPlayer(db, { openId: null }), await givenPlayer(db)]
  const [gone, own] = [await givenLogin(db, { userId: web }), await givenLogin(db, { userId: known })]
  await merge(web, known)
  expect((await call(h5Login, { body: own })).userInfo.userId).toBe(known)
  expect(await refusalOf(call(h5Login, { body: gone }))).toMatchObject({ code: 'login_wrong' })
})

/** What the ended account of a pair says of itself. */
const SAID: Partial<typeof users.$inferInsert> = {
  ...{ gender: 0, genderStated: true, handedness: 1, handStated: true, backhandStyle: 'single', backhandStated: true },
  ...{ sport: 'badminton', region: '杭州', description: '周末打球', wechatId: 'wang-wx', wechatIdOpen: true },
  ...{ avatar: 'public/avatars/wang.webp', nicePhotos: 'public/photos/1.webp', registeredAt: new Date('2026-03-01') },
}
async function givenSaid(into: Partial<typeof users.$inferInsert> = {}) {
  const [from, to] = [await givenPlayer(db, { ...SAID, phone: null }), await givenPlayer(db, { ...into, openId: null })]
  await signedInAs(from)(savePlayer, { body: { level: 4.5 } })
  await signedInAs(from)(saveMessageSettings, { body: { quietFrom: 44, quietTo: 14 } })
  await signedInAs(from)(saveSubscriptions, { body: { accepted: ['class'] } })
  return { from, to }
}
const settingsOf = (id: string) => signedInAs(id)(readMessageSettings, {})

test('what only the ended account said goes over: profile, level, quiet hours and consents to messages', async () => {
  const { from, to } = await givenSaid()
  const { nickname } = (await userOf(to)) ?? {}
  const settings = await settingsOf(from)
  await merge(from, to)
  expect(await userOf(to)).toMatchObject({ ...SAID, nickname, level: 4.5, rating: 4.5 })
  expect(await settingsOf(to)).toEqual(settings)
  const levels = await signedInAs(to)(listLevels, { params: { id: to }, query: { current: 1, rows: 10 } })
  expect(levels).toMatchObject({ rows: [{ source: 'SELF', level: 4.5 }] })
})

test('what the remaining account said itself stays, whatever the ended one said', async () => {
  const own: Partial<typeof users.$inferInsert> = {
    ...{
      gender: 1,
      genderStated: true,
      handedness: 0,
      handStated: true,
      backhandStyle: 'double',
      backhandStated: true,
    },
    ...{ sport: 'tennis', region: '上海', description: '网球', wechatId: 'own-wx', wechatIdOpen: false },
    ...{ avatar: 'public/avatars/own.webp', nicePhotos: 'public/photos/2.webp', registeredAt: new Date('2026-02-01') },
  }
  const { from, to } = await givenSaid(own)
  await signedInAs(to)(savePlayer, { body: { level: 2.5 } })
  await signedInAs(to)(saveMessageSettings, { body: { quietFrom: null, quietTo: null } })
  await merge(from, to)
  expect(await userOf(to)).toMatchObject({ ...own, level: 2.5, rating: 2.5 })
  expect(await settingsOf(to)).toMatchObject({ quietFrom: null, quietTo: null })
})

test('consents to messages go with the WeChat account that is kept', async () => {
  for (const kept of ['from', 'into'] as const) {
    const { from, to } = await givenSaid()
    await db
      .update(users)
      .set({ openId: `own-${kept}` })
      .where(eq(users.id, to))
    await signedInAs(to)(saveSubscriptions, { body: { accepted: ['ball'] } })
    const { templates } = await settingsOf(kept === 'from' ? from : to)
    await merge(from, to, kept)
    expect((await settingsOf(to)).templates).toEqual(templates)
  }
})

test('an account with any activity is not merged away: the refusal names the activity, and nothing changes', async () => {
  const { known, bare } = await givenPair()
  await signedInAs(bare)(createAddress, {
    body: { name: '王', phone: PHONE, regionCode: '310115', detail: '世纪大道 1 号', isDefault: true },
  })
  expect(await ask()(compareUsers, { query: { from: bare, into: known } })).toMatchObject({
    refusal: '要并入的账号已有收货地址记录，不能合并',
  })
  expect(await refusalOf(merge(bare, known, 'from'))).toMatchObject({ status: 409, code: 'merge_refused' })
  expect(await userOf(bare)).toMatchObject({ openId: simulatedOpenId('wang') })
})

test.each([
  ['with himself', (known: string) => [known, known], 'merge_oneself'],
  ['with nobody', (known: string) => [known, '987654321'], 'user_not_found'],
  ['into a student without an account', (known: string, student: string) => [known, student], 'user_not_found'],
] as const)('no account is merged %s', async (_case, pairOf, code) => {
  const { companyId, adminId: addedBy } = await givenCompany(db)
  const student = await givenUnclaimed(db, { companyId, addedBy })
  const [fromId, intoId] = pairOf(await givenPlayer(db), student) as [string, string]
  expect(await refusalOf(merge(fromId, intoId, 'into'))).toMatchObject({ code })
  expect(await refusalOf(ask()(compareUsers, { query: { from: fromId, into: intoId } }))).toMatchObject({ code })
})

test('two simultaneous merges, also in opposite directions, merge two accounts once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [await givenPlayer(db, { phone: null }), await givenPlayer(db)]
    const actionsBefore = await db.$count(staffAuditEvents)
    const pressed = [merge(one, other, 'into'), round % 2 === 0 ? merge(one, other, 'from') : merge(other, one, 'from')]
    const results = await Promise.allSettled(pressed)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 404, code: 'user_not_found' },
    })
    expect(await db.$count(staffAuditEvents)).toBe(actionsBefore + 1)
    expect([await userOf(one), await userOf(other)].filter(Boolean)).toHaveLength(1)
  }
})

test('a user who forgot the password gets one for a single log-in, and then sets their own', async () => {
  const userId = await givenPlayer(db)
  const { username, password: forgotten } = await givenLogin(db, { userId })
  const { tokens } = await call(h5Login, { body: { username, password: forgotten } })
  const given = await ask()(resetUserPassword, { params: { id: userId } })
  expect(given).toMatchObject({ username, validUntil: new Date(clock.now().getTime() + 86_400_000).toISOString() })
  expect(await statusWith(tokens.token)).toBe(401)
  const logIn = (password: string) => call(h5Login, { body: { username, password } })
  expect(await refusalOf(logIn(forgotten))).toMatchObject({ code: 'login_wrong' })
  const own = clientOf((await logIn(given.password)).tokens.token)
  expect(await refusalOf(logIn(given.password))).toMatchObject({ status: 400, code: 'one_time_password_used' })
  await own(setPassword, { body: { oldPassword: given.password, newPassword: 'my own 1' } })
  await logIn('my own 1')
  await logIn('my own 1')
  expect(await own(readAccount, {})).toMatchObject({ username })
})

test('a log-in with the one-time password is flagged, and only that session sets a new password without the old one', async () => {
  const userId = await givenPlayer(db)
  await givenLogin(db, { userId })
  const given = await ask()(resetUserPassword, { params: { id: userId } })
  const { tokens, passwordUsedUp } = await call(h5Login, { body: given })
  expect(passwordUsedUp).toBe(true)
  const [own, another] = [clientOf(tokens.token), signedInAs(userId)]
  const usedUp = async (by: typeof own) => (await by(readAccount, {})).passwordUsedUp
  const set = (by: typeof own) => by(setPassword, { body: { newPassword: 'my own 1' } })
  expect([await usedUp(own), await usedUp(another)]).toEqual([true, false])
  expect(await refusalOf(set(another))).toMatchObject({ code: 'password_wrong' })

  expect(await set(own)).toMatchObject({ passwordUsedUp: false })
  expect(await refusalOf(set(own))).toMatchObject({ code: 'password_wrong' })
  const logIn = await call(h5Login, { body: { username: given.username, password: 'my own 1' } })
  expect(logIn).not.toHaveProperty('passwordUsedUp')
  expect(await usedUp(clientOf(logIn.tokens.token))).toBe(false)
})

test('a session from a former one-time password cannot replace a newer one', async () => {
  const userId = await givenPlayer(db)
  await givenLogin(db, { userId })
  const first = await ask()(resetUserPassword, { params: { id: userId } })
  const { tokens } = await call(h5Login, { body: first })
  const second = await ask()(resetUserPassword, { params: { id: userId } })
  expect(await refusalOf(clientOf(tokens.token)(setPassword, { body: { newPassword: 'my own 1' } }))).toMatchObject({
    code: 'session_expired',
  })
  await call(h5Login, { body: second })
})

test('of two simultaneous log-ins with the one-time password one succeeds', async () => {
  const userId = await givenPlayer(db)
  await givenLogin(db, { userId })
  for (let round = 0; round < ROUNDS; round++) {
    const { username, password } = await ask()(resetUserPassword, { params: { id: userId } })
    const logIn = () => call(h5Login, { body: { username, password } })
    const results = await Promise.allSettled([logIn(), logIn()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('the one-time password is valid for a day, and a late log-in begins no session', async () => {
  const userId = await givenPlayer(db)
  await givenLogin(db, { userId })
  const { username, password } = await ask()(resetUserPassword, { params: { id: userId } })
  clock.set(new Date(clock.now().getTime() + 86_400_000))
  expect(await refusalOf(call(h5Login, { body: { username, password } }))).toMatchObject({
    code: 'one_time_password_used',
  })
  expect(await db.$count(loginSessions)).toBe(0)
})

test('an account without a password gets none', async () => {
  const id = await givenPlayer(db)
  expect(await refusalOf(ask()(resetUserPassword, { params: { id } }))).toMatchObject({
    status: 409,
    code: 'account_without_password',
  })
})
