import { differenceOfPayment, differenceOfRefund } from '@paidang/domain/areas/money/payments/reconcile'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { payments, refunds } from '../../../tables/payments.ts'
import type { reconcileFindings } from '../../../tables/reconcile.ts'
import type { PaymentProvider } from '../../money/payments/provider.ts'

type PaymentRow = typeof payments.$inferSelect
type RefundRow = typeof refunds.$inferSelect

/** A difference, without the run that found it. */
export type Difference = Omit<typeof reconcileFindings.$inferInsert, 'id' | 'runId' | 'settledAt' | 'createdAt'>

/**
 * Compares a payment with its state at the provider.
 *
 * @throws ProviderUnavailable
 */
export async function comparePayment(provider: PaymentProvider, payment: PaymentRow): Promise<Difference | undefined> {
  const theirs = await provider.query(payment.outTradeNo)
  const kind = differenceOfPayment(payment, theirs)
  if (!kind) return undefined
  return {
    kind,
    subject: `payment:${payment.id}`,
    orderId: payment.orderId,
    paymentId: payment.id,
    ours: wordsOf(payment.state, payment.receivedFen, payment.transactionId),
    theirs: theirs.state === 'SUCCESS' ? wordsOf(theirs.state, theirs.amountFen, theirs.transactionId) : theirs.state,
  }
}

/**
 * Compares a refund with its state at the provider.
 *
 * @throws ProviderUnavailable
 */
export async function compareRefund(provider: PaymentProvider, refund: RefundRow): Promise<Difference | undefined> {
  const { state } = await provider.queryRefund(refund.outRefundNo)
  const kind = differenceOfRefund(refund.state, state)
  if (!kind) return undefined
  return {
    kind,
    subject: `refund:${refund.id}`,
    orderId: refund.orderId,
    refundId: refund.id,
    ours: wordsOf(refund.state, refund.amountFen, refund.outRefundNo),
    theirs: state,
  }
}

/** State, amount and number in one line, for comparison by a reader. */
function wordsOf(state: string, fen: number | null, number: string | null): string {
  return [state, fen === null ? '' : `¥${yuanOf(fen)}`, number ?? ''].filter(Boolean).join(' ')
}
