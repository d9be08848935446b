import { listOutbox, retryOutbox } from '@paidang/api/areas/ground/admin-outbox'
import type { Call } from '@paidang/api/client'
import { NOT_SENT } from '@paidang/domain/areas/ground/messages/outbox'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { outbox } from '../../../tables/messages.ts'
import { givenMessage, givenPlayer } from '../../../testing/builders.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { db, clock, asStaff } = await startTestServer({ queues: 'prepared' })
// Each call logs in again, because sessions are removed between tests.
const operator: Call = (endpoint, input) => asStaff('operator')(endpoint, input)
const PAGE = { current: 1, rows: 10 }
let receiverId: string

beforeEach(async () => {
  receiverId = await givenPlayer(db, { nickname: '李想' })
  await db.execute(sql`delete from pgboss.job`)
})

/** One outbox row with its message to the receiver. */
async function givenRow(over: Partial<typeof outbox.$inferInsert> = {}): Promise<string> {
  const messageId = await givenMessage(db, { receiverId })
  await db.execute(sql`delete from outbox where message_id = ${messageId}`)
  const payload = { template: 'class', page: 'pages/home/index', words: ['约课已确认'] }
  const rows = await db
    .insert(outbox)
    .values({ messageId, channel: 'wechat', payload, ...over })
    .returning()
  return rows[0]?.id ?? ''
}
const lost = (over = {}) => givenRow({ givenUpAt: clock.now(), lastError: 'no answer', attempts: 8, ...over })
const sent = () => givenRow({ sentAt: clock.now(), attempts: 1 })
const failing = (over = {}) =>
  givenRow({ lastError: 'busy', attempts: 2, nextAttemptAt: new Date('2030-01-01'), ...over })
const stateOf = async (id: string) =>
  (await operator(listOutbox, { query: { ...PAGE, rows: 100 } })).rows.find((row) => row.id === id)

test('messages are listed by state, latest first, with their receivers', async () => {
  const [waiting, failed, gone, given] = [await givenRow(), await failing(), await sent(), await lost()]
  const all = await operator(listOutbox, { query: { ...PAGE, receiverId } })
  expect(all.rows.map(({ id, state }) => [id, state])).toEqual([
    [given, 'GIVEN_UP'],
    [gone, 'SENT'],
    [failed, 'FAILING'],
    [waiting, 'WAITING'],
  ])
  expect(all.rows[0]).toMatchObject({ receiver: { nickname: '李想' }, template: 'class', lastError: 'no answer' })
  for (const { id, state } of all.rows) {
    expect((await operator(listOutbox, { query: { ...PAGE, receiverId, state } })).rows.map((row) => row.id)).toEqual([
      id,
    ])
  }
})

test('resending a failed message makes it due at once, starts the job, and is in the audit log', async () => {
  const id = await lost()
  expect(await operator(retryOutbox, { body: { ids: [id] } })).toEqual({ retried: 1 })
  expect(await stateOf(id)).toMatchObject({
    state: 'WAITING',
    nextAttemptAt: clock.now().toISOString(),
    lastError: null,
  })
  const { rows } = await db.execute(sql`select name from pgboss.job`)
  expect(rows).toEqual([{ name: 'send-outbox' }])
  expect(await db.select({ summary: staffAuditEvents.summary }).from(staffAuditEvents)).toEqual([
    { summary: '重发一条微信消息' },
  ])
})

test('resending all makes failed messages due, without those that may have arrived, were sent or are being sent', async () => {
  const due = [await lost(), await failing()]
  const left = [await lost({ mayBeSent: true }), await sent(), await failing({ claimedUntil: new Date('2099-01-01') })]
  const before = await Promise.all(left.map(stateOf))
  expect(await operator(retryOutbox, { body: {} })).toEqual({ retried: 2 })
  for (const id of due) expect(await stateOf(id)).toMatchObject({ state: 'WAITING' })
  expect(await Promise.all(left.map(stateOf))).toEqual(before)
})

test.each([
  ['out of date', { lastError: NOT_SENT.LATE }],
  ['about what has begun', { lastError: NOT_SENT.BEGUN }],
  ['about what was cancelled', { lastError: NOT_SENT.CHANGED }],
  ['read in the app', { lastError: NOT_SENT.READ }],
  ['for nobody that WeChat knows', { lastError: NOT_SENT.WITHOUT_WECHAT }],
  ['without its template', { lastError: NOT_SENT.WITHOUT_TEMPLATE }],
  ['without consent', { lastError: 'WeChat refused sendSubscribeMessage: 43101 user refuse to accept the msg' }],
  ['refused for good without a word', { lastError: 'WeChat refused sendSubscribeMessage: 47003' }],
  ['a day old', { createdAt: new Date('2026-04-30T00:00:00Z') }],
])('a message that is %s is only sent again if it is named', async (_case, over) => {
  const id = await lost({ createdAt: clock.now(), ...over })
  const busy = await lost({ createdAt: clock.now(), lastError: 'WeChat refused sendSubscribeMessage: -1 system busy' })
  expect(await operator(retryOutbox, { body: {} })).toEqual({ retried: 1 })
  expect([(await stateOf(id))?.state, (await stateOf(busy))?.state]).toEqual(['GIVEN_UP', 'WAITING'])
  expect(await operator(retryOutbox, { body: { ids: [id] } })).toEqual({ retried: 1 })
})

test('of more than a thousand failed messages, the latest are sent again', async () => {
  const oldest = await lost()
  await db.execute(sql`
    with told as (
      insert into messages (receiver_id, category, title, content)
      select ${receiverId}::bigint, 'classNotice', '约课已确认', '' from generate_series(1, 1000) returning id
    )
    insert into outbox (message_id, channel, payload, given_up_at, last_error)
    select id, 'wechat', '{"template":"class","page":"","words":[]}', now(), 'busy' from told`)
  expect(await operator(retryOutbox, { body: {} })).toEqual({ retried: 1000 })
  const query = { ...PAGE, state: 'GIVEN_UP' as const }
  expect((await operator(listOutbox, { query })).rows.map(({ id }) => id)).toEqual([oldest])
})

test('a message that may have arrived is only sent again if it is named', async () => {
  const id = await lost({ mayBeSent: true })
  expect(await operator(retryOutbox, { body: {} })).toEqual({ retried: 0 })
  expect(await operator(retryOutbox, { body: { ids: [id] } })).toEqual({ retried: 1 })
  expect(await stateOf(id)).toMatchObject({ state: 'WAITING', mayBeSent: false })
})

test('of several operators who resend a message at once, one has it sent', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = await lost()
    const answers = await Promise.all([1, 2, 3].map(() => operator(retryOutbox, { body: { ids: [id] } })))
    expect(answers.reduce((sum, { retried }) => sum + retried, 0)).toBe(1)
  }
})

test('resending all without a failed message does nothing', async () => {
  const id = await sent()
  expect(await operator(retryOutbox, { body: { ids: [id] } })).toEqual({ retried: 0 })
  expect(await db.$count(staffAuditEvents)).toBe(0)
})
