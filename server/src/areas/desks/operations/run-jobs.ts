import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { enqueueJob } from '../../../jobs/enqueue-job.ts'
import { numberOf, recordRetry } from '../../../jobs/run-queries.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import type { Scheduled } from './list-jobs.ts'

type Asking = { jobs: readonly Scheduled[]; actorId: string; now: Date }

/**
 * Requests a run of a job now. When a run already waits, that one counts.
 *
 * @throws ApiError job_not_found
 */
export async function runJobNow(db: Database, { name, jobs, actorId, now }: Asking & { name: string }): Promise<null> {
  return db.transaction(async (tx) => {
    assertKnown(jobs, name)
    await enqueueJob(tx, name)
    const objectId = await numberOf(tx, name)
    await recordAuditEvent(tx, { actorId, action: 'job.run', objectId, summary: `立即执行任务 ${name}`, now })
    return null
  })
}

/**
 * Runs a job again because of a failure. The failure then counts as handled.
 *
 * @throws ApiError job_failure_not_found, job_not_found (the job no longer exists)
 */
export async function retryJob(
  db: Database,
  { failureId, jobs, actorId, now }: Asking & { failureId: string },
): Promise<null> {
  return db.transaction(async (tx) => {
    const failure = await recordRetry(tx, failureId, now)
    if (!failure) throw new ApiError('job_failure_not_found')
    const { name } = failure
    assertKnown(jobs, name)
    await enqueueJob(tx, name)
    await recordAuditEvent(tx, {
      actorId,
      action: 'job-failure.retry',
      objectId: failureId,
      summary: `重试任务 ${name}`,
      now,
    })
    return null
  })
}

function assertKnown(jobs: readonly Scheduled[], name: string): void {
  if (!jobs.some((job) => job.name === name)) throw new ApiError('job_not_found')
}
