import type { JobContext } from '../../jobs/job.ts'
import { keptSince } from '../../jobs/retention.ts'
import { deleteOldFinds } from './find-queries.ts'

/** Forgets whom coaches found by number more than a day ago. */
export async function tidyFinds({ db, now }: JobContext): Promise<void> {
  await deleteOldFinds(db, keptSince('studentFinds', now))
}
