import type { JobContext } from '../../jobs/job.ts'
import { keptSince } from '../../jobs/retention.ts'
import { deleteRefused } from './application-queries.ts'

/** Removes applications that were refused long ago; their certificates then stand nowhere, and are tidied away. */
export async function tidyApplications({ db, now }: JobContext): Promise<void> {
  await deleteRefused(db, keptSince('refusedApplications', now))
}
