import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { deleteDecided } from './report-queries.ts'

/** Deletes reports that were decided long ago, with their evidence. */
export async function cleanupReports({ db, now }: JobContext): Promise<void> {
  await deleteDecided(db, keptSince('reports', now))
}
