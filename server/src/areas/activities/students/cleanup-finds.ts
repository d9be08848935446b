import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { deleteOldFinds } from './find-queries.ts'

/** Deletes records of coaches' searches by number that are more than a day old. */
export async function cleanupFinds({ db, now }: JobContext): Promise<void> {
  await deleteOldFinds(db, keptSince('studentFinds', now))
}
