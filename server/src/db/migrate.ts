import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { Database } from './database.ts'
import { serves } from './embedded/hold.ts'
import { createClient } from './pool.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
/** Processes that start at once prepare one database one after the other. */
const START_LOCK = '7020014002'

type Preparation = {
  /** The embedded server's: nothing is written when the server behind the URL serves another directory. */
  dataDirectory?: string
  /** Runs under the same lock, once the tables stand. */
  afterwards?: () => Promise<void>
  onError: (error: Error) => void
}

/** Brings the tables to the state of this code, one process at a time. Nothing happens when they are there already. */
export async function migrate(url: string, { dataDirectory, afterwards, onError }: Preparation): Promise<void> {
  const client = createClient(url, { applicationName: 'paidang-migrate', onError })
  await client.connect()
  try {
    if (dataDirectory !== undefined && !(await serves(client, dataDirectory))) {
      throw new Error(`The server behind the port of the embedded database does not serve ${dataDirectory}`)
    }
    // Given back by the end of this connection, whichever way it ends.
    await client.query('SELECT pg_advisory_lock($1)', [START_LOCK])
    await runMigrations(drizzle({ client }), { migrationsFolder: MIGRATIONS })
    await afterwards?.()
  } finally {
    await client.end()
  }
}

/** Does the database have the newest migration of this code? For readyz. */
export async function isMigrated(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  )
  newest ??= newestMigration()
  return Number(rows[0]?.newest ?? 0) >= newest
}

let newest: number | undefined

/** When the newest migration of the folder was made, in milliseconds: the number by which Drizzle orders and records them. */
function newestMigration(): number {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[]
  }
  return Math.max(0, ...journal.entries.map(({ when }) => when))
}
