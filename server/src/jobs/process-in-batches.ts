import type { JobContext } from './job.ts'

/** Rows are deleted in batches of this size, so that other transactions wait only briefly. */
const BATCH = 1000

/** Calls `deleteSome` until it deletes fewer rows than `limit`, or the process is about to end. */
export async function processInBatches(
  signal: JobContext['signal'],
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  while (!signal.aborted && (await deleteSome(BATCH)) === BATCH);
}
