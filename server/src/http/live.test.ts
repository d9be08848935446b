import { once } from 'node:events'
import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import * as locks from '@paidang/api/areas/activities/locks'
import { approveMessage } from '@paidang/api/areas/ground/messages'
import { logOut } from '@paidang/api/areas/people/auth'
import { associateVenue } from '@paidang/api/areas/places/venues'
import { LIVE_CLOSE, type LiveTopic } from '@paidang/api/live'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { publishChanges } from '../db/change-feed.ts'
import { messagesTopic } from '../db/topics.ts'
import { messages } from '../tables/messages.ts'
import {
  givenCoach,
  givenPlayer,
  givenRelation,
  givenScene,
  givenVenue,
  type Scene,
  TOMORROW,
} from '../testing/builders.ts'
import { givenInvitation } from '../testing/given-invitation.ts'
import { type LiveClient, openLive, statusOfHello } from '../testing/live-client.ts'
import { startTestServer } from '../testing/test-server.ts'
import { ACCESS_TOKEN_SECONDS } from './session.ts'

const { app, db, clock, signedInAs, tokenOf, staffTokenOf, takeFaults, another } = await startTestServer()
const other = await another()

afterEach(() => {
  vi.restoreAllMocks()
})

const gridOf = ({ coachId, venueId: stadiumId }: Scene, date = TOMORROW): LiveTopic => ({
  kind: 'grid',
  coachId,
  stadiumId,
  date,
})
const book = ({ coachId, courseId: courseDesignId, venueId: stadiumId, playerId }: Scene) =>
  signedInAs(playerId)(classActions.createByPlayer, {
    body: { coachId, courseDesignId, stadiumId, courseDate: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22 },
  })

/** A client that has sent a valid `hello`. */
async function greeted(on: FastifyInstance, userId: string): Promise<LiveClient> {
  const client = await openLive(on)
  client.send({ type: 'hello', token: await tokenOf(userId) })
  await client.next('welcome')
  return client
}

/** A client that watches topics, with the topics that the server confirmed. */
async function watching(on: FastifyInstance, userId: string, topics: LiveTopic[]) {
  const client = await greeted(on, userId)
  client.send({ type: 'watch', topics })
  return { client, userId, topics, answer: await client.next('watching') }
}

const MESSAGES: LiveTopic = { kind: 'messages' }

/**
 * The changes that a watcher was notified of until now. Its messages change last. Notifications keep the order of the
 * commits, so the list is then complete.
 */
async function changesOf({ client, userId, topics }: Awaited<ReturnType<typeof watching>>) {
  const changes = () => client.heard.filter(({ type }) => type === 'changed')
  const ofMessages = () => changes().filter((one) => 'topic' in one && one.topic.kind === 'messages').length
  client.send({ type: 'watch', topics: [...topics.filter(({ kind }) => kind !== 'messages'), MESSAGES] })
  await client.next('watching')
  const known = ofMessages()
  await publishChanges(db, [messagesTopic(userId)])
  await expect.poll(ofMessages).toBeGreaterThan(known)
  return changes().slice(0, -1)
}

