import type { Watched } from '@paidang/api/areas/desks/admin-jobs'
import {
  ALERT_KINDS,
  ALERT_NAMES,
  type AlertKind,
  alertsOf,
  type Sight,
} from '@paidang/domain/areas/desks/operations/alert'
import { TRIES } from '@paidang/domain/areas/people/auth/tries'
import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { type ProcessReading, serverProcesses } from '../../../db/machinery-tables.ts'
import type { Figure } from '../../../http/metrics.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { countQueued } from '../../../jobs/queue-queries.ts'
import { countOpenFailures, listStates } from '../../../jobs/run-queries.ts'
import { loginFailures } from '../../../tables/auth.ts'
import { outbox } from '../../../tables/messages.ts'
import { alerts, backups, invariantRuns } from '../../../tables/operations.ts'
import { payments, refunds } from '../../../tables/payments.ts'
import { staff } from '../../../tables/staff-identities.ts'

/** What the watch looks at besides the database, and whom it tells. */
export type Watch = {
  /** How old a backup may become, in hours. 0 is not watched. */
  backupHours: number
  freeBytes(): Promise<number>
  /** The end of the certificate of the product's address; undefined without one. */
  certificateEndsAt(): Promise<Date | undefined>
  /** Tells somebody outside, if an address is configured. */
  tell: ((sentence: string) => Promise<void>) | undefined
}

/** Beyond this a count only says that there are many. */
const MOST_COUNTED = 10_000
const SHOWN_ALERTS = 20
const SHOWN_STATEMENTS = 10
/** A process writes every fifteen seconds. */
const SILENT_MS = 60_000

type Row = {
  stuckRefunds: number
  waitingRefunds: number
  refundSince: string | null
  waitingMessages: number
  outboxSince: string | null
  lastBackupAt: string | null
  firstStaffAt: string | null
  brokenInvariants: number
  failedLogIns: number
  attackedNames: number
}

/** Reads what waits and what is wrong, in one statement. It costs what waits, and never history. */
async function readDatabase(db: Database, now: Date): Promise<Row> {
  const at = sql`${now.toISOString()}::timestamptz`
  const waits = sql`${outbox.sentAt} is null and ${outbox.givenUpAt} is null and ${outbox.nextAttemptAt} <= ${at}`
  const isOnItsWay = sql`${refunds.state} in ('WAITING', 'PROCESSING') and ${refunds.target} <> 'OFFLINE'`
  const count = (from: unknown, where: unknown) =>
    sql`(select count(*)::int from (select 1 from ${from} where ${where} limit ${MOST_COUNTED}) counted)`
  const isTried = sql`${loginFailures.windowEndsAt} > ${at}`
  const { rows } = await db.execute<Row>(sql`select
    ${count(refunds, sql`${refunds.state} = 'STUCK'`)} as "stuckRefunds",
    ${count(refunds, isOnItsWay)} as "waitingRefunds",
    (select min(${refunds.createdAt}) from ${refunds} where ${isOnItsWay}) as "refundSince",
    ${count(outbox, waits)} as "waitingMessages",
    (select min(${outbox.nextAttemptAt}) from ${outbox} where ${waits}) as "outboxSince",
    (select max(${backups.createdAt}) from ${backups}) as "lastBackupAt",
    (select min(${staff.createdAt}) from ${staff}) as "firstStaffAt",
    coalesce((select ${invariantRuns.broken} from ${invariantRuns} where ${invariantRuns.endedAt} is not null
      and ${invariantRuns.error} is null order by ${invariantRuns.endedAt} desc limit 1), 0) as "brokenInvariants",
    (select coalesce(sum(${loginFailures.failures}), 0)::int from ${loginFailures}
      where ${isTried} and ${loginFailures.key} like 'address:%') as "failedLogIns",
    (select count(*)::int from ${loginFailures} where ${isTried} and ${loginFailures.key} like 'name:%'
      and ${loginFailures.failures} >= ${TRIES.name}) as "attackedNames"`)
  const [row] = rows
  if (!row) throw new Error('a select without a table answers one row')
  return row
}

const instantOf = (text: string | null) => (text === null ? null : new Date(text))

