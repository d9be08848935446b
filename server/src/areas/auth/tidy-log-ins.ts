import { inBatches } from '../../jobs/in-batches.ts'
import type { JobContext } from '../../jobs/job.ts'
import { keptSince } from '../../jobs/retention.ts'
import { deleteContests, deleteExpiredTokens, deleteLogIns, deleteStaffLogIns } from './ended-queries.ts'

/** Forgets refresh tokens that open nothing, log-ins that nobody looks up any more, and old contests for a phone number. */
export async function tidyLogIns({ db, now, signal }: JobContext): Promise<void> {
  await inBatches(signal, (limit) => deleteExpiredTokens(db, { before: now, limit }))
  await inBatches(signal, (limit) => deleteLogIns(db, { before: keptSince('logIns', now), limit }))
  await inBatches(signal, (limit) => deleteStaffLogIns(db, { before: keptSince('staffLogIns', now), limit }))
  await deleteContests(db, keptSince('phoneContests', now))
}