describe('a change', () => {
  test('made through one process reaches a client that watches the grid through another', async () => {
    const scene = await givenScene(db)
    const { client } = await watching(other, await givenPlayer(db), [gridOf(scene)])
    await book(scene)
    expect(await client.next('changed')).toMatchObject({ topic: gridOf(scene) })
  })

  test('is sent once per transaction, and not to clients that watch something else', async () => {
    const scene = await givenScene(db)
    const here = await watching(app, scene.playerId, [gridOf(scene)])
    const nextDay = await watching(other, scene.playerId, [gridOf(scene, '2026-05-03')])
    const elsewhere = await watching(other, await givenPlayer(db), [gridOf(await givenScene(db))])
    await book(scene)
    expect(await changesOf(here)).toHaveLength(1)
    expect([...(await changesOf(nextDay)), ...(await changesOf(elsewhere))]).toEqual([])
  })

  test('of a class is sent to people who may see it; for others the class is absent', async () => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, { scene, status: 'PENDING' })
    const wanted: LiveTopic[] = [
      { kind: 'class', id },
      { kind: 'class', id: '987654321987' },
    ]
    const player = await watching(other, scene.playerId, wanted)
    const stranger = await watching(other, await givenPlayer(db), wanted)
    expect(player.answer).toEqual({ type: 'watching', topics: [{ kind: 'class', id }] })
    expect(stranger.answer).toEqual({ type: 'watching', topics: [] })
    await signedInAs(scene.coachId)(classActions.confirmInvitation, { params: { id } })
    expect(await player.client.next('changed')).toEqual({ type: 'changed', topic: { kind: 'class', id } })
    expect(await changesOf(stranger)).toEqual([])
  })

  test('of one’s messages is sent to their receiver only', async () => {
    const scene = await givenScene(db)
    const coach = await watching(other, scene.coachId, [{ kind: 'messages' }])
    const stranger = await watching(other, await givenCoach(db), [{ kind: 'messages' }])
    await book(scene)
    expect(await coach.client.next('changed')).toEqual({ type: 'changed', topic: { kind: 'messages' } })
    expect(await changesOf(stranger)).toEqual([])
  })

  test('of the tie between coach and venue reaches the managers on a request, and the coach on a decision', async () => {
    const [managerId, coachId] = [await givenCoach(db), await givenCoach(db)]
    const { venueId: stadiumId } = await givenVenue(db, { managerIds: [managerId] })
    const manager = await watching(other, managerId, [{ kind: 'messages' }])
    const coach = await watching(other, coachId, [{ kind: 'messages' }])
    await signedInAs(coachId)(associateVenue, { body: { stadiumId } })
    await manager.client.next('changed')
    const [asked] = await db.select().from(messages).where(eq(messages.receiverId, managerId))
    await signedInAs(managerId)(approveMessage, { params: { id: asked?.id ?? '' } })
    expect(await coach.client.next('changed')).toEqual({ type: 'changed', topic: { kind: 'messages' } })
    expect(await changesOf(coach)).toHaveLength(1)
  })

  test('of one’s own day is sent to its owner only: own locks and own classes', async () => {
    const scene = await givenScene(db)
    const ownDay: LiveTopic = { kind: 'own-day', date: TOMORROW }
    const coach = await watching(other, scene.coachId, [ownDay])
    const nextDay = await watching(other, scene.coachId, [{ kind: 'own-day', date: '2026-05-03' }])
    const colleague = await watching(other, scene.adminId, [ownDay])
    const body = { date: TOMORROW, beginTimeSlot: 30, endTimeSlot: 32 }
    const [lock] = await signedInAs(scene.coachId)(locks.createCoachLock, { body })
    expect(await coach.client.next('changed')).toEqual({ type: 'changed', topic: ownDay })
    await signedInAs(scene.coachId)(locks.deleteCoachLock, { params: { id: lock?.id ?? '' }, query: {} })
    await coach.client.next('changed')
    await book(scene)
    await coach.client.next('changed')
    expect([...(await changesOf(nextDay)), ...(await changesOf(colleague))]).toEqual([])
  })

  test('is not sent for topics that are no longer watched: each watch replaces the one before', async () => {
    const scene = await givenScene(db)
    const former = await watching(app, scene.playerId, [gridOf(scene)])
    const { client } = former
    client.send({ type: 'watch', topics: [MESSAGES] })
    expect(await client.next('watching')).toEqual({ type: 'watching', topics: [MESSAGES] })
    await book(scene)
    expect(await changesOf({ ...former, topics: [] })).toEqual([])
  })

  test('reaches 200 connections', async () => {
    const scene = await givenScene(db)
    const people = await Promise.all(Array.from({ length: 40 }, () => givenPlayer(db)))
    const clients: LiveClient[] = []
    for (const person of people) {
      const own = await Promise.all(Array.from({ length: 5 }, () => watching(other, person, [gridOf(scene)])))
      clients.push(...own.map(({ client }) => client))
    }
    expect(clients).toHaveLength(200)
    const all = Promise.all(clients.map((client) => client.next('changed')))
    await book(scene)
    await all
    for (const { socket } of clients) socket.terminate()
  })
})