/** The figures of the deployment for /metrics. */
export async function figuresOf(db: Database, now: Date): Promise<Figure[]> {
  const row = await readDatabase(db, now)
  const [states, queued, failures] = [await listStates(db), await countQueued(db), await countOpenFailures(db)]
  const hourAgo = sql`${new Date(now.getTime() - 3_600_000).toISOString()}::timestamptz`
  const paid = await db.execute<{ provider: string; times: number; fen: number }>(sql`
    select ${payments.provider} as provider, count(*)::int as times, sum(${payments.amountFen})::float8 as fen from ${payments}
    where coalesce(${payments.settledAt}, ${payments.createdAt}) > ${hourAgo} and ${payments.settledAt} is not null group by 1`)
  const openAlerts = await db.select({ kind: alerts.kind }).from(alerts).where(isNull(alerts.endedAt))
  const age = (since: string | null) => (since === null ? 0 : Math.max(0, (now.getTime() - Date.parse(since)) / 1000))
  return [
    ...ALERT_KINDS.map((kind) => ({
      name: 'paidang_alert',
      help: 'Whether operators are told of it now',
      labels: { kind },
      value: openAlerts.some((one) => one.kind === kind) ? 1 : 0,
    })),
    { name: 'paidang_refunds_stuck', help: 'Refunds that wait for operators', value: row.stuckRefunds },
    { name: 'paidang_refunds_waiting', help: 'Refunds on their way', value: row.waitingRefunds },
    { name: 'paidang_refund_oldest_seconds', help: 'Age of the oldest refund on its way', value: age(row.refundSince) },
    { name: 'paidang_outbox_waiting', help: 'Messages that are due', value: row.waitingMessages },
    { name: 'paidang_outbox_oldest_seconds', help: 'How long the first message is due', value: age(row.outboxSince) },
    { name: 'paidang_invariants_broken', help: 'Broken rules of the last check', value: row.brokenInvariants },
    { name: 'paidang_login_failures', help: 'Wrong passwords in open windows', value: row.failedLogIns },
    ...(row.lastBackupAt === null
      ? []
      : [
          {
            name: 'paidang_backup_timestamp_seconds',
            help: 'When the last backup ended',
            value: Date.parse(row.lastBackupAt) / 1000,
          },
        ]),
    ...paid.rows.flatMap(({ provider, times, fen }) => [
      { name: 'paidang_payments_last_hour', help: 'Payments settled', labels: { provider }, value: times },
      { name: 'paidang_payments_last_hour_fen', help: 'Their sum in fen', labels: { provider }, value: fen },
    ]),
    ...states.flatMap(({ name: job, doneAt }) =>
      doneAt === null
        ? []
        : [
            {
              name: 'paidang_job_success_timestamp_seconds',
              help: 'When a run of the job last succeeded',
              labels: { job },
              value: doneAt.getTime() / 1000,
            },
          ],
    ),
    ...queued.flatMap(({ name: job, waiting, dueSeconds, active }) => [
      { name: 'paidang_job_due_seconds', help: 'How long the first run is due', labels: { job }, value: dueSeconds },
      { name: 'paidang_job_runs', help: 'Runs of jobs', labels: { job, state: 'waiting' }, value: waiting },
      { name: 'paidang_job_runs', help: 'Runs of jobs', labels: { job, state: 'active' }, value: active },
    ]),
    ...failures.map(({ name: job, count }) => ({
      name: 'paidang_job_failures',
      help: 'Failures that nobody has retried by hand',
      labels: { job },
      value: count,
    })),
  ]
}

/** Looks at everything that alerts are about. */
export async function lookAt(db: Database, watch: Omit<Watch, 'tell'>, now: Date): Promise<Sight> {
  const { outboxSince, lastBackupAt, firstStaffAt, ...row } = await readDatabase(db, now)
  return {
    ...row,
    outboxSince: instantOf(outboxSince),
    lastBackupAt: instantOf(lastBackupAt),
    firstStaffAt: instantOf(firstStaffAt),
    backupHours: watch.backupHours,
    freeBytes: await watch.freeBytes(),
    certificateEndsAt: await watch.certificateEndsAt(),
  }
}

/** Opens the alerts that hold now, and ends those that do not hold any more. */
async function saveAlerts(db: Database, hold: Partial<Record<AlertKind, string>>, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    for (const kind of ALERT_KINDS) {
      const detail = hold[kind]
      if (detail === undefined) {
        await tx
          .update(alerts)
          .set({ endedAt: now })
          .where(and(eq(alerts.kind, kind), isNull(alerts.endedAt)))
      } else {
        await tx
          .insert(alerts)
          .values({ kind, detail, createdAt: now })
          .onConflictDoUpdate({ target: alerts.kind, targetWhere: isNull(alerts.endedAt), set: { detail } })
      }
    }
  })
}

