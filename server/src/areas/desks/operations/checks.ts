import * as api from '@paidang/api/areas/desks/admin-invariants'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { CheckAll } from '../../../invariants/check-all.ts'
import { INVARIANTS } from '../../../invariants/invariants.ts'
import { MEANINGS } from '../../../invariants/meanings.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { enqueueJob } from '../../../jobs/queue-queries.ts'
import { messageOf } from '../../../process/error-parts.ts'
import { type Finding, invariantRuns } from '../../../tables/operations.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'

/** The job that runs requested checks. */
const CHECK_JOB = 'check-invariants'
/** A check without a sign of life for this long is lost: no query may take that long. */
const LOST_AFTER_MS = 10 * 60_000
/** The schedule starts another check when the last one is older than this. It is a day, less the time of a check. */
const FRESH_MS = 20 * 3_600_000

/** Why a check broke off, in its recorded form. Anything else is the error that ended it. */
const BROKEN_OFF = { STOPPED: 'the server was stopped', LOST: 'the process that ran it ended' } as const
const WORDS: Record<string, string> = {
  [BROKEN_OFF.STOPPED]: '服务器停止了，请重新检查',
  [BROKEN_OFF.LOST]: '运行检查的进程中断了，请重新检查',
}

/** Checks with the names of those who requested them. Their findings are read separately. */
const selectRuns = (db: Database) =>
  db
    .select({
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
    })
    .from(invariantRuns)
    .leftJoin(staff, eq(staff.id, invariantRuns.requestedBy))
    .$dynamic()

type RunRow = Awaited<ReturnType<typeof selectRuns>>[number]

