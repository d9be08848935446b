import PgBoss from 'pg-boss'
import type { Database } from '../db/database.ts'
import { runWritten } from './queue-queries.ts'

/**
 * Requests a run of a job in the caller's transaction. Some process begins it within seconds of the commit. When a run
 * already waits, that one counts.
 */
export async function enqueueJob(tx: Database, name: string): Promise<void> {
  await new PgBoss({ db: { executeSql: (text, values) => runWritten(tx, text, values) } }).send(name, {}, {})
}
