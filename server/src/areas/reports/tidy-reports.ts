import type { JobContext } from '../../jobs/job.ts'
import { keptSince } from '../../jobs/retention.ts'
import { deleteDecided } from './report-queries.ts'

/** Removes reports that were decided long ago, with the evidence that came with them. */
export async function tidyReports({ db, now }: JobContext): Promise<void> {
  await deleteDecided(db, keptSince('reports', now))
}
