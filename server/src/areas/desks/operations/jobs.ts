import * as api from '@paidang/api/areas/desks/admin-jobs'
import { ApiError } from '@paidang/api/catalogue/errors'
import { offsetOf } from '@paidang/domain/kernel/page'
import { lt, sql } from 'drizzle-orm'
import { isMigrated } from '../../../db/migrate.ts'
import { deleteOldRevisions } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Job, JobContext } from '../../../jobs/job.ts'
import { countQueued, enqueueJob } from '../../../jobs/queue-queries.ts'
import { keptSince } from '../../../jobs/retention.ts'
import {
  countOpenFailures,
  deleteFailures,
  listStates,
  numberOf,
  pageFailures,
  recordRetry,
} from '../../../jobs/run-queries.ts'
import { clientErrors, invariantRuns } from '../../../tables/operations.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { deleteOldWatch, readWatched } from './watch.ts'

/** A job and its schedule. */
type Scheduled = Pick<Job, 'name' | 'cron' | 'againAfterSeconds'>

/** @param jobs the scheduled jobs of the server */
export default (jobs: readonly Scheduled[]) => {
  const assertKnown = (name: string) => {
    if (!jobs.some((job) => job.name === name)) throw new ApiError('job_not_found')
  }
  return plugin([
    handle(api.listJobs, async ({ db }) => {
      const [states, queued, failures] = [await listStates(db), await countQueued(db), await countOpenFailures(db)]
      return jobs.map(({ name, cron, againAfterSeconds = null }) => {
        const state = states.find((one) => one.name === name)
        const runs = queued.find((one) => one.name === name)
        return {
          name,
          cron,
          againAfterSeconds,
          begunAt: state?.begunAt?.toISOString() ?? null,
          doneAt: state?.doneAt?.toISOString() ?? null,
          doneMs: state?.doneMs ?? null,
          failedAt: state?.failedAt?.toISOString() ?? null,
          waiting: runs?.waiting ?? 0,
          active: runs?.active ?? 0,
          openFailures: failures.find((one) => one.name === name)?.count ?? 0,
        }
      })
    }),

    handle(api.listJobFailures, async ({ query, db }) => {
      const { name, state, rows: limit } = query
      const page = await pageFailures(db, { name, isOpen: state === 'open', limit, offset: offsetOf(query) })
      const doneAt = new Map((await listStates(db)).map((job) => [job.name, job.doneAt]))
      const rows = page.rows.map(({ firstAt, lastAt, retriedAt, ...failure }) => ({
        ...failure,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
        retriedAt: retriedAt?.toISOString() ?? null,
        isOver: (doneAt.get(failure.name)?.getTime() ?? 0) > lastAt.getTime(),
      }))
      return { rows, total: page.total }
    }),

    // When a run already waits, that one counts.
    handle(api.runJobNow, ({ body: { name }, staff: { id: actorId }, db, now }) =>
      db.transaction(async (tx) => {
        assertKnown(name)
        await enqueueJob(tx, name)
        const objectId = await numberOf(tx, name)
        await recordAuditEvent(tx, { actorId, action: 'job.run', objectId, summary: `立即执行任务 ${name}`, now })
        return null
      }),
    ),

    // The failure then counts as handled. Its job may no longer exist.
    handle(api.retryJob, ({ params: { id: objectId }, staff: { id: actorId }, db, now }) =>
      db.transaction(async (tx) => {
        const failure = await recordRetry(tx, objectId, now)
        if (!failure) throw new ApiError('job_failure_not_found')
        const { name } = failure
        assertKnown(name)
        await enqueueJob(tx, name)
        await recordAuditEvent(tx, { actorId, action: 'job-failure.retry', objectId, summary: `重试任务 ${name}`, now })
        return null
      }),
    ),

    handle(api.readHealth, async ({ db, now, app }) => {
      const { rows } = await db.execute<{ version: string; bytes: string }>(
        sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
      )
      const [row] = rows
      if (!row) throw new Error('a database has a size')
      return {
        postgresVersion: row.version,
        databaseBytes: Number(row.bytes),
        nodeVersion: process.version,
        processSince: new Date(now.getTime() - Math.round(process.uptime() * 1000)).toISOString(),
        isMigrated: await isMigrated(db),
        receivesChanges: app.lifecycle.receivesChanges(),
        redisIsUp: app.lifecycle.redisIsUp() ?? null,
        ...(await readWatched(db, app.watch, now)),
      }
    }),
  ])
}

/** Deletes old failures of jobs and clients, old checks, alerts and backups, and records of old changes. */
export async function cleanupOperations({ db, now }: JobContext): Promise<void> {
  await deleteFailures(db, keptSince('failures', now))
  await db.delete(clientErrors).where(lt(clientErrors.lastAt, keptSince('clientErrors', now)))
  await db.delete(invariantRuns).where(lt(invariantRuns.endedAt, keptSince('checks', now)))
  await deleteOldWatch(db, keptSince('checks', now))
  await deleteOldRevisions(db, keptSince('revisions', now))
}
