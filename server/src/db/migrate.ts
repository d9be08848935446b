import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { StartRefused } from '../process/start-refused.ts'
import type { Database } from './database.ts'
import { serves } from './embedded/hold.ts'
import { createClient } from './pool.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
/** Processes that start at once prepare a database one after the other. */
const START_LOCK = '7020014002'

type Preparation = {
  /** Only for the embedded server. Nothing is written when the server behind the URL serves another directory. */
  dataDirectory?: string
  /** Runs under the same lock, once the tables exist. */
  afterwards?: () => Promise<void>
  connectionTimeoutMs?: number
  onError: (error: Error) => void
}

/**
 * Migrates the tables to the version of this code, one process at a time. Does nothing when they are up to date.
 *
 * @throws StartRefused when the tables are older than the baseline: nothing was released then, and no migration starts
 *   there
 */
export async function migrate(url: string, { dataDirectory, afterwards, ...connection }: Preparation): Promise<void> {
  const client = createClient(url, { applicationName: 'paidang-migrate', ...connection })
  await client.connect()
  try {
    if (dataDirectory !== undefined && !(await serves(client, dataDirectory))) {
      throw new Error(`The server behind the port of the embedded database does not serve ${dataDirectory}`)
    }
    // A role behind a pooler has a time limit, and a migration takes what it takes.
    await client.query('SET statement_timeout = 0')
    // Released when this connection ends, in any way.
    await client.query('SELECT pg_advisory_lock($1)', [START_LOCK])
    await refuseOlderThanBaseline(client)
    await runMigrations(drizzle({ client }), { migrationsFolder: MIGRATIONS })
    await afterwards?.()
  } finally {
    await client.end()
  }
}

async function refuseOlderThanBaseline(client: ReturnType<typeof createClient>): Promise<void> {
  const [table] = (await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`)).rows
  if (table.name === null) return
  const [first] = (await client.query('select hash from drizzle.__drizzle_migrations order by id limit 1')).rows
  const [baseline] = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  if (first && first.hash !== baseline?.hash) {
    throw new StartRefused('数据库由发布前的旧版本建立，无法升级。请换用新的数据目录或空数据库后重试。')
  }
}

/** Whether the database has the newest migration of this code. Used by readyz. */
export async function isMigrated(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  )
  newest ??= newestMigration()
  return Number(rows[0]?.newest ?? 0) >= newest
}

let newest: number | undefined

/** The time of the newest migration of the folder, in milliseconds. Drizzle orders and records migrations by it. */
function newestMigration(): number {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[]
  }
  return Math.max(0, ...journal.entries.map(({ when }) => when))
}
