import * as messages from '@paidang/api/areas/ground/messages'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballProposals, ballRequests } from '../../../tables/balls.ts'
import { messages as messageRows } from '../../../tables/messages.ts'
import { givenMessage, givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { openLive } from '../../../testing/live-client.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, db, signedInAs, tokenOf } = await startTestServer()

type MessageType = 'all' | 'invitation' | 'systemNotice' | 'classNotice'
const list = (actorId: string, messageType: MessageType = 'all', page: { current?: number; rows?: number } = {}) =>
  signedInAs(actorId)(messages.messagesOfType, { params: { messageType }, query: { current: 1, rows: 10, ...page } })
const unread = (actorId: string) => signedInAs(actorId)(messages.unreadCounts, {})
const read = (id: string, actorId: string) => signedInAs(actorId)(messages.readMessage, { params: { id } })
const remove = (id: string, actorId: string) => signedInAs(actorId)(messages.deleteMessage, { params: { id } })
const refused = (call: () => Promise<unknown>, refusal: object) => expectRefusal(db, call, refusal)

test('a person lists their own messages, latest first, of all categories or of one', async () => {
  const me = await givenPlayer(db)
  const sender = await givenPlayer(db, { nickname: '王教练', avatar: 'public/avatars/1.webp' })
  const first = await givenMessage(db, { receiverId: me, title: '系统通知' })
  const about = { objectKind: 'invitation', objectId: '7', approveStatus: 0 }
  const second = await givenMessage(db, { receiverId: me, senderId: sender, category: 'invitation', ...about })
  await givenMessage(db, { receiverId: sender })
  const { rows, total } = await list(me)
  expect([rows.map(({ id }) => id), total]).toEqual([[second, first], 2])
  expect(rows[0]).toMatchObject({
    category: 'invitation',
    sender: { id: sender, nickname: '王教练', avatar: 'public/avatars/1.webp' },
    object: { kind: 'invitation', id: '7' },
    approveStatus: 0,
    readStatus: 0,
  })
  expect(rows[1]).toMatchObject({ title: '系统通知', sender: null, object: null, approveStatus: null })
  expect(await list(me, 'systemNotice')).toMatchObject({ rows: [{ id: first }], total: 1 })
  expect(await list(me, 'classNotice')).toEqual({ rows: [], total: 0 })
})

test('a request about a game refers to the game, which has a page', async () => {
  const [me, asker] = [await givenPlayer(db), await givenPlayer(db)]
  const ballId = await givenBall(db, { playerIds: [me] })
  const [request] = await db.insert(ballRequests).values({ ballId, userId: asker }).returning()
  const [proposal] = await db
    .insert(ballProposals)
    .values({ ballId, kind: 'HAND_OVER', proposedBy: me, inUserId: asker })
    .returning()
  await givenMessage(db, { receiverId: me, objectKind: 'ball_request', objectId: request?.id ?? '' })
  await givenMessage(db, { receiverId: asker, objectKind: 'ball_proposal', objectId: proposal?.id ?? '' })
  expect((await list(me)).rows).toMatchObject([{ object: { kind: 'ball_request', id: ballId } }])
  expect((await list(asker)).rows).toMatchObject([{ object: { kind: 'ball_proposal', id: ballId } }])
})

test('no category and the empty segment mean all categories', async () => {
  const me = await givenPlayer(db)
  const ids = [await givenMessage(db, { receiverId: me }), await givenMessage(db, { receiverId: me })].reverse()
  const headers = { authorization: `Bearer ${await tokenOf(me)}` }
  for (const path of ['ball-message/all', 'ball-message/', 'ball-message']) {
    const answer = await app.inject({ url: `/aaapi/common/messages/${path}?current=1&rows=10`, headers })
    expect([answer.statusCode, answer.json().data?.map(({ id }: { id: string }) => id)]).toEqual([200, ids])
  }
})

test('messages are listed page by page', async () => {
  const me = await givenPlayer(db)
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.unshift(await givenMessage(db, { receiverId: me }))
  const pages = [await list(me, 'all', { rows: 2 }), await list(me, 'all', { current: 3, rows: 2 })]
  expect(pages.map(({ rows, total }) => [rows.map(({ id }) => id), total])).toEqual([
    [ids.slice(0, 2), 5],
    [ids.slice(4), 5],
  ])
})

test('a message that was read is no longer counted, however often it is read', async () => {
  const me = await givenPlayer(db)
  const id = await givenMessage(db, { receiverId: me, approveStatus: 0 })
  await givenMessage(db, { receiverId: me })
  expect(await unread(me)).toMatchObject({ all: 2 })
  const seen = await read(id, me)
  expect(seen).toMatchObject({ id, readStatus: 1, approveStatus: 0 })
  expect(await read(id, me)).toEqual(seen)
  expect(await unread(me)).toMatchObject({ all: 1 })
})

test('unread messages are counted by category, without messages that are read, deleted or another’s', async () => {
  const me = await givenPlayer(db)
  expect(await unread(me)).toEqual({ all: 0, invitation: 0, systemNotice: 0, classNotice: 0 })
  for (const category of ['invitation', 'classNotice', 'classNotice', 'classNotice'] as const) {
    await givenMessage(db, { receiverId: me, category })
  }
  await read(await givenMessage(db, { receiverId: me, category: 'invitation' }), me)
  await remove(await givenMessage(db, { receiverId: me, category: 'systemNotice' }), me)
  await givenMessage(db, { receiverId: await givenPlayer(db), category: 'systemNotice' })
  expect(await unread(me)).toEqual({ all: 4, invitation: 1, systemNotice: 0, classNotice: 3 })
})

test('a deleted message leaves the list and the count, and may be deleted again', async () => {
  const me = await givenPlayer(db)
  const id = await givenMessage(db, { receiverId: me })
  expect([await remove(id, me), await remove(id, me)]).toEqual([null, null])
  expect(await list(me)).toEqual({ rows: [], total: 0 })
  expect(await unread(me)).toMatchObject({ all: 0, systemNotice: 0 })
  await refused(() => read(id, me), { status: 404, code: 'message_not_found' })
  expect(await db.select().from(messageRows).where(eq(messageRows.id, id))).toHaveLength(1)
})

test('another’s message is answered like an absent one', async () => {
  const id = await givenMessage(db, { receiverId: await givenPlayer(db), approveStatus: 0 })
  const me = await givenPlayer(db)
  for (const endpoint of [
    messages.readMessage,
    messages.deleteMessage,
    messages.approveMessage,
    messages.rejectMessage,
  ]) {
    for (const one of [id, '987654321987']) {
      await refused(() => signedInAs(me)(endpoint, { params: { id: one } }), { status: 404, code: 'message_not_found' })
    }
  }
})

test('a message without a request cannot be decided', async () => {
  const me = await givenPlayer(db)
  const plain = await givenMessage(db, { receiverId: me })
  const without = await givenMessage(db, { receiverId: me, approveStatus: 0 })
  for (const id of [plain, without]) {
    const approve = () => signedInAs(me)(messages.approveMessage, { params: { id } })
    await refused(approve, { status: 400, code: 'message_needs_no_decision' })
  }
})

test('a client that watches messages is notified when one is read or deleted', async () => {
  const me = await givenPlayer(db)
  const id = await givenMessage(db, { receiverId: me })
  const client = await openLive(app)
  client.send({ type: 'hello', token: await tokenOf(me) })
  await client.next('welcome')
  client.send({ type: 'watch', topics: [{ kind: 'messages' }] })
  await client.next('watching')
  await read(id, me)
  expect(await client.next('changed')).toBeTruthy()
  await remove(id, me)
  expect(await client.next('changed')).toBeTruthy()
  client.socket.terminate()
})
