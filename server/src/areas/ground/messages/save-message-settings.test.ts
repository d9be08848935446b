import * as settings from '@paidang/api/areas/ground/message-settings'
import { readAllMessages, unreadCounts } from '@paidang/api/areas/ground/messages'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages, outbox } from '../../../tables/messages.ts'
import { givenMessage, givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { openLive } from '../../../testing/live-client.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, db, signedInAs, tokenOf } = await startTestServer()

const settingsOf = (actorId: string) => signedInAs(actorId)(settings.readMessageSettings, {})
const save = (actorId: string, quietFrom: number | null, quietTo: number | null) =>
  signedInAs(actorId)(settings.saveMessageSettings, { body: { quietFrom, quietTo } })
const agree = (actorId: string, accepted: settings.SubscriptionTemplate[]) =>
  signedInAs(actorId)(settings.saveSubscriptions, { body: { accepted } })

test('a person without settings has no quiet hours and no consents', async () => {
  const { quietFrom, quietTo, templates } = await settingsOf(await givenPlayer(db))
  expect([quietFrom, quietTo]).toEqual([null, null])
  expect(templates).toEqual(
    [
      ['class', '约课通知'],
      ['ball', '球局通知'],
      ['reminder', '开始前提醒'],
      ['stringing', '穿线进度'],
      ['order', '订单与退款'],
    ].map(([key, title]) => ({ key, title, templateId: `simulated-${key}`, quota: 0 })),
  )
})

test('quiet hours are stored, changed and removed for each person separately', async () => {
  const [me, another] = [await givenPlayer(db), await givenPlayer(db)]
  expect(await save(me, 44, 14)).toMatchObject({ quietFrom: 44, quietTo: 14 })
  expect(await save(me, 26, 28)).toMatchObject({ quietFrom: 26, quietTo: 28 })
  expect(await settingsOf(me)).toMatchObject({ quietFrom: 26, quietTo: 28 })
  expect(await settingsOf(another)).toMatchObject({ quietFrom: null, quietTo: null })
  expect(await save(me, null, null)).toMatchObject({ quietFrom: null, quietTo: null })
})

test.each([
  [20, 20],
  [20, null],
  [null, 20],
])('quiet hours from %s to %s are refused', async (from, to) => {
  const me = await givenPlayer(db)
  await expectRefusal(db, () => save(me, from, to), { status: 400, code: 'quiet_hours_invalid' })
})

test('new quiet hours release the messages held back for their owner, and no others', async () => {
  const [me, another] = [await givenPlayer(db), await givenPlayer(db)]
  const held = new Date(TEST_NOW.getTime() + 3_600_000)
  for (const receiverId of [me, another]) await givenMessage(db, { receiverId })
  await db.update(outbox).set({ nextAttemptAt: held })
  await save(me, null, null)
  const rows = await db
    .select({ receiverId: messages.receiverId, due: outbox.nextAttemptAt })
    .from(outbox)
    .innerJoin(messages, eq(messages.id, outbox.messageId))
    .orderBy(outbox.id)
  expect(rows).toEqual([
    { receiverId: me, due: TEST_NOW },
    { receiverId: another, due: held },
  ])
})

test('each consent allows one message of its template', async () => {
  const me = await givenPlayer(db)
  const quotaOf = ({ templates }: settings.MessageSettings) =>
    templates.filter(({ quota }) => quota > 0).map(({ key, quota }) => [key, quota])
  expect(quotaOf(await agree(me, ['class', 'reminder']))).toEqual([
    ['class', 1],
    ['reminder', 1],
  ])
  expect(quotaOf(await agree(me, ['class', 'class']))).toEqual([
    ['class', 2],
    ['reminder', 1],
  ])
  expect(quotaOf(await agree(me, []))).toEqual([
    ['class', 2],
    ['reminder', 1],
  ])
  await Promise.all(Array.from({ length: 20 }, () => agree(me, ['ball'])))
  expect(quotaOf(await settingsOf(me))).toContainEqual(['ball', 20])
})

const readAll = (actorId: string, messageType: 'all' | 'invitation' | 'systemNotice' | 'classNotice') =>
  signedInAs(actorId)(readAllMessages, { body: { messageType } })
const unread = (actorId: string) => signedInAs(actorId)(unreadCounts, {})

test('all messages of a category or of all are read at once, without open requests and other people’s messages', async () => {
  const [me, another] = [await givenPlayer(db), await givenPlayer(db)]
  const open = await givenMessage(db, { receiverId: me, category: 'invitation', approveStatus: 0 })
  for (const category of ['invitation', 'classNotice', 'classNotice', 'systemNotice'] as const) {
    await givenMessage(db, { receiverId: me, category })
  }
  await givenMessage(db, { receiverId: me, category: 'classNotice', deletedAt: TEST_NOW })
  await givenMessage(db, { receiverId: another, category: 'classNotice' })
  expect(await readAll(me, 'classNotice')).toEqual({ read: 2 })
  expect(await unread(me)).toEqual({ all: 3, invitation: 2, systemNotice: 1, classNotice: 0 })
  expect(await readAll(me, 'all')).toEqual({ read: 3 })
  expect(await readAll(me, 'all')).toEqual({ read: 0 })
  expect(await unread(me)).toMatchObject({ all: 0 })
  expect(await db.select().from(messages).where(eq(messages.id, open))).toMatchObject([
    { readStatus: 1, approveStatus: 0 },
  ])
  expect(await unread(another)).toMatchObject({ all: 1 })
})

test('a client that watches messages is notified when all were read', async () => {
  const me = await givenPlayer(db)
  await givenMessage(db, { receiverId: me })
  const client = await openLive(app)
  client.send({ type: 'hello', token: await tokenOf(me) })
  await client.next('welcome')
  client.send({ type: 'watch', topics: [{ kind: 'messages' }] })
  await client.next('watching')
  await readAll(me, 'all')
  expect(await client.next('changed')).toBeTruthy()
  client.socket.terminate()
})
