import { nextPaymentPoll } from '@paidang/domain/areas/payments/order'
import type { Database } from '../../../db/database.ts'
import { endPayment, type PaymentRow, postponePoll } from './payment-queries.ts'
import type { Payments } from './payments.ts'
import { settlePayment } from './settle-payment.ts'

/** Longer than any call to a provider can take. */
const UNDER_WAY_MS = 600_000

type Asking = {
  payments: Payments
  payment: Pick<PaymentRow, 'outTradeNo' | 'createdAt'>
  /** Whether the order takes no more money. If so, the payment is closed at the provider before the query. */
  closes: boolean
  now: Date
}

/**
 * Asks the provider about a payment and acts on the answer. Money settles the order, and an end without money is
 * recorded. Any other answer is asked again later. Never call it within a transaction.
 *
 * @throws ProviderUnavailable; then nothing is known and nothing has changed
 * Source: decision "Hours and money", Payments: close, query, honour or refund
 */
export async function askProvider(db: Database, { payments, payment, closes, now }: Asking): Promise<void> {
  const { provider, effects } = payments
  const { outTradeNo } = payment
  if (closes) await provider.close(outTradeNo)
  const known = await provider.query(outTradeNo)
  switch (known.state) {
    case 'SUCCESS':
      await db.transaction((tx) => settlePayment(tx, { outTradeNo, received: known, effects, now }))
      return
    case 'CLOSED':
      return endPayment(db, outTradeNo, 'CLOSED')
    case 'PAYERROR':
      // While the order takes money, its payer may try again under the same number, perhaps at this moment.
      if (closes) return endPayment(db, outTradeNo, 'FAILED')
      break
    case 'UNKNOWN':
      // A request that was sent a moment ago may still reach the provider.
      if (closes && now.getTime() - payment.createdAt.getTime() > UNDER_WAY_MS)
        return endPayment(db, outTradeNo, 'CLOSED')
      break
    case 'NOTPAY':
  }
  return postponePoll(db, outTradeNo, nextPaymentPoll(payment.createdAt, now))
}