/**
 * Looks, and keeps what it found. What is new, and what is over, is told to the configured address. Without an answer the
 * next run tells it again.
 */
export async function watchDeployment({ db, now, onFault, watch }: JobContext & { watch: Watch }): Promise<void> {
  await saveAlerts(db, alertsOf(await lookAt(db, watch, now), now), now)
  if (!watch.tell) return
  const untold = await db
    .select()
    .from(alerts)
    // What nobody was told of need not be called off.
    .where(
      or(
        and(isNull(alerts.toldAt), isNull(alerts.endedAt)),
        and(isNotNull(alerts.toldAt), isNotNull(alerts.endedAt), isNull(alerts.endToldAt)),
      ),
    )
    .orderBy(desc(alerts.id))
    .limit(2 * ALERT_KINDS.length)
  for (const { id, kind, detail, endedAt } of untold) {
    try {
      await watch.tell(endedAt ? `【拍档】已恢复：${ALERT_NAMES[kind]}` : `【拍档】${ALERT_NAMES[kind]}：${detail}`)
      await db
        .update(alerts)
        .set(endedAt ? { endToldAt: now } : { toldAt: now })
        .where(eq(alerts.id, id))
    } catch (error) {
      onFault(error, `alert ${kind}`)
    }
  }
}

/** Deletes alerts that ended, and records of backups, from before then. The last backup stays known. */
export async function deleteOldWatch(db: Database, before: Date): Promise<void> {
  await db.delete(alerts).where(lt(alerts.endedAt, before))
  await db
    .delete(backups)
    .where(and(lt(backups.createdAt, before), sql`exists (select 1 from backups later where later.id > ${backups.id})`))
}

/** What operators see of it: processes, backup, certificate, disk, queues, slow statements, alerts. */
export async function readWatched(db: Database, watch: Watch, now: Date): Promise<Watched> {
  const row = await readDatabase(db, now)
  const processes = await db.select().from(serverProcesses).orderBy(serverProcesses.name)
  const shown = await db
    .select()
    .from(alerts)
    .orderBy(sql`${alerts.endedAt} desc nulls first`, desc(alerts.id))
    .limit(SHOWN_ALERTS)
  const certificateEndsAt = await watch.certificateEndsAt()
  const secondsSince = (since: string | null) =>
    since === null ? 0 : Math.max(0, Math.round((now.getTime() - Date.parse(since)) / 1000))
  return {
    processes: processes.map(({ name, startedAt, seenAt, reading: { slowest: _, ...reading } }) => ({
      name,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
      isSilent: now.getTime() - seenAt.getTime() > SILENT_MS,
      ...reading,
    })),
    lastBackupAt: instantOf(row.lastBackupAt)?.toISOString() ?? null,
    isBackupWatched: watch.backupHours > 0,
    certificateEndsAt: certificateEndsAt?.toISOString() ?? null,
    freeBytes: await watch.freeBytes(),
    queues: [
      { name: 'outbox', waiting: row.waitingMessages, dueSeconds: secondsSince(row.outboxSince) },
      { name: 'refunds', waiting: row.waitingRefunds, dueSeconds: secondsSince(row.refundSince) },
      // What waits for its next time is no queue.
      ...(await countQueued(db)).filter(({ dueSeconds }) => dueSeconds > 0),
    ]
      .map(({ name, waiting, dueSeconds }) => ({ name, waiting, dueSeconds }))
      .filter(({ waiting }) => waiting > 0),
    slowest: slowestOf(processes.map(({ reading }) => reading)),
    alerts: shown.map(({ id, kind, detail, createdAt, endedAt }) => ({
      id,
      kind,
      detail,
      since: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  }
}

/** The statements that took most time, over all processes. */
function slowestOf(readings: readonly ProcessReading[]): ProcessReading['slowest'] {
  const all = new Map<string, ProcessReading['slowest'][number]>()
  for (const one of readings.flatMap(({ slowest }) => slowest)) {
    const known = all.get(one.text) ?? { text: one.text, times: 0, totalMs: 0, maxMs: 0 }
    all.set(one.text, {
      text: one.text,
      times: known.times + one.times,
      totalMs: known.totalMs + one.totalMs,
      maxMs: Math.max(known.maxMs, one.maxMs),
    })
  }
  return [...all.values()].sort((a, b) => b.totalMs - a.totalMs).slice(0, SHOWN_STATEMENTS)
}
