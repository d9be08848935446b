import type { CardAdjustment } from '@paidang/api/areas/admin-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotWithdraw } from '@paidang/domain/kernel/money-request'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { endAdjustment, lockAdjustment } from './adjustment-queries.ts'
import { readAdjustment } from './present-adjustment.ts'

/**
 * Withdraws an adjustment for its requester before it is decided. Withdrawing again returns the current state.
 *
 * @throws ApiError card_adjustment_not_found, money_request_not_own, money_request_ended
 */
export async function withdrawAdjustment(
  db: Database,
  { adjustmentId: id, actorId, now }: { adjustmentId: string; actorId: string; now: Date },
): Promise<CardAdjustment> {
  return db.transaction(async (tx) => {
    const adjustment = await lockAdjustment(tx, id)
    if (!adjustment) throw new ApiError('card_adjustment_not_found')
    if (adjustment.state === 'WITHDRAWN' && adjustment.requestedBy === actorId) return readAdjustment(tx, id)
    const refusal = whyNotWithdraw(adjustment, actorId)
    if (refusal) throw new ApiError(refusal)
    const { cardId } = adjustment
    await endAdjustment(tx, id, { state: 'WITHDRAWN', cardId, decidedBy: null, note: '', endedAt: now })
    await recordAuditEvent(tx, {
      actorId,
      action: 'card-adjustment.withdraw',
      objectId: id,
      summary: '撤回储值卡调整申请',
      now,
    })
    return readAdjustment(tx, id)
  })
}
