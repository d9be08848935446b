import type { JobContext } from '../../jobs/job.ts'
import { keptSince } from '../../jobs/retention.ts'
import { deleteDecided } from './queries.ts'

/** Removes submissions that were decided long ago. */
export async function tidyContent({ db, now }: JobContext): Promise<void> {
  await deleteDecided(db, keptSince('contentSubmissions', now))
}
