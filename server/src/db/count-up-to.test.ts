import { COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { asc, sql } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CountedUpTo, countUpTo } from './count-up-to.ts'
import { createDatabase, type Database } from './database.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from './embedded/throwaway.ts'
import { pageOf } from './page-of.ts'
import { createPool } from './pool.ts'

const marks = pgTable('marks', { n: integer('n').notNull() })

let server: ThrowawayPostgres
let pool: Pool
let db: Database

beforeAll(async () => {
  server = await startThrowawayPostgres()
  pool = createPool(server.url, { max: 1, statementTimeoutMs: 10_000, onError: () => undefined })
  db = createDatabase(pool)
  await db.execute(sql`CREATE TABLE marks AS SELECT n FROM generate_series(1, 12000) n`)
})
afterAll(async () => {
  await pool.end()
  await server.stop()
})

const countBelow = (n: number, to?: CountedUpTo) =>
  countUpTo(db, db.select({ n: marks.n }).from(marks).where(sql`${marks.n} < ${n}`), to)

test('rows are counted exactly up to the limit, and one more means that there are more', async () => {
  expect(await countBelow(1)).toBe(0)
  expect(await countBelow(3)).toBe(2)
  expect(await countBelow(COUNT_LIMIT + 1)).toBe(COUNT_LIMIT)
  expect(await countBelow(COUNT_LIMIT + 2)).toBe(COUNT_LIMIT + 1)
  expect(await countBelow(12_001)).toBe(COUNT_LIMIT + 1)
})

test('a page behind the limit knows whether there is another', async () => {
  const most = 100
  expect(await countBelow(501, { most, shown: 50 })).toBe(101)
  expect(await countBelow(501, { most, shown: 490 })).toBe(491)
  expect(await countBelow(501, { most, shown: 500 })).toBe(500)
})

test.each([
  ['no row', 1, { current: 1 }, 0],
  ['a page that is not full', 26, { current: 2 }, 25],
  ['a last page that is full', 41, { current: 2 }, 40],
  ['a page with more behind it', 51, { current: 2 }, 50],
  ['a page behind the last', 26, { current: 4 }, 25],
])('a page of a list knows how many rows there are: %s', async (_what, n, { current }, total) => {
  const select = db.select({ n: marks.n }).from(marks).$dynamic()
  const where = sql`${marks.n} < ${n}`
  const page = await pageOf(db, select, {
    where,
    order: [asc(marks.n)],
    query: { current, rows: 20 },
    present: (row) => row.n,
  })
  const before = 20 * (current - 1)
  expect(page.total).toBe(total)
  expect(page.rows).toEqual(
    Array.from({ length: Math.max(0, Math.min(20, total - before)) }, (_, at) => before + at + 1),
  )
})
