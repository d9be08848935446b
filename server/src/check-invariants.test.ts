import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INVARIANTS } from './invariants/invariants.ts'
import { fingerprints } from './testing/all-rows.ts'
import { givenWorld, type World } from './testing/given-world.ts'
import { createTestDatabase } from './testing/test-database.ts'

const { db, url, drop } = await createTestDatabase()
let world: World

beforeAll(async () => {
  world = await givenWorld(db)
})
afterAll(drop)

const script = fileURLToPath(new URL('./check-invariants.ts', import.meta.url))
/** A data directory that does not exist. */
const nothingRuns = fileURLToPath(new URL('./no-such-data', import.meta.url))
const run = (...parameters: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, ...parameters], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: nothingRuns },
  })
  return { status, stdout, stderr }
}

test('the check exits with 0 over a sound database, and names every invariant', () => {
  const { status, stdout } = run('--database-url', url)
  expect(status).toBe(0)
  expect(stdout.trimEnd().split('\n')).toHaveLength(INVARIANTS.length)
  for (const { name } of INVARIANTS) expect(stdout).toContain(name)
})

test('the check exits with 1 over a broken database, shows where, and changes nothing', async () => {
  await db.execute(sql`UPDATE users SET likes_count = likes_count + 1 WHERE id = ${world.idler}`)
  const before = await fingerprints(db)
  const { status, stdout } = run(`--database-url=${url}`)
  expect(await fingerprints(db)).toEqual(before)
  await db.execute(sql`UPDATE users SET likes_count = likes_count - 1 WHERE id = ${world.idler}`)
  expect(status).toBe(1)
  expect(stdout).toMatch(
    new RegExp(`^BROKEN +E1 a like count is the number of likes +1 found, ids ${world.idler}$`, 'm'),
  )
})

test('the check exits with 0 when only the clean-up is late', async () => {
  const { pending } = world.classes
  await db.execute(sql`UPDATE invitations SET expires_at = now() - interval '1 hour' WHERE id = ${pending}`)
  const { status, stdout } = run('--database-url', url)
  expect(stdout).toMatch(/^warning +C8 stale requests are expired/m)
  expect(status).toBe(0)
})

test('the check exits with 2 when it cannot run: no address, no server, a missing table', async () => {
  expect(run()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('Usage') })
  expect(run('--database-url', 'postgres://nobody:x@127.0.0.1:1/none').status).toBe(2)
  await db.execute(sql`ALTER TABLE outbox RENAME TO outbox_away`)
  const { status, stdout } = run('--database-url', url)
  await db.execute(sql`ALTER TABLE outbox_away RENAME TO outbox`)
  expect(status).toBe(2)
  expect(stdout).toMatch(/^unchecked +M1 .*outbox/m)
  const asking = INVARIANTS.filter((invariant) => invariant.sql.includes('outbox'))
  expect(stdout.match(/^unchecked /gm)).toHaveLength(asking.length)
  expect(stdout.match(/^(ok|warning) /gm)).toHaveLength(INVARIANTS.length - asking.length)
})
