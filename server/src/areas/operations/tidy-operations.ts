import type { JobContext } from '../../jobs/job.ts'
import { keptSince } from '../../jobs/retention.ts'
import { deleteFailures } from '../../jobs/run-queries.ts'
import { deleteRuns } from './check-queries.ts'
import { deleteClientErrors } from './client-error-queries.ts'

/** Removes what nobody looks up any more of failures, of clients too, and of checks. */
export async function tidyOperations({ db, now }: JobContext): Promise<void> {
  await deleteFailures(db, keptSince('failures', now))
  await deleteClientErrors(db, keptSince('clientErrors', now))
  await deleteRuns(db, keptSince('checks', now))
}