describe('a hello', () => {
  test('with a valid token is welcomed; a missing, broken, expired or revoked token closes with 4401', async () => {
    const playerId = await givenPlayer(db)
    const token = await tokenOf(playerId)
    expect(await statusOfHello(app, token)).toBe(200)
    expect(await statusOfHello(app, '')).toBe(401)
    expect(await statusOfHello(app, `${token}x`)).toBe(401)
    clock.set(new Date(clock.now().getTime() + ACCESS_TOKEN_SECONDS * 1_000))
    expect(await statusOfHello(app, token)).toBe(401)
  })

  test('of staff is closed with 4403', async () => {
    expect(await statusOfHello(app, await staffTokenOf('operator'))).toBe(403)
  })

  test('that is late is closed with 4408', async () => {
    const impatient = await another({ liveLimits: { helloMs: 100 } })
    const { closed } = await openLive(impatient)
    expect(await closed).toBe(LIVE_CLOSE.silent)
  })

  test('may be repeated with a fresh token, by the same user only', async () => {
    const [playerId, strangerId] = [await givenPlayer(db), await givenPlayer(db)]
    const client = await greeted(app, playerId)
    client.send({ type: 'hello', token: await tokenOf(playerId) })
    expect(await client.next('welcome')).toEqual({ type: 'welcome' })
    client.send({ type: 'hello', token: await tokenOf(strangerId) })
    expect(await client.closed).toBe(LIVE_CLOSE.input)
  })

  test('must come before everything else', async () => {
    const client = await openLive(app)
    client.send({ type: 'watch', topics: [{ kind: 'messages' }] })
    expect(await client.closed).toBe(LIVE_CLOSE.session)
  })
})

