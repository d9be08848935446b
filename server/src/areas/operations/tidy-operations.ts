import type { JobContext } from '../../jobs/job.ts'
import { deleteFailures } from '../../jobs/run-queries.ts'
import { deleteRuns } from './check-queries.ts'

const MS_PER_DAY = 86_400_000
/** How long what failed in jobs, and what checks found, can be looked up. */
const FAILURES_KEPT_DAYS = 30
const CHECKS_KEPT_DAYS = 365

/** Removes what nobody looks up any more of failures and checks. */
export async function tidyOperations({ db, now }: JobContext): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * MS_PER_DAY)
  await deleteFailures(db, daysAgo(FAILURES_KEPT_DAYS))
  await deleteRuns(db, daysAgo(CHECKS_KEPT_DAYS))
}
