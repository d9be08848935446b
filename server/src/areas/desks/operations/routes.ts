import * as checks from '@paidang/api/areas/admin-invariants'
import * as jobCalls from '@paidang/api/areas/admin-jobs'
import { reportClientError } from '@paidang/api/client-errors'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../../../db/migrate.ts'
import { serve } from '../../../http/serve.ts'
import { pageRuns } from './check-queries.ts'
import { listClientErrors, recordClientError } from './client-errors.ts'
import { describeDatabase } from './health-queries.ts'
import { listFailures } from './list-failures.ts'
import { listJobs, type Scheduled } from './list-jobs.ts'
import { presentRun } from './present-check.ts'
import { readCheck, readChecks } from './read-checks.ts'
import { requestCheck } from './request-check.ts'
import { retryJob, runJobNow } from './run-jobs.ts'

/**
 * Serves the console's calls about jobs, failures and checks.
 *
 * @param jobs the scheduled jobs of the server
 */
export default async function operationsRoutes(app: FastifyInstance, { jobs }: { jobs: readonly Scheduled[] }) {
  serve(app, jobCalls.listJobs, ({ db }) => listJobs(db, jobs))
  serve(app, jobCalls.listJobFailures, ({ query: { current, rows, name, state }, db }) =>
    listFailures(db, { current, rows, name, isOpen: state === 'open' }),
  )
  serve(app, jobCalls.runJobNow, ({ body: { name }, staff, db, now }) =>
    runJobNow(db, { name, jobs, actorId: staff.id, now }),
  )
  serve(app, jobCalls.retryJob, ({ params: { id: failureId }, staff, db, now }) =>
    retryJob(db, { failureId, jobs, actorId: staff.id, now }),
  )
  serve(app, jobCalls.readHealth, async ({ db, now }) => ({
    ...(await describeDatabase(db)),
    nodeVersion: process.version,
    processSince: new Date(now.getTime() - Math.round(process.uptime() * 1000)).toISOString(),
    isMigrated: await isMigrated(db),
    receivesChanges: app.lifecycle.receivesChanges(),
  }))

  serve(app, reportClientError, async ({ body, db, now }) => {
    await recordClientError(db, body, now)
    return null
  })
  serve(app, jobCalls.listClientErrors, ({ query, db }) =>
    listClientErrors(db, { app: query.app, limit: query.rows, offset: offsetOf(query) }),
  )

  serve(app, checks.readInvariants, ({ db }) => readChecks(db))
  serve(app, checks.readInvariantRun, ({ params: { id }, db }) => readCheck(db, id))
  serve(app, checks.listInvariantRuns, async ({ query, db }) => {
    const { rows, total } = await pageRuns(db, { limit: query.rows, offset: offsetOf(query) })
    return { rows: rows.map(presentRun), total }
  })
  serve(app, checks.runInvariants, ({ staff, db, now }) => requestCheck(db, { actorId: staff.id, now }))
}
