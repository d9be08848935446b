import { deleteOldRevisions } from '../../../db/revision-queries.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { deleteFailures } from '../../../jobs/run-queries.ts'
import { deleteRuns } from './check-queries.ts'
import { deleteClientErrors } from './client-error-queries.ts'

/** Deletes old failures of jobs and clients, old checks, and records of old changes. */
export async function cleanupOperations({ db, now }: JobContext): Promise<void> {
  await deleteFailures(db, keptSince('failures', now))
  await deleteClientErrors(db, keptSince('clientErrors', now))
  await deleteRuns(db, keptSince('checks', now))
  await deleteOldRevisions(db, keptSince('revisions', now))
}
