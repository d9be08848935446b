import type { JobContext } from './job.ts'

const BATCH_SIZE = 50

type Work<Item extends { id: string }> = Pick<JobContext, 'signal' | 'onFault'> & {
  /** Up to `limit` things whose id is greater than `afterId`, in the order of their ids. */
  list(page: { afterId: string; limit: number }): Promise<Item[]>
  /** Processes one item, in a transaction of its own. */
  each(item: Item): Promise<void>
  /** The name of one item in the log. */
  what: string
}

/**
 * Processes many things in small batches. A failed one is reported and skipped until the next run. When aborted it ends
 * after the current one.
 *
 * @throws what `list` throws
 */
export async function processEach<Item extends { id: string }>({
  list,
  each,
  what,
  signal,
  onFault,
}: Work<Item>): Promise<void> {
  for (let afterId = '0'; ; ) {
    const items = await list({ afterId, limit: BATCH_SIZE })
    for (const item of items) {
      if (signal.aborted) return
      await each(item).catch((error: unknown) => onFault(error, `${what} ${item.id}`))
      afterId = item.id
    }
    if (items.length < BATCH_SIZE) return
  }
}

/** Rows are deleted in batches of this size, so that other transactions wait only briefly. */
const BATCH = 1000

/** Calls `deleteSome` until it deletes fewer rows than `limit`, or the process is about to end. */
export async function processInBatches(
  signal: JobContext['signal'],
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  while (!signal.aborted && (await deleteSome(BATCH)) === BATCH);
}
