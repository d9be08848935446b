import { sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import type { Database } from '../db/database.ts'
import { writtenQuery } from '../db/statement.ts'

/**
 * Requests a run of a job in the caller's transaction. Some process begins it within seconds of the commit. When a run
 * already waits, that one counts.
 */
export async function enqueueJob(tx: Database, name: string): Promise<void> {
  await new PgBoss({ db: { executeSql: (text, values) => runWritten(tx, text, values) } }).send(name, {}, {})
}

/** Runs a query that pg-boss wrote, in a transaction of ours. */
async function runWritten(tx: Database, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  return tx.execute(writtenQuery(text, values))
}

/** The runs of a job that wait for their time or a retry, for how long the first is due, and the runs in progress. */
export type QueueCounts = { name: string; waiting: number; dueSeconds: number; active: number }

/** The number of waiting and current runs of each job. A job without any is left out. */
export async function countQueued(db: Database): Promise<QueueCounts[]> {
  const { rows } = await db.execute<QueueCounts>(sql`
    select name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
      greatest(0, coalesce(extract(epoch from now() - min(start_after) filter (where state <> 'active')), 0))::int
        as "dueSeconds",
      count(*) filter (where state = 'active')::int as active
    from pgboss.job where state in ('created', 'retry', 'active') group by name`)
  return rows
}
