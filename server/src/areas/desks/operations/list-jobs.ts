import type { JobInfo } from '@paidang/api/areas/admin-jobs'
import type { Database } from '../../../db/database.ts'
import type { Job } from '../../../jobs/job.ts'
import { countQueued } from '../../../jobs/queue-queries.ts'
import { countOpenFailures, listStates } from '../../../jobs/run-queries.ts'

/** A job and its schedule. */
export type Scheduled = Pick<Job, 'name' | 'cron' | 'againAfterSeconds'>

/** All jobs in their order, with the state of each. */
export async function listJobs(db: Database, jobs: readonly Scheduled[]): Promise<JobInfo[]> {
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
}
