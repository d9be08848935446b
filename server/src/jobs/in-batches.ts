import type { JobContext } from './job.ts'

/** So many rows go at once, so that nobody waits long for one of them. */
const BATCH = 1000

/** Calls `deleteSome` until it answers that fewer rows than `limit` went, or the process is about to end. */
export async function inBatches(
  signal: JobContext['signal'],
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  while (!signal.aborted && (await deleteSome(BATCH)) === BATCH);
}
