import { type Static, Type } from 'typebox'
import { type ProviderPayment, type ProviderRefund, ProviderUnavailable } from '../provider.ts'

/** A payment, in the answer to a query and in a notification. The optional fields come once it is paid. */
export const Transaction = Type.Object({
  appid: Type.Optional(Type.String()),
  mchid: Type.String(),
  out_trade_no: Type.String(),
  trade_state: Type.String(),
  transaction_id: Type.Optional(Type.String({ minLength: 1 })),
  success_time: Type.Optional(Type.String()),
  amount: Type.Optional(Type.Object({ total: Type.Integer({ minimum: 1 }), currency: Type.Optional(Type.String()) })),
})

/** A refund, in the answer to a request or a query. */
export const RefundAnswer = Type.Object({
  out_trade_no: Type.String(),
  out_refund_no: Type.String(),
  status: Type.String(),
  amount: Type.Object({ refund: Type.Integer({ minimum: 1 }) }),
})

/** A refund in a notification. */
export const RefundNotice = Type.Object({
  mchid: Type.String(),
  out_trade_no: Type.String(),
  out_refund_no: Type.String(),
  refund_status: Type.String(),
})

/**
 * Converts a payment of WeChat Pay to ours. A payment refunded later was still paid, so it is a SUCCESS. The amount is
 * the one requested, whatever coupons WeChat Pay gave the payer.
 *
 * @throws ProviderUnavailable for an unknown state, and for a SUCCESS that lacks its money
 */
export function asPayment(transaction: Static<typeof Transaction>): ProviderPayment {
  switch (transaction.trade_state) {
    case 'SUCCESS':
    case 'REFUND':
      return asSuccess(transaction)
    case 'NOTPAY':
    case 'USERPAYING':
    case 'ACCEPT':
      return { state: 'NOTPAY' }
    case 'CLOSED':
    case 'REVOKED':
      return { state: 'CLOSED' }
    case 'PAYERROR':
      return { state: 'PAYERROR' }
    default:
      throw new ProviderUnavailable(`WeChat Pay has a payment ${transaction.out_trade_no} in an unknown state`)
  }
}

function asSuccess(transaction: Static<typeof Transaction>): ProviderPayment {
  const { transaction_id: transactionId, success_time: time, amount } = transaction
  const paidAt = new Date(time ?? '')
  if (transactionId === undefined || amount === undefined || Number.isNaN(paidAt.getTime())) {
    throw new ProviderUnavailable(`WeChat Pay says payment ${transaction.out_trade_no} succeeded, but not how`)
  }
  return { state: 'SUCCESS', transactionId, amountFen: amount.total, currency: amount.currency ?? 'CNY', paidAt }
}

const REFUND_STATES = ['PROCESSING', 'SUCCESS', 'ABNORMAL', 'CLOSED'] as const

/** Converts a refund of WeChat Pay to ours. @throws ProviderUnavailable for an unknown state */
export function asRefund(outRefundNo: string, status: string): ProviderRefund {
  const state = REFUND_STATES.find((known) => known === status)
  if (!state) throw new ProviderUnavailable(`WeChat Pay has a refund ${outRefundNo} in an unknown state`)
  return { state }
}
