import PgBoss from 'pg-boss'
import type { Database } from '../db/database.ts'
import { runWritten } from './queue-queries.ts'

/**
 * Asks for a run of a job, by the transaction that wants it: some process begins it within seconds of the commit. Where one
 * waits already, that one does.
 */
export async function askForRun(tx: Database, name: string): Promise<void> {
  await new PgBoss({ db: { executeSql: (text, values) => runWritten(tx, text, values) } }).send(name, {}, {})
}
