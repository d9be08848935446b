import { and, count, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { countUpTo } from '../db/count-up-to.ts'
import type { Database } from '../db/database.ts'
import { jobFailures, jobStates } from '../db/machinery-tables.ts'

/** As much of an error as is kept. */
const ERROR_LENGTH = 500

type Run = { name: string; begunAt: Date }

/** How a job fares, by its name; a job that never ran has no row. */
export type JobState = typeof jobStates.$inferSelect

/** Something that failed in a job, as often as it did. */
export type JobFailure = typeof jobFailures.$inferSelect

/** Writes down that a run ended well. */
export async function keepSuccess(db: Database, { name, begunAt, doneAt }: Run & { doneAt: Date }): Promise<void> {
  const doneMs = Math.max(0, doneAt.getTime() - begunAt.getTime())
  await keepState(db, name, { begunAt, doneAt, doneMs })
}

/** Writes down what failed in a run: all of it, or `what` it did. The same as before only counts. */
export async function keepFailure(
  db: Database,
  { name, begunAt, what, error, failedAt }: Run & { what: string; error: string; failedAt: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (what === '') await keepState(tx, name, { begunAt, failedAt })
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

async function keepState(
  db: Database,
  name: string,
  change: Partial<Omit<typeof jobStates.$inferInsert, 'name'>>,
): Promise<void> {
  await db
    .insert(jobStates)
    .values({ name, ...change })
    .onConflictDoUpdate({ target: jobStates.name, set: change })
}

/** How each job fares that has run. */
export async function listStates(db: Database): Promise<JobState[]> {
  return db.select().from(jobStates)
}

/** The number under which a job is spoken of; it has one from the first time on. */
export async function numberOf(tx: Database, name: string): Promise<string> {
  await tx.insert(jobStates).values({ name }).onConflictDoNothing()
  const [row] = await tx.select({ id: jobStates.id }).from(jobStates).where(eq(jobStates.name, name))
  if (!row) throw new Error('a job has its row by now')
  return row.id
}

/** One page of what failed, latest first, of one job or of all. */
export async function pageFailures(
  db: Database,
  { name, isOpen, limit, offset }: { name?: string | undefined; isOpen: boolean; limit: number; offset: number },
): Promise<{ rows: JobFailure[]; total: number }> {
  const wanted = and(
    name === undefined ? undefined : eq(jobFailures.name, name),
    isOpen ? isNull(jobFailures.retriedAt) : undefined,
  )
  const rows = await db
    .select()
    .from(jobFailures)
    .where(wanted)
    .orderBy(desc(jobFailures.lastAt), desc(jobFailures.id))
    .limit(limit)
    .offset(offset)
  const total = await countUpTo(db, db.select({ id: jobFailures.id }).from(jobFailures).where(wanted))
  return { rows, total }
}

/** How many failures of each job were not tried again by hand; a job without any is left out. */
export async function countOpenFailures(db: Database): Promise<{ name: string; count: number }[]> {
  return db
    .select({ name: jobFailures.name, count: count() })
    .from(jobFailures)
    .where(isNull(jobFailures.retriedAt))
    .groupBy(jobFailures.name)
}

/** Writes down that a failure was tried again; a second time changes nothing. @returns undefined when there is none of that id */
export async function keepRetried(tx: Database, id: string, now: Date): Promise<JobFailure | undefined> {
  const [row] = await tx
    .update(jobFailures)
    .set({ retriedAt: sql`coalesce(${jobFailures.retriedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(jobFailures.id, id))
    .returning()
  return row
}

/** Removes what last failed before then. */
export async function deleteFailures(db: Database, before: Date): Promise<void> {
  await db.delete(jobFailures).where(lt(jobFailures.lastAt, before))
}
