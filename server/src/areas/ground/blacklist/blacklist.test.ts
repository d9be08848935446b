import * as blacklist from '@paidang/api/areas/ground/blacklist'
import { expect, test } from 'vitest'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { users } from '../../../tables/identities.ts'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBlacklisted } from '../../../testing/given-people.ts'
import { openLive } from '../../../testing/live-client.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, db, call, signedInAs, request, tokenOf } = await startTestServer()

const listOf = (userId: string, actorId = userId) =>
  signedInAs(actorId)(blacklist.listBlacklist, { params: { userId } })
const add = (actorId: string, id: string) => signedInAs(actorId)(blacklist.addToBlacklist, { params: { id } })
const remove = (actorId: string, id: string) => signedInAs(actorId)(blacklist.removeFromBlacklist, { params: { id } })
const clear = (actorId: string) => signedInAs(actorId)(blacklist.clearBlacklist, {})

test('a blacklist belongs to its owner and shows the latest entry first; adding the same user again gives the same entry', async () => {
  const [owner, first, second] = [
    await givenPlayer(db),
    await givenPlayer(db, { nickname: '小北' }),
    await givenPlayer(db),
  ]
  const entry = await add(owner, first)
  expect(entry).toMatchObject({
    user: { id: first, nickname: '小北', avatar: null },
    createTime: TEST_NOW.toISOString(),
  })
  await add(owner, second)
  expect(await add(owner, first)).toEqual(entry)
  expect((await listOf(owner)).map(({ user }) => user.id)).toEqual([second, first])
  expect(await listOf(first)).toEqual([])
})

test('the owner removes one entry, then all', async () => {
  const [owner, other] = [await givenPlayer(db), await givenPlayer(db)]
  const targets = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  const ids: string[] = []
  for (const target of targets) ids.push(await givenBlacklisted(db, owner, target))
  const foreign = await givenBlacklisted(db, other, owner)
  const [first = ''] = ids
  expect(await remove(owner, first)).toBeNull()
  expect(await listOf(owner)).toHaveLength(2)
  expect([await clear(owner), await clear(owner)]).toEqual([null, null])
  expect(await listOf(owner)).toEqual([])
  expect((await listOf(other)).map(({ id }) => id)).toEqual([foreign])
})

test('a removed entry and an entry of another user get the same refusal', async () => {
  const [owner, other] = [await givenPlayer(db), await givenPlayer(db)]
  const id = await givenBlacklisted(db, owner, other)
  const refusal = { status: 404, code: 'blacklist_not_found', message: '记录不存在' }
  await expectRefusal(db, () => remove(other, id), refusal)
  await remove(owner, id)
  await expectRefusal(db, () => remove(owner, id), refusal)
})

test('nobody can blacklist themselves, an unknown user, the guest or a closed account', async () => {
  const owner = await givenPlayer(db)
  const nobody = { nickname: '已注销用户', phone: null, openId: null, wechatId: null, avatar: null }
  const closed = await givenPlayer(db, { ...nobody, closedAt: TEST_NOW })
  await expectRefusal(db, () => add(owner, owner), { status: 400, code: 'blacklist_oneself' })
  for (const id of ['987654321987', '123456', closed]) {
    await expectRefusal(db, () => add(owner, id), { status: 404, code: 'user_not_found' })
  }
})

test('nobody reads the blacklist of another user, and a guest has none', async () => {
  const [owner, other] = [await givenPlayer(db), await givenPlayer(db)]
  for (const userId of [owner, '123456', 'defaultUserId']) {
    await expect(listOf(userId, other)).rejects.toMatchObject({ status: 403, code: 'data_of_others' })
  }
  await expect(call(blacklist.clearBlacklist, {})).rejects.toMatchObject({ status: 401 })
})

test('twenty simultaneous requests make one entry', async () => {
  const [owner, target] = [await givenPlayer(db), await givenPlayer(db)]
  const entries = await Promise.all(Array.from({ length: 20 }, () => add(owner, target)))
  expect(new Set(entries.map(({ id }) => id)).size).toBe(1)
  expect(await db.$count(blacklistEntries)).toBe(1)
})

test('the answers say what was done', async () => {
  const [owner, target] = [await givenPlayer(db), await givenPlayer(db)]
  const headers = { authorization: `Bearer ${await tokenOf(owner)}` }
  const ask = async (method: 'POST' | 'DELETE', url: string) =>
    (await request({ method, url: `/aaapi/app-user-blacklist/${url}`, headers })).json()
  const added = await ask('POST', `add/${target}`)
  expect(added.msg).toBe('已加入黑名单')
  expect((await ask('DELETE', `delete/${added.data.id}`)).msg).toBe('移出成功')
  expect((await ask('DELETE', 'removeAll')).msg).toBe('移出成功')
})

test('open inboxes of both people reload when an entry is added or removed', async () => {
  const people = [await givenPlayer(db), await givenPlayer(db)] as const
  const [owner, target] = people
  const clients = await Promise.all(
    people.map(async (id) => {
      const client = await openLive(app)
      client.send({ type: 'hello', token: await tokenOf(id) })
      await client.next('welcome')
      client.send({ type: 'watch', topics: [{ kind: 'messages' }] })
      await client.next('watching')
      return client
    }),
  )
  const changed = () => Promise.all(clients.map((client) => client.next('changed')))
  const { id } = await add(owner, target)
  expect(await changed()).toHaveLength(2)
  await remove(owner, id)
  expect(await changed()).toHaveLength(2)
  for (const { socket } of clients) socket.terminate()
  expect(await db.$count(users)).toBe(2)
})
