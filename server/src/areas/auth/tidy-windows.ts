import { deleteOldKeys } from '../../db/idempotency-queries.ts'
import type { JobContext } from '../../jobs/job.ts'
import { deleteEndedWindows } from './queries.ts'

/** So many rows go at once, so that nobody waits long for one of them. */
const BATCH = 1000

/** Forgets what counts for a time alone, once it is over: idempotency keys, failed log-ins and registrations per address. */
export async function tidyWindows({ db, now, signal }: JobContext): Promise<void> {
  const untilFewer = async (deleteSome: () => Promise<number>) => {
    while (!signal.aborted && (await deleteSome()) === BATCH);
  }
  await untilFewer(() => deleteOldKeys(db, BATCH))
  await untilFewer(() => deleteEndedWindows(db, { now, limit: BATCH }))
}
