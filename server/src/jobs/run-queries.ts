import { and, count, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { countUpTo } from '../db/count-up-to.ts'
import type { Database } from '../db/database.ts'
import { jobFailures, jobStates } from '../db/machinery-tables.ts'

/** The stored length of an error. */
const ERROR_LENGTH = 500

type Run = { name: string; begunAt: Date }

/** The state of a job, by its name. A job that never ran has no row. */
export type JobState = typeof jobStates.$inferSelect

/** A failure in a job, with its number of occurrences. */
export type JobFailure = typeof jobFailures.$inferSelect

/** Records that a run succeeded. */
export async function recordSuccess(db: Database, { name, begunAt, doneAt }: Run & { doneAt: Date }): Promise<void> {
  const doneMs = Math.max(0, doneAt.getTime() - begunAt.getTime())
  await saveState(db, name, { begunAt, doneAt, doneMs })
}

/** Records a failure of a run, or of the item `what` in it. A repeated failure only raises the count. */
export async function recordFailure(
  db: Database,
  { name, begunAt, what, error, failedAt }: Run & { what: string; error: string; failedAt: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (what === '') await saveState(tx, name, { begunAt, failedAt })
    await tx
      .insert(jobFailures)
      .values({ name, what, error: error.slice(0, ERROR_LENGTH), firstAt: failedAt, lastAt: failedAt })
      .onConflictDoUpdate({
        target: [jobFailures.name, jobFailures.what, jobFailures.error],
        targetWhere: isNull(jobFailures.retriedAt),
        set: {
          times: sql`${jobFailures.times} + 1`,
          lastAt: sql`greatest(${jobFailures.lastAt}, excluded.last_at)`,
        },
      })
  })
}

async function saveState(
  db: Database,
  name: string,
  change: Partial<Omit<typeof jobStates.$inferInsert, 'name'>>,
): Promise<void> {
  await db
    .insert(jobStates)
    .values({ name, ...change })
    .onConflictDoUpdate({ target: jobStates.name, set: change })
}

/** The states of all jobs that have run. */
export async function listStates(db: Database): Promise<JobState[]> {
  return db.select().from(jobStates)
}

/** The number of a job; the first call assigns it. */
export async function numberOf(tx: Database, name: string): Promise<string> {
  await tx.insert(jobStates).values({ name }).onConflictDoNothing()
  const [row] = await tx.select({ id: jobStates.id }).from(jobStates).where(eq(jobStates.name, name))
  if (!row) throw new Error('a job has its row by now')
  return row.id
}

/** One page of failures, latest first, of one job or of all. */
export async function pageFailures(
  db: Database,
  { name, isOpen, limit, offset }: { name?: string | undefined; isOpen: boolean; limit: number; offset: number },
): Promise<{ rows: JobFailure[]; total: number }> {
  const condition = and(
    name === undefined ? undefined : eq(jobFailures.name, name),
    isOpen ? isNull(jobFailures.retriedAt) : undefined,
  )
  const rows = await db
    .select()
    .from(jobFailures)
    .where(condition)
    .orderBy(desc(jobFailures.lastAt), desc(jobFailures.id))
    .limit(limit)
    .offset(offset)
  const total = await countUpTo(db, db.select({ id: jobFailures.id }).from(jobFailures).where(condition))
  return { rows, total }
}

/** The number of failures of each job that nobody has retried by hand. A job without any is left out. */
export async function countOpenFailures(db: Database): Promise<{ name: string; count: number }[]> {
  return db
    .select({ name: jobFailures.name, count: count() })
    .from(jobFailures)
    .where(isNull(jobFailures.retriedAt))
    .groupBy(jobFailures.name)
}

/** Records that a failure was retried; a second time changes nothing. @returns undefined for an unknown id */
export async function recordRetry(tx: Database, id: string, now: Date): Promise<JobFailure | undefined> {
  const [row] = await tx
    .update(jobFailures)
    .set({ retriedAt: sql`coalesce(${jobFailures.retriedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(jobFailures.id, id))
    .returning()
  return row
}

/** Deletes failures whose last occurrence was before then. */
export async function deleteFailures(db: Database, before: Date): Promise<void> {
  await db.delete(jobFailures).where(lt(jobFailures.lastAt, before))
}
