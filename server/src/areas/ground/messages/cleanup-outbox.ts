import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { deleteEnded } from './outbox-queries.ts'

/** Removes outbox rows a month after they were sent or given up. The messages themselves remain longer. */
export async function cleanupOutbox({ db, now }: JobContext): Promise<void> {
  await deleteEnded(db, keptSince('outbox', now))
}
