import type { JobContext } from '../../jobs/job.ts'
import { keptSince } from '../../jobs/retention.ts'
import { deleteEnded } from './outbox-queries.ts'

/** Removes what left the house, or never will, a month ago; the messages themselves stay longer. */
export async function tidyOutbox({ db, now }: JobContext): Promise<void> {
  await deleteEnded(db, keptSince('outbox', now))
}
