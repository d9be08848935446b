import type { ProviderStatus } from '@paidang/api/areas/admin-payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { differenceOfPayment, differenceOfRefund } from '@paidang/domain/areas/payments/reconcile'
import type { Database } from '../../../db/database.ts'
import { listPaymentsOf } from './operator-queries.ts'
import { type PaymentProvider, refuseWhileAway } from './provider.ts'
import { findOrder, listRefunds } from './queries.ts'

/**
 * Reads what the provider says now about an order's payments and refunds. Each answer says whether it agrees with our
 * books. Nothing of ours changes. Card payments, and payments of a provider that is not configured, cannot be queried.
 *
 * @throws ApiError order_not_found; payment_unavailable when the provider cannot be asked
 */
export async function readProviderStatus(
  db: Database,
  { orderId, provider }: { orderId: string; provider: PaymentProvider },
): Promise<ProviderStatus> {
  if (!(await findOrder(db, orderId))) throw new ApiError('order_not_found')
  const attempts = await listPaymentsOf(db, orderId)
  const asked = new Set(attempts.filter((payment) => payment.provider === provider.name).map(({ id }) => id))
  const words: ProviderStatus = { provider: provider.name, payments: [], refunds: [] }
  for (const payment of attempts) {
    if (!asked.has(payment.id)) {
      words.payments.push({ id: payment.id, theirs: null })
      continue
    }
    const known = await provider.query(payment.outTradeNo).catch(refuseWhileAway)
    const { amountFen, transactionId } = known.state === 'SUCCESS' ? known : { amountFen: null, transactionId: null }
    const agrees = differenceOfPayment(payment, known) === undefined
    words.payments.push({ id: payment.id, theirs: { state: known.state, amountFen, transactionId, agrees } })
  }
  for (const refund of await listRefunds(db, [orderId])) {
    if (refund.target !== 'SOURCE' || !asked.has(refund.paymentId)) {
      words.refunds.push({ id: refund.id, theirs: null })
      continue
    }
    const { state } = await provider.queryRefund(refund.outRefundNo).catch(refuseWhileAway)
    const agrees = differenceOfRefund(refund.state, state) === undefined
    words.refunds.push({ id: refund.id, theirs: { state, amountFen: null, transactionId: null, agrees } })
  }
  return words
}
