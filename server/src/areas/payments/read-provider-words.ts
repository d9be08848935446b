import type { ProviderWords } from '@paidang/api/areas/admin-payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { differenceOfPayment, differenceOfRefund } from '@paidang/domain/areas/payments/reconcile'
import type { Database } from '../../db/database.ts'
import { listPaymentsOf } from './operator-queries.ts'
import { type PaymentProvider, refuseWhileAway } from './provider.ts'
import { findOrder, listRefunds } from './queries.ts'

/**
 * What the provider says at this moment of an order's payments and refunds, beside whether that is what our books say. Nothing
 * of ours changes. Cards, and another provider than the one that is configured, cannot be asked.
 *
 * @throws ApiError order_not_found; payment_unavailable when the provider cannot be asked
 */
export async function readProviderWords(
  db: Database,
  { orderId, provider }: { orderId: string; provider: PaymentProvider },
): Promise<ProviderWords> {
  if (!(await findOrder(db, orderId))) throw new ApiError('order_not_found')
  const attempts = await listPaymentsOf(db, orderId)
  const asked = new Set(attempts.filter((payment) => payment.provider === provider.name).map(({ id }) => id))
  const words: ProviderWords = { provider: provider.name, payments: [], refunds: [] }
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
