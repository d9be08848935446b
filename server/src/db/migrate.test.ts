import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { isMigrated, migrate } from './migrate.ts'

const { db, url, drop } = await createTestDatabase()
afterAll(drop)

const onError = (error: Error) => {
  throw error
}

test('a database of this version stays as it is', async () => {
  await expect(migrate(url, { onError })).resolves.toBeUndefined()
  expect(await isMigrated(db)).toBe(true)
})

test('a database from before the baseline is refused, and stays as it is', async () => {
  await db.execute(sql`update drizzle.__drizzle_migrations set hash = 'older' where id = 1`)
  await expect(migrate(url, { onError })).rejects.toThrow('数据库由发布前的旧版本建立，无法升级')
  const { rows } = await db.execute(sql`select hash from drizzle.__drizzle_migrations where id = 1`)
  expect(rows).toEqual([{ hash: 'older' }])
})
