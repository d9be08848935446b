import type { Database } from '../../db/database.ts'
import { askForRun } from '../../jobs/ask-for-run.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { makeDue } from './outbox-list-queries.ts'

/** How many messages one press sends again. */
const MOST_AT_ONCE = 1_000

/** The job that sends what is due. */
const SENDING_JOB = 'send-outbox'

/**
 * Has failed messages sent again at once: those that are named, or the latest of the last day, but for those that may have
 * arrived and those that would be in vain. What was sent meanwhile, or is being sent, stays as it is.
 *
 * @returns how many are due now
 */
export async function retryOutbox(
  db: Database,
  { ids, by, now }: { ids?: readonly string[] | undefined; by: string; now: Date },
): Promise<{ retried: number }> {
  return db.transaction(async (tx) => {
    const due = await makeDue(tx, { ids, limit: MOST_AT_ONCE, now })
    const [first] = due
    if (first === undefined) return { retried: 0 }
    await askForRun(tx, SENDING_JOB)
    const summary = due.length === 1 ? '重发一条微信消息' : `重发 ${due.length} 条微信消息`
    await recordDeed(tx, { by, action: 'outbox.retry', objectId: first, summary, now })
    return { retried: due.length }
  })
}
