import type { Database } from '../../db/database.ts'
import { withdrawAllOf } from './adjustment-queries.ts'

/** What the staff reads of an adjustment that nobody withdrew. */
const CLOSED = '持卡人已注销，申请自动撤回'

/**
 * Withdraws what waits to be changed on a person's cards, when his account ends: nobody is left to have it.
 *
 * @param tx holds the person's row
 */
export async function endAdjustments(tx: Database, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await withdrawAllOf(tx, userId, { note: CLOSED, endedAt: now })
}
