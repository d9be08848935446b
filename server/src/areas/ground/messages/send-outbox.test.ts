import { pauseAfter } from '@paidang/domain/areas/ground/messages/outbox'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { messageSettings, messages, outbox, subscriptions } from '../../../tables/messages.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { isStillDue } from '../../desks/reminders/remind.ts'
import {
  type SubscribeMessage,
  WECHAT_ERRORS,
  type WechatClient,
  WechatRefusal,
  WechatUnavailable,
} from '../wechat/wechat-client.ts'
import { cleanupOutbox } from './cleanup-messages.ts'
import { notify } from './notify.ts'
import { claimMessage, listDue, settleMessage } from './outbox-queries.ts'
import { sendOutbox } from './send-outbox.ts'

const server = await startTestServer()
const { app, db, clock } = server

/** A new row becomes due at the time of the database's clock. NOW is later, so every new row is due. */
const NOW = new Date('2099-05-01T12:00:00+08:00')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

/** The messages handed to WeChat, and its answer. It accepts every message unless a test overrides it. */
let handed: SubscribeMessage[] = []
let answer: () => Promise<void> = async () => undefined
const wechat: WechatClient = {
  ...app.wechat,
  async sendSubscribeMessage(message) {
    handed.push(message)
    await answer()
  },
}

beforeEach(() => {
  clock.set(NOW)
  handed = []
  answer = async () => undefined
})

const send = async (over = {}) =>
  expect(await runJob(server, (tools) => sendOutbox(tools, isStillDue), { wechat, ...over })).toEqual([])
const refuse = (errcode: number) => {
  answer = () => Promise.reject(new WechatRefusal('subscribe/send', errcode, 'as it was told'))
}

/** A person known to WeChat. */
async function givenKnown(over: { openId?: string | null } = {}): Promise<string> {
  const userId = await givenPlayer(db)
  await db
    .update(users)
    .set({ openId: `open-${userId}`, ...over })
    .where(eq(users.id, userId))
  return userId
}

const notifySomebody = (receiverId: string, kind: 'invitation' | 'company' = 'invitation') =>
  db.transaction((tx) =>
    notify(tx, {
      receiverIds: [receiverId],
      senderId: null,
      category: 'classNotice',
      title: '约课已确认',
      content: '王教练 已确认',
      about: { kind, id: '7' },
    }),
  )

/** A message that is due at NOW. */
async function givenDue(receiverId: string): Promise<void> {
  await notifySomebody(receiverId)
  await db.update(outbox).set({ nextAttemptAt: NOW })
}
const rows = () => db.select().from(outbox).orderBy(outbox.id)
const quotas = async () => (await db.select().from(subscriptions)).map(({ template, quota }) => [template, quota])

test('a person known to WeChat gets the message there once, with its content and its page', async () => {
  const me = await givenKnown()
  await givenDue(me)
  await send()
  await send()
  expect(handed).toEqual([
    {
      openId: `open-${me}`,
      templateId: 'simulated-class',
      page: 'pages/booking_view/index?invitationId=7',
      data: { thing1: '约课已确认', thing2: '王教练 已确认' },
    },
  ])
  expect(await rows()).toMatchObject([{ sentAt: NOW, attempts: 1, claimedUntil: null, lastError: null }])
})

test('a person unknown to WeChat, and a message without a template, is notified only in the app', async () => {
  await notifySomebody(await givenKnown({ openId: null }))
  await notifySomebody(await givenKnown(), 'company')
  expect(await db.$count(messages)).toBe(2)
  expect(await rows()).toEqual([])
})

