import type { Database } from '../../db/database.ts'
import { withdrawAllOf } from './adjustment-queries.ts'

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
