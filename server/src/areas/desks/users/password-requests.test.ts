import { readAccount, requestPassword, setPassword } from '@paidang/api/areas/desks/accounts'
import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import * as operatorCalls from '@paidang/api/areas/desks/admin-password-requests'
import { mergeUsers } from '@paidang/api/areas/desks/admin-users'
import { h5Login } from '@paidang/api/areas/people/auth'
import type { Call } from '@paidang/api/client'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { passwordRequests } from '../../../tables/auth.ts'
import { messages } from '../../../tables/messages.ts'
import { givenLogin, givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenPasswordRequest, waitingOf } from '../../../testing/given-desks.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { expirePasswordRequests } from '../../people/auth/password-requests.ts'

const ROUNDS = raceRounds(10)
const DAY_MS = 86_400_000
const PHONE = '13800000001'
const WORDS = { contact: ' 13900000009 ', proof: '上周六约过王教练的课，储值卡还有 300 元' }

const server = await startTestServer()
const { app, db, call, clock, signedInAs, asStaff } = server

let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await operator(readInbox, { query: {} })
})

/** Sends a request from an address. @returns the whole answer */
async function ask(
  account: string,
  { address = '198.51.100.1', ...words }: { address?: string; contact?: string; proof?: string } = {},
) {
  const answer = await app.inject({
    method: 'POST',
    url: '/aaapi/auth/password-requests',
    remoteAddress: address,
    payload: { account, ...WORDS, ...words },
  })
  return { status: answer.statusCode, body: answer.json() }
}
const listed = async (state: 'waiting' | 'decided' = 'waiting') =>
  (await operator(operatorCalls.listPasswordRequests, { query: { current: 1, rows: 20, state } })).rows
const read = (id: string) => operator(operatorCalls.getPasswordRequest, { params: { id } })
const decide = (id: string, body: { approve: boolean; reason?: string }) =>
  operator(operatorCalls.decidePasswordRequest, { params: { id }, body })
const told = async () =>
  (await db.select().from(messages).orderBy(messages.id)).map(({ receiverId, title }) => [receiverId, title])

async function givenOwner(over: { username?: string; phone?: string } = {}) {
  const { username = 'lin_xiaoman', phone = PHONE } = over
  const userId = await givenPlayer(db, { nickname: '林小满', phone })
  const { password } = await givenLogin(db, { userId, username })
  return {
    userId,
    username,
    password,
    logIn: (secret: string) => call(h5Login, { body: { username, password: secret } }),
  }
}

test('the answer is the same for every account, whether named by name or number, or unknown', async () => {
  await givenOwner()
  await givenPlayer(db, { phone: '13800000002' })
  const answers = await Promise.all(
    [' Lin_Xiaoman ', PHONE, '13800000002', 'nobody_here', '13811112222'].map((account, n) =>
      ask(account, { address: `198.51.100.${n}` }),
    ),
  )
  for (const answer of answers) {
    expect(answer).toEqual({
      status: 200,
      body: { success: true, code: 0, data: null, msg: '申请已提交，如果账号存在，客服会尽快核实' },
    })
  }
  expect(await listed()).toMatchObject([{ timesAsked: 2 }])
})

test('an account has one waiting request with its first text, and its owner is notified once', async () => {
  const { userId } = await givenOwner()
  await ask('lin_xiaoman')
  await ask(PHONE, { contact: '骗子的号码', proof: '我就是' })
  const [row, ...rest] = await listed()
  expect([row?.account, row?.timesAsked, rest]).toEqual(['lin_xiaoman', 2, []])
  expect(await read(row?.id ?? '')).toMatchObject({
    user: { id: userId, nickname: '林小满' },
    state: 'WAITING',
    contact: '13900000009',
    proof: WORDS.proof,
    username: 'lin_xiaoman',
    phone: '138****0001',
    phoneVerified: false,
    hasWechat: true,
    decision: null,
  })
  expect(await waitingOf(operator, 'PASSWORD')).toBe(1)
  expect(await told()).toEqual([[userId, '有人申请找回密码']])
})

test('many simultaneous requests leave one waiting request that counts them all', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const username = `racer_${round}`
    await givenOwner({ username, phone: `1390000${String(round).padStart(4, '0')}` })
    const asked = await Promise.all([0, 1, 2].map((n) => ask(username, { address: `203.0.${round}.${n}` })))
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await listed()).filter(({ account }) => account === username)).toMatchObject([{ timesAsked: 3 }])
  }
})

test.each([
  ['the account', { account: ' ' }, 'request_account_missing'],
  ['how to be reached', { contact: ' ' }, 'request_contact_missing'],
  ['what proves it', { proof: '' }, 'request_proof_missing'],
] as const)('a request without %s is refused', async (_case, lacking, code) => {
  await expectRefusal(db, () => call(requestPassword, { body: { account: 'lin_xiaoman', ...WORDS, ...lacking } }), {
    status: 400,
    code,
  })
})

