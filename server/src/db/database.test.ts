import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import pg, { type Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase, type Database } from './database.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from './embedded/throwaway.ts'
import { isConnectionFault, isNothingWritten, isTimeout } from './faults.ts'
import { createPool } from './pool.ts'
import { param, statement } from './statement.ts'

let server: ThrowawayPostgres
let pool: Pool
let db: Database
let errors: Error[]
/** Long, so that a busy machine does not fail a test. */
const PATIENT = { connectionTimeoutMs: 20_000, onError: (error: Error) => errors.push(error) }

beforeAll(async () => {
  server = await startThrowawayPostgres()
})
afterAll(() => server.stop())

beforeEach(async () => {
  errors = []
  pool = createPool(server.url, { ...PATIENT, max: 2, statementTimeoutMs: 0 })
  db = createDatabase(pool)
  await db.execute(sql`DROP TABLE IF EXISTS mark`)
  await db.execute(sql`CREATE TABLE mark (name text PRIMARY KEY)`)
})
afterEach(() => pool.end())

const put = (tx: Database, name: string) => tx.execute(sql`INSERT INTO mark VALUES (${name})`)
const names = async () => (await pool.query('SELECT name FROM mark ORDER BY name')).rows.map(({ name }) => name)

test('values have the types that the code expects: days and ids are text, amounts are exact', async () => {
  const { rows } = await pool.query(
    `SELECT date '2026-05-01' AS day, array[date '2026-05-01'] AS days, 9007199254740993::int8 AS id, 1.5::numeric AS hours`,
  )
  expect(rows).toEqual([{ day: '2026-05-01', days: ['2026-05-01'], id: '9007199254740993', hours: '1.5' }])
})

test('a transaction is all or nothing, and throws the error of the work', async () => {
  class Refusal extends Error {}
  const work = db.transaction(async (tx) => {
    await put(tx, 'a')
    throw new Refusal()
  })
  await expect(work).rejects.toBeInstanceOf(Refusal)
  expect(await names()).toEqual([])
})

test('a part that fails inside a transaction can be rolled back alone', async () => {
  await db.transaction(async (tx) => {
    await put(tx, 'a')
    await tx.transaction((inner) => put(inner, 'a')).catch(() => undefined)
    await put(tx, 'b')
  })
  expect(await names()).toEqual(['a', 'b'])
})

/** What a transaction of the property does: writes, perhaps one that fails, and parts in a part. */
type Step = { put: string } | { part: Step[]; fails: boolean }
const steps: fc.Arbitrary<Step[]> = fc.letrec<{ steps: Step[] }>((tie) => ({
  steps: fc.array(
    fc.oneof(
      { depthSize: 'small' },
      fc.record({ put: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.record({ part: tie('steps'), fails: fc.boolean() }),
    ),
    { maxLength: 4 },
  ),
})).steps

class PartFails extends Error {}

/** What the steps leave in an empty table, or what makes them fail. */
function expected(all: readonly Step[], before: ReadonlySet<string>): Set<string> {
  const names = new Set(before)
  for (const step of all) {
    if ('put' in step) {
      if (names.has(step.put)) throw new PartFails()
      names.add(step.put)
    } else {
      try {
        const after = expected(step.part, names)
        if (!step.fails) for (const name of after) names.add(name)
      } catch {
        // Its part is rolled back alone.
      }
    }
  }
  return names
}

async function take(tx: Database, all: readonly Step[]): Promise<void> {
  for (const step of all) {
    if ('put' in step) await put(tx, step.put)
    else {
      const part = tx.transaction(async (inner) => {
        await take(inner, step.part)
        if (step.fails) throw new PartFails()
      })
      await part.catch(() => undefined)
    }
  }
}

test('parts of parts leave what PostgreSQL would leave of them, whether or not they reach it', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (all, fails) => {
      await pool.query('DELETE FROM mark')
      const work = db.transaction(async (tx) => {
        await take(tx, all)
        if (fails) throw new PartFails()
      })
      const isDone = await work.then(() => true).catch(() => false)
      let left: string[] = []
      try {
        if (!fails) left = [...expected(all, new Set())].sort()
      } catch {
        expect(isDone).toBe(false)
      }
      expect(await names()).toEqual(left)
      expect(pool.idleCount).toBe(pool.totalCount)
    }),
    { numRuns: 200 },
  )
})

/** A statement whose answer nobody needs. */
const noted = statement<{ name: string }>(() => sql`INSERT INTO mark (name) VALUES (${param('name')}) RETURNING name`, {
  isSentWithNext: true,
})

test('a transaction costs a message for each answer that is needed, and one without statements none', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const work = (name: string) =>
    db.transaction(async (tx) => {
      await put(tx, `${name}1`)
      await tx.transaction((inner) => put(inner, `${name}2`))
      await tx.execute(noted({ name: `${name}3` }))
    })
  // The connection learns the texts.
  await work('a')
  sent.mockClear()
  await work('b')
  expect(sent).toHaveBeenCalledTimes(3)
  await db.transaction(async (tx) => tx.transaction(async () => undefined))
  expect(sent).toHaveBeenCalledTimes(3)
  expect(await names()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3'])
})

test('what was sent with the commit fails the transaction', async () => {
  await db.transaction((tx) => tx.execute(noted({ name: 'a' })))
  const again = db.transaction(async (tx) => {
    await put(tx, 'b')
    await tx.execute(noted({ name: 'a' }))
  })
  await expect(again).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(await names()).toEqual(['a'])
  // Outside a transaction nothing waits.
  await db.execute(noted({ name: 'c' }))
  expect(await names()).toEqual(['a', 'c'])
})

