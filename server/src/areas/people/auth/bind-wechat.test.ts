import { bindWechat, registerAccount } from '@paidang/api/areas/desks/accounts'
import { createAddress } from '@paidang/api/areas/people/addresses'
import { decryptPhone, wxLogin } from '@paidang/api/areas/people/auth'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { wechatKeys } from '../../../tables/wechat.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { simulatedOpenId } from '../../ground/wechat/simulator.ts'

const ROUNDS = raceRounds(20)

const { db, call, clientOf, signedInAs } = await startTestServer()

const BOUND = { status: 409, code: 'wechat_bound', message: '该微信已绑定其他账号' }
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
const wechatLogIn = (person: string) => call(wxLogin, { body: { code: codeOf(person) } })
const userOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]

async function registered() {
  const body = { username: 'lin_xiaoman', password: 'demo1234', nickname: '林小满' }
  const { userInfo, tokens } = await call(registerAccount, { body })
  const ask = clientOf(tokens.token)
  return { userId: userInfo.userId, ask, bind: (person: string) => ask(bindWechat, { body: { code: codeOf(person) } }) }
}

test('a WeChat account of no user opens the caller’s account from now on', async () => {
  const { userId, bind } = await registered()
  expect(await bind('lin')).toMatchObject({ username: 'lin_xiaoman', hasWechat: true })
  expect((await wechatLogIn('lin')).userInfo.userId).toBe(userId)
  expect(await db.select().from(wechatKeys)).toMatchObject([{ userId }])
  expect(await bind('lin')).toMatchObject({ hasWechat: true })
})

test('a user who came through that WeChat account before and did nothing is merged into the account', async () => {
  const { userId, bind } = await registered()
  const bare = (await wechatLogIn('lin')).userInfo.userId
  await bind('lin')
  expect([await userOf(bare), (await userOf(userId))?.openId]).toEqual([undefined, simulatedOpenId('lin')])
})

test('a user who did something with that WeChat account, or has a number, keeps it', async () => {
  const { userId, bind } = await registered()
  const wang = clientOf((await wechatLogIn('wang')).tokens.token)
  const address = { name: '王', phone: '13800000001', regionCode: '310115', detail: '世纪大道 1 号', isDefault: true }
  await wang(createAddress, { body: address })
  expect(await refusalOf(bind('wang'))).toMatchObject(BOUND)
  const chen = clientOf((await wechatLogIn('chen')).tokens.token)
  await chen(decryptPhone, { body: { code: codeOf('13800000002') } })
  expect(await refusalOf(bind('chen'))).toMatchObject(BOUND)
  expect(await userOf(userId)).toMatchObject({ openId: null })
})

test('another WeChat account replaces the first, which no longer opens the account', async () => {
  const { userId, bind } = await registered()
  await bind('lin')
  await bind('lin-on-a-new-phone')
  expect((await wechatLogIn('lin-on-a-new-phone')).userInfo.userId).toBe(userId)
  expect((await wechatLogIn('lin')).userInfo.userId).not.toBe(userId)
})

test('a code works once, here and at the log-in', async () => {
  const { ask } = await registered()
  const code = codeOf('lin')
  await call(wxLogin, { body: { code } })
  expect(await refusalOf(ask(bindWechat, { body: { code } }))).toMatchObject({ code: 'wechat_login_failed' })
})

test.each([2, 3, 6])('when %d accounts bind one WeChat account at once, one gets it', async (count) => {
  for (let round = 0; round < ROUNDS; round++) {
    const people: string[] = []
    while (people.length < count) people.push(await givenPlayer(db, { openId: null }))
    const results = await Promise.allSettled(
      people.map((userId) => signedInAs(userId)(bindWechat, { body: { code: codeOf(`wanted-${round}`) } })),
    )
    const openId = simulatedOpenId(`wanted-${round}`)
    expect(await db.$count(users, eq(users.openId, openId))).toBe(1)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(BOUND)
  }
})
