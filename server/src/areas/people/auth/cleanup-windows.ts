import { deleteOldKeys } from '../../../db/idempotency-queries.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processInBatches } from '../../../jobs/process-in-batches.ts'
import { deleteEndedWindows } from './queries.ts'

/**
 * Deletes data that counts only for a time, once it is over: idempotency keys, failed log-ins and registrations per
 * address.
 */
export async function cleanupWindows({ db, now, signal }: JobContext): Promise<void> {
  await processInBatches(signal, (limit) => deleteOldKeys(db, limit))
  await processInBatches(signal, (limit) => deleteEndedWindows(db, { now, limit }))
}
