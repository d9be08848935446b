import { nextPaymentPoll } from '@paidang/domain/areas/payments/order'
import type { Database } from '../../db/database.ts'
import { endPayment, type PaymentRow, postponePoll } from './payment-queries.ts'
import type { Payments } from './payments.ts'
import { settlePayment } from './settle-payment.ts'

/** Longer than any call to a provider is under way. */
const UNDER_WAY_MS = 600_000

type Asking = {
  payments: Payments
  payment: Pick<PaymentRow, 'outTradeNo' | 'createdAt'>
  /** The order takes no money any more: the payment is closed at the provider before it is asked. */
  closes: boolean
  now: Date
}

/**
 * Asks the provider about a payment and acts on the answer: money settles, an end is recorded, anything else is asked again
 * later. Never within a transaction.
 *
 * @throws ProviderUnavailable, and then nothing is known and nothing changed
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
      // While the order takes money its payer may try again under the same number, perhaps at this moment.
      if (closes) return endPayment(db, outTradeNo, 'FAILED')
      break
    case 'UNKNOWN':
      // What is asked for just now may still arrive there.
      if (closes && now.getTime() - payment.createdAt.getTime() > UNDER_WAY_MS)
        return endPayment(db, outTradeNo, 'CLOSED')
      break
    case 'NOTPAY':
  }
  return postponePoll(db, outTradeNo, nextPaymentPoll(payment.createdAt, now))
}
