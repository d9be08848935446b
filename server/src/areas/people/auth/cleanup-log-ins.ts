import type { JobContext } from '../../../jobs/job.ts'
import { processInBatches } from '../../../jobs/process-in-batches.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { deleteExpiredTokens, deleteLogIns, deletePhoneConflicts, deleteStaffLogIns } from './ended-queries.ts'

/** Deletes expired refresh tokens, log-ins past their retention, and old conflicts over a phone number. */
export async function cleanupLogIns({ db, now, signal }: JobContext): Promise<void> {
  await processInBatches(signal, (limit) => deleteExpiredTokens(db, { before: now, limit }))
  await processInBatches(signal, (limit) => deleteLogIns(db, { before: keptSince('logIns', now), limit }))
  await processInBatches(signal, (limit) => deleteStaffLogIns(db, { before: keptSince('staffLogIns', now), limit }))
  await deletePhoneConflicts(db, keptSince('phoneConflicts', now))
}
