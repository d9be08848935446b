import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'

/** The version of the database, and its size in bytes. */
export async function describeDatabase(db: Database): Promise<{ postgresVersion: string; databaseBytes: number }> {
  const { rows } = await db.execute<{ version: string; bytes: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
  )
  const [row] = rows
  if (!row) throw new Error('a database has a size')
  return { postgresVersion: row.version, databaseBytes: Number(row.bytes) }
}