/** A statement that is sent ahead and has to write. */
const claimed = statement<{ name: string }>(
  () => sql`INSERT INTO mark (name) VALUES (${param('name')}) ON CONFLICT DO NOTHING`,
  { isSentWithNext: true, mustWrite: true },
)

test.each([
  ['a statement', (tx: Database) => put(tx, 'b')],
  [
    'a statement whose error is swallowed',
    (tx: Database) => put(tx, 'b').catch(() => put(tx, 'c').catch(() => undefined)),
  ],
  ['a part of its own', (tx: Database) => tx.transaction((inner) => put(inner, 'b')).catch(() => undefined)],
  ['what nobody waits for', (tx: Database) => tx.execute(noted({ name: 'b' }))],
  ['nothing', async () => undefined],
])('what had to write and wrote nothing ends its transaction, before %s', async (_before, work) => {
  const run = (name: string) =>
    db.transaction(async (tx) => {
      const { command, rowCount } = await tx.execute(claimed({ name }))
      if (command !== '') expect(rowCount).toBe(1)
      await work(tx)
    })
  // The connections learn the texts.
  await Promise.all(['x', 'y', 'z'].map((name) => db.transaction((tx) => tx.execute(claimed({ name })))))
  await db.transaction((tx) => tx.execute(noted({ name: 'w' })))
  await run('a')
  await db.execute(sql`DELETE FROM mark WHERE name <> 'a'`)
  await expect(run('a')).rejects.toSatisfy(isNothingWritten)
  expect(await names()).toEqual(['a'])
  // The connection is as good as new.
  await run('d')
})

test('what fails before a part of its own is told as it is, and not as a part that is missing', async () => {
  await Promise.all(['x', 'y', 'z'].map((name) => db.transaction((tx) => tx.execute(noted({ name })))))
  const failing = db.transaction(async (tx) => {
    // The name is there, so its key refuses it.
    await tx.execute(noted({ name: 'x' }))
    await tx.transaction((inner) => put(inner, 'b')).catch(() => put(tx, 'c'))
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
  await db.transaction((tx) => put(tx, 'd'))
})

test('of two transactions that PostgreSQL cannot serialise, both succeed, one of them at its second try', async () => {
  await put(db, '0')
  let runs = 0
  const addOne = () =>
    db.transaction(
      async (tx) => {
        const { rows } = await tx.execute<{ n: string }>(sql`SELECT count(*) AS n FROM mark`)
        runs += 1
        // Both must read before either writes.
        await expect.poll(() => runs).toBeGreaterThanOrEqual(2)
        await put(tx, String(rows[0]?.n))
      },
      { isolationLevel: 'serializable' },
    )
  await Promise.all([addOne(), addOne()])
  expect(await names()).toEqual(['0', '1', '2'])
  expect(runs).toBeGreaterThan(2)
})

test('a transaction that always fails is given up after three retries', async () => {
  let runs = 0
  const work = db.transaction(async (tx) => {
    runs += 1
    await tx.execute(sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`)
  })
  await expect(work).rejects.toMatchObject({ cause: { code: '40001' } })
  expect(runs).toBe(4)
})

test('a connection cut in a transaction is a connection fault, is reported once, and leaves the pool complete', async () => {
  for (let round = 0; round < 3; round += 1) {
    const work = db.transaction((tx) => tx.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`))
    const error: unknown = await work.catch((reason: unknown) => reason)
    expect(isConnectionFault(error)).toBe(true)
  }
  // With leaked connections a pool of two would have none left by now.
  await db.transaction((tx) => put(tx, 'after'))
  expect(await names()).toEqual(['after'])
  expect(errors.length).toBeGreaterThan(0)
})

test('a connection that dies while idle fails at most its next transaction, and never leaks', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [one, two] = await Promise.all([pool.connect(), pool.connect()])
    const { rows } = await two.query('SELECT pg_backend_pid() AS pid')
    await one.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    two.release()
    one.release()
    await db.transaction((tx) => put(tx, `${round}`)).catch((error) => expect(isConnectionFault(error)).toBe(true))
    // The pool notices the end later, and the next round needs two live connections.
    await vi.waitFor(() => expect(pool.totalCount).toBe(1), 10_000)
  }
  await db.transaction((tx) => put(tx, 'z'))
  expect(await names()).toContain('z')
})

test('an ended pool has left the server: its database can be dropped at once without errors', async () => {
  for (let round = 0; round < 20; round += 1) {
    const database = `left_${round}`
    await pool.query(`CREATE DATABASE ${database}`)
    const url = new URL(server.url)
    url.pathname = database
    const other = createPool(url.href, { ...PATIENT, max: 5 })
    await Promise.all(Array.from({ length: 5 }, () => other.query('SELECT 1')))
    await other.end()
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1', [database])
    expect({ round, left: rows[0]?.n }).toEqual({ round, left: 0 })
    await pool.query(`DROP DATABASE ${database}`)
  }
  expect(errors).toEqual([])
})

test('a statement that takes too long is cancelled, and the connection stays usable', async () => {
  const impatient = createPool(server.url, { ...PATIENT, max: 1, statementTimeoutMs: 200 })
  const cutting = createDatabase(impatient)
  const error: unknown = await cutting.execute(sql`SELECT pg_sleep(5)`).catch((reason: unknown) => reason)
  expect(isTimeout(error)).toBe(true)
  await impatient.query('SET statement_timeout = 0')
  await put(cutting, 'a')
  await impatient.end()
  expect(await names()).toEqual(['a'])
})