test('a message of a transaction that was rolled back is never sent', async () => {
  const me = await givenKnown()
  const failing = db.transaction(async (tx) => {
    await notify(tx, {
      receiverIds: [me],
      senderId: null,
      category: 'classNotice',
      title: '约课已确认',
      content: '',
      about: { kind: 'invitation', id: '7' },
    })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await rows()).toEqual([])
})

test('a message spends one consent, and is sent even without one', async () => {
  const me = await givenKnown()
  await db.insert(subscriptions).values({ userId: me, template: 'class', quota: 1 })
  await givenDue(me)
  await givenDue(me)
  await send()
  expect(handed).toHaveLength(2)
  expect(await quotas()).toEqual([['class', 0]])
})

test('when WeChat says that no consent is left, the count becomes zero and the message is given up', async () => {
  const me = await givenKnown()
  await db.insert(subscriptions).values({ userId: me, template: 'class', quota: 3 })
  await givenDue(me)
  refuse(WECHAT_ERRORS.CONSENT_MISSING)
  await send()
  expect(await rows()).toMatchObject([{ sentAt: null, givenUpAt: NOW, lastError: expect.stringContaining('43101') }])
  expect(await quotas()).toEqual([['class', 0]])
})

test.each([40003, 40037, 41030, 47003])(
  'a message that WeChat refuses permanently with %d is given up at once',
  async (errcode) => {
    await givenDue(await givenKnown())
    refuse(errcode)
    await send()
    clock.set(later(24 * 60))
    await send()
    expect(handed).toHaveLength(1)
    expect(await rows()).toMatchObject([{ givenUpAt: NOW, attempts: 1 }])
  },
)

test('a failed send is tried eight times within a day, at increasing intervals', async () => {
  await givenDue(await givenKnown())
  refuse(WECHAT_ERRORS.BUSY)
  const at: number[] = []
  for (let minute = 0; minute <= 24 * 60; minute++) {
    clock.set(later(minute))
    const before = handed.length
    await send()
    if (handed.length > before) at.push(minute)
  }
  expect(at).toHaveLength(8)
  const pauses = at.slice(1).map((minute, index) => minute - (at[index] ?? 0))
  const nominal = (attempt: number, chance: number) => (pauseAfter(attempt, chance) ?? 0) / 60_000
  // The clock of this test advances by whole minutes.
  const isAsSaid = pauses.map((pause, index) => nominal(index + 1, 1) <= pause && pause <= nominal(index + 1, 0) + 1)
  expect([pauses, isAsSaid]).toEqual([pauses, pauses.map(() => true)])
  expect(await rows()).toMatchObject([{ attempts: 8, sentAt: null, lastError: expect.stringContaining('-1') }])
  expect((await rows())[0]?.givenUpAt).not.toBeNull()
})

test('a message that failed is sent when WeChat is back', async () => {
  await givenDue(await givenKnown())
  answer = () => Promise.reject(new WechatUnavailable('WeChat answered with 502', { mayBeDone: false }))
  await send()
  expect(await rows()).toMatchObject([{ sentAt: null, givenUpAt: null, claimedUntil: null, attempts: 1 }])
  answer = async () => undefined
  clock.set(later(2))
  await send()
  expect(await rows()).toMatchObject([{ sentAt: later(2), attempts: 2, lastError: null }])
})

test('a call without an answer is not repeated', async () => {
  await givenDue(await givenKnown())
  answer = () => Promise.reject(new WechatUnavailable('WeChat could not be asked: TimeoutError'))
  await send()
  clock.set(later(24 * 60))
  await send()
  expect(handed).toHaveLength(1)
  expect(await rows()).toMatchObject([{ givenUpAt: NOW, lastError: expect.stringContaining('TimeoutError') }])
})

test('a message whose worker died during the call is not sent again', async () => {
  await givenDue(await givenKnown())
  const [due] = await listDue(db, { now: NOW, afterId: '0', limit: 1 })
  expect(await claimMessage(db, due?.id ?? '', NOW)).toBe(1)
  await send()
  expect(await rows()).toMatchObject([{ sentAt: null, givenUpAt: null }])
  await db.update(outbox).set({ claimedUntil: new Date('2020-01-01') })
  await send()
  expect(handed).toEqual([])
  expect(await rows()).toMatchObject([{ givenUpAt: NOW, lastError: expect.stringContaining('may have been sent') }])
})

test('the result of an older attempt is ignored', async () => {
  await givenDue(await givenKnown())
  const [row] = await rows()
  const id = row?.id ?? ''
  const attempts = (await claimMessage(db, id, NOW)) ?? 0
  expect(await settleMessage(db, { id, attempts: attempts - 1 }, { sentAt: NOW })).toBe(false)
  expect(await settleMessage(db, { id, attempts }, { sentAt: NOW })).toBe(true)
  expect(await settleMessage(db, { id, attempts }, { givenUpAt: NOW, lastError: 'late' })).toBe(false)
})

test('two workers at once never send one message twice', async () => {
  const me = await givenKnown()
  for (let round = 1; round <= 20; round++) {
    for (let count = 0; count < 5; count++) await notifySomebody(me)
    await db.update(outbox).set({ nextAttemptAt: NOW }).where(eq(outbox.attempts, 0))
    handed = []
    await Promise.all([send(), send()])
    expect(handed).toHaveLength(5)
    expect((await rows()).filter(({ sentAt, attempts }) => sentAt !== null && attempts === 1)).toHaveLength(round * 5)
  }
})

test('in quiet hours nothing is sent, and at their end everything is', async () => {
  const me = await givenKnown()
  await db.insert(messageSettings).values({ userId: me, quietFrom: 22, quietTo: 26 })
  await givenDue(me)
  await send()
  expect(handed).toEqual([])
  const end = new Date('2099-05-01T13:00:00+08:00')
  expect(await rows()).toMatchObject([{ nextAttemptAt: end, attempts: 0, claimedUntil: null }])
  clock.set(end)
  await send()
  expect(handed).toHaveLength(1)
})

test('a message read in the app meanwhile is not sent', async () => {
  await givenDue(await givenKnown())
  await db.update(messages).set({ readStatus: 1 })
  await send()
  expect(handed).toEqual([])
  expect(await rows()).toMatchObject([{ givenUpAt: NOW, lastError: 'it was read in the app' }])
})

test('a message that could not be sent for more than a day is given up', async () => {
  await givenDue(await givenKnown())
  clock.set(later(24 * 60 + 1))
  await send()
  expect(handed).toEqual([])
  expect(await rows()).toMatchObject([{ lastError: 'it was due for more than a day' }])
})

test('a message without its template is given up', async () => {
  await givenDue(await givenKnown())
  await send({ messageTemplates: {} })
  expect(await rows()).toMatchObject([{ givenUpAt: NOW, lastError: 'its template is not configured' }])
})

test('an outbox row that ended a month ago is removed, and its message remains', async () => {
  await givenDue(await givenKnown())
  await givenDue(await givenKnown())
  await send()
  await givenDue(await givenKnown())
  await db
    .update(outbox)
    .set({ nextAttemptAt: later(90 * 24 * 60) })
    .where(eq(outbox.attempts, 0))
  clock.set(later(30 * 24 * 60))
  await runJob(server, cleanupOutbox)
  expect(await db.$count(outbox)).toBe(3)
  clock.set(later(30 * 24 * 60 + 1))
  await runJob(server, cleanupOutbox)
  expect(await rows()).toMatchObject([{ sentAt: null, givenUpAt: null }])
  expect(await db.$count(messages)).toBe(3)
})