test('an address may ask three times for one name and ten times in all, whether the account exists or not', async () => {
  await givenOwner()
  const statusOf = async (account: string, address: string) => (await ask(account, { address })).status
  for (const account of ['lin_xiaoman', 'nobody_here']) {
    const address = account === 'nobody_here' ? '203.0.113.1' : '203.0.113.2'
    expect([
      await statusOf(account, address),
      await statusOf(account, address),
      await statusOf(account, address),
      await statusOf(account, address),
    ]).toEqual([200, 200, 200, 429])
    expect(await statusOf(account, '203.0.113.3')).toBe(200)
  }
  const many = []
  for (let n = 0; n < 11; n++) many.push(await statusOf(`name_${n}`, '203.0.113.9'))
  expect(many).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  clock.set(new Date(clock.now().getTime() + 15 * 60_000))
  expect(await statusOf('lin_xiaoman', '203.0.113.2')).toBe(200)
})

test('an operator gives a one-time password, which opens one log-in; every earlier log-in ends', async () => {
  const { userId, password, logIn } = await givenOwner()
  const before = signedInAs(userId)
  await before(readAccount, {})
  const id = await givenPasswordRequest(db, { userId })
  const { given, request } = await decide(id, { approve: true })
  expect(request).toMatchObject({ state: 'GIVEN', decision: { by: expect.any(String), reason: '' } })
  expect(given?.username).toBe('lin_xiaoman')
  expect((await logIn(given?.password ?? '')).passwordUsedUp).toBe(true)
  await expect(logIn(password)).rejects.toMatchObject({ code: 'login_wrong' })
  await expectRefusal(db, () => before(readAccount, {}), { status: 401 })
  expect((await db.select().from(staffAuditEvents).orderBy(staffAuditEvents.id)).map(({ action }) => action)).toEqual([
    'user.reset-password',
    'password-request.give',
  ])
  expect([await listed(), await listed('decided')]).toMatchObject([[], [{ id, state: 'GIVEN' }]])
})

test('a refusal needs a reason, changes no password, and is sent to the owner', async () => {
  const { userId, password, logIn } = await givenOwner()
  const id = await givenPasswordRequest(db, { userId })
  await expectRefusal(db, () => decide(id, { approve: false, reason: ' ' }), {
    status: 400,
    code: 'password_request_reason_missing',
  })
  const { given, request } = await decide(id, { approve: false, reason: '说的课程对不上' })
  expect([given, request.state, request.decision?.reason]).toEqual([null, 'REFUSED', '说的课程对不上'])
  await logIn(password)
  expect(await told()).toEqual([[userId, '找回密码申请未通过']])
  expect(await db.select().from(staffAuditEvents)).toMatchObject([
    { action: 'password-request.refuse', objectId: id, summary: '拒绝用户「林小满」的找回密码申请：说的课程对不上' },
  ])
  await ask('lin_xiaoman')
  expect(await listed()).toMatchObject([{ state: 'WAITING' }])
})

test('a decided request is not decided again; of simultaneous decisions one counts', async () => {
  await expectRefusal(db, () => decide('987654321987', { approve: true }), {
    status: 404,
    code: 'password_request_not_found',
  })
  const { userId } = await givenOwner()
  for (let round = 0; round < ROUNDS; round++) {
    const id = await givenPasswordRequest(db, { userId })
    const answers = await Promise.allSettled([
      decide(id, { approve: true }),
      decide(id, { approve: false, reason: '无法核实' }),
      decide(id, { approve: true }),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'password_request_decided' })
    }
  }
  expect(await db.$count(staffAuditEvents)).toBeLessThanOrEqual(2 * ROUNDS)
})

test('an undecided request ends after exactly fourteen days, and its texts are deleted', async () => {
  const { userId } = await givenOwner()
  const madeAt = clock.now()
  const id = await givenPasswordRequest(db, { userId, createdAt: madeAt })
  clock.set(new Date(madeAt.getTime() + 14 * DAY_MS - 1))
  operator = asStaff('operator')
  expect(await runJob(server, expirePasswordRequests)).toEqual([])
  expect(await listed()).toHaveLength(1)
  clock.set(new Date(madeAt.getTime() + 14 * DAY_MS))
  expect(await runJob(server, expirePasswordRequests)).toEqual([])
  expect(await listed()).toEqual([])
  const ended = { state: 'EXPIRED', contact: '', proof: '', endedAt: clock.now().toISOString(), decision: null }
  expect(await read(id)).toMatchObject(ended)
  await expectRefusal(db, () => decide(id, { approve: true }), { status: 409, code: 'password_request_decided' })
})

test('setting a password without an operator withdraws the request', async () => {
  const { userId, password } = await givenOwner()
  const id = await givenPasswordRequest(db, { userId })
  await signedInAs(userId)(setPassword, { body: { oldPassword: password, newPassword: 'my own 1' } })
  expect(await read(id)).toMatchObject({ state: 'WITHDRAWN', contact: '', proof: '' })
})

test('a request is deleted with the bare account that was merged into another', async () => {
  const [{ userId: fromId }, intoId] = [await givenOwner(), await givenPlayer(db)]
  await givenPasswordRequest(db, { userId: fromId })
  await asStaff('senior')(mergeUsers, { body: { fromId, intoId, wechatToKeep: 'into' } })
  expect(await db.$count(passwordRequests)).toBe(0)
})
