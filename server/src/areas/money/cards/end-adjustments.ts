import { overLimitSince, WAITING } from '@paidang/domain/kernel/waiting'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { endAdjustment, listOldAdjustments, lockAdjustment, withdrawAllOf } from './adjustment-queries.ts'

/** The note that the staff sees on an adjustment that was withdrawn automatically. */
const CLOSED = '持卡人已注销，申请自动撤回'

/**
 * Withdraws the waiting adjustments of a person's cards when their account ends.
 *
 * @param tx holds the lock of the person's row
 */
export async function endAdjustments(tx: Database, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await withdrawAllOf(tx, userId, { note: CLOSED, endedAt: now })
}

/**
 * Withdraws adjustments that nobody decided within their limit. Somebody who still needs one asks again.
 *
 * Source: decision record 037
 */
export async function expireAdjustments({ db, now, signal, onFault }: JobContext): Promise<void> {
  const note = `超过${WAITING.CARD_ADJUSTMENT.limit}天无人审批，申请自动失效`
  await processEach({
    what: 'expire card adjustment',
    list: (page) => listOldAdjustments(db, { madeBy: overLimitSince('CARD_ADJUSTMENT', now), ...page }),
    each: ({ id }) =>
      db.transaction(async (tx) => {
        const adjustment = await lockAdjustment(tx, id)
        if (adjustment?.state !== 'WAITING') return
        const { cardId } = adjustment
        await endAdjustment(tx, id, { state: 'WITHDRAWN', cardId, decidedBy: null, note, endedAt: now })
      }),
    signal,
    onFault,
  })
}