/** A check as the console shows it. */
function presentRun({ askedAt, begunAt, endedAt, error, ...run }: RunRow): api.InvariantRun {
  return {
    ...run,
    error: error === null ? null : (WORDS[error] ?? '检查没有做完，原因见「任务与消息」的失败记录'),
    askedAt: askedAt.toISOString(),
    begunAt: begunAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** A finding with its meaning in Chinese. It is named by its code, as C5. A rule of an earlier version has no meaning. */
function presentFinding({ holds: _, name, error, ...finding }: Finding): api.InvariantFinding {
  return {
    ...finding,
    name,
    code: name.slice(0, name.indexOf(' ')),
    meaning: MEANINGS[name] ?? '旧版本的规则，现在已不再检查',
    error: error === null ? null : /timeout/.test(error) ? '检查超时，数据量可能过大' : '检查出错，没有得到结果',
  }
}

async function withFindings(db: Database, run: RunRow): Promise<api.RunWithFindings> {
  const { id, findings } = invariantRuns
  const [row] = await db.select({ findings }).from(invariantRuns).where(eq(id, run.id))
  return { run: presentRun(run), findings: (row?.findings ?? []).map(presentFinding) }
}

const isOpen = isNull(invariantRuns.endedAt)
const isComplete = and(isNotNull(invariantRuns.endedAt), isNull(invariantRuns.error))

/** The check that ended last among those that match. */
async function findLastRun(db: Database, condition: SQL | undefined): Promise<RunRow | undefined> {
  const [row] = await selectRuns(db).where(condition).orderBy(desc(invariantRuns.endedAt)).limit(1)
  return row
}

/** Ends the open check when it has given no sign of life for too long: its process is gone. */
async function endLostRun(tx: Database, now: Date): Promise<void> {
  const isLost = lt(invariantRuns.seenAt, new Date(now.getTime() - LOST_AFTER_MS))
  await tx.update(invariantRuns).set({ endedAt: now, error: BROKEN_OFF.LOST }).where(and(isOpen, isLost))
}

/** Records the request of a check. @returns its id; undefined when another check has not ended yet */
async function insertRun(tx: Database, requestedBy: string | null, now: Date): Promise<string | undefined> {
  const [row] = await tx
    .insert(invariantRuns)
    .values({ requestedBy, total: INVARIANTS.length, askedAt: now, seenAt: now })
    .onConflictDoNothing()
    .returning({ id: invariantRuns.id })
  return row?.id
}

/** Takes the waiting check. @returns its id; undefined when none waits, or another process has taken it */
async function takeRun(tx: Database, now: Date): Promise<string | undefined> {
  const [row] = await tx
    .update(invariantRuns)
    .set({ begunAt: now, seenAt: now, total: INVARIANTS.length })
    .where(and(isOpen, isNull(invariantRuns.begunAt)))
    .returning({ id: invariantRuns.id })
  return row?.id
}

/** Takes the requested check, or begins the daily one when the last check is too old. */
async function beginCheck(tx: Database, now: Date): Promise<string | undefined> {
  await endLostRun(tx, now)
  const asked = await takeRun(tx, now)
  if (asked !== undefined) return asked
  const last = await findLastRun(tx, isComplete)
  if (last?.endedAt && now.getTime() - last.endedAt.getTime() < FRESH_MS) return undefined
  return (await insertRun(tx, null, now)) === undefined ? undefined : takeRun(tx, now)
}

/**
 * Records the finding of one invariant. @returns whether the check is still open: another process may have declared it
 * lost
 */
async function saveFinding(db: Database, id: string, finding: Finding, now: Date): Promise<boolean> {
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

/**
 * Runs the requested check, or the daily one when the last check is too old. It only records findings, each as it
 * comes. One check runs at a time, whoever requested it.
 */
export async function checkInvariants({
  db,
  now,
  signal,
  checkInvariants: checkAll,
}: JobContext & { checkInvariants: CheckAll }): Promise<void> {
  const runId = await db.transaction((tx) => beginCheck(tx, now))
  if (runId === undefined) return
  const begunAt = performance.now()
  const clock = () => new Date(now.getTime() + Math.round(performance.now() - begunAt))
  /** Ends the check; `error` says what interrupted it. */
  const end = (error: string | null) =>
    db
      .update(invariantRuns)
      .set({ endedAt: clock(), error })
      .where(and(eq(invariantRuns.id, runId), isOpen))
  const lost = new AbortController()
  try {
    await checkAll({
      signal: AbortSignal.any([signal, lost.signal]),
      async onChecked(finding) {
        if (!(await saveFinding(db, runId, finding, clock()))) lost.abort()
      },
    })
    await end(signal.aborted ? BROKEN_OFF.STOPPED : null)
  } catch (error) {
    await end(messageOf(error))
    throw error
  }
}

export default plugin([
  // The check in progress, the last complete one with its findings, and the latest one after it that broke off.
  handle(api.readInvariants, async ({ db }) => {
    const [running] = await selectRuns(db).where(isOpen)
    const last = await findLastRun(db, isComplete)
    const isLater = last?.endedAt ? gt(invariantRuns.endedAt, last.endedAt) : undefined
    const failed = await findLastRun(db, and(isNotNull(invariantRuns.error), isLater))
    return {
      running: running ? presentRun(running) : null,
      last: last ? await withFindings(db, last) : null,
      failed: failed ? presentRun(failed) : null,
    }
  }),

  handle(api.readInvariantRun, async ({ params: { id }, db }) => {
    const [run] = await selectRuns(db).where(eq(invariantRuns.id, id))
    if (!run) throw new ApiError('check_not_found')
    return withFindings(db, run)
  }),

  handle(api.listInvariantRuns, ({ query, db }) =>
    pageOf(db, selectRuns(db), { where: undefined, order: [desc(invariantRuns.id)], query, present: presentRun }),
  ),

  // A job begins it within seconds.
  handle(api.runInvariants, ({ staff: { id: actorId }, db, now }) =>
    db.transaction(async (tx) => {
      await endLostRun(tx, now)
      const id = await insertRun(tx, actorId, now)
      if (id === undefined) throw new ApiError('check_under_way')
      await enqueueJob(tx, CHECK_JOB)
      await recordAuditEvent(tx, { actorId, action: 'invariants.check', objectId: id, summary: '开始数据检查', now })
      const [run] = await selectRuns(tx).where(eq(invariantRuns.id, id))
      if (!run) throw new Error('a check vanished inside its transaction')
      return presentRun(run)
    }),
  ),
])
