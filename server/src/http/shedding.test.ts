import { EventEmitter, once } from 'node:events'
import type { LightMyRequestResponse } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '../db/database.ts'
import { createPool } from '../db/pool.ts'
import { givenPlayer } from '../testing/builders.ts'
import { startTestServer } from '../testing/test-server.ts'
import { Room } from './shedding.ts'

const { db, another, tokenOf, maintenance, databaseUrl } = await startTestServer()

/** A room for one connection, with a clock, and how many more would get in. */
function givenRoom() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] })
  onTestFinished(() => void vi.useRealTimers())
  let now = 0
  const room = new Room(1, () => now)
  const readers: (() => void)[] = []
  const come = (kind: 'acting' | 'reading' = 'reading'): number => {
    let entered = 0
    for (; room.hasPlace(kind); entered += 1) {
      const leave = room.enter(kind)
      if (kind === 'reading') readers.push(leave)
    }
    return entered
  }
  return {
    room,
    come,
    readers,
    leave: (count: number) => {
      for (const leave of readers.splice(0, count)) leave()
    },
    endTurn: () => vi.advanceTimersByTime(0),
    wait: (ms: number) => {
      now += ms
      vi.advanceTimersByTime(ms)
    },
  }
}

test('people who come together get in, and readers leave room for those who act', () => {
  const { come } = givenRoom()
  expect(come()).toBe(8)
  // Somebody was refused just now, so there is a rush.
  expect(come('acting')).toBe(2)
})

test('a queue that lasts lets in only as many as are answered soon', () => {
  const { room, readers, leave, endTurn, wait } = givenRoom()
  const enter = () => readers.push(room.enter('reading'))
  for (let at = 0; at < 3; at += 1) enter()
  wait(500)
  expect([room.hasPlace('reading'), room.hasPlace('acting')]).toEqual([true, true])
  wait(1)
  expect([room.hasPlace('reading'), room.hasPlace('acting')]).toEqual([false, true])
  leave(2)
  endTurn()
  expect(room.hasPlace('reading')).toBe(false)
})

test('a rush is over when enough were let in, one after the other', () => {
  const { come, leave, endTurn, room } = givenRoom()
  const pass = () => {
    expect(room.hasPlace('reading')).toBe(true)
    room.enter('reading')()
    endTurn()
  }
  come()
  leave(8)
  endTurn()
  for (let at = 0; at < 2; at += 1) pass()
  // Of the next two, one is refused. So it begins anew.
  expect(come()).toBe(1)
  leave(1)
  endTurn()
  for (let at = 0; at < 3; at += 1) pass()
  expect(come()).toBe(8)
})

test('what is answered at once counts until the turn of the thread is over, and each answer counts once', () => {
  const { come, readers, endTurn } = givenRoom()
  come()
  for (const leave of [...readers, ...readers]) leave()
  expect(come()).toBe(0)
  endTurn()
  expect(come()).toBe(1)
})

test('who waits for somebody else takes a place from others only for a second', () => {
  const { come, wait } = givenRoom()
  come()
  wait(999)
  expect(come()).toBe(0)
  wait(1)
  // The turn in which time was up ends as well.
  wait(1)
  expect(come()).toBe(1)
})

const [CONNECTIONS, CALL_MS, ACTING_SHARE] = [8, 16, 0.05]
/** What those eight answer in a second, if there is always somebody. */
const BEARS = (CONNECTIONS * 1_000) / CALL_MS

test('at five times what is borne, who is let in is answered soon, who acts is let in, and nothing of it lasts', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] })
  onTestFinished(() => void vi.useRealTimers())
  let now = 0
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const room = new Room(CONNECTIONS, () => now)
  const queue: { cameAt: number; leave: () => void }[] = []
  const served: { endsAt: number; cameAt: number; leave: () => void }[] = []

  /** People come at this rate, and wait in a row for a connection. */
  const live = (rate: number, seconds: number) => {
    const took: number[] = []
    const refused = { acting: 0, reading: 0 }
    const came = { acting: 0, reading: 0 }
    for (const end = now + seconds * 1_000; now < end; now += 1) {
      for (let at = served.findIndex(({ endsAt }) => endsAt <= now); at >= 0; ) {
        for (const { cameAt, leave } of served.splice(at, 1)) {
          took.push(now - cameAt)
          leave()
        }
        at = served.findIndex(({ endsAt }) => endsAt <= now)
      }
      for (let due = rate / 1_000; random() < due; due -= 1) {
        const kind = random() < ACTING_SHARE ? 'acting' : 'reading'
        came[kind] += 1
        if (room.hasPlace(kind)) queue.push({ cameAt: now, leave: room.enter(kind) })
        else refused[kind] += 1
      }
      for (const next of queue.splice(0, CONNECTIONS - served.length)) served.push({ ...next, endsAt: now + CALL_MS })
      vi.advanceTimersByTime(1)
    }
    took.sort((a, b) => a - b)
    return { p99: took[Math.floor(took.length * 0.99)], done: took.length / seconds, refused, came }
  }

  const usual = live(0.8 * BEARS, 5)
  expect(usual.refused).toEqual({ acting: 0, reading: 0 })
  const rush = live(5 * BEARS, 10)
  expect(rush.p99).toBeLessThan(300)
  expect(rush.done).toBeGreaterThan(0.95 * BEARS)
  expect(rush.refused.acting / rush.came.acting).toBeLessThan(0.01)
  live(0.8 * BEARS, 1)
  expect(live(0.8 * BEARS, 5).refused).toEqual({ acting: 0, reading: 0 })
})

test('in a rush readers and log-ins are told to come again, while who acts, probes and notifications get through', async () => {
  // Places are not given back by time, however slow this machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const token = await tokenOf(await givenPlayer(db))
  const pool = createPool(databaseUrl, { max: 1, statementTimeoutMs: 0, onError: (error) => expect.fail(`${error}`) })
  onTestFinished(() => pool.end())
  const app = await another({ db: createDatabase(pool), limits: 'on', maxLagMs: 600_000 })
  const read = () => app.inject({ url: '/aaapi/categories' })
  const logIn = () =>
    app.inject({ method: 'POST', url: '/aaapi/auth/h5-login', payload: { username: 'nobody', password: 'demo1234' } })
  const act = () =>
    app.inject({ method: 'POST', url: '/aaapi/auth/logout', headers: { authorization: `Bearer ${token}` } })

  await maintenance('begin', [])
  await maintenance('lock table product_categories', [])
  const refused: LightMyRequestResponse[] = []
  const progress = new EventEmitter()
  const rush = Array.from({ length: 40 }, async () => {
    const answer = await read()
    if (answer.statusCode === 503 && refused.push(answer) === 24) progress.emit('full')
    return answer
  })
  await once(progress, 'full')
  const acting = act()
  expect((await logIn()).statusCode).toBe(503)
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
  const notification = { method: 'POST', url: '/aaapi/payments/notify/simulator', payload: {} } as const
  expect((await app.inject(notification)).statusCode).toBe(401)
  for (const { headers, ...answer } of refused) {
    expect([headers['retry-after'], headers['cache-control']]).toEqual(['2', 'no-store'])
    expect(answer.json()).toEqual({ success: false, code: 'server_busy', data: null, msg: '有点忙，请稍后再试' })
  }
  await maintenance('commit', [])
  expect((await acting).statusCode).toBe(200)
  const answers = await Promise.all(rush)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]))
  expect((await read()).statusCode).toBe(200)
})
