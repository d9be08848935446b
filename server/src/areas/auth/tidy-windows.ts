import { deleteOldKeys } from '../../db/idempotency-queries.ts'
import { inBatches } from '../../jobs/in-batches.ts'
import type { JobContext } from '../../jobs/job.ts'
import { deleteEndedWindows } from './queries.ts'

/** Forgets what counts for a time alone, once it is over: idempotency keys, failed log-ins and registrations per address. */
export async function tidyWindows({ db, now, signal }: JobContext): Promise<void> {
  await inBatches(signal, (limit) => deleteOldKeys(db, limit))
  await inBatches(signal, (limit) => deleteEndedWindows(db, { now, limit }))
}
