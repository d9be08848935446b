import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { outbox, subscriptions } from '../../../tables/messages.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { SEND_PATH, startWechatStandIn, TOKEN_PATH } from '../../../testing/wechat-stand-in.ts'
import { isStillDue } from '../../desks/reminders/remind.ts'
import { createWechatClient } from '../wechat/http-client.ts'
import { notify } from './notify.ts'
import { sendOutbox } from './send-outbox.ts'

// WeChat's answers over HTTP and their effect on the message. A local server stands in for WeChat.

const NOW = new Date('2099-05-01T12:00:00+08:00')
const standIn = await startWechatStandIn()
const server = await startTestServer({
  now: NOW,
  wechat: (db, now) => createWechatClient(standIn.settings, { db, now, limit: standIn.limit }),
})
const { db } = server
let me: string

beforeEach(async () => {
  me = await givenPlayer(db)
  await db.update(users).set({ openId: 'open-me' }).where(eq(users.id, me))
  await db.insert(subscriptions).values({ userId: me, template: 'stringing', quota: 2 })
  await db.transaction((tx) =>
    notify(tx, {
      receiverIds: [me],
      senderId: null,
      category: 'systemNotice',
      title: '球拍已穿好',
      content: '海德：已穿好，到店自取',
      about: { kind: 'stringing', id: '7' },
    }),
  )
  await db.update(outbox).set({ nextAttemptAt: NOW })
})
afterAll(() => standIn.close())

const send = async () => expect(await runJob(server, (tools) => sendOutbox(tools, isStillDue))).toEqual([])
const row = async () => (await db.select().from(outbox))[0]
const quota = async () => (await db.select().from(subscriptions))[0]?.quota
/** Counts the calls that send the message from now on. */
const counting = () => {
  const before = standIn.callsTo(SEND_PATH).length
  return () => standIn.callsTo(SEND_PATH).length - before
}

test('WeChat gets the message in its required format', async () => {
  await send()
  expect(standIn.callsTo(SEND_PATH).at(-1)?.body).toEqual({
    touser: 'open-me',
    template_id: 'simulated-stringing',
    page: 'threading/pages/threading_order/index?id=7',
    data: { thing1: { value: '球拍已穿好' }, thing2: { value: '海德：已穿好，到店自取' } },
    miniprogram_state: expect.any(String),
    lang: 'zh_CN',
  })
  expect([(await row())?.sentAt, await quota()]).toEqual([NOW, 1])
})

test.each([
  ['no consent is left', { errcode: 43101 } as const, 0],
  ['the openid is none', { errcode: 40003 } as const, 2],
  ['the template is none', { errcode: 40037 } as const, 2],
  ['a field breaks its rule', { errcode: 47003 } as const, 2],
  ['it breaks in the middle', 'BROKEN' as const, 2],
  ['the line is cut', 'CUT' as const, 2],
  ['it answers a page of HTML', 'HTML' as const, 2],
  ['it says nothing in time', 'SILENT' as const, 2],
])('when %s, the call is not repeated', async (_what, fault, left) => {
  const calls = counting()
  standIn.failNext(SEND_PATH, fault)
  await send()
  await send()
  expect(calls()).toBe(1)
  expect(await row()).toMatchObject({ sentAt: null, givenUpAt: NOW, attempts: 1 })
  expect(await quota()).toBe(left)
})

test.each([
  ['it is busy, however patiently one asks', { errcode: -1 } as const, 3],
  ['it was asked too often', { errcode: 45011 } as const, 1],
])('when %s, the message waits for its next attempt', async (_what, fault, times) => {
  const calls = counting()
  standIn.failNext(SEND_PATH, fault, times)
  await send()
  await send()
  expect(calls()).toBe(times)
  expect(await row()).toMatchObject({ sentAt: null, givenUpAt: null, attempts: 1 })
  server.clock.set(new Date(NOW.getTime() + 120_000))
  await send()
  expect([(await row())?.attempts, await quota()]).toEqual([2, 1])
})

test('without a token no message is sent, and it waits', async () => {
  const calls = counting()
  standIn.revokeToken()
  await db.execute('delete from wechat_access_tokens')
  standIn.failNext(TOKEN_PATH, 'BROKEN')
  await send()
  expect(calls()).toBe(0)
  expect(await row()).toMatchObject({ sentAt: null, givenUpAt: null, attempts: 1 })
})
