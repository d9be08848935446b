import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { publishChanges, startChangeFeed } from './change-feed.ts'
import { createClient } from './pool.ts'

test('a feed whose database was down comes back as one listener, and reports that changes may be missed', async () => {
  const { db, url, drop } = await createTestDatabase()
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
    await publishChanges(db, [topic])
    await expect.poll(() => heard.at(-1)).toBe(topic)
  }
  expect(heard).toEqual(['lost track', 'lost track', 'grid-venue|7', 'grid-venue|8'])
  expect(await listeners()).toBe(1)
  await feed.stop()
  await expect.poll(listeners).toBe(0)
  await db.execute(sql`select 1`)
  await server.end()
  await drop()
})
