import type { Database } from '../../../db/database.ts'
import { enqueueJob } from '../../../jobs/enqueue-job.ts'
import { recordAuditEvent } from '../audit-log/record-audit-event.ts'
import { dismissGivenUp, makeDue } from './outbox-list-queries.ts'

/** How many messages one call sends again at most. */
const MOST_AT_ONCE = 1_000

/** The job that sends due messages. */
const SENDING_JOB = 'send-outbox'

/**
 * Makes failed messages due again at once, for an operator. These are the named ones, or the latest of the last day.
 * The latter exclude messages that may have arrived or failed permanently. Messages that were sent, or are being sent,
 * do not change.
 *
 * @returns how many are due now
 */
export async function retryOutbox(
  db: Database,
  { ids, actorId, now }: { ids?: readonly string[] | undefined; actorId: string; now: Date },
): Promise<{ retried: number }> {
  return db.transaction(async (tx) => {
    const due = await makeDue(tx, { ids, limit: MOST_AT_ONCE, now })
    const [first] = due
    if (first === undefined) return { retried: 0 }
    await enqueueJob(tx, SENDING_JOB)
    const summary = due.length === 1 ? '重发一条微信消息' : `重发 ${due.length} 条微信消息`
    await recordAuditEvent(tx, { actorId, action: 'outbox.retry', objectId: first, summary, now })
    return { retried: due.length }
  })
}

/**
 * Takes note, for an operator, of messages that were given up: the named ones, or all. They leave the inbox and stay in
 * the list. A repeat changes nothing.
 *
 * @returns how many left the inbox
 */
export async function dismissOutbox(
  db: Database,
  { ids, actorId, now }: { ids?: readonly string[] | undefined; actorId: string; now: Date },
): Promise<{ dismissed: number }> {
  return db.transaction(async (tx) => {
    const gone = await dismissGivenUp(tx, { ids, now })
    const [first] = gone
    if (first === undefined) return { dismissed: 0 }
    const summary = `${gone.length} 条未送达的微信消息标为已处理`
    await recordAuditEvent(tx, { actorId, action: 'outbox.dismiss', objectId: first, summary, now })
    return { dismissed: gone.length }
  })
}
