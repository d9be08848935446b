import { lt } from 'drizzle-orm'
import { deleteOldRevisions } from '../../../db/revision-queries.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { deleteFailures } from '../../../jobs/run-queries.ts'
import { clientErrors, invariantRuns } from '../../../tables/operations.ts'

/** Deletes old failures of jobs and clients, old checks, and records of old changes. */
export async function cleanupOperations({ db, now }: JobContext): Promise<void> {
  await deleteFailures(db, keptSince('failures', now))
  await db.delete(clientErrors).where(lt(clientErrors.lastAt, keptSince('clientErrors', now)))
  await db.delete(invariantRuns).where(lt(invariantRuns.endedAt, keptSince('checks', now)))
  await deleteOldRevisions(db, keptSince('revisions', now))
}
