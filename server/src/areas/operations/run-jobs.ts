import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { askForRun } from '../../jobs/ask-for-run.ts'
import { keepRetried, numberOf } from '../../jobs/run-queries.ts'
import { recordDeed } from '../staff/record-deed.ts'
import type { Scheduled } from './list-jobs.ts'

type Asking = { jobs: readonly Scheduled[]; by: string; now: Date }

/**
 * Has a job run now; where a run waits already, that one does.
 *
 * @throws ApiError job_not_found
 */
export async function runJobNow(db: Database, { name, jobs, by, now }: Asking & { name: string }): Promise<null> {
  return db.transaction(async (tx) => {
    assertKnown(jobs, name)
    await askForRun(tx, name)
    const objectId = await numberOf(tx, name)
    await recordDeed(tx, { by, action: 'job.run', objectId, summary: `立即执行任务 ${name}`, now })
    return null
  })
}

/**
 * Has a job run again because of a failure, which counts as dealt with from then on.
 *
 * @throws ApiError job_failure_not_found, job_not_found (the job is none any more)
 */
export async function retryJob(
  db: Database,
  { failureId, jobs, by, now }: Asking & { failureId: string },
): Promise<null> {
  return db.transaction(async (tx) => {
    const failure = await keepRetried(tx, failureId, now)
    if (!failure) throw new ApiError('job_failure_not_found')
    const { name } = failure
    assertKnown(jobs, name)
    await askForRun(tx, name)
    await recordDeed(tx, { by, action: 'job-failure.retry', objectId: failureId, summary: `重试任务 ${name}`, now })
    return null
  })
}

function assertKnown(jobs: readonly Scheduled[], name: string): void {
  if (!jobs.some((job) => job.name === name)) throw new ApiError('job_not_found')
}
