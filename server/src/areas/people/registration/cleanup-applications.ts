import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { deleteRefused } from './application-queries.ts'

/**
 * Removes applications that were refused long ago. Nothing then refers to their certificates, which are cleaned up too.
 */
export async function cleanupApplications({ db, now }: JobContext): Promise<void> {
  await deleteRefused(db, keptSince('refusedApplications', now))
}
