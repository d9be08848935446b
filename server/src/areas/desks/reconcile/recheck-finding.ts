import type { ReconcileFinding } from '@paidang/api/areas/admin-reconcile'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { askProvider } from '../../money/payments/ask-provider.ts'
import type { Payments } from '../../money/payments/payments.ts'
import { refuseWhileAway } from '../../money/payments/provider.ts'
import { settleRefund } from '../../money/payments/settle-refund.ts'
import { comparePayment, compareRefund, type Difference } from './compare-books.ts'
import { presentFinding } from './present-run.ts'
import { type FindingRow, findFinding, findPaymentOf, findRefund, updateFinding } from './queries.ts'

type Checking = { findingId: string; payments: Payments; actorId: string; now: Date }

/**
 * Queries the provider again about a finding and acts on the answer as usual. Money that came settles its order or is
 * refunded; a completed refund becomes DONE. If the books agree now, the finding is settled. Otherwise it records what
 * they say now. A difference within our own books cannot be settled by the provider.
 *
 * @throws ApiError reconcile_finding_not_found; payment_unavailable when the provider cannot be asked
 */
export async function recheckFinding(
  db: Database,
  { findingId, payments, actorId, now }: Checking,
): Promise<ReconcileFinding> {
  const found = await findFinding(db, findingId)
  if (!found) throw new ApiError('reconcile_finding_not_found')
  const { finding } = found
  if (!finding.settledAt && (finding.paymentId ?? finding.refundId)) {
    const difference = await compareAgain(db, { finding, payments, now }).catch(refuseWhileAway)
    await db.transaction(async (tx) => {
      await updateFinding(tx, findingId, difference ? pick(difference) : { settledAt: now })
      const outcome = difference ? '仍不一致' : '已一致'
      const summary = `重新核对对账差异（订单 ${finding.orderId}）：${outcome}`
      await recordAuditEvent(tx, { actorId, action: 'reconcile.recheck', objectId: findingId, summary, now })
    })
  }
  const row = await findFinding(db, findingId)
  if (!row) throw new Error(`finding ${findingId} is gone`)
  return presentFinding(row)
}

const pick = ({ kind, ours, theirs }: Difference) => ({ kind, ours, theirs })

async function compareAgain(
  db: Database,
  { finding, payments, now }: { finding: FindingRow; payments: Payments; now: Date },
): Promise<Difference | undefined> {
  const { provider } = payments
  if (finding.paymentId !== null) {
    const before = await findPaymentOf(db, finding.paymentId)
    // A payment that already brought money in our books needs no further answer.
    const isOpen = before && before.payment.state !== 'SETTLED' && before.payment.state !== 'SURPLUS'
    if (isOpen) {
      const closes = before.orderState !== 'UNPAID'
      await askProvider(db, { payments, payment: before.payment, closes, now })
    }
    const after = await findPaymentOf(db, finding.paymentId)
    return after && comparePayment(provider, after.payment)
  }
  const before = finding.refundId === null ? undefined : await findRefund(db, finding.refundId)
  if (!before) return undefined
  const known = await provider.queryRefund(before.outRefundNo)
  if (known.state !== 'UNKNOWN') await settleRefund(db, { outRefundNo: before.outRefundNo, refund: known, now })
  const after = await findRefund(db, before.id)
  return after && compareRefund(provider, after)
}