describe('a connection', () => {
  test('ends when its session is revoked, on any process', async () => {
    const playerId = await givenPlayer(db)
    const token = await tokenOf(playerId)
    const client = await openLive(other)
    client.send({ type: 'hello', token })
    await client.next('welcome')
    await app.inject({ method: 'POST', url: `/aaapi${logOut.path}`, headers: { authorization: `Bearer ${token}` } })
    expect(await client.closed).toBe(LIVE_CLOSE.session)
  })

  test('ends when its token expires, unless a fresh one was sent before', async () => {
    const begun = clock.now().getTime()
    const [expiring, renewed] = [await givenPlayer(db), await givenPlayer(db)]
    const tokens = [await tokenOf(expiring), await tokenOf(renewed)]
    clock.set(new Date(begun + ACCESS_TOKEN_SECONDS * 1_000 - 300))
    const clients = await Promise.all(
      tokens.map(async (token) => {
        const client = await openLive(app)
        client.send({ type: 'hello', token })
        await client.next('welcome')
        return client
      }),
    )
    clients[1]?.send({ type: 'hello', token: await tokenOf(renewed) })
    await clients[1]?.next('welcome')
    clock.set(new Date(begun + ACCESS_TOKEN_SECONDS * 1_000))
    expect(await clients[0]?.closed).toBe(LIVE_CLOSE.session)
    clients[1]?.send({ type: 'watch', topics: [MESSAGES] })
    expect(await clients[1]?.next('watching')).toEqual({ type: 'watching', topics: [MESSAGES] })
  })

  test.each([
    ['no JSON', 'hello'],
    ['no message of ours', '{"type":"subscribe"}'],
    ['a topic of no kind', '{"type":"watch","topics":[{"kind":"contracts"}]}'],
    ['an id that is none', '{"type":"watch","topics":[{"kind":"class","id":"0"}]}'],
    ['a day that is none', '{"type":"watch","topics":[{"kind":"grid","stadiumId":"1","coachId":"1","date":"today"}]}'],
    ['21 topics', JSON.stringify({ type: 'watch', topics: Array.from({ length: 21 }, () => ({ kind: 'messages' })) })],
    ['NUL in a text', JSON.stringify({ type: 'hello', token: 'a\u0000b' })],
  ])('that sends %s is closed with 4400', async (_what, text) => {
    const client = await greeted(app, await givenPlayer(db))
    client.sendText(text)
    expect(await client.closed).toBe(LIVE_CLOSE.input)
  })

  test('is closed for a message that is too large, and for too many messages', async () => {
    const large = await greeted(app, await givenPlayer(db))
    large.sendText('x'.repeat(16_385))
    expect(await large.closed).toBe(1009)
    const many = await greeted(app, await givenPlayer(db))
    for (let n = 0; n < 60; n++) many.send({ type: 'watch', topics: [] })
    expect(await many.closed).toBe(LIVE_CLOSE.limit)
  })

  test('is limited per user, and a freed place can be used again', async () => {
    const few = await another({ liveLimits: { perUser: 2 } })
    const playerId = await givenPlayer(db)
    const [first] = [await greeted(few, playerId), await greeted(few, playerId)]
    expect(await statusOfHello(few, await tokenOf(playerId))).toBe(LIVE_CLOSE.limit)
    expect(await statusOfHello(few, await tokenOf(await givenPlayer(db)))).toBe(200)
    first.socket.close()
    await first.closed
    await expect.poll(async () => statusOfHello(few, await tokenOf(playerId))).toBe(200)
  })

  test('is refused with 503 when there is no place for another, until one is free', async () => {
    const small = await another({ liveLimits: { total: 1 } })
    const first = await greeted(small, await givenPlayer(db))
    await expect(openLive(small)).rejects.toThrow('503')
    expect(takeFaults().map(({ message }) => message)).toEqual(['有点忙，请稍后再试'])
    first.socket.close()
    await first.closed
    await expect.poll(() => openLive(small).then(({ socket }) => socket.terminate(), String)).toBeUndefined()
    takeFaults()
  })

  test('from a page of another site is refused with 403', async () => {
    for (const origin of ['https://paidang.example', 'http://127.0.0.1.evil.example', 'null']) {
      await expect(openLive(app, { origin })).rejects.toThrow('403')
    }
    for (const origin of ['http://localhost:10086', 'https://servicewechat.com', 'weapp://wechat-game-runtime']) {
      const { socket } = await openLive(app, { origin })
      socket.terminate()
    }
    const { socket } = await openLive(app, { origin: 'https://paidang.cn', host: 'paidang.cn' })
    socket.terminate()
    await expect(openLive(app, { origin: 'http://localhost', host: 'paidang.cn' })).rejects.toThrow('403')
  })

  test('that no longer reads is dropped before it fills the memory', async () => {
    const strict = await another({ liveLimits: { bufferBytes: 4_096, gatherMs: 1 } })
    const scene = await givenScene(db)
    // An in-memory connection has small buffers. Those of a network would take megabytes first.
    const socket = await strict.injectWS('/aaapi/live', { headers: { host: 'paidang.cn' } })
    const heard = (type: string) =>
      new Promise<void>((resolve) => socket.on('message', (data) => String(data).includes(`"${type}"`) && resolve()))
    const [welcome, watched] = [heard('welcome'), heard('watching')]
    socket.send(JSON.stringify({ type: 'hello', token: await tokenOf(scene.playerId) }))
    await welcome
    socket.send(JSON.stringify({ type: 'watch', topics: [gridOf(scene), { kind: 'messages' }] }))
    await watched
    socket.pause()
    // Its own changes reach its listeners at once.
    const feedTopics = [`messages|${scene.playerId}`]
    await expect
      .poll(
        async () => {
          await publishChanges(strict.db, feedTopics)
          return strict.websocketServer.clients.size
        },
        { interval: 1, timeout: 30_000 },
      )
      .toBe(0)
  })

  test('that answers no ping is closed, and one that answers stays', async () => {
    const brisk = await another({ liveLimits: { pingMs: 60 } })
    const awake = await greeted(brisk, await givenPlayer(db))
    const asleep = await greeted(brisk, await givenPlayer(db))
    asleep.socket.pause()
    await expect.poll(() => brisk.websocketServer.clients.size).toBe(1)
    for (let pings = 0; pings < 3; pings++) await once(awake.socket, 'ping')
    expect(brisk.websocketServer.clients.size).toBe(1)
    asleep.socket.terminate()
  })

  test('is closed with 1001 when the process stops, and does not delay it', async () => {
    const stopping = await another()
    const client = await greeted(stopping, await givenPlayer(db))
    const mute = await greeted(stopping, await givenPlayer(db))
    mute.socket.pause()
    await stopping.close()
    expect(await client.closed).toBe(1001)
    mute.socket.terminate()
  })
})

