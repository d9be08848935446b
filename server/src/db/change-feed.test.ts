import { sql } from 'drizzle-orm'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { publishChanges, startChangeFeed } from './change-feed.ts'
import { createDatabase } from './database.ts'
import { createClient, createPool } from './pool.ts'

const PATIENCE = { connectionTimeoutMs: 20_000, onError: () => undefined }

/** Two processes on one database. The second has a feed, whose clock stands: it looks when it is woken or told to. */
async function twoProcesses() {
  const { db: writer, url, drop } = await createTestDatabase()
  const pool = createPool(url, { max: 3, ...PATIENCE })
  const reader = createDatabase(pool)
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const heard: string[] = []
  const listener = { changed: (topic: string) => heard.push(topic), lostTrack: () => heard.push('lost track') }
  const failLoudly = (error: Error) => heard.push(error.message)
  const feed = await startChangeFeed(reader, url, listener, failLoudly)
  return {
    writer,
    reader,
    url,
    heard,
    listener,
    failLoudly,
    async end() {
      await feed.stop()
      await pool.end()
      await drop()
    },
  }
}

afterEach(() => {
  vi.useRealTimers()
})

test('a change whose transaction began first and ended last is heard, and each once', async () => {
  const { writer, heard, end } = await twoProcesses()
  let commitFirst: () => void = () => undefined
  const held = new Promise<void>((resolve) => (commitFirst = resolve))
  let hasWritten: () => void = () => undefined
  const written = new Promise<void>((resolve) => (hasWritten = resolve))
  const first = writer.transaction(async (tx) => {
    await tx.execute(sql`insert into changes (origin, topics) values ('a', '{first}')`)
    hasWritten()
    await held
  })
  await written
  for (const topic of ['second', 'third']) {
    await writer.transaction((tx) => publishChanges(tx, [topic]))
    await vi.advanceTimersByTimeAsync(1_000)
    await expect.poll(() => heard.at(-1)).toBe(topic)
  }
  await expect(
    writer.transaction(async (tx) => {
      await publishChanges(tx, ['never'])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  commitFirst()
  await first
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(() => heard).toEqual(['second', 'third', 'first'])
  await writer.transaction((tx) => publishChanges(tx, ['last']))
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(() => heard).toEqual(['second', 'third', 'first', 'last'])
  await end()
})

test('a process hears its own changes with its commit, and wakes the others once for many', async () => {
  const { writer, reader, url, heard, failLoudly, end } = await twoProcesses()
  const others: string[] = []
  const wakes: unknown[] = []
  const witness = createClient(url, PATIENCE)
  witness.on('notification', (one) => wakes.push(one))
  await witness.connect()
  await witness.query('listen paidang_changes')
  const listener = { changed: (topic: string) => others.push(topic), lostTrack: () => others.push('lost track') }
  const feed = await startChangeFeed(writer, url, listener, failLoudly)
  const topics = Array.from({ length: 40 }, (_, index) => `grid-venue|${index}`)
  await writer.transaction((tx) => publishChanges(tx, topics))
  expect(others).toEqual(topics)
  await expect.poll(() => heard).toEqual(topics)
  expect(wakes).toHaveLength(1)
  await reader.transaction((tx) => publishChanges(tx, ['grid-venue|back']))
  await expect.poll(() => others.at(-1)).toBe('grid-venue|back')
  await feed.stop()
  await witness.end()
  await end()
})

test('a carrier tells others at once and once, and the database tells what it lost', async () => {
  const { writer, url, heard: heardWithout, failLoudly, end } = await twoProcesses()
  const hearing: ((message: string) => void)[] = []
  let isAway = false
  const carrier = {
    async publish(message: string) {
      if (isAway) throw new Error('away')
      for (const hear of hearing) hear(message)
    },
    subscribe: (hear: (message: string) => void) => hearing.push(hear),
    isUp: () => !isAway,
  }
  const pool = createPool(url, { max: 3, ...PATIENCE })
  const reader = createDatabase(pool)
  const [own, other]: [string[], string[]] = [[], []]
  const listenerOf = (heard: string[]) => ({
    changed: (topic: string) => heard.push(topic),
    lostTrack: () => undefined,
  })
  const feeds = [
    await startChangeFeed(writer, url, listenerOf(own), failLoudly, carrier),
    await startChangeFeed(reader, url, listenerOf(other), failLoudly, carrier),
  ]
  for (const topic of ['a', 'b']) await writer.transaction((tx) => publishChanges(tx, [topic]))
  await expect.poll(() => other).toEqual(['a', 'b'])
  // Nobody was woken through the database. Whoever has no carrier looks by itself.
  expect(heardWithout).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(() => heardWithout).toEqual(['a', 'b'])
  isAway = true
  await writer.transaction((tx) => publishChanges(tx, ['c']))
  await expect.poll(() => other).toEqual(['a', 'b', 'c'])
  hearing.length = 0
  isAway = false
  await writer.transaction((tx) => publishChanges(tx, ['lost']))
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(() => other).toEqual(['a', 'b', 'c', 'lost'])
  expect(own).toEqual(['a', 'b', 'c', 'lost'])
  for (const feed of feeds) await feed.stop()
  await pool.end()
  await end()
})

test('rows are forgotten after five minutes; who did not look for so long reads anew', async () => {
  const { writer, heard, end } = await twoProcesses()
  await writer.transaction((tx) => publishChanges(tx, ['old']))
  await writer.execute(sql`update changes set written_at = written_at - interval '6 minutes'`)
  await writer.transaction((tx) => publishChanges(tx, ['young']))
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 250_000)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(() => heard).toEqual(['lost track', 'old', 'young'])
  await expect
    .poll(async () => (await writer.execute(sql`select topics from changes`)).rows)
    .toEqual([{ topics: ['young'] }])
  now.mockRestore()
  await end()
})

test('a feed whose database was down comes back as one listener, and reports that changes may be missed', async () => {
  const { db: writer, url, drop } = await createTestDatabase()
  const pool = createPool(url, { max: 3, ...PATIENCE })
  const db = createDatabase(pool)
  const server = createClient(inject('databaseUrl'), { onError: () => undefined })
  await server.connect()
  const name = new URL(url).pathname.slice(1)
  const listeners = async () =>
    (
      await server.query(
        `select count(*)::int as n from pg_stat_activity where application_name = 'paidang-changes' and datname = $1`,
        [name],
      )
    ).rows[0].n as number
  const heard: string[] = []
  const faults: Error[] = []
  const feed = await startChangeFeed(
    db,
    url,
    { changed: (topic) => heard.push(topic), lostTrack: () => heard.push('lost track') },
    (error) => faults.push(error),
  )
  await server.query(`alter database ${name} allow_connections false`)
  await server.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'paidang-changes' and datname = '${name}'`)
  // The break, and three attempts that failed.
  await expect.poll(() => faults.length).toBeGreaterThanOrEqual(4)
  expect(heard).toEqual(['lost track'])
  await server.query(`alter database ${name} allow_connections true`)
  await expect.poll(listeners).toBe(1)
  await expect.poll(() => heard.length).toBe(2)
  for (const topic of ['grid-venue|7', 'grid-venue|8']) {
    await publishChanges(writer, [topic])
    await expect.poll(() => heard.at(-1)).toBe(topic)
  }
  expect(heard).toEqual(['lost track', 'lost track', 'grid-venue|7', 'grid-venue|8'])
  expect(await listeners()).toBe(1)
  await feed.stop()
  await expect.poll(listeners).toBe(0)
  await db.execute(sql`select 1`)
  await pool.end()
  await server.end()
  await drop()
})
