import { and, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import type { Finding } from '../../../tables/operations.ts'
import { invariantRuns } from '../../../tables/operations.ts'
import { staff } from '../../../tables/staff-identities.ts'

/** Why a check broke off, in its recorded form. Anything else is the error that ended it. */
export const BROKEN_OFF = { STOPPED: 'the server was stopped', LOST: 'the process that ran it ended' } as const

const COLUMNS = {
  id: invariantRuns.id,
  requestedBy: staff.nickname,
  askedAt: invariantRuns.askedAt,
  begunAt: invariantRuns.begunAt,
  endedAt: invariantRuns.endedAt,
  total: invariantRuns.total,
  checked: invariantRuns.checked,
  broken: invariantRuns.broken,
  warnings: invariantRuns.warnings,
  unchecked: invariantRuns.unchecked,
  error: invariantRuns.error,
}

const selectRuns = (db: Database) =>
  db.select(COLUMNS).from(invariantRuns).leftJoin(staff, eq(staff.id, invariantRuns.requestedBy)).$dynamic()

/** A check with the name of the person who requested it. Its findings are read separately. */
export type RunRow = Awaited<ReturnType<typeof selectRuns>>[number]

const isOpen = isNull(invariantRuns.endedAt)

/** The check that has not ended; undefined when there is none. */
export async function findOpenRun(db: Database): Promise<RunRow | undefined> {
  const [row] = await selectRuns(db).where(isOpen)
  return row
}

/** The last check that completed. */
export async function findLastRun(db: Database): Promise<RunRow | undefined> {
  const [row] = await selectRuns(db)
    .where(and(isNotNull(invariantRuns.endedAt), isNull(invariantRuns.error)))
    .orderBy(desc(invariantRuns.endedAt))
    .limit(1)
  return row
}

/** The last check that broke off: among those that ended after this one, or among all. */
export async function findFailedRun(db: Database, after: Date | undefined): Promise<RunRow | undefined> {
  const [row] = await selectRuns(db)
    .where(and(isNotNull(invariantRuns.error), after && gt(invariantRuns.endedAt, after)))
    .orderBy(desc(invariantRuns.endedAt))
    .limit(1)
  return row
}

/** A check by its id. */
export async function findRun(db: Database, id: string): Promise<RunRow | undefined> {
  const [row] = await selectRuns(db).where(eq(invariantRuns.id, id))
  return row
}

/** The findings of a check. */
export async function readFindings(db: Database, id: string): Promise<Finding[]> {
  const [row] = await db
    .select({ findings: invariantRuns.findings })
    .from(invariantRuns)
    .where(eq(invariantRuns.id, id))
  return row?.findings ?? []
}

/** One page of all checks, latest first. */
export async function pageRuns(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RunRow[]; total: number }> {
  const rows = await selectRuns(db).orderBy(desc(invariantRuns.id)).limit(limit).offset(offset)
  return { rows, total: await countUpTo(db, db.select({ id: invariantRuns.id }).from(invariantRuns)) }
}

/** Records the request of a check. @returns its id; undefined when another check has not ended yet */
export async function insertRun(
  tx: Database,
  { requestedBy, total, now }: { requestedBy: string | null; total: number; now: Date },
): Promise<string | undefined> {
  const [row] = await tx
    .insert(invariantRuns)
    .values({ requestedBy, total, askedAt: now, seenAt: now })
    .onConflictDoNothing()
    .returning({ id: invariantRuns.id })
  return row?.id
}

/** Ends the open check when it has given no sign of life since then: its process is gone. */
export async function endLostRun(tx: Database, since: Date, now: Date): Promise<void> {
  await tx
    .update(invariantRuns)
    .set({ endedAt: now, error: BROKEN_OFF.LOST })
    .where(and(isOpen, lt(invariantRuns.seenAt, since)))
}

/**
 * Takes the waiting check, to check `total` invariants.
 *
 * @returns its id; undefined when none waits, or another process has taken it
 */
export async function takeRun(tx: Database, { total, now }: { total: number; now: Date }): Promise<string | undefined> {
  const [row] = await tx
    .update(invariantRuns)
    .set({ begunAt: now, seenAt: now, total })
    .where(and(isOpen, isNull(invariantRuns.begunAt)))
    .returning({ id: invariantRuns.id })
  return row?.id
}

/**
 * Records the finding of one invariant. @returns whether the check is still open: another process may have declared it
 * lost
 */
export async function saveFinding(db: Database, id: string, finding: Finding, now: Date): Promise<boolean> {
  const { verdict, severity } = finding
  const one = (is: boolean) => (is ? 1 : 0)
  const rows = await db
    .update(invariantRuns)
    .set({
      seenAt: now,
      checked: sql`${invariantRuns.checked} + 1`,
      broken: sql`${invariantRuns.broken} + ${one(verdict === 'broken' && severity === 'fault')}::int`,
      warnings: sql`${invariantRuns.warnings} + ${one(verdict === 'broken' && severity === 'warning')}::int`,
      unchecked: sql`${invariantRuns.unchecked} + ${one(verdict === 'unchecked')}::int`,
      findings: sql`${invariantRuns.findings} || ${JSON.stringify([finding])}::jsonb`,
    })
    .where(and(eq(invariantRuns.id, id), isOpen))
    .returning({ id: invariantRuns.id })
  return rows.length > 0
}

/** Ends a check; `error` says what interrupted it. */
export async function endRun(db: Database, id: string, { now, error }: { now: Date; error: string | null }) {
  await db
    .update(invariantRuns)
    .set({ endedAt: now, error })
    .where(and(eq(invariantRuns.id, id), isOpen))
}

/** Deletes checks that ended before then. */
export async function deleteRuns(db: Database, before: Date): Promise<void> {
  await db.delete(invariantRuns).where(lt(invariantRuns.endedAt, before))
}