test('a watch that states the age of its data is notified of changes since then, as far as they are known', async () => {
  const clockOfProcess = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const fresh = await another()
  const [reader, stranger] = [await givenPlayer(db), await givenPlayer(db)]
  const newsAt = async (atMs: number, userId: string, ageMs?: number) => {
    const client = await greeted(fresh, userId)
    clockOfProcess.mockReturnValue(atMs)
    client.send({ type: 'watch', topics: [MESSAGES], ...(ageMs !== undefined && { ageMs }) })
    const answer = await client.next('watching')
    return 'news' in answer ? answer.news : 'unknown'
  }
  expect(await newsAt(5_000, reader, 0)).toBe('unknown')
  const { client } = await watching(fresh, reader, [MESSAGES])
  clockOfProcess.mockReturnValue(100_000)
  await publishChanges(db, [messagesTopic(reader)])
  await client.next('changed')
  expect(await newsAt(105_000, reader, 0)).toEqual([MESSAGES])
  expect(await newsAt(105_000, stranger, 0)).toEqual([])
  expect(await newsAt(130_000, reader, 10_000)).toEqual([])
  expect(await newsAt(130_000, reader, 30_000)).toEqual([MESSAGES])
  expect(await newsAt(130_000, reader)).toBe('unknown')
})

describe('when the change feed breaks', () => {
  test('every client must read again, and is notified of changes as before', async () => {
    const scene = await givenScene(db)
    const { client } = await watching(other, scene.playerId, [gridOf(scene)])
    await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'paidang-changes' and datname = current_database()`)
    await client.next('resync')
    // Once at the break, and once when the feed is back.
    await client.next('resync')
    await book(scene)
    expect(await client.next('changed')).toEqual({ type: 'changed', topic: gridOf(scene) })
  })
})

test('without an upgrade the path is unknown', async () => {
  const answer = await app.inject({ url: '/aaapi/live' })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'path_unknown'])
})

test('exactly the people who may see a class can watch it', async () => {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const [related, stranger] = [await givenPlayer(db), await givenPlayer(db)]
  await givenRelation(db, scene.coachId, related)
  const people = { player: scene.playerId, coach: scene.coachId, admin: scene.adminId, related, stranger }
  const open: Record<string, boolean[]> = {}
  for (const [name, userId] of Object.entries(people)) {
    const { answer } = await watching(app, userId, [{ kind: 'class', id }])
    const call = signedInAs(userId)(classes.getInvitation, { params: { id }, query: {} })
    const isSeen = await call.then(
      () => true,
      () => false,
    )
    open[name] = [answer.type === 'watching' && answer.topics.length === 1, isSeen]
  }
  const share = app.shareTokens.of(id)
  const shared = await watching(app, stranger, [{ kind: 'class', id, share }])
  expect(shared.answer).toEqual({ type: 'watching', topics: [{ kind: 'class', id, share }] })
  const wrong = await watching(app, stranger, [{ kind: 'class', id, share: app.shareTokens.of('7') }])
  expect(wrong.answer).toEqual({ type: 'watching', topics: [] })
  for (const [byTopic, byCall] of Object.values(open)) expect(byTopic).toBe(byCall)
  expect(open).toMatchObject({ player: [true, true], stranger: [false, false] })
})
