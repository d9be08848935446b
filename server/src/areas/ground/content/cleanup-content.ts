import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { deleteDecided } from './queries.ts'

/** Deletes submissions that were decided long ago. */
export async function cleanupContent({ db, now }: JobContext): Promise<void> {
  await deleteDecided(db, keptSince('contentSubmissions', now))
}
