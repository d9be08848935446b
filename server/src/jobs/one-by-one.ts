import type { JobContext } from './job.ts'

const BATCH_SIZE = 50

type Work<Item extends { id: string }> = Pick<JobContext, 'signal' | 'onFault'> & {
  /** Up to `limit` things whose id is greater than `afterId`, in the order of their ids. */
  list(page: { afterId: string; limit: number }): Promise<Item[]>
  /** Does one of them, in a transaction of its own. */
  each(item: Item): Promise<void>
  /** What one of them is called in the log. */
  what: string
}

/**
 * Does the same to each of many things, in small batches. One that fails is reported and passed over until the next run;
 * with the signal it ends after the one under way.
 *
 * @throws what `list` throws
 */
export async function oneByOne<Item extends { id: string }>({
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
